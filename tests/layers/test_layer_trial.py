"""The line set by hand: its handles, its numbers, and the pointer's perpendicular."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import bare_marks, canvas_marks, clouds, document_of, dots, paths, scene_of
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.answers.decision import trial_line
from linclass_gui.answers.trial_line import starting_trial, trial_numbers, turned_to_axis
from linclass_gui.layers.trial_line import drag, handles
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.scene import Hover
from solvers import Fisher, fisher_curve

SCENE = scene_of(document_of(clouds(), [Fisher()]))
ANGLES = st.floats(0.0, 359.9)
PLACES = st.tuples(st.floats(-2.0, 2.0), st.floats(-2.0, 2.0))


@given(ANGLES, PLACES)
def test_the_line_and_its_handles_lie_on_the_score_zero(
    angle: float, pivot: tuple[float, float]
) -> None:
    line = TrialLine(angle, pivot)
    # without its w, whose tip is off the line
    layers = SCENE.document.layers - {"weight"}
    scene = replace(SCENE, document=replace(SCENE.document, trial=line, layers=layers))
    marks = bare_marks(scene)
    for mark in (*paths(marks, "trial"), *dots(marks, "trial-handle")):
        assert trial_line(line).scores(mark.xy) == pytest.approx(0.0, abs=1e-9)
    assert [handle.name for handle in handles(scene)] == ["trial-move", "trial-turn"]


@given(ANGLES, PLACES)
def test_a_handle_dragged_to_where_it_is_changes_nothing(
    angle: float, pivot: tuple[float, float]
) -> None:
    scene = replace(SCENE, document=replace(SCENE.document, trial=TrialLine(angle, pivot)))
    for handle in handles(scene):
        after = drag(scene, handle.name, handle.at).trial
        away = (after.angle - angle + 180.0) % 360.0 - 180.0
        assert away == pytest.approx(0.0, abs=1e-6)
        assert after.pivot == pytest.approx(pivot)


def test_the_turning_handle_follows_the_pointer_and_keeps_the_pivot() -> None:
    scene = replace(SCENE, document=replace(SCENE.document, trial=TrialLine(0.0, (0.5, 0.25))))
    after = drag(scene, "trial-turn", (1.5, 1.25)).trial
    assert after.pivot == (0.5, 0.25)
    assert trial_line(after).scores(np.array([[1.5, 1.25]])) == pytest.approx([0.0], abs=1e-12)


def test_a_pivot_outside_the_view_leaves_the_handles_inside() -> None:
    scene = replace(SCENE, document=replace(SCENE.document, trial=TrialLine(0.0, (0.2, 1e4))))
    view = scene.view
    for handle in handles(scene):
        assert view.x0 <= handle.at[0] <= view.x1
        assert view.y0 <= handle.at[1] <= view.y1


@pytest.mark.parametrize(("angle", "expected"), [(10.0, 10.0), (100.0, 100.0), (170.0, 350.0)])
def test_turning_to_an_axis_keeps_the_class_on_its_side(angle: float, expected: float) -> None:
    assert turned_to_axis(TrialLine(20.0, (0.0, 0.0)), angle).angle == expected


def test_numbers_of_a_line_agree_with_brute_force_and_with_the_curve() -> None:
    data, line = clouds(apart=0.6), TrialLine(35.0, (0.1, -0.2))
    numbers = trial_numbers(data, line)
    f = [
        (x - 0.1) * np.cos(np.radians(35.0)) + (z + 0.2) * np.sin(np.radians(35.0))
        for x, z in data.X.tolist()
    ]
    margins = np.array(
        [score if label else -score for score, label in zip(f, data.labels, strict=True)]
    )
    assert numbers.errors == int((margins < 0).sum())
    assert numbers.smallest == pytest.approx(margins.min())
    assert pytest.approx(fisher_curve(data.X, data.y, [np.radians(35.0)]).J[0]) == numbers.J


def test_a_new_line_starts_between_the_class_means() -> None:
    data = clouds()
    line = trial_line(starting_trial(data, SCENE.view))
    means = np.array([data.X[data.labels == label].mean(axis=0) for label in (0, 1)])
    scores = line.scores(means)
    assert scores[0] == pytest.approx(-scores[1])
    assert scores[1] > 0.0


def test_the_pointer_shows_its_distance_to_the_boundary() -> None:
    scene = replace(SCENE, hover=Hover((1.5, -0.5)))
    (way,) = paths(canvas_marks(scene), "pointer")
    fit = scene.fits["m1"]
    assert fit.decision_function(way.xy[1:]) == pytest.approx([0.0], abs=1e-9)
    expected = abs(float(fit.decision_function([(1.5, -0.5)])[0])) / np.hypot(*fit.w)
    assert np.hypot(*(way.xy[1] - way.xy[0])) == pytest.approx(expected)


def test_the_moving_handle_takes_the_line_along() -> None:
    scene = replace(SCENE, document=replace(SCENE.document, trial=TrialLine(30.0, (0.0, 0.0))))
    after = drag(scene, "trial-move", (1.0, -1.0)).trial
    assert after == TrialLine(30.0, (1.0, -1.0), in_front=True)


def test_a_point_on_the_line_counts_for_the_negative_class() -> None:
    data = clouds(8).moved([0, 1], [[0.0, 0.0], [0.0, 0.0]])
    on_line = trial_numbers(data, TrialLine(0.0, (0.0, 0.0)))
    assert on_line.margins[0] == on_line.margins[1] == 0.0
    others = int((on_line.margins[2:] < 0).sum())
    assert on_line.errors == others + 1
