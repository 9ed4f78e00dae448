"""How far above its minimum a logistic objective can be, in one pass over the columns.

Source: Bach, Electron. J. Stat. 4 (2010) 384 (how far the quadratic model of a logistic loss holds); Keerthi, Duan, Shevade and
Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from ...cancellation import check_cancelled
from ...certificate import TOLERANCE
from ...problem import Problem
from ...result import Bounds, Iterate
from ...rounding import EPS, NOTHING, PRODUCTS, TINY
from .problem import BLOCK, SMALL_LOSS, LogisticProblem, SmoothProblem

# A sum is taken to be off by this many eps of the sum of the sizes of its terms.
SAFETY = 4.0 * EPS


def certified_bounds(problem: Problem, iterate: Iterate, margins: Floats, l2: float, penalise_bias: bool) -> Bounds:
    """The objective with the better of two lower bounds of its minimum, and the largest component of the gradient.

    Near the minimum the gradient bounds what is left (:func:`excess`); elsewhere a point of the Fenchel dual does.
    """
    standard = LogisticProblem.of(problem.moments, l2, penalise_bias)
    theta = standard.theta(iterate)
    assert iterate.w is not None  # linear models only
    price = l2 * (float(iterate.w @ iterate.w) + (iterate.b * iterate.b if penalise_bias else 0.0))
    look = Look.at(standard, theta, margins[problem.order], price)
    # Directions left out of the coordinates may pay under a penalty, however short they are.
    is_whole = l2 == 0.0 or len(standard.Z) > problem.Phi.shape[1]
    above = excess(standard, look.g, look.H, look.lost) if is_whole else None
    dual = look.primal - above - look.rounding if above is not None else -math.inf
    if not look.primal - dual <= TOLERANCE * max(look.primal, SMALL_LOSS):
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
            total += float(np.add.reduce(np.log1p(small))) - float(np.add.reduce(np.minimum(margins, 0.0)))
            doubtful += float(p @ off)
            v = p * (1.0 - p)
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


def lower_bound(problem: LogisticProblem, theta: Floats, columns: Floats) -> float:
    """A dual value: it is not above the minimum, and near the minimum it is within the square of the gradient.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a - (1 - a) ln(1 - a)``, every a
    in the box with ``sum a_i y_i = 0`` gives, with ``v = (1/n) sum a_i y_i (x_i - centre)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2) <= F``.

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal; elsewhere the heavier class is scaled down until
    ``sum a_i y_i = 0``.  Without a penalty v would have to vanish, with one of b the condition is another: the bound is then 0,
    because no loss is negative.

    v is summed over the centred points ``columns (m, n)`` themselves, not over coordinates that may have left out a direction in
    which they hardly vary.  What rounding may have added to D or taken from the objective is subtracted, so that the bound holds
    for the numbers as they come: where features are so large that their sums say nothing, it falls to 0.
    """
    if problem.l2 == 0.0 or problem.bias is not None:
        return 0.0
    p = 1.0 / (1.0 + np.exp(np.minimum(theta @ problem.Z, 700.0)))
    with np.errstate(all="ignore"):
        # Points that are pulled (p > 0) pass the rounding of their scores on to the objective.
        sizes = float(np.abs(problem.basis @ theta) @ (np.abs(columns) @ p)) + abs(float(theta[-1])) * float(p.sum())
        best = _dual(problem, theta, p, columns) - PRODUCTS * sizes / problem.n
    return best if best > 0.0 else 0.0


def _dual(problem: LogisticProblem, theta: Floats, p: Floats, columns: Floats) -> float:
    """D at multipliers near p, less what rounding may have added to it; 0 where there are none."""
    positive = problem.Z[-1] > 0
    plus, minus = float(p[positive].sum()), float(p[~positive].sum())
    least = min(plus, minus)
    if least == 0.0:
        return 0.0
    signed = p * np.where(positive, least / plus, -least / minus)
    # What is left of sum a y = 0 would let b gain without bound; no b much larger than that of the answer is meant.
    imbalance = abs(float(signed.sum())) / problem.n * (2.0 * abs(float(theta[-1])) + 1.0)
    v = (np.abs(columns @ signed) + PRODUCTS * (np.abs(columns) @ np.abs(signed))) / problem.n
    return float(_entropy(np.abs(signed)).mean()) - imbalance - float(v @ v) / (4.0 * problem.l2)


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
