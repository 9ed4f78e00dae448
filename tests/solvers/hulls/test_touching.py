"""Hulls that meet without overlapping, in feature space: against the exact verdict of the plane, and for logistic regression."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers.algorithms.hulls.touching import is_touching, normals_of

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_facial_reduction_agrees_with_the_exact_verdict_of_the_plane(seed):
    random = np.random.default_rng(seed)
    X = random.integers(0, 3, (int(random.integers(3, 12)), 2)) * (0.1 if seed % 2 else 1.0)
    y = np.where(X[:, 0] + random.integers(0, 2) * X[:, 1] > random.random(), 1.0, -1.0)
    y[:2] = 1.0, -1.0
    proof = solvers.separability(X, y)
    if not proof.separable:
        rows = np.concatenate([proof.support_plus, proof.support_minus])
        assert is_touching(solvers.Problem.from_labels(X, y), rows) == proof.touching


def test_the_seeds_hold_both_answers():
    random = np.random.default_rng(1)
    X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]])
    assert solvers.separability(X, [1, -1, 1, 1]).touching
    assert not solvers.separability(random.normal(size=(40, 2)), random.integers(0, 2, 40)).touching


TOUCHING = {
    "one place with both labels beside another": ([[0, 1], [0, 1], [1, 1]], [-1, 1, -1], solvers.QuadraticDiagonal()),
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
    assert solvers.fit(solvers.LogisticRegression(l2=0.0), X, y, features=solvers.Polynomial(5)).status in (
        solvers.Status.CONVERGED,
        solvers.Status.SINGULAR,
    )


@pytest.mark.parametrize("seed", range(5))
def test_normals_span_what_the_points_leave(seed):
    random = np.random.default_rng(seed)
    points = random.integers(-5, 6, (4, 6))
    points[3] = points[0] - 2 * points[1]
    normals = np.array(normals_of(points.tolist()))
    assert len(normals) == 6 - np.linalg.matrix_rank(points)
    assert np.linalg.matrix_rank(normals) == len(normals)
    assert not (points @ normals.T).any()


def test_in_many_features_the_question_is_left_open(monkeypatch):
    """K classes of few points in maps of a high degree: an elimination of 90 columns far away took half a minute."""
    monkeypatch.setattr("solvers.algorithms.hulls.touching.normals_of", lambda points: pytest.fail("eliminated"))
    problem = solvers.Problem.from_labels(np.zeros((6, 2)), [1, 1, 1, -1, -1, -1])
    problem.__dict__["Phi"] = np.eye(6, 40)
    assert not is_touching(problem, np.arange(2))
