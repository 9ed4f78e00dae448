"""A lower bound of the logistic objective from its Fenchel dual.

Source: Keerthi, Duan, Shevade and Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats
from ...rounding import EPS, PRODUCTS, TINY
from .problem import LogisticProblem


def lower_bound(problem: LogisticProblem, theta: Floats, columns: Floats) -> float:
    """The best of three dual values: none of them is above the minimum, and near the minimum they are within its square.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``, every a
    in the box with ``sum a_i y_i = 0`` gives, with ``v = (1/n) sum a_i y_i (x_i - centre)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2) <= F``    (without penalty v must be 0).

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal.  The candidates:

    1. p with the heavier class scaled down until ``sum a_i y_i = 0``: feasible from anywhere;
    2. p moved, in the metric of Newton's step, to where ``v = 2 l2 w``; it counts only if a stays in the box;
    3. 0, because no loss is negative.

    v is summed over the centred points ``columns (m, n)`` themselves, not over coordinates that may have left out a direction in
    which they hardly vary.  What rounding may have added to D or taken from the objective is subtracted, so that the bound holds
    for the numbers as they come: where features are so large that their sums say nothing, it falls to 0.
    """
    p = 1.0 / (1.0 + np.exp(np.minimum(theta @ problem.Z, 700.0)))
    with np.errstate(all="ignore"):
        values = [
            _dual(problem, theta, a, columns) for a in (_scaled_multipliers(problem, theta, p), _stationary(problem, theta, p))
        ]
        pull = _pull(problem, theta, p, columns)
        best = max(values) - PRODUCTS * pull / problem.n
    return best if best > 0.0 else 0.0


def _pull(problem: LogisticProblem, theta: Floats, p: Floats, columns: Floats) -> float:
    """The sum of the sizes of the scores whose rounding reaches the objective: points that are pulled (p > 0) pass it on."""
    if problem.bias is None:
        return float(np.abs(problem.basis @ theta) @ (np.abs(columns) @ p)) + abs(float(theta[-1])) * float(p.sum())
    # Here w is mixed from all coordinates and rounded at their size; b = f(centre) - <w, centre> is rounded, too, and penalised.
    w = np.abs(problem.basis) @ np.abs(theta)
    size = float(w @ np.abs(problem.centre)) + abs(float(theta[-1]))
    pull = float(w @ (np.abs(columns) @ p)) + abs(float(theta[-1])) * float(p.sum())
    return pull + 2.0 * problem.l2 * problem.n * abs(float(problem.bias @ theta)) * size


def _dual(problem: LogisticProblem, theta: Floats, a: Floats | None, columns: Floats) -> float:
    """D(a), less what rounding may have added to it; 0 for no a."""
    if a is None:
        return 0.0
    entropy = float(_entropy(a).mean())
    if problem.P[-1, -1] > 0.0:
        return entropy - _price(problem.Z, a, theta, problem.P.diagonal())
    signed = a * np.sign(problem.Z[-1])
    weights, penalties = problem.basis @ theta, np.full(len(columns), 2.0 * problem.l2)
    # What is left of sum a y = 0 would let b gain without bound; no b much larger than that of the answer is meant.
    imbalance = abs(float(signed.sum())) / problem.n * (2.0 * abs(float(theta[-1])) + 1.0)
    return entropy - imbalance - _price(columns, signed, weights, penalties)


def _price(columns: Floats, a: Floats, weights: Floats, penalties: Floats) -> float:
    """At least ``sum v_k^2 / (2 P_k)`` for ``v = columns a / n (m,)``, the part of the dual that the penalty takes.

    Where v differs from ``P w`` by rounding only, w is the minimiser over all weights, and the rounding counts times the largest
    weight that is meant: twice that of the answer, or the one that alone gives a score of 1.  This keeps the digits when the
    penalty is next to nothing or zero, where v would have to vanish.  Elsewhere v is taken with its rounding added.
    """
    n = columns.shape[1]
    v, rounding = columns @ a / n, PRODUCTS * (np.abs(columns) @ np.abs(a)) / n
    reach = np.abs(columns).max(axis=1)
    largest = 2.0 * np.abs(weights) + np.where(reach > 0.0, 1.0 / reach, 0.0)
    longest = np.abs(v) + rounding
    price = np.where(longest > 0.0, 0.5 * longest * longest / penalties, 0.0)
    at_answer = 0.5 * penalties * weights * weights + 2.0 * rounding * largest
    only_rounding = np.abs(v - penalties * weights) <= rounding
    return float(np.where(only_rounding, np.fmin(price, at_answer), price).sum())


def _scaled_multipliers(problem: LogisticProblem, theta: Floats, p: Floats) -> Floats | None:
    """Candidate 1, where there is a penalty to take v as it comes."""
    Z, n = problem.Z, problem.n
    if problem.l2 == 0.0:
        return None
    if problem.P[-1, -1] > 0.0:
        # The last coordinate is hardly penalised far from the origin; let its condition hold as in candidate 2.
        weights = p * (1.0 - p)
        curvature = float(weights @ (Z[-1] * Z[-1]))
        if curvature == 0.0:  # every point so far on its side, or on the wrong one, that its weight has vanished
            return None
        excess = float(Z[-1] @ p) - n * float(problem.P[-1] @ theta)
        clipped: Floats = np.clip(p - weights * Z[-1] * (excess / curvature), 0.0, 1.0)
        return clipped
    positive = Z[-1] > 0
    plus, minus = float(p[positive].sum()), float(p[~positive].sum())
    least = min(plus, minus)
    if least == 0.0:
        return None
    scaled: Floats = p * np.where(positive, least / plus, least / minus)
    return scaled


def _stationary(problem: LogisticProblem, theta: Floats, p: Floats) -> Floats | None:
    """Candidate 2, where it stays in the box."""
    Z, n = problem.Z, problem.n
    penalty = problem.P @ theta
    weights = p * (1.0 - p)
    # The points may lie on a line: the pseudo-inverse leaves out what they do not span.
    metric = (Z * weights) @ Z.T
    sizes = np.sqrt(metric.diagonal())
    sizes[sizes == 0.0] = 1.0
    scaled = metric / sizes / sizes[:, None]
    if not np.isfinite(scaled).all():  # the squares of the coordinates have left the range of numbers
        return None
    inverse = np.linalg.pinv(scaled, rcond=1e-13, hermitian=True) / sizes / sizes[:, None]
    a = p - weights * (inverse @ (Z @ p - n * penalty) @ Z)
    if not np.all((a >= 0.0) & (a <= 1.0)):
        return None
    return np.asarray(a)


def _entropy(a: Floats) -> Floats:
    """``-a ln a - (1 - a) ln(1 - a)``, zero at both ends."""
    inside = np.clip(a, TINY, 1.0)
    # log1p keeps the digits of ln(1 - a) for small a.
    return -a * np.log(inside) - (1.0 - a) * np.log1p(-np.minimum(a, 1.0 - EPS / 2))
