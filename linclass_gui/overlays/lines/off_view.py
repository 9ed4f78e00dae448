"""Boundaries outside the view: the name of the method, and an arrow that points there."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers import Fit, ManyFit

from ...core.classes.regions import boundary_curves
from ...core.document import View
from ...core.fits.decision import plane_line
from ...core.memo import memo
from ...core.method_labels import label_of
from ...core.scene import Scene
from ...core.words import Row, Words


def draw(scene: Scene) -> Iterable[Words]:
    """One sentence a method: the boundaries that are shown but lie elsewhere."""
    if not scene.shows("boundary"):
        return
    for method, fit in reversed(scene.all_drawn):
        if not boundary_curves(fit, scene.view):
            yield _sentence(fit, label_of(method, scene.document.methods), method.slot, method.id, scene.view)


@memo
def _sentence(fit: Fit | ManyFit, name: str, slot: int, id: str, view: View) -> Words:
    """A row in the upper middle of the view: the arrow, then the words."""
    way = _direction(fit, view)
    text = f"{name}: no boundary in the view" if way is None else f"{name} lies outside the view"
    return Words((text,), Row(way), "caption", slot, ("off-view", id))


def _direction(fit: Fit | ManyFit, view: View) -> tuple[float, float] | None:
    """The direction from the middle of the view to the line, a unit vector; None for a boundary that is no line."""
    line = plane_line(fit) if isinstance(fit, Fit) else None
    if line is None or not math.isfinite(line.norm) or line.norm == 0.0:
        return None
    middle = np.array([view.middle])
    sign = -1.0 if float(line.scores(middle)[0]) > 0.0 else 1.0
    x, y = (sign * line.normal / line.norm).tolist()
    return x, y
