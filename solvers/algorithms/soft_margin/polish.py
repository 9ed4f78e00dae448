"""From the partition of an optimum to the numbers of an answer: every best b, margins and weights
as they should be, multipliers.

Multipliers and objective carry errors of about ``3e-15 c``, c = C s^2/n in standardised
coordinates: for a large c they would show.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...arrays import Floats
from .walk import LEVEL, SoftMargin, State, counts_of
from .working_set import without_noise

# from here on a margin short by rounding is lifted: the objective would show c times the shortfall
COSTLY = 1e2
ROOM = 100.0  # margins this many roundings above 1 do not belong to points on the margin


def polish_state(problem: SoftMargin, state: State) -> State:
    """The optimum without what rounding adds to it at a ``c`` beyond :data:`COSTLY`."""
    if problem.c <= COSTLY:
        return state
    size = problem.c * float(counts_of(state.L, problem.weights).sum() + sum(state.a))
    return lift_margins(
        problem.Z,
        replace(state, theta=without_noise(state.theta, size, problem.Z.take(state.W, axis=1))),
    )


def lift_margins(Z: Floats, state: State) -> State:
    """With no point inside the margin: w and b longer by some units of rounding, so that no margin
    is computed as below 1.

    A shortfall of 1e-16 costs 1e-16 c, which for a large c would show beside ``|w|^2``.
    """
    if state.L.any():
        return state
    lowest, rounding = float((state.theta @ Z).min()), SoftMargin.of(Z, 1.0).rounding(state.theta)
    if lowest < 0.5 or lowest > 1.0 + ROOM * rounding:
        return state
    return replace(state, theta=state.theta * ((1.0 + rounding) / lowest))


def offsets_of_zero(y: Floats, weights: Floats | None = None) -> tuple[float, float]:
    """Every best b for w = 0 and the signs ``y (n,)``: exactly that of the class that weighs more,
    or all between both.
    """
    surplus = float((y if weights is None else weights * y).sum())
    return (-1.0, 1.0) if surplus == 0.0 else (1.0, 1.0) if surplus > 0.0 else (-1.0, -1.0)


def with_best_offset(Z: Floats, theta: Floats, weights: Floats | None = None) -> Floats:
    """The parameters with the best b for their w, the middle of the interval where there are many.

    The slope in b rises by one at each ``beta_i = y_i - <w, x_i>`` from -n+, so it is zero between
    the order statistics n+ and n+ + 1.  With ``weights (n,)`` it rises by the weight of the point,
    from minus those of class +.
    """
    y = Z[-1]
    if not theta[:-1].any():
        return np.append(theta[:-1], 0.5 * sum(offsets_of_zero(y, weights)))
    if weights is not None:
        beta = y * (1.0 - theta[:-1] @ Z[:-1])
        order, from_plus = beta.argsort(), float(weights @ (y > 0.0))
        slopes = weights[order].cumsum() / from_plus - 1.0
        first, after = (int(slopes.searchsorted(edge)) for edge in (-LEVEL, LEVEL))
        return np.append(
            theta[:-1], 0.5 * (beta[order[first]] + beta[order[min(after, len(y) - 1)]])
        )
    positive = int(np.count_nonzero(y > 0.0))
    beta = np.partition(y * (1.0 - theta[:-1] @ Z[:-1]), (positive - 1, positive))
    return np.append(theta[:-1], 0.5 * (beta[positive - 1] + beta[positive]))


def best_offsets(problem: SoftMargin, theta: Floats, m: Floats) -> tuple[float, float]:
    """The interval of all optimal b for the optimal w, when no multiplier is free; ``m (n,)`` are
    the margins of the samples.

    The slope of F in b is c times minus the sum of the labels of the points inside the margin; b
    may move as far as the next kink on a side where the slope is zero.
    """
    Z, tolerance, weights = problem.Z, problem.tolerance(theta), problem.weights
    inside = -problem.folded_sum.item(-1) - float(Z[-1] @ counts_of(m < 1.0 - tolerance, weights))
    excess = np.abs(m - 1.0)
    tied = (excess <= tolerance).nonzero()[0]
    y = Z[-1, tied] if weights is None else weights[tied] * Z[-1, tied]
    level = 0.0 if weights is None else LEVEL * float(weights.sum())
    above = abs(inside - float(y[y < 0.0].sum())) <= level
    below = abs(inside - float(y[y > 0.0].sum())) <= level
    b = float(theta[-1])
    return (
        b - _next_kink(Z, m, excess, tolerance, -1.0) if below else b,
        b + _next_kink(Z, m, excess, tolerance, 1.0) if above else b,
    )


def _next_kink(Z: Floats, m: Floats, excess: Floats, tolerance: float, side: float) -> float:
    """How far b may move up (``side`` +1) or down (-1) until the next point reaches its margin;
    infinity: as far as it likes.
    """
    way = side * Z[-1] * (1.0 - m)
    return float(way[(way > 0.0) & (excess > tolerance)].min(initial=np.inf))


def multipliers_of(problem: SoftMargin, state: State) -> Floats:
    """The multipliers (n,) of a partition: c v inside the margin, 0 outside, what the working
    points have between.
    """
    alpha: Floats = problem.c * counts_of(state.L, problem.weights)
    alpha[state.W] = problem.c * balance_multipliers(problem, state)
    return alpha


def balance_multipliers(problem: SoftMargin, state: State) -> Floats:
    """The multipliers of W (in units of c) inside [0, v], what clipping took from ``sum alpha y =
    0`` given to the freest one.
    """
    tops = problem.tops(state.W)
    clipped = np.minimum(np.maximum(state.a, 0.0), tops)
    if clipped.tolist() != state.a:
        y = problem.Z[-1, state.W]
        freest = int(np.minimum(clipped, tops - clipped).argmax())
        rest = float(state.S[-1]) + float(clipped @ y)
        clipped[freest] = min(max(clipped[freest] - y[freest] * rest, 0.0), tops[freest])
    return clipped
