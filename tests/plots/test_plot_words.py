"""The words of every plot of every lesson, in the sizes and themes of the window: none on another,
none outside.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from drawing_scenes import document_of
from drawing_scenes import scene_of as fitted
from recording import RecordingSurface, page_of

from linclass_gui.answers.scenes import scene_of
from linclass_gui.draw.axes import draw_axes, draw_heading, transform_of
from linclass_gui.draw.painter import anchor_baseline, text_layout
from linclass_gui.draw.paper import MM, draw_page
from linclass_gui.draw.placing.placer import with_words
from linclass_gui.files.first_picture import open_document
from linclass_gui.files.shipped import LESSON_PREFIX, lesson_paths
from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.marks import Figure, Text
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PRINT, PROJECTOR
from linclass_gui.scene.view import Transform
from linclass_gui.window.canvas.plots_area import plot_theme
from solvers import Dataset

pytestmark = pytest.mark.usefixtures("qapp")
LESSONS = [path.stem for path in lesson_paths()]
SIZES = (
    (259.0, 194.0),
    (390.0, 194.0),
    (606.0, 390.0),
)  # a column of the window at 1280 and at 1920, and one in a window of its own
EQUAL_MEANS = fitted(
    document_of(
        Dataset(np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]), np.array([0, 0, 1, 1]))
    )
)
EVERYWHERE = tuple(itertools.product((LIGHT, plot_theme(PROJECTOR)), SIZES))


@cache
def scene(name: str) -> Scene:
    return scene_of(open_document(LESSON_PREFIX + name))


@cache
def with_trial(name: str, trial: TrialLine | None) -> Scene:
    """The scene of a lesson with another trial line, or with none."""
    known = scene(name)
    return (
        known
        if known.document.trial == trial
        else replace(known, document=replace(known.document, trial=trial))
    )


@cache
def figure_of(shown: Scene, plot: Plot) -> Figure:
    """A plot of a scene, drawn once for all tests that look at it."""
    return plot.draw(shown)


def box_of(mark: Text, transform: Transform, theme: object) -> tuple[float, float, float, float]:
    """The rectangle of a text on the device, from the feet of its letters to their caps."""
    style = theme.style(mark.role)
    layout = text_layout(mark.text, style)
    x, y = transform.point(*mark.at)
    start_x, start_y = anchor_baseline(layout, mark.anchor, style.size)
    start_x, start_y = start_x + mark.offset[0], start_y - mark.offset[1]
    left, base = x + start_x, y + start_y
    return left, base - layout.cap_height, left + layout.width, base


def boxes_of(
    mark: Text, transform: Transform, theme: object
) -> list[tuple[float, float, float, float]]:
    """The rectangle of a level text, or squares along one that is turned."""
    if mark.along is None:
        return [box_of(mark, transform, theme)]
    style = theme.style(mark.role)
    layout = text_layout(mark.text, style)
    (x, y), (to_x, to_y) = (
        transform.point(*mark.at),
        transform.point(mark.at[0] + mark.along[0], mark.at[1] + mark.along[1]),
    )
    length = math.hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / length, (to_y - y) / length
    dx, dy = (-dx, -dy) if dx < 0.0 and mark.along[0] != 0.0 else (dx, dy)
    start_x, start_y = anchor_baseline(layout, mark.anchor, style.size)
    side, down = 0.5 * layout.cap_height, start_y - 0.5 * layout.cap_height - mark.offset[1]
    count = max(1, round(layout.width / layout.cap_height))
    ways = [start_x + mark.offset[0] + (k + 0.5) * layout.width / count for k in range(count)]
    middles = [(x + way * dx - down * dy, y + way * dy + down * dx) for way in ways]
    return [(at - side, up - side, at + side, up + side) for at, up in middles]


@pytest.mark.slow
@pytest.mark.parametrize("plot", PLOTS, ids=[plot.name for plot in PLOTS])
def test_no_words_lie_on_others_or_leave_the_plot(plot: Plot, by_turns: Callable[..., Any]) -> None:
    for name, (theme, (width, height)) in (
        (name, place) for k, name in enumerate(LESSONS) for place in by_turns(EVERYWHERE, k)
    ):
        figure = figure_of(scene(name), plot)
        transform = transform_of(figure, (0.0, 0.0, width, height), theme)
        assert not any(any(mark.gap) for mark in figure.marks if isinstance(mark, Text))
        texts = [
            mark for mark in with_words(figure, transform, theme).marks if isinstance(mark, Text)
        ]
        boxes = [boxes_of(mark, transform, theme) for mark in texts]
        for some, others in itertools.combinations(boxes, 2):
            for one, two in itertools.product(some, others):
                assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
        for left, top, right, bottom in itertools.chain(*boxes):
            assert -0.5 <= left < right <= width + 0.5
            assert -0.5 <= top < bottom <= height + 0.5


PAPER_MM = ((60.0, 45.0), (84.0, 63.0), (297.0, 210.0))


@pytest.mark.slow
@pytest.mark.parametrize("plot", PLOTS, ids=[plot.name for plot in PLOTS])
def test_no_words_about_the_field_are_cut_or_lie_on_others(
    plot: Plot, by_turns: Callable[..., Any]
) -> None:
    for k, shown in enumerate((*map(scene, LESSONS), EQUAL_MEANS)):
        figure = figure_of(shown, plot)
        for theme, (width, height) in by_turns(EVERYWHERE, k):
            surface = RecordingSurface()
            transform = transform_of(figure, (0.0, 0.0, width, height), theme)
            draw_axes(surface, figure, transform, theme, (0.0, 0.0, width, height))
            draw_heading(surface, figure, transform, theme, (0.0, 0.0, width, height))
            check_words(surface, width, height)
        for width, height in by_turns(PAPER_MM, k):
            surface = RecordingSurface()
            draw_page(surface, page_of(replace(figure, words=()), width * MM, height * MM, PRINT))
            check_words(surface, width * MM, height * MM)


def check_words(surface: RecordingSurface, width: float, height: float) -> None:
    """Upright words lie in the picture, and none on another."""
    boxes = []
    for call in surface.named("text"):
        layout, x, y = call["layout"], call["x"], call["y"]
        if call["angle"] == 0.0 and layout.width > 0.0:
            boxes.append((x, y - layout.cap_height, x + layout.width, y))
    for one, two in itertools.combinations(boxes, 2):
        assert one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
    for left, top, right, bottom in boxes:
        assert -0.5 <= left < right <= width + 0.5
        assert -0.5 <= top < bottom <= height + 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    "plot", [plot for plot in PLOTS if plot.drag is not None], ids=lambda plot: plot.name
)
def test_no_words_lie_on_a_handle(plot: Plot, by_turns: Callable[..., Any]) -> None:
    for k, name in enumerate(LESSONS):
        for trial in by_turns((None, TrialLine(30.0, (0.0, 0.0))), k):
            for theme, (width, height) in by_turns(EVERYWHERE, k):
                figure = figure_of(with_trial(name, trial), plot)
                transform = transform_of(figure, (0.0, 0.0, width, height), theme)
                check_handles(figure, transform, theme)


def check_handles(figure: Figure, transform: Transform, theme: Any) -> None:
    """No word covers the middle of a handle."""
    texts = (mark for mark in with_words(figure, transform, theme).marks if isinstance(mark, Text))
    for mark, handle in itertools.product(texts, figure.handles):
        role = "marker" if handle.name.startswith("trial-") else "handle"
        x, y = transform.point(*handle.at)
        for left, top, right, bottom in boxes_of(mark, transform, theme):
            away = np.hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))
            assert away >= 0.5 * theme.style(role).size
