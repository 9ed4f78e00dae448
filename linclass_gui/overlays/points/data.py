"""The data: discs and squares, with those that a gesture moves kept apart so that the others need not be drawn again."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import Bools, locked

from ...core.marks import Dots, Mark
from ...core.memo import memo
from ...core.scene import Scene

ROLES = ("class-minus", "class-plus")


def draw(scene: Scene) -> Iterable[Mark]:
    """All points: first those at rest, then the moving ones on top."""
    base = scene.base
    dataset = scene.document.dataset
    if base is None or not scene.moving or len(base.dataset) > len(dataset):
        return _at_rest(dataset, ())
    return (*_at_rest(base.dataset, scene.moving), *_moving(dataset, scene.moving))


@memo(4)
def _at_rest(dataset: Dataset, moving: tuple[int, ...]) -> tuple[Mark, ...]:
    rest: Bools = np.ones(len(dataset), dtype=bool)
    rest[[row for row in moving if row < len(dataset)]] = False
    return _dots(dataset, np.flatnonzero(rest) if moving else np.arange(len(dataset)))


@memo(4)
def _moving(dataset: Dataset, moving: tuple[int, ...]) -> tuple[Mark, ...]:
    return _dots(dataset, np.array([row for row in moving if row < len(dataset)], dtype=np.int64))


def _dots(dataset: Dataset, rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> tuple[Mark, ...]:
    positive = dataset.labels[rows] > 0
    parts = ((ROLES[0], rows[~positive]), (ROLES[1], rows[positive]))
    return tuple(Dots(locked(dataset.X[part]), role) for role, part in parts if len(part))
