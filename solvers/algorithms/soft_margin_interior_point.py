"""The soft margin by the interior point method, from data units to data units."""

from __future__ import annotations

import numpy as np

from ..arrays import locked
from ..method import Steps
from ..problem import Problem
from ..result import Iterate, Outcome, Status
from .interior_point import InteriorPoint, interior_points
from .standardise import Standardised

SMALL_GAP = 1e-8


def steps(problem: Problem, C: float, trace: bool) -> Steps:
    """Yield the points of the central path (when ``trace``) and the one with the smallest gap."""
    standard = problem.standardised
    c = C * standard.scale**2 / len(problem.y)
    best: InteriorPoint | None = None
    count = 0
    try:
        for point in interior_points(standard.Z, c):
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
    yield _iterate(standard, best, c, count)
    words = f"{count} Newton steps on the perturbed optimality conditions brought the relative gap to {abs(best.gap):.1e}."
    if abs(best.gap) <= SMALL_GAP:
        return Outcome(Status.CONVERGED, words)
    return Outcome(Status.BUDGET, words + " Rounding stopped it there; the exact active set goes further.")


def _iterate(standard: Standardised, point: InteriorPoint, c: float, count: int) -> Iterate:
    w, unit = point.theta[:-1], standard.scale**2
    objective = 0.5 * float(w @ w) + c * float(np.maximum(0.0, 1.0 - point.theta @ standard.Z).sum())
    note = f"Step {count}: every product alpha times slack is pushed towards the same small number; gap {abs(point.gap):.1e}."
    return standard.iterate(point.theta, locked(point.alpha / unit), objective / unit, note)
