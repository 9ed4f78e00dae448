"""Where lines and symbols are: a raster of a picture that knows how much of them lies in any rectangle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.arrays import Ints

from ..core.crowd import along
from ..core.marks import Dots, Mark, Path
from ..core.transform import Transform

CELL = 3.0  # side of a cell of the raster
AROUND = CELL * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])  # a symbol is a few cells wide
LARGE = frozenset({"handle", "trial-handle", "marker"})
AROUND_LARGE = CELL * np.array([(x, y) for x in range(-3, 4) for y in range(-3, 4) if x * x + y * y <= 9])
FAINT = frozenset({"sample-plus", "sample-minus", "grid", "pointer"})  # lines that words may lie on


@dataclass(frozen=True, eq=False)
class Ground:
    """The raster: ``sums[i, j]`` counts the occupied cells below row i and left of column j."""

    left: float
    top: float
    sums: Ints

    def covered(self, boxes: Floats) -> Ints:
        """How many occupied cells lie in each of some boxes (k, 4): left, top, right, bottom."""
        rows, columns = self.sums.shape
        cells = (boxes - (self.left, self.top, self.left, self.top)) / CELL
        x0, y0 = (np.clip(np.floor(cells[:, k]).astype(np.int64), 0, most - 1) for k, most in ((0, columns), (1, rows)))
        x1, y1 = (np.clip(np.ceil(cells[:, k]).astype(np.int64), 0, most - 1) for k, most in ((2, columns), (3, rows)))
        counts: Ints = self.sums[y1, x1] - self.sums[y0, x1] - self.sums[y1, x0] + self.sums[y0, x0]
        return counts


def ground_of(marks: Iterable[Mark], transform: Transform) -> Ground:
    """The raster of some marks over the picture."""
    columns, rows = (int(extent / CELL) + 2 for extent in (transform.width, transform.height))
    occupied = np.zeros((rows, columns), dtype=np.int64)
    spots = [spot for mark in marks if (spot := _spots(mark, transform)) is not None and len(spot)]
    if spots:
        cells = ((np.concatenate(spots) - (transform.left, transform.top)) / CELL).astype(np.int64)
        inside = ((cells >= 0) & (cells < (columns, rows))).all(axis=1)
        occupied[cells[inside, 1], cells[inside, 0]] = 1
    sums = np.zeros((rows + 1, columns + 1), dtype=np.int64)
    np.cumsum(np.cumsum(occupied, axis=0), axis=1, out=sums[1:, 1:])
    return Ground(transform.left, transform.top, sums)


def _spots(mark: Mark, transform: Transform) -> Floats | None:
    """Points on a mark not more than a cell apart, in device units; None for what words may cover."""
    if isinstance(mark, Dots):
        around = AROUND_LARGE if mark.role in LARGE else AROUND
        spots: Floats = (transform.map(mark.xy)[:, None] + around).reshape(-1, 2)
        return spots[np.isfinite(spots).all(axis=1)]
    if not isinstance(mark, Path) or mark.role in FAINT or len(mark.xy) < 2:
        return None
    points = transform.map(mark.xy)
    if mark.joined == "pairs":
        segments = points[: len(points) // 2 * 2].reshape(-1, 2, 2)
    else:
        segments = np.stack([points[:-1], points[1:]], axis=1)
    segments = segments[np.isfinite(segments).all(axis=(1, 2))]
    # Only the height can run far out of the picture (curves are drawn over the width of their plot).
    np.clip(segments[..., 1], transform.top - 1.0, transform.bottom + 1.0, out=segments[..., 1])
    run: Floats = along(segments / CELL) * CELL
    return run
