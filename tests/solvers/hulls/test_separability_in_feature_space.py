"""Separability in feature spaces: verdicts and distances against whole-number arithmetic and constructed problems."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import solvers
from benchmarks.hunt.cases import draw
from solvers.algorithms.hulls import rational_distance as rational_hull_distance_module
from solvers.algorithms.hulls.feature_distance import feature_hull_distance, feature_hull_steps
from solvers.algorithms.hulls.rational_distance import rational_hull_distance
from solvers.algorithms.stepping import returned
from solvers.studies.separability import closest_pair

QUARTIC = solvers.Polynomial(4).as_written


def labels(random, n):
    y = np.where(random.random(n) < 0.4, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return y


@pytest.mark.parametrize("seed", range(40))
def test_the_walk_in_rationals_agrees_with_the_exact_one_of_the_plane(seed):
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, (12, 2)) + random.integers(0, 2) * np.array([0.0, 0.1])
    y = labels(random, 12)
    if seed % 2:
        y = np.where(X @ [1.0, 0.3] > 0.2, 1.0, -1.0)
        y[np.argmin(X @ [1.0, 0.3])], y[np.argmax(X @ [1.0, 0.3])] = -1.0, 1.0
    problem = solvers.Problem.from_labels(X, y)
    plane, walked = closest_pair(problem), rational_hull_distance(problem, np.arange(12))
    assert walked.separable == plane.separable
    if plane.separable:
        assert walked.squared_distance == pytest.approx(plane.squared_distance, rel=1e-15)
        assert walked.w == pytest.approx(plane.w, rel=1e-14, abs=1e-15)


def test_the_last_digit_of_one_point_decides():
    random = np.random.default_rng(5)
    X = random.normal(size=(12, 2))
    X[0] = X[1]
    y = labels(random, 12)
    same = solvers.separability(X, y, QUARTIC)
    X[0, 0] = np.nextafter(X[0, 0], np.inf)
    moved = solvers.separability(X, y, QUARTIC)
    # Twelve different points in fourteen dimensions are in general position.
    assert not same.separable
    assert moved.separable
    assert 0.0 < moved.distance < 1e-15


@pytest.mark.parametrize("seed", range(8))
def test_a_common_point_is_one(seed):
    """The weights of both classes give the same point, up to the rounding of the weights."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(60, 2)) * [1.0, 10.0 ** -(seed % 4)]
    problem = solvers.Problem.from_labels(X, labels(random, 60), solvers.Polynomial(3).as_written)
    proof = solvers.separability(X, problem.y, problem.features)
    assert not proof.separable
    assert set(problem.y[proof.support_plus]) == {1.0}
    assert set(problem.y[proof.support_minus]) == {-1.0}
    sides = []
    for rows, weights in ((proof.support_plus, proof.weights_plus), (proof.support_minus, proof.weights_minus)):
        assert weights.min() > 0
        assert weights.sum() == pytest.approx(1.0)
        sides.append(
            [sum(Fraction(float(v)) * Fraction(float(w)) for v, w in zip(c, weights, strict=True)) for c in problem.Phi[rows].T]
        )
    for p, q, column in zip(*sides, problem.Phi.T, strict=True):
        assert abs(p - q) < 1e-14 * np.abs(column).max()


@pytest.mark.parametrize("spread", [1.0, 1e-3, 1e3])
def test_an_integer_curve_with_an_outlier_separates(spread):
    """No point lies on the quartic ``x2 = x1^4 - 3 x1^2 + 1/2``; its two sides are separable whatever the scale of one axis."""
    first, second = np.meshgrid(np.arange(-4.0, 5.0), np.arange(-5.0, 6.0))
    X = np.column_stack([first.ravel(), second.ravel()])
    X[0] = [-40.0, 30.0]
    y = np.where(X[:, 1] > X[:, 0] ** 4 - 3 * X[:, 0] ** 2 + 0.5, 1.0, -1.0)
    assert solvers.separability(X * [1.0, spread], y, QUARTIC).separable


# --- the verdict without rational walks ------------------------------------------------------------------------------------------


def random_labels(n, seed, offset):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 2)) + offset
    return X, labels(random, n)


@pytest.mark.parametrize("offset", [0.0, 100.0])
@pytest.mark.parametrize("degree", [3, 4, 6])
def test_a_common_point_is_proved_by_one_system_in_whole_numbers(degree, offset, monkeypatch):
    """Far from the origin the high powers are nearly dependent; the walk in rationals, minutes long, is never needed."""

    def refused(*_):
        raise AssertionError("walked in rationals")

    monkeypatch.setattr(rational_hull_distance_module.WholeHulls, "walk", refused)
    for seed in range(3):
        X, y = random_labels(100, seed, offset)
        proof = solvers.separability(X, y, solvers.Polynomial(degree).as_written)
        assert not proof.separable
        assert proof.weights_plus.min() > 0
        assert proof.weights_minus.min() > 0


@pytest.mark.parametrize("seed", range(12))
def test_the_shortcut_and_the_rational_walk_have_one_verdict(seed):
    random = np.random.default_rng(seed)
    X = random.integers(-2, 3, (16, 2)) * [1.0, 0.1 if seed % 2 else 1.0] + 10.0 * (seed % 3)
    problem = solvers.Problem.from_labels(X, labels(random, 16), solvers.Polynomial(2 + seed % 3).as_written)
    assert closest_pair(problem).separable == rational_hull_distance(problem, np.arange(16)).separable


def test_the_corners_of_a_simplex_are_coordinates():
    X, y = random_labels(40, 0, 100.0)
    hulls = rational_hull_distance_module.WholeHulls(solvers.Problem.from_labels(X, y, solvers.Polynomial(3).as_written))
    coordinates = returned(hulls.simplex_coordinates())
    assert coordinates.shape == (40, 10)
    assert coordinates.sum(axis=1) == pytest.approx(np.ones(40), abs=1e-12)
    assert (np.sort(coordinates, axis=1)[:, -1] >= 1.0 / 10).all()
    assert np.count_nonzero((coordinates == 1.0).any(axis=1) & (np.count_nonzero(coordinates, axis=1) == 1)) == 10


@pytest.mark.parametrize("algorithm", ["hull", "smo", "interior-point"])
@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_a_verdict_in_the_making_hears_that_it_is_cancelled(algorithm, offset):
    X, y = random_labels(200, 1, offset)
    method = solvers.HardMarginSVM(algorithm=algorithm)
    asked = iter([False] * 5 + [True])
    fit = solvers.fit(method, X, y, features=solvers.Polynomial(6).as_written, cancelled=lambda: next(asked))
    assert fit.status is solvers.Status.CANCELLED


@pytest.mark.parametrize(
    "method",
    [
        solvers.LMS(max_epochs=1),
        solvers.LogisticRegression(l2=0.0),
        solvers.HoKashyap(max_iterations=1),
        solvers.Perceptron(max_epochs=1),
        solvers.Relaxation(max_epochs=1),
    ],
    ids=lambda method: method.label,
)
def test_a_method_that_asks_for_the_verdict_hears_that_it_is_cancelled_meanwhile(method):
    X, y = random_labels(200, 1, 100.0)
    problem = solvers.Problem.from_labels(X, y, solvers.Polynomial(6).as_written)
    pauses = sum(1 for _ in method.steps(problem, None, False))
    verdict = sum(1 for _ in feature_hull_steps(problem))
    assert verdict > 5
    assert pauses >= verdict


@pytest.mark.parametrize("work", ["walk", "simplex", "common point"])
def test_whole_numbers_of_thousands_of_digits_leave_room_to_cancel(work):
    """No stretch between two pauses works on more than some thousand numbers, however long they are."""
    rng = np.random.default_rng(3)
    X, y = 1e3 * rng.normal(size=(3000, 2)), np.where(rng.random(3000) < 0.5, 1.0, -1.0)
    problem = solvers.Problem.from_labels(X, y, solvers.Polynomial(3).as_written)
    hulls = rational_hull_distance_module.WholeHulls(problem)
    near = feature_hull_distance(problem)
    steps = {"walk": hulls.walk(np.arange(10)), "simplex": hulls.simplex_coordinates(), "common point": hulls.common_point(near)}[
        work
    ]
    pauses = sum(1 for _ in zip(range(60), steps, strict=False))
    assert pauses >= 10


def test_a_simplex_of_many_points_is_left_to_the_rational_walk(monkeypatch):
    """Thousands of points on two parallel lines in degree 5: their elimination in whole numbers had no end in 20 s."""
    monkeypatch.setattr(rational_hull_distance_module.WholeHulls, "simplex_coordinates", None)
    case = draw(101, 772)
    assert solvers.solve(case.method, case.problem(), trace=False).status is solvers.Status.NOT_SEPARABLE
