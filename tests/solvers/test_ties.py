"""Which scores are equal: a tie is one wherever the figure lies, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest

import solvers

# x1 = 2 is the line of the soft margin, and (2, 2), of the first class, lies on it.
LATTICE = np.array([[2, 2], [3, 4], [0, 0], [4, 4], [1, 4], [4, 2], [1, 1], [1, 2.0]])
ON_IT = ["a", "b", "a", "b", "a", "b", "a", "b"]
# A square, its cross about the same centre, and a square elsewhere.
CENTRED = np.array([[0, 0], [2, 0], [2, 2], [0, 2], [1, 0], [2, 1], [1, 2], [0, 1.0]])
THREE = np.concatenate([CENTRED, CENTRED[:4] + np.array([6, 0])])
STEPS = ((0.0, 0.0), (0.1, 0.1), (0.3, -3.1), (12.7, 5.3))


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo"])
@pytest.mark.parametrize("step", STEPS)
def test_a_point_on_the_line_is_on_it_wherever_the_figure_lies(step, algorithm):
    method = solvers.SoftMarginSVM(C=10.0, algorithm=algorithm)
    fit = solvers.fit(method, LATTICE + step, ON_IT)
    assert np.flatnonzero(fit.tied).tolist() == [0]
    assert np.flatnonzero(fit.wrong).tolist() == [7]
    assert fit.certificate.errors == 1
    assert fit.decision_function(LATTICE + step)[0] == 0.0
    assert fit.predict(LATTICE[:1] + step) == ["a"]


@pytest.mark.parametrize("weight", [None, "balanced"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "method",
    [
        solvers.MulticlassSVM(C=10.0),
        solvers.Softmax(),
        solvers.LeastSquares(),
        solvers.OneVsOne(solvers.LogisticRegression()),
        solvers.OneVsRest(solvers.LogisticRegression()),
    ],
    ids=lambda method: type(method).__name__,
)
def test_classes_of_one_score_are_not_told_apart_by_rounding(method, step, weight):
    labels = np.repeat(["a", "b", "c"], 4)
    fit = solvers.fit(method, THREE + step, labels, class_weight=weight)
    assert np.flatnonzero(fit.tied).tolist() == list(range(8))
    assert fit.certificate.errors == 4
    pair = fit.pair((1, 0))
    assert pair is None or not pair.has_model


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("price", [1e-3, 1.0, 1e4])
def test_a_kernel_score_that_is_rounding_everywhere_has_no_boundary(step, price):
    X = np.concatenate([CENTRED, CENTRED]) + step
    kernel = solvers.GaussianKernel(sigma=1.0)
    fit = solvers.fit(solvers.SoftMarginSVM(C=price), X, np.repeat([0, 1], 8), kernel=kernel)
    assert not fit.has_model
    assert fit.tied.all()
    assert "no direction tells the classes apart" in fit.explanation


@pytest.mark.parametrize("step", STEPS)
def test_subgradient_descent_draws_no_line_of_rounding(step):
    method = solvers.SoftMarginSVM(C=10.0, algorithm="subgradient", max_iterations=200)
    fit = solvers.fit(method, CENTRED + step, np.repeat([0, 1], 4))
    assert not any(fit.at(t).has_model for t in range(len(fit.history)))
    assert "no direction tells the classes apart" in fit.explanation
    assert fit.tied.all()


@pytest.mark.parametrize("away", [1e-9, 1e-6])
@pytest.mark.parametrize("place", [0.0, 100.0])
def test_a_small_score_is_a_score(away, place):
    X = LATTICE + place
    fit = solvers.fit(solvers.SoftMarginSVM(C=10.0), X, ON_IT)
    near = np.array([[2.0 + away, 2.0], [2.0 - away, 2.0]]) + place
    assert not fit.undecided(near).any()
    assert fit.predict(near).tolist() == ["b", "a"]


def test_a_margin_that_is_proved_is_no_rounding_however_long_w_is():
    X = np.array([[0, 0], [0, 1], [2.0**-52, 0], [2.0**-52, 1]])
    fit = solvers.fit(solvers.HardMarginSVM(), X, [0, 0, 1, 1])
    assert fit.status is not solvers.Status.CONVERGED or fit.certificate.errors == 0


def test_of_two_thresholds_with_as_few_errors_the_lower_one_is_taken_everywhere():
    X, y = np.array([[0, 0], [2, 0], [1, 0], [3, 0], [0, 1], [3, 1.0]]), [0, 0, 1, 1, 0, 1]
    found = {
        tuple(solvers.fit(solvers.MeanDifference(), X + step, y).wrong.tolist()) for step in STEPS
    }
    assert len(found) == 1


def test_a_score_of_rounding_has_no_distance():
    X, labels = np.concatenate([CENTRED, CENTRED, CENTRED + 9.0]), np.repeat([0, 1, 2], 8)
    scheme = solvers.OneVsRest(solvers.SoftMarginSVM(C=1.0), decision="signed-distance")
    for step in STEPS:
        fit = solvers.fit(scheme, X + step, labels, kernel=solvers.GaussianKernel(sigma=2.0))
        assert fit.tied[:16].all()
