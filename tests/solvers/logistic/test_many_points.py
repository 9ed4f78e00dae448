"""Logistic regression of so many coordinates that no second matrix of them is made, and none is
kept.
"""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import LogisticRegression, Status
from solvers import problem as problems
from solvers.algorithms.logistic import problem as logistic
from solvers.algorithms.logistic.samples import ScaledSamples, longest_square, products
from solvers.arrays import Floats


def clouds(n: int = 300, m: int = 5) -> tuple[Floats, Floats]:
    """Features of unlike sizes, far from the origin, with labels that follow them loosely."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, m)) * np.logspace(-2, 2, m) + 1000.0
    scores = (X - 1000.0) / np.logspace(-2, 2, m) @ rng.normal(size=m)
    return X, np.where(scores + rng.logistic(size=n) > 0.0, 1.0, -1.0)


@pytest.mark.parametrize("weights", [None, np.linspace(1.0, 5.0, 300)])
@pytest.mark.parametrize("l2", [0.0, 1e-6, 1.0])
def test_samples_made_when_needed_give_the_same_fit(
    monkeypatch: pytest.MonkeyPatch, l2: float, weights: Floats | None
) -> None:
    X, y = clouds()
    plain = solvers.fit(LogisticRegression(l2), X, y, sample_weight=weights)
    monkeypatch.setattr(logistic, "MANY_COORDINATES", 0)
    monkeypatch.setattr(problems, "LARGE", 0)
    made = solvers.fit(LogisticRegression(l2), X, y, sample_weight=weights)
    moments = made.problem.moments
    assert isinstance(logistic.LogisticProblem.of(moments, l2).Z, ScaledSamples)
    assert made.status is plain.status is Status.CONVERGED
    np.testing.assert_allclose(made.w, plain.w, rtol=1e-10)
    np.testing.assert_allclose(made.training_scores, plain.training_scores, rtol=1e-9)
    assert made.certificate.gap is not None
    assert made.certificate.gap <= 1e-12
    assert made.certificate.primal == pytest.approx(plain.certificate.primal, rel=1e-13)


def test_nothing_as_large_as_the_data_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "LARGE", 0)
    X, y = clouds()
    for method in (LogisticRegression(), solvers.Fisher(), solvers.SoftMarginSVM()):
        fit = solvers.fit(method, X, y, trace=False)
        for _ in range(2):
            kept = [value for value in vars(fit.problem).values() if getattr(value, "size", 0)]
            assert all(value.shape == y.shape or value is fit.problem.X for value in kept)
            assert "moments" not in vars(fit.problem)
            assert fit.certificate.errors == int((fit.predict(X) != y).sum())


def test_a_read_only_array_is_shared() -> None:
    X, y = clouds()
    X.setflags(write=False)
    assert solvers.fit(LogisticRegression(), X, y).problem.X is X


def test_a_dragged_point_has_samples_that_can_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logistic, "MANY_COORDINATES", 0)
    X, y = clouds()
    fit, moved = solvers.fit(LogisticRegression(0.1), X, y), X.copy()
    moved[7] += 0.5
    step = solvers.grab(fit, 7).move(moved[7])
    np.testing.assert_allclose(step.w, solvers.fit(LogisticRegression(0.1), moved, y).w, rtol=1e-8)


def test_the_matrix_is_what_its_blocks_say() -> None:
    X, _ = clouds(n=50)
    columns, scale = np.ascontiguousarray(X.T), np.arange(1.0, 6.0)
    Z = ScaledSamples(columns, scale, 20)
    whole = np.vstack([columns / scale[:, None], np.ones(50)])
    whole[:, 20:] *= -1.0
    np.testing.assert_array_equal(Z[:, :], whole)
    np.testing.assert_array_equal(Z[:, 15:30], whole[:, 15:30])
    np.testing.assert_array_equal(Z[:, ::7], whole[:, ::7])
    np.testing.assert_allclose(products(np.arange(6.0), Z), np.arange(6.0) @ whole)
    assert longest_square(Z) == pytest.approx((whole**2).sum(axis=0).max())
