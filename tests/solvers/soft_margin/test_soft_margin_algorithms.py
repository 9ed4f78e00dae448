"""Four algorithms, one model: interior point, SMO and subgradients against the exact answer; kernels; honest gaps."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import GaussianKernel, SoftMarginSVM, Status
from solvers.algorithms.soft_margin.active_set import SoftMargin
from solvers.algorithms.soft_margin.by_smo import MOST_FREE
from solvers.algorithms.soft_margin.subsampling import sides
from solvers.algorithms.standardise import SAMPLE, standardise
from solvers.blocks import BLOCK

XOR_X, XOR_Y = np.array([(1.0, 1), (-1, -1), (1, -1), (-1, 1)]), [1, 1, -1, -1]


@pytest.mark.parametrize("algorithm", ["interior-point", "subgradient"])
def test_algorithms_that_need_features_say_so(algorithm):
    fit = solvers.fit(SoftMarginSVM(algorithm=algorithm), XOR_X, XOR_Y, kernel=GaussianKernel())
    assert fit.status is Status.NOT_APPLICABLE
    assert "smo" in fit.explanation


@pytest.mark.parametrize("batch", [None, 7])
def test_subgradients_report_an_honest_gap(batch):
    X, y = clouds(80, 0.8, 3)
    fit = solvers.fit(SoftMarginSVM(C=1.0, algorithm="subgradient", batch=batch, max_iterations=3000), X, y)
    best = solvers.fit(SoftMarginSVM(C=1.0), X, y).certificate.primal
    excess = (fit.certificate.primal - best) / fit.certificate.primal
    assert 0.0 <= excess <= fit.certificate.gap + 1e-12
    assert fit.certificate.gap < 0.15
    assert fit.status is (Status.CONVERGED if fit.certificate.gap <= 1e-7 else Status.BUDGET)


@pytest.mark.parametrize("C", [1e-6, 1e-3, 1.0])
@pytest.mark.parametrize("n", [2, 3, 24])
def test_subgradients_are_called_converged_only_with_a_closed_gap(C, n):
    X, y = clouds(n, 0.8, n)
    y = np.where(np.arange(n) % 2, 1, -1)
    fit = solvers.fit(SoftMarginSVM(C=C, algorithm="subgradient"), X, y)
    assert fit.status is Status.BUDGET or abs(fit.certificate.gap) <= 1e-7


def test_too_few_subgradient_steps_are_a_spent_budget():
    X, y = clouds(80, 0.8, 3)
    fit = solvers.fit(SoftMarginSVM(C=100.0, algorithm="subgradient", max_iterations=20), X, y)
    assert fit.status is Status.BUDGET
    assert fit.certificate.gap > 0.01
    assert len(fit.history) > 5


@pytest.mark.parametrize("algorithm", ["interior-point", "smo"])
def test_iterates_are_drawable_and_improve(algorithm):
    X, y = clouds(40, 0.8)
    fit = solvers.fit(SoftMarginSVM(C=5.0, algorithm=algorithm), X, y)
    assert len(fit.history) > 4
    assert all(np.isfinite(step.b) and np.isfinite(step.w).all() and step.note for step in fit.history)
    assert fit.history[-1].objective == pytest.approx(fit.certificate.primal, rel=1e-6)
    assert fit.at(2).certificate.primal > fit.certificate.primal


def test_smo_starts_from_an_earlier_fit():
    X, y = clouds(80, 0.8, 6)
    method = SoftMarginSVM(C=20.0, algorithm="smo")
    first = solvers.fit(method, X, y)
    again = solvers.fit(method, X, y, start=first)
    assert len(again.history) <= 3
    assert again.certificate.gap < 1e-5
    other = solvers.fit(SoftMarginSVM(C=5.0, algorithm="smo"), X, y, start=first)
    assert other.certificate.gap < 1e-5


def test_plain_subgradient_iterates_jump_and_their_average_does_not():
    """With constant steps the last iterate stays away from the optimum, the farther the longer they are."""
    X, y = np.random.default_rng(5).normal(size=(40, 2)), np.arange(40) % 2
    X[:, 0] += 1.5 * y
    least = solvers.fit(SoftMarginSVM(C=10.0), X, y).certificate.primal

    def above(**settings):
        fit = solvers.fit(SoftMarginSVM(C=10.0, algorithm="subgradient", max_iterations=2000, **settings), X, y)
        assert ("the last iterate" in fit.explanation) == (settings.get("keep") == "last")
        return fit.certificate.primal - least

    long, short = (above(schedule="constant", keep="last", step=step) for step in (5.0, 0.1))
    assert long > 0.1
    assert 0.0 < short < 0.01
    assert above() < 0.01


@pytest.mark.parametrize("n", [1, 100, SAMPLE, 2 * SAMPLE + 17], ids=str)
@pytest.mark.parametrize("m", [2, 5], ids=["plane", "five features"])
@pytest.mark.parametrize("offset", [0.0, 1e8], ids=["near the origin", "far from it"])
def test_samples_are_the_centred_and_signed_points(n, m, offset):
    rng = np.random.default_rng(n + m)
    Phi, y = rng.normal(size=(n, m)) * 3.0 + offset, np.where(rng.random(n) < 0.4, 1.0, -1.0)
    standard = standardise(Phi, y)
    expected = np.vstack([((Phi - standard.centre) / standard.scale).T * y, y])
    np.testing.assert_allclose(standard.Z, expected, rtol=1e-14, atol=1e-16)
    np.testing.assert_array_equal(standard.Z[:, -1], standard.column(Phi[-1], y[-1]))
    assert not standard.Z.flags.writeable
    assert np.abs(standard.Z[:-1].mean(axis=1) if n == 1 else standard.centre - Phi.mean(axis=0)).max() < 0.2


@pytest.mark.parametrize("kernel", [None, GaussianKernel(1.0)])
def test_an_average_of_many_steps_is_no_start_for_pairs(kernel: GaussianKernel | None):
    rng = np.random.default_rng(1)
    y = np.repeat([-1.0, 1.0], 400)
    X = rng.normal(size=(800, 2)) + y[:, None]
    average = solvers.fit(SoftMarginSVM(algorithm="subgradient"), X, y)
    assert np.count_nonzero((average.alpha > 0.0) & (average.alpha < average.alpha.max())) > MOST_FREE
    cold, warm = (solvers.fit(SoftMarginSVM(algorithm="smo"), X, y, kernel=kernel, start=start) for start in (None, average))
    assert warm.status is Status.CONVERGED
    assert warm.facts["pair steps"] == cold.facts["pair steps"]


@pytest.mark.parametrize("is_weighed", [False, True])
def test_the_sides_of_a_line_are_those_of_all_margins(is_weighed: bool):
    rng = np.random.default_rng(7)
    Z, theta = rng.normal(size=(3, 3 * BLOCK + 5)), np.array([0.5, -0.4, 0.1])
    weights = rng.uniform(0.5, 3.0, Z.shape[1]) if is_weighed else None
    inside, near, total = sides(SoftMargin.of(Z, 1.0, weights=weights), theta, 0.01)
    m = theta @ Z
    np.testing.assert_array_equal(inside, m < 1.0)
    np.testing.assert_array_equal(near, np.flatnonzero(np.abs(m - 1.0) <= 0.01))
    np.testing.assert_allclose(total, Z @ ((m < 1.0) * (1.0 if weights is None else weights)), rtol=1e-12)
