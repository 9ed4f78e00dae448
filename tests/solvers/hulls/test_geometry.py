"""Lines, half-planes, polygons and segments cut by a box; contours of a grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.plane.geometry import (
    clip_line,
    clip_polygon,
    clip_segment,
    clip_segments,
    contour_segments,
    covers,
    half_plane,
)

BOX = (-2.0, 3.0, -1.0, 4.0)
coordinates = st.floats(-10.0, 10.0, allow_nan=False, width=32)


def area(polygon):
    x, y = polygon.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def is_on_border(points, box):
    x0, x1, y0, y1 = box
    return np.isin(points[:, 0], (x0, x1)) | np.isin(points[:, 1], (y0, y1))


class TestClipLine:
    @pytest.mark.parametrize(
        ("normal", "offset"), [((1, 0), -1.0), ((0, 1), -1.0), ((-1, 0), 1.0), ((0, -2), 2.0)]
    )
    def test_lines_parallel_to_the_axes_stay_exactly_parallel(self, normal, offset):
        ends = clip_line(normal, offset, BOX)
        axis = int(normal[0] == 0)
        assert (ends[:, axis] == 1.0).all()

    def test_the_normal_is_on_the_left_of_the_direction(self):
        for angle in np.linspace(0.0, 2 * np.pi, 17):
            n = np.array([np.cos(angle), np.sin(angle)])
            (ax, ay), (bx, by) = clip_line(n, 0.1, BOX)
            assert n @ [-(by - ay), bx - ax] > 0

    @pytest.mark.parametrize(
        ("normal", "offset"),
        [
            ((1.0, 1.0), -100.0),
            ((1.0, 1.0), -7.0),
            ((0.0, 0.0), 1.0),
            ((np.nan, 1.0), 1.0),
            ((np.inf, 1.0), 1.0),
        ],
        ids=[
            "it misses the box",
            "through one corner only",
            "no direction",
            "no number",
            "no finite number",
        ],
    )
    def test_no_line_in_the_box_is_none(self, normal, offset):
        assert clip_line(normal, offset, BOX) is None

    def test_a_line_along_a_side_is_that_side(self):
        for sign in (1.0, -1.0):
            ends = clip_line((sign, 0.0), 2.0 * sign, BOX)
            assert sorted(ends.tolist()) == [[-2.0, -1.0], [-2.0, 4.0]]

    @pytest.mark.parametrize("factor", [1e-300, 1e-8, 1e8, 1e300])
    def test_the_scale_of_the_equation_does_not_matter(self, factor):
        np.testing.assert_allclose(
            clip_line((factor, -factor), 0.0, BOX), clip_line((1.0, -1.0), 0.0, BOX), rtol=1e-15
        )

    @pytest.mark.parametrize("far", [1e4, 1e8, -1e12])
    def test_far_from_the_origin_the_centred_form_places_the_line_to_the_last_digit(self, far):
        box = (far, far + 1.0, far, far + 1.0)
        ends = clip_line((1.0, 1.0), -1.0, box, centre=(far, far))
        np.testing.assert_array_equal(sorted(ends.tolist()), [[far, far + 1.0], [far + 1.0, far]])

    @given(coordinates, coordinates, coordinates)
    @settings(max_examples=60, deadline=None)
    def test_end_points_lie_on_the_line_and_on_the_border(self, n1, n2, offset):
        ends = clip_line((n1, n2), offset, BOX)
        if ends is None:
            return
        assert is_on_border(ends, BOX).all()
        np.testing.assert_allclose(
            ends @ [n1, n2] + offset, 0.0, atol=1e-13 * (5 * abs(n1) + 5 * abs(n2) + abs(offset))
        )


class TestHalfPlane:
    @given(coordinates, coordinates, coordinates)
    @settings(max_examples=60, deadline=None)
    def test_the_two_sides_fill_the_box(self, n1, n2, offset):
        one, other = half_plane((n1, n2), offset, BOX), half_plane((-n1, -n2), -offset, BOX)
        if n1 or n2:
            assert area(one) + area(other) == pytest.approx(25.0, abs=1e-9)
        assert area(one) >= 0.0

    def test_without_a_normal_the_sign_of_the_offset_decides(self):
        assert area(half_plane((0.0, 0.0), 1.0, BOX)) == 25.0
        assert len(half_plane((0.0, 0.0), -1.0, BOX)) == 0

    def test_the_box_on_the_wrong_side_gives_nothing(self):
        assert half_plane((1.0, 0.0), -100.0, BOX).shape == (0, 2)


class TestClipPolygon:
    def test_a_polygon_inside_is_unchanged(self):
        inside = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]])
        np.testing.assert_array_equal(clip_polygon(inside, BOX), inside)

    @given(st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=3))
    @settings(max_examples=60, deadline=None)
    def test_a_triangle_cut_by_the_two_halves_of_a_box_adds_up(self, corners):
        triangle = np.array(corners)
        left, right = (
            clip_polygon(triangle, (-2.0, 0.5, -1.0, 4.0)),
            clip_polygon(triangle, (0.5, 3.0, -1.0, 4.0)),
        )
        whole = clip_polygon(triangle, BOX)
        parts = sum(area(part) for part in (left, right) if len(part))
        assert parts == pytest.approx(area(whole) if len(whole) else 0.0, abs=1e-9)


class TestClipSegments:
    def test_inside_segments_are_returned_bit_for_bit(self):
        segment = np.array([[[0.1, 0.2], [0.3, 0.7]]])
        np.testing.assert_array_equal(clip_segments(segment, BOX), segment)

    @given(
        st.lists(
            st.tuples(coordinates, coordinates, coordinates, coordinates), min_size=1, max_size=8
        )
    )
    @settings(max_examples=60, deadline=None)
    def test_what_is_left_is_what_lies_in_the_box(self, rows):
        segments = np.array(rows).reshape(-1, 2, 2)
        t = np.linspace(0.0, 1.0, 401)
        for segment in segments:
            points = segment[0] + t[:, None] * (segment[1] - segment[0])
            x0, x1, y0, y1 = BOX
            inside = (
                (points[:, 0] >= x0)
                & (points[:, 0] <= x1)
                & (points[:, 1] >= y0)
                & (points[:, 1] <= y1)
            )
            clipped = clip_segment(segment[0], segment[1], BOX)
            length = 0.0 if clipped is None else float(np.hypot(*(clipped[1] - clipped[0])))
            whole = float(np.hypot(*(segment[1] - segment[0])))
            assert length == pytest.approx(inside.mean() * whole, abs=whole * 2 / 400 + 1e-12)


class TestContour:
    def test_a_line_is_reproduced_exactly(self):
        xs, ys = np.linspace(-1, 1, 9), np.linspace(-2, 2, 7)
        F = 2.0 * xs[None, :] - 3.0 * ys[:, None] + 0.3
        segments = contour_segments(F, xs, ys)
        np.testing.assert_allclose(
            2.0 * segments[..., 0] - 3.0 * segments[..., 1] + 0.3, 0.0, atol=1e-14
        )
        lengths = np.hypot(*(segments[:, 1] - segments[:, 0]).T)
        whole = clip_line((2.0, -3.0), 0.3, (-1, 1, -2, 2))
        assert lengths.sum() == pytest.approx(np.hypot(*(whole[1] - whole[0])))

    def test_the_higher_side_is_on_the_right(self):
        for sign in (1.0, -1.0):
            G = np.zeros((3, 3))
            G[1, 1] = sign
            loop = contour_segments(G, np.arange(3.0), np.arange(3.0), 0.5 * sign)
            (ax, ay), (bx, by) = loop[:, 0].T, loop[:, 1].T
            to_centre = (bx - ax) * (1.0 - ay) - (by - ay) * (1.0 - ax)
            assert (np.sign(to_centre) == -sign).all()

    @pytest.mark.parametrize("centre", [(0.2, 0.7), (0.5, 0.5), (0.9, 0.1), (0.05, 0.95)])
    @pytest.mark.parametrize("level", [-1e-3, 1e-3])
    @pytest.mark.parametrize("sign", [-1.0, 1.0])
    def test_a_saddle_joins_the_branches_of_the_hyperbola(self, centre, level, sign):
        xs = ys = np.array([0.0, 1.0])
        F = sign * (xs[None, :] - centre[0]) * (ys[:, None] - centre[1])
        segments = contour_segments(F, xs, ys, level)
        assert len(segments) == 2
        # Every segment joins two points of the same branch: on one side of both asymptotes.
        for (ax, ay), (bx, by) in segments:
            assert (ax > centre[0]) == (bx > centre[0])
            assert (ay > centre[1]) == (by > centre[1])

    @given(st.lists(st.integers(-2, 2), min_size=20, max_size=20))
    @settings(max_examples=60, deadline=None)
    def test_on_grids_full_of_ties_curves_end_only_on_the_border(self, values):
        xs, ys = np.arange(5.0), np.arange(4.0)
        segments = contour_segments(np.array(values, dtype=float).reshape(4, 5), xs, ys)
        degree: dict[tuple[float, float], int] = {}
        for start, end in segments.tolist():
            degree[tuple(start)] = degree.get(tuple(start), 0) + 1
            degree[tuple(end)] = degree.get(tuple(end), 0) - 1
        for (x, y), balance in degree.items():
            assert balance == 0 or x in (0.0, 4.0) or y in (0.0, 3.0)

    def test_cells_without_numbers_are_left_out(self):
        xs = ys = np.arange(4.0)
        F = np.broadcast_to(xs - 1.5, (4, 4)).copy()
        F[0, 1] = np.nan
        assert len(contour_segments(F, xs, ys)) == 2


class TestCovers:
    SQUARE = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)])
    HOLE = np.array([(1.0, 1.0), (1.0, 2.0), (2.0, 2.0), (2.0, 1.0)])

    @pytest.mark.parametrize(
        ("x", "y", "inside"),
        [
            (0.5, 0.5, True),
            (1.5, 1.5, False),
            (2.5, 1.0, True),
            (-0.5, 1.5, False),
            (1.0, 3.5, False),
        ],
    )
    def test_a_square_with_a_hole(self, x, y, inside):
        assert covers((self.SQUARE, self.HOLE), x, y) is inside

    @given(
        coordinates,
        coordinates,
        st.floats(-3.0, 3.0, allow_nan=False),
        st.floats(-3.0, 3.0, allow_nan=False),
    )
    def test_a_half_plane_covers_what_its_line_says(self, x, y, angle, offset):
        normal = np.array([np.cos(angle), np.sin(angle)])
        f = float(normal @ (x, y)) + offset
        region = half_plane(normal, offset, BOX)
        in_box = BOX[0] < x < BOX[1] and BOX[2] < y < BOX[3]
        if abs(f) > 1e-6 and in_box:
            assert covers((region,) if len(region) else (), x, y) is (f > 0.0)
