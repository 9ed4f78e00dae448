"""Places in the plane: the points under the pointer, points moved together, and room without
points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solvers import Dataset, Floats
from solvers.arrays import Bools

from ..markup.numbers import round_step
from .marks import Point

REACH_PX = 10.0  # how far from its centre a point can be taken


def nearest_row(dataset: Dataset, place: Point, pixels: Point) -> int | None:
    """The row of the point nearest to ``at`` (data units) within reach, or None.

    ``pixels`` are the width and height of one logical pixel in data units.  Of points at the same
    place the last one, which is drawn on top.
    """
    if len(dataset) == 0:
        return None
    X = dataset.X
    with np.errstate(over="ignore"):
        # In pixels, so that neither large nor tiny data units overflow in the squares that matter;
        # column by column, as that is several times as fast as rows of two numbers.
        squares = np.square((X[:, 0] - place[0]) / pixels[0]) + np.square(
            (X[:, 1] - place[1]) / pixels[1]
        )
    row = len(squares) - 1 - int(squares[::-1].argmin())
    return row if squares[row] <= REACH_PX * REACH_PX else None


def rows_within(
    dataset: Dataset, place: Point, pixels: Point, reach_px: float
) -> NDArray[np.int64]:
    """The rows of the points at most ``reach_px`` from ``at``; ``pixels`` as in
    :func:`nearest_row`.
    """
    with np.errstate(over="ignore"):
        offsets = (dataset.X - place) / pixels
        return np.flatnonzero(np.hypot(offsets[:, 0], offsets[:, 1]) <= reach_px)


def rows_in_rectangle(dataset: Dataset, one: Point, other: Point) -> NDArray[np.int64]:
    """The rows of the points in the rectangle between two corners, its edge included."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    inside: Bools = np.all((dataset.X - low >= 0) & (high - dataset.X >= 0), axis=1)
    return np.flatnonzero(inside)


def rows_in_polygon(dataset: Dataset, corners: Sequence[Point]) -> NDArray[np.int64]:
    """The rows of the points inside a closed polygon, by the even-odd rule."""
    inside = np.zeros(len(dataset), dtype=bool)
    x, y = dataset.X[:, 0], dataset.X[:, 1]
    polygon: Floats = np.array(corners, dtype=np.float64).reshape(-1, 2)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if y0 != y1:
            # A ray to the right crosses this edge where the edge passes the point's height;
            # half-open, so no corner counts twice.
            rows = np.flatnonzero((y0 <= y) != (y1 <= y))
            inside[rows] ^= x[rows] < x0 + (y[rows] - y0) * ((x1 - x0) / (y1 - y0))
    return np.flatnonzero(inside)


LATTICE_PX = 24.0  # the least distance between two lines of the lattice
JITTER = 0.02  # standard deviation, as part of the larger side of the box of all points


def box_of(X: Floats) -> tuple[Point, Point]:
    """The lower left and the upper right corner of some places."""
    (x0, y0), (x1, y1) = X.min(axis=0).tolist(), X.max(axis=0).tolist()
    return (x0, y0), (x1, y1)


def middle_of(X: Floats) -> Point:
    """The middle of the box."""
    (x0, y0), (x1, y1) = box_of(X)
    return 0.5 * (x0 + x1), 0.5 * (y0 + y1)


def scale(X: Floats, anchor: Point, factors: Point) -> Floats:
    """``anchor + factors * (x - anchor)``; a factor of -1 mirrors."""
    return np.asarray(anchor + np.array(factors) * (X - anchor))


def turn(X: Floats, centre: Point, degrees: float, pixels: Point) -> Floats:
    """Turned counter-clockwise about a centre, as seen in the picture: ``pixels`` are the data
    units of one pixel on each axis.
    """
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    offsets = (X - centre) / pixels
    return np.asarray(centre + offsets @ np.array([[c, s], [-s, c]]) * pixels)


def jitter(X: Floats, extent: float, seed: int) -> Floats:
    """Normal noise of a fiftieth of an extent on both axes; equal seeds give equal noise."""
    return np.asarray(X + np.random.default_rng(seed).normal(scale=JITTER * extent, size=X.shape))


def lattice_of(pixels: Point) -> Point:
    """The distance of the lines of the lattice on each axis: 1, 2 or 5 times a power of ten, at
    least 24 pixels.
    """
    across, up = ("{}e{}".format(*round_step(LATTICE_PX * pixel)) for pixel in pixels)
    return float(across), float(up)


def snap(X: Floats, steps: Point) -> Floats:
    """The nearest places of the lattice."""
    return np.asarray(np.round(X / steps) * steps)


CELL = 8.0  # px: the picture is searched in steps of this size


def free_place(
    points: Floats,
    picture: Point,
    size: Point,
    corner: Point,
    edges: tuple[int, ...],
) -> Point | None:
    """The upper left corner of a rectangle of this ``size`` that covers no point, nearest to
    ``corner``; None: no room.

    ``points (n, 2)`` and all lengths are in pixels of the picture, the origin in its upper left
    corner; ``edges`` (left, top, right, bottom) are kept free.  The points are counted once on a
    grid and summed up, so that a million of them cost no more per place than ten.
    """
    width, height = picture
    left, top, right, bottom = edges
    xs = np.arange(left, width - right - size[0] + 1e-9, CELL)
    ys = np.arange(top, height - bottom - size[1] + 1e-9, CELL)
    if len(xs) == 0 or len(ys) == 0:
        return None
    counts = _counts(points, picture)
    columns, rows = len(counts) - 1, len(counts[0]) - 1
    x0, x1 = _cells(xs, xs + size[0], columns)
    y0, y1 = _cells(ys, ys + size[1], rows)
    below = (
        counts[np.ix_(x1, y1)]
        - counts[np.ix_(x0, y1)]
        - counts[np.ix_(x1, y0)]
        + counts[np.ix_(x0, y0)]
    )
    distances = (xs[:, None] - corner[0]) ** 2 + (ys[None, :] - corner[1]) ** 2
    distances[below > 0] = np.inf
    best = np.unravel_index(int(np.argmin(distances)), distances.shape)
    return (float(xs[best[0]]), float(ys[best[1]])) if np.isfinite(distances[best]) else None


def _counts(points: Floats, picture: Point) -> Floats:
    """How many points lie left of and above each corner of the grid."""
    columns, rows = (int(np.ceil(side / CELL)) for side in picture)
    with np.errstate(invalid="ignore"):  # of places that are no numbers, which are in no cell
        x, y = np.floor(points.T / CELL)
        is_inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    cells = (x[is_inside] * rows + y[is_inside]).astype(np.int64)
    cell_counts = np.bincount(cells, minlength=columns * rows).reshape(columns, rows)
    sums: Floats = np.zeros((columns + 1, rows + 1))
    sums[1:, 1:] = cell_counts.cumsum(axis=0).cumsum(axis=1)
    return sums


def _cells(low: Floats, high: Floats, last: int) -> tuple[np.ndarray, np.ndarray]:
    """The first cell of an interval, and the first one behind it."""
    first = np.clip(np.floor(low / CELL), 0, last).astype(np.int64)
    return first, np.clip(np.ceil(high / CELL), 0, last).astype(np.int64)
