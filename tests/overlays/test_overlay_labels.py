"""Labels stand along their lines, inside the view, clear of each other; names stand on the right side."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import HEIGHT_PX, THREE, WIDTH_PX, clouds, document_of, dots, paths, scene_of, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.core.crowd import Crowd, crowd
from linclass_gui.core.document import TrialLine, View
from linclass_gui.core.fits.decision import plane_line
from linclass_gui.core.fits.trial import trial_from
from linclass_gui.core.labels import place, text_width
from linclass_gui.core.marks import Text
from linclass_gui.core.theme import LIGHT
from linclass_gui.overlays import canvas_marks
from linclass_gui.overlays.equation import equation
from linclass_gui.overlays.lines import line_labels
from linclass_gui.overlays.regions import common_point
from solvers import Dataset, Fisher, Floats, HardMarginSVM, SoftMarginSVM

SIZE = 13.0


def corners(label: Text, pixel: float) -> Floats:
    """The rectangle of a label, in data units."""
    along = np.array(label.along) / np.hypot(*label.along)  # type: ignore[arg-type]
    across = np.array([-along[1], along[0]])
    half = np.array([0.5 * text_width(label.text, SIZE), 0.5 * SIZE]) * pixel
    return np.array([np.array(label.at) + a * half[0] * along + b * half[1] * across for a in (-1, 1) for b in (-1, 1)])


def test_every_line_in_view_carries_its_name() -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(20.0, (0.0, 0.0)))
    written = {text.text for text in texts(canvas_marks(scene), "label")}
    assert written == {"soft margin", "Fisher", "logistic", "$f(x) = +1$", "$f(x) = −1$", "trial line"}


def test_labels_run_along_their_own_lines() -> None:
    scene = scene_of(document_of(clouds()))
    fit = scene.fits["m1"]
    levels = {"soft margin": 0.0, "$f(x) = +1$": 1.0, "$f(x) = −1$": -1.0}
    norm = float(np.hypot(*fit.w))
    for label in texts(canvas_marks(scene), "label"):
        if label.text in levels:
            assert label.along is not None
            assert np.dot(label.along, fit.w) == pytest.approx(0.0, abs=1e-9)
            away = abs(float(fit.decision_function([label.at])[0]) - levels[label.text]) / norm
            assert away < 1.5 * SIZE * scene.pixel


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.0, 3.0))
def test_labels_never_leave_the_view(seed: int, apart: float) -> None:
    scene = scene_of(document_of(clouds(24, apart, seed)), trial=TrialLine(float(seed % 360), (0.3, 0.1)))
    view = scene.view
    for label in texts(canvas_marks(scene), "label"):
        box = corners(label, scene.pixel)
        assert box[:, 0].min() >= view.x0
        assert box[:, 0].max() <= view.x1
        assert box[:, 1].min() >= view.y0
        assert box[:, 1].max() <= view.y1


def test_labels_on_parallel_lines_keep_clear_of_each_other() -> None:
    view, pixel = View(0.0, WIDTH_PX, 0.0, HEIGHT_PX), 1.0
    lines = tuple(np.array([[x, 0.0], [x, HEIGHT_PX]]) for x in (400.0, 440.0, 480.0, 520.0))
    empty = Crowd(np.zeros((200, 200), dtype=bool))
    places = place(lines, ("first line", "second line", "third line", "fourth line"), SIZE, view, pixel, empty)
    centres = np.array([spot.at for spot in places if spot is not None])
    assert len(centres) == 4
    apart = np.abs(centres[:, None] - centres[None])[~np.eye(4, dtype=bool)]
    assert ((apart[:, 0] > SIZE) | (apart[:, 1] > text_width("second line", SIZE))).all()


def test_labels_avoid_points() -> None:
    view, line = View(0.0, WIDTH_PX, 0.0, HEIGHT_PX), np.array([[500.0, 0.0], [500.0, HEIGHT_PX]])
    blocked = np.zeros((int(HEIGHT_PX / 6) + 1, int(WIDTH_PX / 6) + 1), dtype=bool)
    blocked[70:] = True  # everything above 420 px
    (spot,) = place((line,), ("name",), SIZE, view, 1.0, Crowd(blocked))
    assert spot is not None
    assert spot.at[1] < 420.0


def test_labels_stand_still_when_nothing_changes() -> None:
    scene = scene_of(document_of(clouds()))
    assert all(
        a is b for a, b in zip(texts(canvas_marks(scene), "label"), texts(canvas_marks(replace(scene)), "label"), strict=True)
    )


def test_two_methods_of_one_kind_are_told_apart() -> None:
    scene = scene_of(document_of(clouds(), [SoftMarginSVM(C=1.0), SoftMarginSVM(C=100.0)]))
    assert {"soft margin, $C = 1.00$", "soft margin, $C = 100$"} <= {text.text for text in texts(canvas_marks(scene), "label")}


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_class_names_stand_on_their_sides(angle: int) -> None:
    data = clouds(apart=3.0)
    turn = np.radians(angle)
    X = data.X @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    scene = scene_of(document_of(Dataset(X, data.labels, ("apples", "pears")), THREE))
    minus_and_plus = {text.text.split("\u2003")[0]: text for text in texts(canvas_marks(scene), "class-name")}
    fit = scene.fits["m1"]
    assert fit.decision_function([minus_and_plus["apples"].at])[0] < 0.0
    assert fit.decision_function([minus_and_plus["pears"].at])[0] > 0.0
    assert "$f(x) > 0$" in minus_and_plus["pears"].text


def test_the_printed_equation_adds_up_to_the_score() -> None:
    scene = scene_of(document_of(clouds()))
    text = equation(scene.fits["m1"], scene.view)
    assert text is not None
    plain = re.sub(r"([+-]) ", r"\1", text.replace("−", "-").removeprefix("f(x) = "))
    w1, w2, b = (float(v) for v in re.findall(r"[+-]?\d+\.?\d*(?= x_1| x_2|$)", plain))
    for x in ((1.9, -1.55), (-2.0, 2.0)):
        assert w1 * x[0] + w2 * x[1] + b == pytest.approx(float(scene.fits["m1"].decision_function([x])[0]), abs=0.005)


def test_the_equation_of_a_layer_stands_in_the_corner_of_its_class() -> None:
    scene = scene_of(document_of(clouds()))
    (formula,) = [text for text in texts(canvas_marks(scene), "math") if "f(x)" in text.text]
    name = next(text for text in texts(canvas_marks(scene), "class-name") if ">" in text.text)
    assert formula.anchor == name.anchor
    assert formula.at[0] == name.at[0]


def test_the_grid_lines_are_the_ticks_of_the_axes() -> None:
    from linclass_gui.overlays import canvas_figure

    scene = scene_of(document_of(clouds()))
    figure = canvas_figure(scene)
    (lines,) = paths(figure.marks, "grid")
    upright = lines.xy.reshape(-1, 2, 2)
    assert [x for (x, y), (x1, y1) in upright.tolist() if x == x1] == list(figure.x.ticks or ())
    steps = np.concatenate([np.diff(figure.x.ticks or ()), np.diff(figure.y.ticks or ())])
    assert steps == pytest.approx(np.full(len(steps), steps[0]))


def test_the_crowd_knows_where_points_are_and_where_not() -> None:
    view, data = (
        View(0.0, 600.0, 0.0, 300.0),
        Dataset(np.array([[100.0, 100.0], [500.0, 200.0], [900.0, 10.0], [-50.0, 3.0]]), [0, 1, 0, 1]),
    )
    seen = crowd(data, (1,), view, 1.0, 18.0)
    centres = np.array([[100.0, 100.0], [115.0, 100.0], [140.0, 100.0], [500.0, 200.0], [598.0, 10.0], [2.0, 3.0]])
    assert seen.touches(centres).tolist() == [True, True, False, False, False, False]


XOR = Dataset(np.array([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]]), np.array([0, 0, 1, 1]))
MIXED = {"xor": XOR, "clouds": clouds(apart=0.4), "few": clouds(14, apart=0.1, seed=4), "wide": clouds(60, apart=0.2, seed=2)}


@pytest.mark.parametrize("data", MIXED.values(), ids=MIXED)
@pytest.mark.parametrize(("width", "height"), [(880, 440), (560, 300)])
def test_the_sentence_of_a_common_point_covers_neither_the_point_nor_the_labels_of_the_axes(
    data: Dataset, width: int, height: int
) -> None:
    scene = scene_of(document_of(data, [HardMarginSVM()]))
    view = View.around(data.X).with_aspect(width, height)
    shown = replace(scene, view=view, pixel=view.width / width)
    marks = common_point.draw(shown)
    (sentence,) = texts(marks, "caption")
    size, middle = shown.label_size, (np.array(sentence.at) - (view.x0, view.y0)) / shown.pixel
    half = 0.5 * text_width(sentence.text, 0.92 * size)
    left = middle[0] if sentence.anchor == "left" else middle[0] - half
    rings = [(mark.xy[0] - (view.x0, view.y0)) / shown.pixel for mark in dots(marks, "common")]
    away_x, away_y = max(left - rings[0][0], rings[0][0] - left - 2.0 * half, 0.0), abs(middle[1] - rings[0][1])
    assert np.hypot(away_x, away_y) > 0.5 * LIGHT.style("common").size
    for x, y in (*rings[1:], (left, middle[1])):
        assert x > 4.0 * size  # right of the tick labels and of the axis name at the upper left
        assert y > 3.0 * size  # above the tick labels at the lower edge


def test_the_trial_line_needs_no_name_where_there_is_no_room_for_one() -> None:
    scene = scene_of(document_of(clouds()), trial=TrialLine(70.0, (0.2, 0.1)))
    beside = scene_of(document_of(clouds(), [Fisher()]))
    line = plane_line(beside.fits["m1"])
    assert line is not None
    named = [mark for mark in line_labels.draw(scene) if isinstance(mark, Text) and mark.text == "trial line"]
    assert len(named) == 1
    # On a small picture, between two parallel lines as near as the label is high.
    document = replace(beside.document, trial=trial_from(line, np.zeros(2), 0.05))
    crowded = replace(beside, document=document, pixel=beside.view.width / 150.0)
    drawn = [mark for mark in line_labels.draw(crowded) if isinstance(mark, Text)]
    assert {mark.text for mark in drawn} == {"Fisher"}
