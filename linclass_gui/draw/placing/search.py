"""The places of words: one after the other in the order of their importance, each at a clear place.

The answer depends on the words, the marks, the transform and the theme alone: the same picture has
the same words in the same places, with any figures before it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools

from ...scene.marks import Across, Along, Beside, Inside, Off, Row, Words
from ...scene.theme import Theme
from ...scene.view import Transform
from . import along, upright
from .along import LineName, places_at_ends
from .boxes import Boxes, thin
from .gliding import glide_words
from .obstacles import Obstacles
from .placed_words import SMALLER, PlacedWords, WordSize, groups_of, scales_of, size_of
from .upright import arrow_places, arrow_with_words, first_with_leader, leader_of

NAME = "name"  # the role of names of things in a plot
HALO = 0.17  # around letters, in their heights: on a line it would hide a piece of it
FORMULA = "math"  # the role of formulas, which are smaller rather than missing
APART = 0.8  # between words that touch something, and others beside them, in heights of letters


@dataclass(eq=False)
class PlaceSearch:
    """Finds the places of words in one picture; placed words are obstacles for later ones."""

    obstacles: Obstacles
    transform: Transform
    theme: Theme
    # preferred places of words, by their names
    near: Mapping[Hashable, tuple[float, float]] = field(default_factory=dict)
    _places: dict[Hashable, PlacedWords] = field(
        default_factory=dict, init=False
    )  # by the names of the words
    # the number of words placed, by their ``most``
    _counts: Counter[int] = field(default_factory=Counter, init=False)

    def settle(
        self, words: tuple[Words, ...], before: Mapping[Hashable, PlacedWords]
    ) -> tuple[PlacedWords, ...]:
        """Words whose old places relative to their lines are clear stay there; the others are
        placed, along a line nearest to the old one.
        """
        moved = (
            glide_words(before[word.id], word, self.transform, self.theme)
            for word in words
            if word.id in before
        )
        places = tuple(place for place in moved if place is not None)
        self.near = {place.words.id: place.middle for place in places}
        obstacles = self.obstacles
        while len(clear_places := self.clear_places(places)) < len(places):
            names_of_placed = {place.words.id for place in clear_places}
            halves = {word.pair for word in words if word.id not in names_of_placed} - {None}
            places, self.obstacles = (
                tuple(place for place in clear_places if place.words.pair not in halves),
                obstacles,
            )
        names_of_placed = {place.words.id for place in clear_places}
        # Kept words are obstacles already; taking them again changes nothing.
        return (
            *clear_places,
            *self.find(
                tuple(word for word in words if word.id not in names_of_placed), clear_places
            ),
        )

    def _crosses_line(self, place: PlacedWords) -> bool:
        """Whether the leader of a point's words passes a line: the words would stand on the wrong
        side of it.
        """
        if place.leader is None or not isinstance(place.words.home, Beside):
            return False
        return not self.obstacles.free_of_lines(thin(np.array([place.leader])))[0]

    def find(
        self, words: tuple[Words, ...], old_places: tuple[PlacedWords, ...] = ()
    ) -> tuple[PlacedWords, ...]:
        """The words that find a place; those in ``old_places`` have theirs already.

        Where needed words are in trouble, all are placed again with these first; the result is
        taken if fewer are, and no more are left out.
        """
        before = self.obstacles
        places = self._find_once(words, old_places)
        first = self._in_trouble(places)
        if not first or first == words[: len(first)]:
            return places
        found, self.obstacles = (self._places, self._counts, self.obstacles), before
        others = tuple(word for word in words if word not in first)
        second_places = self._find_once((*first, *others), old_places)
        is_better = len(self._in_trouble(second_places)) < len(first)
        if is_better and len(second_places) >= len(places):
            return second_places
        self._places, self._counts, self.obstacles = found
        return places

    def _in_trouble(self, places: tuple[PlacedWords, ...]) -> tuple[Words, ...]:
        """Words that are needed and lie on something, or are joined to their point by a leader
        across a line.
        """
        needed = [place for place in places if place.words.needed]
        return tuple(p.words for p in needed if not p.clear or self._crosses_line(p))

    def _find_once(
        self, words: tuple[Words, ...], old_places: tuple[PlacedWords, ...]
    ) -> tuple[PlacedWords, ...]:
        self._places, self._counts = {}, Counter()
        for place in old_places:
            self._take(place)
        for group in groups_of(words):
            home = group[0].home
            if isinstance(home, Along) and group[0].needed:
                self._names(group)
            elif len(group) > 1:
                self._pair(group)
            else:
                self._one(group[0])
        return tuple(place for place in self._places.values() if place not in old_places)

    def clear_places(self, places: Iterable[PlacedWords]) -> tuple[PlacedWords, ...]:
        """The places that are still clear; each is an obstacle for the next."""
        clear_places: list[PlacedWords] = []
        for place in places:
            if self._stands(place):
                clear_places.append(place)
                self.obstacles = self.obstacles.with_words(
                    place.box, place.drawn_lines(self.transform)
                )
        return tuple(clear_places)

    def _stands(self, place: PlacedWords) -> bool:
        """Whether the place of words is clear, and, for words of a line, not at another line."""
        if not place.clear:
            return False
        if (
            not self.obstacles.free(place.box).all()
            or not self.obstacles.free_of_words(thin(place.drawn_lines(self.transform))).all()
        ):
            return False
        home = place.words.home
        if not isinstance(home, Along) or place.leader is not None:
            return True
        chain = self._chain(home)
        distances = np.array([along.distance(chain, place.middle)])
        return bool(along.is_plain(place.box, distances, self._other_lines(chain)).all())

    def _take(self, place: PlacedWords | None) -> bool:
        """Put words at their place, if they have one; whether they have."""
        if place is None:
            return False
        words = place.words
        self._places[words.id if words.id is not None else id(words)] = place
        self._counts[words.most] += 1
        self.obstacles = self.obstacles.with_words(place.box, place.drawn_lines(self.transform))
        return True

    def _one(self, words: Words) -> None:
        """Words of their own, smaller or shorter where they do not fit."""
        if words.most and self._counts[words.most] >= words.most:
            return
        lines = [words.lines, *([words.shorter] if words.shorter else [])]
        is_measure = isinstance(words.home, Across)
        for text in lines:
            # of a name without a sample, whose colour would say whose it is, that reaches its place
            # across a line, if no smaller one reaches it otherwise
            across_line: PlacedWords | None = None
            may_shrink = words.needed or is_measure or words.names_class or words.role == FORMULA
            for scale in scales_of(words)[: None if may_shrink else 1]:
                place = self._place(words, text, size_of(words, self.theme, scale, text))
                is_lone = words.role == NAME and not words.sample
                if place is not None and is_lone and self._crosses_line(place):
                    across_line = across_line or place
                elif self._take(place):
                    return
            if self._take(across_line):
                return
        # better on the wrong side than on the data
        if words.needed and isinstance(words.home, Inside):
            home, text = replace(words.home, holds=_everywhere), lines[-1]
            for scale in SMALLER:
                if self._take(
                    self._inside(words, home, text, size_of(words, self.theme, scale, text))
                ):
                    return
        if words.needed:
            self._take(self._last_resort(words))
        elif isinstance(words.home, Across):
            size = size_of(words, self.theme)
            self._take(next(iter(arrow_places(words, words.home, size, self.obstacles)), None))

    def _pair(self, pair: tuple[Words, ...]) -> None:
        """Words of which all or none are shown, alike; one whose side has no room at all does not
        count.
        """
        before = self.obstacles
        pair = tuple(word for word in pair if self._has_side(word))
        if not pair:
            return
        shorter, scales = [word.shorter for word in pair], scales_of(pair[0])
        full = [word.lines for word in pair]
        for all_lines, scale in [(full, scales[0]), *((shorter, scale) for scale in scales)]:
            places: list[PlacedWords] = []
            for words, lines in zip(pair, all_lines, strict=True):
                place = (
                    self._place(words, lines, size_of(words, self.theme, scale, lines))
                    if lines
                    else None
                )
                if place is not None:
                    places.append(place)
                    self.obstacles = self.obstacles.with_words(
                        place.box, place.drawn_lines(self.transform)
                    )
            self.obstacles = before
            if len(places) == len(pair):
                for place in places:
                    self._take(place)
                return
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
        boxes, _ = upright.inside(words.home, size, self.obstacles)
        return bool(upright.on_side(words.home, boxes, self.transform).any())

    def _place(self, words: Words, lines: tuple[str, ...], size: WordSize) -> PlacedWords | None:
        match words.home:
            case Along():
                return self._along(words, lines, self._chain(words.home), size)
            case Beside():
                return self._beside(words, words.home, lines, size)
            case Off():
                boxes = upright.off(words.home, size, self.transform)
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
                return arrow_with_words(words, words.home, size, self.obstacles)
            case Row():
                boxes = upright.in_rows(size, self.transform)
                k = self.obstacles.first_free(boxes)
                return (
                    None
                    if k is None
                    else PlacedWords(words, lines, size, boxes.middle(k), side="left")
                )

    # --- names of lines ---------------------------------------------------------------------------

    def _names(self, words: tuple[Words, ...]) -> None:
        """Names that must be shown: along their lines, at their ends with leaders, then smaller,
        then shorter, then anywhere; a line without a part in view has none.
        """
        words = tuple(word for word in words if len(self._chain(word.home).points) > 1)
        for is_short, scale in itertools.product((False, True), SMALLER):
            if is_short and not any(word.shorter for word in words):
                break
            crowded = []
            for word in words:
                lines = (is_short and word.shorter) or word.lines
                size = size_of(word, self.theme, scale, lines)
                if not self._take(self._along(word, lines, self._chain(word.home), size)):
                    crowded.append(word)
            words = self._at_ends(tuple(crowded), scale, is_short)
            if not words:
                return
        for word in words:
            self._take(self._last_resort(word))

    def _at_ends(self, words: tuple[Words, ...], scale: float, is_short: bool) -> tuple[Words, ...]:
        """Names at the ends of their lines; those that find no place there."""
        if not words:
            return ()
        texts = [(is_short and word.shorter) or word.lines for word in words]
        sizes = [
            size_of(word, self.theme, scale, lines)
            for word, lines in zip(words, texts, strict=True)
        ]
        names = [
            LineName(self._chain(word.home), size) for word, size in zip(words, sizes, strict=True)
        ]
        left = []
        for word, lines, name, spot in zip(
            words, texts, names, places_at_ends(names, self.obstacles), strict=True
        ):
            if not self._take(
                None
                if spot is None
                else PlacedWords(word, lines, name.size, spot.middle, leader=spot.leader)
            ):
                left.append(word)
        return tuple(left)

    def _chain(self, home: object) -> along.Chain:
        assert isinstance(home, Along)
        return along.Chain.of(self.transform.map(home.curve))

    def _along(
        self, words: Words, lines: tuple[str, ...], chain: along.Chain, size: WordSize
    ) -> PlacedWords | None:
        boxes, distances = along.places_along(chain, size)
        if words.id in self.near:
            order = np.argsort(np.hypot(*(boxes.centre - self.near[words.id]).T), kind="stable")
            boxes, distances = boxes.take(order), distances[order]
        k = along.first_clear(boxes, distances, self.obstacles, lambda: self._other_lines(chain))
        return None if k is None else _turned_boxes(words, lines, size, boxes, k)

    def _other_lines(self, chain: along.Chain) -> Floats:
        """The lines near a chain other than itself."""
        return along.not_on(self.obstacles.segments, chain)

    def _last_resort(self, words: Words) -> PlacedWords | None:
        """The place where needed words cover as little as possible, small and with a ground of
        their own.
        """
        lines = words.shorter or words.lines
        size = size_of(words, self.theme, scales_of(words)[-1], lines)
        if isinstance(words.home, Off):
            box = upright.off(words.home, size, self.transform)
            return PlacedWords(words, lines, size, box.middle(0), clear=False)
        if isinstance(words.home, Along):
            boxes, _ = along.places_along(self._chain(words.home), size)
            if (k := along.least_bad(boxes, self.obstacles)) is not None:
                return _turned_boxes(words, lines, size, boxes, k, clear=False)
            anchor: Beside = Beside(
                words.home.curve[len(words.home.curve) // 2][None], anywhere=True
            )
        else:
            anchor = words.home if isinstance(words.home, Beside) else Beside(np.empty((0, 2)))
        boxes, positions = upright.beside(
            Beside(anchor.xy, anywhere=True, away=anchor.away), size, self.transform, words.boxed
        )
        k = along.least_bad(boxes, self.obstacles)
        if k is None:
            return None
        # Words of a whole side and rows belong to no position that a leader could come from.
        leader = (
            None if isinstance(words.home, (Inside, Row)) else leader_of(k, boxes, positions, size)
        )
        return PlacedWords(words, lines, size, boxes.middle(k), leader=leader, clear=False)

    # --- upright words ----------------------------------------------------------------------------

    def _beside(
        self, words: Words, home: Beside, lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        boxes, positions = upright.beside(home, size, self.transform, words.boxed)
        if words.boxed:  # on a ground of their own: only other words are obstacles
            return PlacedWords(
                words,
                lines,
                size,
                boxes.middle(int(np.argmax(self.obstacles.free_of_words(boxes)))),
                side="left",
            )
        k = (
            first_with_leader(boxes, positions, size, self.obstacles)
            if home.anywhere
            else self.obstacles.first_free(boxes)
        )
        if k is None:
            return None
        leader = leader_of(k, boxes, positions, size) if home.anywhere else None
        if leader is not None and not words.needed and self._crosses_words(leader):
            return None
        return PlacedWords(words, lines, size, boxes.middle(k), leader=leader)

    def _crosses_words(self, leader: upright.Leader) -> bool:
        """Whether a leader passes other words: these would be read as struck out."""
        return not self.obstacles.free_of_words(thin(np.array([leader]))).all()

    def _inside(
        self, words: Words, home: Inside, lines: tuple[str, ...], size: WordSize
    ) -> PlacedWords | None:
        partner = self._places.get(words.below) if words.below is not None else None
        if partner is not None:
            is_low = partner.middle[1] > self.transform.top + 0.5 * self.transform.height
            boxes = upright.next_to(
                partner.middle, partner.size.half, partner.side, size, partner.size.em, is_low
            )
            if (k := self.obstacles.first_free(boxes)) is not None:
                return PlacedWords(words, lines, size, boxes.middle(k), side=partner.side)
        boxes, sides = upright.inside(home, size, self.obstacles)

        def test(candidates: Boxes) -> Bools:
            return upright.on_side(home, candidates, self.transform)

        halo = HALO * size.em

        def is_apart(candidates: Boxes) -> Bools:
            grown = candidates.grown(halo, halo)
            return test(candidates) & self.obstacles.free_of_lines(grown)

        k = self.obstacles.first_free(boxes, is_apart)
        k = self.obstacles.first_free(boxes, test) if k is None else k
        return (
            None if k is None else PlacedWords(words, lines, size, boxes.middle(k), side=sides[k])
        )


def _everywhere(xy: Floats) -> Bools:
    return np.ones(len(xy), dtype=bool)


def _turned_boxes(
    words: Words, lines: tuple[str, ...], size: WordSize, boxes: Boxes, k: int, clear: bool = True
) -> PlacedWords:
    x, y = boxes.along[k].tolist()
    return PlacedWords(words, lines, size, boxes.middle(k), (x, y), clear=clear)
