"""The one placer of words: it puts the words of a figure over the marks, each at its home and clear
of everything.

``judging`` finds the places at rest, ``gliding`` moves them along during a drag.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from ...scene.marks import Figure, Mark
from ...scene.theme import Theme
from ...scene.view import Transform
from ...scene.words import Words
from ..coincident_markers import nest_markers
from .gliding import glide_words, is_seen_as
from .judging import Judge
from .obstacles import Edges, obstacles_of
from .placed import Placed, marks_of

__all__ = ["Edges", "Placer", "with_words", "words_and_losses"]


class Placer:
    """Puts words into the frames of one picture.

    At rest the places depend on the picture alone, at a step of a run (``Figure.is_step``) also on
    the step before. During a drag (``Figure.gliding``) words stay at their lines; only words that
    appear during a drag are placed, once.
    """

    def __init__(self) -> None:
        self._rest: dict[Hashable, Placed] = {}
        self._key: tuple[object, ...] = ()
        self._marks: dict[Mark, Words] = {}
        self._glided: dict[Words, Placed] = {}  # of the last frame
        self._last: dict[Hashable, Placed] = {}  # the same by name
        self._marks_of: dict[Placed, list[Mark]] = {}

    def place_words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None = None,
        reserved: tuple[Edges, ...] = (),
    ) -> Figure:
        """The figure with its words among its marks; the reading is on top.  ``reserved``
        rectangles are taken by others.
        """
        figure = _with_markers(figure, transform, theme)
        marks, reading, layers = figure.marks, figure.reading, figure.layers
        if figure.words:
            placed = self._words(figure, transform, theme, sans, reserved)
            marks = (*marks, *placed)
            if theme.unit == "pt" and layers:  # the window does not separate layers
                layers = {
                    **layers,
                    **{mark: layers.get(words, "") for mark, words in placed.items()},
                }
        if reading is not None:
            judge = Judge(
                obstacles_of(marks, reserved, transform, theme, sans), transform, theme, sans
            )
            read = (
                mark
                for placed in judge.judge((reading.words,))
                for mark in marks_of(placed, transform)
            )
            marks = (*marks, *reading.marks, *read)
        return figure if marks is figure.marks else replace(figure, marks=marks, layers=layers)

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None,
        reserved: tuple[Edges, ...],
    ) -> dict[Mark, Words]:
        solid = _solid(figure)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        key = (
            figure.words,
            solid,
            transform,
            theme,
            sans,
            reserved,
            figure.gliding,
            figure.is_step,
        )
        if key != self._key:
            if figure.gliding and self._rest:
                placed = self._glide(figure.words, solid, transform, theme, sans, reserved)
            else:
                judge = Judge(
                    obstacles_of(solid, reserved, transform, theme, sans), transform, theme, sans
                )
                before = (
                    {**self._rest, **self._last}
                    if figure.is_step and self._key[2:6] == key[2:6]
                    else {}
                )
                placed = judge.settle(figure.words, before) if before else judge.judge(figure.words)
                self._rest = {each.words.id: each for each in placed}
                self._last = {}
            same_look = self._key[2:5] == key[2:5]
            self._key = key
            # Words that have not moved have the same marks.
            known = self._marks_of if same_look else {}
            self._marks_of = {each: known.get(each) or marks_of(each, transform) for each in placed}
            self._marks = {
                mark: each.words for each, marks in self._marks_of.items() for mark in marks
            }
        return self._marks

    def _glide(
        self,
        words: tuple[Words, ...],
        solid: tuple[Mark, ...],
        transform: Transform,
        theme: Theme,
        sans: str | None,
        reserved: tuple[Edges, ...],
    ) -> tuple[Placed, ...]:
        """The words where they were relative to their lines; needed ones without a place are
        placed.
        """
        placed: list[Placed] = []
        lost: list[Words] = []
        stayed: dict[Words, Placed] = {}
        # Words equal to those of the last frame have not moved.
        before = self._glided if self._key[2:5] == (transform, theme, sans) else {}
        for each in words:
            moved = before.get(each)
            if moved is None and (rest := self._rest.get(each.id)) is not None:
                moved = glide_words(rest, each, transform, theme, sans)
                if (
                    moved is not None
                    and (last := self._last.get(each.id)) is not None
                    and is_seen_as(last, moved)
                ):
                    moved = last
            if moved is not None:
                placed.append(moved)
                stayed[each] = moved
            elif each.needed:
                lost.append(each)
        if lost:
            judge = Judge(
                obstacles_of(solid, reserved, transform, theme, sans), transform, theme, sans
            )
            found = judge.judge(tuple(lost), tuple(placed))
            self._rest.update((each.words.id, each) for each in found)
            placed += found
        self._glided = stayed
        self._last = {each.words.id: each for each in placed}
        return tuple(placed)


def with_words(
    figure: Figure,
    transform: Transform,
    theme: Theme,
    sans: str | None = None,
    reserved: tuple[Edges, ...] = (),
) -> Figure:
    """The figure with its words among its marks, for a picture that is drawn once."""
    return Placer().place_words(figure, transform, theme, sans, reserved)


def words_and_losses(
    figure: Figure, transform: Transform, theme: Theme, sans: str | None
) -> tuple[tuple[Placed, ...], tuple[str, ...]]:
    """The words of a figure that is drawn once, at their places, and the words that found no
    room.
    """
    figure = _with_markers(figure, transform, theme)
    judge = Judge(obstacles_of(_solid(figure), (), transform, theme, sans), transform, theme, sans)
    placed = judge.judge(figure.words)
    return placed, tuple(judge.losses(figure.words, placed))


def _with_markers(figure: Figure, transform: Transform, theme: Theme) -> Figure:
    """The figure with its markers among its marks."""
    if not figure.markers:
        return figure
    return replace(
        figure, marks=(*figure.marks, *nest_markers(figure.markers, transform, theme)), markers=()
    )


def _solid(figure: Figure) -> tuple[Mark, ...]:
    return figure.marks if figure.solid is None else figure.solid
