"""The places of symbols as a raster over the picture, so that a million points cost no more per
place than ten.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import Bools, Ints

from ...scene.marks import Dots
from ...scene.memo import memo
from ...scene.theme import Theme
from ...scene.view import Transform
from .boxes import Boxes, grid_points

CELL = 0.22  # the side of a cell, in heights of labels
CLEAR = 0.15  # between a symbol and words, in heights of labels


@dataclass(frozen=True, eq=False)
class Raster:
    """Square cells from the upper left corner of the picture, True where the middle of a cell is
    covered.
    """

    covered: Bools
    corner: tuple[float, float]
    cell: float

    def touches(self, places: Floats) -> Bools:
        """Whether something is at each of some places (..., 2); a place outside the picture counts
        as the nearest one inside.
        """
        rows, columns = self.covered.shape
        # In range first: far outside, the cell number would overflow an integer.
        at = np.clip((places - self.corner) / self.cell, 0.0, (columns - 1.0, rows - 1.0)).astype(
            np.int64
        )
        touched: Bools = self.covered[at[..., 1], at[..., 0]]
        return touched

    def under(self, boxes: Boxes) -> Ints:
        """The number of covered cells under each of some rectangles of one size."""
        count: Ints = self.touches(grid_points(boxes, self.cell)).sum(axis=1)
        return count

    def is_clear(self, boxes: Boxes) -> Bools:
        """Whether nothing is covered under each of some rectangles of one size."""
        return np.asarray(self.under(boxes) == 0)


@memo
def raster_of(symbols: tuple[Dots, ...], transform: Transform, theme: Theme) -> Raster:
    """The raster of some symbols: every centre is a cell, spread by the radius of its symbol."""
    cell, clear = CELL * theme.line_label, CLEAR * theme.line_label
    shape = int(transform.height / cell) + 3, int(transform.width / cell) + 3
    by_reach: dict[int, Ints] = {}
    for dots in symbols:
        reach = math.ceil((_radius(dots, theme) + clear) / cell)
        _count(
            by_reach.setdefault(reach, np.zeros(shape, dtype=np.int64)),
            transform.map(dots.xy),
            transform,
            cell,
        )
    covered = np.zeros(shape, dtype=bool)
    for reach, centres in by_reach.items():
        covered |= _spread_counts(centres, reach)
    return Raster(covered[1:-1, 1:-1], (transform.left, transform.top), cell)


def _radius(dots: Dots, theme: Theme) -> float:
    size = theme.style(dots.role, dots.slot).size
    return 0.5 * size * (1.0 if dots.sizes is None else float(dots.sizes.max(initial=0.0)))


def _count(centres: Ints, xy: Floats, transform: Transform, cell: float) -> None:
    """Mark the cells of some positions; a border of one cell takes what lies outside."""
    xy = xy[np.isfinite(xy).all(axis=1)]
    rows, columns = centres.shape
    low = (transform.left - cell, transform.top - cell)
    at = np.clip((xy - low) / cell, 0.0, (columns - 1.0, rows - 1.0)).astype(np.int64)
    inside = (at > 0).all(axis=1) & (at < (columns - 1, rows - 1)).all(axis=1)
    centres[at[inside, 1], at[inside, 0]] = 1


def _spread_counts(counts: Ints, by: int) -> Bools:
    """Whether any count is positive within ``by`` cells: a sliding sum along each axis, from
    cumulative sums.
    """
    for axis in (0, 1):
        width = [(by + 1, by) if axis == k else (0, 0) for k in (0, 1)]
        sums = np.cumsum(np.pad(counts, width), axis=axis)
        count = counts.shape[axis]
        counts = np.take(sums, range(2 * by + 1, 2 * by + 1 + count), axis=axis) - np.take(
            sums, range(count), axis=axis
        )
    result: Bools = counts > 0
    return result
