"""What an empty canvas offers, what undo says, and how wide tool tips are: by real events."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.draw.fonts import ui_font
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.layouts import TIP_WIDTH, plain_tip

MakeWindow = Callable[..., MainWindow]
LEFT = Qt.MouseButton.LeftButton
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def offer(window: MainWindow, name: str) -> QPushButton:
    return window.offers.findChild(QPushButton, f"offer-{name}")


def test_an_empty_canvas_offers_points_until_it_has_some(window: MainWindow, qtbot: QtBot) -> None:
    assert not window.offers.isVisible()
    window.editing.clear()
    qtbot.waitUntil(window.offers.isVisible)
    assert [button.height() for button in window.offers.buttons] == [32, 32, 32]
    QTest.mouseClick(offer(window, "clouds"), LEFT)
    counts = window.session.document.dataset.counts
    assert len(counts) == 2
    assert min(counts) > 1
    assert not window.offers.isVisible()
    assert window.canvas.hasFocus()
    window.editing.undo()
    qtbot.waitUntil(window.offers.isVisible)


def test_an_offer_is_taken_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    window.editing.clear()
    qtbot.waitUntil(window.offers.isVisible)
    window.canvas.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Tab)
    assert offer(window, "clouds").hasFocus()
    QTest.keyClick(offer(window, "clouds"), Qt.Key.Key_Space)
    assert len(window.session.document.dataset) > 2


def test_irises_come_with_one_click(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.files, "may_close", lambda: True)
    window.editing.clear()
    qtbot.waitUntil(window.offers.isVisible)
    QTest.mouseClick(offer(window, "iris"), LEFT)
    assert len(window.session.document.dataset) == 150
    assert not window.offers.isVisible()


def test_undo_and_redo_say_which_step(window: MainWindow) -> None:
    at = window.session.scene.seen_at(window.session.document.dataset.X)[11]
    begin = QPoint(*map(round, at))
    viewport = window.canvas.viewport()
    QTest.mousePress(viewport, LEFT, NONE, begin)
    QTest.mouseMove(viewport, begin + QPoint(12, 30))
    QTest.mouseMove(viewport, begin + QPoint(24, 60))
    QTest.mouseRelease(viewport, LEFT, NONE, begin + QPoint(24, 60))
    QTest.keyClick(window.canvas, Qt.Key.Key_Z, CONTROL)
    assert window.status_line.left_text == "Undone: point 12 moved (Ctrl+Shift+Z)"
    QTest.keyClick(window.canvas, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    assert window.status_line.left_text == "Redone: point 12 moved (Ctrl+Z)"
    assert 1500 <= window.status_line._message_timer.interval() <= 3000


def test_undoing_another_step_says_its_name(window: MainWindow) -> None:
    window.editing.clear()
    window.editing.undo()
    assert window.status_line.left_text == "Undone: delete all points (Ctrl+Shift+Z)"


def test_tool_tips_are_narrow(window: MainWindow) -> None:
    width = QFontMetricsF(ui_font()).horizontalAdvance
    tips = [part.toolTip() for part in window.findChildren(QWidget)]
    tips += [action.toolTip() for action in window.actions_by_id.values()]
    lines = [line for tip in tips if "<" not in tip for line in tip.split("\n")]
    assert len(lines) > 100
    assert [line for line in lines if width(line) > TIP_WIDTH] == []
    assert plain_tip("a < b").startswith("<p")


def test_the_chip_of_class_plus_is_first(window: MainWindow) -> None:
    plus, minus = (window.tool_bar.findChild(QWidget, f"class-chip-{k}") for k in (1, 0))
    assert plus.mapTo(window, QPoint()).y() < minus.mapTo(window, QPoint()).y()
