"""The grid of the canvas, at the same round values as the tick labels."""

from __future__ import annotations

from collections.abc import Iterable

from ..scene.marks import Grid, Mark
from ..scene.scene import Scene

GRID = Grid()


def draw(scene: Scene) -> Iterable[Mark]:
    """Hairlines across the view; their places depend on the size of the picture, which its painter
    knows.
    """
    return (GRID,)
