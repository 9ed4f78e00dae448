"""Least squares: the worked example, 40-digit solutions, targets, ridge, deficient data, drags."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from problems import clouds

import solvers
from solvers.methods.least_squares import LeastSquares


def minimiser(Phi, t, ridge):
    """(w, b) by the normal equations in the digits of the moment; the rows (phi, 1) and the
    penalties, too.
    """
    A, m = (
        mpmath.matrix([[mpmath.mpf(v) for v in (*row, 1.0)] for row in Phi.tolist()]),
        Phi.shape[1],
    )
    penalty = mpmath.diag([mpmath.mpf(ridge)] * m + [0])
    return (
        mpmath.lu_solve(A.T * A + penalty, A.T * mpmath.matrix([float(v) for v in t])),
        A,
        penalty,
    )


def exact(X, t, ridge=0.0):
    """(w1, w2, b) in 60 digits."""
    with mpmath.workdps(60):
        return np.array([float(v) for v in minimiser(X, t, ridge)[0]])


@pytest.mark.parametrize("ridge", [0.0, 1e-3, 10.0])
@pytest.mark.parametrize(("shift", "scale"), [(0, 1), (1e8, 1), (0, 1e-8), (0, 1e8), (1e8, 1e-2)])
def test_sixty_digits(ridge, shift, scale):
    X, y = clouds(50, 0.5)
    X = shift + scale * X
    fit = solvers.fit(LeastSquares(ridge=ridge * scale**2), X, y)
    assert [*fit.w, fit.b] == pytest.approx(exact(X, y, ridge * scale**2), rel=1e-12)
    assert abs(fit.certificate.gap) < 1e-13


def test_targets_are_the_margins_of_the_mse_procedure():
    X, y = clouds(50, 0.5)
    targets = tuple(np.random.default_rng(1).uniform(0.5, 2, len(y)).tolist())
    fit = solvers.fit(LeastSquares(targets=targets), X, y)
    assert [*fit.w, fit.b] == pytest.approx(exact(X, y * np.array(targets)), rel=1e-12)
    short = solvers.fit(LeastSquares(targets=(1.0, 2.0)), X, y)
    assert short.status is solvers.Status.NOT_APPLICABLE
    assert "2 targets" in short.explanation


def test_points_on_a_line_give_the_shortest_weights():
    s = np.array([0.0, 1, 2, 3, 2.5, 4, 5, 6])
    X, y = np.outer(s, [2.0, 1.0]) + 0.1, np.repeat([-1.0, 1.0], 4)
    fit = solvers.fit(LeastSquares(), X, y)
    centred = X - X.mean(0)
    assert fit.status is solvers.Status.SINGULAR
    assert fit.w == pytest.approx(np.linalg.pinv(centred, rcond=1e-10) @ (y - y.mean()), rel=1e-10)
    assert abs(fit.certificate.gap) < 1e-12
    assert solvers.fit(LeastSquares(ridge=1.0), X, y).status is solvers.Status.CONVERGED


def test_a_wrong_answer_shows_its_distance_from_the_optimum():
    problem = solvers.Problem.from_labels(*clouds(50, 0.5))
    fit = solvers.solve(LeastSquares(ridge=0.5), problem)
    wrong = solvers.Iterate(fit.w + np.array([0.1, -0.2]), fit.b + 0.05)
    bounds = LeastSquares(ridge=0.5).bounds(
        problem, wrong, problem.y * problem.training_scores(wrong)
    )
    assert bounds.primal > fit.certificate.primal
    assert bounds.dual == pytest.approx(fit.certificate.primal, rel=1e-12)
    assert bounds.worst_violation > 1e-3


@given(arrays(np.float64, (12, 2), elements=st.integers(-3, 3).map(float)), arrays(np.bool_, 12))
def test_lattice_points_always_get_the_least_squares_scores(X, positive):
    positive[:2] = True, False
    y = np.where(positive, 1.0, -1.0)
    A = np.column_stack([X, np.ones(12)])
    fit = solvers.fit(LeastSquares(), X, y)
    assert fit.decision_function(X) == pytest.approx(A @ np.linalg.pinv(A) @ y, abs=1e-10)
    assert fit.certificate.gap == pytest.approx(0, abs=1e-9)


def exact_shortfall(fit, ridge):
    """How far the objective of the model of a fit is above the minimum, in numbers of 100 digits,
    relative to it.
    """
    with mpmath.workdps(100):
        best, A, penalty = minimiser(fit.problem.Phi, fit.problem.y, ridge)
        w, centre = (
            [mpmath.mpf(v) for v in values.tolist()] for values in (fit.w, fit.last.centre)
        )

        def objective(theta):
            misses = A * theta - mpmath.matrix(fit.problem.y.tolist())
            return (misses.T * misses)[0] + (theta.T * penalty * theta)[0]

        here = objective(
            mpmath.matrix([*w, mpmath.mpf(fit.last.f_centre) - mpmath.fdot(w, centre)])
        )
        return float((here - objective(best)) / here)


@pytest.mark.parametrize("ridge", [0.0, 1e-6, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_nearly_dependent_features_are_solved_or_the_gap_says_how_far(seed, ridge):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(25, 2))
    features = (None, solvers.QuadraticDiagonal(), solvers.Polynomial(2), solvers.Polynomial(3))[
        seed % 4
    ]
    if seed % 3 == 0:
        # powers thin out a line
        width = 10.0 ** -(rng.uniform(5, 11) if features is None else rng.uniform(1, 3))
        X[:, 1] = 0.7 * X[:, 0] + width * rng.normal(size=25)
    elif seed % 3 == 1:
        X[0] = rng.normal(size=2) * 10.0 ** rng.uniform(2, 5)
    else:
        X = X + 10.0 ** rng.uniform(1, 3)
    y = np.where(X[:, 0] - np.median(X[:, 0]) + rng.normal(size=25) > 0, 1.0, -1.0)
    fit = solvers.fit(LeastSquares(ridge=ridge), X, y, features=features)
    missing, gap = exact_shortfall(fit, ridge), fit.certificate.gap
    assert gap >= missing - 1e-9
    assert fit.status is not solvers.Status.CONVERGED or missing < 1e-7
    assert missing < 1e-7 or "doubles" in fit.explanation or "do not determine" in fit.explanation


@pytest.mark.parametrize(
    "e", [0.0, 1e-17, 1.2246467991473532e-16, 1e-16, 1e-15, 1e-14, 1e-12, 1e-8]
)
def test_the_line_through_two_points_meets_both_targets(e):
    """Points made by cosine and sine: a coordinate that is 0 but for its last digits must not take
    the digits of the other one.
    """
    X = np.array([[1.0, 0.0], [-1.0, e]])
    fit = solvers.fit(LeastSquares(), X, [0, 1], trace=False)
    assert fit.certificate.primal <= 1e-20
    np.testing.assert_allclose(fit.decision_function(X), [-1.0, 1.0], atol=1e-10)
    # Of all lines through both the shortest w, which is parallel to their difference.
    d = X[1] - X[0]
    np.testing.assert_allclose(fit.w, 2.0 * d / (d @ d), atol=1e-12)
