"""The soft margin by the interior point method, from data units to data units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import Floats, locked
from ..method import Steps
from ..problem import Problem
from ..result import Iterate, Outcome, Status
from .interior_point import InteriorPoint, interior_points, relative_gap
from .soft_margin_limit import CAP, vectors_beyond_cap, with_best_offset
from .standardise import Standardised

SMALL_GAP, TIGHTEST = 1e-8, 1e-11


def steps(problem: Problem, C: float, trace: bool) -> Steps:
    """Yield the points of the central path (when ``trace``) and the one with the smallest gap."""
    standard = problem.standardised
    true_c = C * standard.scale**2 / len(problem.y)
    c = min(true_c, CAP)
    best: InteriorPoint | None = None
    count = 0
    try:
        for point in interior_points(standard.Z, c, TIGHTEST):
            count += 1
            if best is None or abs(point.gap) < abs(best.gap):
                best = point
            yield _iterate(standard, point, c, count) if trace and np.isfinite(point.gap) else None
    except np.linalg.LinAlgError:
        pass  # a singular Newton system: the best point so far is the answer, with its own gap
    if best is None or not np.isfinite(best.gap):
        # The numbers left the range of a computer at once: w = 0 with no multiplier is a feasible pair, with gap 1.
        nothing = np.zeros(len(problem.y))
        best = InteriorPoint(np.zeros(len(standard.Z)), nothing, nothing, nothing, 1.0)
    if true_c > CAP:
        theta, alpha = vectors_beyond_cap(standard.Z, best.theta, best.alpha, true_c)
        best = replace(best, theta=theta, alpha=alpha)
    # An objective known to the gap says nothing about a w whose square is less than that.
    primal = _objective(standard, best.theta, true_c)
    if float(best.theta[:-1] @ best.theta[:-1]) <= 2.0 * TIGHTEST * min(primal, 1.0):
        best = replace(best, theta=np.append(np.zeros(len(best.theta) - 1), best.theta[-1]))
    theta = with_best_offset(standard.Z, best.theta)
    best = replace(best, theta=theta, gap=relative_gap(standard.Z, true_c, theta, best.alpha))
    if true_c > CAP and abs(best.gap) > SMALL_GAP:
        best, more = _beyond_cap(standard.Z, true_c, best)
        count += more
    yield _iterate(standard, best, true_c, count)
    words = f"{count} Newton steps on the perturbed optimality conditions brought the relative gap to {abs(best.gap):.1e}."
    if abs(best.gap) <= SMALL_GAP:
        return Outcome(Status.CONVERGED, words)
    return Outcome(Status.BUDGET, words + " Rounding stopped it there; the exact active set goes further.")


def _beyond_cap(Z: Floats, c: float, best: InteriorPoint) -> tuple[InteriorPoint, int]:
    """The point of smallest gap on the central path for the true c, or ``best``; and the number of steps.

    For columns of very different size: there the partition still changes beyond the cap.
    """
    count = 0
    try:
        for point in interior_points(Z, c, TIGHTEST):
            count += 1
            if abs(point.gap) < abs(best.gap):
                best = point
    except np.linalg.LinAlgError:
        pass  # as at the cap
    return best, count


def _iterate(standard: Standardised, point: InteriorPoint, c: float, count: int) -> Iterate:
    unit, objective = standard.scale**2, _objective(standard, point.theta, c)
    note = f"Step {count}: every product alpha times slack is pushed towards the same small number; gap {abs(point.gap):.1e}."
    return standard.iterate(point.theta, locked(point.alpha / unit), objective / unit, note)


def _objective(standard: Standardised, theta: Floats, c: float) -> float:
    return 0.5 * float(theta[:-1] @ theta[:-1]) + c * float(np.maximum(0.0, 1.0 - theta @ standard.Z).sum())
