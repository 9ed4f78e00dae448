"""Places of words that are not turned: beside a point, on one side of a boundary, next to other
words, in rows, across a margin; and away from their point or arrow, with a leader that passes no
words and, where that is not too long, crosses no line.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Floats
from solvers.arrays import Bools

from ...scene.marks import Across, Beside, Inside, Off, Words
from ...scene.view import Transform
from .boxes import Boxes, thin
from .obstacles import Obstacles
from .placed_words import PlacedWords, WordSize

OFF = 0.35  # from a position to words that may be nowhere else, in heights of the letters
NEAR = 0.5  # from a point to words beside it, in heights of the letters
RINGS = 4  # rows away from a point where words are looked for first
SPREAD = 25  # places all over the picture, in each direction
INSET = 0.75  # from a corner of the picture to words there, in heights of labels
LEADER_PLACES = np.linspace(0.2, 1.0, 40)  # of a leader, where it may pass a symbol
UNDER = 1.75  # from words to those that belong to them
TOP, ROW = 2.6, 1.7  # from the upper edge to the first row, and from row to row
TIP = 0.45  # between the tip of an arrow and its words
# Where the middle of the words lies, seen from the position.
ABOVE_FIRST = ((0, -1), (0, 1), (1, -1), (-1, -1), (1, 0), (-1, 0), (1, 1), (-1, 1))
ASIDE_FIRST = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
CORNERS = {"top-left": (0, 0), "top-right": (1, 0), "bottom-left": (0, 1), "bottom-right": (1, 1)}
LIST_CORNERS = ("top-right", "top-left", "bottom-right", "bottom-left")


def beside(home: Beside, size: WordSize, transform: Transform, boxed: bool) -> tuple[Boxes, Floats]:
    """Rectangles about the positions, the nearest first, then all over the picture; and the
    position of each.
    """
    points = transform.map(home.xy[np.isfinite(home.xy).all(axis=1)])
    if not len(points):
        points = np.array([[transform.left, transform.top]])
    half, gap = np.array(size.half), (NEAR + (0.6 if boxed else 0.0) + home.away) * size.em
    sides = np.array(ASIDE_FIRST if boxed else ABOVE_FIRST, dtype=np.float64)
    rings = np.concatenate([sides * (half + gap + row * size.em) for row in range(RINGS)])
    centres = (points[None] + rings[:, None]).reshape(-1, 2)
    positions = np.tile(points, (len(rings), 1))
    spread = _lattice(half + INSET * size.em, transform)
    distances = np.hypot(*np.maximum(np.abs(spread - points[0]) - half, 0.0).T)
    centres = np.concatenate([centres, spread[np.argsort(distances, kind="stable")]])
    positions = np.concatenate([positions, np.tile(points[:1], (len(spread), 1))])
    if boxed:  # words on a ground of their own never leave the picture
        low, high = (
            np.array([transform.left, transform.top]) + half,
            np.array([transform.right, transform.bottom]) - half,
        )
        centres = np.clip(centres, low, np.maximum(low, high))
    if home.between is not None:
        low, high = transform.map(np.array([(x, 0.0) for x in home.between]))[:, 0]
        is_between = (centres[:, 0] - half[0] >= low) & (centres[:, 0] + half[0] <= high)
        gaps = np.maximum(np.abs(centres - positions) - half, 0.0)
        have_leader = np.hypot(*gaps.T) >= PLAIN * size.em
        order = np.argsort(~is_between, kind="stable")
        order = order[(is_between | have_leader)[order]]
        centres, positions = centres[order], positions[order]
    return Boxes.upright(centres, size.half), positions


def off(home: Off, size: WordSize, transform: Transform) -> Boxes:
    """The rectangle that touches a position from one side, a gap away from it."""
    (foot, tip), half = (
        transform.map(np.array([home.at, np.add(home.at, home.way)])),
        np.array(size.half),
    )
    way = (tip - foot) / max(float(np.hypot(*(tip - foot))), 1e-9)
    # An ellipse about the words: they glide round the position while the direction turns.
    distance = float(np.hypot(*(half * way))) + OFF * size.em
    return Boxes.upright((foot + distance * way)[None], size.half)


def _lattice(margin: Floats, transform: Transform) -> Floats:
    """Middles all over the picture."""
    low = np.array([transform.left, transform.top]) + margin
    high = np.maximum(np.array([transform.right, transform.bottom]) - margin, low)
    xs, ys = np.linspace(low, high, SPREAD).T
    return np.column_stack([np.tile(xs, SPREAD), np.repeat(ys, SPREAD)])


def inside(home: Inside, size: WordSize, obstacles: Obstacles) -> Boxes:
    """The corners in order of preference, then everywhere by the distance from the first one that
    is on this side.
    """
    t, (low, high) = obstacles.transform, _corners(size, obstacles)
    corners = np.array([np.where(CORNERS[corner], high, low) for corner in home.corners])
    first = int(np.argmax(home.holds(t.inverse(corners))))
    return then_everywhere(corners, size, t, first)


def on_side(home: Inside, boxes: Boxes, transform: Transform) -> Bools:
    """Whether all corners and the middle of each rectangle are on the side of the words."""
    shifts = np.array(
        [(0, 0), (-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1)], dtype=np.float64
    )
    places = boxes.centre[:, None] + shifts * boxes.half[:, None]
    are_inside: Bools = np.logical_and.reduce(
        home.holds(transform.inverse(places.reshape(-1, 2))).reshape(len(boxes), -1), axis=1
    )
    return are_inside


def next_to(
    middle: tuple[float, float],
    half: tuple[float, float],
    side: str,
    size: WordSize,
    em: float,
    is_low: bool,
) -> Boxes:
    """Rectangles below and above other words (above first where these are low), flush with them on
    their side.
    """
    x = (
        middle[0]
        if side == "center"
        else middle[0] + (size.half[0] - half[0]) * (1.0 if side == "left" else -1.0)
    )
    step = UNDER * em
    ys = [middle[1] - step, middle[1] + step] if is_low else [middle[1] + step, middle[1] - step]
    return Boxes.upright(np.array([(x, y) for y in ys]), size.half)


def in_rows(size: WordSize, obstacles: Obstacles) -> Boxes:
    """Rows in the upper middle of the picture, from above, then everywhere by the distance from the
    first one.
    """
    t = obstacles.transform
    ys = t.top + size.em * (TOP + ROW * np.arange(max(1, int(t.height / (ROW * size.em)) - 3)))
    return then_everywhere(np.column_stack([np.full_like(ys, t.left + 0.5 * t.width), ys]), size, t)


def in_corners(size: WordSize, obstacles: Obstacles) -> Boxes:
    """The corners of the picture, then everywhere by the distance from the first one."""
    low, high = _corners(size, obstacles)
    corners = np.array([np.where(CORNERS[corner], high, low) for corner in LIST_CORNERS])
    return then_everywhere(corners, size, obstacles.transform)


def _corners(size: WordSize, obstacles: Obstacles) -> tuple[Floats, Floats]:
    """The middles of words in the upper left corner and in the lower right one."""
    (half, up), inset = size.half, INSET * obstacles.em
    left, top, right, bottom = obstacles.field
    return (
        np.array([left + inset + half, top + inset + up]),
        np.array([right - inset - half, bottom - inset - up]),
    )


def then_everywhere(places: Floats, size: WordSize, t: Transform, first: int = 0) -> Boxes:
    """Some places, then all over the picture by the distance from one of them."""
    spread = _lattice(np.array(size.half) + INSET * size.em, t)
    spread = spread[np.argsort(np.hypot(*(spread - places[first]).T), kind="stable")]
    return Boxes.upright(np.concatenate([places, spread]), size.half)


def at_tips(home: Across, size: WordSize, transform: Transform) -> tuple[Floats, Boxes]:
    """The arrows (k, 2, 2) on the device, and six rectangles at the tips of each, one after the
    other.
    """
    arrows = transform.map(home.segments.reshape(-1, 2)).reshape(-1, 2, 2)
    unit = arrows[:, 1] - arrows[:, 0]
    unit = unit / np.maximum(np.hypot(unit[:, 0], unit[:, 1]), 1e-9)[:, None]
    across = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    half, gap = np.array(size.half), TIP * size.em
    # As far from the arrow as the words extend in that direction.
    beside_, beyond = (np.abs(way) @ half + gap for way in (across, unit))
    spots = [
        arrows[:, tip] + turn * beside_[:, None] * across - out * (0.5 * half[1]) * unit
        for tip, out in ((1, 1.0), (0, -1.0))
        for turn in (1.0, -1.0)
    ]
    spots += [arrows[:, tip] + out * beyond[:, None] * unit for tip, out in ((1, 1.0), (0, -1.0))]
    return arrows, Boxes.upright(np.stack(spots, axis=1).reshape(-1, 2), size.half)


# within this distance words plainly belong to a point, in heights of their letters; further off
# they get a leader
PLAIN = 2.2
TRIED_PLACES = 60  # for the sake of their leaders
# from these to a line on their left or right, in addition to the distance of all words, in heights
# of their letters
SIDE_GAP = 0.1
Leader = tuple[tuple[float, float], tuple[float, float]]


def leader_of(boxes: Boxes, points: Floats, k: int, size: WordSize) -> Leader | None:
    """The leader of one of some places of words to its point; None where it is plain that they
    belong together.
    """
    ends, is_far = _leaders(boxes.take(slice(k, k + 1)), points[k : k + 1], size)
    (x0, y0), (x1, y1) = ends[0].tolist()
    return ((x0, y0), (x1, y1)) if is_far[0] else None


def _leaders(boxes: Boxes, points: Floats, size: WordSize) -> tuple[Floats, Bools]:
    """The leaders (k, 2, 2) from points to the nearest places of words, and which of these need
    them.
    """
    ways = np.clip(points, boxes.centre - boxes.half, boxes.centre + boxes.half) - points
    distances = np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1e-9)
    # clear of the symbol, and of the letters
    shares = np.stack([0.8 * size.em / distances, 1.0 - 0.3 * size.em / distances], axis=1)
    ends: Floats = points[:, None] + shares[:, :, None] * ways[:, None]
    return ends, distances >= PLAIN * size.em


def first_with_leader(
    boxes: Boxes, points: Floats, size: WordSize, obstacles: Obstacles
) -> int | None:
    """The first free place whose leader passes no words, no symbol, which a reader could take for
    its end, and no line; else the first whose leader passes least.
    """
    rows = np.flatnonzero(obstacles.free(boxes.grown(SIDE_GAP * size.em, 0.0)))[:TRIED_PLACES]
    if not len(rows):
        return None
    ends, is_far = _leaders(boxes.take(rows), points[rows], size)
    lines = thin(ends)
    # From a part of the way on: what the leader comes from is no obstacle.
    along = ends[:, :1] + LEADER_PLACES[:, None] * (ends[:, 1:] - ends[:, :1])
    cost = 4 * ~obstacles.free_of_words(lines) + 2 * obstacles.raster.touches(along).any(axis=1)
    return int(rows[np.argmin(is_far * (cost + ~obstacles.free_of_lines(lines)))])


def arrow_with_words(
    words: Words, home: Across, size: WordSize, obstacles: Obstacles
) -> PlacedWords | None:
    """The arrow on the fewest symbols, with its words at one of its tips, or further off with a
    leader; without them where they find no place.
    """
    t = obstacles.transform
    arrows, boxes = at_tips(home, size, t)
    is_seen = ((arrows > (t.left, t.top)) & (arrows < (t.right, t.bottom))).all(axis=(1, 2))
    if not is_seen.any():
        return None
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
    k = best * free.shape[1] + int(np.argmax(free[best]))
    place = PlacedWords(words, words.lines, size, boxes.middle(k), choice=best)
    if free[best].any():
        return place
    near, tips = beside(Beside(home.segments[best]), size, t, False)
    beside_arrow = obstacles.with_words(Boxes.empty(), arrows[best : best + 1])
    spot = first_with_leader(near, tips, size, beside_arrow)
    if spot is None:
        return replace(place, lines=())
    return replace(place, middle=near.middle(spot), leader=leader_of(near, tips, spot, size))
