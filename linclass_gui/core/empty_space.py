"""Where a picture has room without covering points."""

from __future__ import annotations

import numpy as np

from solvers import Floats

CELL = 8.0  # px: the picture is searched in steps of this size


def free_place(
    points: Floats,
    picture: tuple[float, float],
    size: tuple[float, float],
    wanted: tuple[float, float],
    edges: tuple[int, ...],
) -> tuple[float, float] | None:
    """The upper left corner of a rectangle of this ``size`` that covers no point, nearest to
    ``wanted``; None: no room.

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
    away = (xs[:, None] - wanted[0]) ** 2 + (ys[None, :] - wanted[1]) ** 2
    away[below > 0] = np.inf
    best = np.unravel_index(int(np.argmin(away)), away.shape)
    return (float(xs[best[0]]), float(ys[best[1]])) if np.isfinite(away[best]) else None


def _counts(points: Floats, picture: tuple[float, float]) -> Floats:
    """How many points lie left of and above each corner of the grid."""
    columns, rows = (int(np.ceil(side / CELL)) for side in picture)
    seen = points[np.isfinite(points).all(axis=1)]
    found, _, _ = np.histogram2d(
        seen[:, 0], seen[:, 1], (columns, rows), ((0.0, columns * CELL), (0.0, rows * CELL))
    )
    sums: Floats = np.zeros((columns + 1, rows + 1))
    sums[1:, 1:] = found.cumsum(axis=0).cumsum(axis=1)
    return sums


def _cells(low: Floats, high: Floats, last: int) -> tuple[np.ndarray, np.ndarray]:
    """The first cell of an interval, and the first one behind it."""
    first = np.clip(np.floor(low / CELL), 0, last).astype(np.int64)
    return first, np.clip(np.ceil(high / CELL), 0, last).astype(np.int64)
