"""The comparison: opened by key, menu and button, live while it is visible, copied by its
buttons.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from drawing_scenes import document_of, three_clouds
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.criteria import criteria
from linclass_gui.answers.number_table import (
    Column,
    NumberCell,
    NumberTable,
    to_csv,
    to_latex,
    to_text,
)
from linclass_gui.answers.score_formula import score_latex
from linclass_gui.markup.latex import objective_latex
from linclass_gui.scene.document import TrialLine
from linclass_gui.scene.scene import Hover
from linclass_gui.scene.theme import DARK
from linclass_gui.window.comparison_window import (
    HEADER_HEIGHT,
    NO_CLASSES,
    NO_TRIAL,
    ROW_HEIGHT,
    TRIAL_NOTE,
    WIDTHS,
    ComparisonWindow,
    TableSection,
    tip_of,
)
from linclass_gui.window.main_window import MainWindow
from solvers import LogisticRegression, Polynomial, SoftMarginSVM, Softmax


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


def test_the_button_of_the_methods_panel_opens_it(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.panel.methods.compare_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.comparison.isVisible)


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


def test_of_three_classes_it_shows_the_methods_with_all_their_errors(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.session.apply("Three", document_of(three_clouds(), (Softmax(), SoftMarginSVM())))
    dialog = _opened(window, qtbot)
    assert window.session.wait_idle()
    dialog.refresh()
    table = dialog.methods_section.view.table
    errors = [column.name for column in table.columns].index("training_errors")
    fits = window.session.scene.fits
    assert [row[0].value for row in table.rows] == [Softmax.name, SoftMarginSVM.name]
    assert [row[errors].value for row in table.rows] == [
        fits[id].certificate.errors for id in ("m1", "m2")
    ]


def test_the_names_stand_beside_the_colours_of_their_methods(
    window: MainWindow, qtbot: QtBot
) -> None:
    shown = _opened(window, qtbot).methods_section.view
    beside_colours = shown.columns()[0][0]
    shown.show_table(replace(shown.table, slots=()))
    assert beside_colours > shown.columns()[0][0] > 0.0


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


def test_the_pointer_alone_asks_for_no_new_numbers(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(window, qtbot)
    qtbot.waitUntil(lambda: not dialog._timer.isActive())
    window.session.set_hover(Hover((0.0, 0.0)))
    assert not dialog._timer.isActive()


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
    qtbot.mouseClick(
        view, Qt.MouseButton.LeftButton, pos=QPointF(80, HEADER_HEIGHT + 0.5 * ROW_HEIGHT).toPoint()
    )
    assert window.session.document.selected == first
    qtbot.waitUntil(lambda: view.selected == first)


def test_cells_and_titles_say_more_under_the_pointer(window: MainWindow, qtbot: QtBot) -> None:
    view = _opened(window, qtbot).methods_section.view
    left, right = view.columns()[1]
    title = view.cell_at(QPointF(0.5 * (left + right), 4.0))
    assert isinstance(title, Column)
    assert title.name == "w1"
    cell = view.cell_at(QPointF(0.5 * (left + right), HEADER_HEIGHT + 4.0))
    assert isinstance(cell, NumberCell)
    answer = window.session.scene.fits[window.session.document.methods[0].id]
    assert cell.tip.replace("−", "-") == repr(float(answer.w[0]))
    assert view.cell_at(QPointF(right, 10_000.0)) is None


def test_a_cut_title_is_whole_in_its_tip() -> None:
    assert tip_of(Column("Share", "share", "In per cent.")) == "In per cent."
    tip = tip_of(Column("Share of " + "everything " * 50, "share", "In per cent."))
    assert tip.startswith("Share of everything")
    assert tip.count("everything") == 50
    assert tip.endswith("In per cent.")


def test_columns_hold_still_while_the_numbers_change(qtbot: QtBot) -> None:
    section = TableSection("Numbers", "numbers")
    qtbot.addWidget(section)
    columns = (Column("Method", "method", is_words=True), Column("b", "b"), Column("c", "c"))
    wide = NumberTable(
        columns,
        (
            (
                NumberCell.words("A"),
                NumberCell.number(-100.125, "−100.125"),
                NumberCell.number(1, "1"),
            ),
        ),
    )
    narrow = NumberTable(
        columns, ((NumberCell.words("A"), NumberCell.number(1.0, "1"), NumberCell.number(1, "1")),)
    )
    section.show_table(wide, "")
    edges = section.view.columns()
    section.show_table(narrow, "")
    assert section.view.columns() == edges


# --- the formula ----------------------------------------------------------------------------------


def test_the_formula_of_the_selected_method_can_be_copied(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(window, qtbot)
    selected = window.session.scene.answer
    assert dialog.formula.text.startswith("f(x) = ")
    qtbot.mouseClick(dialog.copy_formula, Qt.MouseButton.LeftButton)
    assert _clipboard() == score_latex(selected[1])


def test_a_formula_of_many_features_leaves_the_window_on_the_screen(
    window: MainWindow, qtbot: QtBot
) -> None:
    used = replace(window.session.document.methods[1], features=Polynomial(6))
    window.session.apply("Features", window.session.document.with_method(used))
    window.session.wait_idle(20_000)
    dialog = _opened(window, qtbot)
    qtbot.waitUntil(lambda: len(dialog.formula.text) > 300)
    assert dialog.minimumSizeHint().width() <= WIDTHS[1]
    assert dialog.width() <= WIDTHS[1]


def test_menus_copy_formula_and_objective(window: MainWindow) -> None:
    first, second = window.session.document.methods
    window.actions_by_id["copy-objective"].trigger()
    assert _clipboard() == objective_latex(second.method)
    window.actions_by_id["copy-formula"].trigger()
    assert _clipboard() == score_latex(window.session.scene.fits[second.id])
    menu = QMenu()
    window.methods.context_menu(first.id, menu)
    {action.text(): action for action in menu.actions()}["Copy formula as LaTeX"].trigger()
    assert _clipboard() == score_latex(window.session.scene.fits[first.id])


# --- the trial line -------------------------------------------------------------------------------


def test_the_trial_line_follows_every_turn(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(window, qtbot)
    assert dialog.trial_section.words.text == NO_TRIAL
    button = dialog.findChild(QPushButton, "add-trial")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.trial_section.words.text == TRIAL_NOTE)
    assert not button.isVisible()
    turned = replace(window.session.document, trial=TrialLine(77.0, (0.1, 0.2)))
    window.session.apply("Turn", turned)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: dialog.trial_section.view.table == criteria(window.session.scene))


def test_a_class_without_points_is_said(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.toggle_trial()
    dialog = _opened(window, qtbot)
    dataset = window.session.document.dataset
    one_class = replace(dataset, labels=np.zeros_like(dataset.labels))
    window.session.apply("One class", replace(window.session.document, dataset=one_class))
    qtbot.waitUntil(lambda: dialog.trial_section.words.text == NO_CLASSES)
    assert not dialog.trial_section.view.isVisible()


def test_it_takes_the_theme_and_ends_with_the_window(fresh: MainWindow, qtbot: QtBot) -> None:
    dialog = _opened(fresh, qtbot)
    fresh.set_theme(DARK)
    assert dialog.methods_section.view.theme is DARK
    fresh.session.undo_stack.setClean()
    fresh.close()
    assert not dialog.isVisible()
