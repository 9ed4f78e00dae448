"""Plane geometry that pictures need: lines, half-planes, polygons and segments cut by a box, and
contours of a score grid.

A box is ``(x0, x1, y0, y1)`` with x0 < x1 and y0 < y1, in data units.  Everything here is a pure
function of numbers; nothing knows about screens.

Source: Sutherland and Hodgman, Commun. ACM 17 (1974) 32; Liang and Barsky, ACM Trans. Graph. 3
(1984) 1; Lorensen and Cline, Comput. Graph. 21 (1987) 163 (contours, there of surfaces).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arrays import Bools, Floats, Ints

Box = tuple[float, float, float, float]
Pair = Sequence[float] | Floats


def clip_line(normal: Pair, offset: float, box: Box, centre: Pair = (0.0, 0.0)) -> Floats | None:
    """The part of the line ``<normal, x - centre> + offset = 0`` inside a box, as its two end
    points (2, 2), or None.

    The end points run with ``normal`` on their left and lie exactly on the border of the box,
    because they are interpolated along its edges: the slope-intercept form fails for vertical lines
    and loses all digits at large intercepts.  Far from the origin (1e8, say) give ``offset`` about
    a ``centre`` near the box (``Iterate.f_centre`` and ``Iterate.centre``): the offset about the
    origin has then lost the digits that place the line.  A line that meets the box in one corner
    only gives None, and so does a normal that is zero or not finite.
    """
    corners = _cut_box(normal, offset, box, centre)
    ends = [(x, y) for x, y, value in corners if value == 0.0][:2]
    if len(ends) < 2 or ends[0] == ends[1]:
        return None
    (start_x, start_y), (end_x, end_y) = ends
    n1, n2 = normal
    return np.array(ends if n2 * (end_x - start_x) >= n1 * (end_y - start_y) else ends[::-1])


def half_plane(normal: Pair, offset: float, box: Box, centre: Pair = (0.0, 0.0)) -> Floats:
    """The part of a box where ``<normal, x - centre> + offset >= 0``: a convex polygon (k, 2),
    counter-clockwise.

    Empty (0, 2) when the box lies on the other side or the numbers are not finite; with ``normal =
    0`` the whole box or nothing, by the sign of ``offset``.
    """
    corners = _cut_box(normal, offset, box, centre)
    return np.array([(x, y) for x, y, _ in corners]) if len(corners) > 2 else np.empty((0, 2))


def _cut_box(
    normal: Pair, offset: float, box: Box, centre: Pair
) -> list[tuple[float, float, float]]:
    """The side ``f >= 0`` of a box: its corners (x, y, f up to a factor), with f = 0 exactly on the
    line.

    Plain numbers, not arrays: a frame cuts a dozen lines, and four corners are too few for numpy to
    pay.
    """
    n1, n2, x0, x1, y0, y1 = map(float, (*normal, *box))
    size = max(abs(n1), abs(n2))
    if not math.isfinite(size + offset):
        return []
    if size > 0.0:
        # Divided by the largest coefficient neither 1e-300 nor 1e300 can underflow or overflow in
        # the products.
        n1, n2, offset = n1 / size, n2 / size, offset / size
    c1, c2 = float(centre[0]), float(centre[1])
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return cut_convex(corners, [n1 * (x - c1) + n2 * (y - c2) + offset for x, y in corners])


def cut_convex(
    corners: Sequence[Sequence[float]], values: list[float]
) -> list[tuple[float, float, float]]:
    """The side ``f >= 0`` of a convex polygon (Sutherland and Hodgman 1974), for the values at its
    corners of a linear f: corners
    (x, y, f), cuts with f = 0.
    """
    result: list[tuple[float, float, float]] = []
    (ax, ay), af = corners[0], values[0]
    for (x, y), f in zip((*corners[1:], corners[0]), (*values[1:], af), strict=True):
        if af >= 0.0:
            result.append((ax, ay, af))
        if af < 0.0 < f or f < 0.0 < af:
            result.append((*_crossing((ax, ay), af, (x, y), f), 0.0))
        ax, ay, af = x, y, f
    return result


def _crossing(
    a: tuple[float, float], f: float, c: tuple[float, float], g: float
) -> tuple[float, float]:
    """Where a linear function with values f at a and g at c vanishes; the same number whichever end
    comes first.
    """
    if c < a:
        a, f, c, g = c, g, a, f
    share = f / (f - g)
    (ax, ay), (cx, cy) = a, c
    x, y = ax + share * (cx - ax), ay + share * (cy - ay)
    # A coordinate that both ends share is kept exactly, and a + t (c - a) may pass c by a rounding.
    return min(max(x, ax), cx), min(max(y, min(ay, cy)), max(ay, cy))


def clip_polygon(polygon: ArrayLike, box: Box) -> Floats:
    """The part of a polygon (k, 2) inside a box (Sutherland and Hodgman 1974), with its orientation
    kept.

    Exact for convex polygons; a polygon that is not convex may come out with parts joined along the
    border of the box, which fills the same area.  Empty (0, 2) when nothing is left.
    """
    points = np.asarray(polygon, dtype=np.float64).reshape(-1, 2)
    for side, bound in enumerate(box):
        if len(points) == 0:
            break
        axis, sign = side // 2, 1.0 - 2.0 * (side % 2)
        cut = np.array(
            cut_convex(points.tolist(), (sign * (points[:, axis] - bound)).tolist())
        ).reshape(-1, 3)
        points = cut[:, :2]
        points[cut[:, 2] == 0.0, axis] = bound
    return points


def clip_segment(start: ArrayLike, end: ArrayLike, box: Box) -> Floats | None:
    """The part of the segment from ``start`` to ``end`` inside a box, as its two end points (2, 2),
    or None.
    """
    clipped = clip_segments(np.array([[start, end]], dtype=np.float64), box)
    return clipped[0] if len(clipped) else None


def clip_segments(segments: ArrayLike, box: Box) -> Floats:
    """The parts of segments (k, 2, 2) inside a box (Liang and Barsky 1984); segments wholly outside
    are left out.

    A segment is ``a + t (b - a)`` with 0 <= t <= 1; every side of the box bounds t from below or
    from above.
    """
    ends = np.asarray(segments, dtype=np.float64).reshape(-1, 2, 2)
    a, step = ends[:, 0], ends[:, 1] - ends[:, 0]
    low, high = np.array([box[0], box[2]]), np.array([box[1], box[3]])
    with np.errstate(divide="ignore", invalid="ignore"):
        t_low, t_high = (low - a) / step, (high - a) / step
    # Parallel to a side: no bound on t, only a yes or no.
    is_parallel = step == 0.0
    between = ((a >= low) & (a <= high) | ~is_parallel).all(axis=1)
    enter = np.where(is_parallel, 0.0, np.minimum(t_low, t_high)).max(axis=1, initial=0.0)
    leave = np.where(is_parallel, 1.0, np.maximum(t_low, t_high)).min(axis=1, initial=1.0)
    is_inside = between & (enter <= leave)
    t = np.stack([enter, leave], axis=1)[is_inside]
    cut = a[is_inside, None] + t[..., None] * step[is_inside, None]
    # End points inside the box are returned bit for bit; new ones are put on the border they were
    # cut at.
    cut = np.where(
        ((t == 0.0) | (t == 1.0))[..., None],
        np.where((t == 0.0)[..., None], ends[is_inside, :1], ends[is_inside, 1:]),
        cut,
    )
    return np.clip(cut, low, high)


# Which edges of a cell the contour joins, by the sign pattern of its corners (1 lower left, 2 lower
# right, 4 upper right, 8 upper left, added where F > level).  Edges: 0 bottom, 1 right, 2 top, 3
# left.  At the saddles, 5 and 10, there are two segments; they stand here as if the middle were
# low, and 16 and 17 are 5 and 10 with a high middle, where the high corners are connected.
_ENDS = np.array(
    [
        [0, 3, 0, 3, 1, 3, 0, 3, 2, 2, 0, 2, 1, 1, 0, 0, 3, 0],
        [0, 0, 1, 1, 2, 0, 2, 2, 3, 0, 1, 1, 3, 0, 3, 0, 2, 3],
    ]
).T
_SECOND = {5: (1, 2), 10: (2, 3), 16: (1, 0), 17: (2, 1)}


def contour_segments(F: Floats, xs: Floats, ys: Floats, level: ArrayLike = 0.0) -> Floats:
    """The contours ``F = level`` of a grid of scores, of one level or several, as unordered
    segments (k, 2, 2): marching squares.

    ``F (len(ys), len(xs))`` holds the score at ``(xs[j], ys[i])``, both coordinates rising.
    Crossings are interpolated linearly along the edges of the cells, and a saddle is resolved by
    the value at the centre of the saddle (Nielson and Hamann 1991), where both slopes of the
    bilinear interpolant vanish: for every function that is bilinear in a cell (a line, a product x1
    x2) the end points and the branches they join are exact.  The value at the centre of the *cell*,
    often used instead, joins the wrong branches where the saddle is off the middle.  Every segment
    has the higher side on its right.  Cells with a corner that is not finite are left out.
    """
    G = F - np.reshape(level, (-1, 1, 1))
    high = (G > 0.0).view(np.int8)
    pattern = high[:, :-1, :-1] + 2 * high[:, :-1, 1:] + 4 * high[:, 1:, 1:] + 8 * high[:, 1:, :-1]
    k, rows, columns = np.nonzero((pattern != 0) & (pattern != 15))
    if len(rows) == 0:
        return np.empty((0, 2, 2))
    codes = pattern[k, rows, columns]
    right, above = columns + 1, rows + 1
    corners = np.stack(
        [G[k, rows, columns], G[k, rows, right], G[k, above, right], G[k, above, columns]]
    )
    finite = np.isfinite(corners).all(axis=0)
    if not finite.all():
        rows, columns, codes, corners = (
            rows[finite],
            columns[finite],
            codes[finite],
            corners[:, finite],
        )
    saddles = np.flatnonzero((codes == 5) | (codes == 10))
    high_saddles = saddles[_saddle_is_high(corners[:, saddles])]
    codes[high_saddles] = 16 + (codes[high_saddles] == 10)
    return _join_segments(_crossings(corners, xs, ys, rows, columns), codes)


def _saddle_is_high(corners: Floats) -> Bools:
    """Whether the bilinear interpolant is above the level at its saddle, (f00 f11 - f10 f01) / (f00
    + f11 - f10 - f01).
    """
    lower_left, lower_right, upper_right, upper_left = corners
    numerator = lower_left * upper_right - lower_right * upper_left
    denominator = lower_left + upper_right - lower_right - upper_left
    high: Bools = numerator * np.sign(denominator) > 0.0
    return high


def _crossings(corners: Floats, xs: Floats, ys: Floats, rows: Ints, columns: Ints) -> Floats:
    """Where the level crosses the four edges of each cell, (4, k, 2); meaningless on edges that it
    does not cross.
    """
    x0, x1, y0, y1 = xs[columns], xs[columns + 1], ys[rows], ys[rows + 1]
    first, second = corners[[0, 1, 3, 0]], corners[[1, 2, 2, 3]]
    with np.errstate(all="ignore"):
        # the zero of the linear function along each edge
        bottom, right, top, left = first / (first - second)
        x = [x0 + bottom * (x1 - x0), x1, x0 + top * (x1 - x0), x0]
        y = [y0, y0 + right * (y1 - y0), y1, y0 + left * (y1 - y0)]
    result: Floats = np.array([x, y]).transpose(1, 2, 0)
    return result


def _join_segments(crossings: Floats, codes: NDArray[np.int8]) -> Floats:
    """The segments of all cells; those without length (the level meets a corner only) are left
    out.
    """
    pieces = [crossings[_ENDS[codes], np.arange(len(codes))[:, None]]]
    for code in sorted(_SECOND.keys() & set(codes.tolist())):
        start, end = _SECOND[code]
        saddles = codes == code
        pieces.append(np.stack([crossings[start, saddles], crossings[end, saddles]], axis=1))
    segments: Floats = np.concatenate(pieces)
    proper: Bools = (segments[:, 0] != segments[:, 1]).any(axis=1)
    return segments[proper]


def covers(loops: Sequence[Floats], x: float, y: float) -> bool:
    """Whether a place lies within closed outlines (k, 2): a ray to the right crosses them an odd
    number of times.
    """
    is_inside = False
    for loop in loops:
        points = loop.tolist()
        x0, y0 = points[-1]
        for x1, y1 in points:
            if (y0 > y) is not (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                is_inside = not is_inside
            x0, y0 = x1, y1
    return is_inside
