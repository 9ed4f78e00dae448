"""How many ticks an axis gets."""

from __future__ import annotations

import pytest

from linclass_gui.core.appearance.theme import LIGHT
from linclass_gui.core.marks import Axis
from linclass_gui.core.transform import Transform
from linclass_gui.draw.ticks import Ticks, x_ticks_beside

pytestmark = pytest.mark.usefixtures("qapp")  # labels are measured with its fonts


@pytest.mark.parametrize("most", [2, 3, 4, 8])
def test_an_axis_has_at_least_two_ticks_and_hardly_more_than_there_is_room_for(most: int) -> None:
    for low, high in ((-3.0, 4.0), (-6.0, 2.0), (0.0, 1.0), (-0.4, 0.9), (17.0, 18.3)):
        values = Ticks.of(Axis(low, high), most, 11.0).values
        assert 2 <= len(values) <= most + 2
        assert all(low <= value <= high for value in values)


def test_named_ticks_are_kept_as_far_as_they_are_in_view() -> None:
    assert Ticks.of(Axis(0.0, 180.0, ticks=(0.0, 90.0, 180.0, 270.0)), 2, 11.0).values == (0.0, 90.0, 180.0)


def test_an_axis_that_is_not_drawn_has_no_ticks() -> None:
    assert Ticks.of(Axis(0.0, 1.0, visible=False), 5, 11.0) == Ticks((), ())


@pytest.mark.parametrize("width", [130.0, 156.0, 184.0, 220.0, 300.0])
@pytest.mark.parametrize(("low", "high", "name"), [(-3.0, 9.0, "$log_{10} C$"), (-16.0, 19.0, "$f(x)$"), (0.0, 7.0, "$y f(x)$")])
def test_beside_the_name_of_the_axis_two_numbers_are_left(low: float, high: float, name: str, width: float) -> None:
    axis = Axis(low, high, name)
    ticks, shown = x_ticks_beside(axis, Transform.fit(low, high, 0.0, 1.0, 0.0, 0.0, width, 100.0), LIGHT)
    assert len(shown) >= 2
    assert set(shown) <= set(ticks.values)
    assert (shown[1] - shown[0]) * width / (high - low) > ticks.width, "two labels touch"
