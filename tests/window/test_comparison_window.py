"""The comparison: opened by key, menu and button, live while it is visible, copied by its
buttons.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.criteria import criteria
from linclass_gui.answers.number_table import (
    to_csv,
    to_latex,
    to_text,
)
from linclass_gui.answers.score_formula import score_latex
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.theme import PROJECTOR
from linclass_gui.window.comparison_window import NO_TRIAL, TRIAL_NOTE, ComparisonWindow
from linclass_gui.window.main_window import MainWindow
from solvers import LogisticRegression


def _opened(window: MainWindow, qtbot: QtBot) -> ComparisonWindow:
    window.actions_by_id["comparison"].trigger()
    qtbot.waitUntil(window.comparison.isVisible)
    return window.comparison


def _clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_the_key_opens_it_beside_the_window(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.comparison.isVisible)
    assert not window.comparison.isModal()


def test_it_shows_the_methods_of_the_session_and_follows_them(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown = _opened(window, qtbot).methods_section.view
    assert shown.table == comparison(window.session.scene)
    window.methods.add(LogisticRegression)
    qtbot.waitUntil(lambda: len(shown.table.rows) == 3)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: shown.table == comparison(window.session.scene))
    moved = window.session.document.dataset.X.copy()
    moved[3] += 0.5
    dataset = replace(window.session.document.dataset, X=moved)
    window.session.preview(replace(window.session.document, dataset=dataset), (3,))
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: shown.table == comparison(window.session.scene))


def test_while_it_is_hidden_it_costs_nothing(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = _opened(window, qtbot)
    dialog.close()
    before = dialog.methods_section.view.table
    window.methods.add(LogisticRegression)
    assert window.session.wait_idle()
    assert not dialog._timer.isActive()
    assert dialog.methods_section.view.table is before
    assert _opened(window, qtbot) is dialog
    assert len(dialog.methods_section.view.table.rows) == 3


def test_the_buttons_copy_the_tables(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.toggle_trial()
    dialog = _opened(window, qtbot)
    assert window.session.wait_idle()
    dialog.refresh()
    sections = (("methods", dialog.methods_section), ("trial", dialog.trial_section))
    for (name, section), (kind, writer) in product(
        sections, (("text", to_text), ("csv", to_csv), ("latex", to_latex))
    ):
        button = dialog.findChild(QPushButton, f"copy-{name}-{kind}")
        assert not button.autoDefault()  # the return key in the window copies nothing
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert _clipboard() == writer(section.view.table)


def test_a_click_on_a_row_selects_its_method(window: MainWindow, qtbot: QtBot) -> None:
    view = _opened(window, qtbot).methods_section.view
    first = window.session.document.methods[0].id
    assert window.session.document.selected != first
    place = view.visualRect(view.model().index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.session.document.selected == first
    qtbot.waitUntil(lambda: view.selected == first)


# --- the formula ----------------------------------------------------------------------------------


def test_the_formula_of_the_selected_method_can_be_copied(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(window, qtbot)
    selected = window.session.scene.answer
    assert dialog.formula.text.startswith("f(x) = ")
    qtbot.mouseClick(dialog.copy_formula, Qt.MouseButton.LeftButton)
    assert _clipboard() == score_latex(selected)


# --- the trial line -------------------------------------------------------------------------------


def test_the_trial_line_follows_every_turn(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(window, qtbot)
    assert dialog.trial_section.words.text == NO_TRIAL
    button = dialog.findChild(QPushButton, "add-trial")
    button.setFocus()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.trial_section.words.text == TRIAL_NOTE)
    assert dialog.focusWidget() is button, "it removes the line now"
    dialog.trial_section.buttons["LaTeX"].setFocus()
    button.click()
    qtbot.waitUntil(lambda: dialog.trial_section.words.text == NO_TRIAL)
    assert dialog.focusWidget().isVisible()
    assert dialog.focusWidget().isEnabled()
    turned = replace(window.session.document, trial=TrialLine(77.0, (0.1, 0.2)))
    window.session.apply("Turn", turned)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: dialog.trial_section.view.table == criteria(window.session.scene))


def test_headings_are_whole_in_larger_letters(window: MainWindow, qtbot: QtBot) -> None:
    view = _opened(window, qtbot).methods_section.view
    window.viewing.theme_wanted.emit(PROJECTOR)
    header = view.horizontalHeader()
    columns = range(view.columnCount())
    assert all(view.columnWidth(k) >= header.sectionSizeHint(k) for k in columns)
