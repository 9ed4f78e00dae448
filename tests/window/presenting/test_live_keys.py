"""The keys that change the methods and the run while they are presented."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest

from linclass_gui.files.shipped import default_document
from linclass_gui.lessons.guesses import proposals
from linclass_gui.scene.document import Document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.live import HandsDialog, next_round_value
from linclass_gui.window.presenting.mode import Presenting
from linclass_gui.window.presenting.slide import layers_with_keys
from linclass_gui.window.widgets.controls import Scale
from solvers import Dataset, Perceptron, SoftMarginSVM

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def _present(window: MainWindow, lesson: str) -> Presenting:
    window.lessons.open_named(lesson)
    assert window.session.wait_idle()
    window.toggle_presentation()
    return window.presenting


def _show(window: MainWindow, document: Document) -> Presenting:
    window.session.load(document)
    window.toggle_presentation()
    assert window.session.wait_idle()
    return window.presenting


def _press(
    window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(window.canvas, key, held)
    assert window.session.wait_idle()


def test_every_step_of_a_run_is_said_in_the_title_band(window: MainWindow) -> None:
    mode = _present(window, "perceptron")
    _press(window, Qt.Key.Key_PageDown)
    assert (mode.title.sentence, mode.title.step) == (
        "At first $a = 0$: every score is $0$, and to the rule no point is on its own side yet.",
        "update 0 of 5",
    )
    assert mode.title.sign == "pause"
    _press(window, Qt.Key.Key_S)
    assert (
        mode.title.sentence
        == "Point 1 of class − is not on the right side: the line turns towards it."
    )
    mode.toggle_presenter()
    assert mode.presenter.sentence.text == mode.title.sentence
    mode.toggle_presenter()
    assert window.playback.isHidden()  # the band says all of it, and the picture keeps its height
    _press(window, Qt.Key.Key_K)
    assert mode.title.sign == "playing"
    _press(window, Qt.Key.Key_K)
    assert mode.title.sign == "pause"
    _press(window, Qt.Key.Key_End)
    window.playback.go_to_end()
    assert mode.title.step == "update 5 of 5"
    assert mode.title.sentence.startswith("Separated after 5 corrections")
    assert mode.title.sign == ""
    _press(window, Qt.Key.Key_S, SHIFT)
    assert mode.title.step == "update 4 of 5"
    _press(window, Qt.Key.Key_PageDown)
    assert not mode.title.sentence.startswith("Separated")  # the words of the lesson's own step


def test_up_and_down_move_the_parameter_that_is_shown_and_shift_chooses_another(
    window: MainWindow,
) -> None:
    dataset = default_document().dataset
    mode = _show(window, Document(dataset).adding(Perceptron()).adding(SoftMarginSVM(C=8.0)))
    assert mode.keys.value == "$C$ = 8"
    _press(window, Qt.Key.Key_Up)
    assert mode.keys.value == "$C$ = 10"
    _press(window, Qt.Key.Key_Down)
    _press(window, Qt.Key.Key_Down)
    assert mode.keys.value == "$C$ = 5"
    assert window.session.committed is window.session.document
    window.session.undo_stack.undo()
    assert mode.keys.value == "$C$ = 7"
    for _ in range(3):
        _press(window, Qt.Key.Key_Down, SHIFT)
    assert mode.keys.value.startswith("Perceptron: ")
    before = mode.keys.value
    _press(window, Qt.Key.Key_Up)
    assert mode.keys.value != before


@pytest.mark.parametrize(
    ("scale", "value", "by", "expected"),
    [
        (Scale(1e-3, 1e4, log=True), 8.0, 1, 10.0),
        (Scale(1e-3, 1e4, log=True), 1.0, -1, 0.7),
        (Scale(1e-3, 1e4, log=True), 1e4, 1, 1e4),
        (Scale(1.0, 1000.0, log=True, is_whole=True), 1.0, 1, 2.0),
        (Scale(1.0, 6.0, is_whole=True), 2.0, 1, 3.0),
        (Scale(0.0, 1.0), 0.5, -1, 0.48),
    ],
)
def test_a_key_goes_to_the_next_round_value(
    scale: Scale, value: float, by: int, expected: float
) -> None:
    assert next_round_value(scale, value, by) == pytest.approx(expected)


def test_methods_are_shown_one_by_one_and_the_next_one_is_selected(window: MainWindow) -> None:
    dataset = default_document().dataset
    document = Document(dataset).adding(Perceptron()).adding(SoftMarginSVM())
    document = replace(
        document, methods=tuple(replace(method, enabled=False) for method in document.methods)
    )
    _show(window, document)
    _press(window, Qt.Key.Key_1, CONTROL)
    shown = window.session.document
    assert ([method.enabled for method in shown.methods], shown.selected) == (
        [True, False],
        shown.methods[0].id,
    )
    _press(window, Qt.Key.Key_2, CONTROL)
    _press(window, Qt.Key.Key_9, CONTROL)
    assert [method.enabled for method in window.session.document.methods] == [True, True]
    _press(window, Qt.Key.Key_Tab)
    assert window.session.document.selected == shown.methods[1].id


def test_any_class_is_placed(window: MainWindow) -> None:
    dataset = default_document().dataset
    labels = dataset.labels.copy()
    labels[:10] = 2
    mode = _show(window, Document(Dataset(dataset.X, labels, class_names=("A", "B", "C"))))
    for _ in range(2):
        _press(window, Qt.Key.Key_C)
    assert window.session.scene.active == 0
    assert mode.keys.buttons == (
        ("class-minus", "A (click)"),
        ("class-plus", "B (right click)"),
        ("class-2", "C"),
    )
    before = window.session.document.dataset.counts
    QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
    assert window.session.document.dataset.counts == (before[0] + 1, *before[1:])


def test_digits_are_the_same_before_and_after_an_answer_and_in_every_session(
    window: MainWindow,
) -> None:
    coursework = window.lessons.coursework
    for lesson in coursework.course.lessons[::12]:
        coursework.open(lesson)
        before = layers_with_keys(window.session.scene, lesson)
        if coursework.is_hidden:
            coursework.show_answer()
        while coursework.reveal():
            pass
        assert window.session.wait_idle()
        assert layers_with_keys(window.session.scene, lesson) == before


def test_digits_of_a_scene_stay_when_layers_are_switched_between_two_presentations(
    window: MainWindow,
) -> None:
    mode = _show(window, default_document())
    before = [name for name, _ in mode.keys.keys]
    _press(window, Qt.Key.Key_2)
    window.toggle_presentation()
    window.toggle_presentation()
    assert [name for name, _ in mode.keys.keys] == before


def test_plots_and_numbers_wait_with_the_question(window: MainWindow) -> None:
    mode = _present(window, "dual")
    assert window.plots.isHidden()
    assert (mode.board.numbers.blocks, mode.board.isHidden()) == ((), True)
    _press(window, Qt.Key.Key_PageDown)
    assert not window.plots.isHidden()
    assert mode.board.numbers.blocks
    assert not mode.board.isHidden()
    _press(window, Qt.Key.Key_P)
    _press(window, Qt.Key.Key_PageDown)
    assert window.plots.isHidden()  # as the lecturer wants it
    window.lessons.open_named("canonical")
    assert mode.board.numbers.blocks, "those of the violet line"
    assert not mode.board.isHidden()


def test_the_room_reads_what_was_predicted_beside_the_answer(window: MainWindow) -> None:
    mode = _present(window, "canonical")
    assert mode.title.sentence.startswith("Predict first. Draw the line")
    document = window.session.document
    window.session.apply(
        "Move trial line",
        replace(document, trial=replace(document.trial, angle=document.trial.angle + 10.0)),
    )
    _press(window, Qt.Key.Key_PageDown)
    mode.refresh()
    assert re.fullmatch(
        r"Your line: \d+ errors?, \d+° from the answer; the answer: 0 errors, room 0\.\d+",
        mode.title.sentence,
    )
    _press(window, Qt.Key.Key_PageDown)
    assert not mode.title.sentence.startswith("Your line")


# --- votes ----------------------------------------------------------------------------------------


def test_the_first_key_of_a_vote_begins_a_prediction(window: MainWindow) -> None:
    mode = _show(window, default_document())
    assert window.session.committed.trial is None
    _press(window, Qt.Key.Key_R)
    assert mode.title.sentence.startswith("Predict first. Draw the line")
    assert proposals(window.session.committed) == ()
    _press(window, Qt.Key.Key_R)
    assert [line.letter for line in proposals(window.session.committed)] == ["A"]
    assert mode.read_out.words == "line A"
    _press(window, Qt.Key.Key_R)
    assert [line.letter for line in proposals(window.session.committed)] == ["A"]
    assert mode.read_out.words == "this is line A"


def test_without_a_method_or_a_line_a_vote_says_so_and_digits_of_hands_switch_no_layer(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    mode = _show(window, Document(default_document().dataset))
    _press(window, Qt.Key.Key_R)
    assert mode.read_out.words == "no method is selected"
    titles: list[str] = []
    monkeypatch.setattr(HandsDialog, "exec", lambda self: titles.append(self.windowTitle()) or 1)
    document = window.session.committed
    _press(window, Qt.Key.Key_R, SHIFT)
    assert titles == ["Show of hands"]
    assert window.session.committed is document


def test_a_line_is_moved_and_turned_by_keys_before_a_room(window: MainWindow) -> None:
    mode = _show(window, default_document())
    _press(window, Qt.Key.Key_R)
    QCoreApplication.processEvents()  # the picture has its place
    before = window.session.committed
    _press(window, Qt.Key.Key_Right, SHIFT)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Space):
        _press(window, key)
    moved = window.session.committed
    assert before.trial is not None
    assert moved.trial is not None
    assert moved.trial.pivot[0] > before.trial.pivot[0]
    assert moved.trial.pivot[1] > before.trial.pivot[1]
    assert moved.trial.angle == before.trial.angle
    _press(window, Qt.Key.Key_Escape)
    assert mode.is_on
    assert window.canvas.key_pointer.at is None
