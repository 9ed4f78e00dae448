"""The soft margin by the interior point method, from data units to data units."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, locked
from ...method import Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ..standardise import Standardised
from .active_set import SoftMargin
from .fallback import GOOD, state_of_point
from .interior_point import SMALL_GAP, InteriorPoint, interior_points, primal_of, relative_gap
from .polish import COSTLY, at_large_c, multipliers_of, with_best_offset, with_summed_weights
from .working_set import without_noise

PARTITION = " At the end the partition of the points that they name was solved exactly."


@dataclass(frozen=True, eq=False)
class _Found:
    """The end of the way in standardised coordinates: parameters, multipliers as parts of c, the gap, the number of steps."""

    theta: Floats
    a: Floats
    gap: float
    count: int
    exact: bool = False


def steps(problem: Problem, C: float, trace: bool) -> Steps:
    """Yield the points of the central path (when ``trace``) and the answer that they lead to."""
    standard = problem.standardised
    unit, bound = standard.scale**2, C / len(problem.y)
    best = yield from _path(standard, bound * unit, trace)
    objective = primal_of(standard.Z, bound * unit, best.theta) / unit
    yield standard.iterate(best.theta, locked(best.a * bound), objective, _note(best.count, best.gap))
    words = f"{best.count} Newton steps on the perturbed optimality conditions brought the relative gap to {abs(best.gap):.1e}."
    words += PARTITION if best.exact else ""
    if abs(best.gap) <= SMALL_GAP:
        return Outcome(Status.CONVERGED, words)
    return Outcome(Status.BUDGET, words + " Rounding stopped it there.")


def _path(standard: Standardised, c: float, trace: bool) -> Generator[Iterate | None, None, _Found]:
    """Follow the central path and solve the partition that its end names."""
    Z, count = standard.Z, 0
    problem = SoftMargin.of(Z, c)
    # w = 0 with no multiplier is a feasible pair, with gap 1: what is left when the numbers leave the range of a computer at once.
    nothing = np.zeros(Z.shape[1])
    best = InteriorPoint(np.zeros(len(Z)), nothing, nothing, nothing, 1.0)
    try:
        for point in interior_points(problem):
            count += 1
            if point.gap < best.gap:
                best = point
            yield _iterate(standard, point, c, count) if trace else None
    except np.linalg.LinAlgError:
        pass  # a singular Newton system: the best point so far is the answer, with its own gap
    states = state_of_point(problem, best) if best.gap < 1.0 else []
    if not states or states[-1][0] > GOOD:
        return _end_of_path(Z, best.theta, c * best.a, c, count)
    state = states[-1][1]
    if c > COSTLY:
        state = at_large_c(Z, state, c)
    return _end_of_path(Z, state.theta, multipliers_of(Z, state, c), c, count, exact=True)


def _end_of_path(Z: Floats, theta: Floats, alpha: Floats, c: float, count: int, exact: bool = False) -> _Found:
    """The end of the way, with the best b for its w."""
    theta = without_noise(theta, float(alpha.sum()))
    theta = with_best_offset(Z, with_summed_weights(Z, theta, alpha, c))
    return _Found(theta, alpha / c, relative_gap(Z, c, theta, alpha), count, exact)


def _iterate(standard: Standardised, point: InteriorPoint, c: float, count: int) -> Iterate:
    unit = standard.scale**2
    objective = primal_of(standard.Z, c, point.theta) / unit
    return standard.iterate(point.theta, locked(point.a * (c / unit)), objective, _note(count, point.gap))


def _note(count: int, gap: float) -> str:
    return f"Step {count}: every product alpha times slack is pushed towards the same small number; gap {abs(gap):.1e}."
