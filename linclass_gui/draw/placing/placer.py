"""The one placer of words: it puts the words of a figure over the marks, each at its home and clear
of everything.

``search`` finds the places at rest, ``gliding`` moves them along during a drag.  In a film words
stay in place at a stop if it is clear; between two stops they move evenly.  Where they would pass
over each other, they are placed halfway, as at a stop.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...scene.marks import Figure, Mark
from ...scene.theme import Theme
from ...scene.view import Transform
from ...scene.words import Words
from ..coincidence import nest_markers
from .boxes import lie_on
from .gliding import glide_words, is_seen_as
from .obstacles import Edges, obstacles_of
from .placed_words import PlacedWords, marks_of
from .search import PlaceSearch

__all__ = ["Edges", "Placer", "with_words", "words_and_losses"]
Places = Mapping[Hashable, PlacedWords]
SHORT = 16  # pages from stop to stop without another between: more stops would be more jumps


class Placer:
    """Puts words into the frames of one picture.

    At rest the places depend on the picture alone, at a step of a run (``Figure.is_step``) also on
    the step before. During a drag (``Figure.gliding``) words stay at their lines; only words that
    appear during a drag are placed, once.
    """

    def __init__(self) -> None:
        self._rest: dict[Hashable, PlacedWords] = {}
        self._key: tuple[object, ...] = ()
        self._marks: dict[Mark, Words] = {}
        self._glided: dict[Words, PlacedWords] = {}  # of the last frame
        self._last: dict[Hashable, PlacedWords] = {}  # the same by name
        self._marks_of: dict[PlacedWords, list[Mark]] = {}

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
            judge = PlaceSearch(
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
                judge = PlaceSearch(
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
    ) -> tuple[PlacedWords, ...]:
        """The words where they were relative to their lines; needed ones without a place are
        placed.
        """
        placed: list[PlacedWords] = []
        lost: list[Words] = []
        stayed: dict[Words, PlacedWords] = {}
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
            judge = PlaceSearch(
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
) -> tuple[tuple[PlacedWords, ...], tuple[str, ...]]:
    """The words of a figure that is drawn once, at their places, and the words that found no
    room.
    """
    figure = _with_markers(figure, transform, theme)
    judge = PlaceSearch(
        obstacles_of(_solid(figure), (), transform, theme, sans), transform, theme, sans
    )
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


@dataclass(frozen=True, eq=False)
class FilmPicture:
    """One picture of a film in its place on the page; ``stop``: the film rests there."""

    figure: Figure
    transform: Transform
    is_stop: bool


def place_film_words(
    pictures: Sequence[FilmPicture], theme: Theme, sans: str | None
) -> tuple[Figure, ...]:
    """The pictures with their words among their marks."""
    if not pictures:
        return ()
    found = [_at_stop(pictures[0], {}, theme, sans)]
    for k, picture in enumerate(pictures):
        if k and (picture.is_stop or k == len(pictures) - 1):
            found += _way(pictures[len(found) - 1 : k + 1], found[-1], theme, sans)
    made = (
        _FixedPlacer(tuple(places.values())).place_words(
            picture.figure, picture.transform, theme, sans
        )
        for picture, places in zip(pictures, found, strict=True)
    )
    return tuple(replace(figure, words=()) for figure in made)


def _way(
    pictures: Sequence[FilmPicture], first: Places, theme: Theme, sans: str | None
) -> list[Places]:
    """The places of words in some pictures after the first, up to the last, which is a stop."""
    steps = len(pictures) - 1
    last = _at_stop(pictures[-1], first, theme, sans)
    found = [
        _between(pictures[k], first, last, k / steps, theme, sans) for k in range(1, steps)
    ] + [last]
    if steps <= SHORT or not any(_pass_over(places) for places in found):
        return found
    half = _way(pictures[: steps // 2 + 1], first, theme, sans)
    return half + _way(pictures[steps // 2 :], half[-1], theme, sans)


def _pass_over(places: Places) -> bool:
    """Whether words that are needed, names of lines and classes, lie on each other."""
    boxes = [each.box for each in places.values() if each.words.needed]
    return any(lie_on(one, other).any() for one, other in combinations(boxes, 2))


class _FixedPlacer(Placer):
    """Puts words at given places."""

    def __init__(self, places: tuple[PlacedWords, ...]) -> None:
        super().__init__()
        self._places = places

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None,
        reserved: tuple[Edges, ...],
    ) -> dict[Mark, Words]:
        return {mark: each.words for each in self._places for mark in marks_of(each, transform)}


def _at_stop(picture: FilmPicture, before: Places, theme: Theme, sans: str | None) -> Places:
    """Words whose old places are clear stay there; the others are placed."""
    figure, t = picture.figure, picture.transform
    judge = PlaceSearch(
        obstacles_of(figure.marks if figure.solid is None else figure.solid, (), t, theme, sans),
        t,
        theme,
        sans,
    )
    return {place.words.id: place for place in judge.settle(figure.words, before)}


def _move_words(
    rest: PlacedWords | None, now: Words, t: Transform, theme: Theme, sans: str | None
) -> PlacedWords | None:
    return None if rest is None else glide_words(rest, now, t, theme, sans)


def _between(
    picture: FilmPicture, first: Places, last: Places, share: float, theme: Theme, sans: str | None
) -> Places:
    """The words between two stops, each at its own line or point."""
    found: dict[Hashable, PlacedWords] = {}
    for each in picture.figure.words:
        ends = [
            _move_words(places.get(each.id), each, picture.transform, theme, sans)
            for places in (first, last)
        ]
        one, other = ends if share < 0.5 else reversed(ends)
        blended = _blend_words(ends[0], ends[1], share)
        # Words at only one of the stops appear or vanish halfway; a name is always there.
        place = blended or one or (other if each.needed else None)
        if place is not None:
            found[each.id] = place
    return found


def _blend_words(
    one: PlacedWords | None, other: PlacedWords | None, share: float
) -> PlacedWords | None:
    """Words between two places; on the way to or from a leader they have none."""
    if (
        one is None
        or other is None
        or (one.lines, one.side, one.choice) != (other.lines, other.side, other.choice)
    ):
        return None
    if one.size.scale != other.size.scale:
        return None
    x, y = _mix_places(one.along, other.along, share)
    length = math.hypot(x, y)
    if length < 0.5:  # they would turn between the stops
        return None
    leader = None
    if one.leader is not None and other.leader is not None:
        leader = (
            _mix_places(one.leader[0], other.leader[0], share),
            _mix_places(one.leader[1], other.leader[1], share),
        )
    way = (x / length, y / length) if one.along != other.along else one.along
    return replace(one, at=_mix_places(one.at, other.at, share), along=way, leader=leader)


def _mix_places(
    one: tuple[float, float], other: tuple[float, float], share: float
) -> tuple[float, float]:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
