"""A dragged point: every step of long drags is the exact answer of the changed data."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds
from soft_margin_ties import moved, objective, random_case

import solvers
from solvers import Problem, SoftMarginSVM
from solvers.algorithms.soft_margin.drag import SoftMarginDrag


def check_drag(problem, C, row, positions):
    """Every move against a cold solve; the fit at the end against its own certificate."""
    drag = solvers.grab(solvers.solve(SoftMarginSVM(C), problem, trace=False), row)
    for position in positions:
        iterate, changed = drag.move(position), moved(problem, row, position)
        cold = solvers.solve(SoftMarginSVM(C), changed, trace=False)
        assert objective(changed, C, iterate) == pytest.approx(
            objective(changed, C, cold.last), rel=1e-9
        )
        scale = np.abs(cold.w).max() + 1e-9
        np.testing.assert_allclose(iterate.w / scale, cold.w / scale, atol=1e-5)
    fit = drag.fit(changed)
    assert fit.problem is changed
    assert abs(fit.certificate.gap) < 1e-9
    np.testing.assert_allclose(fit.w / scale, cold.w / scale, atol=1e-5)
    assert fit.alpha.shape == (len(problem.y),)
    return drag


@pytest.mark.parametrize(
    ("n", "gap"), [(12, 0.4), (150, 0.8), (150, 3.0), (6000, 0.8), (6000, 4.0)]
)
@pytest.mark.parametrize("C", [1.0, 300.0])
def test_a_point_dragged_across_the_other_class(n, gap, C):
    X, y = clouds(n, gap, n)
    rng = np.random.default_rng(1)
    problem = Problem.from_labels(X, y)
    target = X[y != y[3]].mean(axis=0) * 1.5
    steps = 40 if n < 1000 else 15
    path = [X[3] + (target - X[3]) * k / steps + rng.normal(0, 0.02, 2) for k in range(steps + 1)]
    assert isinstance(check_drag(problem, C, 3, path).exact, SoftMarginDrag)


@pytest.mark.parametrize("seed", range(0, 120, 5))
def test_drags_over_tied_data(seed):
    _, X, y, C = random_case(seed)
    problem = Problem.from_labels(X, y)
    if C * problem.standardised.scale**2 / len(y) > 1e6:
        pytest.skip("beyond the cap every move is a warm refit")
    rng = np.random.default_rng(seed)
    row = int(rng.integers(len(y)))
    spread = np.abs(X - X.mean(axis=0)).max() + 1e-300
    drag = solvers.grab(solvers.solve(SoftMarginSVM(C), problem), row)
    for k in range(30):
        position = (
            X[rng.integers(len(y))]
            if k % 2
            else X[row] + spread * np.round(rng.normal(0, 2, 2)) / 2
        )
        iterate, changed = drag.move(position), moved(problem, row, position)
        cold = solvers.solve(SoftMarginSVM(C), changed, trace=False)
        assert objective(changed, C, iterate) == pytest.approx(
            objective(changed, C, cold.last), rel=1e-8
        )
        assert abs(drag.fit(changed).certificate.gap) < 1e-7


def test_a_drag_in_a_feature_space():
    X, y = clouds(120, 1.0, 9)
    problem = Problem.from_labels(X, y, solvers.Polynomial(2))
    rng = np.random.default_rng(3)
    check_drag(problem, 5.0, 4, X[4] + np.cumsum(rng.normal(0, 0.2, (25, 2)), axis=0))


def test_a_drag_can_be_taken_up_again_from_its_own_fit():
    X, y = clouds(3000, 1.0, 11)
    problem = Problem.from_labels(X, y)
    drag = solvers.grab(solvers.solve(SoftMarginSVM(5.0), problem), 8)
    drag.move((0.3, 0.1))
    second = drag.fit(moved(problem, 8, (0.3, 0.1)))
    again = solvers.grab(second, 9)
    iterate = again.move((-0.2, 0.4))
    cold = solvers.solve(SoftMarginSVM(5.0), moved(second.problem, 9, (-0.2, 0.4)), trace=False)
    np.testing.assert_allclose(iterate.w, cold.w, rtol=1e-10)
    assert iterate.b == pytest.approx(cold.b, rel=1e-9)
