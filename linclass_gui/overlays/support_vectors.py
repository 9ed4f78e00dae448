"""The support vectors of the selected method by KKT class: what lies under the points, and what lies over them.

Free: a ring that grows with its multiplier.  Bound: a ring with a fill under its point, of full size.  Wrong: a cross, of full
size too, that leaves its middle free for the point.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset, Fit, Floats, PointClass
from solvers.arrays import Ints, locked

from ..core.decision import Support, support
from ..core.marks import Dots, Mark
from ..core.memo import memo
from ..core.scene import Scene

MOST = 1500  # marks of one kind: more than that cannot be told apart on a screen
LARGEST = 10_000_000  # cells of one raster
# Marks are smaller where together they would cover more than a part of the view.
SHARES, SMALLER = (0.022, 0.045), (1.0, 0.85, 0.74)
RING = 1.3  # label heights across a ring
SMALLEST, STEPS = 0.68, 4  # the ring of a vanishing multiplier still stands clear of its point; so many steps to the full size


def draw(scene: Scene) -> Iterable[Mark]:
    """The filled rings of bound support vectors, which lie under their points."""
    return _of_scene(scene, ((PointClass.BOUND, "sv-bound"),))


def draw_above(scene: Scene) -> Iterable[Mark]:
    """The rings of free support vectors and the crosses of points on the wrong side, when the layer is switched on."""
    if not scene.shows("support-vectors"):
        return ()
    return _of_scene(scene, ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong")))


def _of_scene(scene: Scene, kinds: tuple[tuple[PointClass, str], ...]) -> Iterable[Mark]:
    if scene.selected is None:
        return ()
    method, fit = scene.selected
    vectors = support(fit)
    if vectors is None:
        return ()
    dataset = scene.document.dataset
    ring = RING * scene.label_size * scene.pixel
    share = len(vectors.rows) * ring * ring / (scene.view.width * scene.view.height)
    scale = SMALLER[sum(share > step for step in SHARES)]
    return _marks(fit, vectors, positions(dataset, fit), kinds, 4.0 * scene.pixel, scale, method.id in scene.stale)


def positions(dataset: Dataset, fit: Fit) -> Floats:
    """Where the points of a fit are now: a stale fit keeps its marks on points that have moved on."""
    return dataset.X if len(dataset) == len(fit.problem.X) else fit.problem.X


@memo(4)
def _marks(
    fit: Fit, vectors: Support, X: Floats, kinds: tuple[tuple[PointClass, str], ...], cell: float, scale: float, faded: bool
) -> tuple[Mark, ...]:
    marks = []
    for kind, role in kinds:
        rows = thinned(X, vectors.of(kind), cell)
        # Only a free multiplier lies between nothing and all that it may be.
        shares = shares_of(fit, rows) if kind is PointClass.FREE else None
        marks.append(Dots(locked(X[rows]), role, sizes=ring_sizes(len(rows), shares, scale), faded=faded))
    return tuple(mark for mark in marks if len(mark.xy))


def shares_of(fit: Fit, rows: Ints) -> Floats | None:
    """How much of what it may weigh each point weighs: alpha over C/n; of the hard margin, which has no bound, over the largest.

    None while only the line is known.
    """
    bound = fit.method.multiplier_bound(fit.problem)
    if fit.alpha is None or bound is None:
        return None
    largest = bound if np.isfinite(bound) else float(fit.alpha.max(initial=0.0))
    return np.minimum(fit.alpha[rows] / (largest or 1.0), 1.0)


def ring_sizes(count: int, shares: Floats | None, largest: float) -> Floats | None:
    """The sizes of so many rings: in a few steps up to the largest by the share of each; all equal where no share is known."""
    if shares is None:
        return None if largest == 1.0 else locked(np.full(count, largest))
    # In steps: a picture of each size is painted once and then copied.
    return locked(SMALLEST + (largest - SMALLEST) * np.round(STEPS * shares) / STEPS)


def thinned(X: Floats, rows: Ints, cell: float) -> Ints:
    """One row a cell of the plane, with cells large enough to leave at most ``MOST``: hidden marks need not be drawn.

    The cells lie at multiples of their size, so that the choice does not change while other points move.
    """
    if len(rows) <= MOST:
        return rows
    x, y = (np.floor(X[rows, axis] / cell).astype(np.int64) for axis in (0, 1))
    # An even spread would leave one mark a cell of this size; clusters leave fewer.
    doublings = int(0.5 * np.log2(len(rows) / MOST))
    while len(rows) > MOST:
        x, y, doublings = x >> doublings, y >> doublings, 1
        across, up = (int(at.max() - at.min()) + 1 for at in (x, y))
        if across * up > LARGEST:
            continue
        first = np.full(across * up, -1, dtype=np.int64)
        # Written backwards, so that the first row of a cell is the one that stays.
        first[((y - y.min()) * across + (x - x.min()))[::-1]] = np.arange(len(rows))[::-1]
        kept = first[first >= 0]
        rows, x, y = rows[kept], x[kept], y[kept]
    return rows
