"""Drags that leave the neighbourhood of the data, or begin where there is none: the fit at rest is the cold one, or says so."""

from __future__ import annotations

import numpy as np
import pytest
from problems import name_of, settings_of

import solvers
from benchmarks.hunt import excursions, families
from benchmarks.hunt.cases import Case
from benchmarks.hunt.judge import judged
from solvers import Status


def test_a_descent_whose_rate_is_too_large_runs_away_under_a_drag_as_well() -> None:
    X, y = 1e-3 * np.array([[1.0, 0.0], [-1.0, 0.5], [0.5, -1.0], [0.2, 0.3]]), np.array([1, -1, 1, -1])
    method = solvers.LogisticRegression(l2=1e-6, algorithm="gradient", step="constant", rate=60.0)
    drag = solvers.grab(solvers.fit(method, X, y), 0)
    drag.move((2e-3, 1e-4))
    X[0] = 2e-3, 1e-4
    problem = solvers.Problem.from_labels(X, y)
    assert drag.fit(problem).status is solvers.solve(method, problem).status is Status.UNBOUNDED


MAPS = (None, solvers.Parabola().as_written, solvers.Polynomial(3), solvers.Polynomial(3).as_written)
FAMILIES = (families.overlapping_clouds, families.one_place_only, families.one_outlier)


@pytest.mark.parametrize("features", MAPS, ids=str)
@pytest.mark.parametrize("method", [settings_of(kind)[0] for kind in solvers.METHODS], ids=name_of)
def test_a_drag_far_away_is_honest_and_comes_home(method: solvers.Method, features: solvers.FeatureMap | None) -> None:
    turn = MAPS.index(features) + solvers.METHODS.index(type(method))
    case = Case(3, turn, FAMILIES[turn % 3], method, None if method.needs_plane else features, None, 30)
    assert judged(case, 60.0, excursions.CHECKS).findings == ()


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


@pytest.mark.parametrize("method", solvers.METHODS, ids=lambda method: method.__name__)
def test_the_only_point_can_be_grabbed(method: type[solvers.Method]) -> None:
    drag = solvers.grab(solvers.fit(method(), [[0.0, 0.0]], [1]), 0)
    drag.move((2.0, 2.0))


@pytest.mark.parametrize("seed", range(12))
def test_a_line_far_from_the_origin_is_as_sure_after_a_drag_as_before(seed: int) -> None:
    """Ten points on a line, a million spans from the origin: the moments of a drag lost what those of a cold fit keep."""
    random = np.random.default_rng(seed)
    X = np.array([2e6, 8e5]) + random.integers(-3, 4, (10, 1)) * np.array([1.0, -0.5]) + 1e-9 * random.normal(size=(10, 2))
    y = np.arange(10) % 2
    cold = solvers.fit(solvers.Fisher(offset="training-error"), X, y, trace=False)
    drag = solvers.grab(cold, 2)
    drag.move((2e6 + 5.0, 8e5 + 5.0))
    drag.move(tuple(X[2]))
    rested = drag.fit(solvers.Problem.from_labels(X, y))
    assert rested.status is cold.status or rested.status is Status.CONVERGED
