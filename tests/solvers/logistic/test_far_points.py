"""Points so far away that one of them rules curvatures, sums and certificates: the minimum is reached, and proved."""

from __future__ import annotations

import numpy as np
import pytest
from logistic_reference import shortfall

import solvers
from solvers import BayesianLogistic, LogisticRegression, Status
from solvers.algorithms.domain import beyond_doubles


def clouds(n, seed, far, label=1.0):
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = random.normal(size=(n, 2)) + 0.5 * y[:, None]
    X[0], y[0] = far, label
    return X, y


@pytest.mark.parametrize("label", [-1.0, 1.0])
@pytest.mark.parametrize(
    "features", [solvers.Parabola(), solvers.Circle(), solvers.QuadraticDiagonal(), solvers.Polynomial(2)], ids=str
)
@pytest.mark.parametrize("method", [LogisticRegression(l2=0.02), LogisticRegression(l2=1e-6), BayesianLogistic()], ids=str)
def test_one_outlier_does_not_hide_what_the_others_would_gain(method, features, label):
    """Its curvature outweighs all others while its own loss is already nothing, so the decrement is small far from the minimum."""
    X, y = clouds(60, 1, (2e6, 1e7), label)
    fit = solvers.fit(method, X, y, features=features)
    beyond = beyond_doubles(fit.problem)
    assert (fit.status is Status.CONVERGED) == (fit.certificate.gap <= 1e-7)
    if beyond is not None and fit.status is Status.BUDGET:
        assert fit.explanation.endswith(beyond)
        return
    assert fit.status is Status.CONVERGED
    # Without the outlier's share, which is next to nothing on the right side, the others reach the same or less.
    others = solvers.fit(method, X[1:], y[1:], features=features) if label > 0 else None
    assert others is None or fit.certificate.primal < 1.5 * others.certificate.primal + 0.05


def test_losses_far_below_one_are_least_or_said_to_be_beyond_doubles():
    """Features of 1e16 that separate: the objective is far below 1e-7."""
    X = np.array([[2142.6, 4021.1], [-300.0, 12.0], [5.0, -7.0], [900.0, 1500.0], [-20.0, -31.0]])
    fit = solvers.fit(LogisticRegression(l2=0.03), X, [1, -1, -1, 1, -1], features=solvers.Polynomial(5).as_written)
    if fit.status is Status.CONVERGED:
        assert shortfall(fit, 0.03) <= 1e-12
    else:
        assert fit.status is Status.BUDGET
        assert "centre and scale the features" in fit.explanation


@pytest.mark.parametrize("l2", [0.0, 1e-4])
@pytest.mark.parametrize("scale", [1e3, 1.0])
@pytest.mark.parametrize("n", [40, 3000])
def test_whole_numbers_on_a_line_have_no_weights_across_it(n, scale, l2):
    random = np.random.default_rng(n)
    t = random.integers(-9, 10, n)
    y = np.where(random.random(n) < 0.2, -1, 1) * np.where(t > 1, 1, -1)
    fit = solvers.fit(LogisticRegression(l2=l2), np.outer(t, [1.0, 2.0]) * scale, y)
    assert fit.status is (Status.SINGULAR if l2 == 0.0 else Status.CONVERGED)
    assert abs(fit.certificate.gap) <= 1e-7
    assert fit.w[1] == pytest.approx(2.0 * fit.w[0], rel=1e-9)
