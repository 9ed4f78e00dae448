"""Plane geometry that pictures need: lines, half-planes, polygons and segments cut by a box, and contours of a score grid.

A box is ``(x0, x1, y0, y1)`` with x0 < x1 and y0 < y1, in data units.  Everything here is a pure function of numbers; nothing
knows about screens.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Floats, Ints

Box = tuple[float, float, float, float]


def clip_line(normal: ArrayLike, offset: float, box: Box, centre: ArrayLike = (0.0, 0.0)) -> Floats | None:
    """The part of the line ``<normal, x - centre> + offset = 0`` inside a box, as its two end points (2, 2), or None.

    The end points run with ``normal`` on their left and lie exactly on the border of the box, because they are interpolated
    along its edges: the slope-intercept form fails for vertical lines and loses all digits at large intercepts.  Far from the
    origin (1e8, say) give ``offset`` about a ``centre`` near the box (``Iterate.f_centre`` and ``Iterate.centre``): the offset
    about the origin has then lost the digits that place the line.  A line that meets the box in one corner only gives None, and
    so does a normal that is zero or not finite.
    """
    polygon, values = _cut_box(normal, offset, box, centre)
    ends: Floats = polygon[values == 0.0][:2]
    if len(ends) < 2 or (ends[0] == ends[1]).all():
        return None
    n = np.asarray(normal, dtype=np.float64)
    step = ends[1] - ends[0]
    return ends if n[1] * step[0] >= n[0] * step[1] else ends[::-1].copy()


def half_plane(normal: ArrayLike, offset: float, box: Box, centre: ArrayLike = (0.0, 0.0)) -> Floats:
    """The part of a box where ``<normal, x - centre> + offset >= 0``: a convex polygon (k, 2), counter-clockwise.

    Empty (0, 2) when the box lies on the other side or the numbers are not finite; with ``normal = 0`` the whole box or
    nothing, by the sign of ``offset``.
    """
    polygon, _ = _cut_box(normal, offset, box, centre)
    return polygon if len(polygon) > 2 else polygon[:0]


def _cut_box(normal: ArrayLike, offset: float, box: Box, centre: ArrayLike) -> tuple[Floats, Floats]:
    """The side ``f >= 0`` of a box as a polygon, and f (up to a factor) at its corners: 0 exactly on the line."""
    x0, x1, y0, y1 = box
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)
    n = np.asarray(normal, dtype=np.float64)
    size = float(np.abs(n).max())
    nothing = np.empty((0, 2)), np.empty(0)
    if not (np.isfinite(size) and np.isfinite(offset)):
        return nothing
    if size == 0.0:
        return (corners, np.full(4, np.inf)) if offset >= 0.0 else nothing
    # Divided by the largest coefficient neither 1e-300 nor 1e300 can underflow or overflow in the products.
    f = (corners - np.asarray(centre, dtype=np.float64)) @ (n / size) + offset / size
    if not np.isfinite(f).all():
        return (corners, f) if (f >= 0.0).all() else nothing
    return _cut(corners, f)


def _cut(polygon: Floats, f: Floats) -> tuple[Floats, Floats]:
    """Sutherland-Hodgman for one line: keep the corners with f >= 0, put a new corner (f = 0) on every edge that crosses."""
    inside = f >= 0.0
    # A corner on the line is kept as it is; a second corner at the same place would be a zero-length edge.
    f_next = np.roll(f, -1)
    crosses = (f > 0.0) & (f_next < 0.0) | (f < 0.0) & (f_next > 0.0)
    share = np.divide(f, f - f_next, out=np.zeros_like(f), where=crosses)
    following = np.roll(polygon, -1, axis=0)
    cuts = polygon + share[:, None] * (following - polygon)
    # a + t (b - a) misses b by a rounding at t = 1, and an edge parallel to an axis must stay on it: clamp to the edge.
    cuts = np.clip(cuts, np.minimum(polygon, following), np.maximum(polygon, following))
    keep = np.column_stack([inside, crosses]).ravel()
    points = np.stack([polygon, cuts], axis=1).reshape(-1, 2)[keep]
    values = np.column_stack([f, np.zeros_like(f)]).ravel()[keep]
    return points, values


def clip_polygon(polygon: ArrayLike, box: Box) -> Floats:
    """The part of a polygon (k, 2) inside a box (Sutherland and Hodgman 1974), with its orientation kept.

    Exact for convex polygons; a polygon that is not convex may come out with parts joined along the border of the box, which
    fills the same area.  Empty (0, 2) when nothing is left.
    """
    points = np.asarray(polygon, dtype=np.float64).reshape(-1, 2)
    x0, x1, y0, y1 = box
    for axis, bound, sign in ((0, x0, 1.0), (0, x1, -1.0), (1, y0, 1.0), (1, y1, -1.0)):
        if len(points) == 0:
            break
        points, on_border = _cut(points, sign * (points[:, axis] - bound))
        points[on_border == 0.0, axis] = bound
    return points


def clip_segment(start: ArrayLike, end: ArrayLike, box: Box) -> Floats | None:
    """The part of the segment from ``start`` to ``end`` inside a box, as its two end points (2, 2), or None."""
    clipped = clip_segments(np.array([[start, end]], dtype=np.float64), box)
    return clipped[0] if len(clipped) else None


def clip_segments(segments: ArrayLike, box: Box) -> Floats:
    """The parts of segments (k, 2, 2) inside a box (Liang and Barsky 1984); segments wholly outside are left out.

    A segment is ``a + t (b - a)`` with 0 <= t <= 1; every side of the box bounds t from below or from above.
    """
    ends = np.asarray(segments, dtype=np.float64).reshape(-1, 2, 2)
    a, step = ends[:, 0], ends[:, 1] - ends[:, 0]
    low, high = np.array([box[0], box[2]]), np.array([box[1], box[3]])
    with np.errstate(divide="ignore", invalid="ignore"):
        t_low, t_high = (low - a) / step, (high - a) / step
    # Parallel to a side: no bound on t, only a yes or no.
    still = step == 0.0
    between = ((a >= low) & (a <= high) | ~still).all(axis=1)
    enter = np.where(still, 0.0, np.minimum(t_low, t_high)).max(axis=1, initial=0.0)
    leave = np.where(still, 1.0, np.maximum(t_low, t_high)).min(axis=1, initial=1.0)
    kept = between & (enter <= leave)
    t = np.stack([enter, leave], axis=1)[kept]
    cut = a[kept, None] + t[..., None] * step[kept, None]
    # End points inside the box are returned bit for bit; new ones are put on the border they were cut at.
    cut = np.where(((t == 0.0) | (t == 1.0))[..., None], np.where((t == 0.0)[..., None], ends[kept, :1], ends[kept, 1:]), cut)
    return np.clip(cut, low, high)


# Which edges of a cell the contour joins, by the sign pattern of its corners (bit 0 lower left, 1 lower right, 2 upper right,
# 3 upper left; set where F > level).  Edges: 0 bottom, 1 right, 2 top, 3 left.  The saddles 5 and 10 depend on the value between.
_EDGES: dict[int, Sequence[tuple[int, int]]] = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}
_SADDLE_CONNECTED = {5: ((3, 2), (1, 0)), 10: ((0, 3), (2, 1))}  # high in the middle: the high corners are connected
_SADDLE_SEPARATE = {5: ((3, 0), (1, 2)), 10: ((0, 1), (2, 3))}  # low in the middle


def contour_segments(F: Floats, xs: Floats, ys: Floats, level: float = 0.0) -> Floats:
    """The contour ``F = level`` of a grid of scores as unordered segments (k, 2, 2): marching squares.

    ``F (len(ys), len(xs))`` holds the score at ``(xs[j], ys[i])``, both coordinates rising.  Crossings are interpolated linearly
    along the edges of the cells, and a saddle is resolved by the value at the centre of the saddle (Nielson and Hamann 1991),
    where both slopes of the bilinear interpolant vanish: for every function that is bilinear in a cell (a line, a product x1 x2)
    the end points and the branches they join are exact.  The value at the centre of the *cell*, often used instead, joins the
    wrong branches where the saddle is off the middle.  Every segment has the higher side on its right.  Cells with a corner that
    is not finite are left out.
    """
    G = F - level
    high = G > 0.0
    pattern = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1].astype(np.int8)
    rows, columns = np.nonzero((pattern != 0) & (pattern != 15))
    if len(rows) == 0:
        return np.empty((0, 2, 2))
    codes = pattern[rows, columns]
    corners = np.stack([G[rows, columns], G[rows, columns + 1], G[rows + 1, columns + 1], G[rows + 1, columns]])
    finite = np.isfinite(corners).all(axis=0)
    rows, columns, codes, corners = rows[finite], columns[finite], codes[finite], corners[:, finite]
    crossings = _crossings(corners, xs, ys, rows, columns)
    return _joined(crossings, codes, _saddle_is_high(corners))


def _saddle_is_high(corners: Floats) -> Bools:
    """Whether the bilinear interpolant is above the level at its saddle, (f00 f11 - f10 f01) / (f00 + f11 - f10 - f01)."""
    lower_left, lower_right, upper_right, upper_left = corners
    numerator = lower_left * upper_right - lower_right * upper_left
    denominator = lower_left + upper_right - lower_right - upper_left
    high: Bools = numerator * np.sign(denominator) > 0.0
    return high


def _crossings(corners: Floats, xs: Floats, ys: Floats, rows: Ints, columns: Ints) -> Floats:
    """Where the level crosses the four edges of each cell, (4, k, 2); meaningless on edges that it does not cross."""
    lower_left, lower_right, upper_right, upper_left = corners
    x0, x1, y0, y1 = xs[columns], xs[columns + 1], ys[rows], ys[rows + 1]
    bottom, top = _root(lower_left, lower_right, x0, x1), _root(upper_left, upper_right, x0, x1)
    left, right = _root(lower_left, upper_left, y0, y1), _root(lower_right, upper_right, y0, y1)
    points = [(bottom, y0), (x1, right), (top, y1), (x0, left)]
    return np.stack([np.column_stack(point) for point in points])


def _root(f0: Floats, f1: Floats, x0: Floats, x1: Floats) -> Floats:
    """The zero of the linear function with values f0 at x0 and f1 at x1."""
    with np.errstate(all="ignore"):
        root: Floats = x0 + f0 / (f0 - f1) * (x1 - x0)
    return root


def _joined(crossings: Floats, codes: Ints, saddle_high: Bools) -> Floats:
    """The segments of all cells; those without length (the level meets a corner only) are left out."""
    pieces: list[Floats] = []

    def take(cells: Bools, pairs: Sequence[tuple[int, int]]) -> None:
        for start, end in pairs:
            pieces.append(np.stack([crossings[start, cells], crossings[end, cells]], axis=1))

    for code, pairs in _EDGES.items():
        take(codes == code, pairs)
    for code in (5, 10):
        saddle = codes == code
        if saddle.any():
            take(saddle & saddle_high, _SADDLE_CONNECTED[code])
            take(saddle & ~saddle_high, _SADDLE_SEPARATE[code])
    segments: Floats = np.concatenate(pieces)
    proper: Bools = (segments[:, 0] != segments[:, 1]).any(axis=1)
    return segments[proper]
