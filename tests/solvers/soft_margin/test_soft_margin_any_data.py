"""The soft margin on hostile data: lattices, labels without signal, outliers, thin lines, every C.

Law: the default costs at most three times the interior point on the same problem, counted in visits of points, not on a clock.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers
from solvers import Circle, Polynomial, Product, QuadraticDiagonal, SoftMarginSVM, Status
from solvers.algorithms.soft_margin import (
    active_set,
    interior_point,
)
from solvers.algorithms.soft_margin import fallback as soft_margin_fallback
from solvers.algorithms.soft_margin.working_set import Degenerate

ALGORITHMS = ("active-set", "interior-point", "smo")
STEP = 4  # visits of a point in a Newton step of the interior point for one in a round of the walk, as timed


def both(y):
    y = y.copy()
    y[0], y[-1] = 1.0, -1.0
    return y


def noise(rng, n):
    return rng.normal(size=(n, 2)), both(np.where(rng.random(n) < 0.5, 1.0, -1.0))


def lattice(rng, n, side=3):
    X = rng.integers(0, side, (n, 2)).astype(float)
    return X, both(np.where(X.sum(axis=1) + rng.normal(size=n) > side - 1, 1.0, -1.0))


def xor(rng, n):
    X = rng.normal(size=(n, 2))
    return X, both(np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0))


def clouds(rng, n):
    y = both(np.where(rng.random(n) < 0.5, 1.0, -1.0))
    return rng.normal(size=(n, 2)) + y[:, None], y


def one_far(rng, n):
    X, y = clouds(rng, n)
    X[1], y[1] = (1e5, 3e4), -1.0
    return X, y


def heavy_tails(rng, n):
    y = both(np.where(rng.random(n) < 0.5, 1.0, -1.0))
    return rng.standard_cauchy((n, 2)) + y[:, None], y


def copies(rng, n):
    X, _ = noise(rng, max(2, n // 50))
    rows = rng.integers(0, len(X), n)
    return X[rows], both(np.where(rng.random(n) < 0.5, 1.0, -1.0))


def few_positive(rng, n):
    y = both(np.where(rng.random(n) < 1e-3, 1.0, -1.0))
    return rng.normal(size=(n, 2)) + y[:, None], y


def thin_line(rng, n):
    X, y = clouds(rng, n)
    return np.column_stack([X[:, 0], X[:, 0] + 1e-9 * X[:, 1]]), y


def rounded(rng, n):
    X, y = clouds(rng, n)
    return np.round(X, 2), y


FAMILIES: tuple[Callable, ...] = (
    noise,
    lattice,
    xor,
    clouds,
    one_far,
    heavy_tails,
    copies,
    few_positive,
    thin_line,
    rounded,
)


def visits(monkeypatch, method, X, y) -> tuple[solvers.Fit, int]:
    """The fit and how many points its rounds and Newton steps looked at."""
    seen = [0]

    def counted(function, weight):
        def wrapper(problem, *rest):
            seen[0] += weight * (problem.Z.shape[1] + 500)  # a call costs as much as 500 points
            return function(problem, *rest)

        return wrapper

    with monkeypatch.context() as patch:
        patch.setattr(active_set, "_crossing", counted(active_set._crossing, 1))
        patch.setattr(interior_point, "_step", counted(interior_point._step, STEP))
        return solvers.fit(method, X, y, trace=False), seen[0]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [300, 10_000])
@pytest.mark.parametrize("C", [1e-6, 1e-3, 1.0, 1e3, 1e9])
def test_the_default_costs_at_most_three_interior_points(monkeypatch, family, n, C):
    X, y = family(np.random.default_rng(n), n)
    fit, work = visits(monkeypatch, SoftMarginSVM(C), X, y)
    other, allowed = visits(monkeypatch, SoftMarginSVM(C, algorithm="interior-point"), X, y)
    assert work <= 3 * allowed
    for each in (fit, other):
        assert each.status is Status.CONVERGED
        assert abs(each.certificate.gap) <= 1e-11
    assert fit.certificate.primal == pytest.approx(other.certificate.primal, rel=1e-10)


def far_points(far, n=60):
    rng = np.random.default_rng(3)
    X = rng.standard_normal((n, 2))
    X[:3] *= far
    return X, both(np.where(rng.random(n) < 0.5, 1.0, -1.0))


@pytest.mark.parametrize("features", [Product(), Circle(), QuadraticDiagonal(), Polynomial(degree=4)], ids=repr)
@pytest.mark.parametrize("far", [1e6, 1e8])
@pytest.mark.parametrize("C", [1.0, 1e7])
def test_far_points_under_a_map_cost_no_more_than_the_law_and_have_the_objective_of_their_line(monkeypatch, features, far, C):
    X, y = far_points(far)
    steps, step = [0], interior_point._step

    def counted(*args):
        steps[0] += 1
        return step(*args)

    with monkeypatch.context() as patch:
        patch.setattr(interior_point, "_step", counted)
        fit = solvers.fit(SoftMarginSVM(C), X, y, features=features, trace=False)
    # An interior point takes 10 to 50 Newton steps; the walk may ask for one, and the other algorithm for two.
    assert steps[0] <= 150
    assert fit.outcome.fault is None
    assert fit.status in (Status.CONVERGED, Status.BUDGET)
    zeros = C * min(np.count_nonzero(y > 0), np.count_nonzero(y < 0)) * 2 / len(y)
    if not isinstance(features, Polynomial):  # whose scores are rounding here: those of (w, b) and of the centred form differ
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-9)
        assert fit.certificate.primal <= zeros * (1 + 1e-9)


@pytest.mark.parametrize("features", [None, Product(), Polynomial(degree=6)], ids=repr)
@pytest.mark.parametrize("C", [1.0, 1e5, 1e8])
@pytest.mark.parametrize("seed", range(6))
def test_copies_of_both_labels_cancel_at_every_price(seed, C, features):
    rng = np.random.default_rng(seed)
    places = rng.integers(-3, 4, (rng.integers(100, 200), 2)).astype(float)
    X, y = np.concatenate([places, places]), np.repeat([1.0, -1.0], len(places))
    fit = solvers.fit(SoftMarginSVM(C), X, y, features=features, trace=False)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-9
    assert fit.certificate.primal == pytest.approx(C, rel=1e-9)


def test_where_no_algorithm_names_a_partition_the_best_line_is_shown_without_a_fault(monkeypatch):
    """Neither the walk nor the crossing from an interior point get anywhere: the interior point itself is the answer."""

    def stuck(*args, **kwargs):
        raise Degenerate("stuck")

    X, y = noise(np.random.default_rng(1), 1500)
    with monkeypatch.context() as patch:
        patch.setattr(soft_margin_fallback, "descend", stuck)
        patch.setattr(soft_margin_fallback, "crossed_over", lambda problem, point: None)
        fit = solvers.fit(SoftMarginSVM(1.0), X, y, features=Polynomial(degree=2), trace=False)
    assert fit.outcome.fault is None
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-8
    assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-9)


def test_whole_numbers_with_noisy_labels():
    rng = np.random.default_rng(3)
    X = rng.integers(0, 3, (10_000, 2))
    for seed in range(8):
        y = np.where(X.sum(axis=1) + np.random.default_rng(seed).normal(size=len(X)) > 2, 1, -1)
        fit = solvers.fit(SoftMarginSVM(C=1.0), X, y, trace=False)
        assert fit.status is Status.CONVERGED
        assert abs(fit.certificate.gap) <= 1e-12


@pytest.mark.parametrize("seed", range(12))
def test_zeros_and_ones(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (3000, 2))
    y = both(np.where(rng.random(3000) < (0.5, 0.3, 0.9)[seed % 3], 1.0, -1.0))
    for C in (1e-3, 1.0, 1e6):
        fit = solvers.fit(SoftMarginSVM(C), X, y, trace=False)
        assert fit.status is Status.CONVERGED
        assert abs(fit.certificate.gap) <= 1e-12


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    cells=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), min_size=2, max_size=40),
    copies=st.integers(1, 60),
    exponent=st.integers(-6, 9),
    algorithm=st.sampled_from(["active-set", "interior-point"]),
)
def test_lattices_with_copies_are_solved_and_proven(cells, copies, exponent, algorithm):
    X = np.repeat([(a, b) for a, b, _ in cells], copies, axis=0).astype(float)
    y = both(np.repeat([1.0 if label else -1.0 for *_, label in cells], copies))
    fit = solvers.fit(SoftMarginSVM(10.0**exponent, algorithm=algorithm), X, y, trace=False)
    # Beyond 1e6 the weights are decided by what is left of sums of c times the samples: there the digits of doubles end.
    if exponent <= 6 or algorithm == "active-set":
        assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= (1e-10 if exponent <= 6 else 1e-6)
    assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-10 if exponent <= 6 else 1e-7)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("seed", range(12))
def test_the_objective_of_the_last_step_is_the_primal_where_b_is_not_unique(algorithm, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], 1 + seed // 3)
    X = np.round(rng.normal(size=(len(y), 2)) + y[:, None], 1)
    for C in (1e-3, 0.1, 1.0):
        fit = solvers.fit(SoftMarginSVM(C, algorithm=algorithm), X, y)
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-12)


def test_the_objective_after_a_drag_is_the_primal_where_b_is_not_unique():
    X, y = np.array([(0.0, 0.0), (1.0, 0.0), (3.0, 1.0), (4.0, 0.0)]), np.array([-1.0, -1.0, 1.0, 1.0])
    drag = solvers.grab(solvers.fit(SoftMarginSVM(0.1), X, y), 3)
    moved = X.copy()
    moved[3] = (4.0, 1.0)
    drag.move(moved[3])
    fit = drag.fit(solvers.Problem.from_labels(moved, y))
    assert fit.outcome.b_interval is not None
    assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-12)


@pytest.mark.parametrize(
    "family", [noise, xor, copies, lambda rng, n: lattice(rng, n, side=2)], ids=["noise", "xor", "copies", "0/1"]
)
def test_half_of_a_hundred_thousand_points_on_their_margin(family):
    X, y = family(np.random.default_rng(0), 100_000)
    fit = solvers.fit(SoftMarginSVM(1.0), X, y, trace=False)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-13
    assert len(fit.last.active) <= 3


def with_a_far_point(seed, n=60, far=1e4):
    rng = np.random.default_rng(seed)
    y = both(np.where(rng.random(n) < 0.5, 1.0, -1.0))
    X = rng.normal(size=(n, 2)) + y[:, None]
    X[0] *= far
    return X, y


@pytest.mark.parametrize("features", [solvers.QuadraticDiagonal(), solvers.Polynomial(2)], ids=str)
@pytest.mark.parametrize("C", [1.0, 1e3])
def test_one_far_point_under_a_quadratic_map(features, C):
    for seed in range(10):
        X, y = with_a_far_point(seed)
        fit = solvers.fit(SoftMarginSVM(C), X, y, features=features, trace=False)
        assert fit.status is Status.CONVERGED
        assert abs(fit.certificate.gap) <= 1e-7


@pytest.mark.parametrize("far", [1e3, 1e5, 1e8])
@pytest.mark.parametrize("n", [60, 1000, 20_000])
@pytest.mark.parametrize("algorithm", ["active-set", "interior-point"])
def test_one_far_point_in_the_plane(algorithm, n, far):
    X, y = with_a_far_point(n, n, far)
    for C in (1e-6, 1.0, 1e9):
        fit = solvers.fit(SoftMarginSVM(C, algorithm=algorithm), X, y, trace=False)
        assert fit.status is Status.CONVERGED
        assert abs(fit.certificate.gap) <= 1e-12 + 1e-16 * far * 100


@pytest.mark.parametrize("features", [None, solvers.Polynomial(2).as_written], ids=str)
def test_a_grab_ends_where_a_cold_fit_ends(features):
    for seed in range(25):
        rng = np.random.default_rng(seed)
        X, y = with_a_far_point(seed, far=10.0 ** rng.integers(0, 4))
        C = 10.0 ** rng.integers(-1, 4)
        drag = solvers.grab(solvers.fit(SoftMarginSVM(C), X, y, features=features, trace=False), 3)
        for _ in range(8):
            X = X.copy()
            X[3] = rng.normal(size=2) * 10.0 ** rng.uniform(-1, 3)
            moved = solvers.Problem.from_labels(X, y, features)
            drag.move(X[3])
            dragged, cold = drag.fit(moved), solvers.solve(SoftMarginSVM(C), moved, trace=False)
            assert dragged.status is cold.status
            assert dragged.certificate.primal == pytest.approx(cold.certificate.primal, rel=1e-9)


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo", "subgradient"])
@pytest.mark.parametrize("scale", [1e-2, 1e-3, 1e-4])
def test_weights_are_as_certain_as_the_objective_where_scores_hardly_vary(algorithm, scale):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        y = both(np.where(rng.random(40) < 0.4, 1.0, -1.0))
        X = rng.normal(size=(40, 2)) + y[:, None]
        # Scaled by s, the problem at C is that at C s^2: w shrinks as s does.
        w = scale * solvers.fit(SoftMarginSVM(scale**2), X, y).w
        fit = solvers.fit(SoftMarginSVM(1.0, algorithm=algorithm), scale * X, y, trace=False)
        if fit.status is Status.CONVERGED:
            far = 0.2 if algorithm == "subgradient" else 1e-2
            np.testing.assert_allclose(fit.w * scale**2, w, atol=far * np.abs(w).max())
        else:
            assert algorithm in ("smo", "subgradient")


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo", "subgradient"])
def test_cancel_is_heard_before_the_first_answer(algorithm):
    X, y = noise(np.random.default_rng(1), 20_000)
    asked: list[int] = []
    fit = solvers.fit(
        SoftMarginSVM(algorithm=algorithm), X, y, trace=False, cancelled=lambda: bool(asked.append(1)) or len(asked) > 1
    )
    assert fit.status is Status.CANCELLED
    assert len(asked) == 2


@pytest.mark.parametrize("degree", [3, 4, 5, 6])
def test_the_objective_of_the_last_step_is_the_certified_one_where_features_are_unlike(degree):
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X, y = lattice(rng, 1000, 10) if seed % 2 else noise(rng, 40)
        X[0] *= 10.0 ** (seed % 3)
        fit = solvers.fit(SoftMarginSVM(C=10.0 ** rng.uniform(-2, 7)), X, y, features=solvers.Polynomial(degree), trace=False)
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-9)
        assert fit.alpha is not None
        assert fit.last.note


@pytest.mark.parametrize("degree", [4, 5, 6])
@pytest.mark.parametrize("C", [1e-5, 1.0])
def test_one_outlier_in_a_feature_space_is_no_fault(degree, C):
    """Its features make the start by least squares a singular system in doubles."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(69) < 0.5, 1.0, -1.0)
    X = rng.normal(size=(69, 2)) + y[:, None]
    X[0], y[:2] = (1e5, -1e5), (1.0, -1.0)
    fit = solvers.fit(SoftMarginSVM(C=C), X, y, features=solvers.Polynomial(degree), trace=False)
    assert fit.outcome.fault is None
    assert fit.status is Status.CONVERGED or abs(fit.certificate.gap) > 1e-7
