"""How far above its minimum a logistic objective can be, in one pass over the columns.

Source: Bach, Electron. J. Stat. 4 (2010) 384 (how far the quadratic model of a logistic loss
holds); Keerthi, Duan, Shevade and Poo, Mach. Learn. 61 (2005) 151 (the dual).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, weighed_sum
from ...cancellation import check_cancelled
from ...certificate import TOLERANCE
from ...moments import BLOCK
from ...problem import Problem
from ...result import Bounds, Iterate
from ...rounding import EPS, LEAST_PART, PRODUCTS, TINY
from .problem import SMALL_LOSS, LogisticProblem, SmoothProblem

# A sum is taken to be off by this many eps of the sum of the sizes of its terms.
SAFETY = 4.0 * EPS


def certified_bounds(
    problem: Problem, standard: LogisticProblem, iterate: Iterate, margins: Floats
) -> Bounds:
    """The objective of ``standard`` with the better of two lower bounds of its minimum, and the
    largest component of the gradient.

    Near the minimum the gradient bounds what is left (:func:`excess`); elsewhere a point of the
    Fenchel dual does.
    """
    theta, l2 = standard.theta(iterate), standard.l2
    assert iterate.w is not None  # linear models only
    price = l2 * (
        float(iterate.w @ iterate.w) + (iterate.b * iterate.b if standard.penalises_bias else 0.0)
    )
    look = Look.of_margins(standard, theta, margins[problem.order], price)
    # Directions left out of the coordinates may pay under a penalty, however short they are.
    is_whole = l2 == 0.0 or len(standard.Z) > problem.Phi.shape[1]
    above = excess(standard, look.g, look.H, look.lost) if is_whole else None
    dual = look.primal - above - look.rounding if above is not None else -math.inf
    if not look.primal - dual <= TOLERANCE * max(look.primal, SMALL_LOSS):
        check_cancelled()
        dual = max(
            dual,
            min(
                fenchel_dual(problem, standard, margins[problem.order]) - look.rounding, look.primal
            ),
        )
    return Bounds(look.primal, max(0.0, dual), float(np.max(np.abs(look.g))), scale=SMALL_LOSS)


@dataclass(frozen=True, eq=False)
class Look:
    """The numbers of a model from one pass over the points: objective and its rounding, gradient
    and its rounding, Hessian.
    """

    primal: float
    rounding: float
    g: Floats
    lost: Floats
    H: Floats

    @staticmethod
    def of_margins(problem: LogisticProblem, theta: Floats, scored: Floats, price: float) -> Look:
        """From the margins ``scored (n,)`` of the model, class + first, and the ``price`` of its
        weights.

        A margin is off by the rounding of its terms; that moves the loss by p times as much, and p
        by v = p (1 - p) times.
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
            total += weighed_sum(np.log1p(small), times) - weighed_sum(
                np.minimum(margins, 0.0), times
            )
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
        return Look(
            primal, SAFETY * doubtful / n, penalty - pulled / n, lost, problem.P + curvature / n
        )


def excess(problem: SmoothProblem, g: Floats, H: Floats, lost: Floats) -> float | None:
    """A bound of ``F - min F``, or None for a model too far from the minimum.

    The logistic loss is self-concordant in the sense of Bach: its third derivative is at most its
    second.  With the gradient g and the Hessian H at the model, ``lambda = sqrt(g' H^-1 g)`` and
    ``R = max_i sqrt(z_i' H^-1 z_i)``, integrating twice along any ray gives ``F(theta + d) >=
    F(theta) + g'd + (e^-s + s - 1)/R^2`` for ``s = R sqrt(d'Hd)``, hence

        ``F - min F <= (u + (1 - u) ln(1 - u)) / R^2`` with ``u = lambda R < 1``,

    about ``lambda^2/2`` near the minimum.  No multiplier has to be feasible, so the bound holds
    without penalty just as with one, and what rounding does to g, at most ``lost (d,)``, enters by
    its square.  Of K classes a sample is the difference of two blocks, and R the largest range of
    scores that a direction of unit length gives a point.
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
    return (
        0.5 * decrement * decrement * (1.0 + u)
        if u < 1e-3
        else (u + (1.0 - u) * math.log1p(-u)) / longest**2
    )


def fenchel_dual(problem: Problem, standard: LogisticProblem, margins: Floats) -> float:
    """A point of the dual, which is below the minimum wherever the ``margins (n,)``, class + first,
    come from.

    With ``log(1 + e^-m) = max over a in [0, 1] of -a m + h(a)`` and the entropy ``h(a) = -a ln a -
    (1 - a) ln(1 - a)``, every a in the box with ``sum a_i y_i = 0`` gives, with ``v = (1/n) sum a_i
    y_i (x_i - centre)``,

        ``D(a) = (1/n) sum h(a_i) - ||v||^2 / (4 l2) <= F``.

    At the minimum ``a_i = p_i = 1/(1 + exp(m_i))`` makes them equal; here the heavier class is
    scaled down until the sum is 0.  A penalised b is one more weight, with inputs of 1 about the
    origin, and asks for no such sum.  Of a sample that counts c times ``a_i`` lies in [0, c], and
    its entropy is ``c h(a_i / c)``.  v is taken with its rounding added, so that the bound holds
    for the numbers as they come.  Without a penalty it is 0, because no loss is negative.
    """
    if standard.l2 == 0.0:
        return 0.0
    moments, times = problem.moments, standard.times
    columns, n_plus = moments.columns, moments.plus.n
    a = times / (1.0 + np.exp(np.minimum(margins, 700.0)))
    if not standard.penalises_bias:
        plus, minus = float(a[:n_plus].sum()), float(a[n_plus:].sum())
        least = min(plus, minus)
        if least == 0.0:
            return 0.0
        a[:n_plus] *= least / plus
        a[n_plus:] *= least / minus
    else:
        columns = np.concatenate([columns + moments.centre[:, None], np.ones((1, moments.n))])
    signed = np.concatenate([a[:n_plus], -a[n_plus:]])
    v = np.abs(columns @ signed) + PRODUCTS * (np.abs(columns) @ a)
    price = float(v @ v) / (4.0 * standard.l2 * moments.n**2)
    dual = float((times * _entropy(a / times)).mean()) - price
    return dual if dual > 0.0 else 0.0


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
    # An eigenvalue is off by the rounding of the largest: it is taken for the smaller number that
    # it may be.
    values = values - LEAST_PART * values[-1]
    if not values[0] > 0.0:
        return None
    root: Floats = vectors / np.sqrt(values) / sizes[:, None]
    return root
