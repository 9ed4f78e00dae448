"""Data that once broke an answer and have no better place: each a specimen of its class, judged by the certificate."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import LogisticRegression, SoftMarginSVM, Status
from solvers.algorithms.domain import beyond_doubles


def both(y):
    y = y.copy()
    y[0], y[-1] = 1.0, -1.0
    return y


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("outlier", [0.0, 1e5])
@pytest.mark.parametrize("features", [None, solvers.Polynomial(2), solvers.Polynomial(3)], ids=str)
def test_without_penalty_the_status_is_that_of_the_exact_verdict(features, outlier, seed):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(60, 2)), both(np.where(random.random(60) < 0.4, 1.0, -1.0))
    if seed % 2:
        X = random.integers(0, 3, (60, 2)).astype(float)
    X[0] += outlier
    verdict = solvers.separability(X, y, features)
    fit = solvers.fit(LogisticRegression(l2=0.0), X, y, features=features)
    assert (fit.status is Status.UNBOUNDED) == (verdict.separable or verdict.touching)
    assert fit.status is not Status.BUDGET or beyond_doubles(fit.problem)
    assert fit.status in (Status.UNBOUNDED, Status.BUDGET) or abs(fit.certificate.gap) <= 1e-7


def test_a_warm_start_ends_where_a_cold_fit_ends_without_penalty():
    random = np.random.default_rng(2)
    X, y = random.normal(size=(80, 2)), both(np.where(random.random(80) < 0.5, 1.0, -1.0))
    far = X.copy()
    far[0] = 1e5, -1e5
    method = LogisticRegression(l2=0.0)
    for first, second in ((X, far), (far, X)):
        warm = solvers.fit(method, second, y, start=solvers.fit(method, first, y))
        assert warm.certificate.primal == pytest.approx(solvers.fit(method, second, y).certificate.primal, rel=1e-9)


@pytest.mark.parametrize("update", ["single", "batch"])
def test_a_perceptron_has_a_model_where_one_point_carries_both_labels(update):
    X = np.array([[0.0, 0.0], [1.0, 0.0], [3.0, 2.0], [4.0, 2.0], [2.0, 1.0], [2.0, 1.0]])
    fit = solvers.fit(solvers.Perceptron(update=update), X, [-1, -1, 1, 1, 1, -1])
    assert fit.status is Status.NOT_SEPARABLE
    assert fit.has_model
    assert fit.certificate.errors <= 2


@pytest.mark.parametrize("width", [1e-6, 1e-10, 1e-14])
def test_least_squares_on_two_nearly_equal_directions_is_proved_or_said_to_be_open(width):
    random = np.random.default_rng(0)
    t, y = random.normal(size=40), both(np.where(random.random(40) < 0.5, 1.0, -1.0))
    fit = solvers.fit(solvers.LeastSquares(), np.column_stack([t, t + width * random.normal(size=40)]), y)
    assert np.isfinite(fit.w).all()
    assert fit.certificate.primal <= 40.0 * (1.0 + 1e-12)  # no worse than no line at all
    assert fit.status is not Status.CONVERGED or fit.certificate.gap is None or abs(fit.certificate.gap) <= 1e-7


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("n", [7, 30])
def test_a_polynomial_kernel_of_degree_six_at_a_large_price(n):
    random = np.random.default_rng(n)
    X, y = random.normal(size=(n, 2)), both(np.where(random.random(n) < 0.5, 1.0, -1.0))
    fit = solvers.fit(SoftMarginSVM(C=1e6), X, y, kernel=solvers.PolynomialKernel(6))
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-7
    hard = solvers.fit(solvers.HardMarginSVM(), X, y, kernel=solvers.PolynomialKernel(6))
    assert hard.outcome.fault is None


def test_lattice_points_let_no_gradient_method_run_for_ever():
    random = np.random.default_rng(1)
    X = random.integers(0, 3, (50, 2)).astype(float)
    fit = solvers.fit(solvers.LMS(), X, both(np.where(random.random(50) < 0.5, 1.0, -1.0)), trace=False)
    assert fit.status in (Status.CONVERGED, Status.NOT_SEPARABLE)
    best = solvers.fit(solvers.LeastSquares(), X, fit.problem.y).certificate.primal
    assert fit.certificate.primal == pytest.approx(best, rel=1e-6)
