"""Softmax regression: its optimality, scikit-learn, two classes, degenerate data and its own
bounds.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from problems import ring

import solvers
from solvers import Softmax, Status

X, Y = ring(60)
Z = np.random.default_rng(1).normal(0.0, 3.0, (100, 2))


@pytest.mark.parametrize("l2", [1e-2, 1e-5])
def test_the_weights_have_all_digits(l2):
    """Over W the objective is curved by 2 l2 and more: W is no farther from the minimum than its
    gradient says.
    """
    many = solvers.fit(solvers.Softmax(l2=l2), X, Y)
    F = X @ many.W.T + many.b
    P = np.exp(F - np.logaddexp.reduce(F, axis=1, keepdims=True))
    surplus = (P - np.eye(3)[Y]) / len(X)
    assert np.abs(surplus.T @ X + 2.0 * l2 * many.W).max() <= 2.0 * l2 * 1e-9
    assert np.abs(surplus.sum(axis=0)).max() <= 1e-14
    assert abs(many.certificate.gap) <= 1e-10


def test_without_penalty_a_minimum_is_proved():
    x, y = ring(80, spread=2.5, seed=3)
    many = solvers.fit(solvers.Softmax(l2=0.0), x, y)
    assert many.status is Status.CONVERGED
    assert many.certificate.gap == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_two_classes_are_logistic_regression_with_half_the_penalty(shift):
    two = Y < 2
    many = solvers.fit(solvers.Softmax(l2=2e-3), X[two] + shift, Y[two])
    one = solvers.fit(solvers.LogisticRegression(l2=1e-3), X[two] + shift, Y[two])
    at = Z + shift
    assert np.diff(many.decision_function(at), axis=1)[:, 0] == pytest.approx(
        one.decision_function(at), abs=1e-6
    )
    assert many.predict_proba(at)[:, 1] == pytest.approx(one.predict_proba(at)[:, 1], abs=1e-7)
    assert many.certificate.primal == pytest.approx(one.certificate.primal, rel=1e-12)


def test_the_gauge_is_sum_zero_and_probabilities_sum_to_one():
    many = solvers.fit(solvers.Softmax(), X, Y)
    assert many.W.sum(axis=0) == pytest.approx(np.zeros(2), abs=1e-12)
    assert many.b.sum() == pytest.approx(0.0, abs=1e-12)
    assert many.predict_proba(Z).sum(axis=1) == pytest.approx(np.ones(len(Z)))


def test_separable_without_penalty_is_unbounded_with_the_widest_direction():
    x, y = ring(30, spread=0.2)
    many = solvers.fit(solvers.Softmax(l2=0.0), x, y)
    assert many.status is Status.UNBOUNDED
    assert many.certificate.margins.min() == pytest.approx(1.0)
    widest = solvers.fit(solvers.MulticlassSVM(C=1e6), x, y)
    assert pytest.approx(widest.W, rel=1e-6) == many.W


def test_one_class_apart_is_unbounded_too():
    x = np.array([(0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.4, 1.0), (9.0, 0.0), (9.0, 1.0)])
    many = solvers.fit(solvers.Softmax(l2=0.0), x, [0, 0, 1, 0, 2, 2])
    assert many.status is Status.UNBOUNDED


def test_a_line_of_points_without_penalty_shows_the_shortest_weights():
    x = np.column_stack([np.tile(np.arange(5.0), 3), np.tile(np.arange(5.0), 3)])
    many = solvers.fit(solvers.Softmax(l2=0.0), x, np.repeat([0, 1, 2], 5))
    assert many.status is Status.SINGULAR
    assert many.W[:, 0] == pytest.approx(many.W[:, 1], abs=1e-12)


def test_a_linear_program_far_away_ends(monkeypatch):
    """One point at 5e15 beside others at 1e8 let the simplex walk circle without end."""
    told = {}

    def linprog(*program, options, **choices):
        told.update(options)
        return SimpleNamespace(status=1, fun=None)

    monkeypatch.setattr("scipy.optimize.linprog", linprog)
    X, y = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], [0, 1, 2, 1]
    fit = solvers.fit(solvers.Softmax(l2=0.0), X, y)
    assert told["maxiter"] < 1000
    assert fit.status is not solvers.Status.UNBOUNDED


@pytest.mark.parametrize("seed", [33, 40])
def test_one_far_point_lets_no_step_go_too_far(seed: int) -> None:
    """Full steps whose decrement was small led uphill, and round in a circle until the budget was
    spent.
    """
    rng = np.random.default_rng(seed)
    labels = np.arange(120) % 6
    X = rng.standard_normal((120, 2)) + (2.0 * rng.standard_normal((6, 2)))[labels]
    X[0] = [400.0, -40.0]
    fit = solvers.fit(Softmax(l2=1e-3), X, labels)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap <= 1e-7


def test_classes_by_turns_are_all_in_every_subsample() -> None:
    """Every thirtieth point was of one class: the steps began at the scores of that class alone,
    and ended there.
    """
    rng = np.random.default_rng(0)
    labels = np.arange(9000) % 10
    fit = solvers.fit(
        Softmax(l2=1e-3),
        rng.normal(size=(9000, 2)) + 3.0 * rng.normal(size=(10, 2))[labels],
        labels,
    )
    assert fit.status is Status.CONVERGED
    assert fit.certificate.gap <= 1e-10


@pytest.mark.parametrize(
    "method",
    [
        Softmax(l2=1e-3),
        solvers.MulticlassSVM(C=1e3),
        solvers.MulticlassSVM(C=1e3, loss="weston-watkins"),
    ],
    ids=repr,
)
def test_an_answer_beyond_doubles_names_the_cure(method) -> None:
    x, y = ring(20)
    x[0] *= 1e9
    fit = solvers.fit(method, x, y, features=solvers.Polynomial(5).as_written)
    assert fit.status is Status.BUDGET
    assert "centre and scale" in fit.explanation


# Minima that were computed with 40 digits.
@pytest.mark.parametrize(("seed", "minimum"), [(1, 0.831577721843), (5, 0.315733458169)])
def test_directions_that_coordinates_leave_out_are_no_part_of_a_proof(seed, minimum) -> None:
    x = 1e-4 * np.random.default_rng(seed).standard_normal((10, 2)) + [2e4, 3e3]
    cubic = solvers.Polynomial(3).as_written
    fit = solvers.fit(Softmax(l2=1e-4), x, np.arange(10) % 3, features=cubic)
    assert fit.status is not Status.CONVERGED or fit.certificate.primal <= minimum * (1.0 + 1e-7)
