"""Every entry of every menu, its dialog accepted, leaves a document that is saved and opened again
as it is.
"""

import itertools
import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMenu, QMessageBox

from linclass_gui.files.codec import encode, load_document, save_document
from linclass_gui.files.first_picture import open_document
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.window.main_window import MainWindow


def accept(dialog: QDialog) -> int:
    dialog.accept()
    return dialog.result()


def entries_of(menu: QMenu) -> Iterator[QAction]:
    menu.aboutToShow.emit()
    for entry in menu.actions():
        if isinstance(inner := entry.menu(), QMenu):
            yield from entries_of(inner)
        elif not entry.isSeparator():
            yield entry


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (QDialog, QMessageBox):
        monkeypatch.setattr(kind, "exec", accept)
    for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: "")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("words", True))
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_, **__: ("", False))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda *_: True)


@pytest.mark.parametrize(
    ("name", "menus"),
    [
        ("example:iris", {"Data"}),
        pytest.param("example:iris", None, marks=pytest.mark.exhaustive),
        pytest.param("lesson:slack", None, marks=pytest.mark.exhaustive),
        pytest.param("held back", None, marks=pytest.mark.exhaustive),
        pytest.param("", None, marks=pytest.mark.exhaustive),
    ],
)
def test_what_an_entry_leaves_is_saved_and_opened_again(
    window: MainWindow,
    accepted: None,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    name: str,
    menus: set[str] | None,
) -> None:
    documents = {"": Document.empty, "held back": lambda: held_back(open_document("example:iris"))}
    document = documents.get(name, partial(open_document, name))()
    path, tried = tmp_path / "scene.json", 0
    for bar in window.menuBar().actions():
        menu, title = bar.menu(), bar.text().replace("&", "")
        if not isinstance(menu, QMenu) or (menus is not None and title not in menus):
            continue
        for k in range(len(list(entries_of(menu)))):
            window.session.undo_stack.setClean()
            window.session.load(document)
            QGuiApplication.clipboard().setText("1\t2\ta\n3\t1\tb\n4\t4\tb\n")
            entry = next(itertools.islice(entries_of(menu), k, None), None)
            if entry is None or not entry.isEnabled() or "Quit" in entry.text().replace("&", ""):
                continue
            words = entry.text()
            entry.trigger()
            tried += 1
            left = window.session.document
            save_document(left, path)
            assert encode(load_document(path)) == encode(left), words
            for dialog in window.findChildren(QDialog):
                dialog.close()
    assert tried > 20
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
