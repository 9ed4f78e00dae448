"""Numbers about the place under the pointer follow it, and stay when it goes to read them."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.numbers import PLACE
from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.lessons.numbers_view import GROUPS
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.layouts import SteadyArea
from linclass_gui.window.widgets.stylesheet import stylesheet
from solvers import Perceptron


def test_the_terms_follow_the_pointer(window: MainWindow, qtbot: QtBot) -> None:
    window.lessons.numbers.present()
    numbers, canvas = window.lessons.numbers, window.canvas.viewport()
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


def test_the_run_is_played_from_the_window_of_the_numbers(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(Perceptron)
    assert window.session.wait_idle()
    window.lessons.numbers.present()
    numbers = window.lessons.numbers
    numbers.group.setCurrentIndex([title for title, _ in GROUPS].index("Steps"))
    numbers.activateWindow()
    numbers.group.setFocus()
    for _ in range(2):  # the samples of the next step, then the step
        QTest.keyClick(numbers.group, Qt.Key.Key_Period)
    assert window.session.scene.playback is not None
    qtbot.waitUntil(lambda: bool(numbers.view.blocks))
    assert "\\" not in numbers.view.accessibleName()  # words, no source of LaTeX


def test_what_scrolls_shows_that_it_has_the_keyboard_and_else_takes_none(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.lessons.numbers.present()
    numbers = window.lessons.numbers
    area = numbers.findChild(SteadyArea, "numbers-shown")
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert area.focusPolicy() == Qt.FocusPolicy.StrongFocus
    numbers.activateWindow()
    qtbot.waitUntil(numbers.isActiveWindow)
    numbers.group.setFocus()
    area.setStyleSheet(stylesheet(LIGHT.palette))
    before = area.grab().toImage()
    area.setFocus()
    assert area.grab().toImage() != before
    numbers.resize(numbers.width(), 4000)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_while_steps_are_played_numbers_open_at_the_steps(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(Perceptron)
    assert window.session.wait_idle()
    window.playback.step_on()
    qtbot.waitUntil(lambda: window.session.scene.playback is not None)
    window.lessons.numbers.present()
    numbers = window.lessons.numbers
    assert numbers.group.currentText() == "Steps"
    numbers.group.setCurrentIndex(0)
    window.lessons.numbers.present()  # in sight already: it stays as it is
    assert numbers.group.currentIndex() == 0
