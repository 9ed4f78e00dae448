"""The boundaries of all methods in use, the selected one on top: ``f(x) = 0``, or the common edges of the parts of more classes."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.classes.regions import boundary_curves
from ...core.fits.section import is_trace
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """One line or curve a method, in its colour; thin where it is the trace of a boundary that leaves the plane."""
    for method, fit in scene.all_drawn:
        is_selected = method.id == scene.document.selected
        for curve in boundary_curves(fit, scene.view):
            yield _path(curve, method.slot, is_selected and not is_trace(fit), method.id in scene.stale)


@memo
def _path(curve: Floats, slot: int, selected: bool, stale: bool) -> Mark:
    return Path(curve, "boundary", slot=slot, emphasis=selected, faded=stale)
