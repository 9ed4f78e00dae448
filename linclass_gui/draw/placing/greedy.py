"""One pass over the words of a picture, the important ones first: each takes the first of its homes
that is free.

The answer depends on the words, the marks, the transform and the theme alone, but from step to step
and during a drag: then words stay where they were where that is free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from solvers.arrays import Bools, Ints

from ...scene.marks import Across, Along, Beside, Inside, Listed, Off, Row, Words
from ...scene.theme import Theme
from . import upright
from .boxes import Boxes, crossings, thin
from .lines import Chain, LinePlaces, amid, beside_line, chains_of, places_in, run_beside
from .obstacles import Obstacles
from .placed_words import PlacedWords, WordSize, groups_of, size_of
from .upright import arrow_with_words, first_with_leader, leader_of

SMALLER = (1.0, 0.8)  # the sizes of words that are needed
SMALLEST_OFF = 0.6  # of those that have one place only: in the rows of a plot that is low
FORMULA = "math"  # the role of formulas, which are smaller rather than missing
APART = 0.8  # between words that touch something, and others beside them, in heights of letters
SMALL = 0.86  # the scale of names that share a gap or are in a list
MOST_IN_A_GAP, MOST_SETS = 3, 6  # names, and sets of them that are tried
LIST = "list"  # the id of the list of names without a place
WALL = 3.0  # the cost of a line under words, in symbols


@dataclass(eq=False)
class Pass:
    """Places the words of one picture; placed words are obstacles for later ones.

    ``near`` are places of another frame by the names of their words: in a line the nearest place is
    preferred.  ``is_loose``: as during a drag, names only keep off other words.
    """

    obstacles: Obstacles
    theme: Theme
    near: Mapping[Hashable, PlacedWords] = field(default_factory=dict)
    is_loose: bool = False
    _places: dict[Hashable, PlacedWords] = field(default_factory=dict, init=False)
    # the number of words placed, by their ``most``
    _counts: Counter[int] = field(default_factory=Counter, init=False)
    _listed: list[Words] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._empty, self._t = self.obstacles, self.obstacles.transform

    def run(
        self, words: Iterable[Words], kept_places: Sequence[PlacedWords] = ()
    ) -> tuple[PlacedWords, ...]:
        """The words at their places, without those that find none; some have theirs already."""
        for place in kept_places:
            self._take(place)
        placed_names = {_name_of(word) for place in kept_places for word in place.words_shown}
        for group in groups_of(tuple(word for word in words if _name_of(word) not in placed_names)):
            home = group[0].home
            if isinstance(home, Along) and group[0].needed:
                self._names(group)
            elif len(group) > 1:
                self._pair(group)
            else:
                self._one(group[0])
        if self._listed:
            self._list(self._listed)
        return tuple(self._places.values())

    def keep(self, places: Sequence[PlacedWords]) -> tuple[PlacedWords, ...]:
        """The places that are clear, each an obstacle for the next; of a pair both or none."""
        clear_places = [p for p in places if self._stands(p) and self._take(p)]
        lost_pairs = {p.words.pair for p in places if p not in clear_places} - {None}
        self._set(())
        return tuple(p for p in clear_places if p.words.pair not in lost_pairs)

    def _stands(self, place: PlacedWords) -> bool:
        if not place.clear:
            return False
        lines = thin(place.drawn_lines(self._t))
        if place.is_in_line:
            places = LinePlaces(place.box, np.array([place.spread]))
            return bool(len(self._free_in_line(places, place.members, place.size.em)))
        return bool(
            self.obstacles.free(place.box).all() and self.obstacles.free_of_words(lines).all()
        )

    def _set(self, places: Iterable[PlacedWords]) -> None:
        """Begin anew, with some places."""
        self._places, self._counts, self.obstacles = {}, Counter(), self._empty
        for place in places:
            self._take(place)

    def _take(self, place: PlacedWords | None) -> bool:
        """Put words at their place, if they have one; whether they have."""
        if place is None:
            return False
        self._places[_name_of(place.words)] = place
        self._counts[place.words.most] += 1
        self.obstacles = self.obstacles.with_words(place.box, place.drawn_lines(self._t))
        return True

    def _one(self, words: Words) -> bool:
        """Words of their own, shorter or smaller where they do not fit; whether they are shown."""
        if words.most and self._counts[words.most] >= words.most:
            return False
        if any(self._take(self._place(words, *form)) for form in _forms(words)):
            return True
        if words.needed:
            return self._take(self._last_resort(words))
        if isinstance(words.home, Across):
            size = size_of(words, self.theme)
            return self._take(arrow_with_words(words, words.home, size, self.obstacles))
        return False

    def _pair(self, pair: tuple[Words, ...]) -> None:
        """Words of which all or none are shown, alike; one whose side has no room at all does not
        count.
        """
        pair, before = tuple(filter(self._has_side, pair)), tuple(self._places.values())
        if not pair:
            return
        shorter, scales = [word.shorter for word in pair], _scales_of(pair[0])
        full = [word.lines for word in pair]
        for all_lines, scale in [(full, scales[0]), *((shorter, scale) for scale in scales)]:
            if all(
                lines and self._take(self._place(words, lines, scale))
                for words, lines in zip(pair, all_lines, strict=True)
            ):
                return
            self._set(before)
        for words in pair:
            if words.needed:
                self._take(self._last_resort(words))

    def _has_side(self, words: Words) -> bool:
        """Whether the side that words belong to, if they do, is large enough for them in an empty
        picture.
        """
        if not isinstance(words.home, Inside):
            return True
        size = size_of(words, self.theme, 1.0, words.shorter)
        boxes = upright.inside(words.home, size, self.obstacles)
        return bool(upright.on_side(words.home, boxes, self._t).any())

    def _place(self, words: Words, lines: tuple[str, ...], scale: float) -> PlacedWords | None:
        """The first free place of some lines of the words at a scale."""
        size = size_of(words, self.theme, scale, lines)
        match words.home:
            case Along():
                return self._along((words,), lines, size)
            case Beside():
                return self._beside(words, words.home, lines, size)
            case Off():
                boxes = upright.off(words.home, size, self._t)
                # Two numbers in a row would read as one; in columns only others are in the way.
                is_column = not any(words.home.way)
                apart = 0.0 if is_column else APART
                is_free = (
                    is_column or self.obstacles.free(boxes)[0]
                ) and self.obstacles.free_of_words(boxes.grown(apart * size.em, 0.0))[0]
                return PlacedWords(words, lines, size, boxes.middle(0)) if is_free else None
            case Inside():
                return self._inside(words, words.home, lines, size)
            case Across():
                place = arrow_with_words(words, words.home, size, self.obstacles)
                return place if place is not None and place.lines else None
            case Row() | Listed():
                places = upright.in_corners if isinstance(words.home, Listed) else upright.in_rows
                boxes = places(size, self.obstacles)
                k = self.obstacles.first_free(boxes)
                if k is None:
                    return None
                return PlacedWords(words, lines, size, boxes.middle(k), side="left")

    # --- names of lines ---------------------------------------------------------------------------

    def _names(self, names: tuple[Words, ...]) -> None:
        """The names of lines, each in its own, else with those beside it, else in the list; a line
        without a part in view has none.
        """
        names = tuple(word for word in names if self._chains(word))
        crowded = [
            word
            for word in names
            if not any(self._take(self._place(word, *form)) for form in _forms(word))
        ]
        while crowded and not self.is_loose:
            word = crowded[0]
            # without a sample of its line a name would not be told from the others in a gap
            neighbours = self._neighbours(word, names, crowded) if word.sample else []
            members = next(filter(self._share, neighbours), (word,))
            if len(members) == 1 and word.sample:
                self._listed.append(word)
            elif len(members) == 1:
                lines = word.shorter or word.lines
                size = size_of(word, self.theme, SMALL, lines)
                self._take(self._beside_line(word, lines, size) or self._last_resort(word))
            crowded = [other for other in crowded if other not in members]

    def _chains(self, words: Words) -> tuple[Chain, ...]:
        assert isinstance(words.home, Along)
        return chains_of(words.home.curve, self._t)

    def _along(
        self, members: tuple[Words, ...], lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        """The words in their line, or amid several lines; beside one that is not cut for them."""
        words = members[0]
        if words.id not in self.obstacles.lines:
            return self._beside_line(words, lines, size)
        places = places_in(self._chains(words), size)
        places = amid(places, [self._chains(word) for word in members[1:]], self.obstacles.em)
        old = self.near.get(words.id)
        if old is not None:
            distances = np.hypot(*(places.boxes.centre - old.middle).T)
            places = places.take(np.argsort(distances, kind="stable"))
        rows = self._free_in_line(places, members, size.em)
        if not len(rows):
            return None if words.needed else self._beside_line(words, lines, size)
        place, spread = places.boxes.take(rows[:1]), float(places.spread[rows[0]])
        x, y = place.along[0].tolist()
        return PlacedWords(
            words, lines, size, place.middle(0), (x, y), members=members, spread=spread
        )

    def _free_in_line(self, places: LinePlaces, members: tuple[Words, ...], em: float) -> Ints:
        """The numbers of those places that are free but for the lines of the names."""
        boxes, ids = places.boxes, [word.id for word in members]
        rows = np.flatnonzero(self.obstacles.inside(boxes))
        rows = rows[self.obstacles.free_of_words(boxes.take(rows))]
        if self.is_loose or not len(rows):
            return rows
        rows = rows[self.obstacles.free_of_symbols(boxes.take(rows))]
        gaps = places.take(rows).gaps(em)
        return np.asarray(rows[crossings(gaps, self.obstacles.lines_but(ids)) == 0])

    def _beside_line(
        self, words: Words, lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        """The words beside their line, further from those of others that have names."""
        boxes, obstacles = beside_line(self._chains(words), size), self.obstacles
        lines_of_others = obstacles.lines_but((words.id,))

        def are_apart(some: Boxes) -> Bools:
            return np.asarray(crossings(some.grown(0.0, size.em), lines_of_others) == 0)

        k = obstacles.first_free(boxes, are_apart if words.id in obstacles.lines else None)
        return None if k is None else _turned_words(words, lines, size, boxes, k)

    def _neighbours(
        self, words: Words, names: tuple[Words, ...], crowded: Sequence[Words]
    ) -> list[tuple[Words, ...]]:
        """The names with which one may share a gap, those first that help most of the crowded."""
        size = size_of(words, self.theme, SMALL, words.shorter)
        places = places_in(self._chains(words), size)
        places = places.take(np.flatnonzero(self.obstacles.inside(places.boxes)))
        other_names = [word for word in names if word.sample and word is not words]
        beside = [
            run_beside(places.boxes, self._chains(word), self.obstacles.em) for word in other_names
        ]
        sets: dict[tuple[Words, ...], None] = {}
        table = np.array(beside, dtype=bool).reshape(len(other_names), len(places.boxes))
        for row in np.unique(table, axis=1).T:
            near = [other_names[k] for k in np.flatnonzero(row)]
            sets[(words, *near)] = None
        shared = [members for members in sets if 1 < len(members) <= MOST_IN_A_GAP]
        return sorted(shared, key=lambda members: -sum(w in crowded for w in members))[:MOST_SETS]

    def _share(self, members: tuple[Words, ...]) -> bool:
        """Put names in one gap, if there is room; those that had one of their own leave it."""
        members = tuple(sorted(members, key=lambda word: word.role != "label"))  # none in bold
        before, names = tuple(self._places.values()), {*members}
        apart = tuple(place for place in before if names.isdisjoint(place.members))
        if not names.issuperset(word for p in before if p not in apart for word in p.members):
            return False
        self._set(apart)
        lines = (", ".join((word.shorter or word.lines)[0] for word in members),)
        size = size_of(members[0], self.theme, SMALL, lines, len(members))
        is_placed = self._take(self._along(members, lines, size))
        if is_placed:
            self._listed = [word for word in self._listed if word not in names]
        else:
            self._set(before)
        return is_placed

    def _list(self, names: Sequence[Words]) -> None:
        """The names without a place in a corner; on paper, where that is not free, the legend has
        them.
        """
        words = list_of(names)
        place = self._place(words, words.lines, SMALL)
        if place is None and self.theme.unit == "px":
            place = self._last_resort(words)
        self._take(place and replace(place, members=tuple(names)))

    def _last_resort(self, words: Words) -> PlacedWords | None:
        """The place where needed words cover as little as possible, small and with a ground of
        their own.
        """
        lines = words.shorter or words.lines
        size = size_of(words, self.theme, _scales_of(words)[-1], lines)
        home = words.home
        if isinstance(home, Off):
            box = upright.off(home, size, self._t)
            return PlacedWords(words, lines, size, box.middle(0), clear=False)
        if isinstance(home, Along):
            boxes = beside_line(self._chains(words), size)
            if (k := self._least_bad(boxes)) is not None:
                return _turned_words(words, lines, size, boxes, k, clear=False)
            home = Beside(home.curve[len(home.curve) // 2][None])
        xy = home.xy if isinstance(home, Beside) else np.empty((0, 2))
        distance = home.away if isinstance(home, Beside) else 0.0
        boxes, positions = upright.beside(Beside(xy, away=distance), size, self._t, words.boxed)
        place = self._least_bad(boxes)
        if place is None:
            return None
        # Words of a whole side and rows belong to no position that a leader could come from.
        leader = leader_of(boxes, positions, place, size) if isinstance(home, Beside) else None
        return PlacedWords(words, lines, size, boxes.middle(place), leader=leader, clear=False)

    def _least_bad(self, boxes: Boxes) -> int | None:
        """The place on no other words and on as little else as possible; None where all lie outside
        the picture or on words.
        """
        rows = np.flatnonzero(self.obstacles.inside(boxes))
        rows = rows[self.obstacles.free_of_words(boxes.take(rows))]
        if len(rows) == 0:
            return None
        candidates = boxes.take(rows)
        cost = self.obstacles.raster.under(candidates) + 0.01 * np.arange(len(rows))
        return int(rows[np.argmin(cost + WALL * self.obstacles.line_crossings(candidates))])

    # --- upright words ----------------------------------------------------------------------------

    def _beside(
        self, words: Words, home: Beside, lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        boxes, positions = upright.beside(home, size, self._t, words.boxed)
        if words.boxed:  # on a ground of their own: only other words are obstacles
            spot = int(np.argmax(self.obstacles.free_of_words(boxes)))
            return PlacedWords(words, lines, size, boxes.middle(spot), side="left")
        k = first_with_leader(boxes, positions, size, self.obstacles)
        if k is None:
            return None
        leader = leader_of(boxes, positions, k, size)
        return PlacedWords(words, lines, size, boxes.middle(k), leader=leader)

    def _inside(
        self, words: Words, home: Inside, lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        partner = self._places.get(words.below) if words.below is not None else None
        if partner is not None:
            is_low = partner.middle[1] > self._t.top + 0.5 * self._t.height
            boxes = upright.next_to(
                partner.middle, partner.size.half, partner.side, size, partner.size.em, is_low
            )
            if (k := self.obstacles.first_free(boxes)) is not None:
                return PlacedWords(words, lines, size, boxes.middle(k), side=partner.side)
        boxes = upright.inside(home, size, self.obstacles)
        k = self.obstacles.first_free(boxes, lambda some: upright.on_side(home, some, self._t))
        if k is None:
            return None
        corner = home.corners[k] if k < len(home.corners) else ""
        side = "right" if "right" in corner else "left" if corner else "center"
        return PlacedWords(words, lines, size, boxes.middle(k), side=side)


def _forms(words: Words) -> list[tuple[tuple[str, ...], float]]:
    """The lines and the scales in which words are tried."""
    texts = list(dict.fromkeys((words.lines, words.shorter or words.lines)))
    if isinstance(words.home, Along) and words.needed:
        return [*((text, 1.0) for text in texts), (texts[-1], SMALL)]
    may_shrink = (
        words.needed or isinstance(words.home, Across) or words.names_class or words.role == FORMULA
    )
    scales = _scales_of(words)[: None if may_shrink else 1]
    return [(text, scale) for text in texts for scale in scales]


def _scales_of(words: Words) -> tuple[float, ...]:
    """The scales at which words are tried."""
    has_one_place = words.needed and isinstance(words.home, Off)
    scales = (*SMALLER, SMALLEST_OFF) if has_one_place else SMALLER
    return tuple(scale for scale in scales if scale <= words.largest)


def _name_of(words: Words) -> Hashable:
    return id(words) if words.id is None else words.id


def list_of(names: Sequence[Words]) -> Words:
    """The list of some names."""
    lines = tuple((words.shorter or words.lines)[0] for words in names)
    home = Listed(tuple((words.sample, words.slot) for words in names))
    return Words(lines, home, id=LIST, largest=SMALL, layer=names[0].layer)


def _turned_words(
    words: Words, lines: tuple[str, ...], size: WordSize, boxes: Boxes, k: int, clear: bool = True
) -> PlacedWords:
    x, y = boxes.along[k].tolist()
    return PlacedWords(words, lines, size, boxes.middle(k), (x, y), clear=clear)
