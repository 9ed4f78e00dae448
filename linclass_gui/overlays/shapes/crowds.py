"""The places of marks at points, and the choice of marks in a crowd."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers import Dataset, Fit, Floats, ManyFit
from solvers.arrays import Ints, locked

from ...scene.looks import role, turns_of
from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ...scene.section import places

MOST = 1500  # marks of one kind: more than that cannot be told apart on a screen
LARGEST = 10_000_000  # cells of one raster


def positions(scene: Scene, fit: Fit | ManyFit) -> tuple[Floats, Floats, tuple[int, ...]]:
    """The current points of a fit, those before the running gesture, and the rows that it moves.

    A stale fit keeps its marks on points that have moved on.
    """
    X, base = scene.document.dataset.X, scene.base
    if len(X) != len(fit.problem.X):
        X = places(fit)
    if base is None or len(base.dataset) != len(X):
        return X, X, ()
    return X, base.dataset.X, scene.moving


def class_dots(
    dataset: Dataset, looks: tuple[int, ...], kind: str, rows: Ints | None = None, group: str = ""
) -> tuple[Mark, ...]:
    """The points of a data set or some ``rows`` of it, those of each class in the role of a kind
    and its look.

    With a ``group`` they are drawn in one order, which hides no class below another.
    """
    rows = np.arange(len(dataset)) if rows is None else rows
    labels = dataset.labels[rows]
    parts = [(look, own) for k, look in enumerate(looks) if len(own := rows[labels == k])]
    if not group or len(parts) < 2:
        return tuple(
            [Dots(locked(dataset.X[own]), role(kind, look), group=group) for look, own in parts]
        )
    counts = np.bincount(dataset.labels, minlength=len(looks))
    turns = [locked(turns_of(own, dataset.labels[own], counts)) for _, own in parts]
    return tuple(
        Dots(locked(dataset.X[own]), role(kind, look), group=group, turns=when)
        for (look, own), when in zip(parts, turns, strict=True)
    )


def apart(rows: Ints, moving: tuple[int, ...], n: int) -> tuple[Ints, ...]:
    """Rows among ``n`` split into those at rest, which need not be drawn again, and those that a
    gesture moves.
    """
    moves = np.zeros(n, dtype=bool)
    # a point just added is not in the old fit
    moves[[row for row in moving if row < len(moves)]] = True
    chosen = moves[rows]
    return (rows[~chosen], rows[chosen]) if np.logical_or.reduce(chosen) else (rows,)


def one_a_place(X: Floats, rows: Ints) -> Ints:
    """The first of the rows in each place."""
    return np.sort(rows[np.unique(X[rows], axis=0, return_index=True)[1]])


def cells(scene: Scene) -> tuple[float, float]:
    """The width and height of the smallest cells in which one mark is enough: four pixels of the
    screen.
    """
    return 4.0 * scene.pixels[0], 4.0 * scene.pixels[1]


def thin_rows(X: Floats, rows: Ints, cell: tuple[float, float]) -> Ints:
    """One row a cell of the plane, with cells large enough to leave at most ``MOST``: hidden marks
    need not be drawn.

    The cells lie at multiples of their size, so that the choice does not change while other points
    move.  Pass the points at rest: their cells are then found once per gesture and not in every
    frame.
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


@memo
def _raster(X: Floats, cell: tuple[float, float], doublings: int) -> Raster:
    x, y = (np.floor(X[:, axis] / cell[axis]).astype(np.int64) >> doublings for axis in (0, 1))
    x, y = x - x.min(), y - y.min()
    across, up = int(x.max()) + 1, int(y.max()) + 1
    # The cells of points far apart for their size cannot be numbered; nor is there a picture of
    # them.
    return Raster(y * across + x if across * up <= LARGEST else y, across * up)
