"""The one placer of words: it puts the words of a figure over the marks, each at its home and clear
of everything.

``search`` finds the places at rest, ``gliding`` moves them along during a drag.  In a film words
stay in place at a stop if it is clear; between two stops they move evenly.  Where they would pass
over each other, they are placed halfway, as at a stop.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from solvers import Floats

from ...scene.marks import Figure, Mark, Off, Text, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from ..coincidence import nest_markers
from .boxes import Boxes, lie_on
from .gliding import glide_words, is_seen_as
from .obstacles import CLEAR, EDGE, Edges, Obstacles, obstacles_of, text_edges
from .placed_words import PlacedWords, marks_of
from .search import PlaceSearch

Places = Mapping[Hashable, PlacedWords]
NOTE = "annotation"  # the role of the words of an annotation
# from the place of such words outwards, in heights of labels, and in how many directions
STEP_OFF, STEPS_OFF, WAYS = 0.4, 22, 16
SHORT = 16  # pages from stop to stop without another between: more stops would be more jumps


class Placer:
    """Puts words into the frames of one picture.

    At rest the places depend on the picture alone, at a step of a run (``Figure.is_step``) also on
    the step before. During a drag (``Figure.gliding``) words stay at their lines; only words that
    appear during a drag are placed, once.
    """

    avoids_symbols = True  # whether the words of annotations do, on paper

    def __init__(self) -> None:
        self._rest: dict[Hashable, PlacedWords] = {}
        self._key: tuple[object, ...] = ()
        self._marks: dict[Mark, Words] = {}
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
        sans: str | None = None,
        taken_rectangles: tuple[Edges, ...] = (),
    ) -> Figure:
        """The figure with its words among its marks; the reading is on top.  ``taken_rectangles``
        belong to others.
        """
        figure = _with_markers(figure, transform, theme)
        if theme.unit == "pt":
            figure, _ = with_notes_moved(figure, transform, theme, sans, self.avoids_symbols)
        marks, reading, layers = figure.marks, figure.reading, figure.layers
        if figure.words:
            words_of_marks = self._words(figure, transform, theme, sans, taken_rectangles)
            marks = (*marks, *words_of_marks)
            if theme.unit == "pt" and layers:  # the window does not separate layers
                layers = {
                    **layers,
                    **{mark: layers.get(words, "") for mark, words in words_of_marks.items()},
                }
        if reading is not None:
            search = PlaceSearch(
                obstacles_of(marks, taken_rectangles, transform, theme, sans),
                transform,
                theme,
                sans,
            )
            reading_marks = (
                mark
                for place in search.find((reading.words,))
                for mark in marks_of(place, transform)
            )
            marks = (*marks, *reading.marks, *reading_marks)
        return figure if marks is figure.marks else replace(figure, marks=marks, layers=layers)

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None,
        taken_rectangles: tuple[Edges, ...],
    ) -> dict[Mark, Words]:
        solid = _solid(figure)
        # Marks are the same when they are the same objects; nothing here compares arrays.
        key = (
            figure.words,
            solid,
            transform,
            theme,
            sans,
            taken_rectangles,
            figure.gliding,
            figure.is_step,
        )
        if key != self._key:
            if figure.gliding and self._rest:
                places = self._glide(figure.words, solid, transform, theme, sans, taken_rectangles)
            else:
                search = PlaceSearch(
                    obstacles_of(solid, taken_rectangles, transform, theme, sans),
                    transform,
                    theme,
                    sans,
                )
                before = (
                    {**self._rest, **self._last}
                    if figure.is_step and self._key[2:6] == key[2:6]
                    else {}
                )
                places = (
                    search.settle(figure.words, before) if before else search.find(figure.words)
                )
                self._rest = {place.words.id: place for place in places}
                self._last = {}
            same_look = self._key[2:5] == key[2:5]
            self._key = key
            # Words that have not moved have the same marks.
            old_marks = self._marks_of if same_look else {}
            self._marks_of = {
                place: old_marks.get(place) or marks_of(place, transform) for place in places
            }
            self._marks = {
                mark: place.words for place, marks in self._marks_of.items() for mark in marks
            }
        return self._marks

    def _glide(
        self,
        words: tuple[Words, ...],
        solid: tuple[Mark, ...],
        transform: Transform,
        theme: Theme,
        sans: str | None,
        taken_rectangles: tuple[Edges, ...],
    ) -> tuple[PlacedWords, ...]:
        """The words where they were relative to their lines; needed ones without a place are
        placed.
        """
        places: list[PlacedWords] = []
        lost_words: list[Words] = []
        places_of_words: dict[Words, PlacedWords] = {}
        # Words equal to those of the last frame have not moved.
        before = self._glided if self._key[2:5] == (transform, theme, sans) else {}
        for word in words:
            place = before.get(word)
            if place is None and (rest := self._rest.get(word.id)) is not None:
                place = glide_words(rest, word, transform, theme, sans)
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
                obstacles_of(solid, taken_rectangles, transform, theme, sans),
                transform,
                theme,
                sans,
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
    sans: str | None = None,
    taken_rectangles: tuple[Edges, ...] = (),
) -> Figure:
    """The figure with its words among its marks, for a picture that is drawn once."""
    return Placer().place_words(figure, transform, theme, sans, taken_rectangles)


def words_and_losses(
    figure: Figure, transform: Transform, theme: Theme, sans: str | None
) -> tuple[tuple[PlacedWords, ...], tuple[str, ...]]:
    """The words of a figure that is drawn once, at their places, and the words that found no
    room.
    """
    figure = _with_markers(figure, transform, theme)
    if theme.unit == "pt":
        figure, _ = with_notes_moved(figure, transform, theme, sans)
    search = PlaceSearch(
        obstacles_of(_solid(figure), (), transform, theme, sans), transform, theme, sans
    )
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
    sans: str | None,
    avoids_symbols: bool = True,
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
    obstacles = obstacles_of(solid, (), transform, theme, sans)
    new_marks: dict[Mark, Text] = {}
    hiding: list[str] = []
    for lines in notes:
        edges = np.array([text_edges(line, transform, theme, sans) for line in lines])
        box = Boxes.of_edges(np.append(edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0))[None])
        shift, is_clear = _shift_of_note(box, obstacles, avoids_symbols)
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
        layers={_moved(key, new_marks): name for key, name in figure.layers.items()},
    )
    return moved, tuple(hiding)


def _moved(key: Mark | Words, new_marks: Mapping[Mark, Text]) -> Mark | Words:
    return key if isinstance(key, Words) else new_marks.get(key, key)


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


def _shift_of_note(box: Boxes, obstacles: Obstacles, avoids_symbols: bool) -> tuple[Floats, bool]:
    """How far the words of an annotation move on the device, and whether they hide no symbol
    there.
    """
    t, em = obstacles.transform, obstacles.em
    low = np.array([t.left, t.top]) + box.half[0] + EDGE * em
    high = np.maximum(np.array([t.right, t.bottom]) - box.half[0] - EDGE * em, low)
    inside = np.clip(box.centre[0], low, high)
    covered = obstacles.raster.under(box.grown(-CLEAR * em, -CLEAR * em))
    is_inside = bool((inside == box.centre[0]).all())
    if is_inside and not (covered[0] and avoids_symbols):
        return np.zeros(2), not covered[0]
    if not avoids_symbols:
        return inside - box.centre[0], True
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


@dataclass(frozen=True, eq=False)
class FilmPicture:
    """One picture of a film in its place on the page."""

    figure: Figure
    transform: Transform


class FilmPlacer:
    """Puts words into the pictures of a film, from stop to stop."""

    def __init__(self, theme: Theme, sans: str | None) -> None:
        self._theme, self._sans = theme, sans
        self._last: Places | None = None  # at the last stop

    def place_words(self, way: Sequence[FilmPicture]) -> list[Figure]:
        """The pictures with their words among their marks: at first that with which the film
        begins, then those after a stop up to the next one, or to the end.
        """
        if self._last is None:
            places_of_pictures = [_at_stop(way[0], {}, self._theme, self._sans)]
        else:
            places_of_pictures = _way(way, self._last, self._theme, self._sans)
        self._last = places_of_pictures[-1]
        return [self._figure(*pair) for pair in zip(way, places_of_pictures, strict=True)]

    def _figure(self, picture: FilmPicture, places: Places) -> Figure:
        placer = _FixedPlacer(tuple(places.values()))
        figure = placer.place_words(picture.figure, picture.transform, self._theme, self._sans)
        return replace(figure, words=())


def _way(
    pictures: Sequence[FilmPicture], first: Places, theme: Theme, sans: str | None
) -> list[Places]:
    """The places of words in the pictures after a stop, up to the last, which is a stop, too."""
    steps = len(pictures)
    last = _at_stop(pictures[-1], first, theme, sans)
    result = [
        _between(picture, first, last, k / steps, theme, sans)
        for k, picture in enumerate(pictures[:-1], start=1)
    ] + [last]
    if steps <= SHORT or not any(_pass_over(places) for places in result):
        return result
    half = _way(pictures[: steps // 2], first, theme, sans)
    return half + _way(pictures[steps // 2 :], half[-1], theme, sans)


def _pass_over(places: Places) -> bool:
    """Whether words that are needed, names of lines and classes, lie on each other."""
    boxes = [place.box for place in places.values() if place.words.needed]
    return any(lie_on(one, other).any() for one, other in combinations(boxes, 2))


class _FixedPlacer(Placer):
    """Puts words at given places; on the pages of a film annotations do not jump off points."""

    avoids_symbols = False

    def __init__(self, places: tuple[PlacedWords, ...]) -> None:
        super().__init__()
        self._places = places

    def _words(
        self,
        figure: Figure,
        transform: Transform,
        theme: Theme,
        sans: str | None,
        taken_rectangles: tuple[Edges, ...],
    ) -> dict[Mark, Words]:
        return {mark: place.words for place in self._places for mark in marks_of(place, transform)}


def _at_stop(picture: FilmPicture, before: Places, theme: Theme, sans: str | None) -> Places:
    """Words whose old places are clear stay there; the others are placed."""
    figure, t = picture.figure, picture.transform
    search = PlaceSearch(
        obstacles_of(figure.marks if figure.solid is None else figure.solid, (), t, theme, sans),
        t,
        theme,
        sans,
    )
    return {place.words.id: place for place in search.settle(figure.words, before)}


def _move_words(
    rest: PlacedWords | None, word: Words, t: Transform, theme: Theme, sans: str | None
) -> PlacedWords | None:
    return None if rest is None else glide_words(rest, word, t, theme, sans)


def _between(
    picture: FilmPicture, first: Places, last: Places, share: float, theme: Theme, sans: str | None
) -> Places:
    """The words between two stops, each at its own line or point."""
    result: dict[Hashable, PlacedWords] = {}
    for word in picture.figure.words:
        ends = [
            _move_words(places.get(word.id), word, picture.transform, theme, sans)
            for places in (first, last)
        ]
        one, other = ends if share < 0.5 else reversed(ends)
        blended = _blend_words(ends[0], ends[1], share)
        # Words at only one of the stops appear or vanish halfway; a name is always there.
        place = blended or one or (other if word.needed else None)
        if place is not None:
            result[word.id] = place
    return result


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
    return replace(
        one, middle=_mix_places(one.middle, other.middle, share), along=way, leader=leader
    )


def _mix_places(
    one: tuple[float, float], other: tuple[float, float], share: float
) -> tuple[float, float]:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
