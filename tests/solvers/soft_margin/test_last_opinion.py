"""Soft margins that one scale for all features describes badly: other coordinates and exact faces end them with a proof."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers
from benchmarks.hunt.cases import draw
from benchmarks.hunt.checks import certificate
from solvers import Circle, Polynomial, Problem, Product, SoftMarginSVM, Status
from solvers.algorithms import exact_sums
from solvers.algorithms.soft_margin.dual import dual_value, feasible
from solvers.algorithms.soft_margin.face import best_face, face_optimum, solved

# Fits of the hunt (seed 5) that ended in BUDGET: one of each kind of data, map and algorithm.
HUNTED = (118, 234, 293, 384, 498, 1057, 1137, 1203, 1372, 1607, 2208, 2410, 2738, 3811)
# One of each kind: few points in degree 3 and 5, a huge price of touching hulls, weights that hardly show beside the offset.
BEYOND_A_PARTITION = ((8, 414), (8, 2725), (61, 267), (61, 784), (61, 2622), (62, 37), (63, 2894))
wide = st.floats(-1e9, 1e9).filter(lambda v: v == 0.0 or abs(v) > 1e-9)


@pytest.mark.parametrize("number", HUNTED)
def test_what_ended_in_budget_has_a_certified_optimum(number: int) -> None:
    case = draw(5, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize(("seed", "number"), BEYOND_A_PARTITION)
def test_what_no_partition_in_doubles_named_is_walked_to_without_rounding(seed: int, number: int) -> None:
    case = draw(seed, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize("number", [1322, 4382, 7027, 8873, 12779, 16475])
def test_with_a_kernel_no_margin_is_short_by_rounding_that_a_huge_price_multiplies(number: int) -> None:
    case = draw(900, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize(("seed", "number"), [(101, 758), (900, 4181), (900, 6585), (910, 920)])
def test_multipliers_that_double_numbers_cannot_hold_are_proved_by_others_near_them(seed: int, number: int) -> None:
    """Everything at the bound, or clusters far apart: a little room, and points that hardly depend on each other, suffice."""
    case = draw(seed, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED, fit.explanation
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize(("C", "far"), [(1.0, 1e8), (1e7, 1e6)])
def test_scores_beyond_all_digits_take_nothing_from_a_dual_that_needs_none(C: float, far: float) -> None:
    """The losses are known exactly, so their rounding need not be taken from the dual; no walk from face to face is needed."""
    rng = np.random.default_rng(3)
    X = rng.standard_normal((60, 2))
    X[:3] *= far
    fit = solvers.fit(
        SoftMarginSVM(C), X, np.where(rng.random(60) < 0.5, 1.0, -1.0), features=Polynomial(degree=4).as_written, trace=False
    )
    assert fit.status is Status.CONVERGED, fit.explanation
    assert abs(fit.certificate.gap) <= 1e-12


@pytest.mark.parametrize("number", [543, 1372])
def test_between_clusters_far_apart_the_plane_is_looked_at_too(number: int) -> None:
    """Three points on the margin lie nearly on a line there; their multipliers were mostly rounding, which went unnoticed."""
    case = draw(6, number)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert list(certificate(case, fit)) == []


@pytest.mark.parametrize("n", [20, 5000])
def test_points_at_one_place_lie_at_their_centre_exactly(n: int) -> None:
    """The mean of equal numbers is off by rounding, which at 1e59 is worth more than any optimum."""
    X, y = np.tile([[6.69979282e59, -1.24395705e59]], (n, 1)), np.where(np.arange(n) % 3, 1.0, -1.0)
    fit = solvers.fit(SoftMarginSVM(181.0), X, y, trace=False)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-7


@pytest.mark.parametrize("C", [1e-3, 1e3, 1e9])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_features_that_nearly_depend_on_each_other_leave_no_gap(C: float, offset: float) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 2)) + offset, np.where(rng.random(200) < 0.5, 1.0, -1.0)
    for features in (Product(50.0).as_written, Circle().as_written):
        fit = solvers.fit(SoftMarginSVM(C), X, y, features=features, trace=False)
        assert fit.status is Status.CONVERGED, fit.explanation
        assert abs(fit.certificate.gap) <= 1e-7
        assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-7)


def test_the_dual_of_real_multipliers_is_a_bound_where_that_of_doubles_proves_nothing() -> None:
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 2)) * 1e12, np.where(np.arange(60) < 30, 1.0, -1.0)
    problem = Problem.from_labels(X, y)
    fit = solvers.solve(SoftMarginSVM(1e4), problem, trace=False)
    bound = 1e4 / 60
    face = best_face(problem.Phi, y, fit.alpha, bound)
    plain = dual_value(problem, fit.last, feasible(fit.alpha, y, bound))
    assert plain < float(face.dual) <= fit.certificate.primal * (1.0 + 1e-14)  # which is a sum in doubles
    assert float(face.dual) == pytest.approx(fit.certificate.primal, rel=1e-12)
    assert sum(a * int(y[k]) for k, a in zip(face.W, face.alpha, strict=True)) == -sum(
        Fraction(a) * int(s) for k, (a, s) in enumerate(zip(_snapped(fit.alpha, bound), y, strict=True)) if k not in face.W
    )


def _snapped(alpha, bound):
    return np.where(alpha <= 1e-9 * bound, 0.0, np.where(alpha >= bound * (1 - 1e-9), bound, alpha)).tolist()


def test_points_that_depend_on_each_other_have_no_face() -> None:
    X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert face_optimum(X, np.array([1.0, -1.0, 1.0, -1.0]), np.zeros(4), [0, 1, 2, 3]) is None


@given(st.lists(st.lists(wide, min_size=4, max_size=4), min_size=3, max_size=3))
@settings(max_examples=40, deadline=None)
def test_a_system_solved_in_whole_numbers_is_solved(rows: list[list[float]]) -> None:
    exact = [[Fraction(v) for v in row] for row in rows]
    x = solved(exact)
    if x is not None:
        assert all(sum((a * v for a, v in zip(row, x, strict=False)), Fraction(0)) == row[-1] for row in exact)


@given(st.lists(st.tuples(wide, wide), min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_sums_of_products_keep_twice_the_digits(pairs: list[tuple[float, float]]) -> None:
    weights, column = (np.array(v) for v in zip(*pairs, strict=True))
    truth = sum((Fraction(a) * Fraction(b) for a, b in pairs), Fraction(0))
    size = sum((abs(Fraction(a) * Fraction(b)) for a, b in pairs), Fraction(0))
    (found,) = exact_sums.exact_products(weights, column[:, None])
    assert abs(found - truth) <= size * Fraction(2) ** -100


def test_the_scores_of_a_model_are_those_of_its_numbers() -> None:
    rng = np.random.default_rng(2)
    Phi, w, centre = rng.normal(size=(20, 3)) + 1e8, rng.normal(size=3), np.full(3, 1e8)
    model = solvers.result.Iterate.centred(w, centre, 0.25)
    high, low = exact_sums.model_scores(model, Phi)
    for row, h, rest in zip(Phi, high, low, strict=True):
        truth = sum((Fraction(a) * (Fraction(p) - Fraction(c)) for a, p, c in zip(w, row, centre, strict=True)), Fraction(0.25))
        assert abs(Fraction(float(h)) + Fraction(float(rest)) - truth) <= Fraction(2) ** -95


def test_an_interior_point_that_would_do_is_looked_at_before_its_multipliers_lose_digits():
    """Of 63 008 points with several far away the smallest gap on the central path had multipliers that proved 2.6e-4 only."""
    case = draw(1002, 4282)
    fit = solvers.solve(case.method, case.problem(), trace=False)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-9
