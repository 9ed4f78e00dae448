"""Promises that every closed-form and probabilistic method keeps: symmetries of the data, extreme units, no warnings."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Status
from solvers.methods.bayesian_logistic import BayesianLogistic
from solvers.methods.fisher import Fisher
from solvers.methods.gaussian import GaussianGenerative
from solvers.methods.least_squares import LeastSquares
from solvers.methods.logistic import LogisticRegression
from solvers.methods.mean_difference import MeanDifference
from solvers.methods.naive_bayes import MultinomialNaiveBayes

# Scores that do not depend on the unit of length, and turn with the plane.
UNIT_FREE = [
    Fisher(),
    Fisher("midpoint"),
    Fisher("least-squares"),
    LeastSquares(),
    GaussianGenerative(),
    GaussianGenerative("separate"),
    LogisticRegression(l2=0.0),
]
ROUND = [*UNIT_FREE, MeanDifference(), MeanDifference("prior"), LeastSquares(ridge=3.0), LogisticRegression(), BayesianLogistic()]
EVERY = [
    *ROUND,
    Fisher("prior"),
    GaussianGenerative("diagonal"),
    GaussianGenerative(priors="given", prior_plus=0.2),
    LogisticRegression(algorithm="gradient", max_steps=30),
    LogisticRegression(penalise_bias=True),
    MultinomialNaiveBayes(),
]
X_BASE = np.random.default_rng(5).normal(size=(30, 2)) @ np.array([[1.0, 0.4], [0.0, 0.6]])
Y_BASE = np.where(X_BASE[:, 0] + np.random.default_rng(6).normal(size=30) > 0.2, 1, -1)
X_BASE = X_BASE + 0.3 * Y_BASE[:, None]


def scores(method, X, y, Z=None):
    return solvers.fit(method, X, y).decision_function(X if Z is None else Z)


def same_up_to_length(method, f, g):
    """Fisher's w has a length that depends on units and counts; only its ratio of scores is meant."""
    if isinstance(method, Fisher | MeanDifference):
        f, g = f / np.abs(f).max(), g / np.abs(g).max()
    assert f == pytest.approx(g, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("method", ROUND, ids=repr)
def test_swapped_labels_turn_the_score_around(method):
    same_up_to_length(method, scores(method, X_BASE, -Y_BASE), -scores(method, X_BASE, Y_BASE))


@pytest.mark.parametrize("method", ROUND, ids=repr)
def test_the_order_of_the_points_does_not_matter(method):
    order = np.random.default_rng(0).permutation(30)
    same_up_to_length(method, scores(method, X_BASE[order], Y_BASE[order]), scores(method, X_BASE, Y_BASE)[order])


@pytest.mark.parametrize("method", ROUND, ids=repr)
@pytest.mark.parametrize("shift", [(3.0, -7.0), (1e6, -1e6)])
def test_moving_the_origin_moves_the_boundary_along(method, shift):
    X = np.round(X_BASE * 4096) / 4096  # survives the shift without rounding
    same_up_to_length(method, scores(method, X + shift, Y_BASE), scores(method, X, Y_BASE))


@pytest.mark.parametrize("method", ROUND, ids=repr)
def test_turning_the_plane_turns_the_boundary(method):
    turn = np.array([[np.cos(1), -np.sin(1)], [np.sin(1), np.cos(1)]])
    same_up_to_length(method, scores(method, X_BASE @ turn, Y_BASE), scores(method, X_BASE, Y_BASE))


@pytest.mark.parametrize("method", UNIT_FREE, ids=repr)
@pytest.mark.parametrize("unit", [1e-8, 1e8, 2.54, 1e-40, 1e40])
def test_another_unit_of_length(method, unit):
    same_up_to_length(method, scores(method, unit * X_BASE, Y_BASE), scores(method, X_BASE, Y_BASE))


@pytest.mark.parametrize("method", [*UNIT_FREE, MeanDifference(), LogisticRegression(), GaussianGenerative("diagonal")], ids=repr)
def test_taking_every_point_twice_changes_no_boundary(method):
    twice = scores(method, np.tile(X_BASE, (2, 1)), np.tile(Y_BASE, 2), X_BASE)
    same_up_to_length(method, twice, scores(method, X_BASE, Y_BASE))


EXTREMES = {
    "far too large": X_BASE * 1e200,
    "far too small": X_BASE * 1e-200,
    "one point far away": np.concatenate([X_BASE[:-1], [[1e70, -1e70]]]),
    "one coordinate far smaller": X_BASE * [1.0, 1e-200],
    "very different axes": X_BASE * [1e60, 1e-60],
    "one place": np.full((30, 2), 0.1),
    "two places": np.outer(Y_BASE, [0.1, 0.3]),
    "a vertical line": X_BASE * [0.0, 1.0] + 0.7,
    "a slanted line": np.outer(X_BASE[:, 0], [1.0, 3.0]) + 0.1,
    "whole numbers": np.round(X_BASE),
    "a tiny cloud far away": 1e8 + np.round(X_BASE * 64) / 2**20,
}


@pytest.mark.parametrize("X", EXTREMES.values(), ids=EXTREMES.keys())
@pytest.mark.parametrize("features", [None, solvers.Polynomial(3)], ids=["plane", "cubic"])
@pytest.mark.parametrize("method", EVERY, ids=repr)
def test_extreme_data_is_an_answer_and_never_an_exception(method, X, features):
    fit = solvers.fit(method, X, Y_BASE, features=features)
    assert fit.explanation
    assert fit.certificate.margins.shape == (30,)
    # A penalised b depends on the origin, which such data put out of reach of any number of digits.
    about_the_origin = getattr(method, "penalise_bias", False)
    if fit.status is Status.CONVERGED and fit.certificate.gap is not None and features is None and not about_the_origin:
        assert abs(fit.certificate.gap) < 1e-6


@pytest.mark.parametrize("method", EVERY, ids=repr)
def test_no_points_and_one_class_are_an_answer(method):
    assert solvers.fit(method, [], []).status is Status.NO_DATA
    fit = solvers.fit(method, X_BASE, np.ones(30))
    assert fit.status is Status.NO_DATA
    assert not fit.has_model
