"""The selected points, by a halo under them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import locked

from ..core.marks import Dots, Mark
from ..core.memo import memo
from ..core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """A halo for every selected row."""
    return _halos(scene.document.dataset, scene.selection) if scene.selection else ()


@memo(2)
def _halos(dataset: Dataset, selection: frozenset[int]) -> tuple[Mark, ...]:
    rows = np.array(sorted(row for row in selection if row < len(dataset)), dtype=np.int64)
    return (Dots(locked(dataset.X[rows]), "halo"),) if len(rows) else ()
