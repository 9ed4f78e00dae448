"""Different methods that must say the same thing, and different algorithms of one model."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import (
    BY_NAME,
    Reference,
    name_of,
    settings_of,
)

import solvers
from solvers import (
    METHODS,
    Fit,
    HardMarginSVM,
    SoftMarginSVM,
    Status,
)


def points(data: list[tuple[int, int, bool]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([(x, y) for x, y, _ in data], dtype=float) / 4, np.array(
        [1.0 if plus else -1.0 for *_, plus in data]
    )


snapped = st.lists(
    st.tuples(st.integers(-8, 8), st.integers(-8, 8), st.booleans()), min_size=2, max_size=14
).filter(lambda data: len({plus for *_, plus in data}) == 2)


def fit(method: solvers.Method, reference: Reference) -> Fit:
    return solvers.solve(method, reference.problem(), trace=False)


# --- least squares and Fisher ---------------------------------------------------------------------


# --- margins --------------------------------------------------------------------------------------


# --- one model, several algorithms ----------------------------------------------------------------


MODELS = [kind for kind in METHODS if "algorithm" in kind.__dataclass_fields__]


def objective(answer: Fit) -> float:
    return answer.certificate.primal


TAKEN = (
    "overlapping",
    "separable",
    "snapped grid with ties",
    "one point per class",
    "XOR",
    "all points at one place",
)


@pytest.mark.parametrize("kind", MODELS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", [*TAKEN, "Fisher's example", "collinear, mixed"])
def test_all_algorithms_of_a_model_reach_the_same_optimum(
    kind: type[solvers.Method], name: str
) -> None:
    """The first algorithm is the exact one: none may do better, and each that claims to have
    converged must be as good.
    """
    reference = BY_NAME[name]
    exact = fit(kind(), reference)
    for method in settings_of(kind)[1:]:
        if any(
            getattr(method, f) != getattr(kind(), f)
            for f in ("penalise_bias", "fit_intercept")
            if hasattr(method, f)
        ):
            continue  # another model
        other = fit(method, reference)
        assert other.has_model is exact.has_model, name_of(method)
        if not exact.has_model:
            assert other.status is exact.status
            continue
        if kind is not HardMarginSVM:  # outside the feasible set the norm alone proves nothing
            assert objective(other) >= objective(exact) * (1 - 1e-9), name_of(method)
        if other.status is Status.CONVERGED:
            assert objective(other) == pytest.approx(
                objective(exact), rel=1e-3 if "subgradient" in name_of(method) else 1e-5
            )
            np.testing.assert_allclose(
                other.decision_function(reference.X),
                exact.decision_function(reference.X),
                atol=0.02,
            )


@pytest.mark.parametrize(
    "method",
    [m for kind in (HardMarginSVM, SoftMarginSVM) for m in settings_of(kind) if m.takes_kernel],
    ids=name_of,
)
def test_a_linear_kernel_is_no_kernel(method: solvers.Method) -> None:
    for name in ("separable", "overlapping"):
        reference = BY_NAME[name]
        plain, kernel = (
            fit(method, reference),
            solvers.fit(method, reference.X, reference.y, kernel=solvers.LinearKernel()),
        )
        if kernel.status is Status.NOT_APPLICABLE:
            pytest.skip(kernel.explanation)
        assert kernel.status is plain.status
        if plain.has_model and plain.status is Status.CONVERGED:
            near = 1e-7 if method == type(method)() else 1e-3
            np.testing.assert_allclose(
                kernel.decision_function(reference.X),
                plain.decision_function(reference.X),
                atol=near,
            )


# --- the classical rules and the exact verdict ----------------------------------------------------


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(snapped)
def test_perceptron_and_ho_kashyap_agree_with_the_hull_test(data) -> None:
    X, y = points(data)
    separable = solvers.separability(X, y).separable
    for method in (solvers.Perceptron(max_epochs=3000), solvers.HoKashyap(max_iterations=2000)):
        answer = solvers.fit(method, X, y, trace=False)
        if separable:
            assert answer.status in (Status.CONVERGED, Status.BUDGET)
            assert answer.status is Status.BUDGET or answer.certificate.errors == 0
        else:
            assert answer.status is Status.NOT_SEPARABLE


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("degree", [2, 4])
def test_no_verdict_of_feature_space_denies_a_hyperplane_that_separates(
    seed: int, degree: int
) -> None:
    """Whatever finds a hyperplane: when its products are positive in rationals, the classes are
    separable.
    """
    random = np.random.default_rng(seed)
    X = random.normal(size=(20, 2)) * [1.0, 1e-4 if seed % 2 else 1.0]
    X[0] *= 1.0 if seed % 2 else 1e3
    y = np.where(random.random(20) < 0.4, 1.0, -1.0)
    problem = solvers.Problem.from_labels(X, y, solvers.Polynomial(degree))
    found = solvers.solve(solvers.HoKashyap(max_iterations=300), problem, trace=False).last
    w = [Fraction(float(value)) for value in found.w]
    products = []
    for row, sign in zip(problem.Phi, y, strict=True):
        centred = [
            Fraction(float(p)) - Fraction(float(c)) for p, c in zip(row, found.centre, strict=True)
        ]
        score = Fraction(found.f_centre) + sum(a * x for a, x in zip(w, centred, strict=True))
        products.append(score * int(sign))
    if min(products) > 0:
        assert solvers.separability(X, y, problem.features).separable


# --- the reference problems are what their names say ----------------------------------------------
