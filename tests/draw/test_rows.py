"""Rows above a plot and names beside it: they wrap, they leave the field its room, and they stay
where they are.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from recording import RecordingSurface

from linclass_gui.draw.axes import draw_axes, draw_heading, transform_of
from linclass_gui.draw.rows import (
    draw_margin,
    rows_height,
    shorten_legend,
)
from linclass_gui.scene.marks import Axis, End, Entry, Figure
from linclass_gui.scene.theme import LIGHT, PROJECTOR, Theme
from linclass_gui.scene.view import Transform

pytestmark = pytest.mark.usefixtures("qapp")
PLAIN = Figure(Axis(0.0, 1.0), Axis(0.0, 1.0), ())
MANY = tuple(Entry(f"soft margin, $C = {k}$", "boundary", k % 5) for k in range(40))


@pytest.mark.parametrize(
    "values",
    list(itertools.product(("0", "\u22120.70", "3.25"), ("1 error", "2 errors", "137 errors"))),
)
@pytest.mark.parametrize("width", range(140, 320, 6))
def test_rows_do_not_break_anew_when_a_number_changes(values: tuple[str, str], width: int) -> None:
    heights = [
        rows_height(replace(PLAIN, heading=(f"threshold {at}", errors)), float(width), LIGHT)
        for at, errors in (values, ("0.25", "12 errors"))
    ]
    assert heights[0] == heights[1]


@pytest.mark.parametrize("size", [(260.0, 160.0), (260.0, 194.0), (606.0, 390.0)])
@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
@pytest.mark.parametrize("count", [1, 6, 40])
def test_a_long_legend_leaves_the_field_its_room_and_says_how_many_names_it_leaves_out(
    size: tuple[float, float], theme: Theme, count: int
) -> None:
    figure = shorten_legend(replace(PLAIN, legend=MANY[:count]), *size, theme)
    named = [entry for entry in figure.legend if entry.role]
    assert tuple(named) == MANY[: len(named)]
    assert len(named) == count or figure.legend[-1].name == f"and {count - len(named)} more"
    assert rows_height(figure, size[0] - 5.0 * theme.caption, theme) <= max(
        0.4 * size[1], 1.5 * theme.caption
    )


@pytest.mark.parametrize("heights", [(0.5, 0.5), (0.0, 0.0, 0.01), (1.0, 1.0, 1.0), (0.1, 0.9)])
def test_names_in_the_margin_keep_their_order_and_do_not_lie_on_each_other(
    heights: tuple[float, ...],
) -> None:
    surface, transform = RecordingSurface(), Transform.fit(0, 1, 0, 1, 20, 10, 200, 120)
    ends = tuple(End(f"end {k}", at) for k, at in enumerate(heights))
    draw_margin(surface, replace(PLAIN, ends=ends), transform, LIGHT)
    drawn = sorted(call["y"] for call in surface.named("text"))
    assert all(below - above >= LIGHT.caption for above, below in itertools.pairwise(drawn))
    assert transform.top <= drawn[0]
    assert drawn[-1] <= transform.bottom + LIGHT.caption


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
@pytest.mark.parametrize("ends", [(), (End("a name", 0.5),)], ids=["no-margin", "margin"])
def test_no_row_lies_above_the_picture_at_any_width(theme: Theme, ends: tuple[End, ...]) -> None:
    figure = replace(
        PLAIN,
        x=Axis(0.0, 180.0, "angle", (0.0, 90.0, 180.0), "°"),
        legend=MANY[:5],
        heading=("$J$ = 0.25",),
        ends=ends,
    )
    for width in range(200, 700, 3):
        surface, transform = (
            RecordingSurface(),
            transform_of(figure, (0.0, 0.0, float(width), 400.0), theme),
        )
        draw_axes(surface, figure, transform, theme, (0.0, 0.0, float(width), 400.0))
        draw_heading(surface, figure, transform, theme, (0.0, 0.0, float(width), 400.0))
        assert all(call["y"] - call["layout"].cap_height >= 0.0 for call in surface.named("text"))


def test_a_heading_with_a_name_of_a_thousand_letters_is_cut_and_others_keep_their_size() -> None:
    surface, rect = RecordingSurface(), (0.0, 0.0, 400.0, 300.0)
    figure = replace(PLAIN, heading=("1 error of 72", "1 × " + "probability " * 80, "98.6 % right"))
    draw_heading(surface, figure, transform_of(figure, rect, LIGHT), LIGHT, rect)
    boxes = [call["layout"] for call in surface.named("text")]
    assert len({round(box.size, 6) for box in boxes}) == 1
    assert all(box.width <= 400.0 for box in boxes)
    assert [box.markup.endswith("…") for box in boxes] == [False, True, False]
