"""A linked plot is zoomed, moved and put back by wheel, middle button, double click and keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from fake_methods import Means, two_clouds
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.marks import Axis, End, Figure, Handle, Path
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.session import Session

LEFT = Qt.MouseButton.LeftButton
NO_KEY, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
LINE = Path(np.array([[0.0, 0.0], [180.0, 1.0]]), "boundary")
WHOLE = Figure(
    Axis(0.0, 180.0, "angle", (0.0, 90.0, 180.0), "°"),
    Axis(0.0, 1.0, "J"),
    (LINE,),
    handles=(Handle("angle", (90.0, 0.5), "x"), Handle("far", (170.0, 0.5), "x")),
    ends=(End("low", 0.1), End("high", 0.9)),
)


class Drawn:
    """A plot that always shows the figure it was given."""

    def __init__(self) -> None:
        self.shown = WHOLE

    def figure(self, scene: Scene) -> Figure:
        return self.shown

    def drag(self, scene: Scene, handle: str, at: tuple[float, float]) -> Document:
        return replace(scene.document, trial=TrialLine(at[0], (0.0, 0.0)))


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    session = Session(two_clouds(Means()))
    session.wait_idle()
    yield session
    session.close()


@pytest.fixture
def drawn() -> Drawn:
    return Drawn()


@pytest.fixture
def view(session: Session, drawn: Drawn, qtbot: QtBot) -> PlotView:
    view = PlotView(session, LIGHT, Plot("losses", "Losses", "", drawn.figure, drawn.drag))
    qtbot.addWidget(view)
    view.resize(400, 200)
    with qtbot.waitExposed(view):
        view.show()
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)
    return view


def place(view: PlotView, x: float, y: float) -> QPoint:
    return QPointF(*view.item.mapping.point(x, y)).toPoint()


def turn_wheel(view: PlotView, at: QPoint, notches: int) -> bool:
    """Turn the wheel with the pointer there; whether the plot takes it."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        NO_KEY,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)
    return event.isAccepted()


def part(view: PlotView) -> tuple[float, float, float, float]:
    """What is seen: x from, to, y from, to."""
    field = view.item.mapping
    return field.x0, field.x1, field.y0, field.y1


def test_the_wheel_zooms_about_the_pointer_and_back(view: PlotView, session: Session) -> None:
    document, at = session.document, place(view, 45.0, 0.25)
    here = view.data_at(QPointF(at))
    assert turn_wheel(view, at, 3)
    x0, x1, y0, y1 = part(view)
    assert x1 - x0 == pytest.approx(180.0 / 1.2**3)
    assert y1 - y0 == pytest.approx(1.0 / 1.2**3)
    assert view.data_at(QPointF(at)) == pytest.approx(here, abs=1e-9)
    turn_wheel(view, at, -3)
    assert view.item.figure is WHOLE
    assert session.document is document
    assert session.undo_stack.count() == 0


def test_a_double_click_puts_it_back_but_not_on_a_handle(view: PlotView) -> None:
    view.zoom(3.0)
    QTest.mouseDClick(view.viewport(), LEFT, NO_KEY, place(view, 90.0, 0.5))
    assert view.is_zoomed
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEY, place(view, 90.0, 0.5))
    QTest.mouseDClick(view.viewport(), LEFT, NO_KEY, place(view, 75.0, 0.5))
    assert not view.is_zoomed
    assert view.item.figure is WHOLE


def test_keys_zoom_move_and_put_back(view: PlotView) -> None:
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    x0, x1, y0, y1 = part(view)
    assert (x1 - x0, 0.5 * (x0 + x1)) == pytest.approx((144.0, 90.0))
    QTest.keyClick(view, Qt.Key.Key_Right, CONTROL)
    QTest.keyClick(view, Qt.Key.Key_Up, CONTROL)
    assert part(view)[:2] == pytest.approx((x0 + 14.4, x1 + 14.4))
    assert part(view)[2:] == pytest.approx((y0 + 0.08, y1 + 0.08))
    QTest.keyClick(view, Qt.Key.Key_Minus, CONTROL)
    assert not view.is_zoomed
    QTest.keyClick(view, Qt.Key.Key_Equal, CONTROL)
    assert view.is_zoomed
    QTest.keyClick(view, Qt.Key.Key_0, CONTROL)
    assert view.item.figure is WHOLE


def test_handles_of_the_part_are_dragged_and_no_others(view: PlotView, session: Session) -> None:
    turn_wheel(view, place(view, 90.0, 0.5), 6)
    assert [handle.name for handle in view.item.figure.handles] == ["angle"]
    QTest.mousePress(view.viewport(), LEFT, NO_KEY, place(view, 90.0, 0.5))
    assert not turn_wheel(view, place(view, 90.0, 0.5), 1)  # it is in the hand
    QTest.mouseMove(view.viewport(), place(view, 80.0, 0.5))
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEY, place(view, 80.0, 0.5))
    assert session.committed.trial.angle == pytest.approx(80.0, abs=0.5)
    assert view.is_zoomed


WITH_AXES = {"fisher-angle", "projection", "path", "losses", "roc", "precision", "cost"}


@pytest.mark.parametrize("plot", PLOTS, ids=lambda plot: plot.name)
def test_every_plot_with_axes_is_zoomed_in_the_window(
    window: MainWindow, plot: Plot, qtbot: QtBot
) -> None:
    window.plots.show_plot(plot.name)
    view = next(v for v in window.findChildren(PlotView) if v.plot is plot)
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    whole, document = view.item.figure, window.session.document
    middle = QPointF(view.item.mapping.left, view.item.mapping.top) + QPointF(40.0, 40.0)
    taken = turn_wheel(view, middle.toPoint(), 4)
    assert taken is view.is_zoomed
    if plot.name in WITH_AXES:
        assert taken
    if plot.name in ("confusion", "feature-space"):
        assert not taken
    told = view.words(window.session.scene, view.item.figure)
    QTest.mouseMove(view.viewport(), middle.toPoint())  # a reading of the part
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    view.show_all()
    assert (view.item.figure.x, view.item.figure.y) == (whole.x, whole.y)
    assert view.words(window.session.scene, view.item.figure) == told
    assert window.session.document is document
    QTest.mouseMove(window.canvas.viewport(), QPoint(5, 5))  # over no plot for other tests


def test_ctrl_0_is_of_the_zoomed_plot_and_else_of_the_canvas(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.plots.show_plot("losses")
    view = next(v for v in window.findChildren(PlotView) if v.plot.name == "losses")
    qtbot.waitUntil(lambda: view.painted_scene is window.session.scene)
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    window.canvas.zoom(2.0)
    canvas = window.session.scene.view
    QTest.keyClick(view, Qt.Key.Key_Plus, CONTROL)
    assert view.is_zoomed
    QTest.keyClick(view, Qt.Key.Key_0, CONTROL)
    assert not view.is_zoomed
    assert window.session.scene.view == canvas
    QTest.keyClick(view, Qt.Key.Key_0, CONTROL)
    assert window.session.scene.view != canvas
