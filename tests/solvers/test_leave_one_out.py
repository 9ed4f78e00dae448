"""Leave one out in closed form is what as many cold fits say, to nine digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import solvers
from solvers import Fisher, LeastSquares, Polynomial, Problem, SoftMarginSVM, leave_one_out_scores

METHODS = [
    LeastSquares(),
    LeastSquares(ridge=3.0),
    LeastSquares(ridge=0.2, fit_intercept=False),
    Fisher(offset="midpoint"),
    Fisher(offset="prior"),
]


def _points(n: int, seed: int) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    y = np.where(np.arange(n) < n // 3, -1.0, 1.0)
    return random.normal(size=(n, 2)) * (1.0, 3.0) + np.outer(y, (0.7, 0.4)) + (5.0, -2.0), y


@pytest.mark.parametrize("method", METHODS, ids=repr)
@pytest.mark.parametrize(
    "features", [solvers.Identity(), Polynomial(2, origin=(5.0, -2.0), units=(1.0, 3.0))], ids=["plane", "quadratic"]
)
def test_the_formulas_are_as_many_cold_fits(method: Any, features: Any) -> None:
    X, y = _points(23, 1)
    found = leave_one_out_scores(method, Problem(X, y, features))
    keep = ~np.eye(len(y), dtype=bool)
    cold = [solvers.fit(method, X[k], y[k], features=features).decision_function(X[~k])[0] for k in keep]
    np.testing.assert_allclose(found, cold, rtol=1e-9, atol=1e-9 * np.abs(cold).max())


def test_where_a_formula_has_no_answer_it_gives_none() -> None:
    X, y = _points(12, 2)
    on_a_line = np.column_stack([X[:, 0], 2.0 * X[:, 0]])
    alone = np.column_stack([np.zeros(12), X[:, 1]])
    alone[0, 0] = 1.0  # it alone decides what the first coordinate is worth
    for places in (on_a_line, alone):
        assert leave_one_out_scores(LeastSquares(), Problem(places, y)) is None
        assert leave_one_out_scores(Fisher(offset="midpoint"), Problem(places, y)) is None
    single = np.where(np.arange(12) == 0, -1.0, 1.0)
    assert leave_one_out_scores(LeastSquares(), Problem(X, single)) is None
    assert leave_one_out_scores(SoftMarginSVM(), Problem(X, y)) is None
    assert leave_one_out_scores(Fisher(), Problem(X, y)) is None
