"""Annotations put under the pointer and written there; names of points and of the trial line."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import notes
from linclass_gui.layers.canvas import canvas_figure
from linclass_gui.scene.annotations import Annotation
from linclass_gui.window.main_window import MainWindow

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape


def pixel_of(window: MainWindow, place: tuple[float, float]) -> QPoint:
    x, y = window.session.scene.seen_at(np.array([place]))[0].tolist()
    return QPoint(round(x), round(y))


def drag(window: MainWindow, begin: QPoint, end: QPoint) -> None:
    viewport = window.canvas.viewport()
    QTest.mousePress(viewport, LEFT, PLAIN, begin)
    QTest.mouseMove(viewport, begin + QPoint(20, 20))
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, LEFT, PLAIN, end)


def type_words(window: MainWindow, words: str, last: Qt.Key = ENTER) -> None:
    field = window.writing.field
    assert QApplication.focusWidget() is field
    QTest.keyClicks(field, words)
    QTest.keyClick(field, last)


def free_place(window: MainWindow) -> QPoint:
    return QPoint(window.canvas.viewport().width() // 2, 12)


def test_an_arrow_is_drawn_and_written_as_one_step_and_follows_its_point(
    window: MainWindow, qtbot: QtBot
) -> None:
    session = window.session
    x, y = session.document.dataset.X[3].tolist()
    window.writing.place("arrow")
    drag(window, free_place(window), pixel_of(window, (x, y)))
    assert session.committed.annotations == ()
    type_words(window, "an outlier")
    (arrow,) = session.committed.annotations
    assert (arrow.text, arrow.to_row, arrow.at_row) == ("an outlier", 3, None)
    assert session.undo_stack.count() == 1
    session.apply(
        "Move", replace(session.document, dataset=session.document.dataset.moved(3, (x + 1.0, y)))
    )
    assert session.document.placed_annotations[0].to == (x + 1.0, y)
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.document.annotations == ()


def test_escape_takes_the_words_and_a_new_annotation_back(window: MainWindow) -> None:
    window.writing.place("text")
    QTest.mouseClick(window.canvas.viewport(), LEFT, PLAIN, free_place(window))
    type_words(window, "no", ESCAPE)
    assert window.session.document is window.session.committed
    assert window.session.undo_stack.count() == 0
    assert not window.writing.is_on


def test_a_click_elsewhere_keeps_the_words_and_adds_no_point(window: MainWindow) -> None:
    session, viewport = window.session, window.canvas.viewport()
    n = len(session.document.dataset)
    window.writing.place("text")
    QTest.mouseClick(viewport, LEFT, PLAIN, free_place(window))
    QTest.keyClicks(window.writing.field, "kept")
    QTest.mouseClick(viewport, LEFT, PLAIN, QPoint(9, 60))
    assert [note.text for note in session.committed.annotations] == ["kept"]
    assert len(session.document.dataset) == n


def test_a_command_finds_what_was_typed(window: MainWindow) -> None:
    window.writing.place("text")
    QTest.mouseClick(window.canvas.viewport(), LEFT, PLAIN, free_place(window))
    QTest.keyClicks(window.writing.field, "typed")
    QTest.keyClick(window.writing.field, Qt.Key.Key_F3)
    window.writing.finish()
    assert [note.text for note in window.session.committed.annotations] == ["typed"]


def test_a_double_click_on_the_words_edits_them_and_none_are_a_deletion(
    window: MainWindow, qtbot: QtBot
) -> None:
    session, viewport = window.session, window.canvas.viewport()
    note = Annotation("text", session.scene.view.middle, text="some words of a lecturer")
    session.apply("Add", replace(session.document, annotations=(note,)))
    qtbot.waitUntil(lambda: window.canvas.painted_scene is session.scene)
    n = len(session.document.dataset)
    at_their_end = viewport.rect().center() + QPoint(50, 0)
    QTest.mouseDClick(viewport, LEFT, PLAIN, at_their_end)
    type_words(window, "others")
    assert session.committed.annotations == (replace(note, text="others"),)
    QTest.mouseDClick(viewport, LEFT, PLAIN, viewport.rect().center())
    QTest.keyClick(window.writing.field, Qt.Key.Key_Delete)
    QTest.keyClick(window.writing.field, ENTER)
    assert session.committed.annotations == ()
    assert session.undo_stack.undoText() == "Delete text"
    assert len(session.document.dataset) == n


def test_the_keyboard_alone_places_and_writes(window: MainWindow) -> None:
    window.writing.place("test-point")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, ENTER):
        QTest.keyClick(window.canvas, key)
    type_words(window, "new")
    (note,) = window.session.committed.annotations
    right_of_middle = window.canvas.viewport().rect().center() + QPoint(10, 0)
    assert pixel_of(window, note.at) == right_of_middle


def test_the_name_of_a_point_moves_and_goes_with_it(window: MainWindow) -> None:
    session = window.session
    session.set_selection(frozenset({5}))
    window.actions_by_id["name-point"].trigger()
    type_words(window, "$x_0$")
    (name,) = session.committed.annotations
    assert (name.kind, name.text, name.at_row) == ("name", "$x_0$", 5)
    assert decode(encode(session.document), "scene").annotations == (name,)
    figure = canvas_figure(scene_of(session.document))
    assert any(words.lines == ("$x_0$",) for words in figure.words)
    assert notes.handles(session.scene) == ()
    dataset = session.document.dataset
    session.apply("Delete", replace(session.document, dataset=dataset.removed([0, 1])))
    assert session.document.annotations[0].at_row == 3
    session.apply(
        "Delete", replace(session.document, dataset=session.document.dataset.removed([3]))
    )
    assert session.document.annotations == ()
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.document.annotations == (name,)
