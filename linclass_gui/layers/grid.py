"""The grid of the axes, and the lattice to which points snap."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from solvers.arrays import locked

from ..scene.marks import Dots, Grid, Mark
from ..scene.memo import memo
from ..scene.scene import Scene
from ..scene.view import View
from . import swatches as sw
from .layer import Layer

LINES = Grid()


def draw_grid(scene: Scene) -> Iterable[Mark]:
    """Hairlines across the view; their places depend on the size of the picture, which its painter
    knows.
    """
    return (LINES,)


GRID = Layer(
    "grid",
    "Grid",
    "Grid lines at the ticks of the axes",
    draw_grid,
    swatch=(sw.grid(),),
    place=13,
    is_ground=True,
    group="Regions",
)


def draw_lattice(scene: Scene) -> Iterable[Mark]:
    """A dot at every place."""
    return () if scene.lattice is None else _lattice_dots(scene.view, scene.lattice)


LATTICE = Layer("lattice", "Lattice", "", draw_lattice, always=True, is_ground=True)


@memo
def _lattice_dots(view: View, steps: tuple[float, float]) -> tuple[Mark, ...]:
    x, y = (
        np.arange(np.ceil(low / step), np.floor(high / step) + 1.0) * step
        for low, high, step in ((view.x0, view.x1, steps[0]), (view.y0, view.y1, steps[1]))
    )
    return (Dots(locked(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)), "lattice"),)
