"""What an empty canvas offers, what undo says, and how wide tool tips are: by real events."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.answers.regions import boundary_curves
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.status_line import CANCELLED
from linclass_gui.window.widgets.layouts import TIP_LETTERS, plain_tip
from solvers import HardMarginSVM

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
    first, second = (button.geometry() for button in window.offers.buttons[:2])
    beside = QPoint((first.right() + second.left()) // 2, 16)
    QTest.mouseClick(window.offers, LEFT, pos=beside)
    assert len(window.session.document.dataset) == 1
    window.editing.undo()
    qtbot.waitUntil(window.offers.isVisible)
    QTest.mouseClick(offer(window, "clouds"), LEFT)
    counts = window.session.document.dataset.counts
    assert len(counts) == 2
    assert min(counts) > 1
    qtbot.waitUntil(lambda: not window.offers.isVisible())
    assert window.canvas.hasFocus()
    window.editing.undo()
    qtbot.waitUntil(window.offers.isVisible)


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


def test_tool_tips_are_narrow(window: MainWindow) -> None:
    tips = [part.toolTip() for part in window.findChildren(QWidget)]
    tips += [action.toolTip() for action in window.actions_by_id.values()]
    lines = [line for tip in tips if "<" not in tip for line in tip.split("\n")]
    assert len(lines) > 100
    assert [line for line in lines if len(line) > TIP_LETTERS] == []
    assert plain_tip("a < b").startswith("<p")


def show_plot(window: MainWindow, qtbot: QtBot, name: str) -> PlotView:
    window.plots.show_plot(name)
    view = next(v for v in window.plots.findChildren(PlotView) if v.plot.name == name)
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    return view


def test_a_refused_plot_is_cured_by_a_click(window: MainWindow, qtbot: QtBot) -> None:
    view = show_plot(window, qtbot, "calibration")
    button = view._offer
    assert button.isVisible()
    assert button.text() == "Add logistic regression"
    QTest.mouseClick(button, LEFT)
    assert window.session.wait_idle()
    assert window.session.document.selected_method.method.name == "Logistic regression"
    qtbot.waitUntil(lambda: not button.isVisible())
    window.editing.undo()
    assert window.session.wait_idle()
    qtbot.waitUntil(button.isVisible)


def test_a_hard_margin_that_fails_offers_the_soft_one(window: MainWindow, qtbot: QtBot) -> None:
    window.session.set_selection(frozenset({0, 21}))
    window.editing.flip()
    window.methods.add(HardMarginSVM)
    assert window.session.wait_idle()
    button = window.canvas._offer
    qtbot.waitUntil(button.isVisible)
    assert button.text() == "Choose the soft margin"
    QTest.mouseClick(button, LEFT)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: not button.isVisible())


def test_a_long_fit_is_seen_and_escape_says_that_it_ended(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled = []
    monkeypatch.setattr(window.session.fit_requests, "cancel", lambda: cancelled.append(True))
    window.session.fit_requests.busy_changed.emit(True)
    window.status_line._patience.timeout.emit()
    assert window.status_line.cancel_button.isVisible()
    QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert cancelled
    assert window.status_line.left_text == CANCELLED
    assert not window.status_line.cancel_button.isVisible()


def on_line(window: MainWindow) -> QPoint:
    """A place on the selected boundary, away from all points."""
    scene = window.session.scene
    curves = boundary_curves(scene.answer, scene.view, scene.curve_columns)
    ends = scene.seen_at(np.array([curves[0][0], curves[0][-1]]))
    places = ends[0] + np.linspace(0.1, 0.9, 80)[:, None] * (ends[1] - ends[0])
    points = scene.seen_at(scene.document.dataset.X)
    distances = np.hypot(*(places[:, None] - points).transpose(2, 0, 1)).min(axis=1)
    return QPoint(*(round(v) for v in places[int(distances.argmax())]))


def test_a_right_click_on_a_line_opens_the_menu_of_its_method(window: MainWindow) -> None:
    count = len(window.session.document.dataset)
    viewport, place = window.canvas.viewport(), on_line(window)
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, NONE, place)
    assert len(window.session.document.dataset) == count
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Copy &formula as LaTeX" in [action.text() for action in menu.actions()]
    menu.close()
    QTest.mouseClick(viewport, Qt.MouseButton.RightButton, NONE, place + QPoint(14, 0))
    assert len(window.session.document.dataset) == count + 1


def open_plot_menu(window: MainWindow, qtbot: QtBot, name: str) -> QMenu:
    view = show_plot(window, qtbot, name)
    place = view.viewport().rect().center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, place, view.viewport().mapToGlobal(place)
    )
    QApplication.sendEvent(view.viewport(), event)
    return next(menu for menu in view.findChildren(QMenu) if menu.isVisible())


def test_a_plot_has_a_menu_with_what_can_be_done_with_it(window: MainWindow, qtbot: QtBot) -> None:
    menu = open_plot_menu(window, qtbot, "losses")
    actions = {action.text(): action for action in menu.actions()}
    assert [text for text in actions if text][:2] == [
        "Copy picture",
        "Export this plot…",
    ]
    actions["Copy picture"].trigger()
    assert QGuiApplication.clipboard().mimeData().hasImage()
    menu.close()
