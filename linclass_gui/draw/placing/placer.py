"""The one placer of words: it puts the words of a figure over the marks, each at its home and clear
of everything.

``search`` finds the places at rest, ``gliding`` moves them along during a drag.  At a step of a run
and at a stop of a film words stay at their lines where that is clear.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from solvers import Floats

from ...scene.marks import Figure, Mark, Off, Text, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from ..coincidence import nest_markers
from .boxes import Boxes
from .gliding import glide_words, is_seen_as
from .obstacles import CLEAR, EDGE, Edges, Obstacles, obstacles_of, text_edges
from .placed_words import PlacedWords, marks_of
from .search import PlaceSearch

NOTE = "annotation"  # the role of the words of an annotation
# from the place of such words outwards, in heights of labels, and in how many directions
STEP_OFF, STEPS_OFF, WAYS = 0.4, 22, 16


class Placer:
    """Puts words into the frames of one picture.

    At rest the places depend on the picture alone, at a step of a run and at a stop of a film
    (``Figure.is_step``) also on the one before. During a drag and between two stops
    (``Figure.gliding``) words stay at their lines; only words that appear then are placed, once.
    """

    def __init__(self) -> None:
        self._rest: dict[Hashable, PlacedWords] = {}
        self._key: tuple[object, ...] = ()
        self._glided: dict[Words, PlacedWords] = {}  # of the last frame
        self._last: dict[Hashable, PlacedWords] = {}  # the same by name
        self._marks_of: dict[PlacedWords, list[Mark]] = {}

    @property
    def places(self) -> tuple[PlacedWords, ...]:
        """The words of the last frame in their places, without those of the reading."""
        return tuple(self._marks_of)

    def place_words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        taken_rectangles: tuple[Edges, ...] = (),
    ) -> Figure:
        """The figure with its words among its marks; the reading is on top.  ``taken_rectangles``
        belong to others.
        """
        figure = _with_markers(figure, transform, theme)
        if theme.unit == "pt":
            figure, _ = with_notes_moved(figure, transform, theme)
        marks, reading = figure.marks, figure.reading
        if figure.words:
            marks = (*marks, *self._words(figure, transform, theme, taken_rectangles))
        if reading is not None:
            search = PlaceSearch(
                obstacles_of(marks, taken_rectangles, transform, theme),
                transform,
                theme,
            )
            reading_marks = (
                mark
                for place in search.find((reading.words,))
                for mark in marks_of(place, transform)
            )
            marks = (*marks, *reading.marks, *reading_marks)
        return figure if marks is figure.marks else replace(figure, marks=marks)

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        taken_rectangles: tuple[Edges, ...],
    ) -> Iterable[Mark]:
        solid = _solid(figure)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        key = (
            figure.words,
            solid,
            transform,
            theme,
            taken_rectangles,
            figure.gliding,
            figure.is_step,
        )
        if key != self._key:
            if figure.gliding and self._rest:
                places = self._glide(figure.words, solid, transform, theme, taken_rectangles)
            else:
                search = PlaceSearch(
                    obstacles_of(solid, taken_rectangles, transform, theme),
                    transform,
                    theme,
                )
                before = (
                    {**self._rest, **self._last}
                    if figure.is_step and self._key[3:6] == key[3:6]
                    else {}
                )
                places = (
                    search.settle(figure.words, before) if before else search.find(figure.words)
                )
                self._rest = {place.words.id: place for place in places}
                self._last, self._glided = {}, {}
            same_look = self._key[2:5] == key[2:5]
            self._key = key
            # Words that have not moved have the same marks.
            old_marks = self._marks_of if same_look else {}
            self._marks_of = {
                place: old_marks.get(place) or marks_of(place, transform) for place in places
            }
        return [mark for marks in self._marks_of.values() for mark in marks]

    def _glide(
        self,
        words: tuple[Words, ...],
        solid: tuple[Mark, ...],
        transform: Transform,
        theme: Theme,
        taken_rectangles: tuple[Edges, ...],
    ) -> tuple[PlacedWords, ...]:
        """The words where they were relative to their lines; needed ones without a place are
        placed.
        """
        places: list[PlacedWords] = []
        lost_words: list[Words] = []
        places_of_words: dict[Words, PlacedWords] = {}
        # Words equal to those of the last frame have not moved.
        before = self._glided if self._key[2:5] == (transform, theme) else {}
        for word in words:
            place = before.get(word)
            if place is None and (rest := self._rest.get(word.id)) is not None:
                place = glide_words(rest, word, transform, theme)
                if (
                    place is not None
                    and (last := self._last.get(word.id)) is not None
                    and is_seen_as(last, place)
                ):
                    place = last
            if place is not None:
                places.append(place)
                places_of_words[word] = place
            elif word.needed:
                lost_words.append(word)
        if lost_words:
            search = PlaceSearch(
                obstacles_of(solid, taken_rectangles, transform, theme),
                transform,
                theme,
            )
            new_places = search.find(tuple(lost_words), tuple(places))
            self._rest.update((word.words.id, word) for word in new_places)
            places += new_places
        self._glided = places_of_words
        self._last = {word.words.id: word for word in places}
        return tuple(places)


def with_words(
    figure: Figure,
    transform: Transform,
    theme: Theme,
    taken_rectangles: tuple[Edges, ...] = (),
) -> Figure:
    """The figure with its words among its marks, for a picture that is drawn once."""
    return Placer().place_words(figure, transform, theme, taken_rectangles)


def words_and_losses(
    figure: Figure, transform: Transform, theme: Theme
) -> tuple[tuple[PlacedWords, ...], tuple[str, ...]]:
    """The words of a figure that is drawn once, at their places, and the words that found no
    room.
    """
    figure = _with_markers(figure, transform, theme)
    if theme.unit == "pt":
        figure, _ = with_notes_moved(figure, transform, theme)
    search = PlaceSearch(obstacles_of(_solid(figure), (), transform, theme), transform, theme)
    places = search.find(figure.words)
    return places, tuple(_losses(figure.words, places))


def _losses(words: tuple[Words, ...], places: tuple[PlacedWords, ...]) -> Iterator[str]:
    """Words that have found no place.

    Only the words that identify things: names of lines and classes, the values on margin lines,
    measures, formulas, the numbers of a table and shares (a ``pair``), whether or not their part of
    the picture has room for them at all.  The rest is not a loss: other numbers, remarks, and the
    part missing in a shorter form (the sign of f beside the name of a class adds nothing to the
    name and the values on the margin lines).
    """
    lines = {word.words: word.lines for word in places}
    for word in words:
        is_remark = (
            not word.needed
            and not word.names_class
            and word.pair is None
            and (word.role == "caption" or isinstance(word.home, Off))
        )
        if not lines.get(word) and not is_remark:
            yield " ".join(word.shorter or word.lines)


def with_notes_moved(
    figure: Figure,
    transform: Transform,
    theme: Theme,
) -> tuple[Figure, tuple[str, ...]]:
    """The figure with those words of annotations moved that would leave its frame or hide symbols,
    each to the nearest free place within reach; and the words that still hide some.

    All others stay where they were put: they may stand on a line.
    """
    notes = [
        lines
        for lines in _lines_of_notes(figure.marks)
        if transform.few(np.array([lines[0].at]), 0.0) is not None
    ]
    if not notes:
        return figure, ()
    solid = tuple(mark for mark in _solid(figure) if not _is_note(mark))
    obstacles = obstacles_of(solid, (), transform, theme)
    new_marks: dict[Mark, Text] = {}
    hiding: list[str] = []
    for lines in notes:
        edges = np.array([text_edges(line, transform, theme) for line in lines])
        box = Boxes.of_edges(np.append(edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0))[None])
        shift, is_clear = _shift_of_note(box, obstacles)
        if not is_clear:
            hiding.append(" ".join(line.text for line in lines))
        if shift.any():
            x, y = shift.tolist()
            new_marks |= {
                line: replace(line, offset=(line.offset[0] + x, line.offset[1] - y))
                for line in lines
            }
        obstacles = obstacles.with_words(Boxes(box.centre + shift, box.along, box.half))
    if not new_marks:
        return figure, tuple(hiding)
    old_solid = figure.solid
    moved = replace(
        figure,
        marks=tuple(new_marks.get(mark, mark) for mark in figure.marks),
        solid=None if old_solid is None else tuple(new_marks.get(m, m) for m in old_solid),
    )
    return moved, tuple(hiding)


def _is_note(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.role == NOTE


def _lines_of_notes(marks: Iterable[Mark]) -> list[tuple[Text, ...]]:
    """The words of annotations, the lines of each together."""
    notes: list[tuple[Text, ...]] = []
    for mark in marks:
        if not isinstance(mark, Text) or mark.role != NOTE:
            continue
        if notes and notes[-1][0].at == mark.at and mark.gap[1] < notes[-1][-1].gap[1]:
            notes[-1] = (*notes[-1], mark)
        else:
            notes.append((mark,))
    return notes


def _shift_of_note(box: Boxes, obstacles: Obstacles) -> tuple[Floats, bool]:
    """How far the words of an annotation move on the device, and whether they hide no symbol
    there.
    """
    t, em = obstacles.transform, obstacles.em
    low = np.array([t.left, t.top]) + box.half[0] + EDGE * em
    high = np.maximum(np.array([t.right, t.bottom]) - box.half[0] - EDGE * em, low)
    inside = np.clip(box.centre[0], low, high)
    covered = obstacles.raster.under(box.grown(-CLEAR * em, -CLEAR * em))
    if not covered[0] and (inside == box.centre[0]).all():
        return np.zeros(2), True
    ways = np.arange(WAYS) * (2.0 * math.pi / WAYS)
    around = np.stack([np.cos(ways), np.sin(ways)], axis=1)
    reaches = em * STEP_OFF * np.arange(1, STEPS_OFF + 1)
    centres = np.concatenate([[inside], *(inside + reach * around for reach in reaches)])
    places = Boxes.upright(centres, (float(box.half[0, 0]), float(box.half[0, 1])))
    k = obstacles.first_free(places)
    if k is None:
        free = obstacles.inside(places) & obstacles.free_of_symbols(places)
        k = int(np.argmax(free)) if free.any() else None
    if k is None:
        is_clear = not obstacles.raster.under(places.take(slice(0, 1)))[0]
        return inside - box.centre[0], is_clear
    return centres[k] - box.centre[0], True


def _with_markers(figure: Figure, transform: Transform, theme: Theme) -> Figure:
    """The figure with its markers among its marks."""
    if not figure.markers:
        return figure
    return replace(
        figure, marks=(*figure.marks, *nest_markers(figure.markers, transform, theme)), markers=()
    )


def _solid(figure: Figure) -> tuple[Mark, ...]:
    return figure.marks if figure.solid is None else figure.solid
