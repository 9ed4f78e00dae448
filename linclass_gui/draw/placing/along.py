"""Places along a line: near an end, beside it, nearer to it than to any other line by at least
half.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints

from .boxes import Boxes, crossings, pairs_near, spans
from .obstacles import Obstacles
from .placed import Size

GAP = 0.3  # between words and their line, in heights of the letters
# least distance of the middle of a name from any other line, in distances from its own
NEARER = 1.5
# from one place to the next, in lengths of the words, and places from each end
STEP, MOST = 0.35, 12
FIRST = 0.7  # from the end of a line to words there, in heights of the letters
# costs, in steps, of the other side, the other end, and each letter height of bending
SIDE, END, BEND = 0.6, 0.3, 1.5
OWN = 0.75  # device units within which a segment belongs to a line
SAMPLES = 9  # along a bent line under its words
CHORDS = 64  # of a bent line


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

    def at(self, s: Floats) -> Floats:
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


def places_along(chain: Chain, size: Size) -> tuple[Boxes, Floats]:
    """The rectangles along a chain from the best to the worst, and the distance of each middle from
    the line.
    """
    (half, up), em = size.half, size.em
    s = _lengths(chain.length, half, FIRST * em)
    if len(s) == 0:
        return Boxes.none(), np.empty(0)
    before, after = chain.at(s - half), chain.at(s + half)
    tangent = after - before
    tangent /= np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]
    tangent *= np.where(
        (tangent[:, 0] < 0.0) | ((tangent[:, 0] == 0.0) & (tangent[:, 1] > 0.0)), -1.0, 1.0
    )[:, None]
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], axis=1)
    # Under its words a curve bends to one side of its chord: they keep clear of the bulge.
    under = chain.at(s[:, None] + half * np.linspace(-1.0, 1.0, SAMPLES)) - chain.at(s)[:, None]
    bulge = (under * normal[:, None]).sum(axis=2)
    below, above = bulge.max(axis=1), -bulge.min(axis=1)  # the normal points downwards
    middle = chain.at(s)
    sides = [
        middle + (side + up + GAP * em)[:, None] * sign * normal
        for side, sign in ((above, -1.0), (below, 1.0))
    ]
    away = np.concatenate([side + up + GAP * em for side in (above, below)])
    ends = np.arange(len(s)) % 2 if chain.begins_right() else 1 - np.arange(len(s)) % 2
    rank = np.arange(len(s)) // 2 + END * ends + BEND * (above + below) / em
    order = np.argsort(np.concatenate([rank, rank + SIDE]), kind="stable")
    return Boxes.turned(
        np.concatenate(sides)[order], np.tile(tangent, (2, 1))[order], size.half
    ), away[order]


def _lengths(length: float, half: float, first: float) -> Floats:
    """Places along a line, alternately from both ends inwards."""
    room = 0.5 * length - half - first
    if room < 0.0:
        return np.empty(0)
    count = min(MOST, 1 + int(room / (2.0 * STEP * half)))
    inwards = half + first + np.linspace(0.0, room, count + 1)
    return np.stack([inwards, length - inwards], axis=1).ravel()


def first_clear(
    boxes: Boxes, away: Floats, obstacles: Obstacles, others: Callable[[], Floats]
) -> int | None:
    """The first clear place that is nearer to its own line than to any of the ``others`` (m, 2, 2)
    by half.
    """
    rows = np.flatnonzero(obstacles.free(boxes))
    if len(rows):
        rows = rows[is_plain(boxes.take(rows), away[rows], others())]
    return int(rows[0]) if len(rows) else None


def is_plain(boxes: Boxes, away: Floats, others: Floats) -> Bools:
    """Whether no other line is as near to the middle of each rectangle as one and a half times its
    own.
    """
    reach = np.stack([boxes.half[:, 0], NEARER * away], axis=1)
    return np.asarray(crossings(Boxes(boxes.centre, boxes.along, reach), others) == 0)


def distance(chain: Chain, at: tuple[float, float]) -> float:
    """The distance of a place from a chain."""
    ends = chain.segments
    steps, ways = ends[:, 1] - ends[:, 0], np.array(at) - ends[:, 0]
    share = np.clip(
        (ways * steps).sum(axis=1) / np.maximum((steps * steps).sum(axis=1), 1e-12), 0.0, 1.0
    )
    ways = ways - share[:, None] * steps
    return float(np.hypot(ways[:, 0], ways[:, 1]).min(initial=np.inf))


def not_on(segments: Floats, chain: Chain) -> Floats:
    """The segments that do not lie on a chain: those of other lines (lines that are the same cannot
    be told apart).
    """
    if not len(segments):
        return segments
    pieces, rows = chain.segments, np.arange(len(segments))
    for end in (0, 1):
        rows = rows[_lie_on(segments[rows, end], pieces)]
    others = np.ones(len(segments), dtype=bool)
    others[rows] = False
    return segments[others]


def _lie_on(points: Floats, segments: Floats) -> Bools:
    """Whether each of some points lies on any of some segments."""
    # Only pairs near each other: a curve has dozens of segments, a picture thousands of points.
    of, at = pairs_near(points, np.full_like(points, OWN), *spans(segments))
    steps, ways = segments[at, 1] - segments[at, 0], points[of] - segments[at, 0]
    share = np.clip(
        (ways * steps).sum(axis=1) / np.maximum((steps * steps).sum(axis=1), 1e-12), 0.0, 1.0
    )
    ways -= share[:, None] * steps
    on = np.zeros(len(points), dtype=bool)
    on[of[np.hypot(ways[:, 0], ways[:, 1]) < OWN]] = True
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
    kept = boxes.take(rows)
    cost = (
        obstacles.symbols(kept) + 3.0 * obstacles.line_crossings(kept) + 0.01 * np.arange(len(rows))
    )
    return int(rows[np.argmin(cost)])
