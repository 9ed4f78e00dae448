"""Places of names in their lines, which are cut for them; lines close together share a gap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints, locked

from ...scene.marks import Path
from ...scene.memo import memo
from ...scene.view import Transform
from .boxes import Boxes, meetings, shares_within
from .placed_words import WordSize, gaps_around

# All in heights of the letters.  Least room from the end of a line to its name, and what is liked.
FIRST, BETTER = 1.2, 2.4
LEAST = 0.1  # of words beside a line
STEP, MOST = 0.6, 40  # from one place to the next, and places from each end
BEND = 0.8  # how far a line may bend under its name
NEAR = 0.9  # lines nearer than this over the length of their names share a gap
BESIDE = 0.3  # between words and a line that is not cut for them
SIDES = np.linspace(-1.0, 1.0, 7)  # along a line under its name
CHORDS = 256  # of a curve


@dataclass(frozen=True, eq=False)
class Chain:
    """A part of a line on the device: its ``points (k, 2)`` and how far along it each lies."""

    points: Floats
    run: Floats

    @staticmethod
    def of(points: Floats) -> Chain:
        """The chain through some points, of a long one with fewer."""
        if len(points) > CHORDS:
            points = points[np.linspace(0, len(points) - 1, CHORDS).astype(np.int64)]
        steps = np.diff(points, axis=0)
        return Chain(points, np.concatenate([[0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))]))

    def points_at(self, s: Floats) -> Floats:
        """The points at the lengths ``s`` along it (any shape)."""
        return np.stack([np.interp(s, self.run, self.points[:, k]) for k in (0, 1)], axis=-1)

    @property
    def segments(self) -> Floats:
        """Its pieces (k - 1, 2, 2)."""
        return np.stack([self.points[:-1], self.points[1:]], axis=1)


@memo
def chains_of(curve: Floats, transform: Transform) -> tuple[Chain, ...]:
    """The parts of a line in the picture, the longest first."""
    points = transform.map(curve)
    breaks = np.flatnonzero(~np.isfinite(points).all(axis=1))
    parts = [part[np.isfinite(part).all(axis=1)] for part in np.split(points, breaks)]
    chains = [Chain.of(part) for part in parts if len(part) > 1]
    return tuple(sorted(chains, key=lambda chain: -float(chain.run[-1])))


@dataclass(frozen=True, eq=False)
class LinePlaces:
    """Places of words in the lines of some names, the best first: their rectangles, and how far the
    lines reach to both sides (k,) of the middle of each.
    """

    boxes: Boxes
    spread: Floats

    def take(self, rows: Ints) -> LinePlaces:
        """Some of them."""
        return LinePlaces(self.boxes.take(rows), self.spread[rows])

    def gaps(self, em: float) -> Boxes:
        """The gaps in the lines."""
        return gaps_around(self.boxes, self.spread, em)


def places_in(chains: Sequence[Chain], size: WordSize) -> LinePlaces:
    """Places of words in the parts of a line, from the ends inwards; those where it bends come
    last, and those where it bends too much, or comes by twice, not at all.
    """
    parts = [_in_chain(chain, size, FIRST) for chain in chains]
    boxes, bends, runs = (
        Boxes.union(part.boxes for part in parts),
        *(
            np.concatenate([getattr(part, name) for part in parts] or [np.empty(0)])
            for name in ("bends", "runs")
        ),
    )
    of = np.repeat(np.arange(len(parts)), [len(part.boxes) for part in parts])
    places, is_fit = LinePlaces(boxes, 0.5 * bends), bends < BEND * size.em
    gaps = places.gaps(size.em)
    for k, chain in enumerate(chains):
        rows, pieces = meetings(gaps, chain.segments)
        reach = 1.3 * gaps.half[rows, 0]
        far = (chain.run[pieces] > runs[rows] + reach) | (
            chain.run[pieces + 1] < runs[rows] - reach
        )
        is_fit[rows[far | (of[rows] != k)]] = False
    order = np.flatnonzero(is_fit)
    return places.take(order[np.argsort(np.floor(4.0 * bends[order] / size.em), kind="stable")])


def beside_line(chains: Sequence[Chain], size: WordSize) -> Boxes:
    """Places of words beside a line, each above it and below it."""
    sides = []
    for chain in chains:
        part = _in_chain(chain, size, LEAST)
        off = (0.5 * part.bends + size.half[1] + BESIDE * size.em)[:, None] * part.boxes.normal
        centre = np.stack([part.boxes.centre - off, part.boxes.centre + off], axis=1)
        along = np.repeat(part.boxes.along, 2, axis=0)
        sides.append(Boxes.oriented(centre.reshape(-1, 2), along, size.half))
    return Boxes.union(sides)


class _Part(NamedTuple):
    """Rectangles along a part of a line, how far it bends under each, and how far along it is."""

    boxes: Boxes
    bends: Floats
    runs: Floats


def _in_chain(chain: Chain, size: WordSize, first: float) -> _Part:
    """The rectangles from both ends of a part of a line inwards, those very near an end last."""
    half, em, length = size.half[0], size.em, float(chain.run[-1])
    room = 0.5 * length - half - first * em
    if room < 0.0:
        return _Part(Boxes.empty(), np.empty(0), np.empty(0))
    inwards = np.linspace(0.0, room, min(MOST, 1 + int(room / (STEP * em))))
    inwards = (
        half + first * em + inwards[np.argsort(inwards < (BETTER - first) * em, kind="stable")]
    )
    ends = (inwards, length - inwards)
    # the right end of a flat line, the upper end of a steep one
    dx, dy = (chain.points[0] - chain.points[-1]).tolist()
    is_first = dx > 0.0 if abs(dx) >= abs(dy) else dy < 0.0
    runs = np.stack(ends if is_first else ends[::-1], axis=1).ravel()
    under = chain.points_at(runs[:, None] + half * SIDES)
    along = under[:, -1] - under[:, 0]
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)[:, None]
    is_left = (along[:, 0] < 0.0) | ((along[:, 0] == 0.0) & (along[:, 1] > 0.0))
    along *= np.where(is_left, -1.0, 1.0)[:, None]
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    off = ((under - under[:, :1]) * normal[:, None]).sum(axis=2)
    low, high = off.min(axis=1), off.max(axis=1)
    middle = 0.5 * (under[:, 0] + under[:, -1]) + (0.5 * (low + high))[:, None] * normal
    return _Part(Boxes.oriented(middle, along, size.half), high - low, runs)


def amid(places: LinePlaces, other_lines: Sequence[Sequence[Chain]], em: float) -> LinePlaces:
    """Those of some places in a line beside which other lines run, moved into the middle of all."""
    low, high, beside = -places.spread, places.spread, np.ones(len(places.spread), dtype=bool)
    for chains in other_lines:
        off = _offsets(places.boxes, chains)
        beside &= (np.abs(off) < NEAR * em).all(axis=1)
        low, high = np.minimum(low, off.min(axis=1)), np.maximum(high, off.max(axis=1))
    rows = np.flatnonzero(beside & (high - low < 2.0 * NEAR * em))
    boxes, middle = places.boxes.take(rows), 0.5 * (low + high)[rows]
    moved = Boxes(boxes.centre + middle[:, None] * boxes.normal, boxes.along, boxes.half)
    return LinePlaces(moved, 0.5 * (high - low)[rows])


def run_beside(boxes: Boxes, chains: Sequence[Chain], em: float) -> Bools:
    """Whether a line runs beside the whole length of each of some rectangles."""
    return np.asarray((np.abs(_offsets(boxes, chains)) < NEAR * em).all(axis=1))


def _offsets(boxes: Boxes, chains: Sequence[Chain]) -> Floats:
    """How far beside the beginning, the middle and the end (k, 3) of each of some rectangles a line
    passes; infinity where it does not.
    """
    segments = np.concatenate([chain.segments for chain in chains])
    reach = boxes.half[:, :1] * np.array([-1.0, 0.0, 1.0])
    places = boxes.centre[:, None] + reach[:, :, None] * boxes.along[:, None]
    # Where the line crosses the normal at each place, in lengths of the pieces.
    along, across = boxes.along[:, None, None], boxes.normal[:, None, None]
    starts, steps = segments[:, 0] - places[:, :, None], segments[:, 1] - segments[:, 0]
    rate = (steps * along).sum(axis=3)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -(starts * along).sum(axis=3) / rate
        off = ((starts + share[..., None] * steps) * across).sum(axis=3)
    off = np.where((share >= 0.0) & (share <= 1.0), off, np.inf)
    off = np.concatenate([off, np.full((*off.shape[:2], 1), np.inf)], axis=2)
    nearest = np.argmin(np.abs(off), axis=2)
    return np.take_along_axis(off, nearest[:, :, None], axis=2)[:, :, 0]


@memo
def cut_path(path: Path, gaps: tuple[Boxes, ...], transform: Transform) -> Path:
    """A line without what lies in some gaps."""
    xy = np.concatenate([path.xy, path.xy[:1]]) if path.closed else path.xy
    points = transform.map(xy)
    segments = np.stack([points[:-1], points[1:]], axis=1)
    cuts: list[tuple[float, float]] = []
    for gap in gaps:
        enter, leave = shares_within(gap, segments)
        rows = np.flatnonzero(enter <= leave)
        cuts += zip((rows + enter[rows]).tolist(), (rows + leave[rows]).tolist(), strict=True)
    if not cuts:
        return path
    parts, start, end = list[Floats](), 0.0, len(xy) - 1.0
    for begin, stop in [*sorted(cuts), (end, end)]:
        if begin > start:
            parts += [*_between(xy, start, begin), np.full((1, 2), np.nan)]
        start = max(start, stop)
    left = np.concatenate([np.empty((0, 2)), *parts[:-1]])
    return replace(path, xy=locked(left), closed=False)


def _between(points: Floats, start: float, end: float) -> list[Floats]:
    """The part of a polyline between two numbers of points."""
    first, last = math.ceil(start), math.floor(end)
    parts = [points[first : last + 1]]
    for k, place in ((start, 0), (end, 2)):
        low = int(k)
        if k != low:
            way = points[low + 1] - points[low]
            parts.insert(place, points[low : low + 1] + (k - low) * way)
    return parts
