"""The window by keyboard alone: a pointer that keys move, the way of the Tab key, and what a screen
reader says.
"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.draw.alt import alt_text
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.sections import FoldButton
from linclass_gui.window.widgets.themed import descendants
from solvers import LogisticRegression

K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


def press(
    window: MainWindow, *keys: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
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
    session.set_state(active=0)
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


@pytest.fixture
def told(window: MainWindow, qtbot: QtBot) -> list[str]:
    """The sentences that are said of the canvas."""
    said: list[str] = []
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: window.canvas.accessibleDescription() != "")
    window.canvas.telling.announced.connect(said.append)
    return said


def test_canvas_and_plots_have_a_name_and_the_words_of_exported_figures(
    window: MainWindow, told: list[str], qtbot: QtBot
) -> None:
    assert window.canvas.accessibleName() == "Canvas"
    assert window.canvas.accessibleDescription() == alt_text(window.session.scene)
    views = [view for view in window.plots.findChildren(PlotView) if view.isVisible()]
    qtbot.waitUntil(lambda: all(view.accessibleDescription() for view in views))
    assert [view.accessibleName() for view in views] == [view.plot.title for view in views]


def test_a_change_is_said_once_with_what_it_did(
    window: MainWindow, told: list[str], qtbot: QtBot
) -> None:
    before = len(window.session.document.dataset)
    window.canvas.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(window.canvas, key)
    assert len(window.session.document.dataset) == before + 1
    qtbot.waitUntil(lambda: any("Add" in sentence for sentence in told))
    assert f"{before + 1} points" in window.canvas.accessibleDescription()
    count = len(told)
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: any(sentence.startswith("Undo: Add") for sentence in told[count:]))
    assert window.session.wait_idle()  # an answer that comes late is news of its own
    qtbot.waitUntil(lambda: window.canvas.painted_scene is window.session.scene)
    window.canvas.telling.tell()
    count = len(told)
    window.canvas.telling.tell()
    assert len(told) == count  # nothing is new
    assert sum(sentence.startswith("Undo: Add") for sentence in told) == 1


def _way(window: MainWindow, key: Qt.Key, start: QWidget) -> list[QWidget]:
    """What has the keyboard, from press to press, until it is back where it began."""
    start.setFocus()
    found = [start]
    while len(found) < 200:
        QTest.keyClick(found[-1], key)
        now = window.focusWidget()
        if now is None or now in found:
            break
        found.append(now)
    return found


def test_every_part_of_the_window_is_reached_and_shows_it(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(LogisticRegression)
    assert window.session.wait_idle()
    window.activateWindow()
    way = _way(window, Qt.Key.Key_Tab, window.canvas)
    assert set(way) == set(_way(window, Qt.Key.Key_Backtab, window.canvas))
    takers = {
        w
        for w in descendants(window)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()
    }
    assert {w for w in takers if w.focusProxy() is None} == set(way)
    for widget in way:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        with_focus = widget.grab().toImage()
        (window.canvas if widget is not window.canvas else window.tool_bar.fit_button).setFocus(
            Qt.FocusReason.TabFocusReason
        )
        assert widget.grab().toImage() != with_focus, widget.objectName()


def test_a_button_is_pressed_by_enter(window: MainWindow) -> None:
    window.activateWindow()
    key = K.Key_Return
    fold = window.panel.findChild(FoldButton, "fold-layers")
    was_folded = fold.is_folded
    fold.setFocus()
    QTest.keyClick(fold, key)
    assert fold.is_folded != was_folded
    window.tool_bar.fit_button.setFocus()
    window.canvas.zoom(2.0)
    zoomed = window.session.scene.view
    QTest.keyClick(window.tool_bar.fit_button, key)
    assert window.session.scene.view != zoomed


def test_ctrl_f6_goes_through_the_parts_of_the_window_and_round(by_keys: MainWindow) -> None:
    window = by_keys
    parts = (*window.panel.sections.values(), *window.plots.columns, window.tool_bar, window.canvas)
    ctrl = Qt.KeyboardModifier.ControlModifier
    for part in parts:
        press(window, K.Key_F6, held=ctrl)
        focus = window.focusWidget()
        assert part is focus or part.isAncestorOf(focus)
    for part in (*reversed(parts[:-1]), window.canvas):
        press(window, K.Key_F6, held=ctrl | SHIFT)
        focus = window.focusWidget()
        assert part is focus or part.isAncestorOf(focus)
