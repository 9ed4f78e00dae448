"""The whole path over C: exact between, at and beside its breakpoints; its certificate holds and
catches what is wrong.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from problems import clouds
from soft_margin_ties import objective

import solvers
from benchmarks.hunt import families
from solvers import Polynomial, Problem, SoftMarginPath, SoftMarginSVM, Status, soft_margin_path
from solvers.algorithms.soft_margin.path import PathWalk, bounds

FAMILIES = [
    families.tiny_lattice, families.bits, families.random_lattice, families.two_places,
    families.one_place, families.copies,
    families.copies_of_both_labels, families.both_labels_everywhere, families.collinear,
    families.parallel_lines,
    families.xor_corners, families.checkerboard, families.one_outlier, families.on_the_margin,
    families.touching_hulls,
    families.random_labels, families.one_in_a_thousand,
]  # fmt: skip


@cache
def path_of(family, seed: int, offset: float = 0.0) -> SoftMarginPath:
    """The path of such data, made once."""
    return soft_margin_path(*data(family, seed, offset))


def data(family, seed: int, offset: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng((5, seed))
    n = int(rng.integers(4, 120))
    X, y = family(rng, n)
    y[0], y[-1] = 1.0, -1.0
    return X + offset, y


@pytest.mark.parametrize("offset", [0.0, 1e5], ids=["near the origin", "far from it"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_samples_of_the_path_are_cold_fits(family, offset: float) -> None:
    for seed in range(4):
        X, y = data(family, seed, offset)
        path = path_of(family, seed, offset)
        assert path.status is Status.CONVERGED
        assert "optimal everywhere" in path.explanation
        between = 10.0 ** np.random.default_rng(seed).uniform(-3.0, 4.0, 5)
        for C in [*between, *path.C[:: max(1, len(path.C) // 4)]]:
            fit = solvers.fit(SoftMarginSVM(C), X, y, trace=False)
            assert objective(fit.problem, C, path.at(C)) == pytest.approx(
                fit.certificate.primal, rel=2e-7
            ), f"seed {seed}, C = {C:.17g}"


def test_the_bound_is_nowhere_below_the_gap() -> None:
    """The bound of a straight line from one optimum to a distant one against the optimum at places
    between them.
    """
    for seed in range(20):
        X, y = data(families.random_labels, seed)
        problem = Problem.from_labels(X, y)
        Z, (c0, c1) = problem.standardised.Z, (0.01, 0.01 * 10.0 ** (seed / 8))
        begin, end = (PathWalk(problem, c).end_of_stretch() for c in (c0, c1))
        (bound,) = bounds(Z, (begin, end))
        for t in np.linspace(0.0, 1.0, 7):
            c, theta = (1 - t) * c0 + t * c1, (1 - t) * begin.theta + t * end.theta
            here, best = (
                0.5 * each[:-1] @ each[:-1] + c * np.maximum(0.0, 1.0 - each @ Z).sum()
                for each in (theta, PathWalk(problem, c).end_of_stretch().theta)
            )
            assert here - best <= bound * best + 1e-12


def test_a_wrong_stretch_does_not_pass() -> None:
    X, y = data(families.overlapping_clouds, 3)
    walk = PathWalk(Problem.from_labels(X, y), 0.1)
    begin, end = walk.end_of_stretch(), walk.end_of_cell(100.0)
    assert end is not None
    assert bounds(walk.Z, (begin, end))[0] <= 1e-12
    for wrong in (
        end._replace(theta=1.01 * end.theta),
        end._replace(v=0.9 * end.v, total=0.9 * end.total),
        end._replace(c=1.1 * end.c),
    ):
        assert bounds(walk.Z, (begin, wrong))[0] > 1e-6


def test_a_cell_that_does_not_hold_is_walked_anew(monkeypatch) -> None:
    """Now and then a cell is taken for longer than it is: the path comes out as before."""
    X, y = families.overlapping_clouds(np.random.default_rng(2), 120)
    honest, whole_cell, count = soft_margin_path(X, y), PathWalk.end_of_cell, 0

    def too_far(walk, end):
        nonlocal count
        count += 1
        cell = whole_cell(walk, end)
        return cell._replace(c=min(1.5 * cell.c, end)) if cell and count % 19 == 0 else cell

    monkeypatch.setattr(PathWalk, "end_of_cell", too_far)
    path = soft_margin_path(X, y)
    assert count > 19
    assert path.status is Status.CONVERGED
    for C in (0.01, 1.0, 10.0, 1e3):
        np.testing.assert_allclose(path.at(C).w, honest.at(C).w, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize(
    "turn", range(len(families.FAMILIES)), ids=lambda turn: families.FAMILIES[turn].__name__
)
def test_no_scale_makes_the_path_raise(turn) -> None:
    X, y = data(families.FAMILIES[turn], 1)
    scales = [(1.0, 1e20), (1e-30, 1.0), (1e60, 1e60), (1e-60, 1e-60)][turn % 4]
    few = np.append(np.arange(min(len(y), 40) - 1), len(y) - 1)
    path = soft_margin_path(X[few] * scales, y[few])
    assert np.isfinite(path.w).all()
    assert np.isfinite(path.b).all()
    assert (np.diff(path.C) > 0.0).all()
    assert path.explanation.endswith(".")


@pytest.mark.parametrize("degree", [2, 4, 6])
def test_grids_in_feature_space_are_walked_to_the_end(degree: int) -> None:
    rng = np.random.default_rng(degree)
    X = rng.integers(0, 3, (40, 2)).astype(float)
    y = np.where(rng.random(40) < 0.5, 1.0, -1.0)
    path = soft_margin_path(X, y, Polynomial(degree), C_high=1e3)
    for C in (0.01, 1.0, 100.0):
        fit = solvers.fit(SoftMarginSVM(C), X, y, features=Polynomial(degree), trace=False)
        assert objective(fit.problem, C, path.at(C)) <= fit.certificate.primal * (
            1.0 + max(path.worst_gap, 1e-7)
        )


def test_between_breakpoints_the_solution_is_a_straight_line():
    X, y = clouds(40, 0.7, 3)
    path = soft_margin_path(X, y, C_low=0.01, C_high=100.0)
    k = len(path.C) // 2
    middle = 0.5 * (path.C[k] + path.C[k + 1])
    np.testing.assert_allclose(path.at(middle).w, 0.5 * (path.w[k] + path.w[k + 1]), rtol=1e-12)
    np.testing.assert_allclose(
        solvers.fit(SoftMarginSVM(middle), X, y).w, 0.5 * (path.w[k] + path.w[k + 1]), rtol=1e-9
    )


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (2.0, 1.0), (-1.0, 1.0), (1.0, np.inf)])
def test_a_range_that_is_none_is_refused(low, high):
    with pytest.raises(ValueError, match="C_low"):
        soft_margin_path([(0, 0), (1, 1)], [0, 1], C_low=low, C_high=high)


def test_one_class_and_values_outside_are_refused():
    with pytest.raises(ValueError, match="two classes"):
        soft_margin_path([(0, 0), (1, 1)], [1, 1])
    with pytest.raises(ValueError, match="between"):
        soft_margin_path([(0, 0), (1, 1)], [0, 1]).at(1e6)


@pytest.mark.parametrize("size", [1e-150, 1e100, 1e150, 1e300])
def test_coordinates_out_of_range_are_refused_as_by_a_fit(size):
    X, y = size * np.array([(0, 0), (1, 2), (3, 1), (4, 4)]), [0, 0, 1, 1]
    answer = solvers.fit(SoftMarginSVM(1.0), X, y)
    assert answer.status is solvers.Status.NOT_APPLICABLE
    with pytest.raises(ValueError, match=answer.explanation):
        soft_margin_path(X, y)
