"""What the multipliers prove about a soft margin: a lower bound of the optimum, and the worst violated KKT condition.

Source: Cortes and Vapnik, Mach. Learn. 20 (1995) 273 (the dual).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from ...arrays import Floats
from ...cancellation import check_cancelled
from ...problem import Problem
from ...result import Iterate
from ..exact_sums import exact_products, exact_sum, kernel_sums, model_scores, shortfalls, two_sum
from .face import best_face, eased_face

AT_BOUND = 1e-9  # a multiplier within this part of the bound (or of the largest one) counts as 0 or as the bound
# A sum of products is taken to be off by this part of the sum of their absolute values.
ROUNDING = 2.0 * float(np.finfo(np.float64).eps)

NOISE, LEAST = 1e-10, 3e-10
CLOSED = 1e-9  # a gap that needs no other proof
FEW, REMEMBERED = 4096, 32  # numbers in the features of a proof that is remembered, and how many are
WHOLE = 500  # points up to which the sums of a kernel are proved


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


@dataclass(frozen=True, eq=False)
class Proven:
    """What a model and its multipliers are worth as the real numbers that they are, without the rounding of sums.

    ``half`` is ``1/2 |w|^2``, ``short (n,)`` are ``1 - y f``, ``dual`` is the larger of the dual values of the multipliers given
    and of real numbers next to them (with a kernel of these alone: minus infinity where none of those tried is feasible).
    """

    half: float
    short: Floats
    dual: float


def proven(problem: Problem, iterate: Iterate, bound: float) -> Proven | None:
    """The proof of an answer; None of a kernel with too many points.

    Doubles near C/n add up to a normal vector that is off by their rounding times the largest feature.  So the dual is that of
    real multipliers next to them: those of the points on the margin make up for the rounding of all (:mod:`face`).  With a kernel
    the Gram matrix is taken as it is.

    Who solves a small problem asks, who certifies the answer asks again, and so does who comes to the same numbers on another way:
    the last proofs are remembered.
    """
    assert iterate.alpha is not None
    if iterate.w is None or problem.Phi.size > FEW:
        return _proved(problem, iterate, bound)
    arrays = problem.Phi, problem.y, iterate.w, iterate.alpha, np.zeros(0) if iterate.centre is None else iterate.centre
    offsets = float(iterate.b).hex(), float(iterate.f_centre).hex()
    numbers = problem.Phi.strides, *(each.tobytes() for each in arrays), *offsets, bound
    return _remembered(_Question(numbers, problem, iterate, bound))


@dataclass(frozen=True)
class _Question:
    """An answer to be proved; two are one when all the numbers of points and answer are."""

    numbers: tuple[object, ...]
    problem: Problem = field(compare=False)
    iterate: Iterate = field(compare=False)
    bound: float = field(compare=False)


@lru_cache(maxsize=REMEMBERED)
def _remembered(asked: _Question) -> Proven | None:
    return _proved(asked.problem, asked.iterate, asked.bound)


def _proved(problem: Problem, iterate: Iterate, bound: float) -> Proven | None:
    assert iterate.alpha is not None
    y, alpha = problem.y, np.clip(iterate.alpha, 0.0, bound)
    if iterate.w is not None:
        face = best_face(problem.Phi, y, alpha, bound, w=iterate.w)
        short = shortfalls(*model_scores(iterate, problem.Phi), y)
        # With losses that are known no rounding has to be taken from the dual of the doubles as they are.
        plain = dual_value(problem, iterate, feasible(alpha, y, bound))
        half = 0.5 * float(iterate.w @ iterate.w)
        dual = max(-np.inf if np.isnan(plain) else plain, -np.inf if face is None else float(face.dual))
        primal = half + bound * float(np.maximum(0.0, short).sum())
        if not primal - dual <= CLOSED * primal:
            eased = eased_face(problem.Phi, y, alpha, bound, iterate.w)
            dual = dual if eased is None else max(dual, float(eased.dual))
        return Proven(half, short, dual)
    if len(y) > WHOLE:
        return None
    high, low = kernel_sums(problem.gram, iterate.alpha * y)
    square = float(sum(exact_products(iterate.alpha * y, np.column_stack([high, low])), Fraction(0)))
    dual = _kernel_dual(problem.gram, feasible(alpha, y, bound), y, bound)
    return Proven(0.5 * square, kernel_shortfalls(iterate.b, high, low, y), dual)


def kernel_shortfalls(b: float, high: Floats, low: Floats, y: Floats) -> Floats:
    """``1 - y f`` of the sums ``high + low`` over the points, with b."""
    moved, lost = two_sum(high, np.full(len(y), b))
    return shortfalls(moved, low + lost, y)


def _kernel_dual(K: Floats, alpha: Floats, y: Floats, bound: float) -> float:
    """The dual value with the freest multiplier moved by what rounding left of ``sum alpha y``."""
    signed, room = alpha * y, np.minimum(alpha, bound - alpha)
    high, low = kernel_sums(K, signed)
    k = int(room.argmax())
    rest, total = exact_sum(signed), exact_sum(alpha)
    if not abs(rest) <= room[k]:
        return -np.inf
    square = sum(exact_products(signed, np.column_stack([high, low])), Fraction(0))
    square += rest * rest * Fraction(float(K[k, k])) - 2 * rest * (Fraction(float(high[k])) + Fraction(float(low[k])))
    return float(total - int(y[k]) * rest - square / 2)


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


def weight_doubt(problem: Problem, iterate: Iterate, margins: Floats, alpha: Floats, primal: float, bound: float) -> float:
    """The excess of the objective, beyond rounding, as a part of what w contributes to it.

    ``primal - dual = 1/2 |w - v|^2 + sum [(bound - alpha) max(0, 1 - m) + alpha max(0, m - 1)]``, v = sum alpha y phi: all terms
    are positive, so nothing cancels, and it is at least ``1/2 |w - w*|^2``.  To it compare ``1/2 |w|^2`` and, as w is also held
    by the kinks of the losses, the objective times the squared variation of the scores where that is below 1.  What is less than
    the digits of the multipliers (:data:`NOISE`) or of the objective (:data:`LEAST`) says nothing.
    """
    if iterate.w is None:
        return 0.0
    alpha = feasible(alpha, problem.y, bound)
    Phi = problem.Phi if iterate.centre is None else problem.Phi - iterate.centre
    offset = iterate.b if iterate.centre is None else iterate.f_centre
    unsure = score_rounding(problem, iterate)
    check_cancelled()
    short = np.maximum(0.0, 1.0 - margins - unsure)
    beyond = np.maximum(0.0, margins - 1.0 - unsure)
    v = normal_vector(problem, alpha, iterate.centre)
    check_cancelled()
    off = np.maximum(0.0, np.abs(iterate.w - v) - NOISE * (alpha @ np.abs(Phi)))
    excess = 0.5 * float(off @ off) + float(short @ (bound - alpha)) + float(beyond @ alpha)
    variation = min(1.0, float(np.abs(margins - problem.y * offset).max(initial=0.0)))
    own = max(0.5 * float(iterate.w @ iterate.w), 0.5 * float(v @ v), primal * max(variation * variation, LEAST))
    return excess / own if own > 0.0 else 0.0


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
