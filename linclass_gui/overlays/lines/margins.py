"""The margin lines ``f(x) = -1`` and ``f(x) = +1`` of the selected method."""

from __future__ import annotations

from collections.abc import Iterable

from ...answers.contours import level_curves
from ...answers.decision import with_levels
from ...scene.marks import Mark
from ...scene.scene import Scene
from ..shapes.curve_paths import curve_paths


def draw(scene: Scene) -> Iterable[Mark]:
    """Both lines, for methods that have a margin or aim at ±1."""
    shown = with_levels(scene)
    if shown is None:
        return ()
    method, fit = shown
    both = (*level_curves(fit, scene.view, -1.0), *level_curves(fit, scene.view, 1.0))
    return curve_paths(both, "margin", faded=method.id in scene.stale)
