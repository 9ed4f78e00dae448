"""Between data and device.  Bars above and below the canvas hide a part of it: its scale stays, and
so does the picture behind.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.scene.view import CLEAR_PX, Frame, Transform, View

UNITS = View(0.0, 8.0, 0.0, 5.0)  # 100 pixels a unit on 800 x 500 pixels
bars = st.floats(0.0, 150.0)
views = st.builds(
    lambda x, y, w, h: View(x, x + w, y, y + h),
    *[st.floats(-5.0, 5.0)] * 2,
    *[st.floats(0.5, 20.0)] * 2,
)


@given(
    sought=views,
    above=bars,
    below=bars,
    points=st.lists(st.tuples(*[st.floats(-9.0, 9.0)] * 2), max_size=5),
)
def test_bars_keep_the_scale_and_what_is_across(
    sought: View, above: float, below: float, points: list[tuple[float, float]]
) -> None:
    X = np.array(points).reshape(-1, 2)
    without = Frame(sought, 800.0, 500.0)
    beside = without.sized(800.0, 500.0 - above - below, above, below, X)
    assert beside.pixel == pytest.approx(without.pixel, rel=1e-12)
    assert (beside.view.x0, beside.view.x1) == pytest.approx(
        (without.view.x0, without.view.x1), rel=1e-12, abs=1e-12
    )
    assert beside.view.height == pytest.approx(beside.pixel * beside.height, rel=1e-9)
    assert beside.sized(800.0, 500.0, 0.0, 0.0, X) == without


@given(
    shown=st.builds(
        lambda x, y, w: View(x, x + w, y, y + w * 300.0 / 800.0),
        *[st.floats(-5.0, 5.0)] * 2,
        st.floats(0.5, 20.0),
    )
)
def test_what_is_zoomed_to_beside_bars_is_exactly_what_is_shown(shown: View) -> None:
    frame = Frame(UNITS, 800.0, 300.0, 60.0, 108.0, 17.0).showing(shown)
    assert frame.view.box == pytest.approx(shown.box, rel=1e-9, abs=1e-9)
    assert frame.lift == 17.0


def test_a_strip_that_goes_for_good_leaves_the_picture_where_it_was() -> None:
    X = np.array([[4.0, 4.8], [4.0, 2.0]])
    beside = Frame(UNITS, 800.0, 500.0).sized(800.0, 440.0, 60.0, 0.0, X)
    after = beside.absorb_lift().sized(800.0, 500.0, 0.0, 0.0, X)
    assert beside.absorb_lift().view.box == pytest.approx(beside.view.box)
    assert after.view.y0 == pytest.approx(beside.view.y0)
    assert after.pixel == pytest.approx(beside.pixel)


def test_without_room_for_all_points_both_sides_lose_the_same() -> None:
    X = np.array([[4.0, 0.1], [4.0, 4.9]])
    frame = Frame(UNITS, 800.0, 500.0).sized(800.0, 400.0, 0.0, 100.0, X)
    assert frame.view.y0 - 0.1 == pytest.approx(4.9 - frame.view.y1)
    assert frame.missing(X) == pytest.approx(480.0 - 400.0 + 2 * CLEAR_PX)


def test_with_scales_of_their_own_bars_lift_by_pixels_upwards() -> None:
    X = np.array([[4.0, 500.0], [4.0, 3000.0]])
    frame = Frame(View(0.0, 8.0, 0.0, 5000.0), 800.0, 500.0, stretch=0.001)
    assert frame.view.box == pytest.approx((0.0, 8.0, 0.0, 5000.0))
    assert (frame.pixel, frame.pixel_up) == pytest.approx((0.01, 10.0))
    lifted = frame.sized(800.0, 400.0, 0.0, 100.0, X)
    assert lifted.lift == pytest.approx(50.0 + CLEAR_PX)
    assert lifted.view.y0 == pytest.approx(500.0 - 10.0 * CLEAR_PX)


# --- the transform --------------------------------------------------------------------------------

numbers = st.floats(-1e6, 1e6, allow_nan=False)
extents = st.floats(1e-3, 1e6)


@st.composite
def transforms(draw: st.DrawFn) -> Transform:
    x0, y0 = draw(numbers), draw(numbers)
    return Transform.fit(
        x0,
        x0 + draw(extents),
        y0,
        y0 + draw(extents),
        draw(numbers),
        draw(numbers),
        draw(extents),
        draw(extents),
    )


@given(transforms(), st.floats(-1, 2), st.floats(-1, 2))
def test_inverse_undoes_map(transform: Transform, s: float, t: float) -> None:
    xy = np.array(
        [[transform.x0 + s * transform.view.width, transform.y0 + t * transform.view.height]]
    )
    back = transform.inverse(transform.map(xy))
    size = np.abs(xy).max() + transform.view.width + transform.view.height
    device = abs(transform.left) + abs(transform.top) + transform.width + transform.height
    tolerance = 1e-12 * (size + device / min(transform.scale_x, transform.scale_y))
    assert np.allclose(back, xy, rtol=0, atol=tolerance)


@given(transforms())
def test_corners_of_the_view_are_the_corners_of_the_rectangle(transform: Transform) -> None:
    lower_left, upper_right = transform.map(
        [(transform.x0, transform.y0), (transform.x1, transform.y1)]
    )
    rounding = 1e-12 * (
        abs(transform.left) + abs(transform.top) + transform.width + transform.height
    )
    assert lower_left == pytest.approx((transform.left, transform.bottom), abs=rounding)
    assert upper_right == pytest.approx((transform.right, transform.top), abs=rounding)


def test_far_from_the_origin_a_thousandth_of_a_unit_is_still_seen() -> None:
    transform = Transform.fit(1e8, 1e8 + 1, 1e8, 1e8 + 1, 0, 0, 1000, 1000)
    (x, y), (x2, y2) = transform.map([(1e8 + 0.5, 1e8 + 0.5), (1e8 + 0.501, 1e8 + 0.499)])
    assert (x, y) == (500, 500)
    assert (x2, y2) == pytest.approx((501, 501), abs=1e-3)


@pytest.mark.parametrize("above", [0.0, 40.0, 120.0])
def test_bars_hide_no_point_while_all_points_are_looked_at(above: float) -> None:
    X = np.random.default_rng(0).normal(size=(50, 2)) * (3.0, 2.0)
    whole = Frame(View.around(X), 800.0, 400.0)
    frame = whole.sized(800.0, 400.0 - above, above, 0.0, X)
    roomy = frame.with_room(X)
    assert roomy.missing(X) <= 1e-9
    assert ((roomy.view.y0 < X[:, 1]) & (roomy.view.y1 > X[:, 1])).all()
    assert roomy.view.middle[0] == pytest.approx(frame.view.middle[0])
    assert (roomy is frame) == (frame.missing(X) == 0.0)


def test_y_points_upwards_in_data_and_downwards_on_the_device() -> None:
    transform = Transform.of(View(0, 2, 0, 1), (10, 20, 200, 100))
    assert transform.map([(1, 0.25)]).tolist() == [[110, 95]]
    assert transform.point(1, 0.25) == (110, 95)
    assert transform.data(110, 95) == (1, 0.25)
    assert (transform.scale_x, transform.scale_y) == (100, 100)
    assert transform.box == (10, 210, 20, 120)
