"""Ridge and logistic regression over their penalty."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import LeastSquares, LogisticRegression
from solvers.penalty_paths import logistic_path, ridge_path

PENALTIES = np.geomspace(1e-6, 10, 15)


def clouds(distance=0.7, n=60):
    rng = np.random.default_rng(0)
    y = np.where(rng.random(n) < 0.4, -1, 1)
    return rng.normal(size=(n, 2)) + distance * y[:, None], y


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_each_point_of_the_ridge_path_is_a_fit(shift):
    X, y = clouds()
    path = ridge_path(X + shift, y, PENALTIES)
    for k, ridge in enumerate(PENALTIES):
        fit = solvers.fit(LeastSquares(ridge=float(ridge)), X + shift, y)
        assert path.w[k] == pytest.approx(fit.w, rel=1e-11)
        assert path.iterate(k).scores(X + shift) == pytest.approx(fit.decision_function(X + shift), abs=1e-10)


def test_no_ridge_on_a_line_is_the_shortest_solution():
    s = np.arange(6.0)
    X, y = np.outer(s, [1.0, 2.0]), [0, 0, 1, 0, 1, 1]
    assert ridge_path(X, y, [0.0]).w[0] == pytest.approx(solvers.fit(LeastSquares(), X, y).w, rel=1e-12)


@pytest.mark.parametrize("distance", [0.7, 6.0])
def test_each_point_of_the_logistic_path_is_a_fit(distance):
    X, y = clouds(distance)
    path = logistic_path(X, y, PENALTIES)
    for k, l2 in enumerate(PENALTIES):
        fit = solvers.fit(LogisticRegression(l2=float(l2)), X, y)
        assert [*path.w[k], path.b[k]] == pytest.approx([*fit.w, fit.b], rel=1e-10)


def test_the_logistic_path_turns_towards_the_hard_margin():
    X, y = clouds(3.0)
    limit = solvers.fit(LogisticRegression(l2=0.0), X, y).w
    path = logistic_path(X, y, [1e-2, 1e-6, 1e-14])
    cosines = path.w @ limit / np.linalg.norm(path.w, axis=1) / np.linalg.norm(limit)
    assert cosines[0] < cosines[1] < cosines[2] <= 1 + 1e-15
    assert cosines[2] > np.cos(np.radians(3))


def test_features():
    X, y = clouds()
    path = logistic_path(X, y, [1e-2], features=solvers.Polynomial(2))
    assert path.w[0] == pytest.approx(solvers.fit(LogisticRegression(l2=1e-2), X, y, features=solvers.Polynomial(2)).w, rel=1e-10)


@pytest.mark.parametrize(("path", "penalties"), [(logistic_path, [0.0]), (ridge_path, [-1.0]), (ridge_path, [np.nan])])
def test_impossible_penalties_are_refused(path, penalties):
    with pytest.raises(ValueError, match="penalty"):
        path(*clouds(), penalties)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="two classes"):
        ridge_path([(0, 0), (1, 1)], [1, 1], [1.0])
