"""The samples of a step in a playback, ringed before the line moves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import locked

from ...scene.marks import Dots, Mark
from ...scene.memo import memo
from ...scene.playback import rows_touched
from ...scene.scene import Scene

MOST_RINGS = 400  # a batch step on more samples would bury the picture


def draw(scene: Scene) -> Iterable[Mark]:
    """A ring around each sample of the step that is announced."""
    playback, selected = scene.playback, scene.document.selected
    whole = scene.whole.get(selected)
    if playback is None or whole is None or not playback.announced:
        return ()
    return _rings(scene.document.dataset, rows_touched(playback, whole)[:MOST_RINGS])


@memo
def _rings(dataset: Dataset, rows: tuple[int, ...]) -> tuple[Mark, ...]:
    inside = np.array([row for row in rows if row < len(dataset)], dtype=np.int64)
    return (Dots(locked(dataset.X[inside]), "touched"),) if len(inside) else ()
