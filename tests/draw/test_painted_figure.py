"""A painted figure: its transform, its handles, and what it paints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from recording import RecordingSurface, picture

from linclass_gui.draw.axes import draw_axes, transform_of
from linclass_gui.draw.painted_figure import PaintedFigure
from linclass_gui.scene.marks import Axis, Dots, Figure, Handle, Path
from linclass_gui.scene.theme import DARK, LIGHT, Theme

CANVAS = Figure(Axis(-2.0, 2.0, "$x_1$"), Axis(-1.0, 1.0, "$x_2$"), (), equal=True)
PLOT = Figure(
    Axis(0.0, 180.0, "", (0.0, 45.0, 90.0, 135.0, 180.0), "°"), Axis(0.0, 0.5), (), grid=True
)


pytestmark = pytest.mark.usefixtures("qapp")


def shown(figure: Figure, theme: Theme = LIGHT) -> tuple[PaintedFigure, NDArray[np.int16]]:
    item = PaintedFigure()
    item.set_rect(QRectF(0.0, 0.0, 400.0, 200.0))
    item.set_figure(figure, theme)
    return item, picture(400, 200, item.paint)


def test_a_canvas_of_other_proportions_grows_and_is_not_distorted() -> None:
    item, _ = shown(replace(CANVAS, y=Axis(-3.0, 3.0)))
    mapping = item.mapping
    assert mapping.scale_x == pytest.approx(mapping.scale_y)
    assert (mapping.y0, mapping.y1) == (-3, 3)
    assert mapping.x0 == -6


def test_marks_stand_where_the_mapping_says() -> None:
    item, pixels = shown(replace(CANVAS, marks=(Dots(np.array([(1.0, 0.5)]), "class-plus"),)))
    x, y = item.mapping.point(1.0, 0.5)
    assert pixels[round(y), round(x)].tolist() == [0x00, 0x72, 0xB2]


CURVE = Path(
    np.column_stack([np.linspace(0.0, 180.0, 90), 0.2 + 0.1 * np.sin(np.linspace(0.0, 6.0, 90))]),
    "curve",
)


@pytest.mark.parametrize(
    ("next_figure", "is_seen"),
    [
        (replace(PLOT, marks=(replace(CURVE, xy=CURVE.xy + np.array([0.01, 0.0])),)), False),
        (replace(PLOT, marks=(replace(CURVE, xy=CURVE.xy + np.array([5.0, 0.0])),)), True),
        (replace(PLOT, marks=(CURVE,), heading=("$J$ = 1",)), True),
        (replace(PLOT, marks=(CURVE,), y=Axis(0.0, 0.6)), True),
        (replace(PLOT, marks=(CURVE,), message="Computing"), True),
        (replace(PLOT, marks=()), True),
    ],
    ids=["creeps", "moves", "says", "ranges", "message", "goes"],
)
def test_in_motion_only_what_somebody_would_see_is_painted(
    next_figure: Figure, is_seen: bool
) -> None:
    item, _ = shown(PLOT)
    assert item.set_figure(replace(PLOT, marks=(CURVE,)), LIGHT, in_motion=True)
    before = picture(400, 200, item.paint)
    assert item.set_figure(next_figure, LIGHT, in_motion=True) is is_seen
    assert bool(abs(picture(400, 200, item.paint) - before).max() > 2) is is_seen


def test_what_comes_to_rest_or_fills_another_room_is_painted() -> None:
    figure = replace(PLOT, marks=(CURVE,))
    item, _ = shown(figure)
    item.set_figure(replace(figure), LIGHT, in_motion=True)
    assert item.set_figure(replace(figure), LIGHT)
    picture(400, 200, item.paint)
    assert not item.set_figure(replace(figure), LIGHT)
    assert item.set_figure(replace(figure), DARK)
    picture(400, 200, item.paint)
    item.set_rect(QRectF(0, 0, 300, 200))
    assert item.set_figure(replace(figure), DARK)


@pytest.mark.parametrize(
    ("axis", "dx", "found"), [("x", 5.0, True), ("x", 30.0, False), ("both", 5.0, False)]
)
def test_handles_are_found_along_their_axis(axis: str, dx: float, found: bool) -> None:
    handle = Handle("trial", (90.0, 0.2), axis)
    item, _ = shown(replace(PLOT, handles=(handle,)))
    x, y = item.mapping.point(90.0, 0.2)
    name = item.handle_at(QPointF(x + dx, y + 60.0))  # far above: an x handle does not mind
    assert (name == "trial") is found


def test_the_labels_of_a_plot_stand_outside_its_area() -> None:
    transform = transform_of(PLOT, (0.0, 0.0, 400.0, 200.0), LIGHT)
    surface = RecordingSurface()
    draw_axes(surface, PLOT, transform, LIGHT, (0.0, 0.0, 400.0, 200.0))
    for call in surface.named("text"):
        box = call["layout"]
        assert (
            call["x"] + box.width <= transform.left
            or call["y"] - box.cap_height >= transform.bottom
        )
        assert call["x"] >= 0
        assert call["x"] + box.width <= 400
        assert call["y"] <= 200


def test_the_labels_of_a_canvas_stand_inside_and_do_not_overlap() -> None:
    figure = replace(
        CANVAS, x=CANVAS.x._replace(low=-8.0, high=8.0), y=CANVAS.y._replace(low=-5.0, high=5.0)
    )
    transform = transform_of(figure, (0.0, 0.0, 800.0, 500.0), LIGHT)
    surface = RecordingSurface()
    draw_axes(surface, figure, transform, LIGHT, (0.0, 0.0, 800.0, 500.0))
    boxes = [
        (
            c["x"],
            c["y"] - c["layout"].ascent,
            c["x"] + c["layout"].width,
            c["y"] + c["layout"].descent,
        )
        for c in surface.named("text")
    ]
    assert len(boxes) > 8
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= 800
        assert 0 <= top < bottom <= 500
        for other in boxes[k + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_level_lines_are_crisp() -> None:
    line = Path(np.array([(-2.0, 0.123), (2.0, 0.123)]), "axis")
    bare = replace(
        CANVAS,
        x=CANVAS.x._replace(visible=False),
        y=CANVAS.y._replace(visible=False),
        marks=(line,),
    )
    _, pixels = shown(bare)
    rows = np.flatnonzero((pixels[:, 200] < 250).any(axis=1))
    assert len([row for row in rows if 60 < row < 120]) == 1


@pytest.mark.parametrize("figure", [CANVAS, PLOT], ids=["canvas", "plot"])
def test_baked_axes_look_like_drawn_ones(figure: Figure) -> None:
    item, first = shown(figure)
    second, third = (picture(400, 200, item.paint) for _ in range(2))
    assert (first < 200).any()
    assert abs(first - second).max() <= 2
    assert (second == third).all()
