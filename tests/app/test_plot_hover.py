"""Pointing at linked plots: values in the units of the plot, and the point on the canvas."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from linclass_gui.app.plot_view import PlotView
from linclass_gui.app.window import MainWindow
from linclass_gui.plots import multipliers


def _plot(window: MainWindow, qtbot: QtBot, name: str) -> PlotView:
    window.plots.show_plot(name)
    view = window.plots.findChild(PlotView, f"plot-{name}")
    assert isinstance(view, PlotView)
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    return view


def _at(view: PlotView, x: float, y: float) -> QPoint:
    mapping = view.item.mapping
    assert mapping is not None
    return QPointF(*mapping.point(x, y)).toPoint()


def test_a_dot_of_the_losses_rings_its_point_on_the_canvas(window: MainWindow, qtbot: QtBot) -> None:
    view = _plot(window, qtbot, "losses")
    selected = window.session.scene.selected
    assert selected is not None
    margins = selected[1].certificate.margins
    row = int(margins.argmin())
    qtbot.mouseMove(view.viewport(), _at(view, float(margins[row]), 1.0 - float(margins[row])))
    qtbot.waitUntil(lambda: window.session.scene.hover is not None and window.session.scene.hover.row == row)
    hover = window.session.scene.hover
    assert hover is not None
    assert hover.at == tuple(window.session.document.dataset.X[row].tolist())
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert window.session.scene.hover is None


def test_a_bar_of_the_multipliers_rings_its_point_and_tells_its_alpha(window: MainWindow, qtbot: QtBot) -> None:
    view = _plot(window, qtbot, "multipliers")
    selected = window.session.scene.selected
    assert selected is not None
    answer = selected[1]
    assert answer.alpha is not None
    rows, x = multipliers.places(answer)
    row, height = int(rows[2]), float(answer.alpha[rows[2]] * answer.problem.y[rows[2]])
    position = _at(view, float(x[2]), 0.5 * height)
    qtbot.mouseMove(view.viewport(), position)
    qtbot.waitUntil(lambda: window.session.scene.hover is not None and window.session.scene.hover.row == row)
    words = view.reading(QPointF(position))
    assert words.startswith(f"Point {row + 1}, ")
    assert f"{abs(height):.3g}" in words
    qtbot.mouseMove(view.viewport(), _at(view, float(x[2]), -4.0 * height))
    qtbot.waitUntil(lambda: window.session.scene.hover is None)


@pytest.mark.parametrize(
    ("name", "names"),
    [("fisher-angle", ["angle", "J"]), ("projection", ["f(x)"]), ("losses", ["y f(x)", "loss"]), ("weight-space", ["w1", "w2"])],
)
def test_the_tool_tip_reads_the_axes_under_the_pointer(window: MainWindow, qtbot: QtBot, name: str, names: list[str]) -> None:
    view = _plot(window, qtbot, name)
    figure = view.item.figure
    assert figure is not None
    x, y = 0.3 * figure.x.low + 0.7 * figure.x.high, 0.1 * figure.y.low + 0.9 * figure.y.high
    position = _at(view, x, y)
    event = QHelpEvent(QEvent.Type.ToolTip, position, view.viewport().mapToGlobal(position))
    QApplication.sendEvent(view.viewport(), event)
    assert QToolTip.text() == view.reading(QPointF(position))
    read = [(line.split(": ")[0], float(line.split(": ")[1].rstrip("°").replace("−", "-"))) for line in QToolTip.text().split("\n")]
    assert [name for name, _ in read] == names
    for (_, value), axis, expected in zip(read, (figure.x, figure.y), (x, y), strict=False):
        assert value == pytest.approx(expected, abs=(axis.high - axis.low) / 100.0)
    QToolTip.hideText()


def test_beside_the_axes_and_in_an_empty_plot_there_is_nothing_to_read(window: MainWindow, qtbot: QtBot) -> None:
    view = _plot(window, qtbot, "losses")
    assert view.reading(QPointF(-50.0, -50.0)) == ""
    for method in window.session.document.methods:
        window.methods.toggle(method.id)
    assert window.session.wait_idle()
    qtbot.waitUntil(lambda: view.item.figure is not None and bool(view.item.figure.message))
    assert view.reading(QPointF(0.5 * view.width(), 0.5 * view.height())) == ""
