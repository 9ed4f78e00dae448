"""The driver of K-class fits: refusals, empty classes, schemes; the loop itself is that of
:mod:`solvers.drive`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from ..algorithms.multiclass.iterate import ManyIterate
from ..drive import follow_steps, guard_steps, refuse_space
from ..result import Outcome, Status
from ..validation import check_budget, check_kind
from .forms import UNKNOWN, form_of
from .method import AnyMethod, ManyFit, ManyForm
from .problem import ManyProblem
from .schemes import Scheme

CHOOSE_A_SCHEME = (
    "{0} tells two classes apart, and there are {1}: choose OneVsRest({2}()), OneVsOne({2}()), "
    "or a method for any number of classes."
)


def solve_many(
    method: AnyMethod,
    problem: ManyProblem,
    *,
    start: ManyFit | None = None,
    max_steps: int | None = None,
    cancelled: Callable[[], bool] | None = None,
    trace: bool = True,
    is_held: bool = False,
) -> ManyFit:
    """Fit a method to a problem of K classes; the arguments are those of :func:`solvers.solve`."""
    if start is not None:
        check_kind("start", start, ManyFit, "the result of an earlier fit of as many classes")
    check_budget(max_steps)
    begin = perf_counter()
    if start is not None:
        problem.share(start.problem)
    form = form_of(method, problem)
    refusal = _refusal(method, form, problem)
    if refusal is not None:
        return ManyFit.nothing(method, form, problem, refusal, perf_counter() - begin)
    if isinstance(form, Scheme):
        earlier = (
            start
            if start is not None and type(start.method) is type(method) and start.fits
            else None
        )
        fits = form.solve_members(problem, earlier, max_steps, cancelled, trace, is_held)
        last = form.join(problem, tuple(fit.last for fit in fits))
        counts = [fit.last.number for fit in fits if fit.last.number is not None]
        last = last.numbered(max(counts) if len(counts) == len(fits) else None)
        return ManyFit(
            method,
            form,
            problem,
            last,
            partial(form.outcome, problem, fits),
            (last,),
            perf_counter() - begin,
            fits,
        )
    initial = _initial(start, method, problem)
    steps = guard_steps(form, problem, initial, trace, is_held)
    trail, outcome = follow_steps(steps, max_steps, cancelled, trace and not is_held)
    seconds = perf_counter() - begin
    if not trail:
        return ManyFit.nothing(method, form, problem, outcome, seconds)
    return ManyFit(method, form, problem, trail[-1], outcome, trail, seconds)


def _refusal(method: AnyMethod, form: ManyForm, problem: ManyProblem) -> Outcome | None:
    """Why the method cannot be fitted to this problem at all, or None."""
    if len(problem.present) < 2:
        if not problem.present:
            return Outcome(
                Status.NO_DATA, "There are no points yet: at least two classes need one."
            )
        return Outcome(
            Status.NO_DATA,
            (
                f"Only class {problem.name(problem.present[0])} has points: at least two classes "
                "need "
                "one."
            ),
        )
    if form is UNKNOWN:
        words = CHOOSE_A_SCHEME.format(method.name, len(problem.present), type(method).__name__)
        return Outcome(Status.NOT_APPLICABLE, words)
    if isinstance(form, Scheme):
        return None  # its members refuse for themselves
    return refuse_space(method, problem.whole)


def _initial(start: ManyFit | None, method: AnyMethod, problem: ManyProblem) -> ManyIterate | None:
    """The earlier answer where it is one for the same classes, the same features and the same kind
    of method.
    """
    if (
        start is None
        or type(start.method) is not type(method)
        or not start.has_model
        or start.W is None
    ):
        return None
    same = (
        start.problem.K == problem.K
        and start.problem.present == problem.present
        and start.problem.features == problem.features
    )
    if not same:
        return None
    return start.last if problem.reduced is problem else start.last.for_classes(problem.present)
