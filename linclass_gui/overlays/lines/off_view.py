"""Where a boundary went: of a method whose line is not in the view its name, and an arrow that points there."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers import Fit, Floats
from solvers.arrays import locked

from ...core.document import View
from ...core.fits.decision import level_curves, plane_line
from ...core.labels import text_width
from ...core.marks import Mark, Path, Text
from ...core.memo import memo
from ...core.scene import Scene
from .line_labels import label_of

LENGTH, TOP, ROW = 1.6, 3.4, 1.7  # of an arrow, from the upper edge to the first row, and from row to row; in label heights


def draw(scene: Scene) -> Iterable[Mark]:
    """One sentence a method: the boundaries that are shown but lie elsewhere."""
    if not scene.shows("boundary"):
        return
    lost = [(method, fit) for method, fit in reversed(scene.drawn) if not level_curves(fit, scene.view)]
    for row, (method, fit) in enumerate(lost):
        name = label_of(method, scene.document.methods)
        yield from _sentence(fit, name, method.slot, row, scene.view, scene.pixel, scene.label_size)


@memo(8)
def _sentence(fit: Fit, name: str, slot: int, row: int, view: View, pixel: float, size: float) -> tuple[Mark, ...]:
    """A row in the upper middle of the view: the arrow, then the words."""
    middle, unit = np.array([0.5 * (view.x0 + view.x1), 0.5 * (view.y0 + view.y1)]), size * pixel
    towards, y = _direction(fit, middle), view.y1 - (TOP + ROW * row) * unit
    if towards is None:
        return (Text((float(middle[0]), y), f"{name}: no boundary in the view", "caption", backed=True),)
    text = f"{name} lies outside the view"
    left = float(middle[0]) - 0.5 * (text_width(text, size) * pixel + 2.0 * LENGTH * unit)
    at, half = np.array([left + 0.5 * LENGTH * unit, y]), 0.5 * LENGTH * unit * towards
    arrow = Path(locked(np.stack([at - half, at + half])), "way", slot=slot, arrow="end")
    return arrow, Text((left + 1.6 * LENGTH * unit, y), text, "caption", "left", backed=True)


def _direction(fit: Fit, middle: Floats) -> Floats | None:
    """From the middle of the view the way to the line, a unit vector; None for a boundary that is no line."""
    line = plane_line(fit)
    if line is None or not math.isfinite(line.norm) or line.norm == 0.0:
        return None
    sign = -1.0 if float(line.scores(middle[None, :])[0]) > 0.0 else 1.0
    unit: Floats = sign * line.normal / line.norm
    return unit
