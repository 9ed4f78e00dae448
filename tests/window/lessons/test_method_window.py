"""The page of a method opens by its name and by its menu, and opens lessons."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.method_page import ALL_METHODS
from linclass_gui.window.lessons.blocks import Flow
from linclass_gui.window.main_window import MainWindow
from solvers import Perceptron


def _words(window: MainWindow) -> list[str]:
    return [flow.text for flow in window.lessons.method_pages.findChildren(Flow)]


def test_a_page_opens_from_the_menu_with_links_to_lessons(window: MainWindow, qtbot: QtBot) -> None:
    menu = QMenu()
    window.lessons.fill_method_pages(menu)
    assert [entry.text() for entry in menu.actions()] == [kind.name for kind in ALL_METHODS]
    menu.actions()[ALL_METHODS.index(Perceptron)].trigger()
    pages = window.lessons.method_pages
    assert pages.isVisible()
    assert Perceptron.summary in _words(window)
    links = pages.findChildren(QPushButton, "lesson-link")
    qtbot.mouseClick(links[1], Qt.MouseButton.LeftButton)
    lesson = window.lessons.coursework.lesson
    assert lesson is not None
    assert lesson.name == "perceptron"
