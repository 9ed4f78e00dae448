"""The certificate never contradicts itself: whatever the data, the primal value is not below the dual one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_wine

import solvers
from benchmarks.hunt.cases import draw
from solvers import Status

# Some adversarial sets; LINCLASS_TIED_FITS=4000 runs that many.
COUNT = int(os.environ.get("LINCLASS_TIED_FITS", "120"))
KINDS = (
    *(solvers.LogisticRegression(l2=l2, penalise_bias=tied) for l2 in (1e-6, 1e-2) for tied in (False, True)),
    solvers.LogisticRegression(algorithm="gradient", max_steps=200),
    solvers.BayesianLogistic(prior_variance=3.0),
    solvers.Fisher(),
    *(solvers.HardMarginSVM(algorithm=name) for name in ("hull", "interior-point", "smo")),
    *(solvers.SoftMarginSVM(C=C, algorithm=name) for C in (0.3, 1e4) for name in ("active-set", "interior-point", "smo")),
)
MAPS = (
    None,
    solvers.QuadraticDiagonal().as_written,
    solvers.Parabola().as_written,
    solvers.Polynomial(2).as_written,
    solvers.Polynomial(4).as_written,
)
KERNELS = (
    solvers.LinearKernel(),
    solvers.PolynomialKernel(3).as_written,
    solvers.GaussianKernel(0.3),
    solvers.GaussianKernel(20.0),
)


def adversarial(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Points with ties, outliers, offsets or extreme units, and signs; both classes are there."""
    random = np.random.default_rng(seed)
    n = int(random.choice([2, 3, 5, 12, 30]))
    y = np.where(random.random(n) < 0.5, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    X = random.normal(size=(n, 2)) + np.outer(y, [1.0, 0.5]) * random.choice([0.0, 1.0, 3.0])
    match seed % 9:
        case 0:
            X = np.round(X)
        case 1:
            X = X + 1e8
        case 2:
            X = X * 1e8
        case 3:
            X = X * 1e-8
        case 4:
            X[random.integers(n)] *= random.choice([1e2, 1e4, 1e6])
        case 5:
            X = X * [1e6, 1e-3]
        case 6:
            X = np.outer(np.round(3.0 * X[:, 0]), [1.0, 2.0])
        case 7:
            X = X[random.integers(0, n, n)]
    return X, y


def fits() -> Iterator[solvers.Fit]:
    for seed in range(COUNT):
        X, y = adversarial(seed)
        random = np.random.default_rng(seed)
        for method in random.permutation(np.array(KINDS, dtype=object))[:3]:
            kernel = KERNELS[random.integers(len(KERNELS))] if method.takes_kernel and random.random() < 0.5 else None
            features = None if kernel is not None else MAPS[random.integers(len(MAPS))]
            yield solvers.fit(method, X, y, features=features, kernel=kernel, trace=False)


@pytest.mark.slow
def test_the_primal_value_is_never_below_the_dual_one() -> None:
    for fit in fits():
        gap = fit.certificate.gap
        if gap is not None:
            assert gap >= -1e-12, (fit.method, fit.problem.features, fit.problem.kernel, fit.problem.X, fit.problem.y)
            if fit.status is Status.CONVERGED:
                assert gap <= 1e-5, (fit.method, fit.problem.features, fit.problem.kernel, fit.problem.X, fit.problem.y)


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
    X, y = adversarial(8)
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


def test_a_kernel_walk_beside_an_outlier_keeps_a_point_of_each_class() -> None:
    X = [
        [1342521.0987187685, -247625.74212924915],
        [-0.8220046007643764, -0.17500121889199372],
        [2.0322458355757824, 0.40121124308268374],
    ]
    for kernel in (solvers.LinearKernel(), solvers.PolynomialKernel(1).as_written, solvers.PolynomialKernel(2).as_written):
        fit = solvers.fit(solvers.HardMarginSVM(), X, [1, -1, 1], kernel=kernel)
        assert fit.explanation.endswith(".")
        assert fit.status is not Status.CONVERGED or fit.certificate.gap <= 1e-7


def test_a_line_far_on_the_wrong_side_bounds_no_hard_margin_either() -> None:
    """Wine, two of its columns: pair steps that end with margins of -4."""
    X, y = load_wine(return_X_y=True)
    rows = y != 1
    fit = solvers.fit(solvers.HardMarginSVM(), X[rows][:, [12, 11]], y[rows])
    turned = solvers.Iterate(-fit.w, -fit.b, fit.alpha)
    bounds = fit.method.bounds(fit.problem, turned, fit.problem.y * fit.problem.training_scores(turned))
    assert bounds.dual is None


@pytest.mark.parametrize("number", [752, 2211, 3014, 3843, 5090, 6677])
def test_an_answer_that_is_not_called_the_optimum_has_the_certified_objective(number):
    """Fits of the hunt (seed 6) whose solvers had lost the digits of their sums, or minimised a neighbour of the problem."""
    case = draw(6, number)
    fit = solvers.solve(case.method, case.problem())
    assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-6)
    assert fit.history[-1] is fit.last


def test_a_wrong_weight_of_a_small_feature_shows_where_no_gap_feels_it() -> None:
    """With units 13 decades apart |w| and the losses hardly know the weight of the small feature; its own condition does."""
    random = np.random.default_rng(0)
    y = np.resize([-1.0, 1.0], 40)
    fit = solvers.fit(solvers.SoftMarginSVM(C=100.0), (random.normal(size=(40, 2)) + 0.7 * y[:, None]) * [1e-6, 1e7], y)
    assert fit.certificate.worst_violation < 1e-9
    other = replace(fit.last, w=fit.w * [0.5, 1.0])
    assert fit.method.certify(fit.problem, other, fit.outcome).gap < 1e-7
    assert fit.method.certify(fit.problem, other, fit.outcome).worst_violation > 0.01
