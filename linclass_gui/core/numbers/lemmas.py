"""Two lemmas in numbers: least squares has Fisher's direction, and the margin is half the distance
of the hulls.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from solvers import Fit, Method, separability
from solvers.losses import SQUARED

from ..markup.ticks import magnitude, significant
from ..scene import Scene
from .block import Numbers, matrix

NEEDS_BOTH = "Switch on Fisher and least squares to see both directions."
NEEDS_HARD = "Switch on the hard margin to see its width."


def fit_of(scene: Scene, is_it: Callable[[Method], bool]) -> Fit | None:
    """The fit of the first method in use of a kind, None where there is none with a model."""
    fits = (
        scene.fit(m.id)
        for m in scene.document.enabled_methods
        if isinstance(m.method, Method) and is_it(m.method)
    )
    return next((fit for fit in fits if fit is not None and fit.has_model), None)


def two(scene: Scene) -> Numbers:
    """``w`` of Fisher, ``w'`` of least squares, and the angle between them."""
    fisher = fit_of(scene, lambda method: method.contrast is not None)
    squares = fit_of(scene, lambda method: method.loss is SQUARED and method.strength is not None)
    if (
        fisher is None
        or squares is None
        or fisher.w is None
        or squares.w is None
        or len(fisher.w) != len(squares.w)
    ):
        return Numbers(needs=NEEDS_BOTH)
    factor = float(squares.w @ fisher.w) / float(fisher.w @ fisher.w)
    cross = float(np.abs(squares.w - factor * fisher.w).max()) / float(np.abs(squares.w).max())
    lines = (
        ("$w′ = β w$ with $β$ =", significant(factor, 6)),
        ("largest deviation from it", magnitude(cross)),
    )
    return Numbers((matrix("w", fisher.w), matrix("w′", squares.w)), lines)


def three(scene: Scene) -> Numbers:
    """The distance of the hulls, and ``1/‖w‖``."""
    fit, dataset = fit_of(scene, lambda method: method.needs_separable), scene.document.dataset
    if fit is None or fit.margin is None:
        return Numbers(needs=NEEDS_HARD)
    verdict = separability(dataset.X, dataset.y)
    distance = verdict.distance if verdict.separable else math.nan
    closest = (matrix("c_+", verdict.closest_plus), matrix("c_−", verdict.closest_minus))
    lines = (
        ("distance of the hulls", significant(distance, 8)),
        ("half of it", significant(0.5 * distance, 8)),
        ("margin $1/‖w‖$", significant(fit.margin, 8)),
        ("$Σ α_i$", significant(float(fit.alpha.sum()), 8) if fit.alpha is not None else "–"),
        (
            "$4/c$, $c$ the squared distance",
            significant(4.0 / distance**2, 8) if distance > 0.0 else "–",
        ),
    )
    return Numbers(closest, lines)
