"""The methods on the populations that the points were drawn from: true errors and expected
costs.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers import (
    AnyMethod,
    BiasVariance,
    FeatureMap,
    Iterate,
    Kernel,
    ManyPopulations,
    Populations,
    bias_variance,
)

from ..course.chances import expected_cost, shifted_bayes
from ..fits.asking import method_asked
from ..fits.comparison import method_titles
from ..fits.decision import trial_line
from ..fits.generalisation import plane_model
from ..markup.mathtext import escape_label
from ..markup.ticks import number, significant
from ..memo import memo
from ..scene import Scene
from .block import Numbers, Table

SAMPLES, MOST = 50, 400  # samples, and points up to which they are fitted
NEEDS = "Sample the points from populations (menu Data) to know the true errors."


def models(scene: Scene) -> Iterator[tuple[str, Iterate]]:
    """Your line and the boundary of every method that is a line or a conic in the plane, with their
    names.
    """
    if scene.document.trial is not None:
        yield "your line", trial_line(scene.document.trial).model
    titles = method_titles(scene.document)
    for method in scene.document.enabled_methods:
        model = plane_model(scene.fit(method.id))
        if model is not None:
            yield escape_label(titles[method.id]), model


def true_errors(scene: Scene) -> Numbers:
    """The probability that each boundary errs on a new point, beside the Bayes error."""
    populations = scene.document.populations
    if populations is None:
        return Numbers(needs=NEEDS)
    lines = [("Bayes, the smallest", _percent(populations.bayes_error))]
    lines += [(name, _percent(populations.error_of(model))) for name, model in models(scene)]
    return Numbers((), tuple(lines))


def parts(scene: Scene) -> Numbers:
    """Of each method the mean error over samples as large as this one, as Bayes error + bias +
    variance.
    """
    document = scene.document
    known, counts = (
        document.populations or document.many_populations,
        tuple(document.dataset.counts),
    )
    if known is None:
        return Numbers(needs=NEEDS)
    if sum(counts) > MOST or not counts or not min(counts):
        return Numbers(needs=f"It needs points of every class, up to {MOST} in all.")
    titles, rows = method_titles(document), []
    for method in document.enabled_methods:
        found = _parts(
            method_asked(method, document.dataset), method.features, method.kernel, known, counts
        )
        if found is not None:
            shares = (found.mean, found.bayes, found.bias, found.variance)
            rows.append(
                (escape_label(titles[method.id]), *(number(100.0 * share, 1) for share in shares))
            )
    lines = ((f"{SAMPLES} new samples of $n$ = {sum(counts)}, errors in %", ""),)
    return Numbers(
        (),
        lines,
        table=Table(("method", "mean =", "Bayes +", "bias +", "variance"), tuple(rows))
        if rows
        else None,
    )


@memo
def _parts(
    method: AnyMethod,
    features: FeatureMap,
    kernel: Kernel | None,
    known: Populations | ManyPopulations,
    counts: tuple[int, ...],
) -> BiasVariance | None:
    return bias_variance(method, known, counts, samples=SAMPLES, features=features, kernel=kernel)


def costs(scene: Scene, prices: tuple[float, float] = (1.0, 1.0)) -> Numbers:
    """The expected cost of each boundary for the ``prices`` of a false alarm and of a miss, beside
    the smallest.
    """
    populations = scene.document.populations
    if populations is None:
        return Numbers(needs=NEEDS)
    best = shifted_bayes(populations, *prices)
    lines = [
        ("a false alarm, a miss cost", " and ".join(f"{price:.6g}" for price in prices)),
        ("the smallest cost", significant(expected_cost(populations, best, *prices), 4)),
    ]
    lines += [
        (name, significant(expected_cost(populations, model, *prices), 4))
        for name, model in models(scene)
    ]
    return Numbers((), tuple(lines))


def _percent(share: float) -> str:
    return f"{number(100.0 * share, 2)} %"
