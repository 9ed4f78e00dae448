"""Numbers about the place under the pointer follow it, and stay when it goes to read them."""

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.numbers import PLACE
from linclass_gui.window.lessons.sheet_pages import GROUPS
from linclass_gui.window.main_window import MainWindow


def test_the_terms_follow_the_pointer(window: MainWindow, qtbot: QtBot) -> None:
    window.sheet.present("numbers")
    numbers, canvas = window.sheet.page("numbers"), window.canvas.viewport()
    numbers.group.setCurrentIndex([title for title, _ in GROUPS].index(PLACE))
    qtbot.waitUntil(lambda: bool(numbers.view.blocks))
    assert "Point at" in numbers.view.blocks[0][1].needs
    QTest.mouseMove(canvas, canvas.rect().center())
    qtbot.waitUntil(lambda: not numbers.view.blocks[0][1].needs)
    place = dict(numbers.view.blocks[0][1].lines)["$x$"]
    QTest.mouseMove(canvas, canvas.rect().center() / 2)
    qtbot.waitUntil(lambda: dict(numbers.view.blocks[0][1].lines).get("$x$", place) != place)
    last = numbers.view.blocks
    QApplication.sendEvent(window.canvas, QEvent(QEvent.Type.Leave))
    QApplication.processEvents()
    assert not numbers.view._timer.isActive()
    assert numbers.view.blocks == last
