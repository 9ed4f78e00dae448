"""The dual of a margin method with its numbers: the Gram matrix, the quadratic form, and the multipliers."""

from __future__ import annotations

import numpy as np

from solvers import Fit
from solvers.arrays import Floats

from ..markup.ticks import MINUS, number, significant
from ..scene import Scene
from .block import Numbers, matrix, written

FEW = 12  # points up to which the matrices are written out
NEEDS = "Select a margin method to see its dual."
TOO_MANY = f"Written out for up to {FEW} points."


def _fit(scene: Scene) -> Fit | None:
    fit = None if scene.selected is None else scene.selected[1]
    return fit if fit is not None and fit.has_model and fit.alpha is not None and fit.method.has_margin else None


def _gram(fit: Fit) -> Floats:
    """``k(x_i, x_j)``; of a map without the constant feature that the polynomial kernel has, which the constraint cancels."""
    problem = fit.problem
    gram: Floats = problem.Phi @ problem.Phi.T if problem.kernel is None else problem.kernel.gram(problem.X, problem.X)
    return gram


def gram(scene: Scene) -> Numbers:
    """``K``, and its smallest eigenvalue."""
    fit = _fit(scene)
    if fit is None:
        return Numbers(needs=NEEDS)
    if len(fit.problem.y) > FEW:
        return Numbers(needs=TOO_MANY)
    K = _gram(fit)
    smallest, scale = float(np.linalg.eigvalsh(K)[0]), float(np.abs(K).max(initial=1.0))
    return Numbers((matrix("K", K),), (("smallest eigenvalue", written(smallest, 10.0 * scale)),))


def expanded(scene: Scene) -> Numbers:
    """``max sum alpha - 1/2 alpha' Q alpha`` with ``Q_ij = y_i y_j k(x_i, x_j)``, and the multipliers that solve it."""
    fit = _fit(scene)
    if fit is None or fit.alpha is None:
        return Numbers(needs=NEEDS)
    y, alpha = fit.problem.y, fit.alpha
    total = float(alpha.sum())
    balance = float(alpha @ y)
    lines = [
        ("$\\sum_i α_i$", significant(total, 6)),
        ("$\\sum_i α_i y_i$", "0" if abs(balance) <= 1e-9 * max(total, 1e-300) else significant(balance, 2)),
        ("$‖w‖$", significant(fit.norm, 6)),
    ]
    if len(y) > FEW:
        held = int(np.count_nonzero(alpha > 0.0))
        return Numbers((), (*lines, ("points with $α > 0$", f"{held} of {len(y)}")))
    Q = y[:, None] * y[None, :] * _gram(fit)
    return Numbers((matrix("Q", Q), matrix("α", alpha, fractions=True)), tuple(lines))


def in_words(Q: Floats) -> str:
    """The quadratic form with its coefficients, as a mark-up formula: ``9 α_1^2 − 2 α_1 α_2 + ...``."""
    terms = []
    for i in range(len(Q)):
        for j in range(i, len(Q)):
            value = float(Q[i, j] if i == j else Q[i, j] + Q[j, i])
            if value:
                both = f"α_{i + 1}^2" if i == j else f"α_{i + 1} α_{j + 1}"
                terms.append((value, both))
    text = ""
    for value, both in terms:
        sign = MINUS if value < 0 else "+"
        text += f" {sign} {number(abs(value), 0) if value == round(value) else significant(abs(value), 4)} {both}"
    return text.removeprefix(" + ").strip()
