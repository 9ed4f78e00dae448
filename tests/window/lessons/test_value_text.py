"""Numbers in the sentences of a lesson are dragged where they stand."""

from pupil import Pupil
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from linclass_gui.lessons.course import shipped_course
from linclass_gui.lessons.lesson import names_in, with_values
from linclass_gui.window.lessons.blocks import ValueText

LIVE = [lesson for lesson in shipped_course().lessons if names_in(lesson.text)]


def _middle(text: ValueText, at: QPointF) -> QPoint:
    return (at * text.theme.ui).toPoint()


def _drag(text: ValueText, begin: QPoint, by: int) -> None:
    QTest.mousePress(text, Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(text, begin + QPoint(by, 0))
    QTest.mouseRelease(text, Qt.MouseButton.LeftButton, pos=begin + QPoint(by, 0))


def test_ten_lessons_have_numbers_that_are_known() -> None:
    assert len(LIVE) >= 10
    assert all("…" not in lesson.words and "{" not in lesson.words.split("$")[0] for lesson in LIVE)


def test_braces_of_formulas_stay() -> None:
    text = r"Half, $\frac{1}{2}$, of {C}; $x_{C}$"
    assert names_in(text) == ("C",)
    assert with_values(text, lambda name: f"<{name}>") == r"Half, $\frac{1}{2}$, of <C>; $x_{C}$"


def test_a_number_is_dragged_as_one_undo_entry_and_everything_follows(pupil: Pupil) -> None:
    lesson, session = pupil.open("soft-margin"), pupil.window.session
    text = pupil.window.lessons.panel.text
    assert "Now $C$ is $10$: move" in text.text
    ((name, rect),) = text.places()
    assert name == "C"
    undone = session.undo_stack.index()
    _drag(text, _middle(text, rect.center()), 80)
    larger = session.committed.selected_method.method.C
    assert larger > 10.0
    assert session.undo_stack.index() == undone + 1
    assert f"Now $C$ is ${larger:g}$: move" in text.text
    session.undo_stack.undo()
    assert "Now $C$ is $10$: move" in text.text
    # words beside it are only words
    _drag(text, _middle(text, rect.center() - QPointF(0.0, 3.0 * rect.height())), 80)
    assert session.undo_stack.index() == undone
    assert lesson.words != lesson.text


def test_arrow_keys_move_it(pupil: Pupil) -> None:
    pupil.open("soft-margin")
    text, session = pupil.window.lessons.panel.text, pupil.window.session
    QTest.keyClick(text, Qt.Key.Key_Right)
    assert session.committed.selected_method.method.C > 10.0
    QTest.keyClick(text, Qt.Key.Key_Left)
    assert abs(session.committed.selected_method.method.C - 10.0) < 0.5
