"""A point that goes far away: CONVERGED has a gap of at most 1e-7 there, and at home the answer is that of a cold fit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

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


@pytest.mark.parametrize(
    ("method", "cure"),
    [
        (solvers.Softmax(l2=1e-3), "centre and scale"),
        (solvers.MulticlassSVM(C=1e3), "centre and scale"),
        (solvers.MulticlassSVM(C=1e3, loss="weston-watkins"), "centre and scale"),
    ],
    ids=("softmax", "worst rival", "all rivals"),
)
def test_an_answer_beyond_doubles_names_the_cure(method, cure):
    X, y = clouds()
    X[0] *= 1e9
    fit = solvers.fit(method, X, y, features=solvers.Polynomial(5, origin=(0.0, 0.0), units=(1.0, 1.0)))
    assert fit.status is Status.BUDGET
    assert cure in fit.explanation


# Minima that were computed with 40 digits.
@pytest.mark.parametrize(("seed", "minimum"), [(1, 0.831577721843), (5, 0.315733458169)])
def test_directions_that_coordinates_leave_out_are_no_part_of_a_proof(seed, minimum):
    X = 1e-4 * np.random.default_rng(seed).standard_normal((10, 2)) + [2e4, 3e3]
    raw = solvers.Polynomial(3, origin=(0.0, 0.0), units=(1.0, 1.0))
    fit = solvers.fit(solvers.Softmax(l2=1e-4), X, np.arange(10) % 3, features=raw)
    assert fit.status is not Status.CONVERGED or fit.certificate.primal <= minimum * (1.0 + GAP)


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
def test_a_price_makes_losses_of_the_size_of_rounding_count(loss):
    X, y = clouds(12)
    X = X + 12.0 * np.eye(3)[y][:, :2]
    X[0, 0] += 1e5
    fit = solvers.fit(solvers.MulticlassSVM(C=1e6, loss=loss), X, y)
    off = replace(fit.last, f_centre=fit.last.f_centre + 1e-12 * np.array([1.0, -1.0, 0.0]))
    bounds = fit.method.bounds(fit.problem, off, np.empty(0))
    assert bounds.primal - bounds.dual >= 0.9 * (exact_objective(fit, off) - fit.certificate.dual)


def exact_objective(fit: solvers.ManyFit, model: solvers.ManyIterate) -> float:
    """The objective of a multi-class SVM in fractions."""
    W, f = [[Fraction(v) for v in row] for row in model.W.tolist()], [Fraction(v) for v in model.f_centre.tolist()]
    centre, losses = [Fraction(v) for v in model.centre.tolist()], Fraction(0)
    for x, own in zip(fit.problem.Phi.tolist(), fit.problem.labels, strict=True):
        scores = [sum(v * (Fraction(a) - c) for v, a, c in zip(w, x, centre, strict=True)) + b for w, b in zip(W, f, strict=True)]
        rivals = [max(Fraction(0), 1 + score - scores[own]) for k, score in enumerate(scores) if k != own]
        losses += max(rivals) if fit.method.loss == "crammer-singer" else sum(rivals)
    return float(sum(v * v for w in W for v in w) / 2 + Fraction(fit.method.C) / len(fit.problem.labels) * losses)
