"""The paragraph "Where it fails" of a method, on data that make it fail so."""

from __future__ import annotations

import numpy as np

import solvers
from solvers import (
    HoKashyap,
    Status,
)

Y = np.repeat([1.0, -1.0], 10)


def clouds(apart: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(20, 2)) + apart * Y[:, None]


def test_ho_kashyap_may_need_more_steps_than_its_budget_for_the_proof() -> None:
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.repeat([1.0, -1.0], 30)
    statuses = {}
    for shift in (1.2, 2.0, 2.1):
        moved = X + np.outer(y, [shift, 0.0])
        fit = solvers.fit(HoKashyap(), moved, y)
        statuses[shift] = (fit.status, fit.facts["iterations"] == HoKashyap().max_iterations)
    assert statuses[1.2] == (Status.NOT_SEPARABLE, False)  # far over each other: its own proof
    assert statuses[2.0] == (Status.NOT_SEPARABLE, True)  # a little: that of the hulls
    assert statuses[2.1] == (Status.BUDGET, True)  # a little apart


def test_a_budget_of_ho_kashyap_that_ends_with_positive_scores_is_enough() -> None:
    X = clouds(1.9)
    fit = solvers.fit(HoKashyap(max_iterations=2), X, Y)
    assert (Y * fit.decision_function(X) > 0.0).all()
    assert fit.status is Status.CONVERGED
