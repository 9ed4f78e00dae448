"""Convex hulls in the plane, exact for every input: ties, duplicates and collinear points included."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Bools, Floats, Ints
from .exact import orientation

# Below this many points sorting all of them is faster than throwing out the inner ones first.
_FILTER_FROM = 100
# Extreme points are looked for among at most this many points: any points of the set make a valid filter.
_SAMPLE = 4096
# Inside by more than this part of the size: far above the rounding of the test itself (about 1e-15), so no hull point is lost.
_CLEARLY_INSIDE = 1e-12
_ANGLES = (np.arange(16) + 0.3) * (np.pi / 16)  # off the axes and diagonals, where snapped points tie
_DIRECTIONS: Floats = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def convex_hull(X: ArrayLike) -> Ints:
    """The corners of the convex hull of points ``X (n, 2)``, as rows of X, counter-clockwise from the leftmost (lowest) one.

    Exact: a row is returned if and only if its point is a corner, so points in the middle of an edge and repeated points are
    left out (of equal points the first row stands for all).  Collinear points give their two ends, equal points one row, no
    point no row.

    1. Throw out what lies clearly inside the polygon of 32 extreme points (Akl and Toussaint 1978).
    2. Sort the rest by x, then y, and walk along the lower and the upper chain (Andrew 1979), with the sign of every
       orientation exact (:func:`solvers.exact.orientation`).

    Qhull (``scipy.spatial.ConvexHull``) merges corners that are nearly flat and refuses collinear points.
    """
    columns = np.ascontiguousarray(np.asarray(X, dtype=np.float64).reshape(-1, 2).T)
    return hull_of_columns(columns)


def hull_of_columns(columns: Floats) -> Ints:
    """:func:`convex_hull` for points stored as columns (2, n)."""
    rows = _outer_rows(columns) if columns.shape[1] > _FILTER_FROM else np.arange(columns.shape[1])
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
    """The corners of the chain that turns left all the way from the first to the last of some sorted points."""
    chain: list[int] = []
    for k, point in enumerate(points):
        while len(chain) > 1 and orientation(points[chain[-2]], points[chain[-1]], point) <= 0.0:
            chain.pop()
        chain.append(k)
    return chain


def _outer_rows(columns: Floats) -> Ints:
    """The rows that are not clearly inside the polygon of the extreme points of a sample."""
    n = columns.shape[1]
    everything = np.arange(n)
    stride = -(-n // _SAMPLE)
    sample = columns[:, ::stride]
    heights = _DIRECTIONS @ sample
    extremes = np.unique(np.concatenate([heights.argmax(axis=1), heights.argmin(axis=1)])) * stride
    polygon = _chain(columns, extremes)
    if len(polygon) < 3:
        return everything
    # Coordinates about a point of the data: a subtraction rounds relative to its result, so an offset costs no digits.
    origin = columns[:, polygon[0], None]
    corners = columns[:, polygon] - origin
    edges = np.roll(corners, -1, axis=1) - corners
    normals = np.stack([-edges[1], edges[0]])
    lengths = np.hypot(normals[0], normals[1])
    if not lengths.all():
        return everything
    normals /= lengths
    offsets = (normals * corners).sum(axis=0)
    size = float(np.abs(corners).max())
    candidates = _outside_disc(columns, origin, corners, normals, offsets, size)
    depth = normals.T @ (columns[:, candidates] - origin) - offsets[:, None]
    outer: Bools = (depth <= _CLEARLY_INSIDE * size).any(axis=0)
    return candidates[outer]


def _outside_disc(columns: Floats, origin: Floats, corners: Floats, normals: Floats, offsets: Floats, size: float) -> Ints:
    """The rows outside a disc inside the polygon: one cheap test that removes most points of a large set."""
    # The centre is rounded to a double first and then taken relative to the origin, so an offset of the data moves nothing.
    centre = origin[:, 0] + corners.mean(axis=1)
    radius = float((normals.T @ (centre - origin[:, 0]) - offsets).min()) - 1e-9 * size
    if radius <= 0.0:
        return np.arange(columns.shape[1])
    dx, dy = columns[0] - centre[0], columns[1] - centre[1]
    dx *= dx
    dy *= dy
    dx += dy
    rows: Ints = np.flatnonzero(dx >= radius * radius)
    return rows
