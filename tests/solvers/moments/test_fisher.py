"""Fisher's discriminant and the mean difference: reference examples, 40-digit directions, degenerate data, drags."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import solvers
from solvers.methods.fisher import Fisher
from solvers.methods.mean_difference import MeanDifference

OFFSETS = ("training-error", "midpoint", "prior", "least-squares")
EXAMPLE_X = np.array([(1.5, 1.5), (1, 2), (2, 0), (3, 1), (2, 3), (2.5, 2.5)])
EXAMPLE_Y = np.array([1, 1, 1, -1, -1, -1])


def clouds(n=60, seed=0, distance=1.5):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.4, -1, 1)
    y[:2] = -1, 1
    return rng.normal(size=(n, 2)) @ np.array([[1.0, 0.6], [0.0, 0.7]]) + distance * np.outer(y, [0.8, -0.3]), y


def real_pairs():
    iris, cancer, wine = load_iris(return_X_y=True), load_breast_cancer(return_X_y=True), load_wine(return_X_y=True)
    for name, (X, y), columns, classes in [
        ("iris petal", iris, (2, 3), (1, 2)),
        ("iris sepal", iris, (0, 1), (1, 2)),
        ("cancer radius, perimeter", cancer, (0, 2), (0, 1)),
        ("cancer radius, texture", cancer, (0, 1), (0, 1)),
        ("cancer area, smoothness", cancer, (3, 4), (0, 1)),
        ("wine alcohol, proline", wine, (0, 12), (0, 1)),
        ("wine hue, colour", wine, (10, 9), (1, 2)),
    ]:
        rows = np.isin(y, classes)
        yield pytest.param(X[rows][:, columns], y[rows], id=name)


def exact_direction(X, y):
    """C_W^-1 (m+ - m-) in 40 digits, as floats."""
    with mpmath.workdps(60):
        means, scatter = {}, mpmath.zeros(2)
        for label in (min(y), max(y)):
            rows = [[mpmath.mpf(float(v)) for v in row] for row in X[y == label]]
            mean = [sum(r[k] for r in rows) / len(rows) for k in range(2)]
            means[label] = mean
            for r in rows:
                d = mpmath.matrix([r[0] - mean[0], r[1] - mean[1]])
                scatter += d * d.T
        d = mpmath.matrix([means[max(y)][k] - means[min(y)][k] for k in range(2)])
        return np.array([float(v) for v in mpmath.lu_solve(scatter, d)])


def fewest_errors_along(w, X, y):
    f = X @ w
    cuts = np.unique(f)
    positive = y == max(y)
    return min(int(((f > t) != positive).sum()) for t in np.concatenate([[cuts[0] - 1], (cuts[1:] + cuts[:-1]) / 2]))


def test_the_example_of_the_slides():
    fit = solvers.fit(Fisher(), EXAMPLE_X, EXAMPLE_Y)
    assert fit.w == pytest.approx([-19, -9], rel=1e-13)
    assert -fit.b == pytest.approx(-107 / 2, rel=1e-13)  # the middle of (-65, -42)
    assert dict(fit.outcome.facts)["J"] == pytest.approx(28, rel=1e-13)
    assert fit.certificate.errors == 0
    assert fit.status is solvers.Status.CONVERGED
    midpoint = solvers.fit(Fisher(offset="midpoint"), EXAMPLE_X, EXAMPLE_Y)
    assert -midpoint.b == pytest.approx(-53, rel=1e-13)


@pytest.mark.parametrize(("X", "y"), list(real_pairs()))
def test_real_data_has_the_40_digit_direction_and_the_fewest_errors(X, y):
    fit = solvers.fit(Fisher(), X, y)
    assert fit.w == pytest.approx(exact_direction(X, y), rel=1e-11)
    assert fit.certificate.errors == (fit.predict(X) != y).sum() == fewest_errors_along(fit.w, X, y)
    assert abs(fit.certificate.gap) < 1e-10


@pytest.mark.parametrize("width", [1e-1, 1e-3, 1e-5])
@pytest.mark.parametrize("distance", [0.0, 3.0])
def test_nearly_collinear_classes_keep_their_digits(width, distance):
    rng = np.random.default_rng(2)
    y = np.repeat([-1, 1], 30)
    s = rng.normal(size=60) + distance * y
    X = np.column_stack([s, 0.7 * s + width * (rng.normal(size=60) + 0.3 * y)])
    fit = solvers.fit(Fisher(), X, y)
    assert fit.status is solvers.Status.CONVERGED
    assert fit.w == pytest.approx(exact_direction(X, y), rel=1e-14 / width)
    assert abs(fit.certificate.gap) < 1e-14 / width


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_scales(scale):
    X, y = clouds()
    assert solvers.fit(Fisher(), scale * X, y).w == pytest.approx(exact_direction(scale * X, y), rel=1e-13)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_an_offset_of_1e8_loses_no_digit_of_the_direction(scale):
    X, y = clouds()
    X = 1e8 + scale * X
    fit = solvers.fit(Fisher(), X, y)
    assert fit.w == pytest.approx(exact_direction(X, y), rel=1e-12)
    near = solvers.fit(Fisher(), X - 1e8, y)
    assert fit.certificate.errors == near.certificate.errors
    assert np.array_equal(fit.predict(X), near.predict(X - 1e8))


def test_offset_rules_agree_with_their_definitions():
    X, y = clouds(distance=0.6)
    plus, minus = X[y > 0], X[y < 0]
    n, middle = len(y), (plus.mean(0) + minus.mean(0)) / 2
    w = exact_direction(X, y)
    assert solvers.fit(Fisher("midpoint"), X, y).b == pytest.approx(-w @ middle, rel=1e-11)
    prior = -w @ middle + np.log(len(plus) / len(minus)) / n
    assert solvers.fit(Fisher("prior"), X, y).b == pytest.approx(prior, rel=1e-11)
    affine = np.linalg.lstsq(np.column_stack([X, np.ones(n)]), y.astype(float), rcond=None)[0]
    assert solvers.fit(Fisher("least-squares"), X, y).b == pytest.approx(affine[2] * w[0] / affine[0], rel=1e-10)
    along = np.polyfit(X @ (plus.mean(0) - minus.mean(0)), y, 1)
    assert solvers.fit(MeanDifference("least-squares"), X, y).b == pytest.approx(along[1] / along[0], rel=1e-10)


def test_the_prior_rule_is_linear_discriminant_analysis():
    X, y = clouds(distance=0.6)
    peer = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    fit = solvers.fit(Fisher("prior"), X, y)
    assert fit.decision_function(X) * len(y) == pytest.approx(peer.decision_function(X), rel=1e-9, abs=1e-9)


def test_parallel_lines_give_the_direction_across_and_an_infinite_criterion():
    s = np.linspace(0, 1, 7)
    for angle in (0, np.pi / 2, 0.3, np.pi / 4, 2.5):
        along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        X = np.concatenate([s[:, None] * along, (s[:, None] + 5) * along + 0.25 * across])
        y = np.repeat([-1, 1], 7)
        fit = solvers.fit(Fisher(), X, y)
        assert fit.status is solvers.Status.UNBOUNDED
        assert "J = infinity" in fit.explanation
        assert fit.has_model
        assert fit.w / np.linalg.norm(fit.w) == pytest.approx(across / np.linalg.norm(across), abs=1e-12)
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


def test_a_constant_coordinate_is_constant():
    rng = np.random.default_rng(1)
    X = np.column_stack([np.full(20, 0.1), rng.normal(size=20)])
    fit = solvers.fit(Fisher(), X, np.repeat([0, 1], 10))
    assert fit.status is solvers.Status.SINGULAR
    assert fit.w[0] == 0
    assert fit.w[1] != 0


@pytest.mark.parametrize("degree", [2, 3, 5])
def test_polynomial_features_maximise_the_criterion(degree):
    X, y = clouds(200, distance=0.5)
    features = solvers.Polynomial(degree).as_written
    fit = solvers.fit(Fisher(), X, y, features=features)
    Phi = features.map(X)
    plus, minus = Phi[y > 0], Phi[y < 0]
    d = plus.mean(0) - minus.mean(0)

    def criterion(w):
        spread = ((plus - plus.mean(0)) @ w) ** 2
        return (w @ d) ** 2 / (spread.sum() + (((minus - minus.mean(0)) @ w) ** 2).sum())

    best = criterion(fit.w)
    assert dict(fit.outcome.facts)["J"] == pytest.approx(best, rel=1e-8)
    rng = np.random.default_rng(0)
    assert all(criterion(fit.w * (1 + 1e-3 * rng.normal(size=len(d)))) < best for _ in range(50))


def test_features_that_depend_on_each_other_are_no_failure():
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, 40)
    X = np.column_stack([np.cos(angle), np.sin(angle)])  # x1^2 + x2^2 is constant
    fit = solvers.fit(Fisher(), X, np.where(X[:, 0] > 0.1, 1, -1), features=solvers.QuadraticDiagonal().as_written)
    assert fit.status is solvers.Status.SINGULAR
    assert fit.w[2] == pytest.approx(-fit.w[3], rel=1e-9)


def test_a_drag_through_equal_means_draws_nothing_there():
    X, y = np.array([(1.0, 1.0), (-1, -1), (1, -1), (-1, 1.5)]), np.array([1, 1, -1, -1])
    drag = solvers.grab(solvers.fit(Fisher(), X, y), 3)
    drag.move((-1, 1))
    X[3] = -1, 1
    assert not drag.fit(solvers.Problem.from_labels(X, y)).has_model


def test_the_gap_shows_a_wrong_direction():
    problem = solvers.Problem.from_labels(*clouds())
    fit = solvers.solve(Fisher(), problem)
    wrong = solvers.Iterate(np.array([1.0, 3.0]), 0.0)
    bounds = Fisher().bounds(problem, wrong, np.zeros(60))
    assert bounds.primal < bounds.dual == pytest.approx(fit.certificate.primal, rel=1e-13)
    assert abs(fit.certificate.gap) < 1e-13


def test_mean_difference_is_the_difference_of_the_means():
    X, y = clouds()
    fit = solvers.fit(MeanDifference("midpoint"), X, y)
    plus, minus = X[y > 0].mean(0), X[y < 0].mean(0)
    assert fit.w == pytest.approx(plus - minus, rel=1e-12)
    assert fit.decision_function([(plus + minus) / 2])[0] == pytest.approx(0, abs=1e-13)
    assert fit.certificate.gap == pytest.approx(0, abs=1e-14)


def exact_criterion(Phi, y, w):
    """The maximum of J and J at w for mapped points as they are, in whole numbers: C_W and m+ - m- without any rounding."""
    rows = [[Fraction(float(v)) for v in row] for row in Phi]
    m, size = len(rows[0]), range(len(rows[0]))
    scatter, means = [[Fraction(0)] * m for _ in size], {}
    for label in (-1, 1):
        chosen = [row for row, sign in zip(rows, y, strict=True) if sign == label]
        mean = means[label] = [sum(row[k] for row in chosen) / len(chosen) for k in size]
        for row in chosen:
            u = [row[k] - mean[k] for k in size]
            scatter = [[scatter[i][j] + u[i] * u[j] for j in size] for i in size]
    d = [means[1][k] - means[-1][k] for k in size]
    weights = [Fraction(float(v)) for v in w]
    along = sum(a * b for a, b in zip(weights, d, strict=True))
    spread = sum(weights[i] * scatter[i][j] * weights[j] for i in size for j in size)
    best = solved(scatter, d)
    return float(sum(a * b for a, b in zip(best, d, strict=True))), float(along * along / spread)


def solved(matrix, right):
    """Gauss-Jordan elimination in fractions."""
    m = len(right)
    table = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(m):
        pivot = next(i for i in range(k, m) if table[i][k] != 0)
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [value / table[k][k] for value in table[k]]
        for i in range(m):
            if i != k and table[i][k] != 0:
                table[i] = [a - table[i][k] * b for a, b in zip(table[i], table[k], strict=True)]
    return [row[-1] for row in table]


@pytest.mark.parametrize(("degree", "outlier"), [(2, 1e3), (2, 1e4), (3, 1e2), (3, 1e3), (4, 30.0), (4, 1e2), (4, 1e3)])
@pytest.mark.parametrize("seed", [0, 1])
def test_nearly_dependent_features_reach_the_exact_maximum_or_say_that_they_do_not(degree, outlier, seed):
    X, y = clouds(40, seed=seed)
    X[3] *= outlier
    fit = solvers.fit(Fisher(), X, y, features=solvers.Polynomial(degree).as_written)
    maximum, reached = exact_criterion(fit.problem.Phi, y, fit.w)
    missed = 1 - reached / maximum
    assert missed >= -1e-12
    if fit.status is solvers.Status.CONVERGED:
        assert missed < 1e-8
        assert dict(fit.outcome.facts)["J"] == pytest.approx(maximum, rel=1e-8)
        assert abs(fit.certificate.gap) < 1e-8
    else:
        assert fit.status is solvers.Status.SINGULAR
        assert outlier**degree > 1e11


def exact_shortfall(fit):
    """How far J at the w of a fit is below its maximum, in numbers of 120 digits on the mapped points as doubles."""
    with mpmath.workdps(120):
        classes = [[[mpmath.mpf(float(v)) for v in row] for row in fit.problem.Phi[fit.problem.y == sign]] for sign in (1.0, -1.0)]
        m = len(fit.w)
        means = [[mpmath.fsum(column) / len(rows) for column in zip(*rows, strict=True)] for rows in classes]
        within = mpmath.zeros(m)
        for rows, mean in zip(classes, means, strict=True):
            for row in rows:
                e = [a - b for a, b in zip(row, mean, strict=True)]
                for i in range(m):
                    for j in range(m):
                        within[i, j] += e[i] * e[j]
        d = mpmath.matrix([a - b for a, b in zip(*means, strict=True)])
        w = mpmath.matrix([mpmath.mpf(float(v)) for v in fit.w])
        best = (d.T * mpmath.lu_solve(within, d))[0]
        return float(1 - (w.T * d)[0] ** 2 / (w.T * within * w)[0] / best)


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
        missing, gap = exact_shortfall(fit), fit.certificate.gap
        if fit.status is solvers.Status.CONVERGED:
            assert missing < 1e-9
        if gap is not None:
            assert gap >= missing - 1e-11


def test_the_least_squares_offset_keeps_its_digits_beside_a_point_far_away_across_the_direction() -> None:
    X = np.array([[-3, 1], [1, -1], [-546544, 309640], [-2, -1], [-2, -3], [1, 1], [-2, 2], [2.5, 0.5]])
    y = np.array([-1, 1, -1, -1, -1, -1, -1, 1])
    fit = solvers.fit(Fisher(offset="least-squares"), X, y)
    w = [Fraction(v) for v in fit.w.tolist()]
    f = [sum((a * Fraction(v) for a, v in zip(w, row, strict=True)), Fraction(0)) for row in X.tolist()]
    mean_f, mean_y = sum(f) / 8, Fraction(int(y.sum()), 8)
    a = sum((p - mean_f) * (int(t) - mean_y) for p, t in zip(f, y, strict=True)) / sum((p - mean_f) ** 2 for p in f)
    assert fit.b == pytest.approx(float(mean_y / a - mean_f), rel=1e-9)


def test_many_points_on_two_parallel_lines_have_no_scatter_across_them_under_a_map_either():
    rng = np.random.default_rng(0)
    y = np.where(rng.random(4769) < 0.5, 1.0, -1.0)
    X = np.column_stack([rng.normal(size=4769), 0.5 * y])
    for features in (solvers.Product(0.5254903379588446).as_written, solvers.Product(1.0).as_written):
        assert solvers.fit(Fisher(), X, y, features=features, trace=False).status is solvers.Status.UNBOUNDED
