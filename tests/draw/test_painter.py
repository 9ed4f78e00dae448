"""Marks on a surface: what is cut, turned, placed, and in which style."""

from __future__ import annotations

import math

import numpy as np
import pytest
from recording import RecordingSurface

from linclass_gui.draw.lettering import layout
from linclass_gui.draw.painter import anchor_baseline, draw_marks, reading_angle
from linclass_gui.scene.marks import Anchor, Area, Dots, Field, Mark, Path, Text
from linclass_gui.scene.theme import LIGHT, PRINT, Theme
from linclass_gui.scene.view import Transform

BOX = Transform.fit(0, 10, 0, 10, 0, 0, 100, 100)  # ten units of the device per data unit

pytestmark = pytest.mark.usefixtures("qapp")


def drawn(*marks: Mark, theme: Theme = LIGHT) -> RecordingSurface:
    surface = RecordingSurface()
    draw_marks(surface, marks, BOX, theme)
    return surface


def xy(*points: tuple[float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array(points, dtype=np.float64)


def test_a_line_is_cut_at_the_view() -> None:
    (call,) = drawn(Path(xy((-10, 5), (20, 5)), "boundary")).named("lines")
    assert call["runs"] == [[[0, 50], [100, 50]]]


def test_a_line_that_leaves_and_returns_is_two_runs() -> None:
    (call,) = drawn(Path(xy((1, 1), (1, 30), (5, 30), (5, 1)), "boundary")).named("lines")
    assert call["runs"] == [[[10, 90], [10, 0]], [[50, 0], [50, 90]]]


def test_nan_breaks_a_line() -> None:
    (call,) = drawn(Path(xy((1, 1), (2, 1), (math.nan, 0), (3, 1), (4, 1)), "boundary")).named(
        "lines"
    )
    assert call["runs"] == [[[10, 90], [20, 90]], [[30, 90], [40, 90]]]


def test_pairs_are_separate_segments() -> None:
    (call,) = drawn(Path(xy((1, 1), (2, 1), (3, 1), (4, 1)), "grid", joined="pairs")).named("lines")
    assert len(call["runs"]) == 2


def test_the_outline_of_a_cut_area_does_not_run_along_the_frame() -> None:
    surface = drawn(Area(xy((-5, 2), (5, 2), (5, 8), (-5, 8)), "hull-plus"))
    (fill,), (line,) = surface.named("polygon"), surface.named("lines")
    assert {tuple(point) for point in fill["points"]} == {(0, 80), (50, 80), (50, 20), (0, 20)}
    assert line["runs"] == [[[0, 80], [50, 80], [50, 20], [0, 20]]]
    assert not line["closed"]


def test_dots_outside_are_left_out() -> None:
    dots = Dots(
        xy((5, 5), (50, 5), (math.nan, 1), (10.2, 5)),
        "class-plus",
        sizes=np.array([1.0, 2.0, 3.0, 4.0]),
    )
    (window,) = drawn(dots).named("symbols")
    assert window["xy"] == [[50, 50], [102, 50]]  # the last one reaches into the view
    assert window["sizes"].tolist() == [1.0, 4.0]
    (paper,) = drawn(dots, theme=PRINT).named("symbols")
    assert paper["xy"] == [[50, 50]]


def test_an_arrow_ends_at_its_tip() -> None:
    surface = drawn(Path(xy((1, 5), (9, 5)), "weight", arrow="end"))
    (head,), (line,) = surface.named("polygon"), surface.named("lines")
    assert head["points"][0] == [90, 50]
    (start, end), *_ = line["runs"]
    assert start == [10, 50]
    assert 80 < end[0] < 90
    assert end[1] == 50


@pytest.mark.parametrize(
    ("direction", "angle"),
    [
        ((1, 0), 0),
        ((-1, 0), 0),
        ((1, -1), -45),
        ((-1, 1), -45),
        ((1, 1), 45),
        ((-1, -1), 45),
        ((0, 1), -90),
        ((0, -1), -90),
    ],
    ids=str,
)
def test_text_along_a_line_is_never_upside_down(
    direction: tuple[float, float], angle: float
) -> None:
    assert reading_angle(*direction) == pytest.approx(angle)


def test_text_follows_its_line_on_the_device() -> None:
    (call,) = drawn(Text((5, 5), "name", along=(1, 1))).named("text")
    assert call["angle"] == pytest.approx(-45)  # y points downwards there
    # The centre of the text lies on its place.
    box = call["layout"]
    cos, sin = math.cos(math.radians(-45)), math.sin(math.radians(-45))
    dx, dy = 0.5 * box.width, -0.5 * box.cap_height
    assert (call["x"] + cos * dx - sin * dy, call["y"] + sin * dx + cos * dy) == pytest.approx(
        (50, 50)
    )


@pytest.mark.parametrize(
    ("anchor", "x", "y"),
    [
        ("center", -0.5, 0),
        ("left", 0, 0),
        ("right", -1, 0),
        ("top", -0.5, 1),
        ("bottom-left", 0, -1),
        ("top-right", -1, 1),
    ],
)
def test_anchors(anchor: Anchor, x: float, y: int) -> None:
    box = layout("Hxg", 10.0)
    start_x, start_y = anchor_baseline(box, anchor, 10.0)
    assert start_x == pytest.approx(x * box.width)
    assert {
        0: start_y == pytest.approx(0.5 * box.cap_height),
        1: start_y >= box.ascent,
        -1: start_y <= -box.descent,
    }[y]


def test_a_field_shows_its_first_row_at_the_bottom() -> None:
    field = Field(np.array([[-1.0, -1.0], [1.0, 1.0]]), (0, 10, 0, 10), "probability")
    (call,) = drawn(field).named("image")
    assert call["rect"] == (0, 0, 100, 100)
    top, bottom = call["rgb"][0, 0].astype(int), call["rgb"][-1, 0].astype(int)
    assert top[2] > top[0]  # class +: blue
    assert bottom[0] > bottom[2]  # class -: orange
