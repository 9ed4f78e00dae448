"""Names at the ends of lines that crowd: rows beside the lines near the frame, in the order of the
ends, each with a short leader.

All leaders of a group are parallel, and of two rows the one whose line lies nearer to the names is
nearer to the frame: so no leader crosses another one.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats

from .along import Chain
from .boxes import Boxes, crossings, thin
from .obstacles import Obstacles
from .placed import Size

ROW = 1.35  # from one row to the next, in heights of the letters
REACH, ROWS = 9, 14  # lengths of a leader and places along a line that are tried
# the shortest leader, and from one length to the next, in heights of the letters
SHORTEST, LONGER = 0.8, 0.6
KNOB = 0.25  # between a leader and its words
# the cost of a leader over a line or a symbol, in lengths of leaders
COST_CROSSED, COST_TOUCHED = 1.5, 6.0
MISSING = 1e3  # the cost of a name without a place


@dataclass(frozen=True, eq=False)
class Name:
    """One of the names of a group: its line and its size."""

    chain: Chain
    size: Size


@dataclass(frozen=True, eq=False)
class Spot:
    """A place of a name: its middle, and its leader from the line to the words."""

    at: tuple[float, float]
    leader: tuple[tuple[float, float], tuple[float, float]]


def places_at_ends(names: list[Name], obstacles: Obstacles) -> list[Spot | None]:
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
    names: list[Name], obstacles: Obstacles, first_end: bool, side: float
) -> tuple[float, list[Spot | None]]:
    """The names one after the other at one end, to one side of their lines, and the cost."""
    ways = [_inwards(name.chain, first_end) for name in names]
    direction = _direction(ways, side)
    # The line furthest on the side of the names is in the first row.
    feet = [
        float(way.at(np.array([2.0 * name.size.em]))[0] @ direction)
        for way, name in zip(ways, names, strict=True)
    ]
    spots: list[Spot | None] = [None] * len(names)
    cost, least = 0.0, 0.0
    for k in sorted(range(len(names)), key=lambda k: -feet[k]):
        found = _spot(ways[k], names[k].size, direction, least, obstacles)
        if found is None:
            cost += MISSING
            continue
        spots[k], price, least = found
        cost += price
        obstacles = obstacles.with_words(Boxes.upright(np.array([spots[k].at]), names[k].size.half))  # type: ignore[union-attr]
    return cost, spots


def _inwards(chain: Chain, first_end: bool) -> Chain:
    """The chain from the end that was chosen into the picture."""
    if chain.begins_right() is first_end:
        return chain
    return Chain(chain.points[::-1], chain.length - chain.run[::-1])


def _direction(ways: list[Chain], side: float) -> Floats:
    """From the lines to their names: level for steep lines, upright for flat ones."""
    run = sum(way.at(np.array([min(way.length, 120.0)]))[0] - way.points[0] for way in ways)
    is_steep = abs(float(run[1])) > 0.7 * abs(float(run[0]))
    return np.array([side, 0.0]) if is_steep else np.array([0.0, -side])


def _spot(
    way: Chain, size: Size, direction: Floats, least: float, obstacles: Obstacles
) -> tuple[Spot, float, float] | None:
    """The best place further along than ``least``, its cost, and where the next one begins."""
    em, (half, up) = size.em, size.half
    is_level = bool(direction[0])
    # How far along the line one row is from the next; names above a line end where their leaders
    # are, so they are nested.
    run = way.at(np.array([min(8.0 * em, way.length)]))[0] - way.points[0]
    slant = abs(float(run[1 if is_level else 0])) / max(float(np.hypot(*run)), 1e-9)
    step = ROW * em / max(slant, 0.3)
    start = least if least > 0.0 else (up + 0.6 * em if is_level else 2.0 * half + em)
    s = start + step * np.arange(ROWS, dtype=np.float64)
    s = s[s < 0.92 * way.length]
    if len(s) == 0:
        return None
    lengths = em * (SHORTEST + LONGER * np.arange(REACH))
    feet = np.repeat(way.at(s), REACH, axis=0)
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


def _beside(size: Size, direction: Floats) -> Floats:
    """From the end of a level leader to the middle of its words."""
    return np.array([float(direction[0]) * (size.half[0] + KNOB * size.em), 0.0])


def _above(size: Size, direction: Floats, inwards: float) -> Floats:
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
    price = COST_CROSSED * crossed + COST_TOUCHED * touched
    price[~obstacles.free_of_words(boxes)] = np.inf
    found: Floats = price
    return found
