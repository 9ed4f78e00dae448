"""The plot of one variable by mouse and keys, and undone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Handle
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(window: MainWindow, qtbot: QtBot) -> PlotView:
    """The plot of the scene that its action opens."""
    window.session.undo_stack.setClean()
    window.actions_by_id["one-variable"].trigger()
    assert window.session.wait_idle()
    view = window.findChild(PlotView, "plot-one-variable")
    assert view is not None
    assert view.isVisible()
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    return view


def handle_of(view: PlotView, name: str) -> Handle:
    figure = view.plot.draw(view.session.scene)
    return next(handle for handle in figure.handles if handle.name == name)


def place(view: PlotView, x: float, y: float) -> QPoint:
    px, py = view.item.mapping.point(x, y)
    return QPoint(round(px), round(py))


def drag(view: PlotView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view.viewport(), LEFT, NO_KEY, start)
    QTest.mouseMove(view.viewport(), start + (end - start) / 2)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEY, end)
    assert view.session.wait_idle()
    QApplication.processEvents()


def means(document: Document) -> list[float]:
    return [document.populations.minus.mean[0], document.populations.plus.mean[0]]


def test_means_thresholds_and_costs_are_dragged_and_undone(
    view: PlotView, window: MainWindow
) -> None:
    session, first_document = window.session, window.session.document
    at = handle_of(view, "mean:1").at
    drag(view, place(view, *at), place(view, at[0] + 1.0, at[1]))
    assert means(session.document)[1] == pytest.approx(at[0] + 1.0, abs=0.1)
    assert not np.array_equal(session.document.dataset.X, first_document.dataset.X)
    at = handle_of(view, "cost").at
    drag(view, place(view, *at), place(view, at[0], handle_of(view, "cost").at[1] - 0.15))
    assert session.document.miss_cost > 1.0
    at = handle_of(view, "threshold").at
    drag(view, place(view, *at), place(view, at[0] + 0.7, at[1]))
    assert session.document.trial is not None
    assert session.undo_stack.count() == 3
    for _ in range(3):
        window.editing.undo()
    assert session.document.dataset is first_document.dataset
    assert session.document.miss_cost == 1.0
    assert session.document.trial is first_document.trial
