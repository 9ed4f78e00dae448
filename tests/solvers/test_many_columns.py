"""Points of more than two coordinates: every linear method, against numbers of the literature,
formulas written out, and peers.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import solvers
from solvers import (
    LMS,
    BayesianLogistic,
    Fisher,
    GaussianGenerative,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    OneVsOne,
    Perceptron,
    Polynomial,
    Problem,
    Relaxation,
    SoftMarginSVM,
    Softmax,
    Status,
)

datasets = pytest.importorskip("sklearn.datasets")
linear_model = pytest.importorskip("sklearn.linear_model")
IRIS = datasets.load_iris()
# versicolor against virginica
FLOWERS, SIGNS = IRIS.data[50:], np.where(IRIS.target[50:] == 2, 1, -1)


def test_weights_that_are_rounding_do_not_deny_an_exact_hard_margin() -> None:
    """A column that is the same at all points with a multiplier has a weight of 1e-17, which is no
    sum of anything.
    """
    fit = solvers.fit(HardMarginSVM(), [[4, 1, 0], [6, 1, 1], [4, 1, 2], [2, 4, 2]], [0, 1, 0, 0])
    assert (fit.status, fit.certificate.shortfall) == (Status.CONVERGED, 0.0)
    np.testing.assert_allclose([*fit.w, fit.b], [1.0, 0.0, 0.0, -5.0], atol=1e-14)


@pytest.mark.parametrize("is_standardised", [False, True], ids=["raw", "standardised"])
@pytest.mark.parametrize("pair", [(0, 1), (1, 8), (2, 3), (3, 8), (4, 9), (5, 6)], ids=str)
def test_the_hard_margin_of_two_digits_in_all_columns_is_proved(
    pair: tuple[int, int], is_standardised: bool
) -> None:
    X, y = _rows_of(datasets.load_digits(), pair)
    if is_standardised:
        deviations = X.std(axis=0)
        X = (X - X.mean(axis=0)) / np.where(deviations > 0.0, deviations, 1.0)
    fit = solvers.fit(HardMarginSVM(), X, y, trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation


@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5])
def test_the_hard_margin_of_raw_columns_in_unlike_units_is_proved(seed: int) -> None:
    """The walk of the hulls ends early there, with gaps of 4e-7 to 5e-6; the interior point goes
    on.
    """
    X, y = _rows_of(datasets.load_breast_cancer(), (0, 1))
    some = np.random.default_rng(seed).permutation(len(y))[:40]
    fit = solvers.fit(HardMarginSVM(), X[some][:, :8], y[some], trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    other = solvers.fit(
        HardMarginSVM(algorithm="interior-point"), X[some][:, :8], y[some], trace=False
    )
    assert fit.certificate.primal == pytest.approx(other.certificate.primal, rel=1e-6)


def _rows_of(data: Any, classes: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The rows of two classes in all columns, and which of them is the second class."""
    rows = np.isin(data.target, classes)
    return data.data[rows], (data.target[rows] == classes[1]).astype(int)


LONG = 45  # from this table on there are thousands of rows
TABLES = [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in (45, 48))]


@functools.cache
def _table(seed: int) -> tuple[Any, Any]:
    """Columns that depend on each other, in different units: d = 3 to 30, n = 10 to 10 000."""
    rng = np.random.default_rng(seed)
    d, n = (
        int(rng.integers(3, 31)),
        int(10 ** (rng.uniform(1.0, 2.3) if seed < LONG else rng.uniform(3.0, 4.0))),
    )
    X = (
        rng.normal(size=(n, d))
        @ (np.eye(d) + 0.3 * rng.normal(size=(d, d)))
        * 10.0 ** rng.uniform(-1.0, 1.0, d)
    )
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return X + np.where(y[:, None] > 0.0, X.std(axis=0) * rng.normal(size=d) / np.sqrt(d), 0.0), y


@pytest.mark.parametrize("seed", TABLES)
def test_tables_get_the_answers_of_their_formulas(seed: int) -> None:
    X, y = _table(seed)
    n, d = X.shape
    plus, minus = X[y > 0.0], X[y < 0.0]
    shift = plus.mean(axis=0) - minus.mean(axis=0)
    np.testing.assert_allclose(solvers.fit(MeanDifference(), X, y).w, shift, rtol=1e-9, atol=1e-12)
    if n > d + 2:
        A = np.column_stack([np.ones(n), (X - X.mean(axis=0)) / X.std(axis=0)])
        least = A @ np.linalg.lstsq(A, y, rcond=None)[0]
        np.testing.assert_allclose(
            solvers.fit(LeastSquares(), X, y).decision_function(X), least, atol=1e-9
        )
        within = len(plus) * np.cov(plus.T, bias=True) + len(minus) * np.cov(minus.T, bias=True)
        best = np.linalg.solve(within, shift)
        fisher = solvers.fit(Fisher(), X, y)
        assert fisher.w @ best == pytest.approx(
            np.linalg.norm(fisher.w) * np.linalg.norm(best), rel=1e-9
        )
        # Of two normal distributions of one covariance the score is the difference of the
        # logarithms of their densities.
        normal = n * best
        middle = normal @ (plus.mean(axis=0) + minus.mean(axis=0)) / 2.0 - np.log(
            len(plus) / len(minus)
        )
        scores = X @ normal - middle
        np.testing.assert_allclose(
            solvers.fit(GaussianGenerative(), X, y).decision_function(X),
            scores,
            atol=1e-9 * np.ptp(scores),
        )
    else:
        assert Status.CONVERGED not in {
            solvers.fit(method, X, y).status for method in (LeastSquares(), Fisher())
        }
    logistic = solvers.fit(LogisticRegression(l2=0.01), X, y)
    assert logistic.status is Status.CONVERGED
    peer = linear_model.LogisticRegression(
        C=50.0 / n, tol=1e-14, solver="newton-cholesky", max_iter=1000
    )
    expected = peer.fit(X, y).decision_function(X)
    np.testing.assert_allclose(
        logistic.decision_function(X), expected, atol=1e-9 * np.abs(expected).max()
    )
    for C in (1.0, 100.0):
        fit = solvers.fit(SoftMarginSVM(C=C), X, y)
        assert fit.status is Status.CONVERGED
        # Both objectives, written out: what they differ by bounds how far either is from the
        # optimum.
        v = X.T @ (fit.alpha * y)
        primal = 0.5 * fit.w @ fit.w + C / n * np.maximum(0.0, 1.0 - y * (X @ fit.w + fit.b)).sum()
        assert primal - (fit.alpha.sum() - 0.5 * v @ v) <= 1e-9 * primal
        assert abs(fit.alpha @ y) < 1e-9 * fit.alpha.sum()
        assert -1e-12 <= fit.alpha.min() <= fit.alpha.max() <= C / n * (1.0 + 1e-9)


@pytest.mark.parametrize("method", [Fisher(), SoftMarginSVM(C=10.0)], ids=str)
def test_a_drag_in_many_columns_is_a_fit_of_the_moved_row(method: Any) -> None:
    X, y = _table(1)
    X = X.copy()
    drag = solvers.grab(solvers.fit(method, X, y), 4)
    for step in (0.5, 2.0, -1.0):
        X[4] += step * X.std(axis=0)
        drag.move(X[4])
    dragged, cold = drag.fit(Problem.from_labels(X, y)), solvers.fit(method, X, y)
    assert dragged.status is cold.status
    scores = cold.decision_function(X)
    np.testing.assert_allclose(
        dragged.decision_function(X), scores, atol=1e-9 * np.abs(scores).max()
    )


def test_the_place_of_a_dragged_row_has_all_its_columns() -> None:
    X, y = _table(3)
    with pytest.raises(ValueError, match="position must be an array of points"):
        solvers.grab(solvers.fit(Fisher(), X, y), 4).move((0.0, 0.0))


FEW = {"max_epochs": 50}
RULES = (
    Perceptron(**FEW),
    Relaxation(**FEW),
    LMS(**FEW),
    HoKashyap(max_iterations=100),
    BayesianLogistic(),
)


@pytest.mark.parametrize("method", RULES, ids=str)
def test_a_rule_in_many_columns_is_that_of_the_plane_in_which_they_lie(method: Any) -> None:
    """Those without a formula: by hand they are checked in the plane."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        d, n = int(rng.integers(3, 31)), int(rng.integers(10, 120))
        y = np.where(np.arange(n) % 2, 1.0, -1.0)
        X = rng.normal(size=(n, 2)) + (0.5 + seed % 3) * y[:, None]
        Q = np.linalg.qr(rng.normal(size=(d, 2)))[0]
        flat, wide = solvers.fit(method, X, y), solvers.fit(method, X @ Q.T, y)
        assert (wide.status, wide.certificate.errors) == (flat.status, flat.certificate.errors)
        scores = flat.decision_function(X)
        np.testing.assert_allclose(
            wide.decision_function(X @ Q.T), scores, atol=1e-9 * np.abs(scores).max()
        )


@pytest.mark.parametrize("seed", TABLES)
def test_a_table_that_separates_has_its_widest_margin(seed: int) -> None:
    X, y = _table(seed)
    X = X + np.where(y[:, None] > 0.0, 20.0 * X.std(axis=0), 0.0)
    fit = solvers.fit(HardMarginSVM(), X, y)
    f = y * (X @ fit.w + fit.b)
    assert fit.status is Status.CONVERGED
    assert f.min() == pytest.approx(1.0, rel=1e-9)
    v = X.T @ (fit.alpha * y)
    assert 0.5 * fit.w @ fit.w - (fit.alpha.sum() - 0.5 * v @ v) <= 1e-9 * fit.w @ fit.w
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


def test_what_needs_the_plane_says_so() -> None:
    with pytest.raises(ValueError, match="feature maps are those of points of the plane"):
        solvers.fit(SoftMarginSVM(), FLOWERS, SIGNS, features=Polynomial(2))
    with pytest.raises(ValueError, match="angles are those of the plane"):
        solvers.fisher_curve(FLOWERS, SIGNS, [0.0, 1.0])
    fit = solvers.fit(Fisher(), FLOWERS, SIGNS)
    with pytest.raises(
        ValueError, match=r"Z must be an array of points \(k, 4\); got shape \(1, 2\)"
    ):
        fit.predict([[1.0, 2.0]])
