"""Boxes for one number: what they show is the number, they give the keyboard back, and they say why
they refuse.
"""

import pytest
from entering import type_into
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from linclass_gui.markup.numbers import MINUS
from linclass_gui.window.dialogs.forms import CoordinatesDialog
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.number_field import Bubble, NumberField
from solvers import SoftMarginSVM


def _field(window: MainWindow) -> NumberField:
    return window.findChild(NumberField, "field-C")


def _whole(field: QLineEdit) -> bool:
    """Whether all that is shown is inside the box: nothing is scrolled away on the left."""
    room = field.contentsRect().width() - 2 * (9 + 1 + 2)
    return (
        QFontMetricsF(field.font()).horizontalAdvance(field.text()) <= room
        and field.cursorPosition() == 0
    )


def test_the_box_shows_its_number_from_the_first_digit_on(window: MainWindow) -> None:
    field = _field(window)
    for C in (142.2051953, 1e6, 123456.789, 0.012345678912, 1.23456789012e308, 5e-324, 999999.95):
        field.set_value(C)
        assert _whole(field)
        shown = float(field.text().replace(MINUS, "-"))
        assert shown == pytest.approx(C, rel=2e-2)
        assert shown == C or str(C) in field.toolTip()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_after_a_refused_number_the_next_try_goes_into_the_field(
    window: MainWindow, qtbot: QtBot, key: Qt.Key
) -> None:
    """It went to the canvas, where digits choose a class and letters a tool."""
    window.activateWindow()
    field = _field(window)
    before, tool = window.session.scene.active, window.canvas.tool
    for text in ("apple", "-3"):
        type_into(qtbot, field, text)
        qtbot.keyClick(field, key)
        assert field.refusal
    for letter in "1e2":
        qtbot.keyClick(window.focusWidget(), letter)
    qtbot.keyClick(window.focusWidget(), key)
    assert field.value == 100.0
    assert (window.session.scene.active, window.canvas.tool) == (before, tool)
    qtbot.waitUntil(window.canvas.hasFocus)
    type_into(qtbot, field, "-3")
    qtbot.keyClick(field, key)
    qtbot.keyClick(field, key)  # nothing new: the good number stays
    qtbot.waitUntil(window.canvas.hasFocus)


def test_after_enter_undo_is_that_of_the_window(window: MainWindow, qtbot: QtBot) -> None:
    field = _field(window)
    type_into(qtbot, field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.session.document.methods[1].method == SoftMarginSVM(C=3.0)
    bubble = window.findChild(Bubble)
    assert bubble is None or not bubble.isVisible(), "what is allowed is not said"
    qtbot.waitUntil(window.canvas.hasFocus)
    qtbot.keyClick(window.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.document.methods[1].method == SoftMarginSVM(C=8.0)
    qtbot.keyClick(window.canvas, Qt.Key.Key_T)
    assert window.session.document.trial is not None


def test_escape_takes_the_typed_text_back_and_changes_nothing(
    window: MainWindow, qtbot: QtBot
) -> None:
    field = _field(window)
    type_into(qtbot, field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "8.00"
    assert window.session.undo_stack.count() == 0


@pytest.mark.parametrize("leave", ["enter", "click elsewhere"])
def test_a_refused_text_is_said(window: MainWindow, qtbot: QtBot, leave: str) -> None:
    field = _field(window)
    type_into(qtbot, field, "-3")
    if leave == "enter":
        qtbot.keyClick(field, Qt.Key.Key_Return)
    else:
        window.canvas.setFocus()
    bubble = window.findChild(Bubble)
    qtbot.waitUntil(bubble.isVisible)
    assert "-3" in bubble.text()
    assert "a number above 0" in bubble.text()
    assert "8.00" in bubble.text()
    assert window.rect().contains(bubble.geometry())


def test_a_dialog_does_not_close_over_a_refused_number(window: MainWindow, qtbot: QtBot) -> None:
    dialog = CoordinatesDialog(window.session.document.dataset, 0, window)
    qtbot.addWidget(dialog)
    dialog.show()
    before = dialog.answer
    type_into(qtbot, dialog.x1, "far away")
    qtbot.mouseClick(
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton
    )
    assert dialog.isVisible()
    bubble = dialog.findChild(Bubble)
    assert bubble.isVisible()
    assert "far away" in bubble.text()
    type_into(qtbot, dialog.x1, "far away")
    qtbot.keyClick(dialog.x1, Qt.Key.Key_Return)
    assert dialog.isVisible()
    type_into(qtbot, dialog.x1, "2.5")
    qtbot.keyClick(dialog.x1, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    assert dialog.answer[0] == (2.5, before[0][1])
