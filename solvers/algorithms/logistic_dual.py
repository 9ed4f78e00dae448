"""A rigorous lower bound of the logistic objective from its Fenchel dual."""

from __future__ import annotations

import numpy as np

from ..arrays import Floats
from ..problem import Problem


def lower_bound(problem: Problem, margins: Floats, l2: float, penalise_bias: bool) -> float:
    """The dual objective at the point that the margins ``y f`` suggest, made feasible.

    With ``phi(m) = log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2)``,   ``v = (1/n) sum a_i y_i x_i``,   ``sum a_i y_i = 0``

    is at most the objective for every a in the box; at the optimum ``a_i = 1/(1 + exp(m_i))`` makes them equal.  Elsewhere the sum
    condition is restored by scaling down the class that weighs more.  With ``penalise_bias`` there is no condition and b^2 adds
    ``((1/n) sum a_i y_i)^2 / (4 l2)``.  With ``l2 = 0`` v must be zero, too: the Newton-weighted projection on these conditions is
    used, and 0, below which no loss falls, where that leaves the box.
    """
    a = 1.0 / (1.0 + np.exp(np.minimum(margins, 700.0)))
    y, n = problem.y, len(margins)
    if l2 == 0.0:
        return _unpenalised(problem, a)
    if penalise_bias:
        v = np.append((a * y) @ problem.Phi, float(a @ y)) / n
    else:
        plus, minus = float(a[y > 0].sum()), float(a[y < 0].sum())
        least = min(plus, minus)
        a = a * np.where(y > 0, least / plus if plus > 0 else 0.0, least / minus if minus > 0 else 0.0)
        # The condition makes v the same about any point; about the centre it keeps its digits.
        v = (a * y) @ (problem.Phi - problem.moments.centre) / n
    return float(_entropy(a).mean()) - float(v @ v) / (4.0 * l2)


def _unpenalised(problem: Problem, a: Floats) -> float:
    """D(a) after the projection of a on ``sum a_i z_i = 0`` in the metric of ``1/(a (1 - a))``, which Newton's step suggests."""
    moments = problem.moments
    scale = np.sqrt(moments.total.diagonal() / moments.n)
    scale[scale <= moments.noise] = np.inf
    Z = problem.y * np.vstack([((problem.Phi - moments.centre) / scale).T, np.ones(len(a))])
    weights = a * (1.0 - a)
    with np.errstate(all="ignore"):
        # The points may lie on a line: the pseudo-inverse leaves out what they do not span.
        a = a - weights * (np.linalg.pinv((Z * weights) @ Z.T, rcond=1e-13, hermitian=True) @ (Z @ a) @ Z)
    if not np.all((a >= 0.0) & (a <= 1.0)):
        return 0.0
    return max(0.0, float(_entropy(a).mean()))


def _entropy(a: Floats) -> Floats:
    """``-a ln a - (1 - a) ln(1 - a)``, zero at both ends."""
    inside = np.clip(a, np.finfo(np.float64).tiny, 1.0)
    rest = np.clip(1.0 - a, np.finfo(np.float64).tiny, 1.0)
    # log1p keeps the digits of ln(1 - a) for small a.
    return -a * np.log(inside) - rest * np.log1p(-np.minimum(a, 1.0 - np.finfo(np.float64).eps / 2))
