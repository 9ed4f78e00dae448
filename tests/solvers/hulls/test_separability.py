"""The verdict separable / touching / intersecting against brute force in rationals, and its
proofs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import solvers
from solvers import HardMarginSVM, Status
from solvers.studies.separability import separability


def whole(X, y):
    """The different points of class + and of class - as pairs of whole numbers: all in one unit, a
    power of two, which is third.
    """
    ratios = [[float(v).as_integer_ratio() for v in point] for point in X]
    unit = max(below for point in ratios for _, below in point)
    points = [tuple(above * (unit // below) for above, below in point) for point in ratios]
    P, Q = (
        [point for point, label in zip(points, y, strict=True) if (label > 0) == plus]
        for plus in (True, False)
    )
    return list(dict.fromkeys(P)), list(dict.fromkeys(Q)), Fraction(1, unit)


def verdict_by_brute_force(X, y):
    """'separable', 'touching' or 'intersecting', from every candidate direction in whole numbers.

    If some line separates weakly, there is one whose normal is normal to, or along, a difference of
    two points.
    """
    P, Q, _ = whole(X, y)
    points = list(dict.fromkeys(P + Q))
    directions = {(1, 0), (0, 1)}
    for k, a in enumerate(points):
        for b in points[k + 1 :]:
            dx, dy = b[0] - a[0], b[1] - a[1]
            directions |= {(dx, dy), (-dx, -dy), (dy, -dx), (-dy, dx)}
    touching = False
    for u in directions:
        low = min(u[0] * p[0] + u[1] * p[1] for p in P)
        high = max(u[0] * q[0] + u[1] * q[1] for q in Q)
        if low > high:
            return "separable"
        if low == high and any(u[0] * p[0] + u[1] * p[1] != low for p in P + Q):
            touching = True
    return "touching" if touching else "intersecting"


def verdict(proof):
    return "separable" if proof.separable else "touching" if proof.touching else "intersecting"


def squared_distance_by_brute_force(X, y):
    """The exact squared distance of the hulls of separable classes: the nearest of all
    vertex-vertex and vertex-edge pairs.
    """
    P, Q, unit = whole(X, y)
    best = Fraction(min((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 for p, q in product(P, Q)))
    for vertices, others in ((P, Q), (Q, P)):
        for (ax, ay), (bx, by) in combinations(others, 2):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            for x, y_ in vertices:
                if 0 < (x - ax) * dx + (y_ - ay) * dy < length:
                    best = min(best, Fraction((dx * (y_ - ay) - dy * (x - ax)) ** 2, length))
    return best * unit * unit


def assert_proof(X, y, proof):
    """The rows have the right class, the weights are convex, and they give the reported points."""
    scale = np.abs(X - X.mean(axis=0)).max() + np.abs(X).max() * 1e-15
    for sign, rows, weights, point in (
        (1, proof.support_plus, proof.weights_plus, proof.closest_plus),
        (-1, proof.support_minus, proof.weights_minus, proof.closest_minus),
    ):
        assert (y[rows] == sign).all()
        assert len(rows) == len(weights)
        assert (weights > 0).all()
        assert weights.sum() == pytest.approx(1.0, abs=1e-15 * 4)
        shifted = X[rows] - X[rows[0]]
        np.testing.assert_allclose(
            weights @ shifted + X[rows[0]], point, atol=1e-14 * scale, rtol=1e-15
        )
    if proof.separable:
        assert proof.common_point is None
        assert len(proof.support_plus) <= 2
        assert len(proof.support_minus) <= 2
    else:
        assert proof.distance == 0.0
        assert len(proof.support_plus) + len(proof.support_minus) <= 4
        np.testing.assert_array_equal(proof.common_point, proof.closest_minus)


FAMILIES = {
    "small integer grid": lambda rng, n: rng.integers(0, 4, (n, 2)).astype(float),
    "integer grid": lambda rng, n: rng.integers(-6, 7, (n, 2)).astype(float),
    "multiples of 0.1": lambda rng, n: rng.integers(-6, 7, (n, 2)) * 0.1,
    "collinear": lambda rng, n: np.outer(rng.integers(-6, 7, n), [3.0, -1.0]) * 0.1,
    "nearly collinear": lambda rng, n: rng.integers(-9, 10, (n, 1)) * 0.1 / [1.0, 3.0],
    "1e8 plus steps of 1e-8": lambda rng, n: 1e8 + rng.integers(0, 5, (n, 2)) * 2e-8,
    "scale 1e-8": lambda rng, n: rng.integers(0, 6, (n, 2)) * 1e-8,
    "one step of rounding": lambda rng, n: 1.0 + rng.integers(0, 3, (n, 2)) * 2.0**-52,
    "gaussian": lambda rng, n: rng.standard_normal((n, 2)),
}


def labelled(rng, X, kind):
    """Labels at random, or along a line so that separable and touching sets are common."""
    if kind == "random":
        y = np.where(rng.random(len(X)) < 0.5, 1.0, -1.0)
    else:
        u = [(1, 0), (0, 1), (1, 1), (1, -2)][rng.integers(4)]
        heights = (X - X[0]) @ u
        cut = np.sort(heights)[len(X) // 2]
        y = np.where(heights > cut, 1.0, -1.0)
        if kind == "touching":
            y[heights == cut] = np.where(rng.random((heights == cut).sum()) < 0.5, 1.0, -1.0)
    y[0], y[-1] = 1.0, -1.0
    return y


@pytest.mark.parametrize("kind", ["random", "separable", "touching"])
@pytest.mark.parametrize("family", FAMILIES)
def test_verdict_and_distance_agree_with_brute_force(family, kind):
    rng = np.random.default_rng([len(family), len(kind)])
    seen = set()
    for n in [2, 3, 4, 5, 6, 8] * 10:
        X = FAMILIES[family](rng, n)
        y = labelled(rng, X, kind)
        proof = separability(X, y)
        expected = verdict_by_brute_force(X, y)
        assert verdict(proof) == expected, (X.tolist(), y.tolist())
        assert_proof(X, y, proof)
        if proof.separable:
            assert proof.distance == pytest.approx(
                float(squared_distance_by_brute_force(X, y)) ** 0.5, rel=2e-14, abs=0.0
            )
        seen.add(expected)
    assert len(seen) > 1


def proof_of(plus, minus):
    X = np.array([*plus, *minus], dtype=float)
    return separability(X, [1] * len(plus) + [-1] * len(minus))


class TestKnownSets:
    def test_parallel_edges_give_the_middle_of_the_stretch_where_they_face_each_other(self):
        proof = proof_of([(0, 0), (0, 4), (-1, 1)], [(2, 1), (2, 7), (5, 3)])
        assert proof.distance == 2.0
        assert proof.closest_plus.tolist() == [0.0, 2.5]
        assert proof.closest_minus.tolist() == [2.0, 2.5]

    def test_large_sets_agree_with_their_hulls(self):
        rng = np.random.default_rng(5)
        X = rng.standard_normal((20000, 2))
        y = np.where(X @ [1.0, 2.0] > 0.3, 1.0, -1.0)
        X = X + np.outer(y, [0.01, 0.02])
        proof = separability(X, y)
        assert proof.separable
        u = proof.closest_plus - proof.closest_minus
        assert (X[y > 0] @ u).min() >= proof.closest_plus @ u - 1e-15
        assert (X[y < 0] @ u).max() <= proof.closest_minus @ u + 1e-15

    @pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-160, 1e150, 1e200, 1e300])
    def test_squares_beyond_the_doubles_do_not_matter(self, scale):
        proof = proof_of(
            np.array([(0, 0), (0, 4), (-1, 1)]) * scale, np.array([(2, 1), (2, 7), (5, 3)]) * scale
        )
        assert proof.distance == pytest.approx(2.0 * scale, rel=1e-15, abs=0.0)
        assert not proof_of(
            np.array([(0, 0), (2, 2)]) * scale, np.array([(0, 2), (2, 0)]) * scale
        ).separable

    def test_a_missing_class_is_refused(self):
        with pytest.raises(ValueError, match="each class"):
            separability([[0, 0], [1, 1]], [1, 1])


@pytest.mark.parametrize("algorithm", ["hull", "smo", "interior-point"])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_hard_margin_has_the_verdict_and_the_distance_of_rational_arithmetic(family, algorithm):
    rng = np.random.default_rng(len(family))
    for kind in ("random", "separable", "touching"):
        for n in (3, 5, 8):
            X = FAMILIES[family](rng, n)
            y = labelled(rng, X, kind)
            fit = solvers.fit(HardMarginSVM(algorithm=algorithm), X, y, trace=False)
            is_separable = verdict_by_brute_force(X, y) == "separable"
            assert (fit.status is Status.NOT_SEPARABLE) is not is_separable
            if fit.status is Status.CONVERGED:
                squared = squared_distance_by_brute_force(X, y)
                assert fit.certificate.primal == pytest.approx(float(2 / squared), rel=1e-6)
