"""The boundaries ``f(x) = 0`` of all methods in use, the selected one on top."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.fits.decision import level_curves
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """One line or curve a method, in its colour."""
    for method, fit in scene.drawn:
        curves, is_selected = level_curves(fit, scene.view), method.id == scene.document.selected
        for curve in curves:
            yield _path(curve, method.slot, is_selected, method.id in scene.stale)


@memo
def _path(curve: Floats, slot: int, selected: bool, stale: bool) -> Mark:
    return Path(curve, "boundary", slot=slot, emphasis=selected, faded=stale)
