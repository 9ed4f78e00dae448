"""The data, each class in its symbol, moved points apart from the others, which need not be drawn
again.

All points are one set, drawn in one order: no class lies over another.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import Bools

from ...scene.marks import Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.crowds import class_dots

# two sets: the second one is over the first and drawn anew in every frame
AT_REST, MOVING = "points", "moving points"


def draw(scene: Scene) -> Iterable[Mark]:
    """All points: first those at rest, then the moving ones on top."""
    base = scene.base
    dataset = scene.document.dataset
    if base is None or not scene.moving or len(base.dataset) > len(dataset):
        return _at_rest(dataset, scene.document.class_looks, ())
    looks = scene.document.class_looks
    return (*_at_rest(base.dataset, looks, scene.moving), *_moving(dataset, looks, scene.moving))


@memo
def _at_rest(dataset: Dataset, looks: tuple[int, ...], moving: tuple[int, ...]) -> tuple[Mark, ...]:
    rest: Bools = np.ones(len(dataset), dtype=bool)
    rest[[row for row in moving if row < len(dataset)]] = False
    return class_dots(dataset, looks, "class", np.flatnonzero(rest) if moving else None, AT_REST)


@memo
def _moving(dataset: Dataset, looks: tuple[int, ...], moving: tuple[int, ...]) -> tuple[Mark, ...]:
    rows = np.array([row for row in moving if row < len(dataset)], dtype=np.int64)
    return class_dots(dataset, looks, "class", rows, MOVING)
