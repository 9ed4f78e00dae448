"""From steps to an answer: solve, certify, fall back, say.

An algorithm may be exact and its answer still beyond doubles: where the margin is below the
rounding of the scores, the w of the exact closest pair, written in 53 bits, has points on the wrong
side.  Such an answer is shown, but it is not called the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..certificate import TOLERANCE, missing, supports
from ..method import Fit, Method, Steps
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status
from ..rounding import EPS
from .domain import BEYOND, PRICE
from .stepping import change_steps, with_last

BY_OTHER_ALGORITHM = "The optimum, found by another algorithm: rounding stopped the chosen one."
CLOSED = "The certificate supports it all the same."
SHORT = "The best model found leaves a relative gap of {:.1e}."
NO_BOUND = "The best model found has no bound to prove it."
# Where scores cannot be wrong by more than this nothing has to be looked at.
CERTAIN = 1e-10


@dataclass(frozen=True, eq=False)
class _Answer:
    """A model with the objective of its certificate, and that certificate's bounds."""

    model: Iterate
    bounds: Bounds

    @property
    def lack(self) -> float:
        """The distance from a proof; the better of two answers has the smaller one."""
        gap = self.bounds.gap
        return (
            max(abs(gap), self.bounds.shortfall)
            if gap is not None and math.isfinite(gap)
            else math.inf
        )


def certify_steps(
    method: Method,
    problem: Problem,
    steps: Steps,
    fallback: Generator[Iterate | None, None, Any] | None = None,
    caveat: str = "",
) -> Steps:
    """The same steps; where the certificate does not support their end, those of ``fallback``, and
    the better of the two answers.

    ``caveat`` is why an algorithm may stop too early.  Without one only rounding can be to blame,
    and the certificate is looked at only where there may be enough of it.
    """
    last, outcome = yield from with_last(steps)
    if last is None or outcome.status not in (Status.CONVERGED, Status.BUDGET):
        return outcome
    if (
        outcome.status is Status.CONVERGED
        and not caveat
        and _rounding(method, problem, last) <= CERTAIN
    ):
        return outcome
    return (yield from certify_end(method, problem, last, outcome, fallback, caveat))


def certify_end(
    method: Method,
    problem: Problem,
    last: Iterate,
    outcome: Outcome,
    fallback: Generator[Iterate | None, None, Any] | None = None,
    caveat: str = "",
) -> Steps:
    """The second half of :func:`certify_steps`, for an end that has to be looked at: short of the
    optimum, or said to be.
    """
    best = _answer(method, problem, last)
    if fallback is not None and (outcome.status is Status.BUDGET or not supports(best.bounds)):
        other_answer, _ = yield from change_steps(with_last(fallback), lambda _: None)
        second = None if other_answer is None else _answer(method, problem, other_answer)
        if second is not None and second.lack <= best.lack and math.isfinite(second.lack):
            best, outcome = second, Outcome(Status.CONVERGED, BY_OTHER_ALGORITHM)
    if best.model is not last:
        yield best.model.numbered(last.number)
    if not supports(best.bounds):
        gap = best.bounds.gap
        lack = NO_BOUND if gap is None or not math.isfinite(best.lack) else SHORT.format(abs(gap))
        if gap is not None and abs(gap) <= TOLERANCE:
            lack = f"Of the best model found {missing(best.bounds)}."
        return replace(outcome, status=Status.BUDGET, explanation=f"{lack} {caveat or BEYOND}")
    if outcome.status is Status.CONVERGED:
        return replace(outcome, caveat=caveat)
    return replace(outcome, status=Status.CONVERGED, explanation=f"{outcome.explanation} {CLOSED}")


def _answer(method: Method, problem: Problem, model: Iterate) -> _Answer:
    with np.errstate(all="ignore"):
        bounds = method.bounds(problem, model, problem.y * problem.training_scores(model))
    is_same = abs(bounds.primal - model.objective) <= 1e-12 * abs(bounds.primal)
    if not is_same and math.isfinite(bounds.primal):
        # sums on the way have lost what the certificate says
        model = replace(model, objective=bounds.primal)
    return _Answer(model, bounds)


def is_beyond_doubt(fit: Fit) -> bool:
    """Whether an answer found without mistakes is the optimum whatever its certificate says: in the
    plane, near the data.
    """
    return _rounding(fit.method, fit.problem, fit.last) <= CERTAIN


def _rounding(method: Method, problem: Problem, last: Iterate) -> float:
    """How far scores may be wrong, in units of the objective where errors cost.

    Infinite (look, then) outside of the plane, for a price beyond the domain, where more than
    scores may be wrong, and for a w of 0, whose size says nothing about the sums that it comes
    from. Without multipliers the objective is smooth, and in the plane its minimum has never left a
    gap.
    """
    if last.w is None or not problem.features.is_linear or len(last.w) > 2 or not last.w.any():
        return math.inf
    bound = method.price(problem)
    if bound is None:
        return 0.0
    if bound < math.inf and bound * problem.standardised.scale**2 > PRICE:
        return math.inf
    price = 1.0
    if bound < math.inf:
        price = (
            max(1.0, bound * len(problem.y) / last.objective) if last.objective > 0.0 else math.inf
        )
    # The norm of all points together is known; where that is too coarse, one look at the largest
    # coordinate is still cheap.
    coarse = price * _score_error(last, problem.norm)
    if coarse <= CERTAIN:
        return coarse
    return price * _score_error(
        last, math.sqrt(2.0) * float(max(problem.Phi.max(), -problem.Phi.min()))
    )


def _score_error(last: Iterate, reach: float) -> float:
    """How far a computed score of a point of norm ``reach`` may be from the true one."""
    assert last.w is not None
    centre = 0.0 if last.centre is None else math.hypot(*last.centre.tolist())
    return 8.0 * EPS * (math.hypot(*last.w.tolist()) * (reach + centre) + abs(last.f_centre))
