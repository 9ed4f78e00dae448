"""The list of steps: in words, and each leads to its state by a click or a key."""

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from linclass_gui.window.lessons.sheet_pages import FIRST_STATE
from linclass_gui.window.main_window import MainWindow


def test_a_state_is_gone_to_by_click_and_by_key(window: MainWindow, qtbot: QtBot) -> None:
    session = window.session
    documents = [session.document]
    for title in ("one", "two", "three"):
        session.apply(f"Title {title}", replace(session.document, title=title))
        documents.append(session.document)
    window.actions_by_id["history"].trigger()
    steps = window.sheet.page("history").steps
    model = steps.model()
    assert model is not None
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert words == [FIRST_STATE, "Title one", "Title two", "Title three"]
    place = steps.visualRect(model.index(1, 0)).center()
    qtbot.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.document.title == "one"
    qtbot.keyClick(steps, Qt.Key.Key_Down)
    assert session.document.title == "two"
    for _ in range(2):
        qtbot.keyClick(steps, Qt.Key.Key_Up)
    assert session.document.title == documents[0].title
    session.undo_stack.setIndex(3)
    assert steps.currentIndex().row() == 3, "the list follows undo and redo"


def test_a_gesture_that_is_not_finished_is_no_state(window: MainWindow) -> None:
    session = window.session
    before = session.document
    session.preview(replace(before, title="dragged"))
    window.sheet.present("history")
    assert session.document.title == before.title
