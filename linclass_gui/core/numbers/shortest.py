"""The unit vector a = (b, w) whose least distance to the normalised samples is largest: b is part
of its length here.
"""

from __future__ import annotations

import numpy as np

from solvers import FormulaFeatures, HardMarginSVM, Problem, Status, solve

from ..markup.ticks import significant
from ..scene import Scene
from .block import Numbers, matrix

MOST = 2000  # points
NEEDS = f"It needs points of both classes, up to {MOST}."
NONE = "No line separates the classes, so every a has a sample on its wrong side."


def unit_vector(scene: Scene) -> Numbers:
    """``a`` with ``||a|| = 1`` and the largest ``min <a, z_i>``; over that it is the shortest with
    all ``<a, z_i> >= 1``.
    """
    dataset = scene.document.dataset
    if len(dataset) > MOST or not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        return Numbers(needs=NEEDS)
    fit = solve(
        HardMarginSVM(fit_intercept=False),
        Problem(dataset.X, dataset.y, FormulaFeatures("1, x1, x2")),
        trace=False,
    )
    if not fit.has_model or fit.w is None or fit.status is not Status.CONVERGED:
        return Numbers(needs=NONE)
    length = float(np.linalg.norm(fit.w))
    lines = (
        ("least distance $<a, z_i>$", significant(1.0 / length, 6)),
        ("shortest $a$ with $<a, z_i> ≥ 1$: $‖a‖$", significant(length, 6)),
    )
    return Numbers((matrix("a = (b, w)", fit.w / length),), lines)
