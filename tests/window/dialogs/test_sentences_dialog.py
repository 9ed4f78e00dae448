"""The dialog of sentences, by real events: what it counts, scores, says and keeps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.window.dialogs.forms import SentencesDialog
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.number_field import Bubble

LEFT, OK = Qt.MouseButton.LeftButton, QDialogButtonBox.StandardButton.Ok
CONTROL = Qt.KeyboardModifier.ControlModifier
MAILS = "ham: lunch at noon\nspam: buy now\nspam: buy lunch now"


def press(dialog: SentencesDialog, button: QDialogButtonBox.StandardButton = OK) -> None:
    QTest.mouseClick(dialog.buttons.button(button), LEFT)


def type_text(dialog: SentencesDialog, text: str) -> None:
    """Everything typed anew, key by key."""
    QTest.keyClick(dialog.text, Qt.Key.Key_A, CONTROL)
    for k, line in enumerate(text.split("\n")):
        if k:
            QTest.keyClick(dialog.text, Qt.Key.Key_Return)
        QTest.keyClicks(dialog.text, line) if line.isascii() else dialog.text.insertPlainText(line)


@pytest.fixture
def ask(window: MainWindow) -> Callable[[Callable[[SentencesDialog], None]], None]:
    """Opens the dialog by its action and does something in it; what it leaves open is cancelled."""

    def open_and(do: Callable[[SentencesDialog], None]) -> None:
        raised: list[BaseException] = []

        def in_dialog() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, SentencesDialog)
            try:
                do(dialog)
            except BaseException as error:
                raised.append(error)
            if dialog.isVisible():
                dialog.reject()

        QTimer.singleShot(0, in_dialog)
        window.actions_by_id["sentences"].trigger()
        assert window.session.wait_idle()
        if raised:
            raise raised[0]

    return open_and


def typed(text: str) -> Callable[[SentencesDialog], None]:
    def do(dialog: SentencesDialog) -> None:
        type_text(dialog, text)
        press(dialog)

    return do


def test_typed_lines_become_points_and_an_unchanged_dialog_changes_nothing(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    ask(typed(MAILS))
    document, count = window.session.document, window.session.undo_stack.count()
    assert document.sentences == MAILS
    assert len(document.dataset) == 3
    window.plots.show_plots(("confusion",))
    ask(press)
    assert window.session.undo_stack.count() == count
    assert window.session.document.dataset is document.dataset
    # another sentence keeps the method that was set, and the plots
    id = window.session.document.methods[0].id
    ask(typed(f"{MAILS}\nham: noon"))
    assert window.session.document.methods[0].id == id
    assert len(window.session.document.dataset) == 4
    window.editing.undo()
    assert window.session.document.sentences == MAILS


def test_a_sentence_that_is_asked_for_is_scored_by_the_numbers_and_no_point(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    ask(typed(f"{MAILS}\n?: buy hello"))
    assert len(window.session.document.dataset) == 3
    words = numbers_of("words", window.session.scene).words
    # 3 and 5 words of 5 different ones: ln((2 + 1)/10) - ln((0 + 1)/8), and ln 2
    for part in ("“buy hello”", "0.87547", "0.69315", "1.5686"):
        assert part in words


def test_a_fault_keeps_the_dialog_and_the_text(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    before = window.session.document

    def no_class(dialog: SentencesDialog) -> None:
        type_text(dialog, "asdf qwer\n:::\n💥")
        press(dialog)
        assert dialog.isVisible()
        assert dialog.focusWidget() is dialog.text
        bubble = dialog.findChild(Bubble)
        assert bubble is not None
        assert bubble.isVisible()
        assert dialog.text.toPlainText() == "asdf qwer\n:::\n💥"
        assert dialog.note.text() == "Line 1 needs a class and a colon before its sentence."

    def equal_axes(dialog: SentencesDialog) -> None:
        type_text(dialog, MAILS)
        combo = dialog.axes[1]
        combo.setFocus()
        combo.setCurrentText(dialog.axes[0].currentText())
        combo.activated.emit(combo.currentIndex())
        press(dialog)
        assert dialog.isVisible()
        assert dialog.focusWidget() is combo
        assert dialog.text.toPlainText() == MAILS

    ask(no_class)
    ask(equal_axes)
    assert window.session.document is before
