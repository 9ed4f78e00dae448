"""The soft margin's worked examples, degenerate data and promises."""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import SoftMarginSVM, Status

FISHER_X = np.array([(1.5, 1.5), (1, 2), (2, 0), (3, 1), (2, 3), (2.5, 2.5)])
FISHER_Y = [1, 1, 1, -1, -1, -1]
XOR_X = [(1, 1), (-1, -1), (1, -1), (-1, 1)]
XOR_Y = [1, 1, -1, -1]


def test_xor_corners_have_no_direction_and_any_offset_between_minus_one_and_one():
    fit = solvers.fit(SoftMarginSVM(C=2.0), XOR_X, XOR_Y)
    assert fit.status is Status.CONVERGED
    np.testing.assert_allclose(fit.w, 0.0, atol=1e-15)
    assert fit.outcome.b_interval == pytest.approx((-1.0, 1.0))
    assert fit.b == pytest.approx(0.0, abs=1e-15)
    assert fit.certificate.primal == pytest.approx(2.0)
    assert "zero" in fit.explanation


@pytest.mark.parametrize("seed", range(8))
def test_where_b_is_free_no_point_holds_the_margin_and_the_count_is_that_of_the_line_shown(seed):
    rng = np.random.default_rng(seed)
    fit = solvers.fit(SoftMarginSVM(C=0.1), rng.normal(size=(20, 2)), np.repeat([0, 1], 10))
    assert fit.outcome.b_interval is not None
    margins = fit.certificate.margins
    assert not (np.abs(margins - 1.0) < 1e-9).any()
    inside = int((margins < 1.0).sum())
    assert dict(fit.outcome.facts)["points inside the margin"] == inside
    assert fit.explanation.startswith(f"The optimum: 0 points hold the margin, {inside} lie inside it.")


def test_all_corners_of_xor_lie_inside_the_margin_of_no_direction():
    fit = solvers.fit(SoftMarginSVM(C=1.0), XOR_X, XOR_Y)
    assert dict(fit.outcome.facts) == {"free support vectors": 0.0, "points inside the margin": 4.0}


@pytest.mark.parametrize("C", [1e2, 1e5, 1e9, 1e15])
def test_one_point_per_class_gives_the_perpendicular_bisector(C):
    fit = solvers.fit(SoftMarginSVM(C), [(0, 0), (2, 2)], [0, 1])
    np.testing.assert_allclose(fit.w, (0.5, 0.5), rtol=1e-13)
    assert fit.b == pytest.approx(-1.0, rel=1e-13)
    assert fit.certificate.gap < 1e-12


def test_the_interval_of_offsets_holds_optimal_offsets_only():
    X, y = np.array([(-3.0, 0), (-1.0, 0), (1.0, 0), (3.0, 0)]), np.array([-1.0, -1, 1, 1])
    fit = solvers.fit(SoftMarginSVM(C=0.1), X, y)
    low, high = fit.outcome.b_interval
    assert low < fit.b < high
    values = [0.5 * fit.w @ fit.w + 0.1 / 4 * np.maximum(0, 1 - y * (X @ fit.w + b)).sum() for b in (low, fit.b, high)]
    np.testing.assert_allclose(values, values[0], rtol=1e-14)
    outside = [0.5 * fit.w @ fit.w + 0.1 / 4 * np.maximum(0, 1 - y * (X @ fit.w + b)).sum() for b in (low - 0.1, high + 0.1)]
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


@pytest.mark.parametrize("C", [1e-12, 1e-6, 1e-2, 1.0, 1e3, 1e6, 1e12])
def test_every_C_is_answered(C):
    X, y = clouds(60, 1.2)
    fit = solvers.fit(SoftMarginSVM(C), X, y)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) < 1e-9


@pytest.mark.parametrize(("offset", "scale"), [(0.0, 2.0**-27), (0.0, 2.0**27), (2.0**26, 1.0), (-(2.0**20), 2.0**-7)])
def test_the_answer_does_not_depend_on_origin_or_unit(offset, scale):
    """Powers of two: moving and stretching rounds nothing, and no digit is lost."""
    X, y = clouds(80, 1.2, 1)
    X = np.round(X * 1024) / 1024
    plain = solvers.fit(SoftMarginSVM(C=5.0), X, y)
    moved = solvers.fit(SoftMarginSVM(C=5.0 / scale**2), X * scale + offset, y)
    np.testing.assert_allclose(moved.w * scale, plain.w, rtol=1e-12)
    np.testing.assert_allclose(moved.decision_function(X * scale + offset), plain.decision_function(X), atol=1e-11)
    assert moved.certificate.gap < 1e-10


@pytest.mark.parametrize("n", [40, 5000])
def test_the_history_shows_the_walk_and_ends_at_the_answer(n):
    X, y = clouds(n, 1.2, 2)
    fit = solvers.fit(SoftMarginSVM(C=10.0), X, y)
    assert len(fit.history) > 3
    assert fit.history[-1] is fit.last
    assert all(step.note for step in fit.history)
    assert all(0 <= row < n for step in fit.history for row in step.active)
    if n == 40:
        values = [step.objective for step in fit.history]
        assert values == sorted(values, reverse=True) or np.all(np.diff(values) < 1e-9)
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-12)


@pytest.mark.parametrize("n", [60, 5000])
@pytest.mark.parametrize("factor", [1.0, 1.05, 10.0, 1e-3])
def test_a_warm_start_with_another_C_reaches_the_cold_answer(n, factor):
    X, y = clouds(n, 1.2, 3)
    first = solvers.fit(SoftMarginSVM(C=10.0), X, y)
    cold = solvers.fit(SoftMarginSVM(C=10.0 * factor), X, y)
    warm = solvers.fit(SoftMarginSVM(C=10.0 * factor), X, y, start=first)
    np.testing.assert_allclose(warm.w, cold.w, rtol=1e-9)
    assert warm.certificate.gap < 1e-11


def test_a_warm_start_from_fewer_points_reaches_the_cold_answer():
    X, y = clouds(90, 1.2, 4)
    first = solvers.fit(SoftMarginSVM(C=10.0), X[:70], y[:70])
    warm = solvers.fit(SoftMarginSVM(C=10.0), X, y, start=first)
    np.testing.assert_allclose(warm.w, solvers.fit(SoftMarginSVM(C=10.0), X, y).w, rtol=1e-11)


def test_many_points_of_one_class_in_front_do_not_mislead_the_samples():
    X, y = clouds(20_000, 1.2, 6)
    order = np.argsort(y, kind="stable")
    sorted_fit = solvers.fit(SoftMarginSVM(C=1.0), X[order], y[order], trace=False)
    fit = solvers.fit(SoftMarginSVM(C=1.0), X, y, trace=False)
    np.testing.assert_allclose(sorted_fit.w, fit.w, rtol=1e-10)
    few = solvers.fit(SoftMarginSVM(C=1.0), X[order][: 10_000 + 3], y[order][: 10_000 + 3], trace=False)
    assert few.certificate.gap < 1e-10
