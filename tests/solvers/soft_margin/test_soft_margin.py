"""The soft margin: worked examples, degenerate data and promises; its four algorithms, their
samples and honest gaps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import GaussianKernel, SoftMarginSVM, Status
from solvers.algorithms.soft_margin import subsampling
from solvers.algorithms.soft_margin import walk as soft_margin_walk

FISHER_X = np.array([(1.5, 1.5), (1, 2), (2, 0), (3, 1), (2, 3), (2.5, 2.5)])
FISHER_Y = [1, 1, 1, -1, -1, -1]
XOR_X = [(1, 1), (-1, -1), (1, -1), (-1, 1)]
XOR_Y = [1, 1, -1, -1]


@pytest.mark.parametrize("seed", range(8))
def test_where_b_is_free_no_point_holds_the_margin_and_the_count_is_that_of_the_line_shown(seed):
    rng = np.random.default_rng(seed)
    fit = solvers.fit(SoftMarginSVM(C=0.1), rng.normal(size=(20, 2)), np.repeat([0, 1], 10))
    assert fit.outcome.b_interval is not None
    margins = fit.certificate.margins
    assert not (np.abs(margins - 1.0) < 1e-9).any()
    inside = int((margins < 1.0).sum())
    assert dict(fit.outcome.facts)["points inside the margin"] == inside
    assert fit.explanation.startswith(
        f"The optimum: 0 points hold the margin, {inside} lie inside it."
    )


def test_the_interval_of_offsets_holds_optimal_offsets_only():
    X, y = np.array([(-3.0, 0), (-1.0, 0), (1.0, 0), (3.0, 0)]), np.array([-1.0, -1, 1, 1])
    fit = solvers.fit(SoftMarginSVM(C=0.1), X, y)
    low, high = fit.outcome.b_interval
    assert low < fit.b < high
    values = [
        0.5 * fit.w @ fit.w + 0.1 / 4 * np.maximum(0, 1 - y * (X @ fit.w + b)).sum()
        for b in (low, fit.b, high)
    ]
    np.testing.assert_allclose(values, values[0], rtol=1e-14)
    outside = [
        0.5 * fit.w @ fit.w + 0.1 / 4 * np.maximum(0, 1 - y * (X @ fit.w + b)).sum()
        for b in (low - 0.1, high + 0.1)
    ]
    assert min(outside) > values[0] + 1e-4


def test_an_enormous_C_on_separable_data_says_hard_margin_regime():
    fit = solvers.fit(SoftMarginSVM(C=1e9), FISHER_X * 1e3, FISHER_Y)
    assert "Hard-margin regime" in fit.explanation
    np.testing.assert_allclose(fit.w * 1e3, (-8 / 5, -4 / 5), rtol=1e-12)
    assert fit.certificate.gap < 1e-10


def test_wide_coordinates_are_no_hard_margin_regime_while_points_lie_inside():
    rng = np.random.default_rng(5)
    X = np.column_stack([rng.normal(4e4, 1.5e4, 60), rng.normal(42, 12, 60)])
    y = X @ (5e-5, 0.05) + rng.normal(0, 1, 60) > 4.1
    one, hundred = (solvers.fit(SoftMarginSVM(C), X, y) for C in (1.0, 100.0))
    assert one.certificate.errors > 0
    assert abs(hundred.w[1] / one.w[1] - 1.0) > 1e-3  # so raising C does change the answer
    assert "regime" not in one.explanation + hundred.explanation


@pytest.mark.parametrize("n", [60, 5000])
@pytest.mark.parametrize("factor", [1.0, 1.05, 10.0, 1e-3])
def test_a_warm_start_with_another_C_reaches_the_cold_answer(n, factor):
    X, y = clouds(n, 1.2, 3)
    first = solvers.fit(SoftMarginSVM(C=10.0), X, y)
    cold = solvers.fit(SoftMarginSVM(C=10.0 * factor), X, y)
    warm = solvers.fit(SoftMarginSVM(C=10.0 * factor), X, y, start=first)
    np.testing.assert_allclose(warm.w, cold.w, rtol=1e-9)
    assert warm.certificate.gap < 1e-11


def walked(monkeypatch: pytest.MonkeyPatch, X: Any, y: Any, C: float) -> list[int]:
    """The number of points of each walk of a fit, which is certified."""
    sizes: list[int] = []

    def follow(walk: Any, watch: Any = None) -> Any:
        sizes.append(walk.u.shape[1])
        return original(walk, watch)

    original = soft_margin_walk.follow
    for module in (soft_margin_walk, subsampling):
        monkeypatch.setattr(module, "follow", follow)
    fit = solvers.fit(SoftMarginSVM(C=C), X, y, trace=False)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap < 1e-12
    return sizes


@pytest.mark.parametrize(("C", "n"), [(1.0, 20_000), (100.0, 20_000), (0.001, 40_000)])
def test_where_samples_tell_nothing_there_is_one_walk_over_all_points(monkeypatch, C, n):
    X, y = clouds(n, 1.2, 6)
    if C >= 1.0:
        y = np.random.default_rng(0).permutation(y)
    assert walked(monkeypatch, X, y, C) == [n]


def test_points_that_contradict_a_band_are_made_up_for_in_a_narrow_one(monkeypatch):
    X, y = clouds(10_000, 1.2, 18)
    sizes = walked(monkeypatch, X, y, 100.0)
    assert len(sizes) >= 3
    assert sizes[-1] < sizes[-2] < 4_000


@pytest.mark.parametrize("algorithm", ["interior-point", "subgradient"])
def test_algorithms_that_need_features_say_so(algorithm):
    fit = solvers.fit(SoftMarginSVM(algorithm=algorithm), XOR_X, XOR_Y, kernel=GaussianKernel())
    assert fit.status is Status.NOT_APPLICABLE
    assert "smo" in fit.explanation


@pytest.mark.parametrize("batch", [None, 7])
def test_subgradients_report_an_honest_gap(batch):
    X, y = clouds(80, 0.8, 3)
    fit = solvers.fit(
        SoftMarginSVM(C=1.0, algorithm="subgradient", batch=batch, max_iterations=3000), X, y
    )
    best = solvers.fit(SoftMarginSVM(C=1.0), X, y).certificate.primal
    excess = (fit.certificate.primal - best) / fit.certificate.primal
    assert 0.0 <= excess <= fit.certificate.gap + 1e-12
    assert fit.certificate.gap < 0.15
    assert fit.status is (Status.CONVERGED if fit.certificate.gap <= 1e-7 else Status.BUDGET)


def test_plain_subgradient_iterates_jump_and_their_average_does_not():
    """With constant steps the last iterate stays away from the optimum, the farther the longer they
    are.
    """
    X, y = np.random.default_rng(5).normal(size=(40, 2)), np.arange(40) % 2
    X[:, 0] += 1.5 * y
    least = solvers.fit(SoftMarginSVM(C=10.0), X, y).certificate.primal

    def above(**settings):
        fit = solvers.fit(
            SoftMarginSVM(C=10.0, algorithm="subgradient", max_iterations=2000, **settings), X, y
        )
        assert ("the last iterate" in fit.explanation) == (settings.get("keep") == "last")
        return fit.certificate.primal - least

    long, short = (above(schedule="constant", keep="last", step=step) for step in (5.0, 0.1))
    assert long > 0.1
    assert 0.0 < short < 0.01
    assert above() < 0.01


@pytest.mark.parametrize("kernel", [None, GaussianKernel(1.0)])
@pytest.mark.parametrize(
    "earlier",
    [{"algorithm": "subgradient"}, {"positive_weight": 5.0}],
    ids=["an average", "other weights"],
)
def test_what_is_no_start_for_pairs_is_left_out(
    earlier: dict[str, Any], kernel: GaussianKernel | None
):
    X, y = clouds(300, 0.8, 3)
    start = solvers.fit(SoftMarginSVM(**earlier), X, y)
    cold, warm = (
        solvers.fit(SoftMarginSVM(algorithm="smo"), X, y, kernel=kernel, start=each)
        for each in (None, start)
    )
    assert warm.status is Status.CONVERGED
    assert warm.facts["pair steps"] == cold.facts["pair steps"]


@pytest.mark.parametrize("C", [0.1, 1.5, 1000.0])
def test_multipliers_at_their_bound_follow_it(C: float):
    X, y = clouds(300, 0.8, 3)
    start = solvers.fit(SoftMarginSVM(), X, y, kernel=GaussianKernel(1.0))
    cold, warm = (
        solvers.fit(SoftMarginSVM(C), X, y, kernel=GaussianKernel(1.0), start=each)
        for each in (None, start)
    )
    assert warm.status is Status.CONVERGED
    assert warm.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-8)
    assert warm.facts["pair steps"] <= 2.0 * cold.facts["pair steps"]
