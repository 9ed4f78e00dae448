"""The margin lines ``f(x) = -1`` and ``f(x) = +1`` of the selected method."""

from __future__ import annotations

from collections.abc import Iterable

from solvers import Floats

from ...core.fits.decision import level_curves
from ...core.fits.margin_lines import with_levels
from ...core.marks import Mark, Path
from ...core.memo import memo
from ...core.scene import Scene


def draw(scene: Scene) -> Iterable[Mark]:
    """Both lines, for methods that have a margin or aim at ±1."""
    shown = with_levels(scene)
    if shown is None:
        return ()
    method, fit = shown
    both = (*level_curves(fit, scene.view, -1.0), *level_curves(fit, scene.view, 1.0))
    return [_line(curve, method.id in scene.stale) for curve in both]


@memo
def _line(curve: Floats, faded: bool) -> Mark:
    return Path(curve, "margin", faded=faded)
