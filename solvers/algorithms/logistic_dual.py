"""A lower bound of the logistic objective from its Fenchel dual."""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from .logistic_problem import LogisticProblem

# A condition holds when its sum vanishes to this part of the sum of the absolute values.
FEASIBLE = 1e-13


def lower_bound(problem: LogisticProblem, theta: Floats) -> float:
    """The best of three dual values: none of them is above the minimum, and near the minimum they are within its square.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``, every a
    in the box gives, with ``v = (1/n) sum a_i z_i``,

        ``D(a) = (1/n) sum h(a_i) - v' P^-1 v / 2 <= F``    (v = 0 in every coordinate that is not penalised: ``sum a_i y_i = 0``).

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal.  The candidates:

    1. p with the heavier class scaled down until ``sum a_i y_i = 0``: feasible from anywhere;
    2. p moved, in the metric of Newton's step, to where ``v = P theta``; D is then ``(1/n) sum h - theta' P theta / 2``.  This
       one keeps its digits when the penalty is next to nothing or zero; it counts only if a stays in the box;
    3. 0, because no loss is negative.
    """
    p = 1.0 / (1.0 + np.exp(np.minimum(theta @ problem.Z, 700.0)))
    with np.errstate(all="ignore"):
        return max(0.0, _scaled(problem, theta, p), _stationary(problem, theta, p))


def _scaled(problem: LogisticProblem, theta: Floats, p: Floats) -> float:
    Z, n = problem.Z, problem.n
    if problem.l2 == 0.0:
        return 0.0
    if problem.P[-1, -1] > 0.0:
        # The last coordinate is hardly penalised far from the origin; let its condition hold as in candidate 2.
        weights = p * (1.0 - p)
        curvature = float(weights @ (Z[-1] * Z[-1]))
        if curvature == 0.0:  # every point so far on its side, or on the wrong one, that its weight has vanished
            return 0.0
        excess = float(Z[-1] @ p) - n * float(problem.P[-1] @ theta)
        a = np.clip(p - weights * Z[-1] * (excess / curvature), 0.0, 1.0)
        v = Z @ a / n
        return float(_entropy(a).mean()) - 0.5 * float(v @ (v / problem.P.diagonal()))
    positive = Z[-1] > 0
    plus, minus = float(p[positive].sum()), float(p[~positive].sum())
    least = min(plus, minus)
    a = p * np.where(positive, least / plus, least / minus)
    # In data units: P^-1 = inverse inverse' / (2 l2).
    v = (Z[:-1] @ a / n) @ problem.inverse[:-1, :-1]
    return float(_entropy(a).mean()) - float(v @ v) / (4.0 * problem.l2)


def _stationary(problem: LogisticProblem, theta: Floats, p: Floats) -> float:
    Z, n = problem.Z, problem.n
    penalty = problem.P @ theta
    weights = p * (1.0 - p)
    # The points may lie on a line: the pseudo-inverse leaves out what they do not span.
    metric = (Z * weights) @ Z.T
    sizes = np.sqrt(metric.diagonal())
    sizes[sizes == 0.0] = 1.0
    inverse = np.linalg.pinv(metric / sizes / sizes[:, None], rcond=1e-13, hermitian=True) / sizes / sizes[:, None]
    a = p - weights * (inverse @ (Z @ p - n * penalty) @ Z)
    if not np.all((a >= 0.0) & (a <= 1.0)):
        return 0.0
    # Points on a line cannot reach every v: the conditions must hold up to the rounding of their own sums.
    if np.any(np.abs(Z @ a - n * penalty) > FEASIBLE * (np.abs(Z) @ a + n * np.abs(penalty))):
        return 0.0
    return float(_entropy(a).mean()) - 0.5 * float(theta @ penalty)


def _entropy(a: Floats) -> Floats:
    """``-a ln a - (1 - a) ln(1 - a)``, zero at both ends."""
    inside = np.clip(a, np.finfo(np.float64).tiny, 1.0)
    # log1p keeps the digits of ln(1 - a) for small a.
    return -a * np.log(inside) - (1.0 - a) * np.log1p(-np.minimum(a, 1.0 - np.finfo(np.float64).eps / 2))
