"""Densities of the classes: the Gaussian classifier by definition, priors, singular covariances,
drags; words that are counted.
"""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from sklearn.naive_bayes import MultinomialNB

import solvers
from solvers import Status
from solvers.methods.gaussian import GaussianGenerative
from solvers.methods.naive_bayes import MultinomialNaiveBayes
from solvers.studies.populations import GaussianPopulation

GRID = np.random.default_rng(9).normal(size=(30, 2)) * 2


def clouds(n=80, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.4, -1, 1)
    return rng.normal(size=(n, 2)) * np.where(y[:, None] > 0, 1, [2, 0.5]) @ np.array(
        [[1, 0.4], [0, 1]]
    ) + 0.7 * y[:, None], y


def estimated(X, y, diagonal=False, shared=False, unbiased=False):
    """The two populations with the estimates of the definition, by numpy."""
    both = {}
    within = sum(len(X[y == k]) * np.cov(X[y == k].T, bias=True) for k in (-1, 1)) / (
        len(y) - 2 * unbiased
    )
    for sign in (-1, 1):
        points = X[y == sign]
        S = within if shared else np.cov(points.T, bias=not unbiased)
        S = np.diag(np.diag(S)) if diagonal else S
        both[sign] = GaussianPopulation(
            tuple(points.mean(0)), ((S[0, 0], S[0, 1]), (S[0, 1], S[1, 1])), len(points) / len(y)
        )
    return both


@pytest.mark.parametrize("covariance", ["shared", "separate", "diagonal"])
@pytest.mark.parametrize("unbiased", [False, True])
def test_the_score_is_the_log_odds_of_the_estimated_densities(covariance, unbiased):
    X, y = clouds()
    both = estimated(X, y, covariance == "diagonal", covariance == "shared", unbiased)
    f = sum(s * (np.log(both[s].prior) + both[s].log_density(GRID)) for s in (-1, 1))
    estimate = "unbiased" if unbiased else "maximum-likelihood"
    fit = solvers.fit(GaussianGenerative(covariance, estimate=estimate), X, y)
    assert fit.decision_function(GRID) == pytest.approx(f, rel=1e-10, abs=1e-11)
    assert fit.predict_proba(GRID)[:, 1] == pytest.approx(1 / (1 + np.exp(-f)), rel=1e-9)


@pytest.mark.parametrize(
    ("priors", "prior_plus", "odds"),
    [("empirical", 0.5, None), ("equal", 0.9, 0.0), ("given", 0.9, np.log(9))],
)
@pytest.mark.parametrize("covariance", ["shared", "separate"])
def test_priors_shift_the_score(covariance, priors, prior_plus, odds):
    X, y = clouds()
    odds = np.log((y > 0).sum() / (y < 0).sum()) if odds is None else odds
    flat = solvers.fit(GaussianGenerative(covariance, priors="equal"), X, y).decision_function(GRID)
    fit = solvers.fit(GaussianGenerative(covariance, priors=priors, prior_plus=prior_plus), X, y)
    assert fit.decision_function(GRID) - flat == pytest.approx(np.full(30, odds), abs=1e-12)


@pytest.mark.parametrize("covariance", ["shared", "separate", "diagonal"])
@pytest.mark.parametrize(
    ("X", "y"),
    [
        pytest.param([(0, 0), (1, 2)], [0, 1], id="one point per class"),
        pytest.param([(0.1, 0), (0.1, 1), (0.1, 2), (0.1, 4)], [0, 0, 1, 1], id="a vertical line"),
        pytest.param([(0, 0), (1, 1), (2, 2), (4, 4)], [0, 0, 1, 1], id="a diagonal line"),
        pytest.param([(0, 0), (1, 0), (2, 3), (3, 3)], [0, 0, 1, 1], id="parallel lines"),
    ],
)
def test_singular_covariances_give_a_boundary_and_a_sentence(covariance, X, y):
    fit = solvers.fit(GaussianGenerative(covariance), X, y)
    assert fit.status in (Status.SINGULAR, Status.UNBOUNDED, Status.CONVERGED)
    assert fit.has_model
    assert np.isfinite(fit.decision_function(X)).all()
    assert fit.predict(X).tolist() == y


@pytest.mark.parametrize("covariance", ["shared", "separate", "diagonal"])
def test_points_in_one_place_leave_the_priors(covariance):
    fit = solvers.fit(GaussianGenerative(covariance), [(0.1, 0.2)] * 4, [0, 1, 1, 1])
    assert fit.status is Status.SINGULAR
    assert fit.b == pytest.approx(np.log(3))
    assert not fit.has_model


def documents(n=40, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    return rng.poisson(np.where(y[:, None] > 0, [6, 2], [3, 4])).astype(float), y


@pytest.mark.parametrize("smoothing", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("priors", ["empirical", "equal"])
def test_the_peer(smoothing, priors):
    X, y = documents()
    peer = MultinomialNB(alpha=smoothing, fit_prior=priors == "empirical").fit(X, y)
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=smoothing, priors=priors), X, y)
    assert fit.predict_proba(X) == pytest.approx(peer.predict_proba(X), rel=1e-12)
    assert fit.status is Status.CONVERGED


def test_a_document_by_hand():
    # class 0: words 3 + 1, class 1: words 1 + 3; smoothing 1 gives 4/6, 2/6 and 2/6, 4/6.
    fit = solvers.fit(MultinomialNaiveBayes(), [(2, 1), (1, 0), (1, 3)], [0, 0, 1])
    assert fit.w == pytest.approx([-np.log(2), np.log(2)], rel=1e-15)
    assert fit.b == pytest.approx(-np.log(2), rel=1e-15)


@pytest.mark.parametrize("bad", [(0.5, 1), (1, -1), (-2, 0)])
def test_points_that_are_no_counts_are_named(bad):
    fit = solvers.fit(MultinomialNaiveBayes(), [(1, 2), (3, 0), bad], [0, 1, 1])
    assert fit.status is Status.NOT_APPLICABLE
    assert "Point 3 is" in fit.explanation
    assert not fit.has_model


def test_a_word_that_never_occurs_needs_smoothing():
    X, y = [(1, 2), (0, 3), (0, 2)], [0, 1, 1]
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=0.0), X, y)
    assert fit.status is Status.UNBOUNDED
    assert "Word 1 never occurs in class +" in fit.explanation
    assert solvers.fit(MultinomialNaiveBayes(), X, y).has_model


def test_empty_documents_need_smoothing():
    fit = solvers.fit(MultinomialNaiveBayes(smoothing=0.0), [(0, 0), (1, 3)], [0, 1])
    assert "empty" in fit.explanation
    assert np.isfinite(solvers.fit(MultinomialNaiveBayes(), [(0, 0), (1, 3)], [0, 1]).b)


def test_it_works_on_the_plane_only():
    fit = solvers.fit(MultinomialNaiveBayes(), *documents(), features=solvers.Polynomial(2))
    assert fit.status is Status.NOT_APPLICABLE


def exact_log_densities(problem, shared):
    """The log-densities (n, 2) of class + and class - with 60 digits, without the priors and what
    both have in common.
    """
    with mpmath.workdps(60):
        rows = [mpmath.matrix(row) for row in problem.Phi.tolist()]
        own = [
            [row for row, sign in zip(rows, problem.y, strict=True) if sign == label]
            for label in (1.0, -1.0)
        ]
        means = [sum(points[1:], points[0].copy()) / len(points) for points in own]
        scatters = [
            sum(((p - mean) * (p - mean).T for p in points), mpmath.zeros(len(mean)))
            for points, mean in zip(own, means, strict=True)
        ]
        if shared:
            covariances = [(scatters[0] + scatters[1]) / len(rows)] * 2
        else:
            covariances = [
                scatter / len(points) for scatter, points in zip(scatters, own, strict=True)
            ]
        found = [
            [
                -((row - mean).T * (S**-1) * (row - mean))[0] / 2
                - mpmath.log(mpmath.det(S)) / 2
                + mpmath.log(len(points))
                for row in rows
            ]
            for mean, S, points in zip(means, covariances, own, strict=True)
        ]
        return np.array([[float(a - b) for a, b in zip(*found, strict=True)]])[0]


@pytest.mark.parametrize("covariance", ["shared", "separate"])
@pytest.mark.parametrize("seed", [0, 1, 2, 5, 9, 14])
def test_scores_without_digits_are_not_called_the_answer(covariance, seed):
    """Heavy tails on curved features: the terms of the polynomial are 10^16 times the score."""
    y = np.arange(24) % 2
    X = np.random.default_rng(seed).standard_cauchy((24, 2)) ** 3
    fit = solvers.fit(
        GaussianGenerative(covariance=covariance), X, y, features=solvers.Circle(), trace=False
    )
    exact = exact_log_densities(fit.problem, covariance == "shared")
    off = float((np.abs(fit.decision_function(X) - exact) / (1.0 + np.abs(exact))).max())
    if fit.status is Status.CONVERGED:
        assert off <= 2e-6
    elif fit.status is Status.BUDGET:
        assert off <= 10.0 * fit.certificate.rounding
        assert "the inverse of a covariance leaves a score" in fit.explanation
        assert fit.explanation.endswith("centre and scale the features.")


def test_some_of_these_have_no_digits_and_ordinary_points_all():
    statuses = [
        solvers.fit(
            GaussianGenerative(covariance="separate"),
            np.random.default_rng(seed).standard_cauchy((24, 2)) ** 3,
            np.arange(24) % K,
            features=solvers.Circle(),
            trace=False,
        ).status
        for seed in range(40)
        for K in (2, 3)
    ]
    assert Status.BUDGET in statuses
    for features in (solvers.Identity(), solvers.Circle(), solvers.Polynomial(3)):
        for covariance in ("shared", "separate", "diagonal"):
            fit = solvers.fit(
                GaussianGenerative(covariance=covariance), *clouds(), features=features, trace=False
            )
            assert (fit.status, fit.certificate.rounding <= 1e-9) == (Status.CONVERGED, True)
