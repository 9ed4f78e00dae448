"""Data at the edge of rounding: an outlier far away, features that nearly depend on each other, a gap below the last digit.

Each data set was found by a search over random degenerate problems.
"""

from __future__ import annotations

import numpy as np
import pytest

import solvers
from solvers import Dataset, Status

ONE_OUTLIER_A_CLASS = np.array(
    [
        [-571.584453525712, 209.330463497376],
        [1.1454766870888602, -0.32303434962348176],
        [1.4168613792633817, 1.095988024271349],
        [0.8733719930353927, 0.04000834886596359],
    ]
)


@pytest.mark.parametrize("offset", ["training-error", "midpoint", "prior", "least-squares"])
def test_a_scatter_that_is_only_the_rounding_of_an_outlier_is_singular(offset):
    fit = solvers.fit(solvers.Fisher(offset=offset), ONE_OUTLIER_A_CLASS, [1, -1, -1, -1], features=solvers.Product(2.0))
    assert fit.status is Status.UNBOUNDED
    assert fit.certificate.primal == np.inf
    assert fit.certificate.errors == 0


def test_a_variance_that_rounding_made_negative_is_none():
    X = [[2000, -1000], [1000, -1000], [500, 500], [-1500, -1500], [500, 500], [-500, -1000]]
    fit = solvers.fit(solvers.BayesianLogistic(), X, [-1, -1, -1, 1, 1, -1], features=solvers.Polynomial(4))
    p = fit.predict_proba(X)
    assert np.isfinite(p).all()
    np.testing.assert_allclose(p.sum(axis=1), 1.0)


def test_a_residual_of_rounding_leaves_no_gap():
    X = [
        [789.6204732596667, 1069.767896835017],
        [2.015585654778949, 1.155147795367301],
        [0.832459831558766, 0.19644298567147556],
        [-0.3864156461332905, -0.5687896139415148],
        [-0.7148209372100284, -1.0456503805119055],
        [0.46864313152043274, -0.47863531888042127],
    ]
    certificate = solvers.fit(solvers.LeastSquares(), X, [1, 1, 1, -1, -1, 1], features=solvers.Polynomial(2)).certificate
    assert certificate.primal < 1e-16
    assert abs(certificate.gap) < 1e-9


@pytest.mark.parametrize(
    ("edit", "row"),
    [
        (lambda data, bad: data.moved(2, bad), 2),
        (lambda data, bad: data.moved(-1, bad), 4),
        (lambda data, bad: data.moved([3, 1], [[0.0, 0.0], bad]), 1),
        (lambda data, bad: data.moved(np.array([False, False, False, True, False]), bad), 3),
        (lambda data, bad: data.added([[1.0, 1.0], bad], 0), 6),
    ],
    ids=["one", "from the end", "a list", "a mask", "added"],
)
def test_an_edit_names_the_row_of_the_data_set(edit, row):
    data = Dataset(np.zeros((5, 2)), np.zeros(5, int))
    with pytest.raises(ValueError, match=f"^row {row} holds"):
        edit(data, [np.nan, 0.0])
