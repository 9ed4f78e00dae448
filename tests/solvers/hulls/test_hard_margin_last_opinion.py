"""Hard margins that doubles describe badly: the closest pair is found again without rounding, and margins are lifted to 1."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from benchmarks.hunt.cases import draw
from benchmarks.hunt.checks import beyond_doubles, certificate
from solvers import HardMarginSVM, Status

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
        for space in ({}, {"features": solvers.Polynomial(3)}, {"kernel": solvers.GaussianKernel(1.0)}):
            assert not beyond_doubles(solvers.fit(method, X, y, **space))
