"""Logistic regression by Newton's method (iteratively reweighted least squares), to the last digit.

Source: Green, J. R. Stat. Soc. B 46 (1984) 149 (iteratively reweighted least squares); Armijo, Pacific J. Math. 16 (1966) 1 (the
line search).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats
from .problem import SMALL_LOSS, LogisticProblem

# From this many points on the iteration starts from subsamples of n/1000 and n/30 points.
SUBSAMPLE_FROM = 5000
SMALLEST_SAMPLE = 300
# Below this part of the objective the Newton decrement needs no line search: the quadratic model is good to a per cent.  Among
# nearly dependent features it may be good only much closer to the minimum.
PURE_STEPS, PURE_STEPS_FEATURES = 1e-2, 1e-9
SHORTEST = 1e-10
ARMIJO = 1e-4
# So many steps cut to less than this part say that the coordinates are wrong; each costs many passes over many points.
CRAMPED, PATIENCE = 1.0 / 64.0, 3
# The squared decrement, relative to theta' H theta and to the objective, at which a step is the last: it leaves an error of the
# order of the square.  A chord step with an old Hessian only gains some digits and needs the smaller one.
CONVERGED, CONVERGED_CHORD = 1e-17, 1e-26
ROUNDING = 1e-32
# A decrement this small that stops falling is rounding.  A larger one may fall by no more than e each step: where the loss is an
# exponential tail (separable classes, little penalty), a Newton step adds about 1 to every margin.
STAGNANT = 1e-12
# Below this part of the objective a decrement lets many points keep the old Hessian.
CHORD_FROM = 1e-6
LIMIT = 200
# A curvature below this part of the largest is none.
FLAT = 1e-15
# The square of lambda R up to which the quadratic model is good; the rounding of a sum; what may be lost of the objective.
QUADRATIC, ROUNDED, DIGITS = 1e-2, 1e-15, 1e-9
# Coordinates of a condition below this are the points themselves to eight digits, which the objective feels by their squares.
FAITHFUL = 1e6
# Up to this condition the inverse of a Hessian with a diagonal of 1 has digits.
TELLING = 1e12


@dataclass(frozen=True, eq=False)
class NewtonStep:
    """theta after a step, ``decrement = g' H^-1 g`` before it (twice what the quadratic model expects to gain), the length of the
    step, whether it reached the minimum, the Hessian H that it was taken with, and a lower ``bound`` of the objective before it.
    """

    theta: Floats
    decrement: float
    length: float
    reached: bool
    H: Floats
    bound: float


def minimise(problem: LogisticProblem, theta: Floats) -> Iterator[NewtonStep]:
    """Newton steps to the minimum, starting with subsamples when there are many points and ``theta`` is zero.

    The subsample minimum is within the sampling error of the full one, so that the full data need two or three passes.
    """
    if problem.n > SUBSAMPLE_FROM and not theta.any():
        for size in (problem.n // 1000, problem.n // 30):
            if size >= SMALLEST_SAMPLE:
                sample = problem.sample(problem.n // size)
                # A subsample may be separable; a little more penalty keeps its minimum finite.
                P = sample.P + 1e-6 * np.diag(np.append(np.ones(len(theta) - 1), 0.0))
                for step in newton(replace(sample, P=P), theta, 1e-8):
                    theta = step.theta
    yield from newton(problem, theta)


def newton(problem: LogisticProblem, theta: Floats, tolerance: float = CONVERGED) -> Iterator[NewtonStep]:
    """Damped Newton steps from ``theta (r+1,)`` until the decrement is below ``tolerance`` relative to ``theta' H theta``.

    1. The step -H^-1 g; its decrement g' H^-1 g.
    2. Halve the step until it gains (Armijo), while the decrement is more than a per cent of the objective or grows; later every
       full step gains.
    3. Stop after the step whose decrement is small, or when rounding keeps it from falling further.
    4. Many points and a small decrement: keep the old Hessian, it costs most of a pass.
    """
    at = problem.derivatives(theta)
    H = at.H
    pure = PURE_STEPS if len(problem.basis) == 2 else PURE_STEPS_FEATURES
    value: float | None = None
    previous, chord, bound, cramped = np.inf, False, at.bound, 0
    for _ in range(LIMIT):
        assert H is not None  # the first derivatives always come with one
        if _is_flat(problem, H):
            return
        step = -solve(H, at.g)
        decrement = -float(at.g @ step)
        if not 0.0 <= decrement < np.inf:
            step = -_solve_semidefinite(H, at.g)
            decrement = max(0.0, -float(at.g @ step))
        if not np.isfinite(decrement):
            return
        # A decrement that grew shows that the last full step went too far.
        small = chord or (decrement <= pure * at.bound and decrement <= previous)
        length = 1.0
        if not small:
            here = problem.objective(theta) if value is None else value
            length, value = _line_search(problem, theta, step, here, decrement)
            cramped += length < CRAMPED
            if length <= SHORTEST or (cramped > PATIENCE and problem.n > SUBSAMPLE_FROM):
                return
        theta = theta + length * step
        size = min(float(theta @ H @ theta), at.bound)
        is_small = decrement <= (CONVERGED_CHORD if chord else tolerance) * size or decrement <= ROUNDING
        reached = is_small or STAGNANT * size >= decrement >= 0.25 * previous
        yield NewtonStep(theta, decrement, length, reached, H, bound)
        if reached:
            return
        previous = decrement
        chord = chord or (problem.n > SUBSAMPLE_FROM and decrement < CHORD_FROM * at.bound)
        at = problem.derivatives(theta, hessian=not chord)
        H, bound = (H, bound) if chord else (at.H, at.bound)


def _is_flat(problem: LogisticProblem, H: Floats) -> bool:
    """Whether the curvature has vanished in some direction: without penalty the loss then only falls towards infinity.

    In the plane the exact hull test has decided this beforehand; in a feature space nothing else can.
    """
    if problem.l2 > 0.0 or len(problem.basis) == 2 or not np.isfinite(H).all():
        return False
    values = np.linalg.eigvalsh(H)
    return bool(values[0] <= FLAT * values[-1])


def is_certain(problem: LogisticProblem, step: NewtonStep) -> bool:
    """Whether a step ended at the minimum beyond doubt, so that nobody need look at the certificate."""
    if not step.reached or not problem.condition < FAITHFUL:
        return False
    if not is_telling(step.H):
        return False
    spread = float(np.trace(solve(step.H, np.eye(len(step.H)))))
    return is_beyond_doubt(problem, step.theta, spread, step.decrement, step.bound)


def is_telling(H: Floats) -> bool:
    """Whether the inverse of a Hessian has digits: in units in which its diagonal is 1 no direction has next to no curvature.

    The inverse of a singular matrix, rounding divided by rounding, may look like any other; the smallest eigenvalue does not.
    """
    sizes = np.sqrt(H.diagonal())
    with np.errstate(all="ignore"):
        scaled = H / sizes / sizes[:, None]
    return bool(np.isfinite(scaled).all()) and float(np.linalg.eigvalsh(scaled)[0]) > 1.0 / TELLING


def is_beyond_doubt(problem: LogisticProblem, theta: Floats, spread: float, decrement: float, value: float) -> bool:
    """Whether the quadratic model holds where a squared decrement this small was met, and rounding can have done no harm.

    With R the length of the longest sample in the metric of H^-1, whose trace is ``spread``, the loss is within a tenth of its
    quadratic model up to ``lambda R = 0.1`` (:func:`distance_to_minimum`).  The gradient is rounded at the size of the samples,
    which H^-1 may magnify, and a score at the size of its terms; both must leave the objective, at least ``value``, its digits.
    """
    longest = spread * problem.reach
    score = float(np.abs(theta).sum()) * np.sqrt(problem.reach)
    lost = max(longest * ROUNDED, score) * ROUNDED
    return 0.0 <= longest * decrement < QUADRATIC and lost < DIGITS * max(value, SMALL_LOSS)


def solve(H: Floats, g: Floats) -> Floats:
    """``H^-1 g``, of smallest norm where rounding has made H singular."""
    try:
        solution = np.linalg.solve(H, g)
    except np.linalg.LinAlgError:
        solution = np.linalg.lstsq(H, g, rcond=None)[0]
    return np.asarray(solution, dtype=np.float64)


def _solve_semidefinite(H: Floats, g: Floats) -> Floats:
    """``H^+ g`` for an H that rounding has left with eigenvalues of no or the wrong sign."""
    sizes = np.sqrt(np.maximum(H.diagonal(), np.finfo(np.float64).tiny))
    scaled = H / sizes / sizes[:, None]
    if not np.isfinite(scaled).all():
        return np.full(len(g), np.nan)
    inverse = np.linalg.pinv(scaled, rcond=1e-14, hermitian=True)
    solution: Floats = inverse @ (g / sizes) / sizes
    return solution


def _line_search(problem: LogisticProblem, theta: Floats, step: Floats, here: float, decrement: float) -> tuple[float, float]:
    """The first of 1, 1/2, 1/4, ... times the step that gains enough (Armijo), and the objective there."""
    length = 1.0
    while True:
        there = problem.objective(theta + length * step)
        if there <= here - ARMIJO * length * decrement or length <= SHORTEST:
            return length, there
        length *= 0.5
