"""Whole numbers far from the origin are data to the last unit: what is called the optimum is that
of the same points moved back.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import solvers
from solvers import (
    BayesianLogistic,
    Fisher,
    GaussianGenerative,
    LeastSquares,
    LogisticRegression,
    MeanDifference,
    Problem,
    Status,
)

TWO = (
    LogisticRegression(l2=1e-3),
    BayesianLogistic(),
    LeastSquares(ridge=0.1),
    LeastSquares(),
    MeanDifference(),
    Fisher(),
)
THREE = (LeastSquares(ridge=0.1), Fisher(), GaussianGenerative())
CASES = [*((2, method) for method in TWO), *((3, method) for method in THREE)]


def points(seed: int, K: int) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers from -8 to 12 of K classes."""
    y = np.arange(7 * K) % K
    return np.floor(np.random.default_rng(seed).integers(-8, 8, (7 * K, 2)) + 2.0 * y[:, None]), y


@pytest.mark.parametrize(
    ("K", "method"), CASES, ids=[f"{K} {type(method).__name__}" for K, method in CASES]
)
def test_the_optimum_at_two_to_the_52_is_that_at_the_origin(K: int, method: solvers.Method) -> None:
    for seed in range(8):
        X, y = points(seed, K)
        near, far = (
            solvers.fit(method, X, y, trace=False),
            solvers.fit(method, X + 2.0**52, y, trace=False),
        )
        assert far.status is near.status is Status.CONVERGED
        assert far.certificate.primal == pytest.approx(near.certificate.primal, rel=1e-7)
        assert far.certificate.errors == near.certificate.errors


@pytest.mark.parametrize("method", TWO[:4], ids=lambda method: type(method).__name__)
def test_fractions_of_few_digits_are_the_optimum_or_not_called_so(method: solvers.Method) -> None:
    for seed in range(8):
        X, y = points(seed, 2)
        near, far = (
            solvers.fit(method, (X + offset) / 8.0, y, trace=False) for offset in (0.0, 2.0**52)
        )
        if far.status is Status.CONVERGED:
            assert far.certificate.primal == pytest.approx(near.certificate.primal, rel=1e-6)


@pytest.mark.parametrize("exponent", [40, 46, 50, 52])
def test_a_penalised_offset_pays_what_w_and_b_pay(exponent: int) -> None:
    for seed in range(8):
        X, y = points(seed, 2)
        X = X + 2.0**exponent
        fit = solvers.fit(LogisticRegression(l2=1e-3, penalise_bias=True), X, y, trace=False)
        if fit.status is Status.CONVERGED:
            w, b = [Fraction(value) for value in fit.w.tolist()], Fraction(fit.b)
            scores = np.array(
                [
                    float(sum((v * Fraction(x) for v, x in zip(w, row, strict=True)), b))
                    for row in X.tolist()
                ]
            )
            own = np.logaddexp(0.0, -np.where(y > 0, scores, -scores)).mean() + 1e-3 * float(
                fit.w @ fit.w + fit.b**2
            )
            assert fit.certificate.primal == pytest.approx(own, rel=2e-7)


def test_no_feature_that_varies_beyond_rounding_is_said() -> None:
    """Whole numbers beyond 2^53 are rounded to even ones: a spread of some units is no data
    there.
    """
    X, y = points(1, 3)
    fit = solvers.fit(Fisher(), X * 2.0 + 2.0**54, y, trace=False)
    assert fit.status is Status.SINGULAR
    assert "beyond double precision" in fit.explanation or "coincide" in fit.explanation
    assert fit.claimed_outcome.fault is None


@pytest.mark.parametrize("kind", [list, np.array], ids=["list", "array"])
def test_whole_numbers_between_doubles_are_refused(kind: type) -> None:
    with pytest.raises(
        ValueError,
        match="row 1 of X holds 9007199254740993, which doubles cannot tell from its neighbour",
    ):
        Problem.from_labels(kind([[0, 0], [2**53 + 1, 0]]), [0, 1])
    assert Problem.from_labels(kind([[0, 0], [2**53 + 2, 0]]), [0, 1]).X[1, 0] == 2.0**53 + 2.0
