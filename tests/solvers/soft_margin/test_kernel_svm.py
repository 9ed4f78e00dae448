"""Support vector machines with a kernel: solved to rounding on every layout, called what they are,
and stopped when asked.
"""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import (
    FormulaKernel,
    GaussianKernel,
    HardMarginSVM,
    Problem,
    SoftMarginSVM,
    Status,
    TanhKernel,
)
from solvers.algorithms.soft_margin import pairs
from solvers.algorithms.soft_margin import smo as soft_margin_smo
from solvers.problem import GRAMS, WHOLE_GRAM


@pytest.mark.parametrize("sigma", [0.05, 0.2, 1.0, 5.0])
@pytest.mark.parametrize("C", [1e-3, 1.0, 1e2, 1e5])
def test_the_optimum_is_proved_by_its_multipliers(sigma, C):
    X, y = clouds(80, 0.7, 3)
    fit = solvers.fit(SoftMarginSVM(C=C), X, y, kernel=GaussianKernel(sigma))
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-10
    signed, K = fit.alpha * y, GaussianKernel(sigma).gram(X, X)
    assert 0.0 <= fit.alpha.min() <= fit.alpha.max() <= C / 80 * (1.0 + 1e-12)
    assert abs(signed.sum()) <= 1e-12 * fit.alpha.sum()
    primal = (
        0.5 * signed @ K @ signed + C / 80 * np.maximum(0.0, 1.0 - y * (K @ signed + fit.b)).sum()
    )
    assert fit.certificate.primal == pytest.approx(primal, rel=1e-9)
    assert fit.alpha.sum() - 0.5 * signed @ K @ signed == pytest.approx(primal, rel=1e-9)


def test_many_free_multipliers_at_a_large_c_take_few_steps():
    """Faces of hundreds of free multipliers, nearly flat: one step each, not one for every
    multiplier that meets its end.
    """
    X, y = clouds(600, 0.7, 1)
    fit = solvers.fit(SoftMarginSVM(C=1e4), X, y, kernel=GaussianKernel(0.2))
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-10
    assert dict(fit.outcome.facts)["pair steps"] < 5000


def test_a_tanh_kernel_that_is_an_inner_product_here_has_an_optimum():
    X, y = np.array([[1.0, 0.0], [0.0, 1.0]]), [1, -1]
    fit = solvers.fit(SoftMarginSVM(C=4.0), X, y, kernel=TanhKernel(1.0, 0.0).as_written)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-10
    indefinite = solvers.fit(SoftMarginSVM(C=4.0), X, y, kernel=TanhKernel(1.0, -1.0).as_written)
    assert indefinite.status is Status.STATIONARY
    assert "smallest eigenvalue" in indefinite.explanation


@pytest.mark.parametrize("n", [900, 2000])
def test_a_sample_of_many_points_proves_that_a_kernel_is_no_inner_product(n):
    X, y = clouds(n, 0.7)
    problem = solvers.Problem.from_labels(X, y, kernel=TanhKernel().as_written)
    assert problem.smallest_eigenvalue < 0.0
    assert problem.smallest_eigenvalue >= np.linalg.eigvalsh(problem.gram)[0] * (1 + 1e-9)


@pytest.mark.parametrize("kernel", [GaussianKernel(0.2), TanhKernel(0.1, 0.0).as_written], ids=str)
def test_beyond_the_points_whose_matrix_is_kept_nothing_changes(kernel, monkeypatch):
    X, y = clouds(60, 0.7)
    kept = solvers.fit(SoftMarginSVM(C=50.0), X, y, kernel=kernel)
    for module in (solvers.problem, soft_margin_smo):
        monkeypatch.setattr(module, "WHOLE_GRAM", 10)
    monkeypatch.setattr(solvers.problem, "BLOCK", 100)
    computed = solvers.fit(SoftMarginSVM(C=50.0), X, y, kernel=kernel)
    assert "gram" not in computed.problem.__dict__
    assert computed.last.objective == pytest.approx(kept.last.objective, rel=1e-9)
    assert computed.certificate.gap == pytest.approx(kept.certificate.gap, abs=1e-9)
    assert computed.decision_function(X) == pytest.approx(kept.decision_function(X), abs=1e-6)


@pytest.mark.parametrize("kernel", [GaussianKernel(0.5), FormulaKernel("exp(-|x-z|)")], ids=str)
def test_rows_that_come_and_go_are_those_of_the_whole_matrix(kernel, monkeypatch):
    X, y = clouds(80, 0.7)
    kept = solvers.fit(SoftMarginSVM(C=50.0), X, y, kernel=kernel, trace=False)
    for module in (solvers.problem, soft_margin_smo):
        monkeypatch.setattr(module, "WHOLE_GRAM", 10)
    monkeypatch.setattr(pairs, "ROW_BYTES", 5 * 8 * 80)  # five rows at a time
    computed = solvers.fit(SoftMarginSVM(C=50.0), X, y, kernel=kernel, trace=False)
    np.testing.assert_array_equal(computed.alpha, kept.alpha)


def test_steps_that_are_watched_are_those_of_the_quiet_run():
    X, y = clouds(120, 0.7)
    watched, quiet = (
        solvers.fit(SoftMarginSVM(C=100.0), X, y, kernel=GaussianKernel(0.5), trace=trace)
        for trace in (True, False)
    )
    np.testing.assert_array_equal(watched.alpha, quiet.alpha)
    first = watched.history[0]
    assert len(watched.history) > 100
    assert np.flatnonzero(first.alpha).tolist() == sorted(first.active)


def test_a_flat_kernel_at_a_large_c_is_followed_from_face_to_face():
    X = np.repeat(np.random.default_rng(4).normal(size=(150, 1)), 2, axis=1)
    y = np.where(X[:, 0] + np.random.default_rng(5).normal(size=150) > 0.0, 1, -1)
    kernel = FormulaKernel("x'z + 1")
    fit = solvers.fit(SoftMarginSVM(C=1e5), X, y, kernel=kernel, trace=False)
    plane = solvers.fit(SoftMarginSVM(C=1e5), X, y, trace=False)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.primal == pytest.approx(plane.certificate.primal, rel=1e-7)


@pytest.mark.parametrize("n", [WHOLE_GRAM, 20_000])
@pytest.mark.parametrize(
    "method",
    [
        SoftMarginSVM(1e4),
        SoftMarginSVM(1e4, algorithm="smo"),
        HardMarginSVM(),
        HardMarginSVM("smo"),
    ],
    ids=repr,
)
def test_a_kernel_fit_of_any_size_hears_that_it_is_cancelled(n, method):
    X, y = clouds(n, 0.7)
    asked = iter([False] * 6 + [True])
    fit = solvers.fit(method, X, y, kernel=GaussianKernel(0.2), cancelled=lambda: next(asked))
    assert fit.status is Status.CANCELLED


def test_a_kernel_and_a_hard_margin_have_one_answer():
    X, y = clouds(60, 0.7, 5)
    hard = solvers.fit(HardMarginSVM(), X, y, kernel=GaussianKernel(0.3))
    soft = solvers.fit(SoftMarginSVM(C=1e9), X, y, kernel=GaussianKernel(0.3))
    assert hard.status is Status.CONVERGED
    assert soft.certificate.primal == pytest.approx(hard.certificate.primal, rel=1e-6)


def test_a_hard_margin_takes_a_tanh_kernel_where_it_is_an_inner_product():
    X, y = np.array([[1.0, 0.0], [0.0, 1.0]]), [1, -1]
    fit = solvers.fit(HardMarginSVM(), X, y, kernel=TanhKernel(1.0, 0.0).as_written)
    assert fit.status is Status.CONVERGED
    assert fit.alpha == pytest.approx(np.full(2, 1.0 / np.tanh(1.0)))
    refused = solvers.fit(HardMarginSVM(), X, y, kernel=TanhKernel(1.0, -1.0).as_written)
    assert refused.status is Status.NOT_APPLICABLE
    assert "eigenvalue here is -" in refused.explanation


@pytest.mark.parametrize("algorithm", ["active-set", "smo"])
@pytest.mark.parametrize("seed", range(8))
def test_a_large_c_makes_no_loss_of_the_rounding_of_multipliers(algorithm, seed):
    """C = 1e9 times a margin that is short by 1e-14 was a gap of 1e-5; w and b grow until no margin
    is short instead.
    """
    rng = np.random.default_rng(seed)
    X, y = (
        rng.standard_normal((3 + seed % 3, 2)),
        np.array([1.0, -1.0, -1.0, 1.0, -1.0])[: 3 + seed % 3],
    )
    fit = solvers.fit(
        SoftMarginSVM(C=1e6, algorithm=algorithm, tolerance=1e-9), X, y, kernel=GaussianKernel(0.3)
    )
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-7
    assert fit.certificate.margins.min() >= 1.0 - 1e-9


def test_the_oldest_gram_matrices_are_let_go_and_come_back_when_asked(monkeypatch):
    monkeypatch.setattr(GRAMS, "most_bytes", 3 * 8 * 60 * 60)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), np.where(np.arange(60) % 2, 1.0, -1.0)
    problems = [Problem.from_labels(X + k, y, kernel=GaussianKernel(1.0)) for k in range(6)]
    fits = [solvers.solve(SoftMarginSVM(1.0), problem, trace=False) for problem in problems]
    kept = ["gram" in problem.__dict__ for problem in problems]
    assert kept[-1]
    assert sum(kept) <= 3
    # Moved alike, all have one answer, kept or not.
    for fit in fits:
        assert abs(fit.certificate.gap) <= 1e-7
        assert fit.problem.gram.shape == (60, 60)
    assert sum("gram" in problem.__dict__ for problem in problems) <= 3
