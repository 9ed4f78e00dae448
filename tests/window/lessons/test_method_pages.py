"""The page of a method opens lessons."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from linclass_gui.window.lessons.blocks import Flow
from linclass_gui.window.main_window import MainWindow
from solvers import Perceptron


def test_the_page_of_the_selected_method_has_links_to_lessons(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.methods.add(Perceptron)
    window.actions_by_id["method-page"].trigger()
    pages = window.sheet.page("method-page")
    assert Perceptron.summary in [flow.text for flow in pages.findChildren(Flow)]
    links = pages.findChildren(QPushButton, "lesson-link")
    window.session.undo_stack.setClean()
    qtbot.mouseClick(links[1], Qt.MouseButton.LeftButton)
    lesson = window.lessons.coursework.lesson
    assert lesson is not None
    assert lesson.name == "perceptron"
