"""A lower bound of the logistic objective from its Fenchel dual.

Source: Keerthi, Duan, Shevade and Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats
from ...rounding import EPS, PRODUCTS, TINY
from .problem import LogisticProblem


def lower_bound(problem: LogisticProblem, theta: Floats, columns: Floats) -> float:
    """A dual value: it is not above the minimum, and near the minimum it is within the square of the gradient.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``, every a
    in the box with ``sum a_i y_i = 0`` gives, with ``v = (1/n) sum a_i y_i (x_i - centre)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2) <= F``.

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal; elsewhere the heavier class is scaled down until
    ``sum a_i y_i = 0``.  Without a penalty v would have to vanish: the bound is then 0, because no loss is negative.

    v is summed over the centred points ``columns (m, n)`` themselves, not over coordinates that may have left out a direction in
    which they hardly vary.  What rounding may have added to D or taken from the objective is subtracted, so that the bound holds
    for the numbers as they come: where features are so large that their sums say nothing, it falls to 0.
    """
    if problem.l2 == 0.0:
        return 0.0
    p = 1.0 / (1.0 + np.exp(np.minimum(theta @ problem.Z, 700.0)))
    with np.errstate(all="ignore"):
        best = _dual(problem, theta, p, columns) - PRODUCTS * _pull(problem, theta, p, columns) / problem.n
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


def _dual(problem: LogisticProblem, theta: Floats, p: Floats, columns: Floats) -> float:
    """D at multipliers near p, less what rounding may have added to it; 0 where there are none."""
    Z, n = problem.Z, problem.n
    if problem.bias is not None:
        # The last coordinate is hardly penalised far from the origin; a Newton step lets its condition hold.
        weights = p * (1.0 - p)
        curvature = float(weights @ (Z[-1] * Z[-1]))
        if curvature == 0.0:  # every point so far on its side, or on the wrong one, that its weight has vanished
            return 0.0
        excess = float(Z[-1] @ p) - n * float(problem.P[-1] @ theta)
        a: Floats = np.clip(p - weights * Z[-1] * (excess / curvature), 0.0, 1.0)
        return float(_entropy(a).mean()) - _price(Z, a, problem.P.diagonal())
    positive = Z[-1] > 0
    plus, minus = float(p[positive].sum()), float(p[~positive].sum())
    least = min(plus, minus)
    if least == 0.0:
        return 0.0
    signed = p * np.where(positive, least / plus, -least / minus)
    # What is left of sum a y = 0 would let b gain without bound; no b much larger than that of the answer is meant.
    imbalance = abs(float(signed.sum())) / n * (2.0 * abs(float(theta[-1])) + 1.0)
    return float(_entropy(np.abs(signed)).mean()) - imbalance - _price(columns, signed, np.full(len(columns), 2.0 * problem.l2))


def _price(columns: Floats, a: Floats, penalties: Floats) -> float:
    """At least ``sum v_k^2 / (2 P_k)`` for ``v = columns a / n (m,)``, the part of the dual that the penalty takes."""
    longest = (np.abs(columns @ a) + PRODUCTS * (np.abs(columns) @ np.abs(a))) / columns.shape[1]
    return float(np.where(longest > 0.0, 0.5 * longest * longest / penalties, 0.0).sum())


def _entropy(a: Floats) -> Floats:
    """``-a ln a - (1 - a) ln(1 - a)``, zero at both ends."""
    inside = np.clip(a, TINY, 1.0)
    # log1p keeps the digits of ln(1 - a) for small a.
    return -a * np.log(inside) - (1.0 - a) * np.log1p(-np.minimum(a, 1.0 - EPS / 2))
