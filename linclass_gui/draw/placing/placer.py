"""The one placer of words: it puts the words of a figure over the marks, each at its home and clear
of everything, and cuts the lines in which names are.

``greedy`` finds the places at rest; ``following`` moves them along with lines and points.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from solvers import Floats

from ...scene.marks import Figure, Mark, Off, Path, Text, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from ..coincidence import nest_markers
from .boxes import Boxes
from .following import places_followed, without_overlaps
from .greedy import Pass
from .lines import cut_path
from .obstacles import CLEAR, EDGE, Edges, Obstacles, obstacles_of, text_edges
from .placed_words import PlacedWords, WordSize, marks_of
from .upright import then_everywhere

HANDLE = 0.6  # about what can be dragged, in heights of labels
NOTE = "annotation"  # the role of the words of an annotation


class Placer:
    """Puts words into the frames of one picture.

    At rest the places depend on the picture alone.  During a drag and between two stops
    (``Figure.gliding``) words go with their lines and points as long as they lie on no others; only
    needed ones without a place are placed. At a step of a run and at a stop of a film
    (``Figure.is_step``) they stay at their lines where that is clear.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, PlacedWords] = {}  # the last places, by the ids of the words
        self._key: tuple[object, ...] = ()
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
        """The figure with its words among its marks, and the lines cut in which they are; the
        reading is on top.  ``taken_rectangles`` belong to others.
        """
        figure = _with_markers(figure, transform, theme)
        if theme.unit == "pt":
            figure, _ = with_notes_moved(figure, transform, theme)
        marks, reading = figure.marks, figure.reading
        if figure.words:
            words = self._words(figure, transform, theme, taken_rectangles)
            marks = (*_cut(marks, self.places, transform), *words)
        if reading is not None:
            obstacles = obstacles_of((), taken_rectangles, transform, theme)
            obstacles = obstacles.with_words(Boxes.union(place.box for place in self.places))
            (place,) = Pass(obstacles, theme).run((reading.words,))
            marks = (*marks, *reading.marks, *marks_of(place, transform))
        return figure if marks is figure.marks else replace(figure, marks=marks)

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        taken_rectangles: tuple[Edges, ...],
    ) -> Iterable[Mark]:
        look, solid = (transform, theme, taken_rectangles), _solid(figure)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        key = (*look, figure.words, solid, figure.gliding, figure.is_step)
        if key != self._key:
            is_alike = self._key[:3] == look
            moves = is_alike and (figure.gliding or figure.is_step)
            before = self._before if moves else {}
            taken = (*taken_rectangles, *_around_handles(figure, transform, theme))
            obstacles = partial(obstacles_of, solid, taken, transform, theme)
            places = _places(figure, before, transform, theme, obstacles)
            self._before = before | {
                word.id: place for place in places for word in place.words_shown
            }
            self._key = key
            # Words that have not moved have the same marks.
            old_marks = self._marks_of if is_alike else {}
            self._marks_of = {
                place: old_marks.get(place) or marks_of(place, transform) for place in places
            }
        return [mark for marks in self._marks_of.values() for mark in marks]


def _places(
    figure: Figure,
    before: Mapping[Hashable, PlacedWords],
    transform: Transform,
    theme: Theme,
    obstacles: Callable[[], Obstacles],
) -> tuple[PlacedWords, ...]:
    """The words of a frame after those ``before``."""
    if not before:
        return Pass(obstacles(), theme).run(figure.words)
    followed = tuple(places_followed(before, figure.words, transform, theme))
    if not figure.gliding:
        search = Pass(obstacles(), theme, before)
        return search.run(figure.words, search.keep(followed))
    kept_places = tuple(without_overlaps(followed, transform, theme.line_label))
    known_ids = {word.id for place in followed for word in place.words_shown}
    lost = [words for words in figure.words if words.needed and words.id not in known_ids]
    if not lost:
        return kept_places
    return Pass(obstacles(), theme, before, is_loose=True).run(lost, kept_places)


def _around_handles(figure: Figure, t: Transform, theme: Theme) -> Iterator[Edges]:
    """The rectangles about what can be dragged, which is not drawn in every plot."""
    reach = HANDLE * theme.line_label
    for handle in figure.handles if theme.unit == "px" else ():
        x, y = t.point(*handle.at)
        yield x - reach, y - reach, x + reach, y + reach


def _cut(
    marks: tuple[Mark, ...], places: tuple[PlacedWords, ...], transform: Transform
) -> tuple[Mark, ...]:
    """The marks with gaps in the lines in which words are."""
    gaps: dict[Hashable, tuple[Boxes, ...]] = {}
    for place in places:
        for word in place.members if place.is_in_line else ():
            gaps[word.id] = (*gaps.get(word.id, ()), place.gap)
    return tuple(
        cut_path(mark, gaps[mark.id], transform)
        if isinstance(mark, Path) and mark.id in gaps
        else mark
        for mark in marks
    )


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
    places = Pass(obstacles_of(_solid(figure), (), transform, theme), theme).run(figure.words)
    return places, tuple(_losses(figure.words, places))


def _losses(words: tuple[Words, ...], places: tuple[PlacedWords, ...]) -> Iterator[str]:
    """Words that have found no place.

    Only the words that identify things: names of lines and classes, the values on margin lines,
    measures, formulas, the numbers of a table and shares (a ``pair``), whether or not their part of
    the picture has room for them at all.  The rest is not a loss: other numbers, remarks, and the
    part missing in a shorter form (the sign of f beside the name of a class adds nothing to the
    name and the values on the margin lines).
    """
    for word in lost_words(words, places):
        is_remark = (
            not word.needed
            and not word.names_class
            and word.pair is None
            and (word.role == "caption" or isinstance(word.home, Off))
        )
        if not is_remark:
            yield " ".join(word.shorter or word.lines)


def lost_words(words: Iterable[Words], places: Iterable[PlacedWords]) -> list[Words]:
    """Those of some words that no place shows."""
    words_shown = {word for place in places for word in place.words_shown}
    return [word for word in words if word not in words_shown]


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
    x, y = box.half[0].tolist()
    places = then_everywhere(inside[None], WordSize((x, y), em), t)
    k = obstacles.first_free(places)
    if k is None:
        k = int(np.argmax(obstacles.free_of_symbols(places)))
    return places.centre[k] - box.centre[0], bool(obstacles.free_of_symbols(places)[k])


def _with_markers(figure: Figure, transform: Transform, theme: Theme) -> Figure:
    """The figure with its markers among its marks."""
    if not figure.markers:
        return figure
    return replace(
        figure, marks=(*figure.marks, *nest_markers(figure.markers, transform, theme)), markers=()
    )


def _solid(figure: Figure) -> tuple[Mark, ...]:
    return figure.marks if figure.solid is None else figure.solid
