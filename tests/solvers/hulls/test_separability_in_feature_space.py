"""Hulls in feature spaces that are apart, meet or touch, against whole-number arithmetic, the plane
and constructed problems.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import solvers
from solvers.algorithms.hulls.feature_distance import feature_hull_distance, is_touching
from solvers.cancellation import cancelled_unless

QUARTIC = solvers.Polynomial(4).as_written


def labels(random, n):
    y = np.where(random.random(n) < 0.4, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return y


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
    for rows, weights in (
        (proof.support_plus, proof.weights_plus),
        (proof.support_minus, proof.weights_minus),
    ):
        assert weights.min() > 0
        assert weights.sum() == pytest.approx(1.0)
        sides.append(
            [
                sum(
                    Fraction(float(v)) * Fraction(float(w)) for v, w in zip(c, weights, strict=True)
                )
                for c in problem.Phi[rows].T
            ]
        )
    for p, q, column in zip(*sides, problem.Phi.T, strict=True):
        assert abs(p - q) < 1e-14 * np.abs(column).max()


@pytest.mark.parametrize("spread", [1.0, 1e-3, 1e3])
def test_an_integer_curve_with_an_outlier_separates(spread):
    """No point lies on the quartic ``x2 = x1^4 - 3 x1^2 + 1/2``; its two sides are separable
    whatever the scale of one axis.
    """
    first, second = np.meshgrid(np.arange(-4.0, 5.0), np.arange(-5.0, 6.0))
    X = np.column_stack([first.ravel(), second.ravel()])
    X[0] = [-40.0, 30.0]
    y = np.where(X[:, 1] > X[:, 0] ** 4 - 3 * X[:, 0] ** 2 + 0.5, 1.0, -1.0)
    assert solvers.separability(X * [1.0, spread], y, QUARTIC).separable


def random_labels(n, seed, offset):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, 2)) + offset
    return X, labels(random, n)


@pytest.mark.parametrize("algorithm", ["hull", "smo", "interior-point"])
@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_a_verdict_in_the_making_hears_that_it_is_cancelled(algorithm, offset):
    X, y = random_labels(200, 1, offset)
    method = solvers.HardMarginSVM(algorithm=algorithm)
    asked = iter([False] * 5 + [True])
    fit = solvers.fit(
        method, X, y, features=solvers.Polynomial(6).as_written, cancelled=lambda: next(asked)
    )
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
    verdict = _questions(lambda: feature_hull_distance(problem))
    assert verdict > 5
    assert _questions(lambda: solvers.solve(method, problem, trace=False)) >= verdict


def _questions(compute):
    """How often a computation asks whether it is wanted."""
    asked = []
    with cancelled_unless(lambda: not asked.append(True)):
        compute()
    return len(asked)


def test_a_distance_that_no_bound_confirms_is_not_told():
    """Exact rationals have a nearer pair: the walk in doubles ended 40 % above the smallest
    distance.
    """
    random = np.random.default_rng(2208)
    random.integers(0, 13)
    n = int(random.integers(6, 40))
    X = random.standard_normal((n, 2)) * [1.0, 10.0 ** -random.integers(0, 10)]
    X[0] *= 10.0 ** np.random.default_rng(2208).integers(0, 13)
    features = solvers.Polynomial(int(random.integers(2, 6)))
    y = (random.random(n) < 0.5).astype(int)
    proof = solvers.separability(X, y, features)
    assert proof.separable
    assert np.isnan(proof.distance)
    assert (
        "apart"
        not in solvers.fit(solvers.Perceptron(max_epochs=3), X, y, features=features).explanation
    )


SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_linear_program_agrees_with_the_exact_verdict_of_the_plane(seed):
    random = np.random.default_rng(seed)
    X = random.integers(0, 3, (int(random.integers(3, 12)), 2)) * (0.1 if seed % 2 else 1.0)
    y = np.where(X[:, 0] + random.integers(0, 2) * X[:, 1] > random.random(), 1.0, -1.0)
    y[:2] = 1.0, -1.0
    proof = solvers.separability(X, y)
    if not proof.separable:
        assert is_touching(np.column_stack([X, np.ones(len(X))]) * y[:, None]) == proof.touching


TOUCHING = {
    "one place with both labels beside another": (
        [[0, 1], [0, 1], [1, 1]],
        [-1, 1, -1],
        solvers.QuadraticDiagonal(),
    ),
    "bits, of which two corners are mixed": (
        [[0, 0], [0, 0], [0, 1], [0, 1], [1, 0], [1, 1]],
        [-1, 1, -1, 1, -1, -1],
        solvers.Polynomial(5),
    ),
}


@pytest.mark.parametrize("name", TOUCHING)
def test_hulls_that_touch_leave_logistic_regression_without_a_minimum(name):
    X, y, features = TOUCHING[name]
    assert solvers.separability(X, y, features).touching
    fit = solvers.fit(solvers.LogisticRegression(l2=0.0), X, y, features=features)
    assert fit.status is solvers.Status.UNBOUNDED


def test_mixed_corners_alone_have_a_minimum():
    X, y = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], 2, axis=0), [1, -1] * 4
    assert not solvers.separability(X, y, solvers.Polynomial(5)).touching
    assert solvers.fit(
        solvers.LogisticRegression(l2=0.0), X, y, features=solvers.Polynomial(5)
    ).status in (
        solvers.Status.CONVERGED,
        solvers.Status.SINGULAR,
    )
