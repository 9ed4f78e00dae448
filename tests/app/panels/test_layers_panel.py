"""The layers: a tick box each, with tool tip and swatch, in panel and menu."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.app.panels.layers import layers
from linclass_gui.app.window import MainWindow
from linclass_gui.overlays import OVERLAYS


def test_every_layer_that_can_be_switched_has_a_row_with_a_tip(window: MainWindow) -> None:
    rows = window.panel.layers.rows
    assert set(rows) == {overlay.name for overlay in OVERLAYS if not overlay.always}
    assert all(row.toolTip() for row in rows.values())


def test_a_click_switches_a_layer_and_undo_switches_it_back(window: MainWindow, qtbot: QtBot) -> None:
    stack = window.session.undo_stack
    for name, row in window.panel.layers.rows.items():
        was_on = name in window.session.document.layers
        assert row.isChecked() is was_on, name
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        assert (name in window.session.document.layers) is not was_on, name
        assert row.isChecked() is not was_on, name
        assert (stack.count(), stack.index()) == (1, 1), name
        stack.undo()
        assert row.isChecked() is was_on, name


def test_the_menu_offers_the_same_layers(window: MainWindow, qtbot: QtBot) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    window.layers.fill_menu(menu)
    assert [action.text() for action in menu.actions()] == [overlay.title for overlay in layers()]
    grid = next(action for action in menu.actions() if action.text() == "Grid")
    assert grid.isChecked()
    grid.trigger()
    assert "grid" not in window.session.document.layers


def test_rows_do_not_overlap(window: MainWindow) -> None:
    rows = list(window.panel.layers.rows.values())
    for k, one in enumerate(rows):
        assert not any(one.geometry().intersects(other.geometry()) for other in rows[k + 1 :])
