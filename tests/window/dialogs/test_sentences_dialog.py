"""The dialog of sentences, by real events: what it counts, scores, says and keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from linclass_gui.scene.sentences import NEEDS_BLANKS, TAKES_BACK
from linclass_gui.window.dialogs.forms import MOST_LISTED, SentencesDialog
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


def test_a_sentence_that_is_asked_for_is_scored_and_no_point(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    said: list[str] = []

    def do(dialog: SentencesDialog) -> None:
        type_text(dialog, f"{MAILS}\n?: buy hello")
        said.append(dialog.score.text())
        press(dialog)

    ask(do)
    # 3 and 5 words of 5 different ones: ln((2 + 1)/10) - ln((0 + 1)/8), and ln 2
    (text,) = said
    assert text.startswith("buy 0.87547, prior 0.69315: f(x) = 1.5686")
    assert text.endswith("so spam; in no sentence: hello")
    assert len(window.session.document.dataset) == 3


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


def test_an_axis_word_that_is_gone_is_replaced_and_said_and_comes_back(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    def do(dialog: SentencesDialog) -> None:
        type_text(dialog, MAILS)
        for combo, word in zip(dialog.axes, ("noon", "now"), strict=True):
            combo.setCurrentText(word)
            combo.activated.emit(combo.currentIndex())
        type_text(dialog, MAILS.replace("noon", "one"))
        across = dialog.axes[0].currentText()
        assert f"“noon” is not counted now: the axis is “{across}”." in dialog.note.text()
        assert across != dialog.axes[1].currentText() == "now"
        type_text(dialog, MAILS)
        assert dialog.answer[1:] == ("noon", "now")

    ask(do)


def test_points_moved_by_hand_are_said_to_be_taken_back(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    ask(typed(MAILS))
    document = window.session.document
    counts = document.dataset.all_columns.tolist()
    moved = document.dataset.moved((0,), (3.0, 3.0))
    window.session.apply("Move", replace(document, dataset=moved))

    def do(dialog: SentencesDialog) -> None:
        assert TAKES_BACK in dialog.note.text()
        press(dialog)

    ask(do)
    assert window.session.document.dataset.all_columns.tolist() == counts
    ask(lambda dialog: _has_no(dialog, TAKES_BACK))


def _has_no(dialog: SentencesDialog, sentence: str) -> None:
    assert sentence not in dialog.note.text()


def test_a_language_without_blanks_and_more_classes_are_told_of(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None]
) -> None:
    def chinese(dialog: SentencesDialog) -> None:
        type_text(dialog, "一：我们明天见面\n二：现在购买")
        assert NEEDS_BLANKS in dialog.note.text()

    def of_four(dialog: SentencesDialog) -> None:
        type_text(dialog, f"{MAILS}\nwork: report now\nclub: meet at noon\n?: report")
        assert dialog.score.text().endswith("so work")
        _has_no(dialog, NEEDS_BLANKS)
        press(dialog)

    ask(chinese)
    ask(of_four)
    assert window.session.document.dataset.class_names == ("ham", "spam", "work", "club")


def test_a_long_text_is_counted_beside_the_window_and_listed_in_part(
    window: MainWindow, ask: Callable[[Callable[[SentencesDialog], None]], None], qtbot: QtBot
) -> None:
    letters = "abcdefghijklmnop"
    words = [f"w{one}{two}" for one in letters for two in letters]
    lines = [f"{('ham', 'spam')[k % 2]}: {words[k % 256]} {MAILS[:3]}" for k in range(1200)]

    def do(dialog: SentencesDialog) -> None:
        dialog.text.setPlainText("\n".join(lines))
        qtbot.waitUntil(lambda: dialog.counts.rowCount() == MOST_LISTED)
        assert "Of 257 words the 100 are counted" in dialog.note.text()
        assert f"the first {MOST_LISTED} of 1200 sentences" in dialog.note.text()
        assert dialog.counts.columnCount() == 100
        dialog.text.appendPlainText("spam: buy")
        press(dialog)  # though the words may still be counted

    ask(do)
    assert len(window.session.document.dataset) == 1201
