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


NEARLY_COLLINEAR = np.array(
    [
        [0.13063087420570504, 0.19189262261711512],
        [-0.07559203207273538, -0.4267760962182061],
        [0.15396024836618918, 0.2618807450985675],
    ]
)


@pytest.mark.parametrize("algorithm", ["hull", "interior-point", "smo"])
def test_a_margin_below_every_double_is_not_called_the_optimum(algorithm):
    """Exactly 7e-18 apart: a line with this margin needs more digits than doubles have."""
    fit = solvers.fit(solvers.HardMarginSVM(algorithm=algorithm), NEARLY_COLLINEAR, [1, -1, -1])
    assert fit.status is Status.BUDGET
    assert fit.certificate.separability.separable
    assert fit.explanation.endswith(".")


def test_a_drag_to_such_a_margin_is_not_called_the_optimum():
    X = NEARLY_COLLINEAR.copy()
    X[0] += 1.0
    drag = solvers.grab(solvers.fit(solvers.HardMarginSVM(), X, [1, -1, -1]), 0)
    drag.move(NEARLY_COLLINEAR[0].tolist())
    problem = solvers.Problem.from_labels(NEARLY_COLLINEAR, [1, -1, -1])
    assert drag.fit(problem).status is Status.BUDGET


SPACES = {
    "plane": {},
    "quartic": {"features": solvers.Polynomial(4)},
    "product": {"features": solvers.Product(2.0)},
    "quadratic kernel": {"kernel": solvers.PolynomialKernel(2)},
}
EXACT = [solvers.HardMarginSVM(), solvers.SoftMarginSVM(), solvers.SoftMarginSVM(C=1e6)]


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("method", EXACT, ids=["hard margin", "soft margin", "soft margin, large C"])
@pytest.mark.parametrize("scale", ["outlier", "offset", "flat"])
def test_converged_stands_for_a_gap_that_is_closed(space, method, scale):
    random = np.random.default_rng(11)
    for n in (4, 12, 80):
        X = random.normal(size=(n, 2))
        w = random.normal(size=2)
        y = np.where(X @ w > np.median(X @ w), 1, -1)
        X = X * {"flat": [1.0, 1e-4]}.get(scale, [1.0, 1.0]) - (100.0 if scale == "offset" else 0.0)
        X[0] *= 1e3 if scale == "outlier" else 1.0
        fit = solvers.fit(method, X, y, trace=False, **SPACES[space])
        if fit.status is Status.CONVERGED:
            assert abs(fit.certificate.gap) <= 1e-7, (n, fit.explanation)


@pytest.mark.parametrize("degree", [2, 3, 4])
def test_far_from_the_origin_the_hard_margin_of_a_feature_space_keeps_its_digits(degree):
    random = np.random.default_rng(3)
    X = random.normal(size=(30, 2)) - 100.0
    y = np.where(X @ [1.0, -0.7] > -30.0, 1, -1)
    fit = solvers.fit(solvers.HardMarginSVM(), X, y, features=solvers.Polynomial(degree))
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) < 1e-9
    assert fit.certificate.margins.min() > 1 - 1e-9


LOGISTIC = [
    solvers.LogisticRegression(),
    solvers.LogisticRegression(l2=0.0),
    solvers.LogisticRegression(penalise_bias=True),
    solvers.BayesianLogistic(),
]


@pytest.mark.parametrize("method", LOGISTIC, ids=["logistic", "no penalty", "penalised bias", "Bayesian"])
@pytest.mark.parametrize("degree", [2, 4])
def test_a_logistic_answer_converges_only_with_a_closed_gap(method, degree):
    random = np.random.default_rng(17)
    for outlier in (1.0, 1e2, 1e3, 1e4):
        X = random.normal(size=(30, 2))
        X[0] *= outlier
        y = np.where(random.random(30) < 0.5, 1, -1)
        fit = solvers.fit(method, X, y, features=solvers.Polynomial(degree), trace=False)
        if fit.status is Status.CONVERGED:
            assert abs(fit.certificate.primal - fit.certificate.dual) <= 1e-7 * max(fit.certificate.primal, 1e-3), outlier
        elif outlier == 1.0:
            assert fit.status is Status.UNBOUNDED, fit.explanation


def test_scores_beyond_the_range_of_the_exponential_leave_a_bound():
    X, y = 1e-3 * np.array([[0.0, 1.0], [0.0, -2.0], [0.0, 3.0]]), [1, -1, 1]
    problem = solvers.Problem.from_labels(X, y)
    method = solvers.LogisticRegression(penalise_bias=True)
    far = solvers.Iterate(np.array([0.0, 1e7]), 1e6)
    bounds = method.bounds(problem, far, problem.y * problem.training_scores(far))
    assert 0.0 <= bounds.dual <= bounds.primal


def test_a_walk_whose_last_faces_are_below_rounding_is_still_drawn():
    X = [
        [0.2516695078104455, 0.5550085234313364],
        [0.15537646263733482, 0.2661293879120044],
        [0.17763086344525178, 0.33289259033575536],
        [-0.09249738208367028, -0.4774921462510108],
        [0.2680904566779876, 0.6042713700339627],
    ]
    fit = solvers.fit(solvers.HardMarginSVM(), X, [-1, -1, 1, -1, 1], trace=True)
    assert fit.status in (Status.BUDGET, Status.NOT_SEPARABLE)
    assert all(np.isfinite(step.w).all() for step in fit.history)
