"""One grammar for all plots: the name of the y axis at the left above the field, the result at the
right, every end tick, names at what they name, and no two words on each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from plot_scenes import figure_for
from recording import RecordingSurface, page_of

from linclass_gui.answers.scenes import scene_of
from linclass_gui.draw.axes import Ticks, draw_axes, draw_heading, transform_of
from linclass_gui.draw.painter import draw_marks
from linclass_gui.draw.paper import MM, draw_page
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import LESSON_PREFIX, lesson_paths
from linclass_gui.markup.numbers import tick_labels
from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.marks import Figure
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PRINT, PROJECTOR, Theme
from linclass_gui.window.canvas.plots_area import plot_theme

pytestmark = pytest.mark.usefixtures("qapp")
NAMES = [plot.name for plot in PLOTS]
WINDOW = ((300.0, 196.0), (620.0, 400.0))
LANES = {"path"}  # each lane has its own name
TABLES = {"confusion"}
SQUARE = {"roc", "precision", "calibration"}
LESSONS = [path.stem for path in lesson_paths()]
# a column of the window at 1280 and at 1920, and one in a window of its own
SIZES = ((259.0, 194.0), (390.0, 194.0), (606.0, 390.0))
IN_LESSONS = tuple(itertools.product((LIGHT, plot_theme(PROJECTOR)), SIZES))


class Drawn:
    """The words of a figure as they are drawn in a picture of the window."""

    def __init__(self, figure: Figure, size: tuple[float, float], theme: Theme = LIGHT) -> None:
        rect = (0.0, 0.0, *size)
        surface = RecordingSurface()
        self.t = transform_of(figure, rect, theme)
        draw_axes(surface, figure, self.t, theme, rect)
        draw_heading(surface, figure, self.t, theme, rect)
        draw_marks(surface, with_words(figure, self.t, theme).marks, self.t, theme)
        self.words = [call for call in surface.named("text") if call["layout"].width > 0.0]

    def named(self, text: str) -> list[dict[str, object]]:
        """The words that say so."""
        return [call for call in self.words if call["layout"].markup == text]


def box_of(call: dict) -> tuple[float, float, float, float]:
    """The rectangle of upright words."""
    layout = call["layout"]
    left, base = call["x"], call["y"]
    return left, base - layout.cap_height, left + layout.width, base


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("size", WINDOW, ids=["small", "enlarged"])
@pytest.mark.parametrize("name", NAMES)
def test_the_axis_is_named_at_the_left_and_the_result_is_said_at_the_right(
    name: str, size: tuple[float, float], classes: int
) -> None:
    figure = figure_for(name, classes)
    assert not figure.message
    drawn = Drawn(figure, size)
    values = [call for text in figure.heading for call in drawn.named(text)]
    assert len(values) == len(figure.heading) > 0
    assert max(box_of(call)[2] for call in values) >= drawn.t.right - 0.5
    assert all(box_of(call)[3] < drawn.t.top for call in values)
    assert bool(figure.y.label) or name in LANES | TABLES or not figure.y.visible
    if figure.y.label:
        (axis,) = (
            call for call in drawn.named(figure.y.label) if abs(call["x"] - drawn.t.left) < 0.5
        )
        assert axis["layout"].size == LIGHT.caption
        assert axis["colour"] == LIGHT.palette.ink_2
        assert axis["y"] < drawn.t.top


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("size", WINDOW, ids=["small", "enlarged"])
@pytest.mark.parametrize("name", NAMES)
def test_every_tick_at_an_end_has_its_number(
    name: str, size: tuple[float, float], classes: int
) -> None:
    figure = figure_for(name, classes)
    drawn = Drawn(figure, size)
    below = [call for call in drawn.words if call["y"] > drawn.t.bottom]
    named = figure.x.ticks or ()
    labels = tick_labels(named, figure.x.suffix)
    for label in labels[:1] + labels[-1:]:
        assert any(call["layout"].markup == label for call in below), label
    if figure.x.visible and figure.x.label:
        assert Ticks.of(figure.x, 2, LIGHT).values
        (axis,) = (call for call in below if call["layout"].markup == figure.x.label)
        ticks = [call for call in below if call is not axis and call["y"] == axis["y"]]
        assert all(box_of(call)[2] < axis["x"] for call in ticks), "it is behind the last number"


@pytest.mark.parametrize("name", sorted(SQUARE))
@pytest.mark.parametrize("size", WINDOW, ids=["small", "enlarged"])
def test_shares_over_shares_have_a_square_field(name: str, size: tuple[float, float]) -> None:
    t = transform_of(figure_for(name), (0.0, 0.0, *size), LIGHT)
    assert t.width == pytest.approx(t.height)
    panel = page_of(figure_for(name), 84.0 * MM, 63.0 * MM, PRINT).panels[0].transform
    assert panel.width == pytest.approx(panel.height)


def test_curves_classes_and_methods_are_named_at_their_places() -> None:
    for name, least in (("fisher-angle", 1), ("projection", 2), ("convergence", 2)):
        figure = figure_for(name)
        assert len(figure.words) >= least
        assert not figure.legend
    assert [entry.name for entry in figure_for("roc", 3).legend] == [
        "setosa",
        "versicolor",
        "virginica",
    ]
    for lane in figure_for("path").lanes:
        assert lane.end is not None
    assert not [mark for mark in figure_for("fisher-angle").marks if mark.role == "trial-handle"], (
        "no handle without its line"
    )


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(("size", "theme"), [(size, LIGHT) for size in WINDOW], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_no_two_words_touch(
    name: str, size: tuple[float, float], theme: Theme, classes: int
) -> None:
    check(Drawn(figure_for(name, classes), size, theme).words)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_no_two_words_touch_on_paper(name: str, classes: int) -> None:
    surface = RecordingSurface()
    draw_page(surface, page_of(figure_for(name, classes), 84.0 * MM, 63.0 * MM, PRINT))
    check([call for call in surface.named("text") if call["layout"].width > 0.0])


@cache
def lesson(name: str) -> Scene:
    return scene_of(open_document(LESSON_PREFIX + name))


@pytest.mark.slow
@pytest.mark.parametrize("plot", PLOTS, ids=NAMES)
def test_in_lessons_words_lie_in_the_plot_and_on_no_handle(
    plot: Plot, by_turns: Callable[..., Any]
) -> None:
    for k, name in enumerate(LESSONS):
        figure = plot.draw(lesson(name))
        for theme, size in by_turns(IN_LESSONS, k):
            drawn = Drawn(figure, size, theme)
            check(drawn.words)
            boxes = [box_of(call) for call in drawn.words if call["angle"] == 0.0]
            for left, top, right, bottom in boxes:
                assert min(left, top) >= -0.5
                assert right <= size[0] + 0.5
                assert bottom <= size[1] + 0.5
            for handle in figure.handles:
                x, y = drawn.t.point(*handle.at)
                assert not any(a < x < c and b < y < d for a, b, c, d in boxes), handle.name


def check(words: list[dict]) -> None:
    """No upright words lie on others."""
    upright = [(call["layout"].markup, box_of(call)) for call in words if call["angle"] == 0.0]
    for (one, a), (other, b) in itertools.combinations(upright, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1], (one, other)
