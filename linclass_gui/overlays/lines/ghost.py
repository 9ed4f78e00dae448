"""Where the boundaries stood before the running gesture."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.classes.regions import boundary_curves
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """The boundaries of the methods in use as they were when the gesture began."""
    if scene.base is None:
        return
    for method in scene.document.enabled:
        fit = scene.before.get(method.id)
        if fit is not None and fit is not scene.fits.get(method.id) and fit.has_model:
            yield from _paths(boundary_curves(fit, scene.view), method.slot)


@memo
def _paths(curves: tuple[Floats, ...], slot: int) -> tuple[Mark, ...]:
    return tuple(Path(curve, "ghost", slot=slot) for curve in curves)
