"""Fisher's discriminant and the mean difference: examples, exact directions, degenerate data,
drags, J over the angle.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from problems import clouds
from real_data import PAIRS, pair

import solvers
from solvers import ManyProblem, Problem
from solvers.methods.fisher import Fisher
from solvers.methods.mean_difference import MeanDifference
from solvers.studies.fisher_curve import fisher_curve


def exact(Phi, y, w=None):
    """C_W^-1 (m+ - m-), the maximum of J, and which part of it J at ``w`` misses, in 120 digits on
    the points as doubles.
    """
    with mpmath.workdps(120):
        classes = [
            [[mpmath.mpf(v) for v in row] for row in Phi[y == sign].tolist()] for sign in (1, -1)
        ]
        means = [
            [mpmath.fsum(column) / len(rows) for column in zip(*rows, strict=True)]
            for rows in classes
        ]
        within = mpmath.zeros(Phi.shape[1])
        for rows, mean in zip(classes, means, strict=True):
            e = mpmath.matrix([[a - b for a, b in zip(row, mean, strict=True)] for row in rows])
            within += e.T * e
        d = mpmath.matrix([a - b for a, b in zip(*means, strict=True)])
        best = mpmath.lu_solve(within, d)
        maximum, w = (
            (d.T * best)[0],
            best if w is None else mpmath.matrix([mpmath.mpf(v) for v in w.tolist()]),
        )
        missed = 1 - (w.T * d)[0] ** 2 / (w.T * within * w)[0] / maximum
        return np.array([float(v) for v in best]), float(maximum), float(missed)


def fewest_errors_along(w, X, y):
    f = X @ w
    cuts = np.unique(f)
    positive = y == max(y)
    return min(
        int(((f > t) != positive).sum())
        for t in np.concatenate([[cuts[0] - 1], (cuts[1:] + cuts[:-1]) / 2])
    )


@pytest.mark.parametrize("name", PAIRS)
def test_real_data_has_the_40_digit_direction_and_the_fewest_errors(name):
    X, y = pair(*PAIRS[name])
    fit = solvers.fit(Fisher(), X, y)
    assert fit.w == pytest.approx(exact(X, y)[0], rel=1e-11)
    assert fit.certificate.errors == (fit.predict(X) != y).sum() == fewest_errors_along(fit.w, X, y)
    assert abs(fit.certificate.gap) < 1e-10


@pytest.mark.parametrize(
    ("offset", "scale"), [(0.0, 1e-8), (0.0, 1.0), (0.0, 1e8), (1e8, 1e-3), (1e8, 1.0), (1e8, 1e6)]
)
def test_no_unit_and_no_offset_loses_a_digit_of_the_direction(offset, scale):
    X, y = clouds(60, 1.5)
    X = offset + scale * X
    fit = solvers.fit(Fisher(), X, y)
    assert fit.w == pytest.approx(exact(X, y)[0], rel=1e-12 if offset else 1e-13)
    near = solvers.fit(Fisher(), X - offset, y)
    assert fit.certificate.errors == near.certificate.errors
    assert np.array_equal(fit.predict(X), near.predict(X - offset))


def test_offset_rules_agree_with_their_definitions():
    X, y = clouds(60, 0.6)
    plus, minus = X[y > 0], X[y < 0]
    n, middle = len(y), (plus.mean(0) + minus.mean(0)) / 2
    w = exact(X, y)[0]
    assert solvers.fit(Fisher("midpoint"), X, y).b == pytest.approx(-w @ middle, rel=1e-11)
    prior = -w @ middle + np.log(len(plus) / len(minus)) / n
    assert solvers.fit(Fisher("prior"), X, y).b == pytest.approx(prior, rel=1e-11)
    affine = np.linalg.lstsq(np.column_stack([X, np.ones(n)]), y.astype(float), rcond=None)[0]
    assert solvers.fit(Fisher("least-squares"), X, y).b == pytest.approx(
        affine[2] * w[0] / affine[0], rel=1e-10
    )
    along = np.polyfit(X @ (plus.mean(0) - minus.mean(0)), y, 1)
    assert solvers.fit(MeanDifference("least-squares"), X, y).b == pytest.approx(
        along[1] / along[0], rel=1e-10
    )


def test_parallel_lines_give_the_direction_across_and_an_infinite_criterion():
    s = np.linspace(0, 1, 7)
    for angle in (0, np.pi / 2, 0.3, np.pi / 4, 2.5):
        along, across = (
            np.array([np.cos(angle), np.sin(angle)]),
            np.array([-np.sin(angle), np.cos(angle)]),
        )
        X = np.concatenate([s[:, None] * along, (s[:, None] + 5) * along + 0.25 * across])
        y = np.repeat([-1, 1], 7)
        fit = solvers.fit(Fisher(), X, y)
        assert fit.status is solvers.Status.UNBOUNDED
        assert "J = infinity" in fit.explanation
        assert fit.has_model
        assert fit.w / np.linalg.norm(fit.w) == pytest.approx(
            across / np.linalg.norm(across), abs=1e-12
        )
        assert fit.certificate.errors == 0


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_all_points_on_one_line_give_the_pseudo_inverse(shift):
    s = np.array([0.0, 1, 2, 3, 2.5, 4, 5, 6])
    X, y = np.outer(s, [2.0, 1.0]) + shift, np.repeat([-1, 1], 4)
    fit = solvers.fit(Fisher(), X, y)
    assert fit.status is solvers.Status.SINGULAR
    assert fit.w[0] == pytest.approx(2 * fit.w[1], rel=1e-9)
    assert fit.certificate.errors == 1
    assert abs(fit.certificate.gap) < 1e-12


@pytest.mark.parametrize("method", [Fisher(), MeanDifference()], ids=lambda m: m.name)
@pytest.mark.parametrize("shift", [0.0, 0.1, 1e8])
def test_equal_means_draw_nothing_and_say_why(method, shift):
    X = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1)]) + shift
    fit = solvers.fit(method, X, [1, 1, -1, -1])
    assert fit.status is solvers.Status.SINGULAR
    assert "means coincide" in fit.explanation
    assert not fit.has_model
    assert not fit.w.any()


@pytest.mark.parametrize("unit", [2.0**-100, 2.0**100])
def test_constant_and_dependent_columns_say_the_same_in_every_unit(unit):
    rng = np.random.default_rng(5)
    y = np.repeat([0, 1], [12, 18])
    varying = rng.normal(size=(30, 6)) + 0.8 * y[:, None]
    X = np.column_stack([np.zeros((30, 3)), varying, varying @ rng.normal(size=6), np.zeros(30)])
    fit, scaled = (solvers.fit(Fisher(), X * by, y) for by in (1.0, unit))
    assert scaled.status is fit.status is solvers.Status.SINGULAR
    assert scaled.w * unit == pytest.approx(fit.w, rel=1e-9, abs=1e-14)
    assert scaled.last.objective == pytest.approx(scaled.certificate.primal, rel=1e-9)
    assert scaled.last.objective == pytest.approx(
        solvers.fit(Fisher(), varying, y).last.objective, rel=1e-9
    )


def test_the_gap_shows_a_wrong_direction():
    problem = solvers.Problem.from_labels(*clouds(60, 1.5))
    fit = solvers.solve(Fisher(), problem)
    wrong = solvers.Iterate(np.array([1.0, 3.0]), 0.0)
    bounds = Fisher().bounds(problem, wrong, np.zeros(60))
    assert bounds.primal < bounds.dual == pytest.approx(fit.certificate.primal, rel=1e-13)
    assert abs(fit.certificate.gap) < 1e-13


@pytest.mark.parametrize(
    ("degree", "outlier"), [(2, 1e3), (2, 1e4), (3, 1e2), (3, 1e3), (4, 30.0), (4, 1e2), (4, 1e3)]
)
@pytest.mark.parametrize("seed", [0, 1])
def test_nearly_dependent_features_reach_the_exact_maximum_or_say_that_they_do_not(
    degree, outlier, seed
):
    X, y = clouds(40, 1.5, seed)
    X[3] *= outlier
    fit = solvers.fit(Fisher(), X, y, features=solvers.Polynomial(degree).as_written)
    _, maximum, missed = exact(fit.problem.Phi, y, fit.w)
    assert missed >= -1e-12
    assert (
        dict(fit.outcome.facts)["J"]
        == fit.last.objective
        == pytest.approx(fit.certificate.primal, rel=1e-9)
    )
    if fit.status is solvers.Status.CONVERGED:
        assert missed < 1e-8
        assert dict(fit.outcome.facts)["J"] == pytest.approx(maximum, rel=1e-8)
        assert abs(fit.certificate.gap) < 1e-8
    else:
        assert fit.status is solvers.Status.SINGULAR
        assert outlier**degree > 1e11


MAPS_FAR_AWAY = [
    solvers.QuadraticDiagonal().as_written,
    solvers.Product().as_written,
    solvers.Circle().as_written,
    solvers.Parabola().as_written,
    solvers.Polynomial(2).as_written,
    solvers.Polynomial(3).as_written,
]


@pytest.mark.parametrize("features", MAPS_FAR_AWAY, ids=str)
@pytest.mark.parametrize("offset", [1e3, 1e6, 1e8])
def test_the_gap_far_from_the_origin_is_never_smaller_than_the_truth(features, offset):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(30, 2)) + offset * (1.0 if seed % 2 else rng.uniform(-1, 1, 2))
        y = np.where(X[:, 0] - np.median(X[:, 0]) + rng.normal(size=30) > 0, 1.0, -1.0)
        fit = solvers.fit(Fisher(), X, y, features=features)
        missing, gap = exact(fit.problem.Phi, y, fit.w)[2], fit.certificate.gap
        if fit.status is solvers.Status.CONVERGED:
            assert missing < 1e-9
        if gap is not None:
            assert gap >= missing - 1e-11


def test_the_least_squares_offset_keeps_its_digits_beside_a_point_far_away_across_the_direction() -> (  # noqa: E501
    None
):
    X = np.array(
        [[-3, 1], [1, -1], [-546544, 309640], [-2, -1], [-2, -3], [1, 1], [-2, 2], [2.5, 0.5]]
    )
    y = np.array([-1, 1, -1, -1, -1, -1, -1, 1])
    fit = solvers.fit(Fisher(offset="least-squares"), X, y)
    w = [Fraction(v) for v in fit.w.tolist()]
    f = [
        sum((a * Fraction(v) for a, v in zip(w, row, strict=True)), Fraction(0))
        for row in X.tolist()
    ]
    mean_f, mean_y = sum(f) / 8, Fraction(int(y.sum()), 8)
    a = sum((p - mean_f) * (int(t) - mean_y) for p, t in zip(f, y, strict=True)) / sum(
        (p - mean_f) ** 2 for p in f
    )
    assert fit.b == pytest.approx(float(mean_y / a - mean_f), rel=1e-9)


def test_each_angle_is_a_projection():
    rng = np.random.default_rng(0)
    y = np.repeat([-1, 1], [12, 20])
    X = rng.normal(size=(32, 2)) + y[:, None]
    angles = np.linspace(0, np.pi, 19)
    J, numerator, denominator = fisher_curve(X, y, angles)
    for k, phi in enumerate(angles):
        f = X @ [np.cos(phi), np.sin(phi)]
        plus, minus = f[y > 0], f[y < 0]
        assert numerator[k] == pytest.approx((plus.mean() - minus.mean()) ** 2, abs=1e-12)
        assert denominator[k] == pytest.approx(
            len(plus) * plus.var() + len(minus) * minus.var(), rel=1e-12
        )
        assert J[k] == pytest.approx(numerator[k] / denominator[k], rel=1e-14)


def test_a_zero_denominator_is_infinite_or_undefined():
    J, _, denominator = fisher_curve([(0, 0), (0, 1), (1, 0), (1, 1)], [0, 0, 1, 1], [0.0])
    assert denominator[0] == 0
    assert J[0] == np.inf
    J, numerator, denominator = fisher_curve([(0, 0), (2, 0), (1, 0)], [0, 0, 1], [0.0, np.pi / 2])
    assert numerator[0] == J[0] == 0
    assert denominator[1] == pytest.approx(0, abs=1e-30)


@pytest.mark.parametrize("size", [1e160, 1e300, 1e307])
@pytest.mark.parametrize("K", [2, 3])
def test_scatters_beyond_the_numbers_are_infinite_without_a_warning(size: float, K: int) -> None:
    y = np.arange(12) % K
    X = size * np.random.default_rng(3).normal(size=(12, 2))
    assert not np.isfinite(fisher_curve(X, y, np.linspace(0.0, 3.0, 5)).denominator).all()
    moments = (
        Problem.from_labels(X, y == 0).moments if K == 2 else ManyProblem.from_labels(X, y).moments
    )
    assert not np.isfinite(moments.total).any()
    assert np.isfinite(moments.reach).all()
