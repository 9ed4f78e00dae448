"""The support vectors of the selected method by KKT class: what lies under the points, and what lies over them.

Free: a ring that grows with its multiplier.  Bound: a ring with a fill under its point, of full size.  Wrong: a cross, of full
size too, that leaves its middle free for the point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import Fit, Floats, PointClass
from solvers.arrays import Ints, locked

from ...core.fits.decision import Support, support
from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene

MOST = 1500  # marks of one kind: more than that cannot be told apart on a screen
LARGEST = 10_000_000  # cells of one raster
SMALLEST, STEPS = 0.68, 4  # the ring of a vanishing multiplier still stands clear of its point; so many steps to the full size


def draw(scene: Scene) -> Iterable[Mark]:
    """The filled rings of bound support vectors, which lie under their points."""
    return _of_scene(scene, ((PointClass.BOUND, "sv-bound"),))


def draw_above(scene: Scene) -> Iterable[Mark]:
    """The rings of free support vectors and the crosses of points on the wrong side, when the layer is switched on."""
    if not scene.shows("support-vectors"):
        return ()
    return _of_scene(scene, ((PointClass.FREE, "sv-free"), (PointClass.WRONG, "sv-wrong")))


def draw_all(scene: Scene) -> Iterable[Mark]:
    """What lies under the points and what lies over them."""
    return (*draw(scene), *draw_above(scene))


def _of_scene(scene: Scene, kinds: tuple[tuple[PointClass, str], ...]) -> Iterable[Mark]:
    if scene.selected is None:
        return ()
    method, fit = scene.selected
    vectors = support(fit)
    if vectors is None:
        return ()
    return _marks(fit, vectors, positions(scene, fit), kinds, 4.0 * scene.pixel, method.id in scene.stale)


def positions(scene: Scene, fit: Fit) -> tuple[Floats, Floats]:
    """Where the points of a fit are now, and where they rested before the running gesture.

    A stale fit keeps its marks on points that have moved on.
    """
    X, base = scene.document.dataset.X, scene.base
    if len(X) != len(fit.problem.X):
        X = fit.problem.X
    return X, X if base is None or len(base.dataset) != len(X) else base.dataset.X


@memo(4)
def _marks(
    fit: Fit,
    vectors: Support,
    at: tuple[Floats, Floats],
    kinds: tuple[tuple[PointClass, str], ...],
    cell: float,
    faded: bool,
) -> tuple[Mark, ...]:
    marks, (X, at_rest) = [], at
    for kind, role in kinds:
        rows = thinned(at_rest, vectors.of(kind), cell)
        # Only a free multiplier lies between nothing and all that it may be.
        shares = shares_of(fit, rows) if kind is PointClass.FREE else None
        crowd = len(vectors.rows)
        marks.append(Dots(locked(X[rows]), role, sizes=ring_sizes(shares), faded=faded, crowd=crowd, least=SMALLEST))
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


def ring_sizes(shares: Floats | None) -> Floats | None:
    """The sizes of rings: in a few steps up to the full one by the share of each; all equal where no share is known."""
    # In steps: a picture of each size is painted once and then copied.
    return None if shares is None else locked(SMALLEST + (1.0 - SMALLEST) * np.round(STEPS * shares) / STEPS)


def thinned(X: Floats, rows: Ints, cell: float) -> Ints:
    """One row a cell of the plane, with cells large enough to leave at most ``MOST``: hidden marks need not be drawn.

    The cells lie at multiples of their size, so that the choice does not change while other points move.  Give the points where
    they rest: their cells are then found once a gesture and not in every frame.
    """
    if len(rows) <= MOST:
        return rows
    # An even spread would leave one mark a cell of this size; clusters leave fewer.
    doublings = int(0.5 * np.log2(len(rows) / MOST))
    while len(rows) > MOST:
        raster = _raster(X, cell, doublings)
        if raster.count <= LARGEST:
            first = np.full(raster.count, -1, dtype=np.int64)
            # Written backwards, so that the first row of a cell is the one that stays.
            first[raster.of.take(rows[::-1])] = rows[::-1]
            rows = first[first >= 0]
        doublings += 1
    return rows


@dataclass(frozen=True, eq=False)
class Raster:
    """The number of the cell ``of (n,)`` each point, and the ``count`` of the cells."""

    of: Ints
    count: int


@memo(8)
def _raster(X: Floats, cell: float, doublings: int) -> Raster:
    x, y = (np.floor(X[:, axis] / cell).astype(np.int64) >> doublings for axis in (0, 1))
    x, y = x - x.min(), y - y.min()
    across, up = int(x.max()) + 1, int(y.max()) + 1
    # The cells of points far apart for their size cannot be numbered; nor is there a picture of them.
    return Raster(y * across + x if across * up <= LARGEST else y, across * up)
