"""Where b is penalised it is a number of its own, and still the scores are those of w and b."""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Circle, LogisticRegression, Parabola, Product, QuadraticDiagonal

EPS = 2.0**-52


@pytest.mark.parametrize("algorithm", ["newton", "gradient"])
@pytest.mark.parametrize("features", [QuadraticDiagonal(), Circle(), Parabola(), Product(500.0)])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e5])
def test_scores_are_those_of_w_and_b_far_from_the_origin(scale, features, algorithm):
    rng = np.random.default_rng(0)
    X = scale * (np.array([4000.0, -15.0]) + rng.normal(size=(30, 2)))
    y = np.where(np.arange(30) < 12, 1.0, -1.0)
    method = LogisticRegression(1e-3, algorithm, penalise_bias=True, max_steps=20)
    fit = solvers.fit(method, X, y, features=features, trace=False)
    Phi = fit.problem.Phi
    sizes = np.abs(Phi) @ np.abs(fit.w) + abs(fit.b)
    assert np.abs(Phi @ fit.w + fit.b - fit.decision_function(X)).max() <= 64.0 * EPS * sizes.max()
