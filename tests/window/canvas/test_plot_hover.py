"""Pointing at linked plots: values in the units of the plot, and the point on the canvas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS, Plot
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from solvers import LogisticRegression, Parabola


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
    selected = window.session.scene.answer
    margins = selected[1].certificate.margins
    row = int(margins.argmin())
    qtbot.mouseMove(view.viewport(), _at(view, float(margins[row]), 1.0 - float(margins[row])))
    qtbot.waitUntil(
        lambda: window.session.scene.hover is not None and window.session.scene.hover.row == row
    )
    hover = window.session.scene.hover
    assert hover.at == tuple(window.session.document.dataset.X[row].tolist())
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert window.session.scene.hover is None


def _map(window: MainWindow) -> None:
    """Give the selected method a feature map: in the plane itself there is no feature space."""
    document = window.session.document
    selected = document.selected_method
    assert selected is not None
    window.session.apply("Map", document.with_method(replace(selected, features=Parabola())))
    assert window.session.wait_idle()


def _certain(window: MainWindow) -> None:
    """Let the selected method have probabilities."""
    document = window.session.document
    selected = document.selected_method
    assert selected is not None
    window.session.apply(
        "Method", document.with_method(replace(selected, method=LogisticRegression(l2=0.01)))
    )
    assert window.session.wait_idle()


@pytest.mark.parametrize("plot", PLOTS, ids=[plot.name for plot in PLOTS])
def test_every_plot_shows_the_values_under_the_pointer_and_nothing_else_is_drawn(
    window: MainWindow, qtbot: QtBot, plot: Plot
) -> None:
    if plot.name == "feature-space":
        _map(window)
    if plot.name in ("probability", "calibration"):
        _certain(window)
    view = _plot(window, qtbot, plot.name)
    figure, fits = view.item.figure, window.session.scene.fits
    assert figure.reading is None
    QApplication.processEvents()  # what the window still had to paint is painted before
    canvas = window.canvas.item.figure
    x, y = 0.31 * figure.x.low + 0.69 * figure.x.high, 0.08 * figure.y.low + 0.92 * figure.y.high
    # The pointer of the last test may rest at this very place, and a pointer that does not move
    # sends no event.
    qtbot.mouseMove(view.viewport(), QPoint(1, view.height() - 1))
    qtbot.mouseMove(
        view.viewport(), _at(view, x, y) if plot.name != "weight-space" else _at(view, 0.4, 0.3)
    )
    qtbot.waitUntil(lambda: view.item.figure is not None and view.item.figure.reading is not None)
    shown = view.item.figure
    assert all(
        any(character.isdigit() for character in line) for line in shown.reading.words.lines[:2]
    )
    assert view.reading().count("\n") + 1 == len(shown.reading.words.lines)
    assert window.session.scene.fits is fits
    if shown.reading.row is None:
        assert window.canvas.item.figure is canvas
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: view.item.figure is not None and view.item.figure.reading is None)
