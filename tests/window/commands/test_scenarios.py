"""Scenarios chosen and typed in the window: by real events, and no plain word is left in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.window.dialogs.forms import ErrorsDialog
from linclass_gui.window.main_window import MainWindow

PLAIN_WORDS = re.compile(r"(?i)false.alarms?|\bmiss(es|ed)?\b")
LEFT, OK = Qt.MouseButton.LeftButton, QDialogButtonBox.StandardButton.Ok


def scenario_menu(window: MainWindow) -> QMenu:
    menu = QMenu(window)
    window.classes.fill_scenarios(menu)
    return menu


def type_into(dialog: ErrorsDialog, *words: str) -> None:
    for edit, text in zip(dialog.edits, words, strict=True):
        edit.selectAll()
        QTest.keyClicks(edit, text) if text else QTest.keyClick(edit, Qt.Key.Key_Delete)


def press_ok(dialog: ErrorsDialog) -> None:
    QTest.mouseClick(dialog.buttons.button(OK), LEFT)


def texts_of(window: MainWindow) -> Iterator[str]:
    """Texts, tips and descriptions of all parts of the window."""
    for part in [window, *window.findChildren(QWidget)]:
        yield from (part.toolTip(), part.accessibleName(), part.accessibleDescription())
        yield from (part.text(),) if hasattr(part, "text") and callable(part.text) else ()
    yield window.status_line.right_text
    yield window.status_line.left_text


def test_names_are_typed_and_no_plain_word_is_left(window: MainWindow, qtbot: QtBot) -> None:
    asked: list[QWidget | None] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ErrorsDialog)
        type_into(dialog, "spam", "ham", "", "spam mail read")
        press_ok(dialog)
        asked.append(dialog.focusWidget())  # open, and at the field that lacks a name
        assert dialog.isVisible()
        assert asked == [dialog.edits[2]]
        QTest.keyClicks(dialog.edits[2], "ham mail lost")
        press_ok(dialog)

    QTimer.singleShot(0, answer)
    scenario_menu(window).actions()[-1].trigger()
    assert window.session.wait_idle()
    document = window.session.document
    assert document.dataset.class_names == ("ham", "spam")
    assert document.error_names == ("ham mail lost", "spam mail read")
    for names in (("roc", "precision", "cost"), ("confusion", "one-variable", "calibration")):
        window.plots.show_plots(names)
        assert window.session.wait_idle()
        QApplication.processEvents()
        assert [text for text in texts_of(window) if PLAIN_WORDS.search(text)] == []
    picker = window.plots.columns[0].open_picker()
    assert [card.toolTip() for card in picker.cards if PLAIN_WORDS.search(card.toolTip())] == []
    picker.close()
    menu = QMenu(window)
    window.plots.fill_menu(menu)
    assert [one.toolTip() for one in menu.actions() if PLAIN_WORDS.search(one.toolTip())] == []
    window.editing.undo()
    assert not window.session.document.error_names
    assert window.session.document.dataset.class_names == ("class −", "class +")
