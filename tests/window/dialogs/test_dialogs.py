"""The small dialogs."""

import pytest
from entering import choose, enter
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

import linclass_gui
from linclass_gui.figures.formats import ExportOptions
from linclass_gui.figures.recipe import Recipe
from linclass_gui.scene.document import LONGEST_NAME, Document
from linclass_gui.scene.theme import LIGHT, PRESETS, PROJECTOR, Theme
from linclass_gui.scene.view import View
from linclass_gui.window.commands.shortcuts import GESTURES, GesturesDialog, keys
from linclass_gui.window.dialogs import forms as dialogs
from linclass_gui.window.dialogs.export import ExportDialog
from linclass_gui.window.dialogs.export_figure import CUSTOM
from linclass_gui.window.dialogs.forms import (
    CoordinatesDialog,
    LimitsDialog,
    NamesDialog,
    axis_label,
)
from linclass_gui.window.main_window import MainWindow


def test_exact_coordinates_and_class(qtbot: QtBot, document: Document) -> None:
    dialog = CoordinatesDialog(document.dataset, 3)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.answer == (tuple(document.dataset.X[3].tolist()), 0)
    enter(qtbot, dialog.x1, "1.25")
    enter(qtbot, dialog.x2, "-3")
    dialog.label.setCurrentIndex(1)
    assert dialog.answer == ((1.25, -3.0), 1)


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


def test_names_of_classes_and_axes(qtbot: QtBot, document: Document) -> None:
    dialog = NamesDialog(document)
    qtbot.addWidget(dialog)
    assert dialog.answer == (document.dataset.class_names, document.axis_names)
    for edit, text in zip(
        dialog.edits, ("virginica", "versicolor", "petal length", "z_3"), strict=True
    ):
        edit.setText(text)
    assert dialog.answer == (("versicolor", "virginica"), ("petal length", "$z_3$"))


def test_a_break_that_is_pasted_into_a_name_is_a_blank(qtbot: QtBot, document: Document) -> None:
    dialog = NamesDialog(document)
    qtbot.addWidget(dialog)
    for edit, text in zip(
        dialog.edits, ("red\r\n cat", "\nblack cat\n", "a\u2028b", "c"), strict=True
    ):
        QApplication.clipboard().setText(text)
        edit.selectAll()
        edit.paste()
    assert dialog.answer == (("black cat", "red cat"), ("a b", "$c$"))


def test_names_are_no_longer_than_a_scene_can_hold(qtbot: QtBot, document: Document) -> None:
    dialog = NamesDialog(document)
    qtbot.addWidget(dialog)
    for edit in dialog.edits:
        edit.clear()
        qtbot.keyClicks(edit, "x" * 10)
        edit.insert("_1" * 3000)
    classes, axes = dialog.answer
    assert all(len(name) <= LONGEST_NAME for name in (*classes, *axes))


def test_no_entry_of_the_cheat_sheet_is_cut_inside_brackets(window: MainWindow) -> None:
    assert all(
        words.count("(") == words.count(")")
        for _, lines in keys(window.menus)
        for _, words in lines
    )


@pytest.mark.parametrize(
    ("name", "label"),
    [("x_1", "$x_1$"), ("y", "$y$"), ("petal length", "petal length"), ("x12", "x12")],
)
def test_letters_with_an_index_are_mathematics(name: str, label: str) -> None:
    assert axis_label(name) == label


def test_the_names_action_renames(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NamesDialog, "exec", lambda self: QDialog.DialogCode.Accepted)
    monkeypatch.setattr(NamesDialog, "answer", property(lambda self: (("a", "b"), ("$u$", "$v$"))))
    window.actions_by_id["class-names"].trigger()
    assert window.session.document.dataset.class_names == ("a", "b")
    assert window.session.document.axis_names == ("$u$", "$v$")


def test_the_cheat_sheet_shows_every_gesture_and_every_key(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = GesturesDialog(window.menus)
    qtbot.addWidget(dialog)
    shown = {label.text() for label in dialog.findChildren(QLabel)}
    for _, entries in (*GESTURES, *keys(window.menus)):
        for key, effect in entries:
            assert {key, effect} <= shown


# --- export ---------------------------------------------------------------------------------------


def _export_dialog(
    window: MainWindow, qtbot: QtBot, options: ExportOptions | None = None
) -> ExportDialog:
    dialog = ExportDialog(window.session.scene, Recipe(options=options or ExportOptions()), window)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_the_preview_follows_every_choice(window: MainWindow, qtbot: QtBot) -> None:
    dialog = _export_dialog(window, qtbot)
    first = dialog.preview.picture.toImage()
    assert not first.isNull()
    choose(dialog.figure.fields.combos["theme"], "dark")
    qtbot.waitUntil(lambda: dialog.preview.picture.toImage() != first)
    dialog.close()


def test_a_named_size_fills_the_numbers_in_and_a_number_makes_it_a_custom_size(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = _export_dialog(window, qtbot)
    choose(dialog.figure.size_combo, "powerpoint")
    wanted = PRESETS["powerpoint"]
    assert (dialog.recipe.options.width_mm, dialog.recipe.options.height_mm) == (
        wanted.width_mm,
        wanted.height_mm,
    )
    enter(qtbot, dialog.figure.fields.numbers["width"], "123")
    assert dialog.recipe.options.width_mm == 123.0
    assert dialog.figure.size_combo.currentText() == CUSTOM
    dialog.close()


def test_a_size_that_cannot_be_drawn_is_said_below_and_cannot_be_exported(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = _export_dialog(window, qtbot)
    enter(qtbot, dialog.figure.fields.numbers["width"], "99999")
    qtbot.waitUntil(lambda: not dialog.export_button.isEnabled())
    assert "mm" in dialog.verdict.text()
    enter(qtbot, dialog.figure.fields.numbers["width"], "84")
    qtbot.waitUntil(dialog.export_button.isEnabled)
    dialog.close()


def test_an_error_is_one_sentence_in_a_box(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(dialogs.QMessageBox, "exec", lambda box: shown.append(box.text()))
    dialogs.say_error(window, "scene.json: no such file")
    assert shown == ["scene.json: no such file"]


def test_the_about_box_says_that_the_compiled_core_is_at_work(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(dialogs.QMessageBox, "exec", lambda box: shown.append(box.text()))
    window.actions_by_id["about"].trigger()
    assert shown == [f"linclass {linclass_gui.__version__}, compiled core"]


@pytest.mark.parametrize("theme", [LIGHT, PROJECTOR], ids=lambda theme: theme.name)
def test_the_cheat_sheet_fits_on_the_screen_and_scrolls(
    window: MainWindow, qtbot: QtBot, theme: Theme
) -> None:
    window.set_theme(theme)
    dialog = GesturesDialog(window.menus, window)
    qtbot.addWidget(dialog)
    dialog.show()
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() <= room.height()
    close = dialog.findChild(QDialogButtonBox)
    area = dialog.findChild(QScrollArea)
    assert dialog.rect().contains(close.geometry())
    page = area.widget()
    hidden = page.width() - area.viewport().width(), page.height() - area.viewport().height()
    assert hidden[0] <= 0 == area.horizontalScrollBar().maximum()
    assert max(0, hidden[1]) == area.verticalScrollBar().maximum()


def test_a_long_name_of_an_axis_widens_no_dialog(qtbot: QtBot) -> None:
    dialog = LimitsDialog(View(0.0, 1.0, 0.0, 1.0), ("length " * 100, "x_2"), True)
    qtbot.addWidget(dialog)
    assert dialog.sizeHint().width() < 800
