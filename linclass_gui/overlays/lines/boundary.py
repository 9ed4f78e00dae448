"""The boundaries of all methods in use, the selected one on top: ``f(x) = 0``, or the common edges
of the parts of more classes.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...answers.regions import boundary_curves
from ...scene.marks import Mark
from ...scene.scene import Scene
from ...scene.section import is_trace
from ..shapes.curve_paths import curve_paths


def draw(scene: Scene) -> Iterable[Mark]:
    """One line or curve a method, in its colour; thin where it is the trace of a boundary that
    leaves the plane.
    """
    for method, fit in scene.all_drawn:
        is_selected = method.id == scene.document.selected
        emphasis = is_selected and not is_trace(fit)
        yield from curve_paths(
            boundary_curves(fit, scene.view),
            "boundary",
            method.slot,
            method.id in scene.stale,
            emphasis,
        )
