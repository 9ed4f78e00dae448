"""The linear machine: Kesler's space, its bound and its proof."""

from __future__ import annotations

import numpy as np
import pytest
from problems import ring

import solvers
from solvers import Status
from solvers.algorithms.multiclass.corrections import (
    Machine,
    exact_samples,
    kesler_problem,
    kesler_vectors,
)
from solvers.studies.separability import separability_of

X, Y = ring(45, spread=0.35)
MIXED, MIXED_Y = ring(45, spread=1.2)


def test_two_classes_are_the_perceptron():
    two = Y < 2
    many = solvers.fit(solvers.LinearMachine(), X[two], Y[two])
    one = solvers.fit(solvers.Perceptron(), X[two], Y[two])
    assert np.diff(many.W, axis=0)[0] == pytest.approx(2.0 * one.w, rel=1e-14)
    assert np.diff(many.b)[0] == pytest.approx(2.0 * one.b, rel=1e-14)
    for name in ("updates", "epochs", "Novikoff bound"):
        assert many.facts[name] == pytest.approx(one.facts[name], rel=1e-9)


def test_the_bound_holds_and_gamma_is_the_best_margin():
    many = solvers.fit(solvers.LinearMachine(), X, Y)
    assert many.facts["updates"] <= many.facts["Novikoff bound"]
    z = kesler_vectors(np.concatenate([np.ones((1, len(X))), X.T]), Y, 3)
    proof = many.certificate.separability
    best = proof.closest_plus / np.linalg.norm(proof.closest_plus)
    assert (z @ best).min() == pytest.approx(many.facts["γ"], rel=1e-9)


def test_classes_that_are_not_separable_are_proved_so():
    many = solvers.fit(solvers.LinearMachine(max_epochs=20), MIXED, MIXED_Y)
    assert many.status is Status.NOT_SEPARABLE
    proof = many.certificate.separability
    z = kesler_vectors(np.concatenate([np.ones((1, len(MIXED))), MIXED.T]), MIXED_Y, 3)
    assert proof.weights_plus @ z[proof.support_plus] == pytest.approx(np.zeros(9), abs=1e-12)
    assert proof.weights_plus.min() > 0.0


def test_every_class_convex_and_apart_is_not_enough():
    # Each class is separable from the rest by itself, yet the middle one of a row is largest
    # nowhere along one line.
    x = np.array([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0), (5.0, 0.0)])

    columns, _, _ = exact_samples(x)
    assert separability_of(kesler_problem(columns, np.array([0, 0, 1, 1, 2, 2]), 3)).separable
    assert not separability_of(kesler_problem(columns, np.array([0, 1, 0, 1, 2, 2]), 3)).separable


def test_a_batch_step_sums_the_corrections_of_all_wrong_points():
    """Two by hand, at the rates 1 and 1/2; at zero all scores are equal, the first rival counts."""
    columns = np.array([(1.0, 1.0, 1.0), (2.0, 0.0, -1.0), (0.0, 3.0, -1.0)])
    machine = Machine(columns, np.array([0, 1, 2]), np.zeros((3, 3)), most=2)
    steps = machine.all_at_once(margin=100.0, rate=1.0, has_falling_rate=True, threshold=0.0)
    first, second = steps
    assert machine.count == 6
    x, y, z = columns.T
    weights = np.array([x - y - z, y - x, z])  # the rival of class 0 is 1, that of the others is 0
    assert (first.step, second.step) == (1, 2)
    assert first.a.tolist() == weights.tolist()
    scores = weights @ columns
    step = np.zeros((3, 3))
    for k, sample in enumerate(columns.T):
        rival = max((j for j in range(3) if j != k), key=lambda j: scores[j, k])
        step[k] += sample
        step[rival] -= sample
    assert second.a.tolist() == (weights + step / 2).tolist()
