"""Words away from their point or their arrow, with a leader that passes no words and, where that is
not too long, crosses no line.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from solvers import Floats

from ...scene.words import Across, Beside, Words
from . import upright
from .boxes import Boxes, thin
from .obstacles import Obstacles
from .placed_words import PlacedWords, WordSize

# within this distance words plainly belong to a point, in heights of their letters; further off
# they get a leader
PLAIN = 2.2
TRIED_PLACES = 60  # for the sake of their leaders
# from these to a line on their left or right, in addition to the distance of all words, in heights
# of their letters
SIDE_GAP = 0.1
LONGER = 1.3  # how many times longer a leader may be to cross no line
ON_SYMBOLS = 3.0  # how much more of an arrow may lie on symbols for a better leader
Leader = tuple[tuple[float, float], tuple[float, float]]


def leader_of(k: int, boxes: Boxes, points: Floats, size: WordSize) -> Leader | None:
    """The leader of one of some places of words to its point."""
    x, y = points[k].tolist()
    return _leader_to((x, y), boxes.middle(k), size)


def _leader_to(
    foot: tuple[float, float], middle: tuple[float, float], size: WordSize
) -> Leader | None:
    """A leader from a point to words far from it; None where it is plain that they belong
    together.
    """
    (half, up), em = size.half, size.em
    dx = min(max(foot[0], middle[0] - half), middle[0] + half) - foot[0]
    dy = min(max(foot[1], middle[1] - up), middle[1] + up) - foot[1]
    distance = math.hypot(dx, dy)
    if distance < PLAIN * em:
        return None
    first, last = (
        0.8 * em / distance,
        1.0 - 0.3 * em / distance,
    )  # clear of the symbol, and of the letters
    return (foot[0] + first * dx, foot[1] + first * dy), (foot[0] + last * dx, foot[1] + last * dy)


def first_with_leader(
    boxes: Boxes,
    points: Floats,
    size: WordSize,
    obstacles: Obstacles,
    arrow: Floats | None = None,
) -> int | None:
    """The first free place whose leader is about as short as that of the first of all, passes no
    words and crosses no line; beside an arrow, if there is one.

    Else the first whose leader passes no words; else the first of all.
    """
    with_arrow = obstacles
    if arrow is not None:
        with_arrow = replace(obstacles, segments=np.concatenate([obstacles.segments, arrow]))
    roomy = boxes.grown(SIDE_GAP * size.em, 0.0)
    first = with_arrow.first_free(roomy)
    if first is None:
        return None
    passes, length = _leader_cost(first, boxes, points, size, obstacles)
    if not any(passes):
        return first
    places: list[int] = np.flatnonzero(with_arrow.free(roomy))[:TRIED_PLACES].tolist()
    costs = {k: _leader_cost(k, boxes, points, size, obstacles) for k in places}
    clear = (
        k
        for k, (passes, distance) in costs.items()
        if not any(passes) and distance <= LONGER * length
    )
    return next(clear, min(costs, key=lambda k: costs[k][0][0]))


def _leader_cost(
    k: int, boxes: Boxes, points: Floats, size: WordSize, obstacles: Obstacles
) -> tuple[tuple[bool, bool], float]:
    """Whether the leader of a place passes words, whether it crosses a line, and its length."""
    leader = leader_of(k, boxes, points, size)
    if leader is None:
        return (False, False), 0.0
    line = thin(np.array([leader]))
    words, lines = obstacles.free_of_words(line), obstacles.free_of_lines(line)
    return (not words.all(), not lines.all()), math.dist(*leader)


def arrow_with_words(
    words: Words, home: Across, size: WordSize, obstacles: Obstacles
) -> PlacedWords | None:
    """The arrow with its words at one of its tips, or further off with the best leader; None where
    they find no place.
    """
    places = arrow_places(words, home, size, obstacles)
    if not places or places[0].lines:
        return next(iter(places), None)
    tips = [(bare, tip) for bare in places for tip in home.segments[bare.choice]]
    costs = [_words_near_tip(bare, tip, obstacles) for bare, tip in tips]
    best = min((cost for cost in costs if cost is not None), key=lambda cost: cost[0], default=None)
    return None if best is None else best[1]


def _words_near_tip(
    bare: PlacedWords, tip: Floats, obstacles: Obstacles
) -> tuple[tuple[bool, float], PlacedWords] | None:
    """An arrow with its words near a tip, and the cost: whether their leader passes words, and
    their distance.
    """
    words, size = bare.words, bare.size
    boxes, points = upright.beside(
        Beside(tip[None], anywhere=True), size, obstacles.transform, False
    )
    arrow = bare.drawn_lines(obstacles.transform)
    k = first_with_leader(boxes, points, size, obstacles, arrow)
    if k is None:
        return None
    (passes, crosses), _ = _leader_cost(k, boxes, points, size, obstacles)
    gap = np.maximum(np.abs(boxes.centre[k] - points[k]) - boxes.half[k], 0.0)
    cost = passes, math.hypot(*gap) * (LONGER if crosses else 1.0)
    leader = leader_of(k, boxes, points, size)
    return cost, replace(bare, lines=words.lines, middle=boxes.middle(k), leader=leader)


def arrow_places(
    words: Words, home: Across, size: WordSize, obstacles: Obstacles
) -> list[PlacedWords]:
    """The arrow on the fewest symbols, with its words at a clear place; where they have no room at
    any tip, all places without them on few symbols and on no words, the best one first.
    """
    t = obstacles.transform
    arrows, boxes = upright.at_tips(home, size, t)
    is_seen = ((arrows > (t.left, t.top)) & (arrows < (t.right, t.bottom))).all(axis=(1, 2))
    if not is_seen.any():
        return []
    along = np.linspace(0.0, 1.0, 16)[:, None]
    points = arrows[:, :1] + along * (arrows[:, 1:] - arrows[:, :1])
    free = obstacles.free(boxes).reshape(len(arrows), -1)
    cost = (
        obstacles.raster.touches(points).sum(axis=1)
        + 0.01 * np.arange(len(arrows))
        + 8.0 * ~free.any(axis=1)
    )
    cost += 50.0 * ~obstacles.free_of_words(thin(arrows))
    cost[~is_seen] = np.inf
    best = int(np.argmin(cost))
    if free[best].any():
        k = best * free.shape[1] + int(np.argmax(free[best]))
        return [PlacedWords(words, words.lines, size, boxes.middle(k), choice=best)]
    order = np.argsort(cost, kind="stable").tolist()
    return [
        PlacedWords(words, (), size, boxes.middle(k * free.shape[1]), choice=k)
        for k in order
        if cost[k] < cost[best] + ON_SYMBOLS
    ]
