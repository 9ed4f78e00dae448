"""The Widrow-Hoff rule: steps by hand, least squares as its limit, and no run that diverges."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import LMS, Status

X_BOOK = np.array([[1.0, 2.0], [2.0, 0.0], [3.0, 1.0], [2.0, 3.0]])
Y_BOOK = np.array([1, 1, -1, -1])


def least_squares(X, y):
    return np.linalg.lstsq(np.column_stack([np.ones(len(X)), X]), y.astype(float), rcond=None)[0]


def test_first_two_steps_by_hand() -> None:
    fit = solvers.fit(LMS(rate=0.06, order="cyclic", max_epochs=1), X_BOOK, Y_BOOK)
    first = np.array([1.0, 1.0, 2.0]) * 0.06
    np.testing.assert_allclose([fit.history[1].b, *fit.history[1].w], first)
    z = np.array([1.0, 2.0, 0.0])
    second = first + 0.03 * (1 - first @ z) * z  # rate/2
    np.testing.assert_allclose([fit.history[2].b, *fit.history[2].w], second)
    assert fit.history[2].active == (1,)
    assert (
        fit.history[1].note == "Point 1 of class +: its score moves from 0 towards the target +1."
    )


def test_a_step_that_would_overshoot_lands_on_the_target_and_is_counted() -> None:
    fit = solvers.fit(LMS(rate=100.0, order="cyclic", max_epochs=1), X_BOOK, Y_BOOK)
    assert fit.history[1].b + fit.history[1].w @ X_BOOK[0] == pytest.approx(1.0)
    assert "overshoot" in fit.history[1].note
    assert dict(fit.outcome.facts)["capped steps"] == 4


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
@pytest.mark.parametrize("trace", [True, False])
def test_the_limit_is_least_squares(order: str, trace: bool) -> None:
    X, y = clouds(200, 1.0)
    fit = solvers.fit(LMS(order=order), X, y, trace=trace)
    assert fit.status is Status.CONVERGED
    np.testing.assert_allclose([fit.b, *fit.w], least_squares(X, y), atol=5e-3)
    assert 0 <= fit.certificate.gap <= 1e-7


@pytest.mark.parametrize("rate", [1e-6, 1.0, 1e12])
@pytest.mark.parametrize("offset", [0.0, 1e3, 1e8])
def test_no_rate_and_no_offset_diverges(rate: float, offset: float) -> None:
    X, y = clouds(40, 1.0, offset=offset)
    fit = solvers.fit(LMS(rate=rate, max_epochs=20), X, y, trace=False)
    assert np.isfinite(fit.w).all()
    assert np.isfinite(fit.b)
    assert fit.status in (Status.CONVERGED, Status.BUDGET, Status.NOT_SEPARABLE)
    # A capped step never increases the distance to the least-squares answer's own samples beyond
    # the start's by much.
    assert fit.certificate.primal <= 100 * len(y)


def test_out_of_budget_tells_apart_separable_and_not() -> None:
    apart, y = clouds(40, 6.0, offset=1e3)
    assert solvers.fit(LMS(max_epochs=2), apart, y).status is Status.BUDGET
    mixed, y = clouds(40, 0.1, offset=1e3)
    assert solvers.fit(LMS(max_epochs=2), mixed, y).status is Status.NOT_SEPARABLE


def test_certificate_holds_the_squared_error_and_its_minimum() -> None:
    X, y = clouds(200, 1.0)
    fit = solvers.fit(LMS(max_epochs=1), X, y)
    best = least_squares(X, y)
    residual = y - np.column_stack([np.ones(len(X)), X]) @ best
    assert fit.certificate.dual == pytest.approx(residual @ residual, rel=1e-10)
    assert fit.certificate.primal == pytest.approx(((y - fit.decision_function(X)) ** 2).sum())


def test_the_budget_holds_as_many_passes_without_an_offset_as_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("solvers.methods.lms.VISITS", 5_000)
    X, y = clouds(50, 0.1)
    fits = [
        solvers.fit(LMS(rate=1e-3, fit_intercept=fitted), X, y, trace=False)
        for fitted in (True, False)
    ]
    assert len({dict(fit.outcome.facts)["visits"] for fit in fits}) == 1
