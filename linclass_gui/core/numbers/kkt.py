"""The conditions of Karush, Kuhn and Tucker point by point: multiplier, slack, score, and which side of each condition holds."""

from __future__ import annotations

import numpy as np

from solvers import Fit, PointClass
from solvers.arrays import Ints

from ..fits.decision import training_scores
from ..scene import Scene
from .block import LARGEST, Numbers, Table, exact_number
from .dual_table import NEEDS, fit_with_multipliers

# Complementary slackness says that one of alpha_i = 0 and y_i f(x_i) = 1 - xi_i holds; a slack needs the full multiplier C/n.
HOLDS = {
    PointClass.BEYOND: "$α = 0$, beyond",
    PointClass.TOUCHING: "$α = 0$, touching",
    PointClass.FREE: "$y f = 1$, free",
    PointClass.BOUND: "$α = C/n$, inside",
    PointClass.WRONG: "$α = C/n$, wrong",
}


def table(scene: Scene) -> Numbers:
    """``alpha_i``, ``xi_i = max(0, 1 - y_i f(x_i))``, ``f(x_i)`` and what holds, of the points with a multiplier first."""
    fit = fit_with_multipliers(scene)
    if fit is None or fit.certificate.point_class is None or fit.alpha is None:
        return Numbers(needs=NEEDS)
    rows = _order(fit)
    scale = float(np.abs(fit.alpha).max(initial=0.0))
    lines = tuple(_line(fit, int(row), scale) for row in rows[:LARGEST])
    head = ("$i$", "$y_i$", "$α_i$", "$ξ_i$", "$f(x_i)$", "holds")
    return Numbers(table=Table(head, lines, max(0, len(rows) - LARGEST), in_words=True))


def _order(fit: Fit) -> Ints:
    """All points as they were entered; of more than can be shown those with the largest multipliers."""
    assert fit.alpha is not None
    n = len(fit.alpha)
    order: Ints = np.arange(n) if n <= LARGEST else np.argsort(-fit.alpha, kind="stable")
    return order


def _line(fit: Fit, row: int, scale: float) -> tuple[str, ...]:
    assert fit.alpha is not None
    assert fit.certificate.point_class is not None
    f, sign = float(training_scores(fit)[row]), float(fit.problem.y[row])
    state = PointClass(int(fit.certificate.point_class[row]))
    # What the state says is not written with the rounding of the solver.
    alpha = 0.0 if state in (PointClass.BEYOND, PointClass.TOUCHING) else float(fit.alpha[row])
    slack = max(0.0, 1.0 - sign * f) if state in (PointClass.BOUND, PointClass.WRONG) else 0.0
    side = "+" if sign > 0.0 else "−"
    return str(row + 1), side, exact_number(alpha, scale), exact_number(slack, 1.0), exact_number(f, 1.0), HOLDS[state]
