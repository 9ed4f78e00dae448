"""Bayesian logistic regression: most probable line, posterior covariance, averaged probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import Status
from solvers.methods.bayesian_logistic import BayesianLogistic
from solvers.methods.logistic import LogisticRegression


def log_posterior(a, X, y, variance):
    f = X @ a[:2] + a[2]
    return -np.logaddexp(0, -y * f).sum() - a[:2] @ a[:2] / (2 * variance)


def test_the_line_is_penalised_logistic_regression():
    X, y = clouds(40, 0.7)
    fit = solvers.fit(BayesianLogistic(prior_variance=4.0), X, y)
    same = solvers.fit(LogisticRegression(l2=1 / (2 * 40 * 4.0)), X, y)
    assert [*fit.w, fit.b] == pytest.approx([*same.w, same.b], rel=1e-12)
    assert fit.certificate.primal == pytest.approx(same.certificate.primal, rel=1e-13)
    assert abs(fit.certificate.gap) < 1e-13
    assert fit.status is Status.CONVERGED


@pytest.mark.parametrize("shift", [0.0, 50.0])
def test_the_covariance_is_the_inverse_curvature_of_the_posterior(shift):
    X, y = clouds(40, 0.7)
    X = X + shift
    last = solvers.fit(BayesianLogistic(prior_variance=2.0), X, y).last
    about = X - last.centre
    at = np.append(last.w, last.f_centre)
    h, H = 1e-4, np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            e, d = h * np.eye(3)[i], h * np.eye(3)[j]
            terms = [(at + e + d, 1), (at + e - d, -1), (at - e + d, -1), (at - e - d, 1)]
            H[i, j] = -sum(s * log_posterior(a, about, y, 2.0) for a, s in terms) / (4 * h * h)
    assert last.covariance == pytest.approx(np.linalg.inv(H), rel=1e-4)


def test_probabilities_are_averages_over_the_posterior():
    X, y = clouds(20, 0.7)
    fit = solvers.fit(BayesianLogistic(), X, y)
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(6, 2)) * 2
    lines = rng.multivariate_normal(np.append(fit.w, fit.last.f_centre), fit.last.covariance, 200_000)
    f = (Z - fit.last.centre) @ lines[:, :2].T + lines[:, 2]
    assert fit.predict_proba(Z)[:, 1] == pytest.approx((1 / (1 + np.exp(-f))).mean(axis=1), abs=0.02)


def test_probabilities_are_less_sure_than_those_of_the_line_alone():
    X, y = clouds(40, 0.7)
    fit = solvers.fit(BayesianLogistic(), X, y)
    p = fit.predict_proba(X)[:, 1]
    plain = 1 / (1 + np.exp(-fit.decision_function(X)))
    assert (np.abs(p - 0.5) < np.abs(plain - 0.5)).all()
    assert ((p > 0.5) == (plain > 0.5)).all()


def test_each_step_has_its_covariance_and_its_sentence():
    fit = solvers.fit(BayesianLogistic(), *clouds(40, 0.7))
    assert all(step.covariance is not None and step.note for step in fit.history)
