"""The whole path over C: exact between, at and beside its breakpoints."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import SoftMarginSVM, soft_margin_path


def clouds(n, gap, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.45, 1.0, -1.0)
    return rng.normal(0, 1, (n, 2)) + gap * y[:, None], y


def objective(X, y, C, iterate):
    return 0.5 * iterate.w @ iterate.w + C / len(y) * np.maximum(0, 1 - y * iterate.scores(X)).sum()


@pytest.mark.parametrize("gap", [0.5, 3.0], ids=["overlapping", "separable"])
@pytest.mark.parametrize("n", [2, 7, 80])
def test_the_path_is_the_exact_answer_at_every_C(n, gap):
    X, y = clouds(n, gap)
    y[0], y[-1] = 1.0, -1.0
    path = soft_margin_path(X, y)
    assert path.C[0] == 1e-3
    assert path.C[-1] == 1e4
    assert (np.diff(path.C) > 0).all()
    for C in [*10 ** np.random.default_rng(1).uniform(-3, 4, 25), *path.C[1:-1:7]]:
        fit, here = solvers.fit(SoftMarginSVM(C), X, y, trace=False), path.at(C)
        np.testing.assert_allclose(here.w, fit.w, rtol=1e-8, atol=1e-12)
        assert objective(X, y, C, here) == pytest.approx(objective(X, y, C, fit.last), rel=1e-10)


def test_between_breakpoints_the_solution_is_a_straight_line():
    X, y = clouds(40, 0.7, seed=3)
    path = soft_margin_path(X, y, C_low=0.01, C_high=100.0)
    k = len(path.C) // 2
    middle = 0.5 * (path.C[k] + path.C[k + 1])
    np.testing.assert_allclose(path.at(middle).w, 0.5 * (path.w[k] + path.w[k + 1]), rtol=1e-12)
    np.testing.assert_allclose(solvers.fit(SoftMarginSVM(middle), X, y).w, 0.5 * (path.w[k] + path.w[k + 1]), rtol=1e-9)


def test_the_path_ends_at_the_hard_margin():
    X, y = [(1.5, 1.5), (1, 2), (2, 0), (3, 1), (2, 3), (2.5, 2.5)], [1, 1, 1, -1, -1, -1]
    path = soft_margin_path(X, y)
    np.testing.assert_allclose(path.w[-1], (-8 / 5, -4 / 5), rtol=1e-12)
    assert path.b[-1] == pytest.approx(23 / 5, rel=1e-12)


def test_the_path_in_a_feature_space():
    X, y = clouds(40, 0.4, seed=4)
    path = soft_margin_path(X, y, features=solvers.Polynomial(2), C_high=1e3)
    for C in (0.01, 0.9, 30.0, 999.0):
        fit = solvers.fit(SoftMarginSVM(C), X, y, features=solvers.Polynomial(2))
        np.testing.assert_allclose(path.at(C).w, fit.w, rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (2.0, 1.0), (-1.0, 1.0), (1.0, np.inf)])
def test_a_range_that_is_none_is_refused(low, high):
    with pytest.raises(ValueError, match="C_low"):
        soft_margin_path([(0, 0), (1, 1)], [0, 1], C_low=low, C_high=high)


def test_one_class_and_values_outside_are_refused():
    with pytest.raises(ValueError, match="two classes"):
        soft_margin_path([(0, 0), (1, 1)], [1, 1])
    with pytest.raises(ValueError, match="between"):
        soft_margin_path([(0, 0), (1, 1)], [0, 1]).at(1e6)


@pytest.mark.parametrize("size", [1e-150, 1e100, 1e150, 1e300])
def test_coordinates_out_of_range_are_refused_as_by_a_fit(size):
    X, y = size * np.array([(0, 0), (1, 2), (3, 1), (4, 4)]), [0, 0, 1, 1]
    answer = solvers.fit(SoftMarginSVM(1.0), X, y)
    assert answer.status is solvers.Status.NOT_APPLICABLE
    with pytest.raises(ValueError, match=answer.explanation):
        soft_margin_path(X, y)
