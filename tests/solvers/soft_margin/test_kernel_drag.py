"""A dragged point with a kernel: every move is the answer of a cold fit, and its certificate is
that of the data.
"""

from __future__ import annotations

import numpy as np
import pytest
from problems import clouds
from soft_margin_ties import moved

from solvers import (
    Drag,
    Fit,
    Floats,
    FormulaKernel,
    GaussianKernel,
    Kernel,
    PolynomialKernel,
    Problem,
    SoftMarginSVM,
    Status,
    grab,
    solve,
)
from solvers.algorithms.soft_margin.kernel_drag import KernelDrag

KERNELS = (
    GaussianKernel(1.0),
    GaussianKernel(0.3),
    PolynomialKernel(3),
    FormulaKernel("exp(-|x-z|)"),
    FormulaKernel("x'z + 1"),
    FormulaKernel("1"),
)


def way(X: Floats, y: Floats, row: int) -> Floats:
    """Through the other class, onto one of its points and one of the own, far away, and back."""
    other, own = np.flatnonzero(y != y[row]), np.flatnonzero(y == y[row])
    target = X[other].mean(axis=0)
    across = X[row] + np.linspace(0.0, 1.5, 6)[:, None] * (target - X[row])
    far = [(30.0, -40.0), (5.0, 5.0)]
    return np.array([*across, X[other[-1]], X[own[0]], X[own[-1]], *far, X[row]])


def held(fit: Fit, row: int) -> KernelDrag:
    """The drag of a kernel behind what checks it."""
    drag = grab(fit, row).exact
    assert isinstance(drag, KernelDrag)
    return drag


def check_drag(fit: Fit, row: int, places: Floats) -> Drag:
    """Every move against a cold fit."""
    drag = grab(fit, row)
    for place in places:
        problem = moved(fit.problem, row, place)
        drag.move(tuple(place))
        rested, cold = drag.fit(problem), solve(fit.method, problem, trace=False)
        assert rested.problem is problem
        assert rested.status is cold.status is Status.CONVERGED
        ours, theirs = rested.certificate, cold.certificate
        assert ours.primal == pytest.approx(theirs.primal, rel=1e-9 + abs(theirs.gap), abs=1e-12)
        # a far point leaves powers of the coordinates fewer digits
        is_expanded = problem.explicit is not None
        assert abs(ours.gap) < (1e-7 if is_expanded else 1e-9 + 2.0 * abs(theirs.gap))
        # as near as two answers with these gaps are, whatever the kernel
        reach = np.sqrt(problem.kernel.diagonal(problem.X).max()) + 1.0
        gap = 1e-9 + abs(theirs.gap)
        nearness = 1e-9 + 4.0 * np.sqrt(gap * (ours.primal + 1e-12)) * reach
        np.testing.assert_allclose(rested.training_scores, cold.training_scores, atol=nearness)
        assert ours.errors == theirs.errors or np.abs(theirs.margins).min() < nearness
    return drag


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("C", [1.0, 300.0])
@pytest.mark.parametrize("n", [2, 3, 40])
def test_every_move_is_the_answer_of_a_cold_fit(kernel: Kernel, C: float, n: int) -> None:
    X, y = clouds(max(n, 4), 1.5, 5)
    rows = np.concatenate([np.flatnonzero(y > 0)[: n - n // 2], np.flatnonzero(y < 0)[: n // 2]])
    X, y = X[rows], y[rows]
    fit = solve(SoftMarginSVM(C), Problem.from_labels(X, y, kernel=kernel), trace=False)
    drag = check_drag(fit, 0, way(X, y, 0))
    if not isinstance(kernel, PolynomialKernel):  # which is refitted in its few coordinates
        # a drag that keeps the origin of its kernel holds another one
        assert isinstance(getattr(drag, "_held", drag).exact, KernelDrag)


@pytest.mark.parametrize("weight", [0.2, 5.0])
def test_the_weight_of_a_class_stays(weight: float) -> None:
    X, y = clouds(50, 1.0, 3)
    problem = Problem.from_labels(X, y, kernel=GaussianKernel(0.7))
    fit = solve(SoftMarginSVM(20.0, positive_weight=weight), problem, trace=False)
    for row in (0, 49):
        check_drag(fit, row, way(X, y, row))


def test_a_wrong_answer_of_the_drag_is_noticed() -> None:
    X, y = clouds(80, 1.0, 1)
    fit = solve(SoftMarginSVM(10.0), Problem.from_labels(X, y, kernel=GaussianKernel(1.0)))
    drag = grab(fit, 3)
    drag.move((0.5, 0.0))
    drag.exact._pairs.s[:10] *= 0.5
    problem = moved(fit.problem, 3, np.array([0.5, 0.0]))
    assert not drag.exact.fit(problem).certificate.gap < 1e-6
    assert drag.fit(problem).status is Status.CONVERGED


def test_earlier_answers_stand_while_the_point_moves_on() -> None:
    X, y = clouds(40, 1.0, 1)
    fit = solve(SoftMarginSVM(10.0), Problem.from_labels(X, y, kernel=GaussianKernel(1.0)))
    drag = held(fit, 3)
    drag.move((0.5, 0.0))
    first = drag.fit(moved(fit.problem, 3, np.array([0.5, 0.0])))
    before = first.training_scores.copy(), first.alpha.copy()
    drag.move((-0.5, 0.3))
    np.testing.assert_array_equal(first.training_scores, before[0])
    np.testing.assert_array_equal(first.alpha, before[1])
    assert first.certificate.gap < 1e-9


@pytest.mark.parametrize(
    ("function", "place", "status"),
    [
        ("sqrt(x1) * sqrt(z1)", (-1.0, 0.0), Status.NOT_APPLICABLE),  # no value there
        ("min(x1, z1)", (-1.0, 0.0), Status.STATIONARY),  # no inner product with it
    ],
)
def test_a_written_kernel_that_ends_somewhere(
    function: str, place: tuple[float, float], status: Status
) -> None:
    X, y = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]]), [-1, -1, 1, 1]
    problem = Problem.from_labels(X, y, kernel=FormulaKernel(function))
    drag = grab(solve(SoftMarginSVM(10.0), problem), 0)
    for _ in range(2):
        drag.move(place)
        assert drag.fit(moved(problem, 0, np.array(place))).status is status
        drag.move((0.5, 1.0))
        assert drag.fit(moved(problem, 0, np.array((0.5, 1.0)))).status is Status.CONVERGED


def test_no_drag_without_an_inner_product_or_an_exact_algorithm() -> None:
    X, y = clouds(20, 1.0, 1)
    for kernel, method in (
        (FormulaKernel("-|x-z|"), SoftMarginSVM()),
        (GaussianKernel(1.0), SoftMarginSVM(algorithm="smo")),
    ):
        fit = solve(method, Problem.from_labels(X, y, kernel=kernel))
        assert fit.method.grab(fit, 0) is None


@pytest.mark.parametrize("place", [(1e3, 1e3), (1e6, 0.0)])
def test_a_drag_that_falls_short_ends_with_the_words_of_a_cold_fit(
    place: tuple[float, float],
) -> None:
    """Where not even that one arrives, no sentence stays that speaks of a move to come."""
    X, y = clouds(60, 0.5)
    problem = Problem(X, y, kernel=FormulaKernel("(1 + x'z)^3"))
    fit = solve(SoftMarginSVM(C=1e4), problem)
    drag = grab(fit, 3)
    drag.move(place)
    there = moved(problem, 3, np.array(place))
    dragged, cold = drag.fit(there), solve(fit.method, there, trace=False)
    assert dragged.explanation == cold.explanation
