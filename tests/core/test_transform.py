"""The transform between data and device."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.core.document import View
from linclass_gui.core.transform import Transform

numbers = st.floats(-1e6, 1e6, allow_nan=False)
extents = st.floats(1e-3, 1e6)


@st.composite
def transforms(draw: st.DrawFn) -> Transform:
    x0, y0 = draw(numbers), draw(numbers)
    return Transform.fit(x0, x0 + draw(extents), y0, y0 + draw(extents), draw(numbers), draw(numbers), draw(extents), draw(extents))


@given(transforms(), st.floats(-1, 2), st.floats(-1, 2))
def test_inverse_undoes_map(transform: Transform, s: float, t: float) -> None:
    xy = np.array([[transform.x0 + s * transform.view.width, transform.y0 + t * transform.view.height]])
    back = transform.inverse(transform.map(xy))
    size = np.abs(xy).max() + transform.view.width + transform.view.height
    device = abs(transform.left) + abs(transform.top) + transform.width + transform.height
    tolerance = 1e-12 * (size + device / min(transform.scale_x, transform.scale_y))
    assert np.allclose(back, xy, rtol=0, atol=tolerance)


@given(transforms())
def test_corners_of_the_view_are_the_corners_of_the_rectangle(transform: Transform) -> None:
    lower_left, upper_right = transform.map([(transform.x0, transform.y0), (transform.x1, transform.y1)])
    rounding = 1e-12 * (abs(transform.left) + abs(transform.top) + transform.width + transform.height)
    assert lower_left == pytest.approx((transform.left, transform.bottom), abs=rounding)
    assert upper_right == pytest.approx((transform.right, transform.top), abs=rounding)


def test_y_points_upwards_in_data_and_downwards_on_the_device() -> None:
    transform = Transform.of(View(0, 2, 0, 1), (10, 20, 200, 100))
    assert transform.map([(1, 0.25)]).tolist() == [[110, 95]]
    assert transform.point(1, 0.25) == (110, 95)
    assert transform.data(110, 95) == (1, 0.25)
    assert (transform.scale_x, transform.scale_y) == (100, 100)
    assert transform.box == (10, 210, 20, 120)


def test_far_from_the_origin_a_thousandth_of_a_unit_is_still_seen() -> None:
    transform = Transform.fit(1e8, 1e8 + 1, 1e8, 1e8 + 1, 0, 0, 1000, 1000)
    (x, y), (x2, y2) = transform.map([(1e8 + 0.5, 1e8 + 0.5), (1e8 + 0.501, 1e8 + 0.499)])
    assert (x, y) == (500, 500)
    assert (x2, y2) == pytest.approx((501, 501), abs=1e-3)


def test_map_leaves_its_argument_alone_and_takes_no_points() -> None:
    xy = np.array([[1.0, 2.0]])
    transform = Transform.fit(0, 1, 0, 1, 0, 0, 1, 1)
    transform.map(xy)
    assert xy.tolist() == [[1.0, 2.0]]
    assert transform.map(np.empty((0, 2))).shape == (0, 2)
