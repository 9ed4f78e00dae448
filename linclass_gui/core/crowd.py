"""Where points and lines are: a raster over the view that answers whether a label would lie on any of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import Bools, Ints
from solvers.plane.geometry import clip_segments

from .document import View
from .memo import memo
from .scene import Scene

SPREAD = 3  # cells between a point and the rim of what it blocks
FEW_SPOTS = 2000  # of lines, which are set one by one


@dataclass(frozen=True, eq=False)
class Crowd:
    """A raster over the view with square cells of ``cell`` pixels, True where a disc of a label would touch something."""

    blocked: Bools
    cell: float = 6.0

    def touches(self, centres: Floats) -> Bools:
        """Whether a disc at each of the centres (..., 2), in pixels from the lower left corner, lies on something."""
        rows, columns = self.blocked.shape
        # In range first: what lies far outside has no number that an integer could hold.
        at = np.clip(centres / self.cell, 0.0, (columns - 1.0, rows - 1.0)).astype(np.int64)
        x, y = at[..., 0], at[..., 1]
        touched: Bools = self.blocked[y, x]
        return touched


@memo(4)
def crowd(dataset: Dataset, without: tuple[int, ...], view: View, pixel: float, reach: float) -> Crowd:
    """The raster of a data set without some rows; ``reach`` is the distance in pixels that counts as touching."""
    cell = reach / SPREAD
    columns, rows = (int(extent / pixel / cell) + 1 for extent in (view.width, view.height))
    # A border of one cell takes what lies outside the view, so that nothing has to be chosen first.
    x, y = (_cells(dataset.X[:, axis], low, pixel * cell, many) for axis, low, many in ((0, view.x0, columns), (1, view.y0, rows)))
    x[list(without)] = 0
    raster = np.zeros((rows + 2, columns + 2), dtype=np.int64)
    raster[y, x] = 1
    return Crowd(_spread(raster[1:-1, 1:-1], SPREAD), cell)


def _cells(values: Floats, low: float, cell: float, many: int) -> Ints:
    """The cells 1 ... many of coordinates, 0 and many + 1 for those outside."""
    at = values - low
    at *= 1.0 / cell
    at += 1.0
    np.clip(at, 0.0, many + 1.0, out=at)
    cells: Ints = at.astype(np.int64)
    return cells


def crowd_of(scene: Scene, reach: float) -> Crowd:
    """The points of a scene; those that a gesture moves are left out, or the raster would have to follow them."""
    dataset = scene.document.dataset
    without: tuple[int, ...] = ()
    if scene.base is not None and scene.moving:
        dataset, without = scene.base.dataset, tuple(row for row in scene.moving if row < len(scene.base.dataset))
    return crowd(dataset, without, scene.view, scene.pixel, reach)


def _spread(counts: Ints, by: int) -> Bools:
    """Whether any count is positive within ``by`` cells: a sliding sum along each axis, from cumulative sums."""
    for axis in (0, 1):
        width = [(by + 1, by) if axis == k else (0, 0) for k in (0, 1)]
        sums = np.cumsum(np.pad(counts, width), axis=axis)
        high, low = np.split(np.arange(sums.shape[axis]), [2 * by + 1])[1], np.arange(counts.shape[axis])
        counts = np.take(sums, high, axis=axis) - np.take(sums, low, axis=axis)
    result: Bools = counts > 0
    return result


@memo(12)
def with_lines(points: Crowd, lines: tuple[Floats, ...], view: View, pixel: float) -> Crowd:
    """The raster with lines (k, 2) drawn into it, as wide as points; NaN rows break a line."""
    pieces = [np.stack([line[:-1], line[1:]], axis=1) for line in lines if len(line) > 1]
    if not pieces:
        return points
    segments = np.concatenate(pieces)
    segments = clip_segments(segments[np.isfinite(segments).all(axis=(1, 2))], view.box)
    spots = along((segments - (view.x0, view.y0)) / (pixel * points.cell)).astype(np.int64)
    blocked = np.pad(points.blocked, SPREAD + 1)
    rows, columns = points.blocked.shape
    y, x = np.minimum(spots[:, 1], rows - 1), np.minimum(spots[:, 0], columns - 1)
    across, up = _disc()
    inner = slice(SPREAD + 1, -SPREAD - 1)
    if len(spots) > FEW_SPOTS:
        # Many lines: a raster of their spots is moved about by every cell of the disc.
        drawn = np.zeros((rows, columns), dtype=bool)
        drawn[y, x] = True
        for dx, dy in zip((across + SPREAD + 1).tolist(), (up + SPREAD + 1).tolist(), strict=True):
            blocked[dy : dy + rows, dx : dx + columns] |= drawn
    else:
        place = (y + SPREAD + 1) * blocked.shape[1] + x + SPREAD + 1
        blocked.reshape(-1)[place[:, None] + (up * blocked.shape[1] + across)] = True
    return Crowd(blocked[inner, inner], points.cell)


@memo(1)
def _disc() -> tuple[Ints, Ints]:
    """The offsets of the cells within ``SPREAD`` cells of one."""
    up, across = np.indices((2 * SPREAD + 1, 2 * SPREAD + 1)) - SPREAD
    near = up * up + across * across < (SPREAD + 0.5) ** 2
    return across[near], up[near]


def along(segments: Floats) -> Floats:
    """Points of segments (k, 2, 2) not more than 1 apart, ends included."""
    steps = segments[:, 1] - segments[:, 0]
    counts = np.ceil(np.hypot(steps[:, 0], steps[:, 1])).astype(np.int64) + 1
    rows = np.repeat(np.arange(len(segments)), counts)
    place = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    share = place / np.maximum(counts[rows] - 1, 1)
    points: Floats = segments[rows, 0] + share[:, None] * steps[rows]
    return points
