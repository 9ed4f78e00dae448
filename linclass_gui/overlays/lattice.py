"""The lattice to which points snap."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers.arrays import locked

from ..scene.marks import Dots, Mark
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View


def draw(scene: Scene) -> Iterable[Mark]:
    """A dot at every place."""
    return () if scene.lattice is None else _dots(scene.view, scene.lattice)


@memo
def _dots(view: View, steps: tuple[float, float]) -> tuple[Mark, ...]:
    x, y = (
        np.arange(np.ceil(low / step), np.floor(high / step) + 1.0) * step
        for low, high, step in ((view.x0, view.x1, steps[0]), (view.y0, view.y1, steps[1]))
    )
    return (Dots(locked(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)), "lattice"),)
