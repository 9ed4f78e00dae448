"""The rubber band or the lasso of a selection in progress."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers.arrays import locked

from ..scene.marks import Area, Mark
from ..scene.memo import memo
from ..scene.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """The outline that is being drawn: two corners are a rectangle, more points a lasso."""
    return _outline(scene.rubber) if len(scene.rubber) > 1 else ()


@memo
def _outline(points: tuple[tuple[float, float], ...]) -> tuple[Mark, ...]:
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        points = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return (Area(locked(np.array(points, dtype=np.float64)), "rubber"),)
