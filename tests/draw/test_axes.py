"""How many ticks an axis gets."""

from __future__ import annotations

from itertools import pairwise

import pytest

from linclass_gui.draw.axes import Ticks, inner_edges, x_ticks, y_ticks
from linclass_gui.draw.device_figure import figure_for_device
from linclass_gui.plots.axes import axis_from_zero, stack_lanes
from linclass_gui.scene.marks import Axis, Figure
from linclass_gui.scene.theme import LIGHT, PROJECTOR, Theme
from linclass_gui.scene.view import Transform, View

pytestmark = pytest.mark.usefixtures("qapp")  # labels are measured with its fonts


@pytest.mark.parametrize("most", [2, 3, 4, 8])
def test_an_axis_has_at_least_two_ticks_and_hardly_more_than_there_is_room_for(most: int) -> None:
    for low, high in ((-3.0, 4.0), (-6.0, 2.0), (0.0, 1.0), (-0.4, 0.9), (17.0, 18.3)):
        values = Ticks.of(Axis(low, high), most, LIGHT).values
        assert 2 <= len(values) <= most + 2
        assert all(low <= value <= high for value in values)


def test_named_ticks_are_kept_as_far_as_they_are_in_view() -> None:
    assert Ticks.of(Axis(0.0, 180.0, ticks=(0.0, 90.0, 180.0, 270.0)), 2, LIGHT).values == (
        0.0,
        90.0,
        180.0,
    )


def test_an_axis_that_is_not_drawn_has_no_ticks() -> None:
    assert Ticks.of(Axis(0.0, 1.0, visible=False), 5, LIGHT) == Ticks((), ())


@pytest.mark.parametrize("extent", [60.0, 110.0, 180.0, 400.0])
def test_where_lanes_meet_the_foot_of_the_upper_one_is_said_not_the_end_of_the_lower(
    extent: float,
) -> None:
    lanes = stack_lanes(
        [axis_from_zero("density", 0.6), axis_from_zero("errors", 38, counts_only=True)], (2.2, 1.0)
    )
    upper, lower = lanes
    marked = y_ticks(
        Figure(Axis(0.0, 1.0), Axis(0.0, 1.0, visible=False), (), lanes=lanes),
        extent,
        LIGHT,
    ).values
    assert {upper.low, lower.low} <= set(marked)
    assert all(upper.low - value >= LIGHT.caption / extent for value in marked if value < upper.low)


@pytest.mark.parametrize("width", [130.0, 156.0, 184.0, 220.0, 300.0])
@pytest.mark.parametrize(
    ("low", "high", "name"),
    [(-3.0, 9.0, "$log_{10} C$"), (-16.0, 19.0, "$f(x)$"), (0.0, 7.0, "$y f(x)$")],
)
def test_an_axis_of_any_width_has_two_numbers_that_do_not_touch(
    low: float, high: float, name: str, width: float
) -> None:
    axis = Axis(low, high, name)
    ticks = x_ticks(axis, width, LIGHT)
    assert len(ticks.values) >= 2
    first, second = ticks.values[:2]
    assert (second - first) * width / (high - low) > ticks.width, "two labels touch"


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("width", "height"), [(244.0, 285.0), (316.0, 370.0), (500.0, 300.0), (878.0, 474.0)]
)
def test_a_canvas_of_any_size_says_its_scale_on_both_axes(
    width: float, height: float, theme: Theme
) -> None:
    """Two numbers of each axis are drawn, apart from the name and from the corner, and none touches
    another.
    """
    for reach in (2.2, 3.7, 13.0, 0.031):
        view = View(-reach, reach, -reach, reach).with_aspect(width, height)
        transform = Transform.of(view, (0.0, 0.0, width, height))
        figure = figure_for_device(
            Figure(
                Axis(view.x0, view.x1, "$x_1$"), Axis(view.y0, view.y1, "$x_2$"), (), equal=True
            ),
            transform,
            theme,
        )
        edges = inner_edges(figure, transform, theme)
        below = sorted(
            box
            for box in edges[:-2]
            if box[3] > height - 3.0 * theme.caption and box[0] > 3.0 * theme.caption
        )
        beside = [box for box in edges[:-2] if box not in below]
        if theme is LIGHT:
            assert len(below) >= 2 <= len(beside), (reach, below, beside)
        assert all(one[2] < other[0] for one, other in pairwise(below))


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-0.2, 1.3, (0, 1)),
        (-0.4, 4.4, (0, 1, 2, 3, 4)),
        (0.1, 0.9, None),
        (0.0, 4e12, None),  # nobody lists all that are in sight
    ],
)
def test_a_canvas_of_counts_has_whole_numbers_as_far_as_two_are_in_sight(
    low: float, high: float, ticks: tuple[int, ...] | None
) -> None:
    view = View(low, high, low, high)
    transform = Transform.of(view, (0.0, 0.0, 600.0, 600.0))
    axis = Axis(low, high, "count", whole=True)
    figure = figure_for_device(Figure(axis, axis, (), equal=True), transform, LIGHT)
    assert figure.x.ticks is not None
    if ticks is None:
        assert len(figure.x.ticks) > 1
    else:
        assert figure.x.ticks == ticks == figure.y.ticks
