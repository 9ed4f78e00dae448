"""Drags that leave the neighbourhood of the data, or begin where there is none: the fit at rest is the cold one, or says so."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Status

METHODS = (
    solvers.SoftMarginSVM(C=5000.0),
    solvers.HardMarginSVM(),
    solvers.LogisticRegression(l2=1e-3),
    solvers.LogisticRegression(l2=1e-5, algorithm="gradient"),
    solvers.Fisher(),
    solvers.LeastSquares(),
)


def check(method: solvers.Method, X: np.ndarray, y: np.ndarray, places: list[tuple[float, float]]) -> None:
    drag, moved = solvers.grab(solvers.fit(method, X, y, trace=False), 5), X.copy()
    for place in places:
        drag.move(place)
        moved[5] = place
        problem = solvers.Problem.from_labels(moved, y)
        fit, cold = drag.fit(problem), solvers.solve(method, problem, trace=False)
        gap = fit.certificate.gap
        if fit.status is Status.CONVERGED and gap is not None:
            assert abs(gap) <= 1e-7
            if method != METHODS[3]:  # descent by gradients need not arrive from where a fit begins
                assert fit.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_a_drag_out_of_points_that_all_stand_at_one_place(method: solvers.Method) -> None:
    """Their mean is rounded, and the distance to it must not become the unit of the drag."""
    place = np.array([2.597910536121, 1.213329484153])
    y = np.where(np.arange(60) % 3 == 0, 1.0, -1.0)
    far, near = (1e3 * place).tolist(), (1e-3 * place).tolist()
    check(method, np.tile(place, (60, 1)), y, [tuple(far), tuple(near), (1.0, 2.0), tuple(place.tolist())])


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_a_drag_a_thousand_spreads_away_and_back(method: solvers.Method, scale: float) -> None:
    random = np.random.default_rng(4)
    y = np.where(np.arange(30) % 2, 1.0, -1.0)
    X = random.normal(size=(30, 2)) + np.outer(y, [1.0, 0.5])
    places = [(1e3, -2e3), (-1e5, 3.0), (0.5, 0.5), (0.0, 0.0)]
    check(method, scale * X, y, [(scale * a, scale * b) for a, b in places])


@pytest.mark.parametrize("degree", [2, 3])
def test_the_mean_difference_of_high_powers_is_summed_anew_when_the_drag_rests(degree: int) -> None:
    X, y = np.array([[1e8 + 0.3, 1e8 - 1.4], [1e8 - 1.0, 1e8 + 0.4]]), [1, -1]
    features = solvers.Polynomial(degree).as_written
    drag = solvers.grab(solvers.fit(solvers.MeanDifference(), X, y, features=features), 0)
    for place in ((1e8 + 0.5, 1e8), (1e8 - 1.0, 1e8 + 0.4), (1e11, 1e11), (1e8, 1e8 - 1.0)):
        drag.move(place)
        fit = drag.fit(solvers.Problem.from_labels([place, X[1]], y, features))
        assert not fit.has_model or abs(fit.certificate.gap) <= 1e-9


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_features_of_very_different_size_keep_the_word_of_the_certificate(scale: float) -> None:
    """x and x^2 in extreme units: the coordinates of the first fit do not suit the moved point."""
    X, y = scale * np.array([[2.9, 1.3], [-1.6, -2.4]]), [1, -1]
    drag = solvers.grab(solvers.fit(solvers.LogisticRegression(), X, y, features=solvers.Parabola().as_written), 0)
    for place in ((0.5, -2.0), (-1.6, -2.4), (-2.9, -1.3), (0.0, 0.0)):
        moved = np.array([np.multiply(scale, place), X[1]])
        drag.move(tuple(moved[0].tolist()))
        fit = drag.fit(solvers.Problem.from_labels(moved, y, solvers.Parabola().as_written))
        assert fit.status is not Status.CONVERGED or abs(fit.certificate.gap) <= 1e-7


@pytest.mark.parametrize(
    "features",
    [
        solvers.Parabola().as_written,
        solvers.Circle().as_written,
        solvers.Polynomial(2).as_written,
        solvers.Polynomial(3).as_written,
    ],
    ids=str,
)
@pytest.mark.parametrize("C", [2e-2, 2.5, 400.0])
def test_a_soft_margin_that_has_been_far_out_in_a_feature_space_comes_back(features: solvers.FeatureMap, C: float) -> None:
    method = solvers.SoftMarginSVM(C=C)
    for seed in range(4):
        random = np.random.default_rng(seed)
        n = (4, 20, 60, 300)[seed]
        y = np.where(np.arange(n) % 2, 1.0, -1.0)
        X = random.normal(size=(n, 2)) + np.outer(y, [0.5, 0.3])
        moved, drag = X.copy(), solvers.grab(solvers.fit(method, X, y, features=features, trace=False), 1)
        for place in ((3e3, -1e4), (-9e4, 4e4), (0.3, -0.2), (1e6, 7e3), (-1.0, 0.5), (0.7, 1.9)):
            moved[1] = place
            iterate, problem = drag.move(place), solvers.Problem.from_labels(moved.copy(), y, features)
            cold = solvers.solve(method, problem, trace=False)
            at_rest = drag.fit(problem)
            # Far out the drag may find what the cold fit misses, never the other way round.
            assert at_rest.certificate.primal <= cold.certificate.primal * (1.0 + 1e-6)
            assert at_rest.status is Status.CONVERGED or cold.status is not Status.CONVERGED
            if np.abs(place).max() < 10.0:
                margins = y * problem.training_scores(iterate)
                assert method.bounds(problem, iterate, margins).primal == pytest.approx(cold.certificate.primal, rel=1e-7)


def test_a_far_point_under_a_wide_prior_leaves_a_drag_no_other_weights_than_a_fit() -> None:
    """A gap of 1e-8 may hold most of the weights of what all the other points say: such an answer is not called the optimum."""
    X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.5, 0.866], [0.5, -0.866], [-0.5, 0.866], [1.0, 0.0], [-0.5, -0.866]])
    y, method = np.array([1, -1, -1, -1, 1, 1, 1]), solvers.BayesianLogistic(prior_variance=6e7)
    features = solvers.Monomials(first=False, second=True, first_square=True, product=False, second_square=True).as_written
    drag, place = solvers.grab(solvers.fit(method, X, y, features=features), 0), (-7.6e4, -1.75e5)
    drag.move((2.0, -1.0))
    drag.move(place)
    X[0] = place
    problem = solvers.Problem.from_labels(X, y, features)
    fit, cold = drag.fit(problem), solvers.solve(method, problem)
    assert fit.status is cold.status
    if fit.status is Status.CONVERGED:
        assert fit.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-12)


def test_a_descent_whose_rate_is_too_large_runs_away_under_a_drag_as_well() -> None:
    X, y = 1e-3 * np.array([[1.0, 0.0], [-1.0, 0.5], [0.5, -1.0], [0.2, 0.3]]), np.array([1, -1, 1, -1])
    method = solvers.LogisticRegression(l2=1e-6, algorithm="gradient", step="constant", rate=60.0)
    drag = solvers.grab(solvers.fit(method, X, y), 0)
    drag.move((2e-3, 1e-4))
    X[0] = 2e-3, 1e-4
    problem = solvers.Problem.from_labels(X, y)
    assert drag.fit(problem).status is solvers.solve(method, problem).status is Status.UNBOUNDED


def test_a_fisher_discriminant_of_squares_is_summed_anew_when_a_drag_rests() -> None:
    """About the centre of the beginning, which a point far away has carried with it, squares may have lost their digits."""
    rng = np.random.default_rng(6)
    y = np.where(np.arange(28) % 2, 1.0, -1.0)
    X = 5.0 * rng.normal(size=(28, 2)) + np.outer(y, [20.0, 20.0]) + [147800.0, -38900.0]
    X[23] = 767259.5, 580559.4
    features, place = solvers.Parabola().as_written, (147776.5, -38918.0)
    drag = solvers.grab(solvers.fit(solvers.Fisher(), X, y, features=features), 8)
    drag.move(place)
    X[8] = place
    problem = solvers.Problem.from_labels(X, y, features)
    cold = solvers.solve(solvers.Fisher(), problem).decision_function(X)
    np.testing.assert_array_equal(drag.fit(problem).decision_function(X), cold)


OF_MOMENTS = (
    solvers.Fisher(),
    solvers.LeastSquares(),
    solvers.LeastSquares(ridge=3.0),
    solvers.GaussianGenerative(),
    solvers.GaussianGenerative(covariance="separate"),
)


@pytest.mark.parametrize("method", OF_MOMENTS, ids=repr)
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("n", [60, 1800])
def test_a_point_that_comes_from_far_away_leaves_no_trace(method: solvers.Method, K: int, n: int) -> None:
    """Moments follow by updates, about a centre and with a reach: a far place took digits of all other points with it."""
    random = np.random.default_rng(0)
    labels = np.arange(n) % K
    X = random.normal(size=(n, 2)) + np.array([[0.0, 0.0], [2.0, 1.0], [-1.0, 2.0]])[labels]
    X[3] = (0.3, 0.2)
    cold = solvers.fit(method, X, labels, trace=False)
    scores = cold.decision_function(X)
    for far in (1e4, 1e8, 1e20, 1e140):
        away = X.copy()
        away[3] = (far, -far)
        from_there = solvers.grab(solvers.fit(method, away, labels, trace=False), 3)
        there_and_back = solvers.grab(cold, 3)
        there_and_back.move((far, -far))
        for drag in (from_there, there_and_back):
            drag.move((0.3, 0.2))
            rested = drag.fit(cold.problem)
            assert rested.status is cold.status
            np.testing.assert_allclose(rested.decision_function(X), scores, rtol=0.0, atol=1e-12 * abs(scores).max())


def test_a_ridge_on_dependent_features_outlives_a_drag_far_away() -> None:
    """Squares that were taken away again left a negative sum of squares, and its root is no number."""
    y = np.where(np.arange(1300) % 13 == 0, 1.0, -1.0)
    X = np.where(y[:, None] > 0.0, [1.0, 2.0], [-2.0, 0.5])
    fit = solvers.fit(solvers.LeastSquares(ridge=18.0), X, y, features=solvers.Polynomial(degree=4).as_written, trace=False)
    drag = solvers.grab(fit, 1)
    for place in [(3e5, -4e5), (-2.0, 0.5), (1.0, 2.0), (-2.0, 0.5)]:
        drag.move(place)
    rested = drag.fit(fit.problem)
    np.testing.assert_allclose(rested.decision_function(X[:2]), fit.decision_function(X[:2]), rtol=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_a_point_that_is_far_away_when_it_is_grabbed_comes_home(seed: int) -> None:
    random = np.random.default_rng(seed)
    y = np.where(np.arange(10) % 2, 1.0, -1.0)
    X = random.normal(size=(10, 2)) + y[:, None]
    far = X.copy()
    far[3] += 1e12 * random.normal(size=2)
    method = solvers.SoftMarginSVM(C=0.003)
    drag = solvers.grab(solvers.fit(method, far, y, trace=False), 3)
    drag.move(X[3])
    cold = solvers.fit(method, X, y, trace=False)
    home = drag.fit(cold.problem)
    assert home.status is cold.status is Status.CONVERGED
    assert home.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-7)


@pytest.mark.parametrize("method", solvers.METHODS, ids=lambda method: method.__name__)
def test_the_only_point_can_be_grabbed(method: type[solvers.Method]) -> None:
    drag = solvers.grab(solvers.fit(method(), [[0.0, 0.0]], [1]), 0)
    drag.move((2.0, 2.0))
