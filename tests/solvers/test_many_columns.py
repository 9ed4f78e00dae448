"""Points of more than two coordinates: every linear method, against numbers of the literature, formulas written out, and peers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import solvers
from solvers import (
    Fisher,
    GaussianGenerative,
    GaussianKernel,
    HardMarginSVM,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    OneVsOne,
    Perceptron,
    Polynomial,
    Problem,
    SoftMarginSVM,
    Softmax,
    Status,
)

datasets = pytest.importorskip("sklearn.datasets")
IRIS = datasets.load_iris()
FLOWERS, SIGNS = IRIS.data[50:], np.where(IRIS.target[50:] == 2, 1, -1)  # versicolor against virginica


def test_the_soft_margin_of_two_irises_in_four_columns() -> None:
    fit = solvers.fit(SoftMarginSVM(C=1000.0), FLOWERS, SIGNS)
    np.testing.assert_allclose(fit.w, [-1.15042, -1.15043, 3.53976, 4.24774], rtol=5e-5)
    assert fit.b == pytest.approx(-13.63699, rel=5e-5)
    assert fit.margin == pytest.approx(0.1734997, rel=5e-5)
    assert fit.certificate.primal <= 89.796646  # of a solver with a tolerance
    assert fit.certificate.primal == pytest.approx(89.796646, rel=1e-5)
    assert (fit.status, fit.certificate.errors) == (Status.CONVERGED, 3)


def test_fisher_and_logistic_regression_of_two_irises_in_four_columns() -> None:
    fisher = solvers.fit(Fisher(offset="midpoint"), FLOWERS, SIGNS)
    np.testing.assert_allclose(fisher.w / np.linalg.norm(fisher.w), [-0.22684996, -0.35584988, 0.44461153, 0.79008262], rtol=1e-7)
    logistic = solvers.fit(LogisticRegression(l2=1 / 200), FLOWERS, SIGNS)
    np.testing.assert_allclose(logistic.w, [-0.39443349, -0.5132774, 2.93075139, 2.41703221], rtol=1e-7)
    assert logistic.b == pytest.approx(-14.43075819, rel=1e-8)
    assert logistic.certificate.errors == 4


def _table(seed: int) -> tuple[Any, Any]:
    """Columns that depend on each other, in different units."""
    rng = np.random.default_rng(seed)
    d, n = int(rng.integers(3, 31)), int(10 ** rng.uniform(1.6, 3.0))
    X = rng.normal(size=(n, d)) @ (np.eye(d) + 0.3 * rng.normal(size=(d, d))) * 10.0 ** rng.uniform(-1.0, 1.0, d)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return X + np.where(y[:, None] > 0.0, X.std(axis=0) * rng.normal(size=d) / np.sqrt(d), 0.0), y


@pytest.mark.parametrize("seed", range(8))
def test_tables_get_the_answers_of_their_formulas(seed: int) -> None:
    X, y = _table(seed)
    n = len(y)
    plus, minus = X[y > 0.0], X[y < 0.0]
    shift = plus.mean(axis=0) - minus.mean(axis=0)
    np.testing.assert_allclose(solvers.fit(MeanDifference(), X, y).w, shift, rtol=1e-9, atol=1e-12)
    A = np.column_stack([np.ones(n), X])
    if n > X.shape[1] + 5:
        least = np.linalg.lstsq(A, y, rcond=None)[0]
        found = solvers.fit(LeastSquares(), X, y)
        np.testing.assert_allclose(A @ np.append(found.b, found.w), A @ least, rtol=1e-7, atol=1e-8)
        within = len(plus) * np.cov(plus.T, bias=True) + len(minus) * np.cov(minus.T, bias=True)
        fisher = solvers.fit(Fisher(), X, y).w
        best = np.linalg.solve(within, shift)
        assert fisher @ best == pytest.approx(np.linalg.norm(fisher) * np.linalg.norm(best), rel=1e-9)
    logistic = solvers.fit(LogisticRegression(l2=0.01), X, y)
    p = 1.0 / (1.0 + np.exp(y * (X @ logistic.w + logistic.b)))
    gradient = np.append(-(y * p).mean(), -X.T @ (y * p) / n + 0.02 * logistic.w)
    assert np.abs(gradient / np.abs(A).max(axis=0)).max() < 1e-9
    for C in (1.0, 100.0):
        fit = solvers.fit(SoftMarginSVM(C=C), X, y)
        assert fit.status is Status.CONVERGED
        primal = 0.5 * fit.w @ fit.w + C / n * np.maximum(0.0, 1.0 - y * (X @ fit.w + fit.b)).sum()
        v = X.T @ (fit.alpha * y)
        assert primal - (fit.alpha.sum() - 0.5 * v @ v) <= 1e-7 * primal
        assert abs(fit.alpha @ y) < 1e-9
        assert -1e-12 <= fit.alpha.min() <= fit.alpha.max() <= C / n * (1.0 + 1e-9)


@pytest.mark.parametrize(
    "method", [MeanDifference(), Fisher(), LeastSquares(), GaussianGenerative(), LogisticRegression(), SoftMarginSVM(C=10.0)]
)
def test_a_drag_in_many_columns_is_a_fit_of_the_moved_row(method: Any) -> None:
    X, y = _table(3)
    drag = solvers.grab(solvers.fit(method, X, y), 4)
    X = X.copy()
    for step in (0.5, 2.0, -1.0):
        X[4] = X[4] + step * X.std(axis=0)
        drag.move(X[4])
    dragged, cold = drag.fit(Problem.from_labels(X, y)), solvers.fit(method, X, y)
    assert dragged.status is cold.status
    np.testing.assert_allclose(dragged.decision_function(X), cold.decision_function(X), rtol=1e-6, atol=1e-8)
    with pytest.raises(ValueError, match="position must be an array of points"):
        drag.move((0.0, 0.0))


def test_a_table_that_separates_has_its_widest_margin() -> None:
    X, y = _table(5)
    X = X + np.where(y[:, None] > 0.0, 20.0 * X.std(axis=0), 0.0)
    fit = solvers.fit(HardMarginSVM(), X, y)
    f = y * (X @ fit.w + fit.b)
    assert fit.status is Status.CONVERGED
    assert f.min() == pytest.approx(1.0, rel=1e-9)
    v = X.T @ (fit.alpha * y)
    assert 0.5 * fit.w @ fit.w - (fit.alpha.sum() - 0.5 * v @ v) <= 1e-7 * fit.w @ fit.w
    assert solvers.fit(Perceptron(), X, y).certificate.errors == 0


def test_three_irises_in_four_columns() -> None:
    X, y = IRIS.data, IRIS.target_names[IRIS.target]
    gaussian = solvers.fit(GaussianGenerative(), X, y)
    assert gaussian.certificate.errors == 3
    assert gaussian.score(X, y) == pytest.approx(0.98)
    assert list(gaussian.classes_) == ["setosa", "versicolor", "virginica"]
    softmax = solvers.fit(Softmax(l2=0.01), X, y)
    assert softmax.certificate.gap < 1e-7
    pairs = solvers.fit(OneVsOne(SoftMarginSVM(C=1000.0)), X, y)
    drag = solvers.grab(pairs, 0)
    drag.move(X[0] + 0.1)
    assert solvers.cross_validate(GaussianGenerative(), X, y).mean == pytest.approx(0.02, abs=0.02)


def test_weights_have_the_names_and_shapes_of_scikit_learn() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    fit = solvers.fit(LogisticRegression(l2=1 / 200), FLOWERS, SIGNS)
    peer = linear_model.LogisticRegression(C=1.0, tol=1e-10, max_iter=10_000, solver="newton-cholesky").fit(FLOWERS, SIGNS)
    np.testing.assert_allclose(fit.coef_, peer.coef_, rtol=1e-6)
    np.testing.assert_allclose(fit.intercept_, peer.intercept_, rtol=1e-6)
    np.testing.assert_array_equal(fit.classes_, peer.classes_)
    assert fit.score(FLOWERS, SIGNS) == peer.score(FLOWERS, SIGNS)
    with pytest.raises(ValueError, match="a label for each"):
        fit.score(FLOWERS, SIGNS[:5])
    with pytest.raises(AttributeError, match="decision_function"):
        _ = solvers.fit(SoftMarginSVM(), FLOWERS[:, :2], SIGNS, kernel=GaussianKernel(1.0)).coef_


def test_what_needs_the_plane_says_so() -> None:
    for space in ({"features": Polynomial(2)}, {"kernel": GaussianKernel(1.0)}):
        with pytest.raises(ValueError, match="maps and kernels are those of points of the plane"):
            solvers.fit(SoftMarginSVM(), FLOWERS, SIGNS, **space)
    with pytest.raises(ValueError, match="angles are those of the plane"):
        solvers.fisher_curve(FLOWERS, SIGNS, [0.0, 1.0])
    fit = solvers.fit(Fisher(), FLOWERS, SIGNS)
    with pytest.raises(ValueError, match=r"Z must be an array of points \(k, 4\); got shape \(1, 2\)"):
        fit.predict([[1.0, 2.0]])
