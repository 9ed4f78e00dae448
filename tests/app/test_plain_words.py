"""No mark-up is ever shown raw: menus, dialogs, tool tips and what a screen reader says are words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.app.comparison_window import ComparisonWindow
from linclass_gui.app.dialogs import CoordinatesDialog, NamesDialog, axis_label
from linclass_gui.app.export_dialog import ExportDialog
from linclass_gui.app.exporting import source_of
from linclass_gui.app.populations_dialog import PopulationsDialog
from linclass_gui.app.widgets import IconButton, MathLabel
from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document
from linclass_gui.exporters import ExportOptions
from solvers import METHODS, parameters_of

RAW = ("$", "x_1", "x_2", "\\", "^{", "_{")
AXES = [("$x_1$", "$x_2$"), ("petal length", "$\\lambda_1$")]


def _words(root: QWidget) -> Iterator[str]:
    for widget in (root, *root.findChildren(QWidget)):
        yield widget.toolTip()
        yield widget.accessibleName()
        yield widget.windowTitle()
        if isinstance(widget, QLabel | QLineEdit):
            yield widget.text()
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(k) for k in range(widget.count()))
    for action in root.findChildren(QAction):
        yield from (action.text(), action.toolTip(), action.statusTip())


def _raw(root: QWidget) -> list[str]:
    return [words for words in _words(root) if any(mark in words for mark in RAW)]


def _dialogs(window: MainWindow, document: Document) -> list[QDialog]:
    window.session.apply("Names", document)
    scene = window.session.scene
    return [
        CoordinatesDialog(document.dataset, 0, window, document.axis_names),
        NamesDialog(document, window),
        PopulationsDialog(document, lambda: None, window),
        ExportDialog(scene, source_of, "canvas", ".pdf", ExportOptions(), window),
        ComparisonWindow(window.session, window.methods, window),
    ]


@pytest.mark.parametrize("axes", AXES, ids=["mathematics", "words"])
def test_no_dialog_shows_raw_mark_up(window: MainWindow, qtbot: QtBot, axes: tuple[str, str]) -> None:
    for dialog in _dialogs(window, replace(window.session.document, axis_names=axes)):
        qtbot.addWidget(dialog)
        dialog.show()
        assert _raw(dialog) == []
        dialog.close()


def test_dialogs_call_the_axes_by_their_names(window: MainWindow, qtbot: QtBot) -> None:
    document = replace(window.session.document, axis_names=("petal length", "$x_2$"))
    dialog = CoordinatesDialog(document.dataset, 0, window, document.axis_names)
    qtbot.addWidget(dialog)
    assert [label.text for label in dialog.findChildren(MathLabel)] == ["petal length", "$x_2$"]
    assert (dialog.x1.accessibleName(), dialog.x2.accessibleName()) == ("petal length", "x2")


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_no_panel_or_menu_shows_raw_mark_up(window: MainWindow, qtbot: QtBot, kind: type) -> None:
    window.methods.add(kind)
    assert window.session.wait_idle()
    window._show_numbers()
    for menu in window.menuBar().findChildren(QMenu):
        menu.aboutToShow.emit()
    assert _raw(window) == []


def test_names_come_back_as_they_were(qtbot: QtBot, document: Document) -> None:
    named = replace(document, axis_names=("$\\lambda_1$", "petal length"))
    dialog = NamesDialog(named)
    qtbot.addWidget(dialog)
    assert [edit.text() for edit in dialog.edits[2:]] == ["λ1", "petal length"]
    assert dialog.answer[1] == named.axis_names
    dialog.edits[2].setText("x1")
    assert dialog.answer[1][0] == "$x_1$"


@pytest.mark.parametrize(("typed", "label"), [("x1", "$x_1$"), ("x_1", "$x_1$"), ("x12", "x12"), ("", ""), ("z", "$z$")])
def test_a_letter_with_a_digit_is_mathematics(typed: str, label: str) -> None:
    assert axis_label(typed) == label


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.__name__)
def test_every_control_has_a_name_and_a_tip(window: MainWindow, kind: type) -> None:
    window.methods.add(kind)
    for button in window.findChildren(IconButton):
        assert button.accessibleName(), button
        assert button.toolTip(), button
    content = window.panel.parameters.content
    assert content is not None
    for row in content.form.rows.values():
        for control in (row.slider, row.field, row.combo, row.tick):
            assert control is None or control.accessibleName(), row.parameter.name
    assert len(content.form.rows) <= len(parameters_of(kind))
