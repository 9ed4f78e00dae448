"""The problem posed to the solvers for a method in use: two classes are an ordinary problem,
everything else one of K classes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from solvers import (
    AllColumns,
    AnyMethod,
    Dataset,
    Drag,
    Fit,
    Floats,
    Iterate,
    ManyDrag,
    ManyFit,
    ManyMethod,
    ManyProblem,
    Method,
    Outcome,
    Problem,
    Status,
    solve,
)
from solvers.arrays import locked
from solvers.multiclass.form_lookup import form_of

from ..classes.scheme import method_for

if TYPE_CHECKING:
    from ..document import MethodInUse

AnyFit = Fit | ManyFit
AnyProblem = Problem | ManyProblem


def method_asked(in_use: MethodInUse, dataset: Dataset) -> AnyMethod:
    """What is fitted: the method itself, or its scheme where there are more classes than it
    knows.
    """
    return method_for(in_use.method, in_use.scheme, len(dataset.class_names))


def is_of_many(method: AnyMethod, dataset: Dataset) -> bool:
    """Whether the answer is one of K classes."""
    return len(dataset.class_names) > 2 or isinstance(method, ManyMethod)


def points_for(in_use: MethodInUse, dataset: Dataset) -> Floats:
    """The points as a method sees them: the plane (n, 2), or all columns of the table behind it (n,
    d).
    """
    return (
        dataset.all_columns
        if isinstance(in_use.features, AllColumns) and in_use.kernel is None
        else dataset.X
    )


def points_seen(fit: AnyFit, dataset: Dataset) -> Floats:
    """Points of a data set as a fit takes them: the plane, or all columns."""
    return dataset.all_columns if fit.problem.X.shape[1] > 2 else dataset.X


def problem_of(dataset: Dataset, in_use: MethodInUse, y: Floats | None = None) -> AnyProblem:
    """The problem of a method in use; ``y`` are the signs of two classes where they are known."""
    names = dataset.class_names
    if is_of_many(in_use.method, dataset):
        classes = tuple(range(len(names)))
        return ManyProblem(
            points_for(in_use, dataset),
            dataset.labels,
            classes,
            in_use.features,
            in_use.kernel,
            names,
        )
    return Problem(
        points_for(in_use, dataset),
        locked(dataset.y) if y is None else y,
        in_use.features,
        in_use.kernel,
        (0, 1),
    )


def answers_to(in_use: MethodInUse, dataset: Dataset, fit: AnyFit | None) -> bool:
    """Whether a fit, perhaps of older points, has as many classes as these points: else it says
    nothing about them.
    """
    if fit is None:
        return False
    if isinstance(fit, ManyFit):
        return is_of_many(in_use.method, dataset) and len(dataset.class_names) == fit.problem.K
    return not is_of_many(in_use.method, dataset)


def is_like(one: AnyProblem, other: AnyProblem) -> bool:
    """Whether the answer to one problem can start the other: equal numbers of points and of
    classes.
    """
    if isinstance(one, ManyProblem) and isinstance(other, ManyProblem):
        return one.K == other.K and len(one.labels) == len(other.labels)
    return isinstance(one, Problem) and isinstance(other, Problem) and len(one.y) == len(other.y)


def solve_warm(
    method: AnyMethod,
    problem: AnyProblem,
    start: AnyFit | None,
    cancelled: Callable[[], bool] | None,
    trace: bool,
) -> AnyFit:
    """The answer, warm-started from an earlier one."""
    if isinstance(problem, ManyProblem):
        return solve(
            method,
            problem,
            start=start if isinstance(start, ManyFit) else None,
            cancelled=cancelled,
            trace=trace,
        )
    assert isinstance(method, Method)  # an all-at-once method has a problem of K classes
    return solve(
        method,
        problem,
        start=start if isinstance(start, Fit) else None,
        cancelled=cancelled,
        trace=trace,
    )


def fit_now(dataset: Dataset, in_use: MethodInUse) -> AnyFit:
    """The answer of a method in use with its history, computed in the calling thread."""
    return solve_warm(
        method_asked(in_use, dataset), problem_of(dataset, in_use), None, None, trace=True
    )


def fit_of_drag(drag: Drag | ManyDrag, problem: AnyProblem) -> AnyFit:
    """The fit of a running drag."""
    result: AnyFit = drag.fit(problem)  # type: ignore[arg-type]  # a drag is that of its kind of problem
    return result


def failed_fit(
    in_use: MethodInUse, dataset: Dataset, problem: AnyProblem | None, sentence: str
) -> AnyFit:
    """A fit without a model that says why."""
    problem = problem or problem_of(dataset, in_use)
    if isinstance(problem, ManyProblem):
        method = method_asked(in_use, dataset)
        return ManyFit.nothing(
            method, form_of(method, problem), problem, Outcome(Status.NOT_APPLICABLE, sentence)
        )
    assert isinstance(in_use.method, Method)
    none = Iterate(None, math.nan)
    return Fit(in_use.method, problem, none, Outcome(Status.NOT_APPLICABLE, sentence), (none,), 0.0)
