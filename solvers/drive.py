"""``solve``: the only loop that runs a solver.  Budget, cancellation, finiteness, faults and the
thinned history live here.

No data raise.  What an algorithm cannot do (:data:`FAULTS`) is a fault of the program, met by
unforeseen data: it is logged once, with its traceback, under the name of this module, and kept in
:attr:`Outcome.fault`.  The tests fail on such a record, so nothing hides here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from contextlib import nullcontext
from time import perf_counter
from typing import Any, TypeVar

import numpy as np

from .algorithms.stepping import change_steps
from .cancellation import CancelledError, cancelled_unless, check_cancelled
from .method import Fit, Method, MethodBase
from .problem import OUT_OF_RANGE, Problem, is_out_of_range
from .result import HISTORY, Outcome, Status
from .validation import check_budget, check_kind

# Errors of arithmetic on hostile numbers.  Any other (a wrong type, a missing name) does not come
# from the data and is raised.
FAULTS = (ArithmeticError, ValueError, IndexError, np.linalg.LinAlgError)
LOG = logging.getLogger(__name__)
R = TypeVar("R")
STEPS_SPENT = "The allowed number of steps was spent before the method finished."
NO_STEP_YET = "The fit was cancelled before there was a step to show."


def solve(
    method: Method,
    problem: Problem,
    *,
    start: Fit | None = None,
    max_steps: int | None = None,
    cancelled: Callable[[], bool] | None = None,
    trace: bool = True,
    is_held: bool = False,
) -> Fit:
    """Fit a method to a problem that is already built (several methods share what they derive from
    it).

    ``is_held`` is for the pictures while a point is held: a run that may take many frames is left
    after about one, RUNNING, and nothing has a history.
    """
    check_kind("method", method, Method, "SoftMarginSVM()")
    if start is not None:
        check_kind("start", start, Fit, "the result of an earlier fit")
    check_budget(max_steps)
    begin = perf_counter()
    refusal = _refusal(method, problem)
    if refusal is not None:
        return Fit.nothing(method, problem, refusal, perf_counter() - begin)

    trail, outcome = follow_steps(
        guard_steps(method, problem, start, trace, is_held),
        max_steps,
        cancelled,
        trace and not is_held,
    )
    problem.forget_copies()
    seconds = perf_counter() - begin
    if not trail:
        return Fit.nothing(method, problem, outcome, seconds)
    return Fit(method, problem, trail[-1], outcome, trail, seconds)


# Overflow and division are outcomes of the mathematics; the solvers check what they need and report
# it as a status.
@np.errstate(all="ignore")
def follow_steps(
    steps: Generator[Any, None, Outcome],
    max_steps: int | None,
    cancelled: Callable[[], bool] | None,
    trace: bool,
) -> tuple[tuple[Any, ...], Outcome]:
    """The steps to keep, the last iterate at their end (none, if there was none), and how it ended;
    of two classes or of many.
    """
    # Computations inside a step notice that it is cancelled before the step ends.
    with nullcontext() if cancelled is None else cancelled_unless(lambda: not cancelled()):
        result = _follow_loop(steps, max_steps, cancelled, trace)
    # a cancellation may come from a caller further out: half an answer must not pass for a whole
    # one
    check_cancelled()
    return result


def _follow_loop(
    steps: Generator[Any, None, Outcome],
    max_steps: int | None,
    cancelled: Callable[[], bool] | None,
    trace: bool,
) -> tuple[tuple[Any, ...], Outcome]:
    trail: list[Any] = []
    last = None
    stride, count, has_begun = 1, 0, False
    steps = number_steps(steps) if trace else steps
    while True:
        try:
            if has_begun and cancelled is not None and cancelled():
                raise CancelledError
            has_begun = True
            step = next(steps)
        except CancelledError:
            outcome = Outcome(Status.CANCELLED, "" if last is not None else NO_STEP_YET)
            break
        except StopIteration as stop:
            outcome = stop.value
            break
        if step is None:
            continue
        if not step.is_finite:
            outcome = Outcome(
                Status.UNBOUNDED,
                "The numbers left the range of a computer; the last finite step is shown.",
            )
            break
        last = step
        if trace and count % stride == 0:
            trail.append(step)
            if len(trail) > HISTORY:
                # Thin out evenly: keep every second one and take every second one from now on.
                trail, stride = trail[::2], 2 * stride
        count += 1
        if max_steps is not None and count >= max_steps:
            outcome = Outcome(Status.BUDGET, STEPS_SPENT)
            break
    steps.close()
    if last is None:
        return (), outcome
    return tuple(trail if trail and trail[-1] is last else [*trail, last]), outcome


def number_steps(steps: Generator[Any, None, R]) -> Generator[Any, None, R]:
    """The same steps with their numbers: the method's own, else one more than the step before."""
    count = 0

    def number(step: Any) -> Any:
        nonlocal count
        step = step if step.number is not None else step.numbered(count)
        count = step.number + 1
        return step

    return change_steps(steps, number)


def guard_steps(
    form: Any, problem: Any, start: Any, trace: bool, is_held: bool
) -> Generator[Any, None, Outcome]:
    """The steps of a method, of two classes or of many, of which one without points has the score
    -inf; a fault ends them with an outcome that holds it.
    """
    reduced = problem.reduced
    try:
        steps = form.held_steps(reduced, start) if is_held else form.steps(reduced, start, trace)
        if reduced is not problem:
            present, K = problem.present, problem.K
            steps = change_steps(steps, lambda step: step.for_all_classes(present, K))
        outcome: Outcome = yield from steps
        return outcome
    except FAULTS as fault:
        LOG.exception("%r failed on %d points", form, len(problem.X))
        words = "The method met numbers that it cannot work with; the last step is shown."
        return Outcome(Status.BUDGET, words, fault=fault)


def _refusal(method: Method, problem: Problem) -> Outcome | None:
    """Why the method cannot be fitted to this problem at all, or None."""
    if not problem.has_both_classes:
        if len(problem.y) == 0:
            return Outcome(
                Status.NO_DATA, "There are no points yet: both classes need at least one."
            )
        missing = "+" if problem.y[0] < 0 else "−"
        return Outcome(
            Status.NO_DATA, f"Class {missing} has no points: both classes need at least one."
        )
    if problem.kernel is not None and method.takes_kernel and not method.has_offset:
        words = (
            "the mirror image of a point has no place in its feature space. Choose a feature map, "
            "or let b be fitted."
        )
        return Outcome(Status.NOT_APPLICABLE, f"With a kernel b is always fitted: {words}")
    return refuse_space(method, problem)


def refuse_space(method: MethodBase, problem: Problem) -> Outcome | None:
    """Why the method cannot be fitted to these mapped points, whatever their classes are, or
    None.
    """
    if is_out_of_range(problem):
        return Outcome(Status.NOT_APPLICABLE, OUT_OF_RANGE)
    if problem.kernel is not None and not method.takes_kernel:
        return Outcome(
            Status.NOT_APPLICABLE,
            f"{method.name} has no kernel form here; choose a feature map instead.",
        )
    if method.needs_plane and not problem.features.is_linear:
        return Outcome(
            Status.NOT_APPLICABLE,
            f"{method.name} works on the points themselves; choose the identity map.",
        )
    return None
