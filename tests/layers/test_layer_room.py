"""Words keep clear: of points, of lines, of each other, and of the border, in the window and on
paper.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import SIDES, canvas_marks, clouds, document_of, paths, scene_of, texts

from linclass_gui.draw.painter import text_layout
from linclass_gui.layers.areas import draw_first_click
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Mark, Text
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT, PRINT, PROJECTOR, Theme
from linclass_gui.scene.view import View
from solvers import Fisher, Floats, HardMarginSVM, LogisticRegression, SoftMarginSVM

NAMES = frozenset({"boundary", "margins", "support-vectors"})
UPRIGHT = (*SIDES, "math", "caption")


def on_paper(document: Document) -> Scene:
    """The scene of a figure 212 points wide."""
    scene = scene_of(document)
    view: View = scene.view.with_aspect(212.0, 150.0)
    paper: Scene = replace(scene, view=view, pixel=view.width / 212.0)
    return paper


def along(text: Text, scene: Scene, theme: Theme) -> Floats:
    """Eleven places along the middle of a text, in data units."""
    half = 0.5 * text_layout(text.text, theme.style(text.role), text.scale).width * scene.pixel
    direction = np.array(text.along or (1.0, 0.0)) / np.hypot(*(text.along or (1.0, 0.0)))
    x, y = text.at
    x += half * (text.anchor.endswith("left") - text.anchor.endswith("right"))
    places: Floats = np.array([x, y]) + np.linspace(-1.0, 1.0, 11)[:, None] * half * direction
    return places


def words(marks: tuple[Mark, ...]) -> list[Text]:
    return [text for role in (*UPRIGHT, "label") for text in texts(marks, role) if not text.backed]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("paper", [True, False], ids=["paper", "window"])
def test_words_lie_on_no_point_and_on_no_other_words(seed: int, paper: bool) -> None:
    document = document_of(
        clouds(60, 1.0 + 0.3 * seed, seed),
        [SoftMarginSVM(C=8.0), Fisher(), LogisticRegression(l2=0.01)],
    )
    document = replace(document, layers=NAMES | {"slack", "width"})
    scene, theme = (on_paper(document), PRINT) if paper else (scene_of(document), LIGHT)
    marks = canvas_marks(scene, theme)
    size, places = (
        theme.line_label * scene.pixel,
        [along(text, scene, theme) for text in words(marks)],
    )
    assert len(places) >= 2
    for k, place in enumerate(places):
        away = np.hypot(*(place[:, None] - document.dataset.X[None]).transpose(2, 0, 1))
        assert away.min() > 0.4 * size
        for other in places[:k]:
            assert np.hypot(*(place[:, None] - other[None]).transpose(2, 0, 1)).min() > 0.6 * size


@pytest.mark.parametrize("seed", range(6))
def test_class_names_lie_on_no_line(seed: int) -> None:
    scene = on_paper(
        replace(document_of(clouds(40, 1.5, seed), [SoftMarginSVM(C=4.0), Fisher()]), layers=NAMES)
    )
    marks = canvas_marks(scene, PRINT)
    lines = [mark.xy for role in ("boundary", "margin") for mark in paths(marks, role)]
    for name in texts(marks, *SIDES):
        for line in lines:
            step = line[1] - line[0]
            side = (
                (along(name, scene, PRINT) - line[0])
                @ np.array([-step[1], step[0]])
                / np.hypot(*step)
            )
            assert np.abs(side).min() > 0.4 * PRINT.line_label * scene.pixel
            assert (side > 0.0).all() or (side < 0.0).all()


@pytest.mark.parametrize("angle", range(0, 180, 20))
def test_in_the_window_words_keep_clear_of_the_names_of_the_axes(angle: int) -> None:
    turn = np.radians(angle)
    data = clouds(40, 3.0)
    X = data.X @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    document = replace(document_of(replace(data, X=X), [SoftMarginSVM(C=4.0)]), layers=NAMES)
    scene = scene_of(replace(document, axis_names=("petal length in cm", "petal width in cm")))
    view, size = scene.view, LIGHT.line_label * scene.pixel
    long = text_layout("petal length in cm", LIGHT.style("axis-label")).width * scene.pixel
    for text in words(canvas_marks(scene)):
        x, y = along(text, scene, LIGHT).T
        assert not ((x < view.x0 + 0.9 * size + long) & (y > view.y1 - 1.8 * size)).any()
        assert not ((x > view.x1 - 0.9 * size - long) & (y < view.y0 + 1.6 * size)).any()


@pytest.mark.parametrize("seed", range(5))
def test_the_width_arrow_and_its_label_stay_in_the_view(seed: int) -> None:
    scene = on_paper(
        replace(
            document_of(clouds(30, 5.0, seed), [HardMarginSVM()]), layers=NAMES | {"width", "hulls"}
        )
    )
    marks, view = canvas_marks(scene, PRINT), scene.view
    for xy in (
        *(mark.xy for mark in paths(marks, "width")),
        *(along(text, scene, PRINT) for text in texts(marks, "math")),
    ):
        assert view.x0 < xy[:, 0].min() <= xy[:, 0].max() < view.x1
        assert view.y0 < xy[:, 1].min() <= xy[:, 1].max() < view.y1


def test_the_numbers_of_the_slack_are_those_of_the_fit_and_few() -> None:
    scene = scene_of(
        replace(document_of(clouds(80, 0.8), [SoftMarginSVM(C=8.0)]), layers=NAMES | {"slack"})
    )
    slack = 1.0 - scene.fits["m1"].certificate.margins
    numbers = [float(text.text) for text in texts(canvas_marks(scene), "caption")]
    assert 1 < len(numbers) <= 12
    for number in numbers:
        assert np.abs(slack - number).min() < 0.0051


@pytest.mark.usefixtures("qapp")
def test_the_sentence_of_an_empty_canvas_has_room_on_a_projector() -> None:
    sentence = draw_first_click(scene_of(Document.empty()))
    style = PROJECTOR.style("message")
    widths = [text_layout(mark.text, style).width for mark in sentence if isinstance(mark, Text)]
    assert 0 < max(widths) < 700, "the canvas of a window of 1280 pixels"
