"""Logistic and softmax regression by Newton's method (iteratively reweighted least squares), to the
last digit, and by gradient descent: slow, simple, and worth watching.

Source: Green, J. R. Stat. Soc. B 46 (1984) 149 (iteratively reweighted least squares); Armijo,
Pacific J. Math. 16 (1966) 1 (the line search).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import log

import numpy as np

from ...arrays import Floats
from ...certificate import count_words
from ...method import Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...rounding import EPS, RANK, TINY
from ..certified import certify_end
from ..stepping import with_last
from .problem import SMALL_LOSS, LogisticProblem, SmoothProblem

# Below this part of the objective the Newton decrement needs no line search: the quadratic model is
# good to a per cent.
PURE_STEPS = 1e-2
# A step that is too short to matter, and a slope that is near enough to zero, beside the first one.
SHORTEST, SLACK = 1e-24, 0.1
# The squared decrement, relative to theta' H theta and to the objective, at which a step is the
# last: it leaves an error of the order of the square.
CONVERGED = 1e-17
ROUNDING = 1e-32
# A decrement this small that stops falling is rounding.  A larger one may fall by no more than e
# each step: where the loss is an exponential tail (separable classes, little penalty), a Newton
# step adds about 1 to every margin.
STAGNANT = 1e-12
SOON = 12  # steps; from zero most minima take six to eight


@dataclass(frozen=True, eq=False)
class NewtonStep:
    """theta after a step, ``decrement = g' H^-1 g`` before it (twice what the quadratic model
    expects to gain), the length of the step, whether it reached the minimum, the Hessian H that it
    was taken with and the trace ``spread`` of its inverse, and a lower ``bound`` of the objective
    before it.
    """

    theta: Floats
    decrement: float
    length: float
    is_minimum: bool
    H: Floats
    spread: float
    bound: float


def newton(problem: SmoothProblem, theta: Floats) -> Iterator[NewtonStep]:
    """Damped Newton steps from ``theta (r+1,)`` until the decrement is below :data:`CONVERGED`
    times ``theta' H theta``.

    1. The step -H^-1 g; its decrement g' H^-1 g.
    2. Search along the step, while the decrement is more than a per cent of the objective or grows;
       later every full step gains. Of the first steps the full length is taken unless it goes
       clearly too far.
    3. Stop after the step whose decrement is small, or when rounding keeps it from falling further.
    """
    derivatives = problem.derivatives(theta)
    previous, small = np.inf, False
    sides = np.eye(len(theta), len(theta) + 1, 1)
    for k in range(200):
        H = derivatives.H
        assert H is not None  # asked for
        sides[:, 0] = derivatives.g  # one factorisation for the step and for the inverse
        solution = solve(H, sides)
        step, spread = -solution[:, 0], float(np.add.reduce(solution.diagonal(1)))
        decrement = -float(derivatives.g @ step)
        if not 0.0 <= decrement < np.inf:
            return
        # A decrement that grew shows that the last full step went too far; while it falls, near
        # remains near.
        falls = decrement <= PURE_STEPS * derivatives.bound and decrement <= previous
        small = falls and (small or _is_near(problem, spread, decrement))
        length, ahead = 1.0, None
        if not small:
            ahead = problem.derivatives(theta + step)
            slope = float(ahead.g @ step)
            # Little of the slope is left; the first steps are as in the textbook, and any slope
            # that still falls may remain.
            if not (slope <= 0.5 * decrement if k < 5 else abs(slope) <= SLACK * decrement):
                length, ahead = _line_search(problem, theta, step, decrement, slope), None
                if length <= SHORTEST:
                    return
        theta = theta + length * step
        size = min(float(theta @ H @ theta), derivatives.bound)
        is_small = decrement <= CONVERGED * size or decrement <= ROUNDING
        is_minimum = small and (is_small or STAGNANT * size >= decrement >= 0.25 * previous)
        yield NewtonStep(theta, decrement, length, is_minimum, H, spread, derivatives.bound)
        if is_minimum:
            return
        previous = decrement
        derivatives = ahead or problem.derivatives(theta)


def _is_near(problem: SmoothProblem, spread: float, decrement: float) -> bool:
    """Whether a small decrement lambda tells how near the minimum is: where ``lambda R < 1``.

    R is the length of the longest sample in the metric of H^-1, whose trace is ``spread``.  The
    curvature of a point far away may hide all that the others would gain beyond it, and vanish
    within a part of the step.
    """
    return 0.0 <= decrement * spread * problem.reach < 1.0


def is_certain(problem: SmoothProblem, step: NewtonStep) -> bool:
    """Whether a step ended at the minimum beyond doubt, so that the certificate need not be
    asked.
    """
    # Coordinates of such a condition are the points themselves to eight digits, which the objective
    # feels by their squares.
    if not step.is_minimum or not problem.condition < 1e6:
        return False
    return is_telling(step.H) and is_beyond_doubt(
        problem, step.theta, step.spread, step.decrement, step.bound
    )


def is_telling(H: Floats) -> bool:
    """Whether the inverse of a Hessian has digits: in units in which its diagonal is 1 no direction
    has next to no curvature.

    The inverse of a singular matrix, rounding divided by rounding, may look like any other; the
    smallest eigenvalue does not.
    """
    sizes = np.sqrt(H.diagonal())
    with np.errstate(all="ignore"):
        scaled = H / sizes / sizes[:, None]
    return bool(np.isfinite(scaled).all()) and float(np.linalg.eigvalsh(scaled)[0]) > RANK


def is_beyond_doubt(
    problem: SmoothProblem, theta: Floats, spread: float, decrement: float, value: float
) -> bool:
    """Whether the quadratic model holds where a squared decrement this small was met, and rounding
    can have done no harm.

    With R the length of the longest sample in the metric of H^-1, whose trace is ``spread``, the
    loss is within a tenth of its quadratic model up to ``lambda R = 0.1``
    (:func:`distance_to_minimum`).  The gradient is rounded at the size of the samples, which H^-1
    may magnify, and a score at the size of its terms; both must leave the objective, at least
    ``value``, its digits.
    """
    longest = spread * problem.reach
    score = float(np.abs(theta).sum()) * np.sqrt(problem.reach)
    lost = max(4.0 * EPS * longest, score) * 4.0 * EPS
    return 0.0 <= longest * decrement < 1e-2 and lost < 1e-9 * max(value, SMALL_LOSS)


def solve(H: Floats, g: Floats) -> Floats:
    """``H^-1 g``, of smallest norm where rounding has made H singular."""
    try:
        solution = np.linalg.solve(H, g)
    except np.linalg.LinAlgError:
        solution = np.linalg.lstsq(H, g, rcond=None)[0]
    return np.asarray(solution, dtype=np.float64)


def _line_search(
    problem: SmoothProblem, theta: Floats, step: Floats, decrement: float, end: float
) -> float:
    """A length at which the objective along the step is near its minimum; ``end`` is the slope at
    its full length.

    By bisection of the slope, which is monotone: a point far away makes the loss bend within a part
    of 1e-12 of the step, and one on its wrong side makes it bend a million times later.
    """
    slope = problem.slope_along(theta, step)
    low, high = 0.0, 1.0
    if end < 0.0:
        while high < 1.0 / SHORTEST and slope(high) < 0.0:
            low, high = high, 4.0 * high
    else:
        while high > SHORTEST and slope(0.125 * high) > 0.0:
            high *= 0.125
        low = 0.125 * high
    for _ in range(20):
        middle = 0.5 * (low + high)
        s = slope(middle)
        low, high = (middle, high) if s <= 0.0 else (low, middle)
        if -SLACK * decrement <= s <= 0.0:
            break
    # The slope is not positive up to here, so the objective falls all the way.
    return low


def newton_steps(
    method: Method, problem: Problem, standard: LogisticProblem, theta: Floats, trace: bool
) -> Steps:
    """The steps of logistic regression; where their end is in doubt the certificate decides, and
    steps from zero answer for those of a warm start.
    """
    last, (outcome, certain) = yield from with_last(uncertified_steps(standard, theta, trace))
    if certain or last is None:
        return outcome
    cold = uncertified_steps(standard, np.zeros(len(standard.Z)), False) if theta.any() else None
    return (yield from certify_end(method, problem, last, outcome, cold))


def uncertified_steps(
    standard: LogisticProblem, theta: Floats, trace: bool
) -> Generator[Iterate | None, None, tuple[Outcome, bool]]:
    """The steps, how they ended, and whether their answer is beyond doubt."""
    if trace:
        yield standard.iterate(
            theta, 0, "Start: every point has the same log-odds.", with_objective=True
        )
    count, certain = 0, False
    for count, step in enumerate(newton(standard, theta), 1):
        theta, certain = step.theta, step.is_minimum and is_certain(standard, step)
        if trace:
            damped = "" if step.length == 1.0 else f", shortened to {step.length:.3g} of its length"
            note = (
                f"Step {count}: weighted least squares with the weights p(1 − p){damped}; "
                f"decrement {step.decrement:.2g}."
            )
            yield standard.iterate(theta, count, note, with_objective=True)
        else:
            yield None
    if not trace or count == 0:
        yield standard.iterate(theta, count)
    return _outcome_of_steps(count), certain


def certain_minimum(
    standard: LogisticProblem, theta: Floats
) -> Generator[None, None, tuple[Floats, Outcome] | None]:
    """The minimum, where a few steps lead to one beyond doubt: then there is one, and no line has
    the classes on its two closed sides.

    None after ``SOON`` steps, and as soon as the sum of the losses is below log 2: no point is then
    on the wrong side.
    """
    for count, step in enumerate(newton(standard, theta), 1):
        yield None
        if step.is_minimum:
            return (step.theta, _outcome_of_steps(count)) if is_certain(standard, step) else None
        if count == SOON or step.bound * standard.n < log(2.0):
            return None
    return None


def _outcome_of_steps(count: int) -> Outcome:
    words = f"Newton's method reached the minimum in {count_words(count, 'step')}."
    return Outcome(Status.CONVERGED, words, facts=(("steps", float(count)),))


ARMIJO = 1e-4  # the part of the promised gain that a step has to bring


def descend(
    problem: LogisticProblem, theta: Floats, rate: float, search: bool
) -> Iterator[tuple[Floats, float, float]]:
    """Steps ``theta -= rate * g`` from ``theta (m+1,)`` until the gradient is small; the caller
    bounds their number.

    Yields theta after a step, the step size taken and the largest component of the gradient before
    it.

    The gradient is taken in centred and scaled coordinates: in data units a cloud far from the
    origin, or with axes of very different spread, would need thousands of times more steps.
    ``search`` halves the rate until the objective falls enough (Armijo) and tries twice the last
    rate in the next step; without it the rate is constant and may diverge.
    """
    g, objective = problem.derivatives(theta, hessian=False).g, None
    while float(np.max(np.abs(g))) > 1e-9:
        if search:
            rate, objective = _armijo_rate(problem, theta, g, 2.0 * rate, objective)
        theta = theta - rate * g
        yield theta, rate, float(np.max(np.abs(g)))
        g = problem.derivatives(theta, hessian=False).g


def _armijo_rate(
    problem: LogisticProblem, theta: Floats, g: Floats, rate: float, objective: float | None
) -> tuple[float, float | None]:
    """The rate, and the objective that it leads to; ``objective`` is that of theta, where
    the step before has left it.
    """
    objective, squared = problem.value(theta) if objective is None else objective, float(g @ g)
    while rate > TINY:
        new_objective = problem.value(theta - rate * g)
        if not new_objective > objective - ARMIJO * rate * squared:
            return rate, new_objective
        rate *= 0.5
    return rate, None
