"""Hit-testing against brute force, and where floats get thin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.scene.places import nearest_row, rows_in_polygon, rows_within
from solvers import Dataset


def dataset(*points: tuple[float, float]) -> Dataset:
    return Dataset(
        np.array(points, dtype=float).reshape(-1, 2), np.zeros(len(points), dtype=np.int64)
    )


TINY = (0.01, 0.01)
whole = st.integers(-6, 6).map(float)


@given(st.lists(st.tuples(whole, whole), max_size=20), st.tuples(whole, whole))
def test_the_nearest_point_is_that_of_brute_force(points, at):
    row = nearest_row(dataset(*points), at, (0.3, 0.3))
    squares = [(x - at[0]) ** 2 + (y - at[1]) ** 2 for x, y in points]
    if not squares or min(squares) > 9.0 + 1e-6:
        assert row is None
    elif min(squares) < 9.0 - 1e-6:
        assert row is not None
        assert squares[row] == min(squares)


def test_of_two_points_at_the_same_place_the_upper_one_is_taken():
    assert nearest_row(dataset((1, 1), (3, 3), (1, 1), (5, 5)), (1, 1), TINY) == 2


@pytest.mark.parametrize(
    ("dx", "row"), [(9.9, 0), (10.1, None)], ids=["just within reach", "just out of reach"]
)
def test_the_reach_is_ten_pixels(dx, row):
    assert nearest_row(dataset((0, 0)), (dx * 0.02, 0), (0.02, 0.02)) == row


@pytest.mark.parametrize("origin", [0.0, 1e8], ids=["at the origin", "far away"])
@pytest.mark.parametrize(
    "scale", [1e-30, 1.0, 1e30], ids=["tiny units", "plain units", "huge units"]
)
def test_neighbours_are_told_apart_whatever_the_units(origin, scale):
    points = [((origin + x) * scale, (origin + y) * scale) for x, y in ((0, 0), (4, 0), (0, 4))]
    at = ((origin + 3.5) * scale, (origin + 0.25) * scale)
    assert nearest_row(dataset(*points), at, (0.1 * scale, 0.1 * scale)) == 1


def test_with_scales_of_their_own_pixels_count_and_not_units():
    points, pixels = dataset((0, 0), (0, 4000), (4, 0)), (0.1, 1000.0)
    assert nearest_row(points, (0.5, 0.0), pixels) == 0
    assert nearest_row(points, (0.0, 3000.0), pixels) == 1
    assert rows_within(points, (0, 0), pixels, 5.0).tolist() == [0, 1]


def test_lasso_around_a_concave_outline():
    outline = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    points = dataset((2, 0.5), (2, 2), (0.5, 2), (3.5, 2), (5, 1), (-1, 0))
    assert rows_in_polygon(points, outline).tolist() == [0, 2, 3]
