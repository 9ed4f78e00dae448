"""For which fits the lines ``f = ±1`` mean something, and for which w is a sum of multiples of the
points.
"""

from __future__ import annotations

from solvers import Fit

from ..document import MethodInUse
from ..scene import Scene
from .decision import plane_line
from .section import is_trace


def has_levels(fit: Fit) -> bool:
    """Whether ``f = ±1`` are margin lines of the plane, or the targets that least squares aims
    at.
    """
    return fit.has_model and fit.method.has_levels and not is_trace(fit)


def with_levels(scene: Scene) -> tuple[MethodInUse, Fit] | None:
    """The selected method with its fit where that has such lines."""
    return (
        scene.with_model
        if scene.with_model is not None and has_levels(scene.with_model[1])
        else None
    )


def with_arrows(scene: Scene) -> tuple[MethodInUse, Fit] | None:
    """The selected method with its fit where w is a sum of multiples of the points: multipliers, in
    the plane, without a kernel.
    """
    if scene.with_margin is None:
        return None
    fit = scene.with_margin[1]
    is_sum = (
        plane_line(fit) is not None and fit.alpha is not None and fit.problem.features.is_linear
    )
    return scene.with_margin if is_sum else None
