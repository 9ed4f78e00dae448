"""Every action can be found, says what it does, and does it."""

from collections.abc import Callable
from operator import attrgetter

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from linclass_gui.files import cells
from linclass_gui.files.tables import Table
from linclass_gui.scene.document import Document
from linclass_gui.window.commands import points as editing
from linclass_gui.window.commands.menus import Action, all_actions
from linclass_gui.window.commands.shortcuts import TOOLS
from linclass_gui.window.main_window import MainWindow


def test_every_action_says_what_it_does_and_stands_in_a_menu(window: MainWindow) -> None:
    offered = [action for menu in window.menuBar().actions() for action in menu.menu().actions()]
    for action in all_actions(window.menus):
        shown = window.actions_by_id[action.id]
        assert " ".join(shown.toolTip().split()).startswith(action.tip), action.id
        assert shown.text(), action.id
        assert shown in offered, action.id
    entries = [entry for menu in window.menus for entry in menu.entries if entry is not None]
    for entry in entries:
        way = entry.perform if isinstance(entry, Action) else entry.fill
        assert callable(attrgetter(way)(window) if isinstance(way, str) else way), entry.text
    for menu in window.menus:
        entries = [entry for entry in menu.entries if entry is not None]
        letters = [entry.text.partition("&")[2][:1].lower() for entry in entries]
        underlined = [letter for letter in letters if letter]
        assert len(set(underlined)) == len(underlined), menu.title
        assert all(letter or entry.keys for letter, entry in zip(letters, entries, strict=True)), (
            "reached by Alt or by a key of its own"
        )


def test_no_two_actions_or_tools_share_an_id_or_a_key(window: MainWindow) -> None:
    actions = tuple(all_actions(window.menus))
    ids = [action.id for action in actions]
    keys = [key for action in actions for key in action.keys.split()] + [
        entry[3] for entry in TOOLS if entry is not None
    ]
    assert len(set(ids)) == len(ids)
    assert len(set(keys)) == len(keys)


def test_actions_are_off_without_what_they_need(window: MainWindow) -> None:
    off = {id for id, action in window.actions_by_id.items() if not action.isEnabled()}
    assert {"delete", "next-member", "rewind", "start-again", "export-talk"} <= off
    window.playback.open()
    assert window.actions_by_id["rewind"].isEnabled()
    window.session.set_selection(frozenset({3}))
    assert window.actions_by_id["delete"].isEnabled()


def _n(window: MainWindow) -> int:
    return len(window.session.document.dataset)


CHANGES: dict[str, Callable[[MainWindow], object]] = {
    "delete": _n,
    "duplicate": _n,
    "cut": _n,
    "clear": _n,
    "flip": lambda w: w.session.document.dataset.labels.tolist(),
    "select-all": lambda w: w.session.scene.selection,
    "select-none": lambda w: w.session.scene.selection,
    "toggle-method": lambda w: [m.enabled for m in w.session.document.methods],
    "duplicate-method": lambda w: len(w.session.document.methods),
    "remove-method": lambda w: len(w.session.document.methods),
    "method-up": lambda w: [m.id for m in w.session.document.methods],
    "trial": lambda w: w.session.document.trial,
    "zoom-in": lambda w: w.session.scene.view,
    "zoom-out": lambda w: w.session.scene.view,
    "panel": lambda w: w.panel.isHidden(),
    "plots": lambda w: w.plots.isHidden(),
    "help-card": lambda w: w.help_card.isVisible(),
}


UNDONE = ("delete", "duplicate", "flip", "toggle-method", "remove-method", "trial", "clear")


def test_every_action_changes_what_it_names_and_is_taken_back(
    window: MainWindow, document: Document
) -> None:
    for id, look in CHANGES.items():
        window.session.load(document)
        window.session.set_selection(frozenset({3, 25}))
        before = look(window)
        window.actions_by_id[id].trigger()
        assert look(window) != before, id
        after = window.session.document
        if id in {"panel", "plots"}:  # what belongs to the window and not to its document
            window.actions_by_id[id].trigger()
            assert look(window) == before
        if id in UNDONE:
            assert window.session.undo_stack.count() == 1, id
            window.actions_by_id["undo"].trigger()
            assert window.session.document is document, id
            window.actions_by_id["redo"].trigger()
            assert window.session.document is after, id


def test_copied_points_can_be_pasted(window: MainWindow) -> None:
    window.session.set_selection(frozenset({3, 25}))
    window.actions_by_id["copy"].trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2
    window.actions_by_id["paste"].trigger()
    dataset = window.session.document.dataset
    assert np.array_equal(dataset.X[-2:], dataset.X[[3, 25]])
    assert dataset.labels[-2:].tolist() == dataset.labels[[3, 25]].tolist()
    assert window.session.scene.selection == {40, 41}


def test_pasted_points_are_in_sight_and_move_together_only_beside_others(
    fresh: MainWindow,
) -> None:
    """In an empty scene the next drag means one point."""
    fresh.session.load(Document.empty())
    session, paste = fresh.session, fresh.actions_by_id["paste"]
    QGuiApplication.clipboard().setText("0\t0\t-\n40\t30\t+\n")
    paste.trigger()
    assert session.scene.view.contains(session.document.dataset.X).all()
    assert not session.scene.selection
    QGuiApplication.clipboard().setText("1\t1\t-\n2\t1\t-\n")
    seen = session.scene.view
    paste.trigger()
    assert session.scene.view == seen  # both are in sight already
    assert session.scene.selection == {2, 3}
    assert "2 points pasted: selected, and move together" in fresh.status_line.left_text
    QGuiApplication.clipboard().setText("-200\t0\t-\n")
    paste.trigger()
    assert session.scene.view.contains(session.document.dataset.X).all()
    assert session.scene.selection == {4}


def test_text_without_numbers_is_refused_in_a_sentence(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(editing, "say_error", lambda parent, sentence: said.append(sentence))
    QGuiApplication.clipboard().setText("just words here, and more\nsecond line, too\n")
    before = window.session.document
    window.actions_by_id["paste"].trigger()
    monkeypatch.setattr(cells, "MOST_SECONDS", -1.0)  # as for a file
    QGuiApplication.clipboard().setText("1\t2\t+\n")
    window.actions_by_id["paste"].trigger()
    assert window.session.document is before
    assert said[0] == editing.NO_POINTS
    assert said[1].startswith("Clipboard: reading it takes more than")


def test_a_pasted_table_with_labels_of_its_own_is_imported(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Table] = []
    monkeypatch.setattr(window.files, "import_table", taken.append)
    QGuiApplication.clipboard().setText(
        "\tlength\twidth\tkind\n0\t5.1\t1.4\tcat\n1\t7.0\t4.7\tdog\n2\t6.0\t4.0\tdog\n"
    )
    window.actions_by_id["paste"].trigger()
    assert [table.header for table in taken] == [("column 1", "length", "width", "kind")]


def test_a_key_reaches_its_action(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.scene.selection) == 40
