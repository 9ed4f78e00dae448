"""Whoever hears the window instead of seeing it: everything that takes the keyboard says what it is."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QScrollArea, QWidget

from linclass_gui.app.widgets.basics import descendants
from linclass_gui.app.window import MainWindow
from linclass_gui.core.files.opening import open_document
from linclass_gui.core.plane_choice import fit_all_columns


def _nameless(root: QWidget) -> list[str]:
    """What takes the keyboard and has no name; an area that only scrolls has those of its parts."""
    found = []
    for widget in descendants(root):
        if not widget.isVisibleTo(root) or widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget, QScrollArea):
            continue
        known = QAccessible.queryAccessibleInterface(widget)
        if known is None or not known.text(QAccessible.Text.Name).strip():
            found.append(
                f"{type(root).__name__}: {type(widget).__name__} {widget.objectName()!r} in {type(widget.parent()).__name__}"
            )
    return found


def test_what_takes_the_keyboard_has_a_name_in_the_window_and_in_every_dialog_which_is_gone_when_it_is_closed(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "points.csv"
    table.write_text("a,b,c\n1,2,x\n2,1,y\n", encoding="utf-8")
    seen, nameless = set[str](), list[str]()

    def hear(root: QWidget) -> int:
        seen.add(type(root).__name__)
        nameless.extend(_nameless(root))
        return 0

    monkeypatch.setattr(QDialog, "exec", hear)
    monkeypatch.setattr(QDialog, "open", lambda dialog: (hear(dialog), dialog.close()))
    monkeypatch.setattr(QMessageBox, "exec", lambda box: seen.add(box.objectName()) or 0)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(table), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    document = window.session.document
    window.session.load(fit_all_columns(open_document("example:wine"), True))  # with its bars above the canvas
    hear(window)
    assert not window.plane_bar.isHidden()
    assert not window.scale_bar.isHidden()
    window.session.load(document)
    window.session.set_selection(frozenset({0}))
    hear(window)
    before = set(window.findChildren(QDialog))
    for id, action in list(window.actions_by_id.items()) * 2:
        if id != "quit":
            action.trigger()
            QApplication.processEvents()
        if (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
    assert window.session.wait_idle(60_000)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            hear(dialog)
    hear(window)
    dialogs = {"ExportDialog", "CsvDialog", "PopulationsDialog", "GeneratorDialog", "NamesDialog", "unsaved"}
    assert {"MainWindow", "PointsWindow", *dialogs} <= seen
    assert nameless == []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    left = sorted(type(dialog).__name__ for dialog in set(window.findChildren(QDialog)) - before)
    assert len(left) == len(set(left)), "a window that stays is the same one the next time"
