"""Files: nothing is lost by a wrong file, an unsaved change, or a full disk."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

import linclass_gui
from linclass_gui.figures.requests import Recipe
from linclass_gui.files.codec import encode, load_document, save_document
from linclass_gui.files.table_formats import read_table
from linclass_gui.scene.document import Document
from linclass_gui.window.commands import exporting, files, overwriting
from linclass_gui.window.dialogs import forms
from linclass_gui.window.main_window import MainWindow


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences of errors, instead of message boxes."""
    sentences: list[str] = []
    for module in (forms, exporting, overwriting):
        monkeypatch.setattr(
            module, "say_error", lambda parent, sentence: sentences.append(sentence)
        )
    return sentences


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What to answer about unsaved changes; the questions asked are counted by what is left."""
    answers: list[str] = []
    monkeypatch.setattr(files, "ask_about_changes", lambda parent, name: answers.pop(0))
    return answers


def _change(window: MainWindow) -> None:
    window.methods.toggle("m1")
    assert window.session.is_modified


# --- scenes ---------------------------------------------------------------------------------------


def test_a_saved_scene_opens_as_it_was(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    _change(window)
    assert window.files.save_to(path)
    assert not window.session.is_modified
    assert window.windowTitle().startswith("scene.json")
    text = encode(window.session.document)
    window.files.new()
    assert len(window.session.document.dataset) == 0
    assert window.files.open_path(path)
    assert encode(window.session.document) == text
    assert window.session.path == path


def test_the_title_marks_unsaved_changes(window: MainWindow) -> None:
    assert not window.isWindowModified()
    _change(window)
    assert window.isWindowModified()
    window.session.undo_stack.undo()
    assert not window.isWindowModified()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("broken.json", '{"format": ', "line 1"),
        ("ragged.csv", "x1,x2,class\n1,2,a\n3,4\n", "line 3"),
        (None, "", "no such file"),
    ],
)
def test_a_wrong_file_is_said_in_one_sentence_and_nothing_is_lost(
    window: MainWindow,
    tmp_path: Path,
    said: list[str],
    name: str | None,
    content: str,
    words: str,
) -> None:
    path = tmp_path / (name or "nowhere.json")
    if name is not None:
        path.write_text(content)
    _change(window)
    before = window.session.document
    assert not window.files.open_path(path)
    assert window.session.document is before
    assert window.session.is_modified
    assert len(said) == 1
    assert words in said[0]
    assert str(path) in said[0]


@pytest.mark.parametrize(("reply", "opened"), [("discard", True), ("cancel", False)])
def test_opening_asks_about_unsaved_changes(
    window: MainWindow,
    tmp_path: Path,
    answer: list[str],
    document: Document,
    reply: str,
    opened: bool,
) -> None:
    path = tmp_path / "other.json"
    save_document(document.removing("m1"), path)
    _change(window)
    answer.append(reply)
    assert window.files.open_path(path) is opened
    assert answer == []
    assert (len(window.session.document.methods) == 1) is opened


@pytest.mark.parametrize(
    ("reply", "closed"), [("save", True), ("discard", True), ("cancel", False)]
)
def test_closing_asks_about_unsaved_changes(
    fresh: MainWindow, tmp_path: Path, answer: list[str], reply: str, closed: bool
) -> None:
    path = tmp_path / "scene.json"
    fresh.files.save_to(path)
    _change(fresh)
    answer.append(reply)
    assert fresh.close() is closed
    assert answer == []
    assert load_document(path).methods[0].enabled is (reply != "save")


def test_an_unchanged_document_is_closed_without_a_question(
    fresh: MainWindow, answer: list[str]
) -> None:
    assert fresh.close()


def test_the_question_offers_save_discard_and_cancel(window: MainWindow, qtbot: QtBot) -> None:
    from PySide6.QtCore import QTimer

    from linclass_gui.window.dialogs.forms import ask_about_changes

    seen: list[list[str]] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append([button.text().replace("&", "") for button in box.buttons()])
        box.button(QMessageBox.StandardButton.Discard).click()

    QTimer.singleShot(0, look)
    assert ask_about_changes(window, "scene.json") == "discard"
    assert sorted(seen[0]) == ["Cancel", "Discard", "Save"]


def test_a_folder_that_cannot_be_written_is_said_and_the_change_is_kept(
    window: MainWindow, tmp_path: Path, said: list[str]
) -> None:
    _change(window)
    assert not window.files.save_to(tmp_path / "no" / "scene.json")
    assert window.session.is_modified
    assert "does not exist" in said[0]


def test_recent_files_open_again(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.files.save_to(tmp_path / "scene.json")
    window.files.new()
    menu = QMenu()
    qtbot.addWidget(menu)
    window.files.fill_recent(menu)
    assert menu.actions()[0].text() == "scene.json"
    menu.actions()[0].trigger()
    assert len(window.session.document.dataset) == 40


# --- drag and drop --------------------------------------------------------------------------------

# Qt 6.12 wants the place of the entering pointer as QPointF, which earlier ones do not take.
ENTERING = pytest.mark.filterwarnings("ignore:.*QDragEnterEvent:DeprecationWarning")


@ENTERING
def test_a_figure_can_be_dropped_and_a_damaged_one_is_refused(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, said: list[str]
) -> None:
    whole, damaged = tmp_path / "moved.pdf", tmp_path / "damaged.pdf"
    made = linclass_gui.figure("lesson:slack")
    made.save(whole)
    content = whole.read_bytes()
    damaged.write_bytes(content[: content.index(b"/Type /EmbeddedFile") + 400])
    before = window.session.document
    drop(window, damaged)
    qtbot.waitUntil(lambda: bool(said))
    assert "damaged" in said[0]
    assert window.session.document is before
    drop(window, whole)
    qtbot.waitUntil(lambda: window.session.document is not before)
    assert encode(replace(window.session.document, recipe=None)) == encode(
        made.document.without_lesson
    )
    assert window.session.path == whole
    assert window.files.save()
    assert whole.read_bytes().startswith(b"%PDF-")  # not a scene


def drop(window: MainWindow, *paths: Path) -> bool:
    """Drop files on the window; whether it takes them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    action, buttons, keys = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(600, 300), action, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, QDropEvent(QPointF(600, 300), action, data, buttons, keys))
    return enter.isAccepted()


# --- tables ---------------------------------------------------------------------------------------


def test_points_are_exported_and_come_back(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    assert window.files.export_csv_to(path)
    table = read_table(path)
    assert len(table.lines) == 40
    assert np.array_equal(
        np.array([float(c) for c in table.column("x1").cells]),
        window.session.document.dataset.X[:, 0],
    )


# --- figures --------------------------------------------------------------------------------------


def test_an_export_that_cannot_be_written_is_said(
    window: MainWindow, tmp_path: Path, said: list[str]
) -> None:
    assert not window.exporting.write(Recipe(suffix=".svg"), tmp_path / "no" / "figure.svg")
    assert len(said) == 1
    assert "no" in said[0]


def test_a_table_of_teaching_is_chosen_from_the_menu(window: MainWindow) -> None:
    window.files.fill_examples(menu := QMenu(window))
    menu.actions()[1].trigger()
    assert window.session.document.title == "penguins"
    assert not window.plane_bar.isHidden()
    assert window.session.path is None
    window.session.wait_idle()
