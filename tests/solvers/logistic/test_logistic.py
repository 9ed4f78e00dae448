"""Logistic regression: exact optima, existence, degenerate data, algorithms, drags; the posterior
about its line.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from logistic_reference import minimiser
from problems import clouds
from real_data import PAIRS, pair

import solvers
from solvers import Status
from solvers.methods.bayesian_logistic import BayesianLogistic
from solvers.methods.logistic import LogisticRegression


@pytest.mark.parametrize("l2", [1e-9, 1e-3, 10.0])
@pytest.mark.parametrize("name", PAIRS)
def test_real_data_to_the_last_digits(name, l2):
    X, y = (part[::2] for part in pair(*PAIRS[name]))
    fit = solvers.fit(LogisticRegression(l2=l2), X, y)
    assert [*fit.w, fit.b] == pytest.approx(minimiser(X, y, l2, [*fit.w, fit.b]), rel=1e-12)
    assert abs(fit.certificate.gap) < 1e-13
    assert fit.certificate.worst_violation < 1e-14
    assert fit.status is Status.CONVERGED


@pytest.mark.parametrize(
    ("shift", "scale"), [(0, 1), (1e4, 1), (1e8, 1), (0, 1e-8), (0, 1e8), (1e8, 1e-4)]
)
def test_offsets_and_scales_that_break_the_peers(shift, scale):
    X, y = clouds(40, 0.7)
    X = shift + scale * X
    fit = solvers.fit(LogisticRegression(l2=1e-3 * scale**2), X, y)
    # The reference needs a start with the digits that b alone has lost, so it is taken about the
    # centre.
    near = np.array(
        [
            [float(Fraction(v) - Fraction(c)) for v, c in zip(row, fit.last.centre, strict=True)]
            for row in X
        ]
    )
    assert [*fit.w, fit.last.f_centre] == pytest.approx(
        minimiser(near, y, 1e-3 * scale**2, [*fit.w, fit.last.f_centre]), rel=1e-12
    )
    assert abs(fit.certificate.gap) < 1e-13


@pytest.mark.parametrize(
    ("shift", "method", "near"),
    [
        (0.0, LogisticRegression(l2=0.0), 1e-12),
        (2.0, LogisticRegression(l2=0.05, penalise_bias=True), 1e-12),
        (1e4, LogisticRegression(l2=1e-3, penalise_bias=True), 1e-7),
    ],
    ids=[
        "maximum likelihood",
        "extended inputs",
        "extended inputs far away",
    ],
)
def test_no_penalty_and_one_of_b_have_the_digits_too(shift, method, near):
    X, y = clouds(40, 0.7)
    fit = solvers.fit(method, X + shift, y)
    expected = minimiser(X + shift, y, method.l2, [*fit.w, fit.b], method.penalise_bias)
    assert [*fit.w, fit.b] == pytest.approx(expected, rel=near)
    assert abs(fit.certificate.gap) < (1e-13 if near < 1e-7 else 1e-9)
    assert fit.certificate.worst_violation < 1e-10
    assert fit.status is Status.CONVERGED


@pytest.mark.parametrize("length", [1e2, 1e4, 1e5, 1e6, 1e7])
def test_points_along_a_line_have_their_digits_across_it(length):
    """Squares of coordinates see a line from 1e8 on, and lose what is across long before."""
    rng = np.random.default_rng(4)
    X = length * rng.choice([-1.0, 1.0], 60)[:, None] + rng.normal(size=(60, 2))
    y = np.where(X[:, 0] - X[:, 1] + rng.normal(size=60) > 0.0, 1.0, -1.0)
    fit = solvers.fit(LogisticRegression(l2=1e-4), X, y)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) < 1e-12


@pytest.mark.parametrize(
    "method",
    [
        LogisticRegression(l2=0.0),
        LogisticRegression(0.0, algorithm="gradient", step="constant", rate=1e12),
    ],
    ids=["newton", "gradient"],
)
def test_where_nothing_bounds_the_weights_the_steps_show_the_loss_alone(method):
    fit = solvers.fit(method, [[0, 0], [1, 0], [0, 1], [1, 1], [1, 0]], [0, 0, 0, 1, 1])
    assert fit.status is Status.UNBOUNDED
    assert fit.last.objective == pytest.approx(fit.certificate.primal, rel=1e-14)


@pytest.mark.parametrize("columns", [2, 3, 10])
@pytest.mark.parametrize("centre", [1e-17, 1e-15, 1e-11, 1e-7, 1e-3])
def test_a_penalised_b_has_its_digits_however_near_to_the_origin_the_centre_is(centre, columns):
    """Standardised columns have means of 1e-16."""
    random = np.random.default_rng(columns)
    y = np.repeat([-1.0, 1.0], [40, 20])
    X = random.normal(size=(60, columns)) + 0.7 * y[:, None]
    X = (X - X.mean(axis=0)) / X.std(axis=0) + centre
    fit = solvers.fit(LogisticRegression(l2=1e-3, penalise_bias=True), X, y)
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) < 1e-13
    if columns == 2:
        assert [*fit.w, fit.b] == pytest.approx(
            minimiser(X, y, 1e-3, [*fit.w, fit.b], penalise_bias=True), rel=1e-12
        )


@pytest.mark.parametrize("shift", [0.0, 1e3])
def test_newton_ends_a_few_steps_after_its_last_digit_with_a_penalised_bias_too(shift):
    random = np.random.default_rng(1)
    X = shift + np.concatenate(
        [random.normal((-1, 0), 1.0, (30, 2)), random.normal((1, 0.5), 1.0, (30, 2))]
    )
    fit = solvers.fit(LogisticRegression(penalise_bias=True), X, np.repeat([-1, 1], 30))
    assert fit.status is Status.CONVERGED
    assert len(fit.history) <= 16


def test_separable_without_penalty_shows_the_hard_margin():
    X, y = np.array([(0.0, 0), (1, 0), (3, 1), (4, 1)]), np.array([0, 0, 1, 1])
    fit = solvers.fit(LogisticRegression(l2=0.0), X, y)
    assert fit.status is Status.UNBOUNDED
    assert "separable" in fit.explanation
    assert [*fit.w, fit.b] == pytest.approx([0.8, 0.4, -1.8])
    assert (fit.certificate.dual, fit.certificate.errors) == (0, 0)


@pytest.mark.parametrize("shift", [0.0, 0.1, 1e8])
def test_points_on_a_line_without_penalty_give_the_shortest_weights(shift):
    s, y = np.array([0.0, 1, 2, 3, 5]), [0, 1, 0, 1, 1]
    fit = solvers.fit(LogisticRegression(l2=0.0), np.outer(s, [1.0, 2.0]) + shift, y)
    one = solvers.fit(LogisticRegression(l2=0.0), np.column_stack([s, 0 * s]), y)
    assert fit.status is one.status is Status.SINGULAR
    assert fit.w == pytest.approx([one.w[0] / 5, 2 * one.w[0] / 5], rel=1e-7)
    assert one.w[1] == 0
    assert abs(one.certificate.gap) < 1e-13


def test_the_objective_begins_at_the_losses_of_no_line_and_falls():
    objectives = [
        step.objective for step in solvers.fit(LogisticRegression(), *clouds(40, 0.7)).history
    ]
    assert all(a >= b - 1e-15 for a, b in pairwise(objectives))
    assert objectives[0] == pytest.approx(np.log(2))


def test_a_warm_start_saves_steps():
    X, y = clouds(200, 0.7)
    cold = solvers.fit(LogisticRegression(), X, y)
    warm = solvers.fit(LogisticRegression(), X, y, start=cold)
    assert dict(warm.outcome.facts)["steps"] <= 2 < dict(cold.outcome.facts)["steps"]
    assert warm.w == pytest.approx(cold.w, rel=1e-13)


def test_a_warm_start_from_far_away_ends_where_a_cold_fit_ends_without_penalty():
    random = np.random.default_rng(2)
    X, y = random.normal(size=(80, 2)), np.where(random.random(80) < 0.5, 1.0, -1.0)
    far = X.copy()
    far[0] = 1e5, -1e5
    method = LogisticRegression(l2=0.0)
    for first, second in ((X, far), (far, X)):
        warm = solvers.fit(method, second, y, start=solvers.fit(method, first, y))
        assert warm.certificate.primal == pytest.approx(
            solvers.fit(method, second, y).certificate.primal, rel=1e-9
        )


def test_gradient_descent_stops_at_its_budget_and_at_a_wild_rate():
    X, y = clouds(40, 0.7)
    short = solvers.fit(LogisticRegression(algorithm="gradient", max_steps=3), X, y)
    assert short.status is Status.BUDGET
    assert len(short.history) == 4
    wild = solvers.fit(
        LogisticRegression(l2=100.0, algorithm="gradient", step="constant", rate=1e6), X, y
    )
    assert wild.status is Status.UNBOUNDED
    assert np.isfinite(wild.b)


@pytest.mark.parametrize(
    "method",
    [
        LogisticRegression(l2=0.02),
        LogisticRegression(0.02, penalise_bias=True),
        LogisticRegression(0.0),
    ],
)
def test_the_dual_is_a_lower_bound_anywhere(method):
    problem = solvers.Problem.from_labels(*clouds(40, 0.7))
    best = solvers.solve(method, problem).certificate.primal
    for theta in np.random.default_rng(0).uniform(-3.0, 3.0, (40, 3)):
        wrong = solvers.Iterate(theta[:2], float(theta[2]))
        bounds = method.bounds(problem, wrong, problem.y * problem.training_scores(wrong))
        assert bounds.dual <= best * (1 + 1e-12)
        assert bounds.primal >= best * (1 - 1e-12)


def log_posterior(a, X, y, variance):
    f = X @ a[:2] + a[2]
    return -np.logaddexp(0, -y * f).sum() - a[:2] @ a[:2] / (2 * variance)


def test_the_line_is_penalised_logistic_regression():
    X, y = clouds(40, 0.7)
    fit = solvers.fit(BayesianLogistic(prior_variance=4.0), X, y)
    same = solvers.fit(LogisticRegression(l2=1 / (2 * 40 * 4.0)), X, y)
    assert [*fit.w, fit.b] == pytest.approx([*same.w, same.b], rel=1e-12)
    assert fit.certificate.primal == pytest.approx(same.certificate.primal, rel=1e-13)
    assert abs(fit.certificate.gap) < 1e-13
    assert fit.status is Status.CONVERGED


@pytest.mark.parametrize("shift", [0.0, 50.0])
def test_the_covariance_is_the_inverse_curvature_of_the_posterior(shift):
    X, y = clouds(40, 0.7)
    X = X + shift
    last = solvers.fit(BayesianLogistic(prior_variance=2.0), X, y).last
    about = X - last.centre
    at = np.append(last.w, last.f_centre)
    h, H = 1e-4, np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            e, d = h * np.eye(3)[i], h * np.eye(3)[j]
            terms = [(at + e + d, 1), (at + e - d, -1), (at - e + d, -1), (at - e - d, 1)]
            H[i, j] = -sum(s * log_posterior(a, about, y, 2.0) for a, s in terms) / (4 * h * h)
    assert last.covariance == pytest.approx(np.linalg.inv(H), rel=1e-4)


def test_probabilities_are_averages_over_the_posterior():
    X, y = clouds(20, 0.7)
    fit = solvers.fit(BayesianLogistic(), X, y)
    rng = np.random.default_rng(0)
    Z = rng.normal(size=(6, 2)) * 2
    lines = rng.multivariate_normal(
        np.append(fit.w, fit.last.f_centre), fit.last.covariance, 200_000
    )
    f = (Z - fit.last.centre) @ lines[:, :2].T + lines[:, 2]
    assert fit.predict_proba(Z)[:, 1] == pytest.approx(
        (1 / (1 + np.exp(-f))).mean(axis=1), abs=0.02
    )
