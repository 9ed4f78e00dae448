"""What a screen reader reads and says of canvas and plots."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from linclass_gui.app.views.plot import PlotView
from linclass_gui.app.window import MainWindow
from linclass_gui.draw.alt import alt_text


@pytest.fixture
def told(window: MainWindow, qtbot: QtBot) -> list[str]:
    """The sentences that are said of the canvas."""
    said: list[str] = []
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: window.canvas.accessibleDescription() != "")
    window.canvas.telling.told.connect(said.append)
    return said


def test_canvas_and_plots_have_a_name_and_the_words_of_exported_figures(window: MainWindow, told: list[str], qtbot: QtBot) -> None:
    assert window.canvas.accessibleName() == "Canvas"
    assert window.canvas.accessibleDescription() == alt_text(window.session.scene)
    views = [view for view in window.plots.findChildren(PlotView) if view.isVisible()]
    qtbot.waitUntil(lambda: all(view.accessibleDescription() for view in views))
    assert [view.accessibleName() for view in views] == [view.plot.title for view in views]


def test_a_change_is_said_once_with_what_it_did(window: MainWindow, told: list[str], qtbot: QtBot) -> None:
    before = len(window.session.document.dataset)
    window.canvas.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        QTest.keyClick(window.canvas, key)
    assert len(window.session.document.dataset) == before + 1
    qtbot.waitUntil(lambda: any("Add" in sentence for sentence in told))
    assert f"{before + 1} points" in window.canvas.accessibleDescription()
    count = len(told)
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: len(told) > count)
    assert told[-1].startswith("Undo: Add")
    count = len(told)
    window.canvas.telling.tell()
    assert len(told) == count  # nothing is new


def test_the_pointer_of_keys_says_where_it_is(window: MainWindow, told: list[str], qtbot: QtBot) -> None:
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: any("distance" in sentence for sentence in told))


def test_a_plot_with_the_keyboard_says_its_values(window: MainWindow, qtbot: QtBot) -> None:
    assert window.session.wait_idle()
    view = next(view for view in window.plots.findChildren(PlotView) if view.plot.name == "projection")
    said: list[str] = []
    view.telling.told.connect(said.append)
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(lambda: view.accessibleDescription() != "")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space):
        QTest.keyClick(view, key)
    qtbot.waitUntil(lambda: any("threshold" in sentence for sentence in said))
