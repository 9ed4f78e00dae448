"""The last look at an answer of logistic regression: the certificate decides, and where it objects a surer method answers."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats
from ...certificate import TOLERANCE
from ...method import Method, Steps
from ...problem import Problem
from ...result import Bounds, Iterate, Outcome, Status, Step
from ..confirmation import relative_gap, with_last
from .bulk import BulkProblem
from .dual import lower_bound
from .far_dual import lower_bound_of_far
from .gap import Scored, distance_to_minimum, objective_with_rounding
from .in_frame import proven_in_frame
from .problem import SMALL_LOSS, LogisticProblem
from .rescue import descend_surely

CLOSED = 1e-9  # a relative gap that needs no surer method: what is left of a larger one may be most of the weights
USELESS = 0.5  # a gap that says nothing about an answer
SAME = 1e-9  # objectives that differ by no more than this part are one
TIE = 1e-12  # objectives that differ by less than this part are equal up to rounding
ON_A_LINE = "The points do not determine the weights (they lie on a line): of all minimisers the shortest w is shown."
STILL_FALLING = (
    "Without penalty no minimum was found within the range of numbers: the classes are separable, or nearly so, in feature space, "
    "and the loss keeps falling ever more slowly. The last step is shown."
)
REACHED = "The minimum was reached, and the certificate proves it."
NOT_REACHED = "The minimum was not reached within the digits of the numbers: a larger l2, a lower degree or other units are needed."


@dataclass(frozen=True)
class Ending:
    """How plain Newton steps ended, and whether their answer is beyond doubt."""

    outcome: Outcome
    is_certain: bool


# Steps whose end is still to be confirmed.
Unconfirmed = Generator[Step | None, None, Ending]
Model = Callable[[BulkProblem, Floats, str], Iterate]


def confirmed_or_solved_again(
    method: Method,
    problem: Problem,
    bulk: Callable[[], BulkProblem],
    steps: Unconfirmed,
    model: Model,
    in_frame: Callable[[], Generator[None, None, Iterate | None]],
    trace: bool,
) -> Steps:
    """The same steps; where the certificate does not support their end, :func:`descend_surely` goes on from there.

    The minimum ``in_frame`` is asked for before: where features depend on each other so much, it takes a few steps there.

    CONVERGED and SINGULAR are said of what the certificate supports and of nothing else; an answer that it supports is never called
    anything less, whatever the algorithm thought of its own end.
    """
    last, ending = yield from with_last(steps)
    if ending.is_certain or last is None:
        return ending.outcome
    about = bulk()
    reached = _optimal(about, ending.outcome)
    own = _opinion(method, problem, last)
    if own.gap <= CLOSED:
        if abs(own.objective - last.objective) > SAME * max(own.objective, SMALL_LOSS):  # false for none
            yield replace(last, objective=own.objective)  # plain coordinates had lost its digits
        return reached
    found = yield from in_frame()
    other = None if found is None else _opinion(method, problem, found)
    if other is not None and other.rank < own.rank:
        own = other
        yield own.told
    if own.gap > CLOSED:
        theta = yield from _descended(about, _better_start(about, own.model), model, trace)
        # Of two equal ones the model about the median keeps more digits of the bulk.
        if not about.objective(about.theta(own.model)) < (1.0 - TIE) * about.objective(theta):
            other = _opinion(method, problem, model(about, theta, ""))
            own = other if other.rank <= own.rank else own
        yield own.told
    if own.gap <= TOLERANCE:
        return reached
    falling = about.is_free and not problem.features.is_linear
    return replace(ending.outcome, status=Status.BUDGET, explanation=STILL_FALLING if falling else NOT_REACHED)


def _descended(about: BulkProblem, theta: Floats, model: Model, trace: bool) -> Generator[Step | None, None, Floats]:
    """Where the sure descent ends."""
    count = 0
    for lower in descend_surely(about, theta):
        if lower is None:
            yield None
            continue
        theta, count = lower, count + 1
        note = f"Step {count} about the median of the points: a factorised Newton step."
        yield model(about, theta, note) if trace else None
    return theta


@dataclass(frozen=True, eq=False)
class _Opinion:
    """A model, its objective and the relative gap that its certificate leaves."""

    model: Iterate
    objective: float
    gap: float

    @property
    def rank(self) -> tuple[float, float]:
        """What the better one of two has less of; a gap near 1 says nothing about an answer."""
        return min(USELESS, self.gap), self.objective

    @property
    def told(self) -> Iterate:
        """The model with the objective of its certificate."""
        return replace(self.model, objective=self.objective)


def _opinion(method: Method, problem: Problem, model: Iterate) -> _Opinion:
    with np.errstate(all="ignore"):
        bounds = method.proven_bounds(problem, model, problem.y * problem.training_scores(model))
    return _Opinion(model, bounds.primal, abs(relative_gap(bounds)))


def certified_bounds(problem: Problem, iterate: Iterate, l2: float, penalise_bias: bool) -> Bounds:
    """The objective with the better of two lower bounds of its minimum, and the largest component of the gradient.

    Near the minimum the gradient bounds what is left (:func:`distance_to_minimum`); elsewhere a point of the Fenchel dual does, and
    where points far away void the first and spoil the sums of the second, one in longer numbers.
    """
    standard = LogisticProblem.of(problem.moments, l2, penalise_bias)
    theta = standard.theta(iterate)
    violation = float(np.max(np.abs(standard.derivatives(theta, hessian=False).g)))
    distance = distance_to_minimum(problem, iterate, l2, penalise_bias, SMALL_LOSS)
    if distance is not None:
        primal, dual = distance.primal, max(0.0, distance.primal - distance.excess - distance.rounding)
    else:
        bulk = BulkProblem.of(problem, l2, penalise_bias)
        # The score of a point far away loses digits in doubles, and what the point pays makes them digits of the objective.
        primal, rounding = objective_with_rounding(Scored.long(problem, iterate), iterate, l2, penalise_bias)
        dual = lower_bound(standard, theta, problem.moments.columns) if bulk.holds(problem.moments.centre) else 0.0
        dual = max(0.0, dual - rounding)
    if primal - dual > TOLERANCE * max(primal, SMALL_LOSS):
        dual = max(dual, lower_bound_of_far(problem, iterate, l2, penalise_bias))
    return Bounds(primal, dual, violation, scale=SMALL_LOSS)


def proven(problem: Problem, iterate: Iterate, l2: float, penalise_bias: bool, known: Bounds) -> Bounds:
    """The bounds that are ``known``, or, where they leave a gap, those of the features made independent of each other."""
    if l2 == 0.0 or abs(relative_gap(known)) <= TOLERANCE:
        return known
    return proven_in_frame(problem, iterate, l2, penalise_bias, known)


def _optimal(bulk: BulkProblem, outcome: Outcome) -> Outcome:
    """The outcome for an answer that is the minimum."""
    if bulk.span is not None and bulk.is_free:
        return replace(outcome, status=Status.SINGULAR, explanation=ON_A_LINE)
    if outcome.status is Status.CONVERGED:
        return outcome
    return replace(outcome, status=Status.CONVERGED, explanation=REACHED)


def _better_start(bulk: BulkProblem, last: Iterate) -> Floats:
    theta = bulk.theta(last)
    cold = np.zeros(len(theta))
    return theta if bulk.objective(theta) < bulk.objective(cold) else cold
