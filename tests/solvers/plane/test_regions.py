"""Cells of argmax, faces of an arrangement and hulls against brute force: every place is in one
part, every corner is one.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers import Floats
from solvers.plane.arrangement import UNDECIDED, arrangement, join_edges, parts
from solvers.plane.cells import argmax_cells, argmax_edges
from solvers.plane.hulls import convex_hull, orientation

BOX = (-2.0, 3.0, -1.0, 2.5)
RANDOM = np.random.default_rng(7)


def inside(polygon: Floats, points: Floats) -> Floats:
    """How many times the (closed) polygon surrounds each point, by the even-odd rule."""
    hit = np.zeros(len(points), dtype=bool)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        if y0 != y1:
            crosses = (y0 <= points[:, 1]) != (y1 <= points[:, 1])
            hit ^= crosses & (points[:, 0] < x0 + (points[:, 1] - y0) * ((x1 - x0) / (y1 - y0)))
    return hit


def places(n: int = 400) -> Floats:
    x0, x1, y0, y1 = BOX
    return RANDOM.uniform((x0, y0), (x1, y1), size=(n, 2))


def area(polygon: Floats) -> float:
    x, y = polygon.T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


WHOLE = (BOX[1] - BOX[0]) * (BOX[3] - BOX[2])


@pytest.mark.parametrize("classes", [2, 3, 5, 10])
def test_cells_of_argmax_are_those_of_brute_force(classes: int) -> None:
    W, b, at = RANDOM.normal(size=(classes, 2)), RANDOM.normal(size=classes), places()
    cells = argmax_cells(W, b, BOX, (0.3, -0.2))
    winners = ((at - (0.3, -0.2)) @ W.T + b).argmax(axis=1)
    for k, cell in enumerate(cells):
        assert (inside(cell, at) == (winners == k)).all() if len(cell) else not (winners == k).any()
    assert sum(area(cell) for cell in cells if len(cell)) == pytest.approx(WHOLE, rel=1e-12)


def test_of_equal_scores_the_first_has_the_cell() -> None:
    cells = argmax_cells(np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]), np.zeros(3), BOX)
    assert len(cells[1]) == 0
    assert area(cells[0]) + area(cells[2]) == pytest.approx(WHOLE)


def test_edges_lie_where_two_scores_are_equal_and_largest() -> None:
    W, b = RANDOM.normal(size=(6, 2)), RANDOM.normal(size=6)
    edges = argmax_edges(W, b, BOX)
    assert edges
    for k, other, segment in edges:
        f = segment @ W.T + b
        assert np.allclose(f[:, k], f[:, other], atol=1e-12)
        assert (f.max(axis=1) <= f[:, k] + 1e-12).all()


@pytest.mark.parametrize("turn", np.linspace(0.0, 3.0, 7))
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
def test_three_scores_that_are_equal_along_a_line_have_one_edge_without_gaps(
    turn: float, order: tuple[int, ...]
) -> None:
    slope = 0.147705980 * np.array([np.cos(turn), np.sin(turn)])
    W = np.array([-slope, 3e-16 * np.array([-1.0, 3.0]), slope])[list(order)]
    b = np.full(3, 1.0 / 3.0) + 1e-16 * np.array([0.0, 2.0, -1.0])
    edges = argmax_edges(W, b, BOX, (-0.18, -0.14))
    assert [{k, other} for k, other, _ in edges] == [{order.index(0), order.index(2)}]
    whole = argmax_edges(W[[order.index(0), order.index(2)]], b[:2], BOX, (-0.18, -0.14))
    np.testing.assert_allclose(
        np.sort(edges[0][2], axis=0), np.sort(whole[0][2], axis=0), atol=1e-12
    )
    assert len(argmax_cells(W, b, BOX, (-0.18, -0.14))[order.index(1)]) == 0


def test_cells_far_from_the_origin_keep_their_corners() -> None:
    far = np.array([1e8, -3e8])
    W, b = np.array([[1.0, 0.2], [-0.5, 1.0], [-0.4, -0.9]]), np.array([0.1, 0.0, -0.1])
    box = (far[0] - 1.0, far[0] + 1.0, far[1] - 1.0, far[1] + 1.0)
    shifted = argmax_cells(W, b, box, (float(far[0]), float(far[1])))
    at_home = argmax_cells(W, b, (-1.0, 1.0, -1.0, 1.0))
    for one, other in zip(shifted, at_home, strict=True):
        assert np.allclose(one - far, other, atol=1e-7)


@pytest.mark.parametrize("lines", [1, 3, 6, 15])
def test_faces_fill_the_box_and_know_their_signs(lines: int) -> None:
    normals, offsets = RANDOM.normal(size=(lines, 2)), RANDOM.normal(size=lines)
    found = arrangement(normals, offsets, BOX)
    assert sum(area(found.corners[list(face)]) for face in found.faces) == pytest.approx(
        WHOLE, rel=1e-12
    )
    for face, signs in zip(found.faces, found.signs, strict=True):
        middle = found.corners[list(face)].mean(axis=0)
        assert (np.sign(normals @ middle + offsets) == signs).all()


def test_lines_through_one_point_make_no_slivers() -> None:
    angles = np.array([0.1, 1.2, 2.2])
    normals = np.column_stack([np.cos(angles), np.sin(angles)])
    found = arrangement(normals, -(normals @ np.array([0.4, 0.6])), BOX)
    assert len(found.faces) == 6


def votes(signs: Floats) -> list[int]:
    """Three classes, one line a pair (0 1, 0 2, 1 2); no winner where each has one vote."""
    result = []
    for s in signs:
        count = [0, 0, 0]
        for (plus, minus), sign in zip(((1, 0), (2, 0), (2, 1)), s, strict=True):
            count[plus if sign > 0 else minus] += 1
        result.append(int(np.argmax(count)) if max(count) == 2 else UNDECIDED)
    return result


def test_regions_of_votes_are_those_of_brute_force() -> None:
    normals = np.array([[1.0, 0.1], [0.4, 1.0], [-0.7, 0.8]])
    offsets, at = np.array([-0.2, -0.9, 0.4]), places()
    found = parts(arrangement(normals, offsets, BOX), votes)
    truth = np.array(votes(np.sign(at @ normals.T + offsets)))
    assert UNDECIDED in found.outlines
    for label, loops in found.outlines.items():
        hit = np.zeros(len(at), dtype=bool)
        for loop in loops:
            hit ^= inside(loop, at)
        assert (hit == (truth == label)).all()
    assert sum(
        area(loop[:-1]) for loops in found.outlines.values() for loop in loops
    ) == pytest.approx(WHOLE)


def test_edges_between_regions_are_drawn_once() -> None:
    found = parts(
        arrangement(np.array([[1.0, 0.0]]), np.array([-0.5]), BOX),
        lambda signs: [int(s > 0) for (s,) in signs],
    )
    assert len(found.edges) == 1
    assert np.allclose(found.edges[0][:, 0], 0.5)


def test_chains_that_meet_in_one_corner_are_all_kept() -> None:
    edges = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (4, 1)]
    chains = join_edges(edges)
    assert sorted((a, b) for chain in chains for a, b in pairwise(chain)) == sorted(edges)


def exact_orientation(a, b, c):
    (ax, ay), (bx, by), (cx, cy) = (tuple(map(Fraction, map(float, p))) for p in (a, b, c))
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (area > 0) - (area < 0)


def corners_by_brute_force(X):
    """The corners as coordinates: a point is a corner iff it lies in no segment or triangle of the
    other points.
    """
    points = sorted({tuple(map(float, p)) for p in X})
    return {p for p in points if not _is_covered(p, [q for q in points if q != p])}


def _is_covered(p, others):
    for k, a in enumerate(others):
        for b in others[k + 1 :]:
            between = min(a, b) <= p <= max(a, b)
            if between and exact_orientation(a, b, p) == 0:
                return True
    # p is a corner iff the directions to all others fit strictly into a half-plane: some other
    # point has all on one side.
    return (
        not any(all(exact_orientation(p, a, b) >= 0 for b in others) for a in others)
        if others
        else False
    )


def assert_is_hull(X, rows):
    """Counter-clockwise and strictly convex, around every point, by exact orientations."""
    corners = X[rows]
    if len(rows) < 3:
        return
    following = np.roll(corners, -1, axis=0)
    assert all(
        exact_orientation(a, b, c) > 0
        for a, b, c in zip(corners, following, np.roll(corners, -2, axis=0), strict=True)
    )
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


@pytest.mark.parametrize(
    ("X", "expected"),
    [
        (np.empty((0, 2)), []),
        ([[1, 2]], [0]),
        ([[1, 2], [1, 2]], [0]),
        ([[3, 3], [1, 1], [2, 2], [1, 1]], [1, 0]),
        ([[0, 0], [2, 0], [1, 0], [2, 2], [0, 2], [1, 1], [2, 1], [0, 0]], [0, 1, 3, 4]),
    ],
    ids=[
        "no point",
        "one point",
        "equal points",
        "collinear points",
        "square with points on its edges",
    ],
)
def test_degenerate_sets(X, expected):
    assert convex_hull(X).tolist() == expected


class TestExactArithmetic:
    @given(st.lists(st.floats(-1e3, 1e3), min_size=6, max_size=6))
    @settings(max_examples=100, deadline=None)
    def test_orientation_has_the_sign_of_the_rational_area(self, c):
        a, b, p = (c[0], c[1]), (c[2], c[3]), (c[4], c[5])
        assert np.sign(orientation(a, b, p)) == exact_orientation(a, b, p)
