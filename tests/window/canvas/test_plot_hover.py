"""Pointing at linked plots: values in the units of the plot, and the point on the canvas."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow


def _plot(window: MainWindow, qtbot: QtBot, name: str) -> PlotView:
    window.plots.show_plot(name)
    view = window.plots.findChild(PlotView, f"plot-{name}")
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    return view


def _at(view: PlotView, x: float, y: float) -> QPoint:
    mapping = view.item.mapping
    return QPointF(*mapping.point(x, y)).toPoint()


def test_a_dot_of_the_losses_rings_its_point_on_the_canvas(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = _plot(window, qtbot, "losses")
    selected, fits = window.session.scene.answer, window.session.scene.fits
    margins = selected.certificate.margins
    row = int(margins.argmin())
    qtbot.mouseMove(view.viewport(), _at(view, float(margins[row]), 1.0 - float(margins[row])))
    qtbot.waitUntil(
        lambda: window.session.scene.hover is not None and window.session.scene.hover.row == row
    )
    hover = window.session.scene.hover
    qtbot.waitUntil(lambda: view.item.figure.reading is not None)
    assert window.session.scene.fits is fits
    assert hover.at == tuple(window.session.document.dataset.X[row].tolist())
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert window.session.scene.hover is None
    qtbot.waitUntil(lambda: view.item.figure.reading is None)
