"""What the words of tests measure: lines, fits, points and populations, as functions of an attempt.
Nan: not defined (yet).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Concatenate, ParamSpec

import numpy as np

from solvers import Dataset, Fit, Status, cross_validate, separability
from solvers.moments import criterion_at

from ..classes.shapes import moments_of
from ..document import MethodInUse, View
from ..fits.asking import method_asked, points_for
from ..fits.decision import grid_points, support, training_scores
from ..fits.generalisation import errors_on
from ..fits.trial_line import trial_numbers
from ..memo import memo
from .attempt import TRIAL, Attempt

P = ParamSpec("P")
NAN = math.nan
UNANSWERED = frozenset({Status.NO_DATA, Status.NOT_APPLICABLE, Status.CANCELLED})
GRID, AROUND = 80, 0.3  # places along each side, and the margin about the points
INSIDE = 1e-9  # of the scale of the scores: a margin of 1 but for rounding is no slack


def _of_fit(
    measure: Callable[Concatenate[Fit, P], float],
) -> Callable[Concatenate[Attempt, str, P], float]:
    """A measure of a fit as one of a method by its name."""

    def of_name(attempt: Attempt, name: str, /, *rest: P.args, **keywords: P.kwargs) -> float:
        fit = attempt.fit(name)
        return NAN if fit is None else measure(fit, *rest, **keywords)

    of_name.__doc__ = measure.__doc__
    return of_name


def _has_sides(dataset: Dataset) -> bool:
    """Whether each of the points belongs on one of the two sides of a line: a third class has
    none.
    """
    return len(dataset) > 0 and len(dataset.class_names) <= 2


# --- lines ----------------------------------------------------------------------------------------


def angle(attempt: Attempt, one: str, other: str) -> float:
    """The angle between two lines in degrees, from 0 to 90."""
    lines = (attempt.line(one), attempt.line(other))
    if lines[0] is None or lines[1] is None:
        return NAN
    away = abs(lines[0].degrees - lines[1].degrees) % 180.0
    return min(away, 180.0 - away)


def distance(attempt: Attempt, place: tuple[float, float], name: str) -> float:
    """The distance of a place from a line."""
    line = attempt.line(name)
    return NAN if line is None else abs(float(line.scores(np.array([place]))[0])) / line.norm


def room(attempt: Attempt, name: str) -> float:
    """The smallest signed distance of a point from a line, negative while a point is on the wrong
    side.
    """
    line, dataset = attempt.line(name), attempt.document.dataset
    if line is None or not _has_sides(dataset):
        return NAN
    return float((dataset.y * line.scores(dataset.X)).min()) / line.norm


def errors(attempt: Attempt, name: str) -> float:
    """The points on the wrong side."""
    dataset = attempt.document.dataset
    if name == TRIAL:
        trial = attempt.document.trial
        return (
            NAN
            if trial is None or not _has_sides(dataset)
            else float(trial_numbers(dataset, trial).errors)
        )
    fit = attempt.any_fit(name)
    return NAN if fit is None or not fit.predicts else float(np.count_nonzero(fit.wrong))


def fisher_criterion(attempt: Attempt, name: str) -> float:
    """Fisher's J of the normal of a line."""
    line, dataset = attempt.line(name), attempt.document.dataset
    moments = moments_of(dataset) if line is not None and _has_sides(dataset) else None
    return NAN if line is None or moments is None else criterion_at(moments, line.degrees)


# --- fits -----------------------------------------------------------------------------------------


@_of_fit
def margin(fit: Fit) -> float:
    """``1/‖w‖`` of a margin method."""
    value = fit.margin
    return NAN if value is None else value


@_of_fit
def norm(fit: Fit) -> float:
    """``‖w‖``; 0 where w vanishes and there is no boundary."""
    if fit.has_model:
        return fit.norm
    vanishes = fit.status not in UNANSWERED and fit.w is not None and not fit.w.any()
    return 0.0 if vanishes else NAN


@_of_fit
def updates(fit: Fit) -> float:
    """The corrections of an error-correcting rule."""
    return float(fit.facts.get("updates", NAN))


def wrong_at_begin(attempt: Attempt, name: str) -> float:
    """The wrong samples where an error-correcting rule begins; unknown where the start is not
    set.
    """
    used = attempt.method(name)
    begin = (
        None
        if used is None or not used.method.beginning
        else getattr(used.method, used.method.beginning)
    )
    dataset = attempt.document.dataset
    if begin is None or len(begin) != 3 or not len(dataset):
        return NAN
    scores = begin[0] + dataset.X @ np.array(begin[1:])
    return float(np.count_nonzero(np.where(dataset.labels == 0, -scores, scores) <= 0.0))


@_of_fit
def passes(fit: Fit) -> float:
    """The passes of an error-correcting rule over the points; of a batch rule each is one step."""
    return float(fit.facts.get("epochs", NAN))


@_of_fit
def steps(fit: Fit) -> float:
    """The steps of an iterative method: those it counted itself, or those of its history."""
    counted = next(
        (fit.facts[name] for name in ("steps", "iterations", "pair steps") if name in fit.facts),
        None,
    )
    return float(len(fit.history) - 1 if counted is None else counted)


@_of_fit
def support_vectors(fit: Fit) -> float:
    """The points with a positive multiplier."""
    held = support(fit)
    return NAN if held is None else float(len(held.rows))


@_of_fit
def spread_of_alpha(fit: Fit) -> float:
    """How much the positive multipliers differ, as a part of the largest."""
    held = support(fit)
    if held is None or held.alpha is None or not len(held.alpha):
        return NAN
    return float(held.alpha.max() - held.alpha.min()) / float(held.alpha.max())


@_of_fit
def slack_between(fit: Fit, low: float, high: float) -> float:
    """The points whose slack ``max(0, 1 - y f)`` lies strictly between two values."""
    if not fit.has_model:
        return NAN
    products = fit.problem.y * training_scores(fit)
    slack = np.maximum(0.0, 1.0 - products)
    rounding = INSIDE * (1.0 + float(np.abs(products).max(initial=0.0)))
    return float(np.count_nonzero((slack > low + rounding) & (slack < high - rounding)))


@_of_fit
def features(fit: Fit) -> float:
    """The number of features of a map."""
    return NAN if fit.problem.kernel is not None else float(fit.problem.Phi.shape[1])


@_of_fit
def score(fit: Fit, place: tuple[float, float]) -> float:
    """The score at a place."""
    return float(fit.decision_function(np.array([place]))[0]) if fit.has_model else NAN


@_of_fit
def probability(fit: Fit, place: tuple[float, float]) -> float:
    """The probability of class + at a place."""
    if not (fit.has_model and fit.method.has_probability):
        return NAN
    return float(fit.predict_proba(np.array([place]))[0, 1])


def parameter(attempt: Attempt, name: str, which: str) -> float:
    """A number among the parameters of a method, of its kernel or of its map."""
    used = attempt.method(name)
    if used is None:
        return NAN
    value = next(
        (getattr(holder, which) for holder in (used.method, used.space) if hasattr(holder, which)),
        NAN,
    )
    return float(value) if isinstance(value, int | float) else NAN


def validation_error(attempt: Attempt, name: str) -> float:
    """The mean error on folds that are held back in turn, of the scene's number and draw of folds
    (0 to 1).
    """
    used, document = attempt.method(name), attempt.document
    return (
        NAN if used is None else _in_folds(document.dataset, used, document.folds, document.split)
    )


@memo
def _in_folds(dataset: Dataset, used: MethodInUse, folds: int, seed: int) -> float:
    labels = dataset.labels if len(dataset.class_names) > 2 else dataset.y
    asked, count = method_asked(used, dataset), folds or len(dataset)
    try:
        found = cross_validate(
            asked,
            points_for(used, dataset),
            labels,
            folds=count,
            seed=seed,
            features=used.features,
            kernel=used.kernel,
        )
    except ValueError:  # too few points, or only one class
        return NAN
    return float(found.mean)


def test_errors(attempt: Attempt, name: str) -> float:
    """The test points on the wrong side."""
    test = attempt.document.test
    found = errors_on(attempt.fit(name), test) if test is not None and _has_sides(test) else None
    return NAN if found is None else float(found)


test_errors.__test__ = False  # type: ignore[attr-defined]  # a word of the vocabulary, not a test of the program


def undecided_share(attempt: Attempt, name: str) -> float:
    """The share of the plane about the points where a method of K classes does not decide (0 to
    1).
    """
    many = attempt.many_fit(name)
    if many is None or not many.has_model:
        return 0.0 if attempt.fit(name) is not None else NAN
    view = View.around(attempt.document.dataset.X, AROUND)
    xs, ys = np.linspace(view.x0, view.x1, GRID), np.linspace(view.y0, view.y1, GRID)
    return float(np.count_nonzero(many.undecided(grid_points(xs, ys)))) / GRID**2


# --- points ---------------------------------------------------------------------------------------


def separable(attempt: Attempt) -> float:
    """1 where a line separates the classes, 0 where none does."""
    dataset = attempt.document.dataset
    if not _has_sides(dataset) or not 0 < int(np.count_nonzero(dataset.labels)) < len(dataset):
        return NAN
    return float(_separable(dataset))


@memo
def _separable(dataset: Dataset) -> bool:
    return separability(dataset.X, dataset.y).separable


def count_of(positive: bool) -> Callable[[Attempt], float]:
    """The number of points of a class."""

    def count(attempt: Attempt) -> float:
        return float(np.count_nonzero((attempt.document.dataset.labels > 0) == positive))

    return count


def same_points(attempt: Attempt) -> float:
    """1 while no point was moved, added, removed or given to the other class."""
    return float(not attempt.changes.any)
