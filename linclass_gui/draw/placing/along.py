"""Places of names along a line, nearer to it than to any other line by at least half; or at the
ends of lines that crowd.

There names stand in rows beside the lines near the frame, in the order of the ends, each with a
short leader.  All leaders of a group are parallel, and of two rows the one whose line lies nearer
to the names is nearer to the frame: so no leader crosses another one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints

from .boxes import Boxes, crossings, pairs_near, spans, thin
from .obstacles import Obstacles
from .placed_words import WordSize

GAP = 0.3  # between words and their line, in heights of the letters
# least distance of the middle of a name from any other line, in distances from its own
NEARER = 1.5
# from one place to the next, in lengths of the words, and places from each end
STEP, MOST_STEPS = 0.35, 12
FIRST = 0.7  # from the end of a line to words there, in heights of the letters
# costs, in steps, of the other side, the other end, and each letter height of bending
SIDE, END, BEND = 0.6, 0.3, 1.5
SAME_LINE = 0.75  # device units within which a segment belongs to a line
SAMPLES = 9  # along a bent line under its words
CHORDS = 64  # of a bent line
ROW = 1.35  # from one row to the next, in heights of the letters
REACH, ROWS = 9, 14  # lengths of a leader and places along a line that are tried
# the shortest leader, and from one length to the next, in heights of the letters
SHORTEST, LONGER = 0.8, 0.6
KNOB = 0.25  # between a leader and its words
# the cost of a leader over a line or a symbol, in lengths of leaders
COST_CROSSED, COST_TOUCHED = 1.5, 6.0
MISSING = 1e3  # the cost of a name without a place


@dataclass(frozen=True, eq=False)
class Chain:
    """A line or curve on the device: its ``points (k, 2)`` and how far along it each lies."""

    points: Floats
    run: Floats

    @staticmethod
    def of(points: Floats) -> Chain:
        """The chain through some points, of a long one with fewer."""
        points = points[np.isfinite(points).all(axis=1)]
        if len(points) > CHORDS:
            points = points[np.linspace(0, len(points) - 1, CHORDS).astype(np.int64)]
        steps = np.diff(points, axis=0)
        return Chain(points, np.concatenate([[0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))]))

    @property
    def length(self) -> float:
        """Its length."""
        return float(self.run[-1])

    def points_at(self, s: Floats) -> Floats:
        """The points at the lengths ``s`` along it (any shape)."""
        return np.stack([np.interp(s, self.run, self.points[:, k]) for k in (0, 1)], axis=-1)

    @property
    def segments(self) -> Floats:
        """Its pieces (k - 1, 2, 2)."""
        return np.stack([self.points[:-1], self.points[1:]], axis=1)

    def begins_right(self) -> bool:
        """Whether its first end is the one to begin with: the right end of a flat line, the upper
        end of a steep one.
        """
        dx, dy = (self.points[0] - self.points[-1]).tolist()
        return bool(dx > 0.0 if abs(dx) >= abs(dy) else dy < 0.0)


def places_along(chain: Chain, size: WordSize) -> tuple[Boxes, Floats]:
    """The rectangles along a chain from the best to the worst, and the distance of each middle from
    the line.
    """
    (half, up), em = size.half, size.em
    s = _lengths(chain.length, half, FIRST * em)
    if len(s) == 0:
        return Boxes.empty(), np.empty(0)
    before, after = chain.points_at(s - half), chain.points_at(s + half)
    tangent = after - before
    tangent /= np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]
    tangent *= np.where(
        (tangent[:, 0] < 0.0) | ((tangent[:, 0] == 0.0) & (tangent[:, 1] > 0.0)), -1.0, 1.0
    )[:, None]
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    # Under its words a curve bends to one side of its chord: they keep clear of the bulge.
    under = (
        chain.points_at(s[:, None] + half * np.linspace(-1.0, 1.0, SAMPLES))
        - chain.points_at(s)[:, None]
    )
    bulge = (under * normal[:, None]).sum(axis=2)
    below, above = bulge.max(axis=1), -bulge.min(axis=1)  # the normal points downwards
    middle = chain.points_at(s)
    sides = [
        middle + (side + up + GAP * em)[:, None] * sign * normal
        for side, sign in ((above, -1.0), (below, 1.0))
    ]
    distances = np.concatenate([side + up + GAP * em for side in (above, below)])
    ends = np.arange(len(s)) % 2 if chain.begins_right() else 1 - np.arange(len(s)) % 2
    rank = np.arange(len(s)) // 2 + END * ends + BEND * (above + below) / em
    order = np.argsort(np.concatenate([rank, rank + SIDE]), kind="stable")
    return Boxes.oriented(
        np.concatenate(sides)[order], np.tile(tangent, (2, 1))[order], size.half
    ), distances[order]


def _lengths(length: float, half: float, first: float) -> Floats:
    """Places along a line, alternately from both ends inwards."""
    room = 0.5 * length - half - first
    if room < 0.0:
        return np.empty(0)
    count = min(MOST_STEPS, 1 + int(room / (2.0 * STEP * half)))
    inwards = half + first + np.linspace(0.0, room, count + 1)
    return np.stack([inwards, length - inwards], axis=1).ravel()


def first_clear(
    boxes: Boxes, distances: Floats, obstacles: Obstacles, other_lines: Callable[[], Floats]
) -> int | None:
    """The first clear place that is nearer to its own line than to any of the ``other_lines``
    (m, 2, 2) by half.
    """
    rows = np.flatnonzero(obstacles.free(boxes))
    if len(rows):
        rows = rows[is_plain(boxes.take(rows), distances[rows], other_lines())]
    return int(rows[0]) if len(rows) else None


def is_plain(boxes: Boxes, distances: Floats, other_lines: Floats) -> Bools:
    """Whether no other line is as near to the middle of each rectangle as one and a half times its
    own.
    """
    reach = np.stack([boxes.half[:, 0], NEARER * distances], axis=1)
    return np.asarray(crossings(Boxes(boxes.centre, boxes.along, reach), other_lines) == 0)


def distance(chain: Chain, place: tuple[float, float]) -> float:
    """The distance of a place from a chain."""
    ends = chain.segments
    steps, ways = ends[:, 1] - ends[:, 0], np.array(place) - ends[:, 0]
    share = np.clip(
        (ways * steps).sum(axis=1) / np.maximum((steps * steps).sum(axis=1), 1e-12), 0.0, 1.0
    )
    ways = ways - share[:, None] * steps
    return float(np.hypot(ways[:, 0], ways[:, 1]).min(initial=np.inf))


def not_on(segments: Floats, chain: Chain) -> Floats:
    """The segments that do not lie on a chain: they belong to other lines (lines that are the same
    count as one).
    """
    if not len(segments):
        return segments
    pieces, rows = chain.segments, np.arange(len(segments))
    for end in (0, 1):
        rows = rows[_lie_on(segments[rows, end], pieces)]
    is_other = np.ones(len(segments), dtype=bool)
    is_other[rows] = False
    return segments[is_other]


def _lie_on(points: Floats, segments: Floats) -> Bools:
    """Whether each of some points lies on any of some segments."""
    # Only pairs near each other: a curve has dozens of segments, a picture thousands of points.
    of, rows = pairs_near(points, np.full_like(points, SAME_LINE), *spans(segments))
    steps, ways = segments[rows, 1] - segments[rows, 0], points[of] - segments[rows, 0]
    share = np.clip(
        (ways * steps).sum(axis=1) / np.maximum((steps * steps).sum(axis=1), 1e-12), 0.0, 1.0
    )
    ways -= share[:, None] * steps
    on = np.zeros(len(points), dtype=bool)
    on[of[np.hypot(ways[:, 0], ways[:, 1]) < SAME_LINE]] = True
    return on


def least_bad(boxes: Boxes, obstacles: Obstacles) -> int | None:
    """The place on no other words and on as little else as possible; None where all lie outside the
    picture or on words.
    """
    free = obstacles.inside(boxes)
    rows: Ints = np.flatnonzero(free)
    rows = rows[obstacles.free_of_words(boxes.take(rows))]
    if len(rows) == 0:
        return None
    candidates = boxes.take(rows)
    cost = (
        obstacles.symbols(candidates)
        + 3.0 * obstacles.line_crossings(candidates)
        + 0.01 * np.arange(len(rows))
    )
    return int(rows[np.argmin(cost)])


@dataclass(frozen=True, eq=False)
class LineName:
    """One of the names of a group: its line and its size."""

    chain: Chain
    size: WordSize


@dataclass(frozen=True, eq=False)
class Spot:
    """A place of a name: its middle, and its leader from the line to the words."""

    middle: tuple[float, float]
    leader: tuple[tuple[float, float], tuple[float, float]]


def places_at_ends(names: list[LineName], obstacles: Obstacles) -> list[Spot | None]:
    """For each name a place near an end of its line; all names of the group go to the same end and
    to the same side.
    """
    best: tuple[float, list[Spot | None]] = (math.inf, [None] * len(names))
    for end, side in itertools.product((True, False), (1.0, -1.0)):
        cost, spots = _group(names, obstacles, end, side)
        if cost < best[0]:
            best = cost, spots
    return best[1]


def _group(
    names: list[LineName], obstacles: Obstacles, first_end: bool, side: float
) -> tuple[float, list[Spot | None]]:
    """The names one after the other at one end, to one side of their lines, and the cost."""
    ways = [_inwards(name.chain, first_end) for name in names]
    direction = _direction(ways, side)
    # The line furthest on the side of the names is in the first row.
    feet = [
        float(way.points_at(np.array([2.0 * name.size.em]))[0] @ direction)
        for way, name in zip(ways, names, strict=True)
    ]
    spots: list[Spot | None] = [None] * len(names)
    cost, least = 0.0, 0.0
    for k in sorted(range(len(names)), key=lambda k: -feet[k]):
        choice = _spot(ways[k], names[k].size, direction, least, obstacles)
        if choice is None:
            cost += MISSING
            continue
        spot, price, least = choice
        spots[k] = spot
        cost += price
        obstacles = obstacles.with_words(Boxes.upright(np.array([spot.middle]), names[k].size.half))
    return cost, spots


def _inwards(chain: Chain, first_end: bool) -> Chain:
    """The chain from the end that was chosen into the picture."""
    if chain.begins_right() is first_end:
        return chain
    return Chain(chain.points[::-1], chain.length - chain.run[::-1])


def _direction(ways: list[Chain], side: float) -> Floats:
    """From the lines to their names: level for steep lines, upright for flat ones."""
    run = sum(way.points_at(np.array([min(way.length, 120.0)]))[0] - way.points[0] for way in ways)
    is_steep = abs(float(run[1])) > 0.7 * abs(float(run[0]))
    return np.array([side, 0.0]) if is_steep else np.array([0.0, -side])


def _spot(
    way: Chain, size: WordSize, direction: Floats, least: float, obstacles: Obstacles
) -> tuple[Spot, float, float] | None:
    """The best place further along than ``least``, its cost, and where the next one begins."""
    em, (half, up) = size.em, size.half
    is_level = bool(direction[0])
    # How far along the line one row is from the next; names above a line end where their leaders
    # are, so they are nested.
    run = way.points_at(np.array([min(8.0 * em, way.length)]))[0] - way.points[0]
    slant = abs(float(run[1 if is_level else 0])) / max(float(np.hypot(*run)), 1e-9)
    step = ROW * em / max(slant, 0.3)
    start = least if least > 0.0 else (up + 0.6 * em if is_level else 2.0 * half + em)
    s = start + step * np.arange(ROWS, dtype=np.float64)
    s = s[s < 0.92 * way.length]
    if len(s) == 0:
        return None
    lengths = em * (SHORTEST + LONGER * np.arange(REACH))
    feet = np.repeat(way.points_at(s), REACH, axis=0)
    leader = np.tile(lengths, len(s))[:, None] * direction
    middles = (
        feet
        + leader
        + (_beside(size, direction) if is_level else _above(size, direction, float(run[0])))
    )
    boxes = Boxes.upright(middles, size.half)
    free = np.flatnonzero(obstacles.free(boxes))
    if len(free) == 0:
        return None
    price = (
        np.tile(np.arange(REACH), len(s))
        + 0.9 * np.repeat(np.arange(len(s)), REACH)
        + _leaders(feet, leader, obstacles, em)
    )
    best = int(free[np.argmin(price[free])])
    if not math.isfinite(float(price[best])):
        return None
    (x, y), (x0, y0), (dx, dy) = middles[best].tolist(), feet[best].tolist(), leader[best].tolist()
    return (
        Spot((x, y), ((x0, y0), (x0 + dx, y0 + dy))),
        float(price[best]),
        float(s[best // REACH]) + step,
    )


def _beside(size: WordSize, direction: Floats) -> Floats:
    """From the end of a level leader to the middle of its words."""
    return np.array([float(direction[0]) * (size.half[0] + KNOB * size.em), 0.0])


def _above(size: WordSize, direction: Floats, inwards: float) -> Floats:
    """From the end of an upright leader to the middle of its words, which run from there to the end
    of the line.
    """
    return np.array(
        [
            math.copysign(size.half[0], -inwards),
            float(direction[1]) * (size.half[1] + KNOB * size.em),
        ]
    )


def _leaders(feet: Floats, leader: Floats, obstacles: Obstacles, em: float) -> Floats:
    """The cost of each leader: words forbid it, lines and symbols are crossed as little as
    possible.
    """
    ends = np.stack(
        [feet + 0.3 * em * leader / np.hypot(leader[:, 0], leader[:, 1])[:, None], feet + leader],
        axis=1,
    )
    boxes = thin(ends)
    crossed = crossings(boxes, obstacles.segments)
    along = ends[:, :1] + np.linspace(0.0, 1.0, 12)[:, None] * (ends[:, 1:] - ends[:, :1])
    touched = obstacles.raster.touches(along).any(axis=1)
    cost: Floats = COST_CROSSED * crossed + COST_TOUCHED * touched
    cost[~obstacles.free_of_words(boxes)] = np.inf
    return cost
