"""The SVM of all classes at once: proved by its multipliers, and against the soft margin and the
hard margin.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from problems import ring
from scipy.optimize import linprog

import solvers
from solvers import Status

X, Y = ring(40, spread=0.9)
Z = np.random.default_rng(1).normal(0.0, 3.0, (100, 2))
LOSSES = ("crammer-singer", "weston-watkins")


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("C", [0.3, 10.0, 30.0, 3000.0])
def test_the_optimum_is_proved_by_its_multipliers(loss, C):
    """A multiplier for every point and rival: they give the weights, and their dual value is the
    objective.
    """
    many = solvers.fit(solvers.MulticlassSVM(C=C, loss=loss), X, Y)
    rows, price, alpha = np.arange(len(X)), C / len(X), many.alpha
    beta = -alpha
    beta[rows, Y] = alpha.sum(axis=1)
    assert pytest.approx(many.W, rel=1e-9, abs=1e-9) == beta.T @ X
    assert beta.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-9 * C)
    assert alpha.min() >= 0.0
    spent = alpha.sum(axis=1) if loss == "crammer-singer" else alpha
    assert spent.max() <= price * (1.0 + 1e-12)
    F = X @ many.W.T + many.b
    missing = np.maximum(0.0, 1.0 + F - F[rows, Y][:, None])
    missing[rows, Y] = 0.0
    losses = missing.max(axis=1) if loss == "crammer-singer" else missing.sum(axis=1)
    primal = 0.5 * (many.W**2).sum() + price * losses.sum()
    assert many.certificate.primal == pytest.approx(primal, rel=1e-9)
    assert alpha.sum() - 0.5 * (many.W**2).sum() == pytest.approx(primal, rel=1e-8)
    assert many.status is Status.CONVERGED
    assert -1e-12 <= many.certificate.gap <= 1e-9
    assert many.certificate.worst_violation <= 1e-8


@pytest.mark.parametrize("unit", [1e3, 1e6])
def test_classes_that_overlap_in_a_small_unit_have_the_optimum_at_their_own_price(unit):
    """A lower price of a loss is tried first there; its optimum is another one, as points pay."""
    y = np.arange(len(Z)) % 3
    plain = solvers.fit(solvers.MulticlassSVM(C=3.0 * unit**2, loss="weston-watkins"), Z, y)
    large = solvers.fit(solvers.MulticlassSVM(C=3.0, loss="weston-watkins"), unit * Z, y)
    for many in (plain, large):
        assert many.status is Status.CONVERGED, many.explanation
        assert many.certificate.gap <= 1e-9
    assert unit * large.W == pytest.approx(plain.W, rel=1e-6)


@pytest.mark.parametrize("seed", [38, 43, 86])
def test_a_walk_that_lost_its_digits_is_not_taken_for_the_optimum(seed):
    """One coordinate has a unit a billion times that of the other, and each point a mirror
    image.
    """
    rng = np.random.default_rng(seed)
    half = rng.normal(size=(4, 2)) * [1.0, 1e9]
    points, labels = np.concatenate([half, -half]), rng.integers(0, 6, 8)
    many = solvers.fit(solvers.MulticlassSVM(C=0.2), points, labels)
    assert many.status is Status.CONVERGED, many.explanation
    assert abs(many.certificate.gap) <= 1e-9


@pytest.mark.parametrize("loss", LOSSES)
def test_two_classes_are_the_soft_margin_with_twice_the_price(loss):
    two = Y < 2
    many = solvers.fit(solvers.MulticlassSVM(C=3.0, loss=loss), X[two], Y[two])
    one = solvers.fit(solvers.SoftMarginSVM(C=6.0), X[two], Y[two])
    assert np.diff(many.decision_function(Z), axis=1)[:, 0] == pytest.approx(
        one.decision_function(Z), rel=1e-12, abs=1e-12
    )
    assert 2.0 * many.certificate.primal == pytest.approx(one.certificate.primal, rel=1e-12)
    assert many.certificate.gap <= 1e-12


def test_the_hard_margin_appears():
    x, y = ring(60, spread=0.3)
    many = solvers.fit(solvers.MulticlassSVM(C=1e6), x, y)
    assert many.certificate.margins.min() == pytest.approx(1.0, abs=1e-9)
    assert many.certificate.gap <= 1e-9
    higher = solvers.fit(solvers.MulticlassSVM(C=1e12), x, y)
    assert pytest.approx(many.W, rel=1e-9) == higher.W


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
def test_points_at_two_places_vary_along_one_direction_and_not_along_what_their_rounding_adds(loss):
    places = np.array(
        [[-0.40975424117909526, 0.29486855292747877], [-0.4080020922381468, -1.242253720475293]]
    )
    X, labels = places[[0, 0, 1, 0, 1, 1, 0, 0]], [1, 2, 3, 4, 0, 0, 0, 0]
    fit = solvers.fit(solvers.MulticlassSVM(C=0.002258612124865725, loss=loss), X, labels)
    assert fit.status is solvers.Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-7


def lattice_fits(loss):
    """Small fits on a lattice, whose offsets are often not unique, with the classes in one order
    and in the other.
    """
    for seed in range(24):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(4, 12))
        X, y = rng.integers(0, 5, (n, 2)).astype(float), rng.integers(0, 3, n)
        y[:3] = 0, 1, 2
        method = solvers.MulticlassSVM(C=float(10.0 ** rng.uniform(-1, 2)), loss=loss)
        features = solvers.Circle() if seed % 2 else solvers.Identity()
        yield X, y, method, features


@pytest.mark.parametrize("loss", LOSSES)
def test_offsets_that_cost_the_same_are_told_and_the_middle_is_shown(loss):
    told = 0
    for X, y, method, features in lattice_fits(loss):
        fit = solvers.fit(method, X, y, features=features, trace=False)
        assert abs(fit.certificate.gap) <= 1e-9
        if "the middle is shown" not in fit.explanation:
            continue
        told += 1
        low, high = (
            float(part)
            for part in re.search(r"anything from (\S+) to (\S+) at", fit.explanation).groups()
        )
        one, other = (
            int(part)
            for part in re.search(r"b of (\d) less that of (\d)", fit.explanation).groups()
        )
        assert (low, high) == pytest.approx(range_of_offsets(fit, one, other), abs=1e-5)
        assert low < fit.b[one] - fit.b[other] < high
    assert told >= 3


def range_of_offsets(fit, one, other):
    """The range of ``b_one - b_other`` over all offsets with the least loss for these weights, by
    linear programs.
    """
    labels, rows = fit.problem.labels, len(fit.problem.labels)
    G = fit.decision_function(fit.problem.X) - fit.b
    pairs = [(i, rival) for i in range(rows) for rival in range(3) if rival != labels[i]]
    worst = fit.method.loss == "crammer-singer"
    A, right = np.zeros((len(pairs), 3 + (rows if worst else len(pairs)))), np.zeros(len(pairs))
    for at, (i, rival) in enumerate(pairs):  # 1 + f_rival - f_own <= loss
        A[at, rival], A[at, labels[i]], A[at, 3 + (i if worst else at)] = 1.0, -1.0, -1.0
        right[at] = G[i, labels[i]] - G[i, rival] - 1.0
    losses = np.concatenate([np.zeros(3), np.ones(A.shape[1] - 3)])
    free = [(None, None)] * 2 + [(0.0, 0.0)] + [(0.0, None)] * (A.shape[1] - 3)
    least = linprog(losses, A, right, bounds=free).fun
    A, right = np.vstack([A, losses]), np.append(right, least + 1e-9)
    difference = np.zeros(len(losses))
    difference[one], difference[other] = 1.0, -1.0
    return linprog(difference, A, right, bounds=free).fun, -linprog(
        -difference, A, right, bounds=free
    ).fun


@pytest.mark.parametrize("loss", LOSSES)
def test_the_offsets_do_not_depend_on_the_way_there_nor_on_the_order_of_the_classes(loss):
    for X, y, method, features in lattice_fits(loss):
        fit = solvers.fit(method, X, y, features=features, trace=False)
        turned = solvers.fit(method, X, 2 - y, features=features, trace=False)
        scores = fit.decision_function(X)
        assert turned.decision_function(X)[:, ::-1] == pytest.approx(scores, abs=1e-6)
        drag = solvers.grab(fit, 0)
        for at in ((2.0, 1.0), (300.0, -20.0), tuple(X[0])):
            drag.move(at)
        assert drag.fit(fit.problem).decision_function(X) == pytest.approx(scores, abs=1e-6)


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
@pytest.mark.parametrize("seed", [114, 7, 23])
def test_every_class_gives_what_it_receives(loss, seed):
    """On ties the multipliers at the end of the interior point balance to the gap only; shown are
    those that prove the answer.
    """
    random = np.random.default_rng(seed)
    K = int(random.integers(3, 6))
    n = int(random.integers(K * 2, 24))
    labels = np.arange(n) % K
    points = random.integers(-2, 3, (n, 2)).astype(float) + (labels[:, None] % 2)
    fit = solvers.fit(solvers.MulticlassSVM(loss=loss), points, labels, trace=False)
    assert fit.status is solvers.Status.CONVERGED
    given = np.bincount(labels, fit.alpha.sum(axis=1), K)
    np.testing.assert_allclose(fit.alpha.sum(axis=0), given, atol=2e-9 * given.sum())


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
@pytest.mark.parametrize("unit", [1e-9, 1e-6, 1e8])
def test_coordinates_in_very_different_units_end_at_the_optimum(loss: str, unit: float) -> None:
    for seed in range(4):
        X, y = ring(30, seed=seed)
        fit = solvers.fit(solvers.MulticlassSVM(C=100.0, loss=loss), X * np.array([1.0, unit]), y)
        assert fit.status is Status.CONVERGED
        assert abs(fit.certificate.gap) < 1e-9
        assert all(np.isfinite(step.objective) for step in fit.history)
