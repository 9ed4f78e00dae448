"""Where the optimum has no direction the answer is w = 0, and where it has one, however small, that
is found.
"""

from __future__ import annotations

import numpy as np
import pytest
from symmetric_figures import PLACE, THREE, TWO, placed, ring

import solvers
from solvers import Status

LINEAR = (
    solvers.LogisticRegression(),
    solvers.LogisticRegression(l2=0.0),
    solvers.LogisticRegression(algorithm="gradient"),
    solvers.LogisticRegression(positive_weight=3.0),
    solvers.BayesianLogistic(),
    solvers.LeastSquares(),
    solvers.LeastSquares(ridge=1.0),
    solvers.SoftMarginSVM(C=10.0),
    solvers.SoftMarginSVM(C=10.0, algorithm="smo"),
    solvers.SoftMarginSVM(C=10.0, algorithm="interior-point"),
    solvers.GaussianGenerative(),
)
MANY = (
    solvers.Softmax(),
    solvers.Softmax(l2=0.0),
    solvers.MulticlassSVM(C=10.0),
    solvers.MulticlassSVM(C=1e8, loss="weston-watkins"),
    solvers.LeastSquares(),
    solvers.GaussianGenerative(),
)


def name(value):
    return repr(value).split(", max")[0] if not isinstance(value, str) else value


@pytest.mark.parametrize("corners", [4, 5, 6, 10])
def test_equal_targets_of_ho_kashyap_have_no_line_however_far_the_figure_lies(corners):
    """Two classes by turns at the corners of a polygon, so far away that their coordinates have few
    digits left.
    """
    y = np.arange(2 * corners) % 2
    for place in range(8):
        random = np.random.default_rng(place)
        angles = np.pi * np.arange(2 * corners) / corners + random.uniform(0.0, 7.0)
        far = np.column_stack([np.cos(angles), np.sin(angles)]) + random.uniform(-1000.0, 1000.0, 2)
        fit = solvers.fit(solvers.HoKashyap(), 10.0 ** random.integers(-6, 7) * far, y, trace=False)
        assert not fit.w.any()
        assert fit.status is Status.NOT_SEPARABLE


@pytest.mark.parametrize("figure", TWO)
@pytest.mark.parametrize("method", LINEAR, ids=name)
def test_two_classes_of_one_mean_have_no_line(figure, method):
    shape, y = TWO[figure]
    n_minus, n_plus = np.bincount(y)
    for place in range(8):
        fit = solvers.fit(method, placed(shape, place), y, trace=False)
        assert not fit.w.any()
        assert not fit.has_model
        assert fit.predicts
        assert fit.status is Status.CONVERGED
        if method.has_probability:
            weight = getattr(method, "positive_weight", 1.0)
            assert fit.b == pytest.approx(np.log(weight * n_plus / n_minus), abs=1e-15)
        elif isinstance(method, solvers.LeastSquares):
            assert fit.b == pytest.approx((n_plus - n_minus) / len(y), abs=1e-15)


@pytest.mark.parametrize("figure", ["hexagon", "12-gon", "copies of XOR"])
@pytest.mark.parametrize("covariance", ["separate", "diagonal"])
def test_one_density_for_both_classes_has_no_conic(figure, covariance):
    shape, y = TWO[figure]
    if figure == "copies of XOR" and covariance == "separate":
        pytest.skip("a cross of two ellipses")
    for place in range(8):
        fit = solvers.fit(
            solvers.GaussianGenerative(covariance=covariance), placed(shape, place), y
        )
        assert fit.last.quadratic is None
        assert not fit.has_model
        assert fit.b == 0.0
        assert "one density" in fit.explanation


def test_conics_of_rounding_between_different_means_are_lines():
    shape = ring(5)
    X = np.concatenate([shape, shape + np.array([3.1, 0.7])]) + PLACE
    fit = solvers.fit(solvers.GaussianGenerative(covariance="separate"), X, np.repeat([0, 1], 5))
    shared = solvers.fit(solvers.GaussianGenerative(), X, np.repeat([0, 1], 5))
    assert fit.last.quadratic is None
    np.testing.assert_allclose(fit.w, shared.w, rtol=1e-12)


@pytest.mark.parametrize("figure", THREE)
@pytest.mark.parametrize("method", MANY, ids=name)
def test_three_classes_of_one_mean_have_no_boundary(figure, method):
    shape, y = THREE[figure]
    for place in range(5):
        X = placed(shape, place)
        fit = solvers.fit(method, X, y, trace=False)
        assert not fit.W.any()
        assert fit.b.min() == fit.b.max()  # the classes are alike in number
        assert fit.status is Status.CONVERGED
        assert fit.undecided(X).all()


# What has a direction: figures whose classes are a little apart.  Within the classes a board varies
# alike in all directions, so that all weights point from mean to mean.


@pytest.mark.parametrize(
    ("unit", "offset", "apart"),
    [
        (1.0, 0.0, 1e-9),
        (1.0, 0.0, 1e-12),
        (1e-8, 0.0, 1e-9),
        (1e8, 0.0, 1e-9),
        (1.0, 1e3, 1e-9),
        (1.0, 1e8, 1e-5),
        (1.0, 2.0**45, 1.0),
    ],
)
def test_small_true_directions_are_found(unit, offset, apart):
    shape, y = TWO["4 x 4 board"]
    direction = np.array([0.6, 0.8])
    X = (shape + apart * np.outer(y, direction)) * unit + offset
    methods = [
        solvers.LeastSquares(),
        solvers.LogisticRegression(l2=1e-12 * unit**2),
        solvers.LogisticRegression(l2=1e3 * unit**2),
        solvers.BayesianLogistic(),
    ]
    methods += [
        solvers.GaussianGenerative(),
        solvers.SoftMarginSVM(C=1e-9 / unit**2),
        solvers.MeanDifference(),
    ]
    for method in methods:
        fit = solvers.fit(method, X, y)
        assert fit.has_model, method
        assert fit.w @ direction > 0.99 * np.linalg.norm(fit.w), method


@pytest.mark.parametrize("apart", [1e-3, 1e-9])
def test_small_true_directions_of_three_classes_are_found(apart):
    shape, y = THREE["6 x 6 board"]
    X = shape + apart * np.array([[0.0, 0.0], [1.0, 0.2], [0.3, 1.0]])[y]
    for method in (
        solvers.Softmax(),
        solvers.Softmax(l2=1e3),
        solvers.LeastSquares(),
        solvers.GaussianGenerative(),
    ):
        fit = solvers.fit(method, X, y)
        assert (
            np.linalg.matrix_rank(
                fit.W - fit.W.mean(axis=0), tol=1e-3 * apart * np.abs(fit.W).max() / apart
            )
            == 2
        ), method


def test_weights_of_a_tiny_price_are_no_rounding():
    rng = np.random.default_rng(5)
    y = np.arange(60) % 3
    X = rng.normal(size=(60, 2)) + 2.0 * np.array([[0, 0], [1, 0], [0, 1]])[y]
    for loss in ("crammer-singer", "weston-watkins"):
        fit = solvers.fit(solvers.MulticlassSVM(C=1e-12, loss=loss), X, y)
        assert fit.W.any()
    weighed = solvers.SoftMarginSVM(C=1e-12, positive_weight=2.0, algorithm="smo")
    assert solvers.fit(weighed, X, np.where(y == 1, 1, 0)).has_model


# Why w = 0.


def unbalanced():
    rng = np.random.default_rng(3)
    return np.concatenate(
        [rng.normal(0.0, 1.0, (190, 2)), rng.normal(0.5, 1.0, (10, 2))]
    ), np.repeat([0, 1], [190, 10])


@pytest.mark.parametrize("algorithm", ["active-set", "smo", "interior-point"])
def test_a_rare_class_is_said_to_be_the_cause(algorithm):
    X, y = unbalanced()
    fit = solvers.fit(solvers.SoftMarginSVM(algorithm=algorithm), X, y)
    assert not fit.w.any()
    assert "no direction" not in fit.explanation
    assert "called class −" in fit.explanation
    assert "v₊ = 19 " in fit.explanation
    assert solvers.fit(
        solvers.SoftMarginSVM(algorithm=algorithm, positive_weight=19.0), X, y
    ).has_model
    turned = solvers.fit(solvers.SoftMarginSVM(algorithm=algorithm), X, 1 - y)
    assert "called class +" in turned.explanation


@pytest.mark.parametrize("algorithm", ["active-set", "smo", "interior-point"])
def test_equal_means_are_said_to_be_the_cause(algorithm):
    for figure in ("hexagon", "centre of four"):
        shape, y = TWO[figure]
        fit = solvers.fit(solvers.SoftMarginSVM(algorithm=algorithm), placed(shape, 5), y)
        assert "no direction tells the classes apart" in fit.explanation


def test_a_scheme_names_the_members_without_a_direction():
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1, 2], 20)
    X = np.concatenate([rng.normal(size=(40, 2)), rng.normal(size=(20, 2)) + 8.0])
    X[:20] -= X[:20].mean(axis=0)
    X[20:40] -= X[20:40].mean(axis=0)
    fit = solvers.fit(solvers.OneVsOne(solvers.LogisticRegression()), X, y)
    assert fit.status is Status.CONVERGED
    assert "With w = 0: 0 against 1. The class means coincide" in fit.explanation


def test_the_svm_of_many_classes_says_why_its_weights_are_zero():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [60, 6, 5])
    X = rng.normal(size=(71, 2)) + 0.3 * np.array([[0, 0], [1, 0], [0, 1]])[y]
    fit = solvers.fit(solvers.MulticlassSVM(), X, y)
    assert not fit.W.any()
    assert "predicted as 0, the largest class" in fit.explanation
    assert (fit.predict(X) == 0).all()
    shape, y = THREE["rings"]
    assert "means coincide" in solvers.fit(solvers.MulticlassSVM(), shape, y).explanation


@pytest.mark.parametrize("loss", ["crammer-singer", "weston-watkins"])
@pytest.mark.parametrize("seed", range(3))
def test_a_rare_class_among_a_thousand_leaves_no_weights_of_rounding(loss, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], [990, 10])
    X = rng.normal(size=(1000, 2)) + y[:, None]
    assert not solvers.fit(solvers.SoftMarginSVM(), X, y).w.any()
    fit = solvers.fit(solvers.MulticlassSVM(loss=loss), X, y)
    assert fit.status is Status.CONVERGED
    assert not fit.W.any()
    assert "predicted as 0, the largest class" in fit.explanation


@pytest.mark.parametrize("price", [1e4, 1e6, 1e8])
def test_small_weights_of_large_coordinates_are_no_rounding(price):
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1], 30)
    X = 1e5 * (rng.normal(size=(60, 2)) + 0.3 * y[:, None])
    fit = solvers.fit(solvers.MulticlassSVM(C=price), X, y)
    np.testing.assert_allclose(fit.W, solvers.fit(solvers.MulticlassSVM(C=10.0), X, y).W, rtol=1e-6)
    assert "zero" not in fit.explanation


def test_scores_without_an_offset_say_that_the_samples_cancel():
    X, y = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1.0]]), [0, 0, 1, 1]
    for method in (solvers.SoftMarginSVM, solvers.LogisticRegression, solvers.LeastSquares):
        fit = solvers.fit(method(fit_intercept=False), X, y)
        assert not fit.has_model
        assert "cancel" in fit.explanation


@pytest.mark.parametrize(
    "method",
    [
        solvers.Softmax(),
        solvers.LeastSquares(),
        solvers.GaussianGenerative(),
        solvers.MeanDifference(),
    ],
    ids=name,
)
def test_two_concentric_classes_among_three_have_one_score(method):
    X = np.concatenate([ring(6), ring(6, 2.0), ring(6) + np.array([9.3, 0.4])]) + PLACE
    fit = solvers.fit(method, X, np.repeat([0, 1, 2], 6))
    assert not fit.pair((1, 0)).has_model
    assert fit.undecided(X[:12]).all()
    assert (fit.predict(X[12:]) == 2).all()


def test_the_offset_of_a_soft_margin_without_direction_is_exact():
    for shape, y in TWO.values():
        expected = float(np.sign(np.diff(np.bincount(y))[0]))
        for algorithm in ("active-set", "smo", "interior-point"):
            for place in range(4):
                assert (
                    solvers.fit(
                        solvers.SoftMarginSVM(C=10.0, algorithm=algorithm), placed(shape, place), y
                    ).b
                    == expected
                )
