"""The selected points, by a halo under them in the colour of their class: grey fills mark support
vectors.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset

from ...scene.marks import Mark
from ...scene.memo import memo
from ...scene.scene import Scene
from ..shapes.crowds import class_dots


def draw(scene: Scene) -> Iterable[Mark]:
    """A halo for every selected row."""
    return (
        _halos(scene.document.dataset, scene.document.class_looks, scene.selection)
        if scene.selection
        else ()
    )


@memo
def _halos(dataset: Dataset, looks: tuple[int, ...], selection: frozenset[int]) -> tuple[Mark, ...]:
    rows = np.array(sorted(row for row in selection if row < len(dataset)), dtype=np.int64)
    return class_dots(dataset, looks, "halo", rows)
