"""The methods that know K classes themselves: two classes, references, masking, eigenvalues, drags,
degenerate data.
"""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
from problems import ring
from scipy.stats import multivariate_normal
from sklearn.naive_bayes import MultinomialNB

import solvers
from solvers import GaussianGenerative, ManyProblem, Status
from solvers.multiclass.forms import FORMS

X, Y = ring(60, spread=0.9)
Z = np.random.default_rng(1).normal(0.0, 3.0, (100, 2))
METHODS = (
    solvers.MeanDifference(),
    solvers.MeanDifference(offset="prior"),
    solvers.Fisher(),
    solvers.Fisher(offset="prior"),
    solvers.LeastSquares(),
    solvers.LeastSquares(ridge=3.0),
    GaussianGenerative(),
    GaussianGenerative(covariance="separate", estimate="unbiased"),
    GaussianGenerative(covariance="diagonal", priors="equal"),
    solvers.MultinomialNaiveBayes(),
)


def points_for(method, X):
    return np.floor(2.0 * np.abs(X)) if isinstance(method, solvers.MultinomialNaiveBayes) else X


@pytest.mark.parametrize("method", METHODS, ids=repr)
def test_two_classes_are_the_two_class_answer(method):
    two, x = Y < 2, points_for(method, X)
    one = solvers.fit(method, x[two], Y[two])
    problem = ManyProblem.from_labels(x[two], Y[two])
    many = solvers.solve(method, problem)
    assert np.diff(many.decision_function(Z), axis=1)[:, 0] == pytest.approx(
        one.decision_function(Z), rel=1e-12, abs=1e-12
    )
    assert many.status is one.status
    if getattr(method, "offset", "") != "training-error":
        # The form for K classes itself, up to the length of w of the projections.
        iterate = next(FORMS[type(method)](method).steps(problem, None, True))
        f, scale = np.diff(iterate.scores(Z), axis=1)[:, 0], 1.0
        if isinstance(method, solvers.Fisher | solvers.MeanDifference):
            scale = np.linalg.norm(one.w) / np.linalg.norm(np.diff(iterate.W, axis=0))
        assert scale * f == pytest.approx(one.decision_function(Z), rel=1e-9, abs=1e-11)


def test_one_hot_least_squares_is_numpys():
    many = solvers.fit(solvers.LeastSquares(), X, Y)
    table = np.column_stack([X, np.ones(len(X))])
    expected = np.linalg.lstsq(table, np.eye(3)[Y], rcond=None)[0]
    assert pytest.approx(expected[:2].T, rel=1e-11, abs=1e-12) == many.W
    assert many.b == pytest.approx(expected[2], rel=1e-11, abs=1e-12)
    assert many.decision_function(Z).sum(axis=1) == pytest.approx(np.ones(len(Z)))
    assert many.certificate.gap == pytest.approx(0.0, abs=1e-13)


def test_the_middle_of_three_classes_in_a_row_is_masked():
    rng = np.random.default_rng(0)
    x = np.concatenate(
        [rng.normal((3.0 * k, 3.0 * k), 0.4, (n, 2)) for k, n in enumerate((40, 20, 40))]
    )
    problem = ManyProblem(
        x, np.repeat([0, 1, 2], (40, 20, 40)), (0, 1, 2), names=("left", "middle", "right")
    )
    masked = solvers.solve(solvers.LeastSquares(), problem)
    assert "No point is predicted as middle" in masked.explanation
    assert masked.certificate.confusion[:, 1].sum() == 0
    assert solvers.solve(solvers.Fisher(), problem).certificate.errors == 0


def test_probabilities_are_those_of_the_densities():
    many = solvers.fit(GaussianGenerative(covariance="separate", estimate="unbiased"), X, Y)
    groups = [X[k == Y] for k in range(3)]
    p = np.stack(
        [len(g) * multivariate_normal(g.mean(axis=0), np.cov(g.T)).pdf(Z) for g in groups], axis=1
    )
    assert many.predict_proba(Z) == pytest.approx(p / p.sum(axis=1, keepdims=True), abs=1e-12)
    words = np.floor(2.0 * np.abs(X))
    counted = solvers.fit(solvers.MultinomialNaiveBayes(), words, Y)
    assert counted.predict_proba(words) == pytest.approx(
        MultinomialNB().fit(words, Y).predict_proba(words), rel=1e-10
    )


def test_the_eigenvalues_are_those_of_a_generalised_eigensolver():
    many = solvers.fit(solvers.Fisher(), X, Y)
    m = X.mean(axis=0)
    groups = [X[k == Y] for k in range(3)]
    within = sum((g - g.mean(axis=0)).T @ (g - g.mean(axis=0)) for g in groups)
    between = sum(len(g) * np.outer(g.mean(axis=0) - m, g.mean(axis=0) - m) for g in groups)
    expected = scipy.linalg.eigh(between, within, eigvals_only=True)[::-1]
    assert many.facts["eigenvalues"] == pytest.approx(expected, rel=1e-10)
    assert (
        many.facts["J"]
        == many.facts["eigenvalues"][0]
        == pytest.approx(many.certificate.primal, rel=1e-10)
    )
    directions = many.facts["directions"]
    assert directions @ within @ directions.T == pytest.approx(np.eye(2), abs=1e-10)
    assert many.certificate.gap == pytest.approx(0.0, abs=1e-10)


def test_badly_conditioned_features_keep_the_digits_of_J():
    rng = np.random.default_rng(0)
    x = rng.standard_normal(60) + 0.5 * np.repeat([0.0, 1.0, 2.0], 20)
    points, labels = (
        np.column_stack([x, x + 1e-6 * rng.standard_normal(60)]),
        np.repeat([0, 1, 2], 20),
    )
    many = solvers.fit(solvers.Fisher(), points, labels)
    apart = np.column_stack([points[:, 0], (points[:, 1] - points[:, 0]) * 1e6])
    plain = solvers.fit(solvers.Fisher(), apart, labels)
    assert many.certificate.gap <= 1e-9
    assert many.facts["J"] == pytest.approx(plain.facts["J"], rel=1e-8)


def test_what_two_classes_alone_mean_is_refused_in_words():
    given = solvers.fit(GaussianGenerative(priors="given"), X, Y)
    assert given.status is Status.NOT_APPLICABLE
    targets = solvers.fit(solvers.LeastSquares(targets=tuple(np.ones(60))), X, Y)
    assert targets.status is Status.NOT_APPLICABLE
    assert not targets.has_model
