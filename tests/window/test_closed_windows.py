"""A click that closes a dialog or a menu is not a click on what lies below, nor is its second
half.
"""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.window.lessons.browser import Browser
from linclass_gui.window.main_window import MainWindow

AT = QPoint(300, 24)  # where there is neither a point nor a line


@pytest.mark.parametrize("kind", ["dialog", "card of a lesson", "menu", "menu of the bar"])
def test_a_press_where_a_window_has_just_closed_puts_no_point(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    # however long something takes to open
    monkeypatch.setattr(window.closed_windows._second._gone, "start", lambda: None)
    QCursor.setPos(window.canvas.viewport().mapToGlobal(AT))
    if "menu" not in kind:
        window.lessons.browse() if kind == "card of a lesson" else QDialog(window).show()
        dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
        qtbot.waitUntil(dialog.isActiveWindow)
        if isinstance(dialog, Browser):
            dialog.list.itemClicked.emit(dialog.list.cards[0])
            # beside the text of the lesson now
            QCursor.setPos(window.canvas.viewport().mapToGlobal(AT))
        else:
            dialog.close()
            dialog.deleteLater()
        window.activateWindow()  # as a window manager does
        qtbot.waitUntil(window.isActiveWindow)
    else:
        menu = QMenu(window) if kind == "menu" else window.menuBar().findChildren(QMenu)[0]
        menu.addAction("an entry")
        menu.popup(window.canvas.viewport().mapToGlobal(AT))
        QCoreApplication.processEvents()
        menu.close()
    count = len(window.session.document.dataset)
    QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=AT)
    assert len(window.session.document.dataset) == count
    QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=AT)
    assert len(window.session.document.dataset) == count + 1, "the next one is meant"


def test_a_press_elsewhere_is_meant(window: MainWindow) -> None:
    QCursor.setPos(window.canvas.viewport().mapToGlobal(AT))
    count = len(window.session.document.dataset)
    menu = QMenu(window)
    menu.addAction("an entry")
    menu.popup(window.canvas.viewport().mapToGlobal(AT))
    QCoreApplication.processEvents()
    menu.close()
    QTest.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=AT + QPoint(60, 0))
    assert len(window.session.document.dataset) == count + 1
