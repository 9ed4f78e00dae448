"""Menus under the right button and the keys: each opens where it is asked for, and what is chosen
there happens once.
"""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.scene.annotations import Annotation
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.method_rows import TRIAL
from linclass_gui.window.panels.tool_bar import ClassChip

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
    (action,) = [action for action in menu.actions() if action.text().replace("&", "") == words]
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
    QTest.mouseClick(rows[first], LEFT, PLAIN, QPoint(120, 16))
    assert not window.session.document.trial.in_front
    choose(right_click(rows[TRIAL]), "Trial line")
    assert window.session.document.trial is None
    choose(right_click(rows[first]), "Remove")
    assert first not in window.panel.methods.rows


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


def test_a_menu_that_is_opened_again_leaves_no_older_ones(window: MainWindow) -> None:
    counts = set()
    for _ in range(2):
        for menu in window.menuBar().findChildren(QMenu):
            menu.aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        counts.add(len(window.menuBar().findChildren(QMenu)))
    assert len(counts) == 1
