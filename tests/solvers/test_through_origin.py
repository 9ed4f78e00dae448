"""Scores without an offset: exact against references of their own, certified, and refused where
they have no meaning here.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import solvers
from solvers import (
    LMS,
    METHODS,
    Circle,
    Fit,
    Floats,
    GaussianKernel,
    HardMarginSVM,
    HoKashyap,
    LeastSquares,
    Method,
    Monomials,
    OneVsRest,
    Perceptron,
    Problem,
    Relaxation,
    SoftMarginSVM,
    Status,
)
from solvers.result import Bounds, Iterate

WITHOUT: tuple[Method, ...] = tuple(
    kind(fit_intercept=False)
    for kind in METHODS
    if any(p.name == "fit_intercept" for p in solvers.parameters_of(kind))
)
NAMES = [type(method).__name__ for method in WITHOUT]


@cache
def data(apart: float, n: int = 24) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(5)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return rng.normal(size=(n, 2)) + np.outer(y, (apart, 0.5 * apart)) + 0.1, y


@cache
def fitted(method: Method, apart: float) -> Fit:
    return solvers.fit(method, *data(apart))


def test_the_methods_of_the_sources_have_the_choice() -> None:
    assert set(NAMES) == {
        "Perceptron", "Relaxation", "LMS", "HoKashyap", "LeastSquares", "LogisticRegression",
        "HardMarginSVM", "SoftMarginSVM",
    }  # fmt: skip


@pytest.mark.parametrize("method", WITHOUT, ids=NAMES)
@pytest.mark.parametrize("apart", [3.0, 0.6], ids=["apart", "mixed"])
def test_every_step_passes_through_the_origin(method: Method, apart: float) -> None:
    fit = fitted(method, apart)
    assert all(step.b == 0.0 or not step.is_finite for step in fit.history)
    if fit.has_model:
        assert fit.decision_function([[0.0, 0.0]])[0] == 0.0
        np.testing.assert_allclose(
            fit.certificate.margins, fit.problem.y * (fit.problem.X @ fit.w), rtol=1e-12, atol=1e-14
        )


def test_targets_of_their_own_are_met_without_an_offset() -> None:
    X, y = data(3.0)
    targets = tuple(np.linspace(0.5, 2.0, len(y)).tolist())
    fit = solvers.fit(LeastSquares(targets=targets, fit_intercept=False), X, y)
    assert fit.w == pytest.approx(
        np.linalg.lstsq(X, y * np.array(targets), rcond=None)[0], rel=1e-12
    )


@pytest.mark.parametrize("algorithm", ["active-set", "interior-point", "smo"])
def test_the_soft_margin_is_the_optimum_of_its_dual_box(algorithm: str) -> None:
    """Without b the dual is a box alone: ``max sum alpha - 1/2 |sum alpha y x|^2`` over ``0 <=
    alpha <= C/n``.
    """
    X, y = data(0.6)
    C, Z = 6.0, y[:, None] * X
    fit = solvers.fit(SoftMarginSVM(C=C, algorithm=algorithm, fit_intercept=False), X, y)
    alpha = fit.alpha
    assert 0.0 <= alpha.min() <= alpha.max() <= C / len(y) * (1.0 + 1e-12)
    assert fit.w == pytest.approx(alpha @ Z, abs=1e-10)
    assert fit.certificate.primal == pytest.approx(alpha.sum() - 0.5 * fit.w @ fit.w, rel=1e-7)
    assert fit.certificate.primal == pytest.approx(
        0.5 * fit.w @ fit.w + C * np.maximum(0.0, 1.0 - Z @ fit.w).mean(), rel=1e-12
    )
    assert fit.certificate.gap == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("algorithm", ["hull", "interior-point", "smo"])
def test_the_hard_margin_is_the_distance_of_the_origin_from_the_hull_of_the_samples(
    algorithm: str,
) -> None:
    X, y = np.array([[1.0, 2.0], [2.0, 0.5], [-1.0, -2.0], [-3.0, 0.0]]), np.array([1, 1, -1, -1])
    fit = solvers.fit(HardMarginSVM(algorithm=algorithm, fit_intercept=False), X, y)
    # The samples are (1, 2), (2, 1/2), (1, 2), (3, 0): the edge from (1, 2) to (2, 1/2) is nearest
    # at (21, 14)/13.
    assert fit.w == pytest.approx([21.0 / 49.0, 14.0 / 49.0], rel=1e-9)
    assert fit.margin == pytest.approx(7.0 / np.sqrt(13.0), rel=1e-9)
    assert fit.certificate.gap == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("method", WITHOUT, ids=NAMES)
def test_what_no_line_through_the_origin_separates_is_proved(method: Method) -> None:
    X, y = data(3.0)
    fit = solvers.fit(method, X + np.array([18.0, 9.0]), y)
    proof = method.points_to_separate(fit.problem)
    assert not solvers.separability(proof.X, proof.y).separable
    assert solvers.separability(X + np.array([18.0, 9.0]), y).separable
    if isinstance(method, Perceptron | Relaxation | LMS | HoKashyap | HardMarginSVM):
        assert fit.status is Status.NOT_SEPARABLE
        assert "through the origin" in fit.explanation


def test_lms_reaches_least_squares_and_ho_kashyap_separates() -> None:
    X, y = data(0.6)
    lms = solvers.fit(LMS(fit_intercept=False), X, y)
    assert lms.w == pytest.approx(np.linalg.lstsq(X, y, rcond=None)[0], abs=2e-3)
    X, y = data(3.0)
    assert solvers.fit(HoKashyap(fit_intercept=False), X, y).certificate.errors == 0


def test_where_it_has_no_meaning_it_is_refused_in_a_sentence() -> None:
    X, y = data(3.0)
    kernel = solvers.fit(SoftMarginSVM(fit_intercept=False), X, y, kernel=GaussianKernel(1.0))
    drawn = solvers.fit(SoftMarginSVM(algorithm="subgradient", fit_intercept=False), X, y)
    labels = np.arange(len(y)) % 3
    many = solvers.fit(LeastSquares(fit_intercept=False), X, labels)
    for fit in (kernel, drawn, many):
        assert fit.status is Status.NOT_APPLICABLE
        assert re.search(r"\bb\b", fit.explanation)
    scheme = solvers.fit(OneVsRest(LeastSquares(fit_intercept=False)), X, labels)
    assert all(member.b == 0.0 for member in scheme.members.values())


def test_a_mirror_image_is_named_by_its_point_with_a_prime() -> None:
    X, y = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.5], [-2.0, -0.5]]), [1, 1, 0, 0]
    fit = solvers.fit(solvers.HardMarginSVM(fit_intercept=False), X, y)
    told = [step.note for step in fit.history]
    assert any("′" in note for note in told)
    assert all(
        ("′" in note.replace("(′: a mirror image)", "")) == note.endswith("(′: a mirror image)")
        for note in told
    )
    assert not any(re.search(r"points? [5-9]", note, re.IGNORECASE) for note in told)


class Unproved(SoftMarginSVM):
    """A soft margin whose own multipliers prove nothing, whatever those of the points and their
    mirror images prove.
    """

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        return self._worse(super().bounds(problem, iterate, margins))

    def _worse(self, bounds: Bounds) -> Bounds:
        return bounds if self.fit_intercept else replace(bounds, dual=0.5 * bounds.primal)


@pytest.mark.parametrize("features", [Circle(), None], ids=["circle", "plane, far away"])
def test_what_is_proved_of_the_mirror_images_alone_is_not_called_the_optimum(
    features: Circle | None,
) -> None:
    X, y = data(0.6)
    fit = solvers.fit(
        Unproved(fit_intercept=False), X if features else 1e9 * X, y, features=features
    )
    assert fit.status is Status.BUDGET
    assert "relative gap of 5.0e-01" in fit.explanation


@pytest.mark.parametrize("method", WITHOUT, ids=NAMES)
def test_a_single_feature_is_enough(method: Method) -> None:
    """LMS counted on two features at least."""
    X, y = np.array([[0.0, 1.0], [1.0, -2.0], [2.0, 3.0], [3.0, -1.0]]), [1, -1, 1, -1]
    only_second = Monomials(
        first=False, second=True, first_square=False, product=False, second_square=False
    )
    fit = solvers.fit(method, X, y, features=only_second, trace=False)
    assert fit.has_model
    assert fit.predict(X).tolist() == y
