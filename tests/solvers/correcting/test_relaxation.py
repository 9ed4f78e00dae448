"""The relaxation rule: projections by hand, the promise never to move away from a solution, and
where it must stop.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from problems import clouds

import solvers
from solvers import Relaxation, Status

X_BOOK = np.array([[1.0, 2.0], [2.0, 0.0], [3.0, 1.0], [2.0, 3.0]])
Y_BOOK = np.array([1, 1, -1, -1])


def samples(X, y):
    return np.column_stack([np.ones(len(X)), X]) * np.asarray(y)[:, None]


def weights(iterate):
    return np.array([iterate.b, *iterate.w])


@pytest.mark.parametrize("rate", [0.3, 1.0, 1.7])
def test_single_steps_are_the_textbook_rule(rate: float) -> None:
    fit = solvers.fit(Relaxation(rate=rate, margin=0.5, max_epochs=6), X_BOOK, Y_BOOK)
    a, expected = np.zeros(3), []
    for _ in range(6):
        for z in samples(X_BOOK, Y_BOOK):
            if a @ z <= 0.5 * (1 - 1e-6):
                a = a + rate * (0.5 - a @ z) / (z @ z) * z
                expected.append(a)
    np.testing.assert_allclose([weights(h) for h in fit.history[1:]], expected, rtol=1e-12)


def test_a_small_batch_rate_is_the_plain_gradient_step() -> None:
    fit = solvers.fit(Relaxation(update="batch", rate=0.05, max_epochs=5), X_BOOK, Y_BOOK)
    Z = samples(X_BOOK, Y_BOOK)
    np.testing.assert_allclose(
        weights(fit.history[1]), 0.05 * (Z / (Z * Z).sum(axis=1)[:, None]).sum(axis=0)
    )


def test_a_large_batch_rate_is_cut_to_the_curvature() -> None:
    fit = solvers.fit(Relaxation(update="batch", rate=1.5, max_epochs=5), X_BOOK, Y_BOOK)
    Z = samples(X_BOOK, Y_BOOK)
    squared = (Z * Z).sum(axis=1)
    U = Z / np.sqrt(squared)[:, None]
    expected = 1.5 / np.linalg.eigvalsh(U.T @ U)[-1] * (Z / squared[:, None]).sum(axis=0)
    np.testing.assert_allclose(weights(fit.history[1]), expected)


@pytest.mark.parametrize("update", ["single", "batch"])
def test_converged_means_every_margin_is_kept(update: str) -> None:
    random = np.random.default_rng(1)
    y = np.repeat([-1, 1], 25)
    X = random.normal(size=(50, 2)) * 0.4 + np.outer(y, [1.5, 1.0])
    fit = solvers.fit(Relaxation(update=update, margin=2.0), X, y)
    assert fit.status is Status.CONVERGED
    assert fit.certificate.margins.min() >= 2.0 * (1 - 2e-6)
    assert fit.certificate.errors == 0
    assert fit.certificate.primal < 1e-10


def test_objective_is_the_relaxation_criterion() -> None:
    fit = solvers.fit(Relaxation(margin=1.5), X_BOOK, Y_BOOK)
    step = fit.at(1)
    Z = samples(X_BOOK, Y_BOOK)
    missing = np.maximum(1.5 - Z @ weights(step.last), 0)
    expected = (missing**2 / (Z * Z).sum(axis=1)).sum() / 2
    assert step.last.objective == pytest.approx(expected)
    assert step.certificate.primal == pytest.approx(expected)


@pytest.mark.parametrize("rate", [0.0, 2.0])
def test_rates_outside_the_open_interval_are_refused(rate: float) -> None:
    with pytest.raises(ValueError, match=r"Relaxation: rate must be a number in \(0, 2\)"):
        Relaxation(rate=rate)


@pytest.mark.parametrize(
    "method", [Relaxation(), solvers.Perceptron(keep="best"), Relaxation(update="batch")], ids=repr
)
@pytest.mark.parametrize("trace", [False, True])
def test_the_best_line_so_far_is_shown_where_no_line_separates(
    method: solvers.Method, trace: bool
) -> None:
    X, y = clouds(40, 0.6, 3)
    best = solvers.fit(method, X, y, trace=trace)
    last = solvers.fit(dataclasses.replace(method, keep="last"), X, y, trace=trace)
    assert best.status is last.status is solvers.Status.NOT_SEPARABLE
    assert best.certificate.errors <= last.certificate.errors
    assert best.w == pytest.approx(solvers.fit(method, X, y, trace=not trace).w)


@pytest.mark.parametrize(
    "method",
    [
        Relaxation(),
        Relaxation(update="batch"),
        solvers.Perceptron(),
        solvers.Perceptron(keep="best"),
    ],
)
def test_a_point_with_both_labels_leaves_a_model(method: solvers.Method) -> None:
    X, y = clouds(40, 1.7, 7)
    X[1] = X[0]
    fit = solvers.fit(method, X, y)
    assert fit.status is solvers.Status.NOT_SEPARABLE
    assert fit.has_model
    assert "opposite labels" in fit.explanation
    assert not fit.certificate.separability.separable
    assert fit.certificate.errors <= 20
