"""What the multipliers prove about a soft margin: a lower bound of the optimum, and the worst violated KKT condition.

Source: Cortes and Vapnik, Mach. Learn. 20 (1995) 273 (the dual).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats
from ...problem import Problem
from ...result import Iterate

AT_BOUND = 1e-9  # a multiplier within this part of the bound (or of the largest one) counts as 0 or as the bound
# A sum of products is taken to be off by this part of the sum of their absolute values.
ROUNDING = 2.0 * float(np.finfo(np.float64).eps)


def feasible(alpha: Floats, y: Floats, bound: float) -> Floats:
    """The multipliers moved into ``0 <= alpha <= bound`` and ``sum alpha y = 0``.

    They are clipped to the box, then the class with the larger sum is scaled down.  For an optimum this undoes rounding; for any
    other vector it still gives a point the dual may be evaluated at, so the bound never depends on who computed alpha.
    """
    alpha = np.clip(alpha, 0.0, bound)
    plus, minus = float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
    if plus == minus:
        return alpha
    larger = y > 0 if plus > minus else y < 0
    alpha[larger] *= min(plus, minus) / max(plus, minus)
    return alpha


def normal_vector(problem: Problem, alpha: Floats, centre: Floats | None) -> Floats:
    """``sum alpha_i y_i phi_i``, about a centre near the data: with ``sum alpha y = 0`` it is the same and keeps the digits."""
    rows = alpha.nonzero()[0]
    signed = (alpha * problem.y)[rows]
    Phi = problem.Phi[rows]
    w: Floats = signed @ (Phi if centre is None else Phi - centre)
    return w


def dual_value(problem: Problem, iterate: Iterate, alpha: Floats) -> float:
    """``sum alpha - 1/2 |sum alpha y phi|^2`` at feasible multipliers, less its rounding: a lower bound of the optimum.

    With a kernel the bound holds for a positive semidefinite Gram matrix only.
    """
    if iterate.w is not None:
        Phi = problem.Phi if iterate.centre is None else problem.Phi - iterate.centre
        longest = np.abs(normal_vector(problem, alpha, iterate.centre)) + ROUNDING * (alpha @ np.abs(Phi))
        square = float(longest @ longest)
    else:
        rounding = ROUNDING * float(alpha @ problem.gram_times(alpha, absolute=True))
        square = problem.norm_squared(Iterate(None, 0.0, alpha)) + rounding
    return float(alpha.sum()) - 0.5 * square


def unsure_losses(problem: Problem, iterate: Iterate, margins: Floats, bound: float) -> float:
    """What the rounding of scores may have taken from the losses, summed."""
    return bound * float(np.maximum(0.0, score_rounding(problem, iterate) - np.maximum(0.0, margins - 1.0)).sum())


def score_rounding(problem: Problem, iterate: Iterate) -> Floats:
    """How far the score of each point (n,) may be wrong: the rounding of the sum that it is."""
    if iterate.w is None:
        size = np.zeros(len(problem.y)) if iterate.alpha is None else problem.gram_times(iterate.alpha, absolute=True)
        return ROUNDING * (size + abs(iterate.b))
    Phi = problem.Phi if iterate.centre is None else problem.Phi - iterate.centre
    offset = iterate.b if iterate.centre is None else iterate.f_centre
    rounding: Floats = ROUNDING * (np.abs(Phi) @ np.abs(iterate.w) + abs(offset))
    return rounding


def kkt_violation(problem: Problem, iterate: Iterate, margins: Floats, alpha: Floats, bound: float) -> float:
    """The worst violated optimality condition.

    Complementarity: ``alpha = 0`` asks for a margin of at least 1, ``alpha = bound`` for one of at most 1, anything between for
    exactly 1 (in units of the margin).  Stationarity: ``|w - sum alpha y phi|`` as a part of ``|w| + sum alpha |phi|``, the size
    of the numbers summed.
    """
    scale = min(bound, float(alpha.max(initial=0.0)))
    must_not_exceed = alpha > AT_BOUND * scale
    must_reach = alpha < bound - AT_BOUND * scale
    worst = max(
        float((margins[must_not_exceed] - 1.0).max(initial=0.0)),
        float((1.0 - margins[must_reach]).max(initial=0.0)),
    )
    if iterate.w is not None:
        Phi = problem.Phi if iterate.centre is None else problem.Phi - iterate.centre
        size = float(np.linalg.norm(iterate.w)) + float(alpha @ np.sqrt((Phi * Phi).sum(axis=1)))
        off = float(np.linalg.norm(iterate.w - normal_vector(problem, alpha, iterate.centre)))
        worst = max(worst, off / size if size > 0.0 else 0.0)
    return worst
