"""Rules that visit the samples, far from the origin and in extreme units: the answer of the
standardised points, mapped back.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from problems import BY_NAME, SETTINGS, name_of

import solvers
from solvers import LMS, Fit, Method, Perceptron, Relaxation
from solvers.algorithms.correcting.normalised_samples import NormalisedSamples

RULES = [
    m
    for m in SETTINGS
    if isinstance(m, Perceptron | Relaxation | LMS) and m.standardise == "auto" and m.fit_intercept
]
# Powers of two and dyadic points: moving and stretching rounds nothing, so both runs see the same
# standardised numbers.
FAR = 2.0**27
PLACES = {
    "offset 1e8": lambda X: X + FAR,
    "1e8 times": lambda X: X * FAR,
    "1e-8 times": lambda X: X / FAR,
    "uneven units": lambda X: X * [FAR, 1.0 / FAR],
    "uneven units at 1e8": lambda X: X * [FAR, 1.0] + [0.0, FAR],
}


def standardised(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


@cache
def standardised_fit(method: Method, name: str) -> Fit:
    """The fit to the standardised points of a problem, which those of all its places are held
    against.
    """
    return solvers.fit(method, standardised(BY_NAME[name].X), BY_NAME[name].y, trace=False)


@pytest.mark.parametrize("method", RULES, ids=name_of, scope="module")
@pytest.mark.parametrize("move", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("name", ["separable", "overlapping", "Fisher's example"])
def test_the_answer_is_that_of_the_standardised_points(method: Method, move, name: str) -> None:
    near, far = (
        standardised_fit(method, name),
        solvers.fit(method, move(BY_NAME[name].X), BY_NAME[name].y, trace=False),
    )
    assert far.status is near.status
    assert dict(far.outcome.facts).get("updates") == dict(near.outcome.facts).get("updates")
    scale = np.abs(near.certificate.margins).max()
    # Thousands of steps of a rule that never ends drift apart by the rounding of the mean.
    np.testing.assert_allclose(far.certificate.margins, near.certificate.margins, atol=1e-6 * scale)
    assert "standardised" in far.explanation
    assert far.certificate.primal == pytest.approx(near.certificate.primal, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("kind", [Perceptron, Relaxation, LMS], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "name",
    ["MSE example", "Fisher's example", "XOR", "separable", "overlapping", "touching corners"],
)
def test_ordinary_points_are_taken_as_in_the_book(kind: type[Method], name: str) -> None:
    problem = BY_NAME[name].problem()
    auto, never = (
        solvers.solve(kind(standardise=how, max_epochs=50), problem, trace=False)
        for how in ("auto", "never")
    )
    np.testing.assert_array_equal(auto.w, never.w)
    np.testing.assert_array_equal(auto.b, never.b)  # of touching corners nothing is fitted at all
    assert "standardised" not in auto.explanation


def test_always_standardises_ordinary_points_too() -> None:
    reference = BY_NAME["separable"]
    fit = solvers.fit(Perceptron(standardise="always"), reference.X, reference.y)
    near = solvers.fit(Perceptron(standardise="never"), standardised(reference.X), reference.y)
    np.testing.assert_allclose(fit.w, near.w / reference.X.std(axis=0), rtol=1e-12)
    assert fit.b == pytest.approx(
        near.b - near.w @ (reference.X.mean(axis=0) / reference.X.std(axis=0)), rel=1e-12
    )


@pytest.mark.parametrize("margin", [0.0, 1.0])
def test_novikoff_bound_is_that_of_the_samples_the_rule_ran_on(margin: float) -> None:
    reference = BY_NAME["separable"]
    X, y = reference.X * 1e4 + 3e5, reference.y
    fit = solvers.fit(Perceptron(margin=margin), X, y)
    facts = dict(fit.outcome.facts)
    assert facts["updates"] <= facts["Novikoff bound"] < 1e4
    Z = np.column_stack([np.ones(len(y)), standardised(X)]) * y[:, None]
    best = solvers.fit(
        solvers.HardMarginSVM(fit_intercept=False),
        standardised(X),
        y,
        features=solvers.FormulaFeatures("1, x1, x2"),
    )
    assert facts["γ"] == pytest.approx(1.0 / np.linalg.norm(best.w), rel=1e-7)
    assert facts["R"] == pytest.approx(np.linalg.norm(Z, axis=1).max(), rel=1e-12)


def test_a_constant_coordinate_keeps_its_unit() -> None:
    X = np.column_stack([np.arange(6.0), np.full(6, 1e8 + 0.1)])
    problem = solvers.Problem.from_labels(X, [-1, -1, -1, 1, 1, 1])
    samples = NormalisedSamples.of(problem, "auto")
    assert samples.is_standardised
    assert samples.scale[1] == 1.0
    assert np.abs(samples.columns[2]).max() < 1e-7
    assert solvers.solve(Perceptron(), problem).certificate.errors == 0


@pytest.mark.parametrize("standardise", ["never", "always"])
@pytest.mark.parametrize("kind", [Perceptron, Relaxation, LMS], ids=lambda kind: kind.__name__)
def test_a_rule_begins_where_it_is_told_to(
    kind: type[Perceptron | Relaxation | LMS], standardise: str
) -> None:
    X, y = np.array([[-2.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [2.0, 0.5]]), np.array([-1, -1, 1, 1])
    begun = solvers.fit(kind(begin=(0.25, 3.0, -0.5), standardise=standardise), X, y)
    assert (begun.history[0].b, *begun.history[0].w) == pytest.approx((0.25, 3.0, -0.5))
    if kind is LMS:  # it arrives at least squares all the same
        assert begun.decision_function(X) == pytest.approx(
            solvers.fit(solvers.LeastSquares(), X, y).decision_function(X), abs=1e-3
        )
    else:
        assert begun.certificate.errors == 0
        assert (
            begun.facts["updates"]
            <= solvers.fit(kind(standardise=standardise), X, y).facts["updates"]
        )
    # In a picture a start of another length belongs to the feature map of before: the rule begins
    # at zero.
    assert not np.any(
        solvers.solve(kind(begin=(1.0, 2.0)), solvers.Problem.from_labels(X, y)).history[0].w
    )
