"""Boxes for one number: what they show is the number, they give the keyboard back, and they say why
they refuse.
"""

import itertools

import pytest
from entering import type_into
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from linclass_gui.markup.numbers import MINUS
from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.dialogs.forms import CoordinatesDialog
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.parameter_form import ParameterForm
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


def test_whole_numbers_of_any_length_are_not_cut(qtbot: QtBot) -> None:
    form = ParameterForm(SoftMarginSVM(algorithm="subgradient", seed=3_141_592_653_589_793), LIGHT)
    qtbot.addWidget(form)
    form.show()
    field = form.rows["seed"].field
    assert _whole(field)
    assert "3141592653589793" in field.toolTip()


def test_the_keyboard_goes_back_to_the_canvas(window: MainWindow, qtbot: QtBot) -> None:
    keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
    for text, key in (*itertools.product(("3", ""), keys), ("apple", Qt.Key.Key_Escape)):
        field = _field(window)
        type_into(qtbot, field, text)
        qtbot.keyClick(field, key)
        qtbot.waitUntil(window.canvas.hasFocus)


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


def test_a_thousand_with_a_comma_is_refused_and_never_one(window: MainWindow, qtbot: QtBot) -> None:
    field = _field(window)
    before = field.value
    for text in ("1,000", "10,000", "1,000,000", "-1,234", "1,000.5"):
        type_into(qtbot, field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert field.value == before, text
        assert "1000" in field.refusal, text


def test_a_decimal_comma_is_read(window: MainWindow, qtbot: QtBot) -> None:
    for text, value in (("0,125", 0.125), ("1,5", 1.5), ("2,0000", 2.0), ("1000", 1000.0)):
        field = _field(window)
        type_into(qtbot, field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert field.value == value


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
    room = bubble.contentsRect()
    words = bubble.fontMetrics().boundingRect(
        room, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, bubble.text()
    )
    assert words.height() <= room.height(), "the first sentence a window says is cut"


@pytest.mark.parametrize("then", ["typing", "undo"])
def test_a_refusal_goes_when_it_is_true_no_more(
    window: MainWindow, qtbot: QtBot, then: str
) -> None:
    field = _field(window)
    type_into(qtbot, field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    type_into(qtbot, field, "apple")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    bubble = window.findChild(Bubble)
    qtbot.waitUntil(bubble.isVisible)
    assert "still 3.00" in bubble.text()
    if then == "typing":
        type_into(qtbot, field, "5")
    else:
        window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: not bubble.isVisible())


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


def test_a_second_enter_takes_the_number_that_was_put_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    """After a refusal no Enter pressed the button any more, until something was typed."""
    dialog = CoordinatesDialog(window.session.document.dataset, 0, window)
    qtbot.addWidget(dialog)
    dialog.show()
    type_into(qtbot, dialog.x1, "far away")
    qtbot.keyClick(dialog.x1, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.x1, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not dialog.isVisible())


def test_a_click_into_the_box_means_the_whole_number(window: MainWindow, qtbot: QtBot) -> None:
    field = _field(window)
    window.activateWindow()
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert field.selectedText() == "8.00"
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert field.selectedText() == "", "the second click sets the cursor"
    qtbot.mouseDClick(field, Qt.MouseButton.LeftButton)
    assert field.selectedText() == "8.00"
    qtbot.mousePress(field, Qt.MouseButton.LeftButton)
    assert field.selectedText() == "8.00", "nor does a third click mean a place in it"


def test_a_default_button_with_the_keyboard_has_a_frame(window: MainWindow, qtbot: QtBot) -> None:
    """It is dark anyway: a grey line of one pixel at its edge did not tell whether it has the
    keyboard.
    """
    dialog = CoordinatesDialog(window.session.document.dataset, 0, window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    columns = []
    for widget in (dialog.x1, button):
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        picture = button.grab().toImage()
        columns.append(
            [picture.pixelColor(x, picture.height() // 2).lightness() for x in (0, 1, 4)]
        )
    plain, framed = columns
    assert max(plain) - min(plain) < 10
    assert min(framed[:2]) > framed[2] + 60
