"""What lies under the pointer: the nearest point, the points of a rectangle, a lasso or a disc."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solvers import Dataset, Floats
from solvers.arrays import Bools

REACH_PX = 10.0  # how far from its centre a point can be taken

Point = tuple[float, float]


def nearest_row(dataset: Dataset, at: Point, pixels: Point) -> int | None:
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
        squares = np.square((X[:, 0] - at[0]) / pixels[0]) + np.square(
            (X[:, 1] - at[1]) / pixels[1]
        )
    row = len(squares) - 1 - int(squares[::-1].argmin())
    return row if squares[row] <= REACH_PX * REACH_PX else None


def rows_within(dataset: Dataset, at: Point, pixels: Point, reach_px: float) -> NDArray[np.int64]:
    """The rows of the points at most ``reach_px`` from ``at``; ``pixels`` as in
    :func:`nearest_row`.
    """
    with np.errstate(over="ignore"):
        away = (dataset.X - at) / pixels
        return np.flatnonzero(np.hypot(away[:, 0], away[:, 1]) <= reach_px)


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
            crosses = (y0 <= y) != (y1 <= y)
            inside ^= crosses & (x < x0 + (y - y0) * ((x1 - x0) / (y1 - y0)))
    return np.flatnonzero(inside)
