"""Promises that every closed-form and probabilistic method keeps: symmetries of the data, extreme
units, no warnings.
"""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers.methods.fisher import Fisher
from solvers.methods.gaussian import GaussianGenerative
from solvers.methods.least_squares import LeastSquares
from solvers.methods.logistic import LogisticRegression
from solvers.methods.mean_difference import MeanDifference

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
X_BASE = np.random.default_rng(5).normal(size=(30, 2)) @ np.array([[1.0, 0.4], [0.0, 0.6]])
Y_BASE = np.where(X_BASE[:, 0] + np.random.default_rng(6).normal(size=30) > 0.2, 1, -1)
X_BASE = X_BASE + 0.3 * Y_BASE[:, None]


def scores(method, X, y, Z=None):
    return solvers.fit(method, X, y).decision_function(X if Z is None else Z)


def same_up_to_length(method, f, g):
    """Fisher's w has a length that depends on units and counts; only its ratio of scores is
    meant.
    """
    if isinstance(method, Fisher | MeanDifference):
        f, g = f / np.abs(f).max(), g / np.abs(g).max()
    assert f == pytest.approx(g, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("method", UNIT_FREE, ids=repr)
@pytest.mark.parametrize("unit", [1e-8, 1e8, 2.54, 1e-40, 1e40])
def test_another_unit_of_length(method, unit):
    same_up_to_length(method, scores(method, unit * X_BASE, Y_BASE), scores(method, X_BASE, Y_BASE))
