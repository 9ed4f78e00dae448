"""Ridge and logistic regression over their penalty."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import LeastSquares, LogisticRegression
from solvers.studies.penalty_paths import logistic_path, ridge_path


def test_no_ridge_on_a_line_is_the_shortest_solution():
    s = np.arange(6.0)
    X, y = np.outer(s, [1.0, 2.0]), [0, 0, 1, 0, 1, 1]
    assert ridge_path(X, y, [0.0]).w[0] == pytest.approx(
        solvers.fit(LeastSquares(), X, y).w, rel=1e-12
    )


@pytest.mark.parametrize(
    ("path", "penalties"), [(logistic_path, [0.0]), (ridge_path, [-1.0]), (ridge_path, [np.nan])]
)
def test_impossible_penalties_are_refused(path, penalties):
    with pytest.raises(ValueError, match="penalty"):
        path(*clouds(60, 0.7), penalties)


def test_one_class_is_refused():
    with pytest.raises(ValueError, match="two classes"):
        ridge_path([(0, 0), (1, 1)], [1, 1], [1.0])


def rough(seed):
    """Points with one far away, at offsets up to 1e8: what feature spaces make of them has few
    digits to lose.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    y = np.where(X[:, 0] + rng.normal(size=30) > 0, 1, -1)
    if seed % 2:
        X[3] = rng.normal(size=2) * 10.0 ** rng.uniform(1, 3)
    return X + (10.0 ** rng.uniform(2, 8) if seed % 3 == 0 else 0.0), y


@pytest.mark.parametrize(
    "features",
    [None, solvers.QuadraticDiagonal().as_written, solvers.Polynomial(3).as_written],
    ids=str,
)
@pytest.mark.parametrize("seed", range(6))
def test_every_sample_of_a_logistic_path_is_proved(seed, features):
    X, y = rough(seed)
    path = logistic_path(X, y, np.geomspace(1e-8, 1e2, 9), features)
    assert path.gaps.shape == (9,)
    for k, l2 in enumerate(path.l2):
        cold = solvers.fit(LogisticRegression(l2=float(l2)), X, y, features=features, trace=False)
        if cold.status is solvers.Status.CONVERGED:
            assert path.gaps[k] <= 1e-7
            assert path.fit(k).certificate.primal == pytest.approx(
                cold.certificate.primal, rel=1e-7, abs=1e-10
            )
        else:  # no doubles hold it, and the path does not pretend
            assert path.gaps[k] > 1e-7


@pytest.mark.parametrize(
    "features",
    [None, solvers.QuadraticDiagonal().as_written, solvers.Polynomial(3).as_written],
    ids=str,
)
@pytest.mark.parametrize("seed", range(6))
def test_every_sample_of_a_ridge_path_is_the_fit(seed, features):
    X, y = rough(seed)
    path = ridge_path(X, y, np.geomspace(1e-6, 1e3, 9), features)
    for k, ridge in enumerate(path.l2):
        cold = solvers.fit(LeastSquares(ridge=float(ridge)), X, y, features=features)
        assert path.gaps[k] == pytest.approx(cold.certificate.gap, abs=1e-12)
        assert path.iterate(k).scores(cold.problem.Phi) == pytest.approx(
            cold.last.scores(cold.problem.Phi), abs=1e-8
        )


def test_a_sample_of_a_path_that_no_doubles_can_prove_is_not_called_the_optimum():
    X = 28.5 * np.array([[0, 0], [1, 0], [2, 1], [0, 2], [1, 1], [2, 2], [0, 2], [1, 0]]) + [
        42867957.0,
        27302255.7,
    ]
    path = logistic_path(
        X, [1, -1, 1, -1, 1, -1, 1, -1], [4.8e-6, 1.0], solvers.Polynomial(4).as_written
    )
    for k, gap in enumerate(path.gaps):
        assert (path.fit(k).status is solvers.Status.CONVERGED) == (gap <= 1e-7)
    assert path.gaps.max() > 1e-7
