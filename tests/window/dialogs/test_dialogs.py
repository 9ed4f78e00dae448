"""The small dialogs."""

import pytest
from entering import choose, enter
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.requests import Recipe
from linclass_gui.scene.theme import PRESETS
from linclass_gui.window.commands.shortcuts import GESTURES, GesturesPage, keys
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.dialogs.export_figure import CUSTOM
from linclass_gui.window.dialogs.forms import (
    CoordinatesDialog,
    NamesDialog,
)
from linclass_gui.window.main_window import MainWindow


def test_the_coordinates_action_moves_the_point(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CoordinatesDialog, "exec", lambda self: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(CoordinatesDialog, "answer", property(lambda self: ((2.0, 1.0), 1)))
    window.session.set_selection(frozenset({3}))
    window.actions_by_id["coordinates"].trigger()
    dataset = window.session.document.dataset
    assert dataset.X[3].tolist() == [2.0, 1.0]
    assert dataset.labels[3] == 1
    assert window.session.undo_stack.count() == 1


def test_a_form_gives_the_keyboard_to_its_first_field(window: MainWindow, qtbot: QtBot) -> None:
    dialog = CoordinatesDialog(window.session.document.dataset, 0, window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.focusWidget() is dialog.x1


def test_the_names_action_renames(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NamesDialog, "exec", lambda self: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(NamesDialog, "answer", property(lambda self: (("a", "b"), ("$u$", "$v$"))))
    window.actions_by_id["class-names"].trigger()
    assert window.session.document.dataset.class_names == ("a", "b")
    assert window.session.document.axis_names == ("$u$", "$v$")


def test_the_cheat_sheet_shows_every_gesture_and_every_key(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = GesturesPage(window.menus)
    qtbot.addWidget(dialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    for _, entries in (*GESTURES, *keys(window.menus)):
        for key, effect in entries:
            assert {key, effect} <= shown


# --- export ---------------------------------------------------------------------------------------


def _export_dialog(
    window: MainWindow, qtbot: QtBot, options: ExportOptions | None = None
) -> ExportDialog:
    dialog = ExportDialog(window.session.scene, Recipe().at(options or ExportOptions()), window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_named_size_fills_the_numbers_in_and_a_number_makes_it_a_custom_size(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = _export_dialog(window, qtbot)
    choose(dialog.figure.size_combo, "powerpoint")
    wanted = PRESETS["powerpoint"]
    assert (dialog.recipe.width_mm, dialog.recipe.height_mm) == (wanted.width_mm, wanted.height_mm)
    enter(qtbot, dialog.figure.fields["width"], "123")
    assert dialog.recipe.width_mm == 123.0
    assert dialog.figure.size_combo.currentText() == CUSTOM
    dialog.close()
