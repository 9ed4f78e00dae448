"""The paragraph "Where it fails" of a method, on data that make it fail so."""

from __future__ import annotations

import numpy as np
import pytest
from problems import angle

import solvers
from solvers import (
    BayesianLogistic,
    Fisher,
    GaussianGenerative,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    LinearMachine,
    MeanDifference,
    MultinomialNaiveBayes,
    SoftMarginSVM,
    Status,
    separability,
)

Y = np.repeat([1.0, -1.0], 10)


def clouds(apart: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(20, 2)) + apart * Y[:, None]


def errors(fit: solvers.Fit) -> int:
    return fit.certificate.errors


def test_fisher_one_far_point_turns_the_line() -> None:
    X = clouds(2.0)
    far = X.copy()
    far[0] = (-3.0, 30.0)
    assert angle(solvers.fit(Fisher(), X, Y).w, solvers.fit(Fisher(), far, Y).w) > 20.0


def test_fisher_without_rank_separates_even_labels_by_lot() -> None:
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(10, 2)), rng.permutation(np.repeat([1.0, -1.0], 5))
    fit = solvers.fit(Fisher(), X, y, features=solvers.Polynomial(4))
    assert fit.problem.Phi.shape[1] >= len(X)
    assert errors(fit) == 0


def test_mean_difference_overlaps_on_classes_that_a_line_separates() -> None:
    along = np.linspace(-10.0, 10.0, 10)
    # the classes lie along (1, 1); their means differ along the first axis
    X = np.vstack([np.column_stack([along + 1.0, along]), np.column_stack([along - 1.0, along])])
    assert separability(X, Y).separable
    assert errors(solvers.fit(MeanDifference(), X, Y)) > 0
    assert errors(solvers.fit(Fisher(), X, Y)) == 0
    same = np.vstack([X[:10], X[:10][::-1]])
    assert not solvers.fit(MeanDifference(), same, Y).w.any()


def test_least_squares_misses_a_line_because_of_points_far_on_their_right_side() -> None:
    X = np.array([[1.0, 0.0]] * 9 + [[60.0, 0.0]] + [[-1.0, 0.0]] * 10) + 0.1 * clouds(0.0)
    assert separability(X, Y).separable
    assert errors(solvers.fit(LeastSquares(), X, Y)) > 0


def test_gaussian_fits_other_boundaries_than_those_of_classes_that_are_not_normal() -> None:
    rng = np.random.default_rng(2)
    # class + stands on both sides of class -: with one covariance there is no boundary between them
    plus = rng.normal(size=(40, 2)) * 0.3 + np.repeat([[4.0, 0.0], [-4.0, 0.0]], 20, axis=0)
    minus = rng.normal(size=(40, 2)) * 0.3
    X, y = np.vstack([plus, minus]), np.repeat([1.0, -1.0], 40)
    assert errors(solvers.fit(GaussianGenerative(), X, y)) >= 20


def test_gaussian_widens_singular_covariances_and_has_no_gap() -> None:
    X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [2.0, 1.0]])
    y = np.repeat([1.0, -1.0], 3)
    shared = solvers.fit(GaussianGenerative(), X, y)
    widened = np.diag([2.0 / 3.0, 1e-9])
    limit = np.linalg.solve(widened, X[:3].mean(0) - X[3:].mean(0))
    assert angle(shared.w, limit) < 1e-3
    separate = solvers.fit(GaussianGenerative(covariance="separate"), X, y)
    assert "widen" in separate.explanation or "million" in separate.explanation
    for fit in (shared, separate):
        assert fit.certificate.gap is None
    good = solvers.fit(GaussianGenerative(), clouds(1.0), Y)
    margins = Y * good.decision_function(good.problem.X)
    assert good.certificate.primal == pytest.approx(np.logaddexp(0.0, -margins).mean())


def test_naive_bayes_counts_words_that_come_together_twice() -> None:
    rng = np.random.default_rng(3)
    plus, minus = rng.poisson((3.0, 2.0), (30, 2)), rng.poisson((2.0, 3.0), (30, 2))
    X, y = np.vstack([plus, minus]).astype(float), np.repeat([1.0, -1.0], 30)
    once = solvers.fit(MultinomialNaiveBayes(), X, y)
    twice = solvers.fit(MultinomialNaiveBayes(), 2.0 * X, y)  # every word with its twin
    f, g = once.decision_function(X), twice.decision_function(2.0 * X)
    assert (np.abs(g) >= np.abs(f)).mean() > 0.9
    assert np.median(np.abs(g) / np.abs(f)) == pytest.approx(2.0, abs=0.2)


def test_ho_kashyap_may_need_more_steps_than_its_budget_for_the_proof() -> None:
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.repeat([1.0, -1.0], 30)
    statuses = {}
    for shift in (1.2, 2.0, 2.1):
        moved = X + np.outer(y, [shift, 0.0])
        fit = solvers.fit(HoKashyap(), moved, y)
        statuses[shift] = (fit.status, fit.facts["iterations"] == HoKashyap().max_iterations)
    assert statuses[1.2] == (Status.NOT_SEPARABLE, False)  # far over each other: its own proof
    assert statuses[2.0] == (Status.NOT_SEPARABLE, True)  # a little: that of the hulls
    assert statuses[2.1] == (Status.BUDGET, True)  # a little apart


def test_a_budget_of_ho_kashyap_that_ends_with_positive_scores_is_enough() -> None:
    X = clouds(1.9)
    fit = solvers.fit(HoKashyap(max_iterations=2), X, Y)
    assert (Y * fit.decision_function(X) > 0.0).all()
    assert fit.status is Status.CONVERGED


def test_the_posterior_of_a_few_separated_points_is_not_its_normal_approximation() -> None:
    X, y = np.array([[1.0, 0.0], [2.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]]), np.array([1, 1, -1, -1.0])
    variance, place = 100.0, np.array([[0.5, 0.0]])
    fit = solvers.fit(BayesianLogistic(prior_variance=variance), X, y)
    shown = float(fit.predict_proba(place)[0, 1])
    b, w = np.meshgrid(np.linspace(-40.0, 40.0, 401), np.linspace(-5.0, 60.0, 401))
    logs = -sum(np.logaddexp(0.0, -s * (w * x[0] + b)) for x, s in zip(X, y, strict=True))
    posterior = np.exp(logs - w**2 / (2.0 * variance))
    exact = float((posterior / (1.0 + np.exp(-(0.5 * w + b)))).sum() / posterior.sum())
    assert abs(shown - exact) > 0.02


def test_soft_margin_shrinks_with_a_small_c_and_obeys_single_points_with_a_large_one() -> None:
    X = clouds(2.5)
    sizes = [
        float(np.linalg.norm(solvers.fit(SoftMarginSVM(C=C), X, Y).w)) for C in (1e-3, 0.1, 10)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < 0.01
    far = X.copy()
    far[0] = (-1.5, 3.0)
    turns = [
        angle(*(solvers.fit(SoftMarginSVM(C=C), data, Y).w for data in (X, far)))
        for C in (0.05, 1e4)
    ]
    assert turns[1] > 2.0 * turns[0]


def test_hard_margin_one_point_alone_may_turn_the_line() -> None:
    X = clouds(3.0)
    near = np.vstack([X, [[-1.0, 1.8]]])
    one = solvers.fit(HardMarginSVM(), X, Y)
    other = solvers.fit(HardMarginSVM(), near, np.append(Y, 1.0))
    assert other.status is Status.CONVERGED
    assert angle(one.w, other.w) > 10.0


def test_a_linear_machine_never_stops_on_classes_that_no_lines_separate() -> None:
    rng = np.random.default_rng(6)
    X, labels = rng.normal(size=(45, 2)), np.arange(45) % 3
    ends = [solvers.fit(LinearMachine(max_epochs=k), X, labels) for k in (50, 51)]
    assert all(fit.status is not Status.CONVERGED for fit in ends)
    assert not np.allclose(ends[0].weights[0], ends[1].weights[0])
