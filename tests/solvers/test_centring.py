"""Maps about an origin in units: the numbers taken from the data, the same curves in other words,
and fits however far away.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import solvers
from solvers import Status
from solvers.centring import Centred, centre_and_units

CENTRED_MAPS = tuple(kind for kind in solvers.FEATURE_MAPS if issubclass(kind, Centred))
DRAGGED = (
    solvers.SoftMarginSVM(C=10.0),
    solvers.LogisticRegression(),
    solvers.Fisher(),
    solvers.LeastSquares(ridge=1.0),
)
CENTRED_KERNELS = tuple(kind for kind in solvers.KERNELS if issubclass(kind, Centred))
XOR = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
SIGNS = np.array([1.0, 1.0, -1.0, -1.0])


def people() -> tuple[np.ndarray, np.ndarray]:
    """Centimetres and kilograms, with labels that no line tells apart."""
    random = np.random.default_rng(4)
    X = np.round(np.array([170.0, 70.0]) + random.normal(size=(80, 2)) * [8.0, 12.0], 1)
    return X, np.where(
        ((X - [170.0, 70.0]) / [8.0, 12.0]).prod(axis=1)
        + 0.03 * (X[:, 0] - 170.0)
        + 0.3 * random.normal(size=80)
        > 0.0,
        1.0,
        -1.0,
    )


def xor() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = random.normal(size=(200, 2))
    return X, np.where(X.prod(axis=1) + 0.2 * random.normal(size=200) > 0.0, 1.0, -1.0)


def rings() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(1)
    y = np.where(random.random(2000) < 0.5, 1.0, -1.0)
    angle, radius = (
        random.uniform(0.0, 2.0 * np.pi, 2000),
        np.where(y > 0.0, 1.0, 2.0) + 0.3 * random.normal(size=2000),
    )
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


# --- the numbers ----------------------------------------------------------------------------------


NUMBERS = {
    "XOR": (XOR, (0.0, 0.0), (1.0, 1.0)),
    "nearly XOR": (XOR + 0.04, (0.0, 0.0), (1.0, 1.0)),
    "people": (XOR * [8.0, 12.0] + [170.3, 69.5], (170.0, 70.0), (8.0, 12.0)),
    "halves": (XOR * 0.25 * (1.0 + 1e-15) + [0.0, 3.025], (0.0, 3.02), (0.2, 0.2)),
    "halves again": (XOR * 0.25 * (1.0 - 1e-15) + [0.0, 3.03], (0.0, 3.02), (0.2, 0.2)),
    "one column constant": (XOR * [0.0, 3.0] + [5.0, -1e6], (5.0, -1e6), (1.0, 3.0)),
    "tiny": (XOR * 1e-8, (0.0, 0.0), (1e-8, 1e-8)),
    "year": (XOR * 0.25 + [0.3, 2005.0], (0.3, 2005.0), (0.2, 0.2)),
    "no point": (np.empty((0, 2)), (0.0, 0.0), (1.0, 1.0)),
    "one point": (np.array([[7.0, 8.0]]), (7.0, 8.0), (1.0, 1.0)),
    "beyond squares": (XOR * 1e300, (0.0, 0.0), (1.0, 1.0)),
}


@pytest.mark.parametrize(("X", "origin", "units"), NUMBERS.values(), ids=NUMBERS)
def test_origin_and_units_are_mean_and_spread_in_readable_numbers(
    X: np.ndarray, origin: tuple, units: tuple
) -> None:
    assert centre_and_units(X) == (origin, units)


@pytest.mark.parametrize("seed", range(12))
def test_the_origin_is_near_the_mean_and_the_unit_near_the_spread_whatever_the_offset(
    seed: int,
) -> None:
    random = np.random.default_rng(seed)
    X = 10.0 ** random.uniform(-6, 6, 2) * (
        random.normal(size=(30, 2)) + random.normal(size=2) * 10.0 ** random.uniform(0, 8)
    )
    (origin, units), spread = centre_and_units(X), X.std(axis=0)
    assert (np.abs(np.array(origin) - X.mean(axis=0)) <= 0.2 * spread).all()
    assert (np.abs(np.array(units) / spread - 1.0) <= 0.34).all()
    assert all(
        len(f"{unit:.6e}".rstrip("0").split("e")[0].replace(".", "").rstrip("0")) <= 2
        for unit in units
    )


@pytest.mark.parametrize("kind", [*CENTRED_MAPS, *CENTRED_KERNELS], ids=lambda kind: kind.__name__)
def test_a_map_takes_the_numbers_that_it_lacks_and_keeps_those_it_has(kind: type[Centred]) -> None:
    X, _ = people()
    about = kind().about(X)
    assert about.is_settled
    assert about.about(X + 5.0) is about
    assert kind(origin=(1.0, 2.0)).about(X).origin == (1.0, 2.0)
    assert about.anew(X + 1000.0) != about
    assert about.as_written == kind(origin=(0.0, 0.0), units=(1.0, 1.0))
    for bad in (
        {"origin": (1.0,)},
        {"units": (1.0, 2.0, 3.0)},
        {"units": (1.0, 0.0)},
        {"origin": (1.0, np.nan)},
    ):
        with pytest.raises(ValueError, match=f"{kind.__name__}: {next(iter(bad))}"):
            kind(**bad)


@pytest.mark.parametrize("kind", CENTRED_MAPS, ids=lambda kind: kind.__name__)
def test_a_map_about_an_origin_is_the_plain_map_of_the_points_placed_there(
    kind: type[solvers.FeatureMap],
) -> None:
    X, _ = people()
    about = kind().about(X)
    if about.needs_origin:
        np.testing.assert_array_equal(
            about.map(X), kind().as_written.map((X - about.origin) / about.units)
        )
        assert {term.replace("u_", "x_") for term in about.terms} == set(kind().terms)
    else:
        np.testing.assert_array_equal(about.map(X), X)


@pytest.mark.parametrize("kind", CENTRED_KERNELS, ids=lambda kind: kind.__name__)
def test_a_kernel_about_an_origin_is_the_plain_kernel_of_the_points_placed_there(
    kind: type[solvers.Kernel],
) -> None:
    X, _ = people()
    about, plain = kind().about(X), kind().as_written
    placed = (X - about.origin) / about.units
    np.testing.assert_array_equal(about.gram(X, X[:3]), plain.gram(placed, placed[:3]))
    np.testing.assert_array_equal(about.diagonal(X), plain.diagonal(placed))


def test_circles_stay_circles_and_the_first_degree_the_plane_itself() -> None:
    X, y = people()
    for kind in (solvers.Circle, solvers.Parabola):
        assert len(set(kind().about(X).units)) == 1
    linear = solvers.fit(solvers.SoftMarginSVM(), X, y, features=solvers.Polynomial(1))
    assert linear.problem.features.is_linear
    np.testing.assert_allclose(linear.w, solvers.fit(solvers.SoftMarginSVM(), X, y).w)
    kernel = solvers.fit(solvers.SoftMarginSVM(), X, y, kernel=solvers.PolynomialKernel(1))
    np.testing.assert_allclose(
        kernel.decision_function(X), linear.decision_function(X), rtol=1e-9, atol=1e-9
    )


# --- fits -----------------------------------------------------------------------------------------


def test_a_fit_is_about_its_data_unless_the_map_says_otherwise() -> None:
    X, y = people()
    fit = solvers.fit(solvers.SoftMarginSVM(), X, y, features=solvers.Polynomial(2))
    assert fit.problem.features == solvers.Polynomial(2, origin=(170.0, 72.0), units=(8.0, 12.0))
    assert solvers.fit(
        solvers.SoftMarginSVM(), X, y, kernel=solvers.PolynomialKernel(2)
    ).problem.kernel.origin == (170.0, 72.0)
    written = solvers.fit(solvers.SoftMarginSVM(), X, y, features=solvers.Polynomial(2).as_written)
    assert written.problem.features.is_as_written
    # another penalty
    assert written.certificate.primal != pytest.approx(fit.certificate.primal, rel=1e-3)
    np.testing.assert_allclose(
        fit.problem.features.map(X) @ fit.w + fit.b, fit.decision_function(X), atol=1e-9
    )
    three = solvers.fit(solvers.Softmax(), X, np.arange(80) % 3, features=solvers.Polynomial(2))
    assert three.problem.features == fit.problem.features


@pytest.mark.parametrize("offset", [0.0, 1e2, 1e4, 1e6])
@pytest.mark.parametrize("degree", [3, 4, 5, 6])
def test_powers_are_as_good_far_away_as_at_the_origin(degree: int, offset: float) -> None:
    """At an offset of a hundred spreads powers of x itself of degree 5 have a condition number of
    1e17.
    """
    for points in (xor, rings):
        X, y = points()
        X = X + offset * X.std(axis=0)
        problem = solvers.Problem.from_labels(X, y, solvers.Polynomial(degree))
        assert np.linalg.cond(problem.Phi - problem.Phi.mean(axis=0)) < 1000.0
        methods = (
            *map(solvers.SoftMarginSVM, (1.0, 1e3)),
            *map(solvers.LogisticRegression, (1e-3, 1e-6)),
        )
        for fit in (solvers.solve(method, problem, trace=False) for method in methods):
            assert fit.status is Status.CONVERGED, fit
            assert abs(fit.certificate.gap) <= 1e-7, fit


@pytest.mark.parametrize("method", DRAGGED, ids=str)
@pytest.mark.parametrize("space", ["features", "kernel"])
def test_a_drag_keeps_the_origin_that_the_fit_began_with(
    method: solvers.Method, space: str
) -> None:
    X, y = people()
    if space == "kernel" and not method.takes_kernel:
        pytest.skip("takes no kernel")
    recipe = (
        {"features": solvers.Polynomial(2)}
        if space == "features"
        else {"kernel": solvers.PolynomialKernel(2)}
    )
    fit = solvers.fit(method, X, y, **recipe, trace=False)
    drag, moved = solvers.grab(fit, 3), X.copy()
    moved[3] = (400.0, -200.0)  # the mean of the points moves by a unit
    drag.move(moved[3])
    end = drag.fit(solvers.Problem.from_labels(moved, y, **recipe))
    assert (end.problem.features, end.problem.kernel) == (fit.problem.features, fit.problem.kernel)
    same = solvers.Problem.from_labels(
        moved, y, end.problem.features if space == "features" else None, end.problem.kernel
    )
    cold = solvers.solve(method, same, trace=False)
    np.testing.assert_allclose(
        end.decision_function(X), cold.decision_function(X), rtol=1e-5, atol=1e-5
    )


# --- the change of basis --------------------------------------------------------------------------


def exactly(coefficients: dict[tuple[int, int], float], x: np.ndarray) -> float:
    """The polynomial at a point, without rounding between its terms."""
    first, second = map(Fraction, x.tolist())
    return float(sum(Fraction(c) * first**i * second**j for (i, j), c in coefficients.items()))


POWERS = tuple(kind() for kind in solvers.FEATURE_MAPS if kind().polynomials is not None)


@pytest.mark.parametrize("features", [None, *POWERS, solvers.Polynomial(4)], ids=str)
@pytest.mark.parametrize(
    "method", [solvers.SoftMarginSVM(), solvers.GaussianGenerative("separate")], ids=str
)
def test_the_coefficients_in_data_units_are_the_score(
    method: solvers.Method, features: solvers.FeatureMap | None
) -> None:
    X, y = people()
    fit = solvers.fit(method, X, y, features=features)
    assert fit.coefficients is not None
    scale = np.abs(fit.decision_function(X)).max()
    for x, f in zip(X[:10], fit.decision_function(X[:10]), strict=True):
        assert exactly(fit.coefficients, x) == pytest.approx(f, abs=1e-6 * scale)


def test_coefficients_of_kernels_are_those_of_their_powers() -> None:
    X, y = people()
    power = solvers.fit(solvers.SoftMarginSVM(), X, y, kernel=solvers.PolynomialKernel(2))
    mapped = solvers.fit(solvers.SoftMarginSVM(), X, y, features=solvers.Polynomial(2))
    assert power.coefficients is not None
    assert set(power.coefficients) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)}
    assert power.coefficients == pytest.approx(mapped.coefficients, rel=1e-6)
    assert (
        solvers.fit(solvers.SoftMarginSVM(), X, y, kernel=solvers.GaussianKernel()).coefficients
        is None
    )


def test_coefficients_beyond_doubles_are_infinite() -> None:
    fit = solvers.fit(
        solvers.SoftMarginSVM(C=1e3),
        1e-70 * (np.array([3.0, 0.1]) + XOR),
        SIGNS,
        features=solvers.Polynomial(6),
    )
    assert fit.status is Status.CONVERGED
    assert np.isinf(fit.coefficients[6, 0]) or np.isinf(fit.coefficients[3, 3])
