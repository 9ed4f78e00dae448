"""Thousands of tied data sets: the exact soft margin never fails, and its multipliers prove every answer.

A few hundred data sets run by default; the environment variable ``LINCLASS_TIED_FITS=10000`` runs that many.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from soft_margin_ties import FAMILIES, random_case

import solvers
from solvers import PointClass, Problem, SoftMarginSVM, Status

FITS = int(os.environ.get("LINCLASS_TIED_FITS", "600"))
PER_FAMILY = max(1, FITS // len(FAMILIES))
GAP = 1e-7


def proven_gap(fit: solvers.Fit, X: np.ndarray, y: np.ndarray, C: float) -> float:
    """The relative duality gap from w, b and alpha alone, after the checks every dual point must pass."""
    n, alpha, bound = len(y), fit.alpha, C / len(y)
    assert alpha.min() >= 0.0
    assert alpha.max() <= bound * (1 + 1e-15)
    assert abs(float(alpha @ y)) <= 1e-13 * n * bound
    centre = X.mean(axis=0)
    v = (alpha * y) @ (X - centre)
    hinges = np.maximum(0.0, 1.0 - y * fit.decision_function(X)).sum()
    primal = 0.5 * fit.w @ fit.w + bound * hinges
    return (primal - alpha.sum() + 0.5 * v @ v) / primal


@pytest.mark.parametrize("family", range(len(FAMILIES)), ids=[f.__name__ for f in FAMILIES])
def test_every_tied_data_set_is_solved_and_proven(family):
    for k in range(PER_FAMILY):
        name, X, y, C = random_case(k * len(FAMILIES) + family)
        fit = solvers.fit(SoftMarginSVM(C), X, y, trace=False)
        assert fit.status is Status.CONVERGED, name
        assert abs(proven_gap(fit, X, y, C)) < GAP, name
        assert fit.certificate.gap < GAP, name


@pytest.mark.parametrize("degree", [2, 3])
def test_tied_data_sets_in_feature_spaces(degree):
    for seed in range(120):
        name, X, y, C = random_case(seed)
        problem = Problem.from_labels(X, y, solvers.Polynomial(degree))
        # Squares of coordinates of 1e8 leave no digit to compare anything with.
        if C * problem.standardised.scale**2 / len(y) > 1e9:
            continue
        fit = solvers.solve(SoftMarginSVM(C), problem, trace=False)
        assert fit.certificate.gap < GAP, name


@pytest.mark.parametrize("seed", range(0, 240, 7))
def test_point_classes_agree_with_margins_and_multipliers(seed):
    _, X, y, C = random_case(seed)
    fit = solvers.fit(SoftMarginSVM(C), X, y)
    kinds, margins, bound = fit.certificate.point_class, fit.certificate.margins, C / len(y)
    slack = 1e-6 * (1 + np.abs(margins).max())
    assert (margins[kinds == PointClass.BEYOND] > 1).all()
    assert (np.abs(margins[kinds == PointClass.FREE] - 1) <= slack).all()
    assert (margins[kinds == PointClass.BOUND] <= 1 + slack).all()
    assert (margins[kinds == PointClass.WRONG] < 0).all()
    assert (fit.alpha[kinds >= PointClass.BOUND] >= bound * (1 - 1e-8)).all()


def test_a_bound_far_above_the_multipliers_leaves_the_support_vectors_of_the_hard_margin():
    X, y = np.array([[0.0, 1.0], [1.0, 3.0], [0.0, -1.0], [2.0, -4.0]]), np.array([1, 1, -1, -1])
    hard = solvers.fit(solvers.HardMarginSVM(), X, y).certificate.point_class
    for C in (1e3, 1e12, 1e17, 1e75):
        fit = solvers.fit(SoftMarginSVM(C), X, y)
        assert fit.status is Status.CONVERGED
        assert fit.certificate.point_class.tolist() == hard.tolist(), C
