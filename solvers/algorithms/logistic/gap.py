"""How far above its minimum a logistic objective can be, in one pass over the columns.

Source: Bach, Electron. J. Stat. 4 (2010) 384 (how far the quadratic model of a logistic loss holds); Keerthi, Duan, Shevade and
Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, weighed_sum
from ...cancellation import check_cancelled
from ...certificate import TOLERANCE
from ...problem import Problem
from ...result import Bounds, Iterate
from ...rounding import EPS, NOTHING, PRODUCTS, TINY
from .problem import BLOCK, SMALL_LOSS, LogisticProblem, SmoothProblem, rules_the_spread

# A sum is taken to be off by this many eps of the sum of the sizes of its terms.
SAFETY = 4.0 * EPS


def certified_bounds(problem: Problem, standard: LogisticProblem, iterate: Iterate, margins: Floats) -> Bounds:
    """The objective of ``standard`` with the better of two lower bounds of its minimum, and the largest component of the gradient.

    Near the minimum the gradient bounds what is left (:func:`excess`); elsewhere a point of the Fenchel dual does.
    """
    theta, l2 = standard.theta(iterate), standard.l2
    assert iterate.w is not None  # linear models only
    price = l2 * (float(iterate.w @ iterate.w) + (0.0 if standard.bias is None else iterate.b * iterate.b))
    look = Look.at(standard, theta, margins[problem.order], price)
    # Directions left out of the coordinates may pay under a penalty, however short they are.
    is_whole = l2 == 0.0 or len(standard.Z) > problem.Phi.shape[1]
    above = excess(standard, look.g, look.H, look.lost) if is_whole and not hides_the_bulk(problem, standard) else None
    dual = look.primal - above - look.rounding if above is not None else -math.inf
    # Among points that one far away rules, sums about the mean say nothing of the others.
    is_ruled = rules_the_spread(problem.moments)
    if not is_ruled and not look.primal - dual <= TOLERANCE * max(look.primal, SMALL_LOSS):
        check_cancelled()
        low = lower_bound(standard, theta, problem.moments.columns) - look.rounding
        if low <= look.primal + 1e-9 * max(look.primal, SMALL_LOSS):
            dual = max(dual, min(low, look.primal))
    return Bounds(look.primal, max(0.0, dual), float(np.max(np.abs(look.g))), scale=SMALL_LOSS)


@dataclass(frozen=True, eq=False)
class Look:
    """What one pass over the points says of a model: objective and its rounding, gradient and its rounding, Hessian."""

    primal: float
    rounding: float
    g: Floats
    lost: Floats
    H: Floats

    @staticmethod
    def at(problem: LogisticProblem, theta: Floats, scored: Floats, price: float) -> Look:
        """From the margins ``scored (n,)`` of the model, class + first, and the ``price`` of its weights.

        A margin is off by the rounding of its terms; that moves the loss by p times as much, and p by v = p (1 - p) times.
        """
        r, n = problem.Z.shape
        total, doubtful = 0.0, 0.0
        pulled, lost, curvature = np.zeros(r), np.zeros(r), np.zeros((r, r))
        for first in range(0, n, BLOCK):
            check_cancelled()
            block = problem.Z[:, first : first + BLOCK]
            margins, sizes = scored[first : first + BLOCK], np.abs(block)
            off = np.abs(theta) @ sizes
            small = np.exp(-np.abs(margins))
            p = np.where(margins > 0.0, small, 1.0) / (1.0 + small)
            times = problem.weights_within(first)
            total += weighed_sum(np.log1p(small), times) - weighed_sum(np.minimum(margins, 0.0), times)
            v = p * (1.0 - p)
            if times is not None:
                p, v = times * p, times * v
            doubtful += float(p @ off)
            pulled += block @ p
            lost += sizes @ (p + v * off)
            curvature += (block * v) @ block.T
        penalty = problem.P @ theta
        primal = total / n + price
        lost = SAFETY * (lost / n + np.abs(problem.P) @ np.abs(theta))
        return Look(primal, SAFETY * doubtful / n, penalty - pulled / n, lost, problem.P + curvature / n)


def excess(problem: SmoothProblem, g: Floats, H: Floats, lost: Floats) -> float | None:
    """A bound of ``F - min F``, or None for a model too far from the minimum.

    The logistic loss is self-concordant in the sense of Bach: its third derivative is at most its second.  With the gradient g and
    the Hessian H at the model, ``lambda = sqrt(g' H^-1 g)`` and ``R = max_i sqrt(z_i' H^-1 z_i)``, integrating twice along any ray
    gives ``F(theta + d) >= F(theta) + g'd + (e^-s + s - 1)/R^2`` for ``s = R sqrt(d'Hd)``, hence

        ``F - min F <= (u + (1 - u) ln(1 - u)) / R^2`` with ``u = lambda R < 1``,

    about ``lambda^2/2`` near the minimum.  No multiplier has to be feasible, so the bound holds without penalty just as with one,
    and what rounding does to g, at most ``lost (d,)``, enters by its square.  Of K classes a sample is the difference of two
    blocks, and R the largest range of scores that a direction of unit length gives a point.
    """
    T = _inverse_root(H)
    if T is None:
        return None
    decrement = float(np.linalg.norm(T.T @ g)) + float(np.linalg.norm(np.abs(T).T @ lost))
    # The longest sample in this metric; near the minimum a bound of it is as good as the number.
    longest = math.sqrt(float(np.square(T).sum()) * problem.reach)
    if not decrement * longest < 0.1:
        longest = problem.longest(T)
    u = decrement * longest
    if not u < 0.999:  # up to there the bound is at most 1/R^2
        return None
    # u + (1 - u) ln(1 - u) = u^2/2 + u^3/6 + ...: for a small u the difference would cancel.
    return 0.5 * decrement * decrement * (1.0 + u) if u < 1e-3 else (u + (1.0 - u) * math.log1p(-u)) / longest**2


def hides_the_bulk(problem: Problem, standard: LogisticProblem) -> bool:
    """Whether a point is so far away that coordinates about the mean hold no digit of the others."""
    if not rules_the_spread(problem.moments):
        return False
    deviations = np.median(np.abs(problem.Phi - np.median(problem.Phi, axis=0)), axis=0)
    rounding = 10.0 * EPS * np.abs(standard.centre)  # a tenth of a deviation must be known
    return bool(((deviations > 0.0) & (deviations < rounding)).any())


def lower_bound(problem: LogisticProblem, theta: Floats, columns: Floats) -> float:
    """The best of three dual values: none of them is above the minimum, and near the minimum they are within its square.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``, every a
    in the box with ``sum a_i y_i = 0`` gives, with ``v = (1/n) sum a_i y_i (x_i - centre)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2) <= F``    (without penalty v must be 0).

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal.  The candidates:

    1. p with the heavier class scaled down until ``sum a_i y_i = 0``: feasible from anywhere;
    2. p moved, in the metric of Newton's step, to where ``v = 2 l2 w``; it counts only if a stays in the box;
    3. 0, because no loss is negative.

    Of a sample that counts c times ``a_i`` lies in [0, c], its entropy is ``c h(a_i / c)``, and at the minimum it is ``c p_i``.
    v is summed over the centred points ``columns (m, n)`` themselves, not over coordinates that may have left out a direction in
    which they hardly vary.  What rounding may have added to D or taken from the objective is subtracted, so that the bound holds
    for the numbers as they come: where features are so large that their sums say nothing, it falls to 0.
    """
    p = problem.times / (1.0 + np.exp(np.minimum(theta @ problem.Z, 700.0)))
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
    entropy = float((problem.times * _entropy(a / problem.times)).mean())
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
        weights = p * (1.0 - p / problem.times)
        curvature = float(weights @ (Z[-1] * Z[-1]))
        if curvature == 0.0:  # every point so far on its side, or on the wrong one, that its weight has vanished
            return None
        excess = float(Z[-1] @ p) - n * float(problem.P[-1] @ theta)
        clipped: Floats = np.clip(p - weights * Z[-1] * (excess / curvature), 0.0, problem.times)
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
    weights = p * (1.0 - p / problem.times)
    # The points may lie on a line: the pseudo-inverse leaves out what they do not span.
    metric = (Z * weights) @ Z.T
    sizes = np.sqrt(metric.diagonal())
    sizes[sizes == 0.0] = 1.0
    scaled = metric / sizes / sizes[:, None]
    if not np.isfinite(scaled).all():  # the squares of the coordinates have left the range of numbers
        return None
    inverse = np.linalg.pinv(scaled, rcond=1e-13, hermitian=True) / sizes / sizes[:, None]
    a = p - weights * (inverse @ (Z @ p - n * penalty) @ Z)
    if not np.all((a >= 0.0) & (a <= problem.times)):
        return None
    return np.asarray(a)


def _entropy(a: Floats) -> Floats:
    """``-a ln a - (1 - a) ln(1 - a)``, zero at both ends."""
    inside = np.clip(a, TINY, 1.0)
    # log1p keeps the digits of ln(1 - a) for small a.
    return -a * np.log(inside) - (1.0 - a) * np.log1p(-np.minimum(a, 1.0 - EPS / 2))


def _inverse_root(H: Floats) -> Floats | None:
    """``T`` with ``T T' = H^-1``, None where H is singular up to rounding."""
    sizes = np.sqrt(H.diagonal())
    if not (np.isfinite(H).all() and sizes.all()):
        return None
    scaled = H / sizes / sizes[:, None]
    if not np.isfinite(scaled).all():
        return None
    values, vectors = np.linalg.eigh(scaled)
    # An eigenvalue is off by the rounding of the largest: it is taken for the smaller number that it may be.
    values = values - NOTHING * values[-1]
    if not values[0] > 0.0:
        return None
    root: Floats = vectors / np.sqrt(values) / sizes[:, None]
    return root
