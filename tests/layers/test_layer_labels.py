"""Labels stand along their lines, inside the view, clear of each other; names stand on the right
side.
"""

from __future__ import annotations

import itertools
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
    Floats,
    LogisticRegression,
    SoftMarginSVM,
)

SIZE = 13.0


def labels(marks: Iterable[Mark]) -> list[Text]:
    """The names of lines."""
    return texts(marks, "label")


def test_every_line_in_view_carries_its_name() -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(20.0, (0.0, 0.0)))
    written = {text.text for text in labels(canvas_marks(scene))}
    assert written == {
        "soft margin",
        "Fisher",
        "logistic",
        "$f(x) = +1$",
        "$f(x) = −1$",
        "trial line",
    }


def test_labels_run_along_their_own_lines_and_are_nearer_to_them_than_to_any_other_by_half() -> (
    None
):
    scene = scene_of(document_of(clouds()))
    marks, fit = canvas_marks(scene), scene.fits["m1"]
    lines = [line.xy for role in ("boundary", "margin") for line in paths(marks, role)]
    turned = [label for label in labels(marks) if label.along is not None]
    assert len(turned) >= 3
    for label in turned:
        away = sorted(distance(np.array(label.at), line) / scene.pixel for line in lines)
        assert away[0] < 1.5 * SIZE
        assert away[1] >= 1.49 * away[0]
    (own,) = (label for label in turned if label.text == "soft margin")
    assert np.dot(own.along, fit.w) == pytest.approx(0.0, abs=1e-9)


def distance(point: Floats, line: Floats) -> float:
    """From a point to a segment."""
    step = line[1] - line[0]
    share = np.clip((point - line[0]) @ step / (step @ step), 0.0, 1.0)
    return float(np.hypot(*(point - line[0] - share * step)))


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


BUNDLE = [LogisticRegression(l2=l2) for l2 in (0.01, 0.02, 0.03, 0.05)]


@pytest.mark.parametrize("theme", [LIGHT, PRINT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("angle", [0, 40, 90, 140])
def test_names_of_a_bundle_stand_at_the_ends_in_their_order_with_leaders_that_cross_no_other(
    angle: int, theme: Theme
) -> None:
    turn, data = np.radians(angle), clouds(40, 1.0)
    X = data.X @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    scene = scene_of(
        replace(document_of(Dataset(X, data.labels), BUNDLE), layers=frozenset({"boundary"}))
    )
    marks = canvas_marks(scene, theme)
    assert len(labels(marks)) == len(BUNDLE)
    leaders = [leader.xy for leader in paths(marks, "leader")]
    assert len(leaders) >= 2
    for (a, b), (c, d) in itertools.combinations(leaders, 2):
        assert not (side(a, b, c) * side(a, b, d) < 0.0 and side(c, d, a) * side(c, d, b) < 0.0)
    for leader in paths(marks, "leader"):
        (line,) = (mark.xy for mark in paths(marks, "boundary") if mark.slot == leader.slot)
        assert distance(leader.xy[0], line) < 0.5 * scene.pixel


def side(a: Floats, b: Floats, c: Floats) -> float:
    """On which side of the line from a to b a point lies."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


@pytest.mark.parametrize("theme", [LIGHT, DARK, PRINT, GREY], ids=lambda theme: theme.name)
def test_names_are_in_ink_behind_a_piece_of_their_own_line(theme: Theme) -> None:
    document = replace(document_of(clouds()), layers=frozenset({"boundary"}))
    scene = scene_of(document, trial=TrialLine(20.0, (0.0, 0.0)))
    marks = list(canvas_marks(scene, theme))
    assert theme.style("label").fill == theme.palette.ink
    names = {name.text: name for name in labels(marks)}
    for title, role, slot in (
        ("soft margin", "boundary", 1),
        ("Fisher", "boundary", 2),
        ("trial line", "trial", None),
    ):
        (key,) = (path for path in paths(marks, f"{role}-key") if path.slot == slot)
        style = theme.style(f"{role}-key", slot)
        assert (style.stroke, style.width) == (
            theme.style(role, slot).stroke,
            theme.style(role, slot).width,
        )
        name = names[title]
        way = np.array(name.along or (1.0, 0.0)) / np.hypot(*(name.along or (1.0, 0.0)))
        to_name = np.array(name.at) - key.xy.mean(axis=0)
        assert to_name @ way > 0.5 * np.hypot(*np.diff(key.xy, axis=0)[0]), (
            "before it, in the direction of reading"
        )
        assert abs(to_name @ np.array([-way[1], way[0]])) < 0.5 * scene.pixel, (
            "on its line of writing"
        )
