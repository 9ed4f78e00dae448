"""Labels stand along their lines, inside the view, clear of each other; names stand on the right
side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import (
    SIDES,
    THREE,
    canvas_marks,
    clouds,
    document_of,
    dragged,
    paths,
    scene_of,
    texts,
    transform_of,
)

from linclass_gui.answers.method_labels import label_of
from linclass_gui.draw.device_figure import figure_for_device
from linclass_gui.draw.placing.placer import Placer
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.layers.equation import equation
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.marks import Mark, Text
from linclass_gui.scene.scene import Hover
from linclass_gui.scene.theme import DARK, GREY, LIGHT, PRINT, Theme
from solvers import (
    Dataset,
    Fisher,
    SoftMarginSVM,
)

SIZE = 13.0


def labels(marks: Iterable[Mark]) -> list[Text]:
    """The names of lines."""
    return texts(marks, "label", "label-selected")


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT, GREY], ids=lambda theme: theme.name)
def test_every_line_in_view_carries_its_name_in_ink_the_selected_one_in_bold(theme: Theme) -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(20.0, (0.0, 0.0)))
    marks = canvas_marks(scene, theme)
    written = {name for text in labels(marks) for name in text.text.split(", ")}
    assert written == {
        "soft margin",
        "Fisher",
        "logistic",
        "$f(x) = +1$",
        "$f(x) = −1$",
        "trial line",
    }
    assert theme.style("label").fill == theme.style("label-selected").fill == theme.palette.ink


def test_names_run_in_their_own_lines() -> None:
    scene = scene_of(document_of(clouds()))
    fit = scene.fits["m1"]
    (own,) = (label for label in labels(canvas_marks(scene)) if label.text == "soft margin")
    assert own.along is not None
    assert np.dot(own.along, fit.w) == pytest.approx(0.0, abs=1e-9)
    assert float(fit.decision_function([own.at])[0]) == pytest.approx(0.0, abs=1e-6)


def places(marks: Iterable[Mark]) -> list[tuple[str, tuple[float, float]]]:
    return [(mark.text, mark.at) for mark in marks if isinstance(mark, Text)]


def test_the_same_scene_has_the_same_words_in_the_same_places_however_one_came_there() -> None:
    scene, placer = scene_of(document_of(clouds())), Placer()
    fresh = places(canvas_marks(scene))
    canvas_marks(dragged(scene, 3, (0.4, 0.2)), LIGHT, placer)
    canvas_marks(scene_of(document_of(clouds(apart=3.0))), LIGHT, placer)
    assert places(canvas_marks(scene, LIGHT, placer)) == fresh
    assert places(canvas_marks(replace(scene, hover=Hover((0.0, 0.0), 3)), LIGHT, placer)) == fresh


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_class_names_stand_on_their_sides(angle: int) -> None:
    data = clouds(apart=3.0)
    turn = np.radians(angle)
    X = data.X @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    scene = scene_of(document_of(Dataset(X, data.labels, ("apples", "pears")), THREE))
    minus_and_plus = {
        text.text.split("\u2003")[0]: text for text in texts(canvas_marks(scene), *SIDES)
    }
    fit = scene.fits["m1"]
    assert fit.decision_function([minus_and_plus["apples"].at])[0] < 0.0
    assert fit.decision_function([minus_and_plus["pears"].at])[0] > 0.0
    assert "$f(x) > 0$" in minus_and_plus["pears"].text


def test_the_printed_equation_adds_up_to_the_score() -> None:
    scene = scene_of(document_of(clouds()))
    text = equation(scene.fits["m1"], scene.view)
    plain = re.sub(r"([+-]) ", r"\1", text.replace("−", "-").removeprefix("f(x) = "))
    w1, w2, b = (float(v) for v in re.findall(r"[+-]?\d+\.?\d*(?= x_1| x_2|$)", plain))
    for x in ((1.9, -1.55), (-2.0, 2.0)):
        assert w1 * x[0] + w2 * x[1] + b == pytest.approx(
            float(scene.fits["m1"].decision_function([x])[0]), abs=0.005
        )


def test_the_equation_stands_next_to_the_name_of_its_class() -> None:
    scene = scene_of(
        replace(document_of(clouds()), layers=frozenset({"boundary", "equation", "half-planes"}))
    )
    (formula,) = [text for text in texts(canvas_marks(scene), "math") if "f(x)" in text.text]
    name = next(text for text in texts(canvas_marks(scene), *SIDES) if ">" in text.text)
    assert abs(formula.at[1] - name.at[1]) < 3.0 * SIZE * scene.pixel


@pytest.mark.parametrize("theme", [LIGHT, PRINT], ids=lambda theme: theme.name)
def test_the_grid_lines_are_the_ticks_of_the_axes(theme: Theme) -> None:
    scene = scene_of(document_of(clouds()))
    figure = figure_for_device(canvas_figure(scene), transform_of(scene), theme)
    (lines,) = paths(figure.marks, "grid")
    upright = lines.xy.reshape(-1, 2, 2)
    assert [x for (x, y), (x1, y1) in upright.tolist() if x == x1] == list(figure.x.ticks or ())
    steps = np.concatenate([np.diff(figure.x.ticks or ()), np.diff(figure.y.ticks or ())])
    assert steps == pytest.approx(np.full(len(steps), steps[0]))


def test_methods_of_one_kind_are_named_by_all_in_which_they_differ() -> None:
    document = document_of(
        clouds(), [SoftMarginSVM(C=3.0), SoftMarginSVM(C=0.5, algorithm="smo"), Fisher()]
    )
    first, second, other = (label_of(method, document.methods) for method in document.methods)
    assert first.startswith("soft margin, $C = 3$, ")
    assert second.startswith("soft margin, $C = 0.5$, ")
    assert first.split(", ")[2] != second.split(", ")[2]
    assert other == "Fisher"
