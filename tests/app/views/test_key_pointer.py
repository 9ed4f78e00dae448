"""The canvas and the plots by keyboard alone: a pointer that keys move does what the mouse does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from linclass_gui.app.views.plot import PlotView
from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import TrialLine

K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


def press(window: MainWindow, *keys: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys, one after the other, where the keyboard is."""
    for key in keys:
        QTest.keyClick(window.focusWidget(), key, held)


@pytest.fixture
def by_keys(window: MainWindow) -> MainWindow:
    """The window with the keyboard in the canvas and the mouse elsewhere."""
    window.activateWindow()
    window.canvas.setFocus()
    assert window.session.wait_idle()
    window.canvas.grab()
    return window


def test_enter_puts_a_point_where_arrows_have_gone(by_keys: MainWindow) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    assert canvas.key_pointer.at is None
    n = len(session.document.dataset)
    press(window, K.Key_Right)  # the pointer comes up in the middle
    assert canvas.key_pointer.at == canvas.viewport().rect().center().toPointF()
    press(window, K.Key_Right, K.Key_Up)
    press(window, K.Key_Left, held=SHIFT)
    session.set_active(0)
    press(window, K.Key_Return)
    middle = canvas.viewport().rect().center() + QPoint(9, -10)
    assert session.document.dataset.X[n] == pytest.approx(canvas.data_at(middle.toPointF()))
    assert session.document.dataset.labels[n] == 0
    assert session.undo_stack.undoText() == "Add point"
    press(window, K.Key_Escape)
    assert canvas.key_pointer.at is None


def test_tab_goes_from_point_to_point_and_then_on(by_keys: MainWindow) -> None:
    window, canvas, X = by_keys, by_keys.canvas, by_keys.session.document.dataset.X
    press(window, K.Key_Left)
    assert canvas.key_pointer.at is not None
    met: list[tuple[float, float]] = []
    press(window, *[K.Key_Left] * 100, K.Key_Tab)  # from the left edge to the nearest
    for _ in range(len(X)):
        if canvas.key_pointer.at is not None:
            met.append(canvas.data_at(canvas.key_pointer.at))
            press(window, K.Key_Tab)
    rest = X[np.argsort(X[:, 0])][-len(met) :]
    assert len(met) > 10
    assert np.array(met) == pytest.approx(rest, abs=1e-6)
    assert window.focusWidget() is not canvas
    assert canvas.key_pointer.at is None


def test_space_takes_a_point_and_arrows_drag_it_as_one_step(by_keys: MainWindow) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    before = session.document.dataset.X
    press(window, K.Key_Left, K.Key_Tab)
    row = int(np.argmin(np.abs(before - canvas.data_at(canvas.key_pointer.at)).sum(axis=1)))
    press(window, K.Key_Space, K.Key_Right, K.Key_Up)
    press(window, K.Key_Up, held=SHIFT)
    moved = before[row] + np.array([10.0, 11.0]) * session.scene.pixels
    assert session.document.dataset.X[row] == pytest.approx(moved)  # live
    assert session.undo_stack.count() == 0
    press(window, K.Key_Space)
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Move point"
    session.undo_stack.undo()
    assert session.document.dataset.X is before


def test_escape_puts_it_back_and_delete_takes_it_away(by_keys: MainWindow) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    before = session.document
    press(window, K.Key_Left, K.Key_Tab, K.Key_Space, K.Key_Right, K.Key_Escape)
    assert session.document is before
    assert session.undo_stack.count() == 0
    assert canvas.key_pointer.at is not None
    press(window, K.Key_Backtab, K.Key_Delete)
    assert len(session.document.dataset) == len(before.dataset) - 1


def test_the_trial_line_is_turned_by_keys(by_keys: MainWindow, qtbot: QtBot) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    session.apply("Trial line", replace(session.document, trial=TrialLine(90.0, session.scene.view.middle)))
    qtbot.waitUntil(lambda: canvas.item.figure is not None and len(canvas.item.figure.handles) == 2)
    press(window, *[K.Key_Left] * 100)
    places = [handle.at for handle in canvas.figure(session.scene).handles]
    press(window, K.Key_Tab)
    for _ in range(60):
        if canvas.key_pointer.at is None or np.allclose(canvas.data_at(canvas.key_pointer.at), places[1], atol=1e-6):
            break
        press(window, K.Key_Tab)
    press(window, K.Key_Space, *[K.Key_Up] * 5, K.Key_Return)
    assert session.document.trial.angle != 90.0
    assert session.undo_stack.undoText() == "Move trial line"
    assert session.undo_stack.count() == 2


def test_a_tool_is_used_by_keys(by_keys: MainWindow) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    canvas.set_tool("trial")
    press(window, K.Key_Left, K.Key_Space, *[K.Key_Up] * 8, K.Key_Space)
    assert session.document.trial.angle % 180.0 == pytest.approx(0.0)  # an upright stroke: its normal is level


def test_the_handle_of_a_plot_is_moved_by_keys(by_keys: MainWindow) -> None:
    window, session = by_keys, by_keys.session
    plot = window.findChild(PlotView, "plot-fisher-angle")
    plot.setFocus(Qt.FocusReason.TabFocusReason)
    plot.grab()
    before = session.document.trial
    press(window, K.Key_Right, K.Key_Space, *[K.Key_Right] * 3, K.Key_Space)
    assert session.document.trial is not None
    assert session.document.trial != before
    assert session.undo_stack.count() == 1


def test_the_mouse_takes_over(by_keys: MainWindow) -> None:
    window, canvas, session = by_keys, by_keys.canvas, by_keys.session
    press(window, K.Key_Left, K.Key_Tab, K.Key_Space, K.Key_Right)
    QTest.mouseMove(canvas.viewport(), QPoint(40, 60))
    assert canvas.key_pointer.at is None
    assert session.undo_stack.undoText() == "Move point"  # dropped where it was


def test_arrows_still_nudge_what_is_selected(by_keys: MainWindow) -> None:
    window, session = by_keys, by_keys.session
    session.set_selection(frozenset({0}))
    press(window, K.Key_Right)
    assert window.canvas.key_pointer.at is None
    assert session.undo_stack.undoText() == "Nudge"
