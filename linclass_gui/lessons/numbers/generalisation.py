"""Errors on new points: on the populations, with bias and variance, and on the test points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from solvers import (
    AnyFit,
    AnyMethod,
    BiasVariance,
    FeatureMap,
    Iterate,
    Kernel,
    ManyIterate,
    ManyPopulations,
    Populations,
    bias_variance,
)
from solvers.answer import Rule
from solvers.studies.populations import ProjectedPopulations

from ...answers.comparison import errors_on, method_titles, plane_model
from ...answers.decision import trial_line
from ...markup.mathtext import escape_label
from ...markup.numbers import number, significant, without_rounding
from ...scene.memo import memo
from ...scene.methods import method_asked
from ...scene.scenarios import scenario_of
from ...scene.scene import PairScene, Scene
from ..measures import expected_cost, shifted_bayes
from .block import NeedsError, Numbers, TableOfNumbers, needed

SAMPLES, MOST_POINTS = 50, 400  # samples, and points up to which they are fitted
YOUR_LINE = "your line"
NEEDS_POPULATIONS = "Sample the points from populations (menu Data) to know the true errors."

OF_TWO = "These numbers are those of two classes only."
NEEDS_LINES = "Switch on a method with a line, or draw a trial line (T)."


def models(scene: Scene) -> Iterator[tuple[str, Any]]:
    """Your line and the boundary of every method that is a line or a conic in the plane, with their
    names; of more classes the scores of those that decide by scores of the plane.
    """
    document, titles = scene.document, method_titles(scene.document)
    if document.trial is not None and document.populations is not None:
        yield YOUR_LINE, trial_line(document.trial).model
    for method in document.enabled_methods:
        fit = scene.fits.get(method.id)
        model: Iterate | ManyIterate | None = plane_model(fit)
        if model is None and fit is not None and fit.has_model and _decides_in_plane(fit):
            model = fit.last
        if model is not None:
            yield escape_label(titles[method.id]), model


def true_errors(scene: Scene) -> Numbers:
    """The probability that each boundary errs on a new point, beside the Bayes error; of three and
    more classes of every method whose largest score in the plane decides.
    """
    populations = scene.document.known_populations
    if populations is None:
        raise NeedsError(NEEDS_POPULATIONS)
    lines = [("Bayes, the smallest", _percent(populations.bayes_error))]
    lines += [(name, _percent(_true_error(populations, model))) for name, model in models(scene)]
    return Numbers((), tuple(lines))


def _decides_in_plane(fit: AnyFit) -> bool:
    """Whether the largest of three or more linear or quadratic scores of the plane decides."""
    problem = fit.problem
    if problem.kernel is not None or not problem.features.is_linear or problem.Phi.shape[1] > 2:
        return False
    return (
        fit.as_pair is None
        and fit.rule is Rule.LARGEST
        and (fit.weights or fit.quadratic) is not None
    )


@memo
def _true_error(populations: Any, model: Iterate | ManyIterate) -> float:
    return float(populations.error_of(model))


def of_two_classes(scene: Scene) -> Numbers:
    """What a block says of three and more classes that is about two alone."""
    raise NeedsError(OF_TWO)


def projected_errors(scene: PairScene) -> Numbers:
    """Along w of each line: the error of its own cut, of the best one, and of the best rule of <w,
    x>, which may cut twice; the Bayes error of the plane is below all of them.
    """
    populations = needed(scene.document.populations, NEEDS_POPULATIONS)
    rows = []
    for name, model in models(scene):
        length = 0.0 if model.w is None else float(np.linalg.norm(model.w))
        if model.w is None or model.quadratic is not None or not length:
            continue
        along = ProjectedPopulations.along(populations, model.w / length)
        cut, error = along.best_cut
        distance = _distance(cut, model, length) if np.isfinite(cut) else "none"
        errors = (populations.error_of(model), error, along.bayes_error)
        rows.append((name, *(_percent(share) for share in errors), distance))
    if not rows:
        raise NeedsError(NEEDS_LINES)
    head = ("line", "its error", "best cut", "best of $<w, x>$", "cut at distance")
    lines = (("Bayes error in the plane", _percent(populations.bayes_error)),)
    return Numbers(lines=lines, table=TableOfNumbers(head, tuple(rows)))


def _distance(cut: float, model: Iterate, length: float) -> str:
    """How far a cut lies from the line of a model whose w is so long, in data units."""
    distance = cut + model.b / length
    return significant(without_rounding(distance, max(abs(cut), abs(model.b / length))))


def parts(scene: Scene) -> Numbers:
    """Of each method the mean error over samples as large as this one, as Bayes error + bias +
    variance.
    """
    document = scene.document
    populations = document.known_populations
    if populations is None:
        raise NeedsError(NEEDS_POPULATIONS)
    counts = tuple(document.dataset.counts)
    if sum(counts) > MOST_POINTS or not counts or not min(counts):
        raise NeedsError(f"It needs points of every class, up to {MOST_POINTS} in all.")
    titles, rows = method_titles(document), []
    for method in document.enabled_methods:
        error_parts = _parts(
            method_asked(method, document.dataset),
            method.features,
            method.kernel,
            populations,
            counts,
        )
        if error_parts is not None:
            shares = (error_parts.mean, error_parts.bayes, error_parts.bias, error_parts.variance)
            rows.append(
                (escape_label(titles[method.id]), *(number(100.0 * share, 1) for share in shares))
            )
    lines = ((f"{SAMPLES} new samples of $n$ = {sum(counts)}, errors in %", ""),)
    return Numbers(
        (),
        lines,
        table=TableOfNumbers(("method", "mean =", "Bayes +", "bias +", "variance"), tuple(rows))
        if rows
        else None,
    )


@memo
def _parts(
    method: AnyMethod,
    features: FeatureMap,
    kernel: Kernel | None,
    populations: Populations | ManyPopulations,
    counts: tuple[int, ...],
) -> BiasVariance | None:
    return bias_variance(
        method, populations, counts, samples=SAMPLES, features=features, kernel=kernel
    )


def costs(scene: PairScene, prices: tuple[float, float] = (1.0, 1.0)) -> Numbers:
    """The expected cost of each boundary for the ``prices`` of a false alarm and of a miss, beside
    the smallest.
    """
    populations = needed(scene.document.populations, NEEDS_POPULATIONS)
    best, words = shifted_bayes(populations, *prices), scenario_of(scene.document)
    lines = [
        (f"{words.alarm}, {words.miss} cost", " and ".join(f"{price:.6g}" for price in prices)),
        ("the smallest cost", significant(expected_cost(populations, best, *prices), 4)),
    ]
    lines += [
        (name, significant(expected_cost(populations, model, *prices), 4))
        for name, model in models(scene)
    ]
    return Numbers((), tuple(lines))


def _percent(share: float) -> str:
    return f"{number(100.0 * share, 2)} %"


NEEDS_TEST_POINTS = (
    "Hold points back (menu Data) to count errors on points that no method has seen."
)


def test_errors(scene: Scene) -> Numbers:
    """For every method: training errors and test errors."""
    test = scene.document.test_shown
    if test is None or not len(test):
        raise NeedsError(NEEDS_TEST_POINTS)
    titles = method_titles(scene.document)
    lines = [("errors in training, in the test", "")]
    for method in scene.document.enabled_methods:
        fit = scene.fits.get(method.id)
        if fit is not None and fit.has_model:
            lines.append(
                (
                    escape_label(titles[method.id]),
                    f"{np.count_nonzero(fit.wrong)}, {errors_on(fit, test)}",
                )
            )
    return Numbers((), tuple(lines))
