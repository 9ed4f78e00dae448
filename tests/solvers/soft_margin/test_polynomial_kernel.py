"""The polynomial kernel is its feature map: the same answers as a kernel's, with the speed and the
digits of the map.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solvers
from solvers import HardMarginSVM, Polynomial, PolynomialKernel, SoftMarginSVM, Status


def cloud(n, seed=0, size=2.0):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(n, 2)) * size, np.where(random.random(n) < 0.5, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return X, y


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("algorithm", ["active-set", "smo", "interior-point"])
def test_degree_six_at_a_large_c_is_solved(seed, algorithm):
    X, y = cloud(7, seed)
    fit = solvers.fit(
        SoftMarginSVM(C=1e6, algorithm=algorithm), X, y, kernel=PolynomialKernel(6).as_written
    )
    assert fit.status is Status.CONVERGED
    assert abs(fit.certificate.gap) <= 1e-7
    assert fit.certificate.errors == 0  # seven points in 27 dimensions


@pytest.mark.parametrize(
    "method",
    [SoftMarginSVM(C=10.0), SoftMarginSVM(C=10.0, algorithm="smo"), HardMarginSVM()],
    ids=str,
)
@pytest.mark.parametrize("degree", range(1, 7))
def test_the_answer_is_that_of_a_kernel(method, degree):
    random = np.random.default_rng(degree)
    X = random.uniform(-1.5, 1.5, (40, 2))
    y = np.where(X[:, 0] + 0.3 * X[:, 1] > 0.1, 1.0, -1.0)
    fit = solvers.fit(method, X, y, kernel=PolynomialKernel(degree).as_written)
    assert fit.w is None
    assert fit.has_model
    assert fit.status is Status.CONVERGED
    assert abs(fit.alpha @ y) <= 1e-12 * fit.alpha.sum()
    Z = random.uniform(-2, 2, (30, 2))
    kernel = PolynomialKernel(degree).gram(Z, X)
    rounding = 1e-13 * (np.abs(kernel) @ fit.alpha) + 1e-10
    assert (np.abs(fit.decision_function(Z) - (kernel @ (fit.alpha * y) + fit.b)) <= rounding).all()
    gram = PolynomialKernel(degree).gram(X, X)
    square = (fit.alpha * y) @ gram @ (fit.alpha * y)
    hinges = np.maximum(0.0, 1.0 - y * fit.decision_function(X)).mean()
    C = getattr(method, "C", 0.0)
    assert fit.certificate.primal == pytest.approx(0.5 * square + C * hinges, rel=1e-6)
    assert all(step.w is None for step in fit.history)
    assert fit.at(0).has_model
    assert np.isfinite(fit.at(0).decision_function(Z)).all()


@pytest.mark.parametrize("start", [SoftMarginSVM(), SoftMarginSVM(algorithm="smo")], ids=str)
@pytest.mark.parametrize(
    "space",
    [{"kernel": solvers.GaussianKernel()}, {"features": Polynomial(3).as_written}, {}],
    ids=str,
)
def test_a_fit_in_another_space_is_a_start_too(start, space):
    X, y = cloud(40)
    earlier = solvers.fit(start, X, y, **space)
    for method in (SoftMarginSVM(), SoftMarginSVM(algorithm="smo"), HardMarginSVM()):
        assert solvers.fit(
            method, X, y, kernel=PolynomialKernel(3).as_written, start=earlier
        ).explanation


def verdict_in_fractions(X, y, degree):
    """Whether some polynomial of the degree is positive on one class and not on the other, by the
    simplex method in fractions.
    """
    rows = [
        [
            Fraction(float(a)) ** i * Fraction(float(b)) ** j
            for i in range(degree + 1)
            for j in range(degree + 1 - i)
        ]
        for a, b in X
    ]
    rows = [[int(s) * v for v in row] for s, row in zip(y, rows, strict=True)]
    # Gordan: sum of rows with weights >= 0, not all 0, vanishes  <=>  no separating polynomial.
    # Phase one with Bland's rule.
    m, n = len(rows[0]), len(rows)
    table = [[rows[k][r] for k in range(n)] + [Fraction(0)] for r in range(m)] + [
        [Fraction(1)] * n + [Fraction(1)]
    ]
    basis = [None] * (m + 1)
    costs = [-sum(row[k] for row in table) for k in range(n)] + [-sum(row[n] for row in table)]
    while True:
        entering = next((k for k in range(n) if costs[k] < 0), None)
        if entering is None:
            return costs[n] != 0
        ratios = [
            (row[n] / row[entering], -1 if basis[r] is None else basis[r], r)
            for r, row in enumerate(table)
            if row[entering] > 0
        ]
        _, _, leaving = min(ratios)
        basis[leaving] = entering
        pivot = table[leaving][entering]
        table[leaving] = [v / pivot for v in table[leaving]]
        for r, row in enumerate(table):
            if r != leaving and row[entering]:
                factor = row[entering]
                table[r] = [v - factor * t for v, t in zip(row, table[leaving], strict=True)]
        factor = costs[entering]
        costs = [v - factor * t for v, t in zip(costs, table[leaving], strict=True)]


small = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.booleans())


@settings(max_examples=60, deadline=None)
@given(st.lists(small, min_size=2, max_size=14), st.integers(1, 6))
def test_a_hard_margin_has_the_verdict_of_rational_arithmetic(points, degree):
    X = np.array([(a, b) for a, b, _ in points], dtype=float)
    y = np.where([c for _, _, c in points], 1.0, -1.0)
    if len(set(y)) < 2:
        return
    fit = solvers.fit(HardMarginSVM(), X, y, kernel=PolynomialKernel(degree).as_written)
    assert (fit.status is Status.NOT_SEPARABLE) == (not verdict_in_fractions(X, y, degree))
    if fit.status is Status.CONVERGED:
        assert abs(fit.certificate.gap) <= 1e-6
        assert fit.certificate.errors == 0
