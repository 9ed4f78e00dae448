"""The soft margin by the interior point method, from data units to data units."""

from __future__ import annotations

import numpy as np

from ...arrays import Floats, locked
from ...method import Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ..no_direction import why_zero, without_faint
from ..standardise import Standardised
from .interior_point import SMALL_GAP, InteriorPoint, interior_points, relative_gap
from .polish import multipliers_of, polish_state, with_best_offset
from .walk import GOOD, SoftMargin, primal_of, solve, violation
from .working_set import without_noise

PARTITION = " At the end the partition of the points that they name was solved exactly."


def steps(problem: Problem, C: float, trace: bool, weights: Floats | None = None) -> Steps:
    """Yield the points of the central path (when ``trace``) and the answer of the partition that
    its end names.

    ``weights (n,)`` are how many times each hinge counts.
    """
    standard = problem.standardised
    Z, c, count = standard.Z, C / len(problem.y) * standard.scale**2, 0
    on_samples = SoftMargin.of(Z, c, weights=weights)
    # w = 0 with no multiplier is a feasible pair, with gap 1: what is left when the numbers leave
    # the range of a computer at once.
    zeros = np.zeros(Z.shape[1])
    best = InteriorPoint(np.zeros(len(Z)), zeros, zeros, zeros, 1.0)
    try:
        for count, point in enumerate(interior_points(on_samples), 1):
            if point.gap < best.gap:
                best = point
            yield (
                _iterate(
                    standard, c, point.theta, _alpha(point, c, weights), weights, count, point.gap
                )
                if trace
                else None
            )
    except np.linalg.LinAlgError:
        pass  # a singular Newton system: the best point so far is the answer, with its own gap
    theta, alpha = best.theta, _alpha(best, c, weights)
    state = solve(on_samples, on_samples.begin(best.theta)) if best.gap < 1.0 else None
    is_exact = state is not None and violation(on_samples, state) <= GOOD
    if state is not None and is_exact:
        state = polish_state(on_samples, state)
        theta, alpha = state.theta, multipliers_of(on_samples, state)
    theta = without_faint(problem, without_noise(theta, float(alpha.sum())), float(alpha.sum()))
    theta = with_best_offset(Z, theta, weights)
    gap = relative_gap(Z, c, theta, alpha, weights)
    yield _iterate(standard, c, theta, alpha, weights, count, gap)
    words = (
        f"{count} Newton steps on the perturbed optimality conditions brought the relative gap to "
        f"{abs(gap):.1e}."
    )
    words += PARTITION if is_exact else ""
    words = words if theta[:-1].any() else f"{why_zero(problem, weights)} {words}"
    if abs(gap) <= SMALL_GAP:
        return Outcome(Status.CONVERGED, words)
    return Outcome(Status.BUDGET, words + " Rounding stopped it there.")


def _alpha(point: InteriorPoint, c: float, weights: Floats | None) -> Floats:
    """The multipliers of the points from those of the samples."""
    alpha: Floats = c * point.a if weights is None else c * point.a * weights
    return alpha


def _iterate(
    standard: Standardised,
    c: float,
    theta: Floats,
    alpha: Floats,
    weights: Floats | None,
    count: int,
    gap: float,
) -> Iterate:
    unit = standard.scale**2
    note = (
        f"Step {count}: every product alpha times slack is pushed towards the same small number; "
        f"gap {abs(gap):.1e}."
    )
    objective = primal_of(standard.Z, c, theta, weights) / unit
    return standard.iterate(theta, locked(alpha / unit), objective, note, number=count)
