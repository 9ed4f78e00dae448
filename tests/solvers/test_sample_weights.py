"""Sample and class weights: a point of weight 2 is two points, and a class weight multiplies the
losses of a class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from problems import blobs

import solvers
from solvers import (
    BayesianLogistic,
    GaussianKernel,
    LeastSquares,
    LogisticRegression,
    MulticlassSVM,
    OneVsOne,
    OneVsRest,
    Polynomial,
    SoftMarginSVM,
    Softmax,
    Status,
)
from solvers.arrays import Floats, Ints

PLAIN = Polynomial(2).as_written


TWO: list[tuple[Any, dict[str, Any]]] = [
    (SoftMarginSVM(5.0), {}),
    (SoftMarginSVM(5.0, algorithm="interior-point"), {}),
    (SoftMarginSVM(5.0, algorithm="smo"), {}),
    (SoftMarginSVM(5.0, fit_intercept=False), {}),
    (SoftMarginSVM(5.0, positive_weight=3.0), {}),
    (SoftMarginSVM(5.0), {"kernel": GaussianKernel(1.5)}),
    (LogisticRegression(0.01), {}),
    (LogisticRegression(0.0), {}),
    (LogisticRegression(0.01, penalise_bias=True), {}),
    (LogisticRegression(0.01, fit_intercept=False), {}),
    (LogisticRegression(0.01, positive_weight=3.0), {}),
    (BayesianLogistic(2.0), {}),
    (LeastSquares(), {}),
    (LeastSquares(3.0), {}),
    (LeastSquares(3.0, fit_intercept=False), {}),
    (Softmax(0.01), {}),
    (MulticlassSVM(5.0), {}),
    (MulticlassSVM(5.0, "weston-watkins"), {}),
]
MANY: list[Any] = [
    LeastSquares(),
    LeastSquares(3.0),
    Softmax(0.01),
    MulticlassSVM(0.1),
    MulticlassSVM(50.0),
    MulticlassSVM(50.0, "weston-watkins"),
    OneVsOne(SoftMarginSVM(3.0)),
    OneVsRest(LogisticRegression(0.01)),
]


def assert_same_as_copies(method: Any, X: Floats, y: Ints, space: dict[str, Any]) -> None:
    """Whole weights and as many copies of each point have one answer, with one certificate."""
    counts = np.random.default_rng(1).integers(1, 5, len(y))
    rows = np.repeat(np.arange(len(y)), counts)
    weighed = solvers.fit(method, X, y, sample_weight=counts, **space)
    copied = solvers.fit(method, X[rows], y[rows], **space)
    assert weighed.status is copied.status is Status.CONVERGED
    theirs = copied.decision_function(X)
    size = float(np.abs(theirs).max())
    np.testing.assert_allclose(weighed.decision_function(X), theirs, atol=1e-10 * size)
    assert weighed.certificate.primal == pytest.approx(copied.certificate.primal, rel=1e-11)
    if copied.certificate.dual is not None:
        assert weighed.certificate.dual == pytest.approx(copied.certificate.dual, rel=1e-9)
    if weighed.has_probability:
        np.testing.assert_allclose(weighed.predict_proba(X), copied.predict_proba(X), atol=1e-10)


@pytest.mark.parametrize(("method", "space"), TWO, ids=repr)
def test_a_whole_weight_is_so_many_points(method: Any, space: dict[str, Any]) -> None:
    assert_same_as_copies(method, *blobs(2), space)


def test_weights_pass_through_a_map() -> None:
    assert_same_as_copies(SoftMarginSVM(5.0), *blobs(2, d=2), {"features": PLAIN})


@pytest.mark.parametrize("method", MANY, ids=repr)
def test_a_whole_weight_is_so_many_points_of_many_classes(method: Any) -> None:
    assert_same_as_copies(method, *blobs(4), {})


@pytest.mark.parametrize(
    ("kind", "space"),
    [
        (SoftMarginSVM, {}),
        (SoftMarginSVM, {"kernel": GaussianKernel(1.5)}),
        (LogisticRegression, {}),
    ],
)
def test_a_class_weight_is_that_of_the_method(kind: Any, space: dict[str, Any]) -> None:
    X, y = blobs(2)
    one = solvers.fit(kind(), X, y, class_weight={1: 3.0}, **space)
    other = solvers.fit(kind(positive_weight=3.0), X, y, **space)
    scores = other.decision_function(X)
    np.testing.assert_allclose(one.decision_function(X), scores, atol=1e-8 * np.ptp(scores))
    assert one.certificate.primal == pytest.approx(other.certificate.primal, rel=1e-9)


def test_an_answer_to_other_weights_has_a_gap() -> None:
    X, y = blobs(2)
    weights = np.linspace(1.0, 9.0, len(y))
    for method in (SoftMarginSVM(5.0), LogisticRegression(0.01), LeastSquares()):
        weighed = solvers.fit(method, X, y, sample_weight=weights)
        plain = solvers.fit(method, X, y)
        gap = method.certify(weighed.problem, plain.last, plain.claim).gap
        assert gap is not None
        assert gap > 1e-5


@pytest.mark.parametrize("method", [SoftMarginSVM(5.0), LogisticRegression(0.01), LeastSquares()])
def test_a_dragged_point_keeps_its_weight(method: Any) -> None:
    X, y = blobs(2, d=2)
    weights = np.linspace(1.0, 9.0, len(y))
    fit = solvers.fit(method, X, y, sample_weight=weights)
    drag, moved = solvers.grab(fit, 3), X.copy()
    moved[3] = 1.5, -0.5
    drag.move(moved[3])
    cold = solvers.fit(method, moved, y, sample_weight=weights)
    other = drag.fit(cold.problem)
    np.testing.assert_allclose(other.decision_function(X), cold.decision_function(X), atol=1e-8)


def test_means_that_coincide_with_their_weights_have_no_direction() -> None:
    X = np.array([[0.0, 0.0], [3.0, 0.0], [1.0, 1.0], [1.0, -1.0]])
    for method in (SoftMarginSVM(0.1), LogisticRegression(0.1), LeastSquares(), Softmax(0.1)):
        fit = solvers.fit(method, X, [0, 0, 1, 1], sample_weight=[2.0, 1.0, 1.0, 1.0])
        assert fit.status is Status.CONVERGED
        assert not np.any(fit.weights[0])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sample_weight": [1.0, 2.0]}, "one number for each of the 60 points"),
        ({"sample_weight": np.zeros(60)}, "must hold positive numbers, row 0 has 0"),
        ({"sample_weight": np.full(60, np.nan)}, "must hold positive numbers, row 0 has nan"),
        ({"class_weight": {7: 1.0}}, "names the class 7, which does not occur"),
        ({"class_weight": {1: -1.0}}, "class_weight of 1 must be a positive number"),
        ({"class_weight": "equal"}, 'must be "balanced" or a mapping'),
        ({"class_weight": 3.0}, 'must be "balanced" or a mapping'),
    ],
)
def test_weights_that_are_none_are_refused(given: dict[str, Any], words: str) -> None:
    for K in (2, 3):
        with pytest.raises(ValueError, match=words):
            solvers.fit(Softmax(), *blobs(K), **given)
    with pytest.raises(ValueError, match="minimises no sum of losses"):
        solvers.fit(solvers.Fisher(), *blobs(2), sample_weight=np.ones(60))


# --- any number of features and classes -----------------------------------------------------------


@pytest.mark.parametrize("kind", [*solvers.METHODS, *solvers.SCHEMES])
def test_one_feature_is_enough(kind: Any) -> None:
    """The same as with a second feature that is constant, but for what counts features."""
    X = np.round(np.random.default_rng(0).normal(size=(60, 1)) * 2.0)
    X, y = np.abs(X + 30.0 * (np.arange(60)[:, None] % 2)), np.arange(60) % 2
    fit = solvers.fit(kind(), X, y)
    assert fit.status is Status.CONVERGED
    assert fit.score(X, y) == 1.0 or kind is solvers.MultinomialNaiveBayes
    if isinstance(fit, solvers.Fit) and kind is not solvers.MultinomialNaiveBayes:
        two = solvers.fit(kind(), np.column_stack([X, np.zeros(60)]), y)
        np.testing.assert_allclose(fit.coef_[0, 0], two.coef_[0, 0], rtol=1e-9)


def test_one_feature_is_studied() -> None:
    X, y = blobs(2, d=1)
    assert not solvers.separability(X, y).separable
    assert len(solvers.soft_margin_path(X, y).C) > 2
    assert 0.0 < solvers.cross_validate(SoftMarginSVM(), X, y).mean < 0.6


@pytest.mark.parametrize("method", [*MANY, solvers.Fisher(), solvers.GaussianGenerative()])
def test_more_classes_than_a_palette_has(method: Any) -> None:
    X, y = blobs(13, n=260)
    fit = solvers.fit(method, X, y)
    assert fit.status is Status.CONVERGED
    assert fit.K == 13
    assert fit.confusion.shape == (13, 13)


def test_what_is_of_the_plane_says_so() -> None:
    X, y = blobs(2)
    for space in (
        {"features": Polynomial(2)},
        {"kernel": solvers.FormulaKernel()},
        {"kernel": solvers.PolynomialKernel(2, origin=(1.0, 1.0))},
    ):
        with pytest.raises(ValueError, match="points of the plane"):
            solvers.fit(SoftMarginSVM(), X, y, **space)  # type: ignore[arg-type]
