"""Menus under the right button and the keys: each opens where it is asked for, and what is chosen
there happens once.
"""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import decode, encode
from linclass_gui.scene.annotations import MOST_ANNOTATIONS, Annotation
from linclass_gui.scene.document import Document
from linclass_gui.window.lessons.numbers_view import NumbersWindow
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.method_rows import TRIAL
from linclass_gui.window.panels.tool_bar import ClassChip
from linclass_gui.window.session.session import Session

RIGHT, LEFT, PLAIN = (
    Qt.MouseButton.RightButton,
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.NoModifier,
)


def chip(window: MainWindow, k: int) -> QWidget:
    return window.tool_bar.findChild(ClassChip, f"class-chip-{k}")


def right_click(widget: QWidget, at: QPoint | None = None) -> QMenu:
    """The menu that a right click opens, as the window system sends it."""
    place = widget.rect().center() if at is None else at
    QTest.mouseClick(widget, RIGHT, PLAIN, place)
    # what the window system would send beside the click
    if QApplication.activePopupWidget() is None:
        QApplication.sendEvent(
            widget,
            QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place)),
        )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, words: str) -> None:
    """Choose an entry of an open menu by keys, as it is highlighted and Return is pressed."""
    (action,) = [action for action in menu.actions() if action.text() == words]
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_a_class_gets_the_selected_points_by_its_menu(window: MainWindow) -> None:
    window.session.set_selection(frozenset({0, 1, 2}))
    choose(right_click(chip(window, 1)), "Put the selected points here")
    assert window.session.document.dataset.labels[:4].tolist() == [1, 1, 1, 0]
    assert window.session.undo_stack.undoText() == "Give 3 points to class +"


@pytest.mark.parametrize("begin", ["menu", "double click"])
def test_a_class_is_renamed(window: MainWindow, begin: str) -> None:
    def type_name() -> None:
        dialog = window.findChild(QInputDialog)
        assert dialog is not None
        dialog.setTextValue("  apples ")
        dialog.accept()

    QTimer.singleShot(0, type_name)
    if begin == "menu":
        choose(right_click(chip(window, 0)), "Rename…")
    else:
        QTest.mouseDClick(chip(window, 0), LEFT)
    assert window.session.document.dataset.class_names[0] == "apples"


def test_keys_on_a_chip(window: MainWindow) -> None:
    for k in (0, 1):
        chip(window, k).setFocus()
        QTest.keyClick(chip(window, k), Qt.Key.Key_Space)
        assert window.session.scene.active == k
    QTest.keyClick(chip(window, 0), Qt.Key.Key_F13)
    assert window.session.scene.active == 1


def test_keys_on_the_rows_of_methods(window: MainWindow) -> None:
    rows = window.panel.methods.rows
    first, second = rows
    rows[second].setFocus()
    for key, focused in ((Qt.Key.Key_Up, first), (Qt.Key.Key_Down, second)):
        QTest.keyClick(QApplication.focusWidget(), key)
        assert rows[focused].hasFocus()
    QTest.keyClick(rows[first], Qt.Key.Key_Return)
    assert window.session.document.selected == first
    QTest.keyClick(rows[first], Qt.Key.Key_Space)
    assert not window.session.document.method(first).enabled


def test_a_method_and_the_trial_line_have_menus(window: MainWindow) -> None:
    window.methods.toggle_trial()
    rows = window.panel.methods.rows
    first = next(iter(rows))
    QTest.mouseClick(rows[TRIAL], LEFT, PLAIN, QPoint(120, 16))
    assert window.session.document.trial.in_front
    choose(right_click(rows[TRIAL]), "Remove")
    assert window.session.document.trial is None
    choose(right_click(rows[first]), "Remove")
    assert first not in window.panel.methods.rows


def test_the_button_offers_every_method(window: MainWindow) -> None:
    QTest.mouseClick(window.panel.methods.add_button, LEFT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert window.rect().contains(window.mapFromGlobal(menu.geometry().bottomRight()))
    menu.close()


def test_an_annotation_is_duplicated_and_deleted_by_its_menu(
    window: MainWindow, qtbot: QtBot
) -> None:
    middle = window.session.scene.view.middle
    note = Annotation("arrow", middle, (middle[0] + 0.3, middle[1]), "new")
    window.session.apply("Add", replace(window.session.document, annotations=(note,)))
    qtbot.waitUntil(lambda: window.canvas.painted_scene is window.session.scene)
    place = window.canvas.viewport().rect().center()
    choose(right_click(window.canvas.viewport(), place), "Duplicate")
    one, other = window.session.document.annotations
    assert one == note
    assert other.text == "new"
    assert other.at != middle
    choose(right_click(window.canvas.viewport(), place), "Delete")
    assert window.session.document.annotations == (other,)


def test_no_more_annotations_are_made_than_a_file_holds(window: MainWindow) -> None:
    full = tuple(Annotation("text", (0.0, 0.0), text=f"{k}") for k in range(MOST_ANNOTATIONS))
    window.session.apply("Add", replace(window.session.document, annotations=full))
    window.annotating.open_menu(0, QPoint())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [a.text() for a in menu.actions() if not a.isEnabled()] == ["Duplicate"]
    menu.close()
    window.annotating.duplicate(0)
    window.writing.name_point(0)
    assert "delete one of them first" in window.status_line.left_text
    document = window.session.document
    assert decode(encode(document), "again").annotations == document.annotations == full


def test_the_menu_key_opens_the_menu_of_the_point_under_the_pointer(window: MainWindow) -> None:
    canvas = window.canvas
    canvas.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Tab):
        QTest.keyClick(canvas, key)
    QApplication.sendEvent(
        canvas, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    )
    choose(QApplication.activePopupWidget(), "Delete")
    assert len(window.session.document.dataset) == 39


def test_numbers_are_copied_by_their_menu(qtbot: QtBot, document: Document) -> None:
    numbers = NumbersWindow(Session(document))
    qtbot.addWidget(numbers)
    numbers.present()
    view = numbers.view
    qtbot.waitUntil(lambda: bool(view.latex))
    choose(right_click(view), "Copy as LaTeX")
    assert QApplication.clipboard().text() == view.latex != ""
