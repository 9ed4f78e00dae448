"""Who owns a key or a click: what a panel, a plot or a dialog has no use for is no edit of the
points.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.widgets.themed import descendants

EDITING = (
    *(
        Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace,
        Qt.Key.Key_F,
        Qt.Key.Key_F2,
        Qt.Key.Key_1,
        Qt.Key.Key_2,
        Qt.Key.Key_Plus,
    ),
    *(
        Qt.Key.Key_Minus,
        Qt.Key.Key_E,
        Qt.Key.Key_B,
        Qt.Key.Key_L,
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
    ),
)


def state(window: MainWindow) -> tuple[object, ...]:
    """What such a key could change."""
    session = window.session
    # a key presses it for a moment
    pressed = [tool for tool, button in window.tool_bar.buttons.items() if button.isDown()]
    return (
        session.document.dataset,
        session.scene.selection,
        session.scene.active,
        window.canvas.tool,
        *pressed,
    )


def _takers(window: MainWindow) -> list[QWidget]:
    """One widget of each kind in the panels that takes the keyboard."""
    panels = (window.panel, window.playback, window.sheet, window.status_line)
    found = [each for panel in panels for each in descendants(panel)]
    takers = [
        each
        for each in found
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible() and each.isEnabled()
    ]
    return list({type(each): each for each in takers if not isinstance(each, QLineEdit)}.values())


@pytest.mark.slow
def test_a_key_that_a_panel_has_no_use_for_edits_no_points(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Delete after a click in the list of methods removed the selected point."""
    window.lessons.open_named("where-to-cut")
    window.playback.open()
    assert window.session.wait_idle()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    kinds = _takers(window)
    assert {"MethodRow", "LayerRow"} <= {type(each).__name__ for each in kinds}
    for widget in kinds:
        window.session.set_selection(frozenset({3}))
        widget.setFocus()
        before = state(window)
        for key in EDITING:
            QTest.keyClick(widget, key)
            assert state(window) == before, (widget, key)
    for control in (Qt.Key.Key_X, Qt.Key.Key_D):
        QTest.keyClick(kinds[0], control, Qt.KeyboardModifier.ControlModifier)
    assert state(window) == before
    window.lessons.coursework.leave()


def test_a_shortcut_with_shift_is_still_one_in_a_panel(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    row = window.findChild(QWidget, "method-row-m1")
    row.setFocus()
    event = QKeyEvent(
        QEvent.Type.ShortcutOverride, Qt.Key.Key_E, Qt.KeyboardModifier.ShiftModifier, "E"
    )
    event.ignore()
    QApplication.sendEvent(row, event)
    assert not event.isAccepted()


def test_escape_in_a_plot_selects_no_point_before_delete_can_remove_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = next(each for each in window.findChildren(PlotView) if each.isVisible())
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    n = len(window.session.document.dataset)
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(window.session.scene.selection) == n
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not window.session.scene.selection
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert len(window.session.document.dataset) == n


@pytest.mark.parametrize(
    ("key", "held", "text"),
    [
        (Qt.Key.Key_Delete, "KeypadModifier", "\x7f"),
        (Qt.Key.Key_1, "KeypadModifier", "1"),
        (Qt.Key.Key_Plus, "KeypadModifier", "+"),
        (Qt.Key.Key_Plus, "ShiftModifier", "+"),  # a keyboard of the United States
        (Qt.Key.Key_1, "ShiftModifier", "1"),  # one of France
    ],
)
def test_so_is_such_a_key_on_any_part_of_any_keyboard(
    window: MainWindow, qtbot: QtBot, key: Qt.Key, held: str, text: str
) -> None:
    """Qt looks for the shortcut without these modifiers, too: Delete of the keypad removed the
    selected point.
    """
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    row = window.findChild(QWidget, "method-row-m1")
    row.setFocus()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier[held], text)
    event.ignore()
    QApplication.sendEvent(row, event)
    assert event.isAccepted()  # it is no shortcut there
