"""The measures of goals: lines, fits, points and populations, as functions of an attempt. Nan:
not defined (yet).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, ParamSpec

import numpy as np

from solvers import AnyFit, Dataset, Fit, Iterate, Populations, Status, cross_validate, separability
from solvers.moments import criterion_at

from ..answers.comparison import errors_on, plane_model
from ..answers.contours import grid_points
from ..answers.decision import support, training_scores
from ..answers.trial_line import trial_numbers
from ..scene.memo import memo
from ..scene.methods import MethodInUse, method_asked, points_for
from ..scene.shapes import moments_of
from ..scene.view import View
from .attempt import BAYES, TRIAL, Attempt

P = ParamSpec("P")
NAN = math.nan
UNANSWERED = frozenset({Status.NO_DATA, Status.NOT_APPLICABLE, Status.CANCELLED, Status.RUNNING})
GRID, AROUND = 80, 0.3  # places along each side, and the margin about the points
INSIDE = 1e-9  # of the scale of the scores: a margin of 1 but for rounding has no slack


def _of_boundary(
    measure: Callable[Concatenate[Fit, P], float],
) -> Callable[Concatenate[Attempt, str, P], float]:
    """A measure of the boundary of two classes as one of a method by its name."""

    def of_name(attempt: Attempt, name: str, /, *rest: P.args, **keywords: P.kwargs) -> float:
        boundary = attempt.boundary(name)
        return NAN if boundary is None else measure(boundary, *rest, **keywords)

    of_name.__doc__ = measure.__doc__
    return of_name


def _of_answer(
    measure: Callable[Concatenate[AnyFit, P], float],
) -> Callable[Concatenate[Attempt, str, P], float]:
    """A measure of an answer of two classes, beside its boundary: its run, its probabilities."""

    def of_name(attempt: Attempt, name: str, /, *rest: P.args, **keywords: P.kwargs) -> float:
        answer = attempt.answer(name)
        is_one = answer is not None and len(attempt.document.dataset.class_names) == 2
        return measure(answer, *rest, **keywords) if answer is not None and is_one else NAN

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
    difference = abs(lines[0].degrees - lines[1].degrees) % 180.0
    return min(difference, 180.0 - difference)


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
    fit = attempt.answer(name)
    return NAN if fit is None or not fit.predicts else float(np.count_nonzero(fit.wrong))


def fisher_criterion(attempt: Attempt, name: str) -> float:
    """Fisher's J of the normal of a line."""
    line, dataset = attempt.line(name), attempt.document.dataset
    moments = moments_of(dataset) if line is not None and _has_sides(dataset) else None
    return NAN if line is None or moments is None else criterion_at(moments, line.degrees)


# --- fits -----------------------------------------------------------------------------------------


@_of_boundary
def margin(fit: Fit) -> float:
    """``1/‖w‖`` of a margin method."""
    value = fit.margin
    return NAN if value is None else value


@_of_boundary
def norm(fit: Fit) -> float:
    """``‖w‖``; 0 where w vanishes and there is no boundary."""
    if fit.has_model:
        return fit.norm
    vanishes = fit.status not in UNANSWERED and fit.w is not None and not fit.w.any()
    return 0.0 if vanishes else NAN


@_of_answer
def updates(fit: AnyFit) -> float:
    """The corrections of an error-correcting rule."""
    return float(fit.facts.get("updates", NAN))


def wrong_at_begin(attempt: Attempt, name: str) -> float:
    """The wrong samples where an error-correcting rule begins; unknown where the start is not
    set.
    """
    method = attempt.method(name)
    begin = (
        None
        if method is None or not method.method.beginning
        else getattr(method.method, method.method.beginning)
    )
    dataset = attempt.document.dataset
    if begin is None or len(begin) != 3 or not len(dataset):
        return NAN
    scores = begin[0] + dataset.X @ np.array(begin[1:])
    return float(np.count_nonzero(np.where(dataset.labels == 0, -scores, scores) <= 0.0))


@_of_answer
def passes(fit: AnyFit) -> float:
    """The passes of an error-correcting rule over the points; of a batch rule each is one step."""
    return float(fit.facts.get("epochs", NAN))


@_of_answer
def steps(fit: AnyFit) -> float:
    """The steps of an iterative method, as it counts them itself."""
    return float(fit.numbers[-1])


@_of_boundary
def support_vectors(fit: Fit) -> float:
    """The points with a positive multiplier."""
    supports = support(fit)
    return NAN if supports is None else float(len(supports.rows))


@_of_boundary
def spread_of_alpha(fit: Fit) -> float:
    """How much the positive multipliers differ, as a part of the largest."""
    supports = support(fit)
    if supports is None or supports.alpha is None or not len(supports.alpha):
        return NAN
    return float(supports.alpha.max() - supports.alpha.min()) / float(supports.alpha.max())


@_of_boundary
def slack_between(fit: Fit, low: float, high: float) -> float:
    """The points whose slack ``max(0, 1 - y f)`` lies strictly between two values."""
    if not fit.has_model:
        return NAN
    products = fit.problem.y * training_scores(fit)
    slack = np.maximum(0.0, 1.0 - products)
    rounding = INSIDE * (1.0 + float(np.abs(products).max(initial=0.0)))
    return float(np.count_nonzero((slack > low + rounding) & (slack < high - rounding)))


@_of_boundary
def features(fit: Fit) -> float:
    """The number of features of a map."""
    return NAN if fit.problem.kernel is not None else float(fit.problem.Phi.shape[1])


@_of_boundary
def score(fit: Fit, place: tuple[float, float]) -> float:
    """The score at a place."""
    return float(fit.decision_function(np.array([place]))[0]) if fit.has_model else NAN


@_of_answer
def probability(fit: AnyFit, place: tuple[float, float]) -> float:
    """The probability of class + at a place."""
    if not (fit.has_model and fit.has_probability):
        return NAN
    return float(fit.predict_proba(np.array([place]))[0, 1])


def parameter(attempt: Attempt, name: str, parameter_name: str) -> float:
    """A number among the parameters of a method, of its kernel or of its map."""
    method = attempt.method(name)
    if method is None:
        return NAN
    value = next(
        (
            getattr(holder, parameter_name)
            for holder in (method.method, method.space)
            if hasattr(holder, parameter_name)
        ),
        NAN,
    )
    return float(value) if isinstance(value, int | float) else NAN


def validation_error(attempt: Attempt, name: str) -> float:
    """The mean error on folds that are held back in turn, of the scene's number and draw of folds
    (0 to 1).
    """
    method, document = attempt.method(name), attempt.document
    return (
        NAN
        if method is None
        else _in_folds(document.dataset, method, document.folds, document.split)
    )


@memo
def _in_folds(dataset: Dataset, method: MethodInUse, folds: int, seed: int) -> float:
    method_for_data, count = method_asked(method, dataset), folds or len(dataset)
    try:
        validation = cross_validate(
            method_for_data,
            points_for(method, dataset),
            dataset.labels,
            folds=count,
            seed=seed,
            features=method.features,
            kernel=method.kernel,
        )
    except ValueError:  # too few points, or only one class
        return NAN
    return float(validation.mean)


def test_errors(attempt: Attempt, name: str) -> float:
    """The test points on the wrong side."""
    count = errors_on(attempt.answer(name), attempt.document.test)
    return NAN if count is None else float(count)


test_errors.__test__ = False  # type: ignore[attr-defined]  # a word of the vocabulary, not a test of the program


def undecided_share(attempt: Attempt, name: str) -> float:
    """The share of the plane about the points where a method of K classes does not decide (0 to
    1).
    """
    answer = attempt.answer(name)
    if answer is None or not (answer.predicts or answer.as_pair):
        return NAN
    if answer.as_pair is not None:
        return 0.0  # of two classes one is always named
    view = View.around(attempt.document.dataset.X, AROUND)
    xs, ys = np.linspace(view.x0, view.x1, GRID), np.linspace(view.y0, view.y1, GRID)
    return float(np.count_nonzero(answer.undecided(grid_points(xs, ys)))) / GRID**2


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
    return float(not attempt.changes.has_any)


def true_error(attempt: Attempt, name: str) -> float:
    """The probability that a boundary errs on a new point of the populations."""
    return cost(attempt, name, 1.0, 1.0)


def cost(attempt: Attempt, name: str, false_alarm: float, miss: float) -> float:
    """The expected cost of a boundary on the populations: a false alarm is a point of class -
    called +, a miss + called -.
    """
    populations, model = attempt.document.populations, _model(attempt, name)
    if populations is None or model is None:
        return NAN
    return expected_cost(populations, model, false_alarm, miss)


def expected_cost(
    populations: Populations, model: Iterate, false_alarm: float, miss: float
) -> float:
    """``false_alarm p- P(f > 0 | -) + miss p+ P(f <= 0 | +)``, in closed form for lines."""
    if false_alarm == miss:
        return false_alarm * populations.error_of(model)
    total = populations.error_of(model)
    alarms = _false_alarms(populations, model)
    return false_alarm * alarms + miss * (total - alarms)


def _false_alarms(populations: Populations, model: Iterate) -> float:
    """``p- P(f > 0 | -)``: the error that remains when the class + can hardly occur.

    ``error_of`` weighs the two kinds of error by the priors, so two pairs of priors give both
    kinds.
    """
    rare = 1e-12
    tilted = Populations(
        replace(populations.minus, prior=1.0 - rare), replace(populations.plus, prior=rare)
    )
    return populations.priors[0] * tilted.error_of(model)


def best_cost(attempt: Attempt, false_alarm: float, miss: float) -> float:
    """The smallest expected cost, that of Bayes' rule with its threshold at ``ln(false_alarm /
    miss)``.
    """
    populations = attempt.document.populations
    if populations is None:
        return NAN
    return expected_cost(
        populations, shifted_bayes(populations, false_alarm, miss), false_alarm, miss
    )


def shifted_bayes(populations: Populations, false_alarm: float, miss: float) -> Iterate:
    """Bayes' score with its threshold moved to where both mistakes cost the same on average."""
    bayes, shift = populations.bayes, math.log(miss / false_alarm)
    return replace(bayes, b=bayes.b + shift, f_centre=bayes.f_centre + shift)


def bayes_error(attempt: Attempt) -> float:
    """The smallest error."""
    populations = attempt.document.populations
    return NAN if populations is None else populations.bayes_error


def shift_of_means(attempt: Attempt) -> float:
    """How far the means of the populations have been moved since the lesson began."""
    populations, before = attempt.document.populations, attempt.lesson.document.populations
    if populations is None or before is None:
        return NAN
    pairs = ((populations.minus.mean, before.minus.mean), (populations.plus.mean, before.plus.mean))
    return max(math.dist(a, b) for a, b in pairs)


def prior_plus(attempt: Attempt) -> float:
    """The prior probability of class + in the populations."""
    populations = attempt.document.populations
    return NAN if populations is None else populations.priors[1]


def _model(attempt: Attempt, name: str) -> Iterate | None:
    """The boundary of a subject as a score in the plane, None where it is neither a line nor a
    conic of the plane.
    """
    if name == BAYES:
        return None if attempt.document.populations is None else attempt.document.populations.bayes
    line = attempt.line(TRIAL) if name == TRIAL else None
    return plane_model(attempt.answer(name)) if line is None else line.model
