"""The Tab key goes through the panel as one reads it, whatever was made when."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.app.panels.layers import LayerRow
from linclass_gui.app.panels.method_rows import MethodRow
from linclass_gui.app.widgets.basics import descendants
from linclass_gui.app.widgets.number_field import NumberField
from linclass_gui.app.widgets.reading_order import in_reading_order
from linclass_gui.app.window import MainWindow
from solvers import Fisher, LogisticRegression


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


def test_methods_come_before_their_parameters_and_layers_last(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(LogisticRegression)
    window.methods.add(Fisher)
    window.session.set_selected("m2")
    assert window.session.wait_idle()
    window.activateWindow()
    way = _way(window, Qt.Key.Key_Tab, window.canvas)
    inside = [w for w in way if window.panel.isAncestorOf(w)]
    assert inside == in_reading_order(window.panel)
    kinds = [type(w) for w in inside if isinstance(w, MethodRow | NumberField | LayerRow)]
    assert kinds == sorted(kinds, key=(MethodRow, NumberField, LayerRow).index)
    assert kinds.count(MethodRow) == 4
    # Everything else is reached as well, in one round, and nothing twice.
    assert {"plot-fisher-angle", "plot-projection"} <= {w.objectName() for w in way}
    assert set(inside) == {w for w in _way(window, Qt.Key.Key_Backtab, window.canvas) if window.panel.isAncestorOf(w)}


def test_every_part_of_the_window_is_reached_and_shows_it(window: MainWindow, qtbot: QtBot) -> None:
    window.methods.add(LogisticRegression)
    assert window.session.wait_idle()
    window.activateWindow()
    way = _way(window, Qt.Key.Key_Tab, window.canvas)
    assert set(way) == set(_way(window, Qt.Key.Key_Backtab, window.canvas))
    takers = {w for w in descendants(window) if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()}
    assert {w for w in takers if w.focusProxy() is None} == set(way)
    for widget in way:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        with_focus = widget.grab().toImage()
        (window.canvas if widget is not window.canvas else window.tool_bar.fit_button).setFocus(Qt.FocusReason.TabFocusReason)
        assert widget.grab().toImage() != with_focus, widget.objectName()


def test_arrows_go_through_the_tools(window: MainWindow) -> None:
    window.activateWindow()
    window.tool_bar.buttons["select"].setFocus()
    QTest.keyClick(window.tool_bar.buttons["select"], Qt.Key.Key_Down)
    assert window.canvas.tool == "lasso"
    assert window.focusWidget() is window.tool_bar.buttons["lasso"]


def test_what_is_reached_is_scrolled_into_sight(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.height() == 700)
    for widget in _way(window, Qt.Key.Key_Tab, window.canvas):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Tab)
        now = window.focusWidget()
        assert not window.panel.isAncestorOf(now) or not now.visibleRegion().isEmpty()
