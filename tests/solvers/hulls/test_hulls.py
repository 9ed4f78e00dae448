"""Convex hulls: exact corners against brute force in rationals, and against Qhull where Qhull is right."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import ConvexHull

from solvers.plane.exact import orientation, ratio, whole_points
from solvers.plane.hulls import convex_hull


def exact_orientation(a, b, c):
    (ax, ay), (bx, by), (cx, cy) = (tuple(map(Fraction, map(float, p))) for p in (a, b, c))
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (area > 0) - (area < 0)


def corners_by_brute_force(X):
    """The corners as coordinates: a point is a corner iff it lies in no segment or triangle of the other points."""
    points = sorted({tuple(map(float, p)) for p in X})
    return {p for p in points if not _is_covered(p, [q for q in points if q != p])}


def _is_covered(p, others):
    for k, a in enumerate(others):
        for b in others[k + 1 :]:
            between = min(a, b) <= p <= max(a, b)
            if between and exact_orientation(a, b, p) == 0:
                return True
    # p is a corner iff the directions to all others fit strictly into a half-plane: some other point has all on one side.
    return not any(all(exact_orientation(p, a, b) >= 0 for b in others) for a in others) if others else False


def assert_is_hull(X, rows):
    """Counter-clockwise and strictly convex, around every point, by exact orientations."""
    corners = X[rows]
    if len(rows) < 3:
        return
    following = np.roll(corners, -1, axis=0)
    assert all(exact_orientation(a, b, c) > 0 for a, b, c in zip(corners, following, np.roll(corners, -2, axis=0), strict=True))
    for a, b in zip(corners, following, strict=True):
        assert all(exact_orientation(a, b, p) >= 0 for p in X)


ADVERSARIAL = {
    "integer grid": lambda rng, n: rng.integers(0, 5, (n, 2)).astype(float),
    "multiples of 0.1": lambda rng, n: rng.integers(-8, 9, (n, 2)) * 0.1,
    "nearly collinear": lambda rng, n: rng.integers(0, 50, (n, 1)) * 0.1 / [1.0, 3.0],
    "offset 1e8 with steps of 1e-8": lambda rng, n: 1e8 + rng.integers(0, 4, (n, 2)) * 2.0**-26,
    "scale 1e-8": lambda rng, n: rng.integers(0, 7, (n, 2)) * 1e-8,
    "denormal": lambda rng, n: rng.integers(0, 4, (n, 2)) * 5e-324,
    "huge": lambda rng, n: rng.integers(-3, 4, (n, 2)) * 5e307,
    "duplicates": lambda rng, n: rng.integers(0, 2, (n, 2)) * 1.0,
    "collinear": lambda rng, n: np.outer(rng.integers(-9, 10, n), [3.0, -2.0]),
}


@pytest.mark.parametrize("family", ADVERSARIAL)
@pytest.mark.filterwarnings("ignore:overflow")
def test_corners_agree_with_brute_force_in_rationals(family):
    rng = np.random.default_rng(len(family))
    for n in [1, 2, 3, 4, 5, 7, 9, 12] * 4:
        X = ADVERSARIAL[family](rng, n)
        rows = convex_hull(X)
        assert {tuple(p) for p in X[rows].tolist()} == corners_by_brute_force(X)
        assert_is_hull(X, rows)


@pytest.mark.parametrize("offset", [0.0, 1e8])
@pytest.mark.parametrize("n", [150, 1000, 20000])
def test_the_filter_loses_no_corner(n, offset):
    rng = np.random.default_rng(n)
    cut_off = rng.standard_normal((2 * n, 2))
    cut_off = cut_off[cut_off @ [0.8, 0.6] > 0.1]
    for cloud in (rng.standard_normal((n, 2)), rng.random((n, 2)), np.round(rng.standard_normal((n, 2)), 1), cut_off):
        X = cloud + offset
        plain = convex_hull(X)
        # Without the filter: hull of the corners of small blocks.
        blocks = np.concatenate([convex_hull(X[k : k + 50]) + k for k in range(0, len(X), 50)])
        reference = X[blocks][convex_hull(X[blocks])]
        np.testing.assert_array_equal(X[plain], reference)


def test_same_corners_as_qhull_on_points_in_general_position():
    X = np.random.default_rng(1).standard_normal((5000, 2))
    assert set(convex_hull(X)) == set(ConvexHull(X).vertices)


def test_a_circle_keeps_every_point():
    angles = np.linspace(0, 2 * np.pi, 1000, endpoint=False)
    assert len(convex_hull(np.column_stack([np.cos(angles), np.sin(angles)]))) == 1000


@pytest.mark.parametrize(
    ("X", "expected"),
    [
        (np.empty((0, 2)), []),
        ([[1, 2]], [0]),
        ([[1, 2], [1, 2]], [0]),
        ([[3, 3], [1, 1], [2, 2], [1, 1]], [1, 0]),
        ([[0, 0], [2, 0], [1, 0], [2, 2], [0, 2], [1, 1], [2, 1], [0, 0]], [0, 1, 3, 4]),
    ],
    ids=["no point", "one point", "equal points", "collinear points", "square with points on its edges"],
)
def test_degenerate_sets(X, expected):
    assert convex_hull(X).tolist() == expected


def test_many_collinear_points_give_two_ends():
    t = np.random.default_rng(0).permutation(500).astype(float)
    X = np.column_stack([t, 3 * t])
    assert X[convex_hull(X)].tolist() == [[0, 0], [499, 1497]]


class TestExactArithmetic:
    @given(st.lists(st.floats(-1e3, 1e3), min_size=6, max_size=6))
    @settings(max_examples=100, deadline=None)
    def test_orientation_has_the_sign_of_the_rational_area(self, c):
        a, b, p = (c[0], c[1]), (c[2], c[3]), (c[4], c[5])
        assert np.sign(orientation(a, b, p)) == exact_orientation(a, b, p)

    def test_orientation_sees_the_last_bit(self):
        a, b = (0.5, 0.5), (12.0, 12.0)
        for k in range(-8, 9):
            c = (24.0, 24.0 + k * 2.0**-48)
            assert np.sign(orientation(a, b, c)) == np.sign(k)

    def test_whole_points_are_the_points_times_a_power_of_two(self):
        points = [(0.1, -3.5), (1e-20, 7.0)]
        whole, scale = whole_points(points)
        assert [(Fraction(x, scale), Fraction(y, scale)) for x, y in whole] == [(Fraction(x), Fraction(y)) for x, y in points]

    def test_ratio_is_infinite_beyond_the_doubles(self):
        assert ratio(10**400, 1) == np.inf
        assert ratio(-(10**400), 3) == -np.inf
        assert ratio(1, 3) == 1 / 3
