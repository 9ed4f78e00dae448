"""Every gesture as a value: press, moves, release, and what they ask for."""

from dataclasses import replace

import numpy as np
import pytest

from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.gestures import (
    NO_EFFECT,
    DragHandle,
    Effect,
    Pointer,
    all_selected,
    delete_selection,
    flip_selection,
    nudge_selection,
)
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.tools import begin_gesture
from linclass_gui.scene.view import View
from solvers import Dataset

PIXEL = 0.01
POINTS = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (3.0, 3.0)]


@pytest.fixture
def scene() -> Scene:
    document = replace(Document.empty(), dataset=Dataset(np.array(POINTS), np.array([0, 1, 0, 1])))
    return Scene(document, View(-5.0, 5.0, -4.0, 4.0), PIXEL)


def at(x: float, y: float, **more: object) -> Pointer:
    return Pointer((x, y), (x / PIXEL, -y / PIXEL), **more)


def points_of(effect: Effect) -> list[list[float]]:
    return effect.document.dataset.X.tolist()


@pytest.mark.parametrize(
    ("tool", "press", "label"),
    [
        ("add-plus", at(2, 2), 1),
        ("add-minus", at(2, 2), 0),
        ("add-plus", at(2, 2, shift=True), 0),
        ("add-minus", at(2, 2, shift=True), 1),
        ("select", at(2, 2, button="right"), 0),
    ],
    ids=[
        "add +",
        "add −",
        "add + with Shift",
        "add − with Shift",
        "right button on empty canvas",
    ],
)
def test_a_press_adds_a_point_of_a_class(scene, tool, press, label):
    gesture = begin_gesture(tool, scene, press)
    effect = gesture.start()
    assert effect.moving == (4,)
    assert points_of(effect)[4] == [2, 2]
    assert effect.document.dataset.labels[4] == label
    assert gesture.finish(press).commit == "Add point"


@pytest.mark.parametrize(("shift", "label"), [(False, 1), (True, 0)])
def test_a_left_click_on_empty_canvas_adds_a_point_with_shift_of_the_next_class(
    scene, shift, label
):
    gesture = begin_gesture("select", scene, at(2, 2, shift=shift))
    assert gesture.start() is NO_EFFECT
    assert gesture.move(at(2.02, 2)) is NO_EFFECT  # two pixels are still a click
    effect = gesture.finish(at(2.02, 2))
    assert points_of(effect)[4] == [2, 2]
    assert effect.document.dataset.labels[4] == label
    assert effect.commit == "Add point"


def test_adding_and_dragging_in_one_press_moves_the_new_point(scene):
    gesture = begin_gesture("add-plus", scene, at(2, 2))
    first = gesture.start()
    effect = gesture.move(at(2.5, 1))
    assert points_of(effect)[4] == [2.5, 1]
    assert effect.moving == (4,)
    # what lets the worker keep hold of the point
    assert effect.document.dataset.labels is first.document.dataset.labels
    assert gesture.finish(at(2.5, 1)).commit == "Add point"


def test_dragging_a_point_moves_it_by_as_much_as_the_pointer(scene):
    gesture = begin_gesture("select", scene, at(1.04, 0.03, row=1))
    start = gesture.start()
    assert start.document is scene.document
    assert start.moving == (1,)
    effect = gesture.move(at(2.04, 0.53))
    assert points_of(effect) == [[0, 0], [2.0, 0.5], [0, 1], [3, 3]]
    assert gesture.finish(at(2.04, 0.53)).commit == "Move point"
    assert scene.document.dataset.X.tolist() == [list(p) for p in POINTS]


def test_a_click_on_a_point_selects_it_and_moves_nothing(scene):
    gesture = begin_gesture("select", scene, at(1, 0, row=1))
    gesture.start()
    assert gesture.move(at(1.029, 0)) is NO_EFFECT
    effect = gesture.finish(at(1.029, 0))
    assert effect.rollback
    assert effect.selection == {1}
    assert not effect.commit


def test_the_whole_selection_moves_when_one_of_it_is_dragged_and_another_point_alone(scene):
    chosen = replace(scene, selection=frozenset({0, 2}))
    assert begin_gesture("select", chosen, at(1, 0, row=1)).start().moving == (1,)
    gesture = begin_gesture("select", chosen, at(0, 0, row=0))
    assert gesture.start().moving == (0, 2)
    assert points_of(gesture.move(at(1, -1))) == [[1, -1], [1, 0], [1, 0], [3, 3]]
    assert gesture.finish(at(1, -1)).commit == "Move 2 points"


def test_the_soft_brush_takes_neighbours_along_with_falling_weight(scene):
    wide = replace(scene, pixel=0.02)  # the brush reaches 1.6 units
    gesture = begin_gesture("select", wide, at(0, 0, row=0, alt=True))
    assert gesture.start().moving == (0, 1, 2)
    moved = np.array(points_of(gesture.move(at(0, 1)))) - POINTS
    assert moved[0].tolist() == [0, 1]
    assert moved[1, 1] == pytest.approx(np.exp(-1 / (2 * 0.8**2)))
    assert moved[3].tolist() == [0, 0]


def test_escape_takes_a_gesture_back(scene):
    gesture = begin_gesture("select", scene, at(1, 0, row=1))
    gesture.start()
    gesture.move(at(2, 2))
    assert gesture.cancel().rollback


@pytest.mark.parametrize("tool", ["select", "lasso"])
@pytest.mark.parametrize(
    ("shift", "chosen"), [(False, {0, 1}), (True, {0, 1, 3})], ids=["anew", "added with Shift"]
)
def test_a_drag_around_points_selects_them(scene, tool, shift, chosen):
    gesture = begin_gesture(
        tool, replace(scene, selection=frozenset({3})), at(-0.5, -0.5, shift=shift)
    )
    gesture.start()
    corners = [(1.5, 0.5)] if tool == "select" else [(1.5, -0.5), (1.5, 0.5), (-0.5, 0.5)]
    for corner in corners:
        effect = gesture.move(at(*corner))
    assert effect.rubber[0] == (-0.5, -0.5)
    effect = gesture.finish(at(*corners[-1]))
    assert effect.selection == chosen
    assert effect.rubber == ()
    assert effect.document is None


def test_shift_click_toggles_a_point(scene):
    chosen = replace(scene, selection=frozenset({1, 3}))
    assert begin_gesture("select", chosen, at(1, 0, row=1, shift=True)).start().selection == {3}
    assert begin_gesture("select", chosen, at(0, 0, row=0, shift=True)).start().selection == {
        0,
        1,
        3,
    }


def test_right_click_on_a_point_opens_its_menu_and_keeps_a_selection_that_it_is_in(scene):
    gesture = begin_gesture("add-plus", scene, at(1, 0, row=1, button="right"))
    assert gesture.start().selection == {1}
    assert gesture.finish(at(1, 0)).menu == 1
    gesture = begin_gesture(
        "select", replace(scene, selection=frozenset({0, 1})), at(1, 0, row=1, button="right")
    )
    assert gesture.start().selection is None


@pytest.mark.parametrize(
    "press", [{"button": "middle"}, {"space": True}], ids=["middle button", "space bar"]
)
def test_pan_moves_the_view_against_the_pointer(scene, press):
    gesture = begin_gesture("select", scene, at(0, 0, **press))
    effect = gesture.move(at(1, -0.5))
    assert effect.view.box == pytest.approx((-6, 4, -3.5, 4.5))
    assert gesture.cancel().view == scene.view


def test_eraser_removes_what_it_passes_and_makes_one_entry_and_none_of_nothing(scene):
    gesture = begin_gesture("eraser", scene, at(0, 0))
    assert len(points_of(gesture.start())) == 3
    assert gesture.move(at(0.5, 0.5)) is NO_EFFECT
    assert points_of(gesture.move(at(1, 0.05))) == [[0, 1], [3, 3]]
    assert gesture.finish(at(1, 0)).commit == "Erase points"
    gesture = begin_gesture("eraser", scene, at(-3, -3))
    assert gesture.start() is NO_EFFECT
    assert gesture.finish(at(-3, -3)) is NO_EFFECT


def test_spray_is_repeatable_and_keeps_its_class(scene):
    def spray(size: float = 1.0) -> np.ndarray:
        brush = scene.brush.larger(size)
        gesture = begin_gesture("spray", replace(scene, brush=brush), at(2, 2, shift=True))
        gesture.start()
        effect = gesture.move(at(2.5, 2))
        assert effect.document.dataset.labels[4:].tolist() == [0, 0]
        assert gesture.finish(at(2.5, 2)).commit == "Spray points"
        return effect.document.dataset.X

    assert spray().tolist() == spray().tolist()
    assert spray(2.0)[4] - (2, 2) == pytest.approx(2.0 * (spray()[4] - (2, 2)))


def test_trial_line_goes_through_both_ends_of_the_stroke(scene):
    gesture = begin_gesture("trial", scene, at(0, 2))
    trial = gesture.move(at(1, -1)).document.trial
    ends = np.array([(0, 2), (1, -1)])
    assert ends @ trial.w + trial.b == pytest.approx(0)
    assert trial.w[0] > 0  # a stroke downwards has class + on its right
    assert gesture.finish(at(1, -1)).commit == "Draw trial line"


def test_handle_follows_the_pointer_and_makes_one_entry(scene):
    def place(to: tuple[float, float]) -> Document:
        return replace(scene.document, trial=TrialLine(to[0], to))

    gesture = DragHandle(scene, at(0, 0), place, "Turn trial line")
    assert gesture.move(at(0.001, 0)).document.trial.angle == 0.001
    assert gesture.finish(at(1, 0)).commit == "Turn trial line"


def test_keys_act_on_the_selection(scene):
    chosen = replace(scene, selection=frozenset({1, 2}))
    assert points_of(nudge_selection(chosen, 1, 0)) == [
        [0, 0],
        [1.01, 0],
        [0.01, 1],
        [3, 3],
    ]
    assert points_of(nudge_selection(chosen, 0, -1, large=True))[1] == pytest.approx([1, -0.1])
    assert points_of(delete_selection(chosen)) == [[0, 0], [3, 3]]
    assert delete_selection(chosen).selection == frozenset()
    assert flip_selection(chosen).document.dataset.labels.tolist() == [0, 0, 1, 1]
    assert all_selected(scene).selection == {0, 1, 2, 3}


def test_two_points_at_the_same_place_can_be_pulled_apart(scene):
    twins = replace(scene.document, dataset=scene.document.dataset.moved(2, (0, 0)))
    gesture = begin_gesture("select", replace(scene, document=twins), at(0, 0, row=2))
    gesture.start()
    assert points_of(gesture.move(at(1, 1)))[:3] == [[0, 0], [1, 0], [1, 1]]
