"""The certificate never contradicts itself: whatever the data, the primal value is not below the dual one."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Status

KERNELS = (
    solvers.LinearKernel(),
    solvers.PolynomialKernel(3).as_written,
    solvers.GaussianKernel(0.3),
    solvers.GaussianKernel(20.0),
)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_a_hard_margin_counts_what_its_points_miss(kernel: solvers.Kernel) -> None:
    """A w that is too short by a part in a thousand is too good to be true; stretched to its margins it bounds the optimum."""
    random = np.random.default_rng(1)
    y = np.repeat([-1.0, 1.0], 10)
    X = random.normal(size=(20, 2)) * 0.3 + np.outer(y, [2.0, 1.0])
    fit = solvers.fit(solvers.HardMarginSVM(), X, y, kernel=kernel)
    short = solvers.Iterate(
        None if fit.w is None else fit.w * 0.999,
        fit.b * 0.999,
        fit.alpha * 0.999,
        centre=fit.last.centre,
        f_centre=fit.last.f_centre * 0.999,
    )
    margins = y * fit.problem.training_scores(short)
    bounds = fit.method.bounds(fit.problem, short, margins)
    assert bounds.primal == pytest.approx(fit.certificate.primal, rel=1e-7)
    assert bounds.dual <= fit.certificate.primal
    assert bounds.worst_violation == pytest.approx(1e-3, rel=1e-3)


def test_a_line_with_a_point_on_its_wrong_side_bounds_no_hard_margin() -> None:
    X, y = np.array([[-1.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), np.array([-1.0, 1.0, 1.0])
    fit = solvers.fit(solvers.HardMarginSVM(), X, y)
    wrong = solvers.Iterate(fit.w, fit.b - 1.5, fit.alpha)
    bounds = fit.method.bounds(fit.problem, wrong, y * fit.problem.training_scores(wrong))
    assert bounds.dual is None
    assert bounds.worst_violation >= 1.0


def test_a_kernel_that_is_no_inner_product_has_no_dual_bound() -> None:
    X, y = np.random.default_rng(8).normal(size=(12, 2)), np.resize([1.0, -1.0], 12)
    fit = solvers.fit(solvers.SoftMarginSVM(), X, y, kernel=solvers.TanhKernel().as_written)
    assert fit.certificate.gap is None


def test_gradient_descent_on_a_flat_loss_does_not_claim_the_minimum() -> None:
    """Fourth powers of an outlier: one long step, and every gradient has vanished in rounding, far from the minimum."""
    X = [
        [1.1051752867915332, 0.21933518187110823],
        [-0.978255818530197, -0.9368340323291926],
        [1298022.4190515173, 1787190.1150154786],
    ]
    method = solvers.LogisticRegression(algorithm="gradient", rate=23.29692413410898)
    fit = solvers.fit(method, X, [1, -1, 1], features=solvers.Polynomial(4).as_written, trace=False)
    assert fit.certificate.gap > 0.5
    assert fit.status is Status.BUDGET
    assert "so flat" in fit.explanation
