"""Convex hulls in the plane, exact for every input: ties, duplicates and collinear points included.

Source: Andrew, Inf. Process. Lett. 9 (1979) 216 (the chain); Barber, Dobkin and Huhdanpaa, ACM
Trans. Math. Softw. 22 (1996) 469 (which points can be left out).

Exact arithmetic where floating point cannot decide: coordinates as whole numbers, and the sign
of an orientation.

Every double is a whole number times a power of two.  Multiplied by the largest denominator among
them, a handful of points has integer coordinates, and Python's integers never round: sums, products
and comparisons of such points are exact, at a third of the time of fractions because there is no
common divisor to look for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, Ints

# Inside by more than this part of the size: far above the rounding of the test itself (about
# 1e-15), so no hull point is lost.
_CLEARLY_INSIDE = 1e-12
# off the axes and diagonals, where snapped points tie
_ANGLES = (np.arange(16) + 0.3) * (np.pi / 16)
_DIRECTIONS: Floats = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def convex_hull(X: ArrayLike) -> Ints:
    """The corners of the convex hull of points ``X (n, 2)``, as rows of X, counter-clockwise from
    the leftmost (lowest) one.

    Exact: a row is returned if and only if its point is a corner, so points in the middle of an
        edge and repeated points are
    left out (of equal points the first row stands for all).  Collinear points give their two ends,
    equal points one row, no point no row.

    1. Throw out what lies clearly inside the polygon of 32 extreme points (Akl and Toussaint 1978).
    2. Sort the rest by x, then y, and walk along the lower and the upper chain (Andrew 1979), with
       the sign of every orientation exact (:func:`solvers.plane.hulls.orientation`).

    Qhull (``scipy.spatial.ConvexHull``) merges corners that are nearly flat and refuses collinear
    points.
    """
    columns = np.ascontiguousarray(np.asarray(X, dtype=np.float64).reshape(-1, 2).T)
    return hull_of_columns(columns)


def hull_of_columns(columns: Floats) -> Ints:
    """:func:`convex_hull` for points stored as columns (2, n)."""
    # Of fewer points sorting all is faster than throwing out the inner ones first.
    rows = _outer_rows(columns) if columns.shape[1] > 100 else np.arange(columns.shape[1])
    return _chain(columns, rows)


def _chain(columns: Floats, rows: Ints) -> Ints:
    """Andrew's monotone chain over some columns: the corners counter-clockwise."""
    x, y = columns[0, rows], columns[1, rows]
    # lexsort is stable, so of equal points the first row comes first.
    order = np.lexsort((y, x))
    x, y, rows = x[order], y[order], rows[order]
    if len(rows) > 1:
        fresh = np.concatenate([[True], (x[1:] != x[:-1]) | (y[1:] != y[:-1])])
        x, y, rows = x[fresh], y[fresh], rows[fresh]
    points = list(zip(x.tolist(), y.tolist(), strict=True))
    if len(points) < 3:
        return rows
    lower, upper = _half(points), [len(points) - 1 - k for k in _half(points[::-1])]
    corners: Ints = rows[np.array(lower[:-1] + upper[:-1])]
    return corners


def _half(points: list[tuple[float, float]]) -> list[int]:
    """The corners of the chain that turns left all the way from the first to the last of some
    sorted points.
    """
    chain: list[int] = []
    for k, point in enumerate(points):
        while len(chain) > 1 and orientation(points[chain[-2]], points[chain[-1]], point) <= 0.0:
            chain.pop()
        chain.append(k)
    return chain


def _outer_rows(columns: Floats) -> Ints:
    """The rows that are not clearly inside a polygon of extreme points.

    The polygon starts with the extreme points of a sample.  Where many points are left (a class cut
    off along a line crowds there), the point farthest beyond each edge joins it, as in quickhull,
    as long as that halves what is left.
    """
    n = columns.shape[1]
    stride = -(-n // 4096)
    heights = _DIRECTIONS @ columns[:, ::stride]
    extremes = np.concatenate([heights.argmax(axis=1), heights.argmin(axis=1)]) * stride
    rows: Ints | None = None
    while True:  # at most half of the candidates every time
        polygon = _Polygon(columns, _chain(columns, np.unique(extremes)))
        if not polygon.is_proper:
            return np.arange(n) if rows is None else rows
        candidates = polygon.outside_disc() if rows is None else rows
        depth = polygon.depth(candidates)
        rows = candidates[(depth <= _CLEARLY_INSIDE * polygon.size).any(axis=0)]
        if len(rows) < 300 or 2 * len(rows) > len(candidates):
            return rows
        extremes = np.concatenate([polygon.rows, candidates[depth.argmin(axis=1)]])


class _Polygon:
    """A convex polygon of some columns: how deep inside it the others lie.

    All coordinates are about a point of the data: a subtraction rounds relative to its result, so
    an offset costs no digits.
    """

    def __init__(self, columns: Floats, rows: Ints) -> None:
        self.rows, self._columns = rows, columns
        self._origin = columns[:, rows[0], None]
        corners = columns[:, rows] - self._origin
        edges = np.roll(corners, -1, axis=1) - corners
        lengths = np.hypot(edges[0], edges[1])
        self.is_proper = len(rows) > 2 and bool(lengths.all())
        if self.is_proper:
            self._normals = np.stack([-edges[1], edges[0]]) / lengths
            self._offsets = (self._normals * corners).sum(axis=0)
            self._middle: Floats = corners.mean(axis=1)
            self.size = float(np.abs(corners).max())

    def depth(self, rows: Ints) -> Floats:
        """The distances of points from the lines of all edges (k, len(rows)), positive on the inner
        side.
        """
        depth: Floats = (
            self._normals.T @ (self._columns[:, rows] - self._origin) - self._offsets[:, None]
        )
        return depth

    def outside_disc(self) -> Ints:
        """The rows outside a disc inside the polygon: one cheap test that removes most points of a
        large set.
        """
        # The centre is rounded to a double first and then taken relative to the origin, so an
        # offset of the data moves nothing.
        origin = self._origin[:, 0]
        centre = origin + self._middle
        radius = (
            float((self._normals.T @ (centre - origin) - self._offsets).min()) - 1e-9 * self.size
        )
        if radius <= 0.0:
            return np.arange(self._columns.shape[1])
        dx, dy = self._columns[0] - centre[0], self._columns[1] - centre[1]
        dx *= dx
        dy *= dy
        dx += dy
        rows: Ints = np.flatnonzero(dx >= radius * radius)
        return rows


Point = tuple[float, float]
IntegerPoint = tuple[int, int]

# Shewchuk (1997), bound A for the orientation of three points: (3 + 16 eps) eps with eps = 2^-53,
# rounded up.
_ORIENTATION_ERROR = 3.4e-16
# Below this size products of doubles may underflow, where no relative error bound holds.
_SMALLEST_PRODUCT = 1e-290


def whole_points(points: Iterable[Point]) -> tuple[list[IntegerPoint], int]:
    """The points multiplied by the smallest power of two that makes all coordinates whole, and that
    power.
    """
    ratios = [(float(x).as_integer_ratio(), float(y).as_integer_ratio()) for x, y in points]
    scale = max((max(x[1], y[1]) for x, y in ratios), default=1)
    return [(x[0] * (scale // x[1]), y[0] * (scale // y[1])) for x, y in ratios], scale


def ratio(numerator: int, denominator: int) -> float:
    """The quotient of two whole numbers, rounded once; infinite when it is beyond the range of a
    double.
    """
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if (numerator > 0) == (denominator > 0) else -math.inf


def orientation(a: Point, b: Point, c: Point) -> float:
    """A number with the exact sign of the area of the triangle a, b, c: positive counter-clockwise,
    0 exactly when collinear.

    The determinant ``(b - a) x (c - a)`` in doubles where its error bound proves the sign, in whole
    numbers elsewhere.
    """
    left = (b[0] - a[0]) * (c[1] - a[1])
    right = (b[1] - a[1]) * (c[0] - a[0])
    area, size = left - right, abs(left) + abs(right)
    # Written so that infinities (area = nan) and underflow (size too small) also end in whole
    # numbers.
    if abs(area) > _ORIENTATION_ERROR * size and size > _SMALLEST_PRODUCT:
        return area
    ((a_x, a_y), (b_x, b_y), (c_x, c_y)), _ = whole_points((a, b, c))
    exact = (b_x - a_x) * (c_y - a_y) - (b_y - a_y) * (c_x - a_x)
    return float((exact > 0) - (exact < 0))
