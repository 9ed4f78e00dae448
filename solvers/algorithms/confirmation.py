"""The last look before an answer counts as converged: the certificate, recomputed from the data, must support it.

An algorithm may be exact and its answer still beyond doubles: where the margin is below the rounding of the scores, the w of the
exact closest pair, written in 53 bits, has points on the wrong side.  Such an answer is shown, but it is not called the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from ..arrays import Floats
from ..certificate import DOUBT, TOLERANCE
from ..method import Fit, Method, Steps
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status, Step
from .soft_margin.limit import CAP
from .stepping import returned

CLEAR = 1e-8  # a gap in doubles so far below it that no proof is needed to call the answer the optimum
SAME = 1e-9  # a relative difference of two objectives that are one
ROUNDED = "this is what the rounding of scores allows at coordinates of this size"
# Where scores cannot be wrong by more than this nothing has to be looked at.
CERTAIN = 1e-10
EPS = 2.0**-52
R = TypeVar("R")  # how steps end: an outcome, or what is not confirmed yet


def confirmed(
    method: Method, problem: Problem, steps: Steps, tolerance: float = TOLERANCE, reason: str | None = None, proves: bool = True
) -> Steps:
    """The same steps; an outcome of CONVERGED stands only if the certificate of the last iterate supports it.

    ``reason`` is why an algorithm may stop too early, for algorithms that do not look at the gap; without one only rounding can be
    to blame, and the numbers are looked at only where there may be enough of it.  Without ``proves`` doubles alone are asked: for
    those who have a cheaper way to an answer than a proof.
    """
    last, outcome = yield from with_last(steps)
    if last is None or _needs_no_look(method, problem, last, outcome, reason):
        return outcome
    shown = _shown(method, problem, last, proves)
    primal = shown.bounds.primal
    if abs(primal - last.objective) > SAME * abs(primal):
        # Sums in doubles have lost what the proof of the certificate, without rounding, will say.
        yield replace(last, objective=primal)
    return _judged(shown, outcome, tolerance, reason)


def with_last(steps: Generator[Step | None, None, R]) -> Generator[Step | None, None, tuple[Iterate | None, R]]:
    """The same steps; at their end the last iterate among them, and what they returned."""
    last: Iterate | None = None
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            return last, stop.value
        if isinstance(step, Iterate):
            last = step
        yield step


def ended(steps: Generator[Step | None, None, R]) -> tuple[Iterate | None, R]:
    """The last iterate of unobserved steps, and what they returned."""
    return returned(with_last(steps))


def is_beyond_doubt(fit: Fit) -> bool:
    """Whether an answer found without mistakes is the optimum whatever its certificate says: in the plane, near the data."""
    return _rounding(fit.method, fit.problem, fit.last) <= CERTAIN


def _needs_no_look(method: Method, problem: Problem, last: Iterate, outcome: Outcome, reason: str | None) -> bool:
    return outcome.status is not Status.CONVERGED or (reason is None and _rounding(method, problem, last) <= CERTAIN)


@dataclass(frozen=True)
class _Shown:
    """What the certificate shows: bounds; where no multiplier is bounded, how far the smallest margin is below 1."""

    bounds: Bounds
    shortfall: float


def _shown(method: Method, problem: Problem, last: Iterate, proves: bool = True) -> _Shown:
    with np.errstate(all="ignore"):
        margins = problem.y * problem.training_scores(last)
        bounds = bounds_of(method, problem, last, margins, proves)
    return _Shown(bounds, 1.0 - float(margins.min()) if method.multiplier_bound(problem) == math.inf else 0.0)


def bounds_of(method: Method, problem: Problem, model: Iterate, margins: Floats, proves: bool = True) -> Bounds:
    """What the certificate says of a model, proved where doubles leave a gap that matters."""
    bounds = method.bounds(problem, model, margins)
    return method.proven_bounds(problem, model, margins) if proves and not abs(relative_gap(bounds)) <= CLEAR else bounds


def _judged(shown: _Shown, outcome: Outcome, tolerance: float, reason: str | None) -> Outcome:
    gap, shortfall, doubt = relative_gap(shown.bounds), shown.shortfall, shown.bounds.doubt
    if abs(gap) <= tolerance and shortfall <= tolerance and doubt <= max(tolerance, DOUBT):
        return outcome
    words = f"But the certificate leaves a relative gap of {abs(gap):.1e}"
    if shortfall > tolerance:
        words = f"But a margin that must be 1 falls short by {shortfall:.1e}"
    elif abs(gap) <= tolerance:
        words = f"But only the objective is that certain: what the weights add to it is known to {doubt:.0%}"
    words += f": {reason or ROUNDED}."
    return replace(outcome, status=Status.BUDGET, explanation=f"{outcome.explanation} {words}")


def relative_gap(bounds: Bounds) -> float:
    """The gap as a part of the objective, or of what that is small beside; infinite where there is no bound."""
    size = max(abs(bounds.primal), bounds.scale) or 1.0
    gap = math.inf if bounds.dual is None else (bounds.primal - bounds.dual) / size
    return gap if math.isfinite(gap) else math.inf


def _rounding(method: Method, problem: Problem, last: Iterate) -> float:
    """How far scores may be wrong, in units of the objective where errors cost.

    Infinite (look, then) outside of the plane, beyond the cap of the multipliers, where more than scores may be wrong, and for a
    w of 0, whose size says nothing about the sums that it comes from.
    Without multipliers the objective is smooth, and in the plane its minimum has never left a gap.
    """
    if last.w is None or not problem.features.is_linear or not last.w.any():
        return math.inf
    bound = method.multiplier_bound(problem)
    if bound is None:
        return 0.0
    if bound < math.inf and bound * problem.standardised.scale**2 > CAP:
        return math.inf
    price = 1.0
    if bound < math.inf:
        price = max(1.0, bound * len(problem.y) / last.objective) if last.objective > 0.0 else math.inf
    # The norm of all points together is known; where that is too coarse, one look at the largest coordinate is still cheap.
    coarse = price * _score_error(last, problem.norm)
    if coarse <= CERTAIN:
        return coarse
    return price * _score_error(last, math.sqrt(2.0) * float(max(problem.Phi.max(), -problem.Phi.min())))


def _score_error(last: Iterate, reach: float) -> float:
    """How far a computed score of a point of norm ``reach`` may be from the true one."""
    assert last.w is not None
    centre = 0.0 if last.centre is None else math.hypot(*last.centre.tolist())
    return 8.0 * EPS * (math.hypot(*last.w.tolist()) * (reach + centre) + abs(last.f_centre))
