"""A point that goes far away: CONVERGED has a gap of at most 1e-7 there, and at home the answer is that of a cold fit."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import ManyProblem, Status
from solvers.arrays import locked

GAP = 1e-7
MAPS = (solvers.Identity(), solvers.Product(), solvers.Polynomial(2), solvers.Polynomial(3))
CLOSED = (
    solvers.Fisher(),
    solvers.GaussianGenerative(),
    solvers.GaussianGenerative(covariance="separate"),
    solvers.MeanDifference(),
    solvers.LeastSquares(),
)


def clouds(n: int = 20, seed: int = 0) -> tuple[solvers.Floats, solvers.Floats]:
    """Three clouds on a diagonal."""
    y = np.arange(n) % 3
    return np.random.default_rng(seed).standard_normal((n, 2)) + y[:, None], y


def moved(fit: solvers.ManyFit, row: int, place: np.ndarray) -> ManyProblem:
    """The problem with one point somewhere else."""
    X = fit.problem.X.copy()
    X[row] = place
    return ManyProblem(locked(X), fit.problem.labels, fit.problem.classes, fit.problem.features)


def is_honest(fit: solvers.ManyFit) -> bool:
    """CONVERGED has a gap of at most 1e-7."""
    return fit.status is not Status.CONVERGED or fit.certificate.gap is None or fit.certificate.gap <= GAP


def test_a_softmax_comes_home_from_a_hundred_units():
    X, y = clouds()
    rng = np.random.default_rng(1)
    cold = solvers.fit(solvers.Softmax(l2=0.1), X, y, features=solvers.Polynomial(3), trace=False)
    drag = solvers.grab(cold, 0)
    for _ in range(30):
        drag.move(X[0] + 100.0 * rng.standard_normal(2))
        drag.move(X[0])
        home = drag.fit(cold.problem)
        assert home.status is Status.CONVERGED
        assert home.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-9)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("reach", [1e4, 1e5, 1e6])
def test_a_cold_softmax_beside_a_far_point_is_honest(seed, reach):
    X, y = clouds(seed=seed)
    X[0] += reach * np.random.default_rng(seed).standard_normal(2)
    fit = solvers.fit(solvers.Softmax(l2=1e-3), X, y, features=solvers.Polynomial(3))
    assert is_honest(fit)


@pytest.mark.parametrize("features", MAPS, ids=repr)
@pytest.mark.parametrize(
    "method",
    [*CLOSED, solvers.Softmax(l2=1e-3), solvers.MulticlassSVM(C=1.0), solvers.MulticlassSVM(C=1.0, loss="weston-watkins")],
    ids=repr,
)
def test_drags_far_away_are_honest_and_come_home(method, features):
    features = solvers.Identity() if method.needs_plane else features
    for n in (30, 1200) if method in CLOSED else (30,):
        X, y = clouds(n)
        cold = solvers.fit(method, X, y, features=features, trace=False)
        drag, rng = solvers.grab(cold, 3), np.random.default_rng(0)
        for reach in (1e1, 1e3, 1e5, 1e6, 1e7, 1e9, 1e12):
            place = X[3] + reach * rng.standard_normal(2)
            drag.move(tuple(place))
            there = moved(cold, 3, place)
            dragged, fitted = drag.fit(there), solvers.solve(method, there, trace=False)
            assert is_honest(dragged)
            assert is_honest(fitted)
            assert dragged.status is fitted.status
            drag.move(tuple(X[3]))
            home = drag.fit(cold.problem)
            assert home.status is cold.status
            assert home.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-9)
