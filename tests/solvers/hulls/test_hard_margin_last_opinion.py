"""Hard margins that doubles describe badly: the closest pair is found again without rounding, and margins are lifted to 1."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from benchmarks.hunt.cases import draw
from benchmarks.hunt.checks import beyond_doubles, certificate
from solvers import HardMarginSVM, Polynomial, Status

# Fits of the hunt (seed 5) that ended in BUDGET: one of each kind of data, map and algorithm.
HUNTED = (2105, 4305, 4450, 5546, 5923, 6560, 6822, 8187, 8443, 8756, 9190, 10706, 11381, 11599)
BEYOND = (3832, 6847, 12165, 12494, 13509)


@pytest.mark.parametrize("number", HUNTED)
def test_what_ended_in_budget_has_a_certified_optimum(number):
    case = draw(5, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize("number", BEYOND)
def test_what_no_double_holds_is_not_called_the_optimum_and_has_the_certified_objective(number):
    case = draw(5, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.BUDGET
    assert beyond_doubles(fit)
    if fit.has_model:
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-9)


def test_ordinary_data_are_not_beyond_doubles():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 2)) + np.repeat([[0.0, 0.0], [9.0, 0.0]], 20, axis=0), np.repeat([-1, 1], 20)
    for method in (HardMarginSVM(), solvers.SoftMarginSVM(10.0)):
        for space in ({}, {"features": solvers.Polynomial(3).as_written}, {"kernel": solvers.GaussianKernel(1.0)}):
            assert not beyond_doubles(solvers.fit(method, X, y, **space))


@pytest.mark.parametrize("degree", [4, 5])
def test_points_in_tiny_units_have_their_closest_pair_in_features_of_any_degree(degree: int) -> None:
    """Powers of 1e-17 differ by sixty and more decimal orders: no coordinates in doubles show which rows are closest."""
    rng = np.random.default_rng(degree)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] ** 3 + X[:, 1] > 0.0, 1.0, -1.0)
    X = 1e-17 * (X + 0.05 * y[:, None] * np.array([0.0, 1.0]))
    fit = solvers.fit(HardMarginSVM(), X, y, features=Polynomial(degree).as_written, trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert abs(fit.certificate.gap) <= 1e-7
