"""The boundaries as they were before the running gesture."""

from __future__ import annotations

from collections.abc import Iterable

from ...answers.regions import boundary_curves
from ...scene.marks import Mark
from ...scene.scene import Scene
from ..shapes.curve_paths import curve_paths


def draw(scene: Scene) -> Iterable[Mark]:
    """The boundaries of the methods in use as they were when the gesture began."""
    if scene.base is None:
        return
    for method in scene.document.enabled_methods:
        fit = scene.before.get(method.id)
        if fit is not None and fit is not scene.fits.get(method.id) and fit.has_model:
            yield from curve_paths(boundary_curves(fit, scene.view), "ghost", method.slot)
