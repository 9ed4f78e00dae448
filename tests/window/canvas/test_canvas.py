"""The canvas by real mouse and key events on its viewport."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from fake_methods import Endless, Gate, Means, moved, two_clouds
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from linclass_gui.layers import populations
from linclass_gui.layers.points import MOVING
from linclass_gui.scene.annotations import Annotation
from linclass_gui.scene.document import AXIS_LAYER, Document, TrialLine
from linclass_gui.scene.generating import Spread, sample_document
from linclass_gui.scene.marks import Dots, Figure, Path
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import View
from linclass_gui.window.canvas import canvas as canvas_module
from linclass_gui.window.canvas.canvas import Canvas
from linclass_gui.window.session import drawing
from linclass_gui.window.session.session import Session
from solvers import Populations

LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
SHIFT, NO_KEY = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


class Hand:
    """A hand on the mouse: positions are data units."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.viewport = canvas.viewport()

    def place(self, x: float, y: float) -> QPoint:
        scene = self.canvas.session.scene
        return QPoint(
            round((x - scene.view.x0) / scene.pixel), round((scene.view.y1 - y) / scene.pixel)
        )

    def press(
        self, x: float, y: float, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEY
    ) -> None:
        QTest.mousePress(self.viewport, button, keys, self.place(x, y))

    def move(self, x: float, y: float) -> None:
        QTest.mouseMove(self.viewport, self.place(x, y))

    def release(
        self, x: float, y: float, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEY
    ) -> None:
        QTest.mouseRelease(self.viewport, button, keys, self.place(x, y))

    def click(
        self, x: float, y: float, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NO_KEY
    ) -> None:
        QTest.mouseClick(self.viewport, button, keys, self.place(x, y))

    def drag(
        self,
        *way: tuple[float, float],
        button: Qt.MouseButton = LEFT,
        keys: Qt.KeyboardModifier = NO_KEY,
    ) -> None:
        self.press(*way[0], button, keys)
        for place in way[1:]:
            self.move(*place)
        self.release(*way[-1], button, keys)


@pytest.fixture
def open_canvas(qtbot: QtBot) -> Iterator[Callable[..., Canvas]]:
    sessions: list[Session] = []

    def open_one(document: Document | None = None, gate: Gate | None = None) -> Canvas:
        session = Session(document or four_points(), fitter=gate)
        sessions.append(session)
        canvas = Canvas(session, LIGHT)
        qtbot.addWidget(canvas)
        canvas.resize(800, 600)
        with qtbot.waitExposed(canvas):
            canvas.show()
        session.set_view(View(-4.0, 4.0, -3.0, 3.0))
        if gate is None:
            session.wait_idle()
        return canvas

    yield open_one
    for session in sessions:
        session.close()


def four_points() -> Document:
    """Two points of each class on whole coordinates, none where another can be hit."""
    document = two_clouds(Means(), n=4)
    return replace(
        document, dataset=document.dataset.moved(range(4), [(-2, 0), (2, 0), (-2, 1), (2, 1)])
    )


def points(canvas: Canvas) -> np.ndarray:
    return canvas.session.document.dataset.X


def pixel(canvas: Canvas) -> float:
    return canvas.session.scene.pixel


def test_a_drag_moves_the_point_and_every_fit(open_canvas):
    document = four_points()
    canvas = open_canvas(document.adding(Means()))
    hand = Hand(canvas)
    hand.press(2, 0)
    for x in (1.5, 1.0, 0.5):
        hand.move(x, -1)
        assert points(canvas)[1] == pytest.approx((x, -1), abs=pixel(canvas))
        assert canvas.session.wait_idle()
        for fit in canvas.session.scene.fits.values():
            assert fit.problem.X is points(canvas)
    hand.release(0.5, -1)
    assert canvas.session.wait_idle()
    assert canvas.session.undo_stack.count() == 1
    assert canvas.session.undo_stack.undoText() == "Move point"
    assert len(canvas.session.scene.fits) == 2


def test_everything_in_one_turn_of_the_event_loop_is_painted_once(open_canvas, qtbot: QtBot):
    canvas = open_canvas()
    qtbot.waitUntil(lambda: canvas.painted_scene is canvas.session.scene)
    painted = []
    canvas.painted.connect(painted.append)
    for x in np.linspace(0, 1, 30):
        canvas.session.preview(moved(canvas.session.committed, 1, (float(x), 0.0)), (1,))
    qtbot.waitUntil(lambda: canvas.painted_scene is canvas.session.scene)
    assert len(painted) <= 2


@pytest.mark.parametrize(
    "end",
    [
        lambda canvas: QTest.keyClick(canvas, Qt.Key.Key_Escape),
        lambda canvas: canvas.set_tool("eraser"),
    ],
)
def test_escape_and_another_tool_put_a_dragged_point_back(
    open_canvas, end: Callable[[Canvas], None]
):
    canvas = open_canvas()
    before = canvas.session.document
    hand = Hand(canvas)
    hand.press(2, 0)
    hand.move(0, 0)
    end(canvas)
    assert canvas.session.document is before
    hand.move(1, 1)
    hand.release(1, 1)
    assert canvas.session.document is before
    assert canvas.session.undo_stack.count() == 0


def test_a_rubber_band_selects_and_a_drag_moves_the_selection(open_canvas):
    canvas = open_canvas()
    hand = Hand(canvas)
    hand.press(-3, -1)
    hand.move(-1, 0.5)
    hand.move(-1, 2)
    assert len(canvas.session.scene.rubber) == 2
    hand.release(-1, 2)
    assert canvas.session.scene.selection == {0, 2}
    assert canvas.session.scene.rubber == ()
    hand.drag((-2, 1), (-1, 0), (-1, -1))
    assert points(canvas)[[0, 2]] == pytest.approx(
        np.array([(-1, -2), (-1, -1)]), abs=2 * pixel(canvas)
    )
    assert canvas.session.undo_stack.undoText() == "Move 2 points"


def test_arrows_nudge_the_selection_and_with_shift_further(open_canvas):
    canvas = open_canvas()
    canvas.session.set_selection(frozenset({0}))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Up, SHIFT)
    assert points(canvas)[0] == pytest.approx((-2 + pixel(canvas), 10 * pixel(canvas)))
    assert canvas.session.undo_stack.count() == 2


def test_the_wheel_zooms_about_the_pointer(open_canvas):
    canvas = open_canvas()
    at = QPointF(Hand(canvas).place(2, 1))
    held = canvas.data_at(at)
    down = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at,
        QPointF(canvas.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, 120),
        down,
        NO_KEY,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(canvas.viewport(), event)
    assert canvas.session.scene.view.width == pytest.approx(8 / 1.2)
    assert canvas.data_at(at) == pytest.approx(held)
    assert not canvas.session.is_modified
    canvas.session.set_view(None)
    assert canvas.session.document.view is None


def test_the_middle_button_pans(open_canvas):
    canvas = open_canvas()
    Hand(canvas).drag((0, 0), (0.5, 0), (1, 0.5), button=MIDDLE)
    x0, x1, y0, y1 = canvas.session.scene.view.box
    assert x1 - x0 == pytest.approx(8)
    assert y1 - y0 == pytest.approx(6)
    assert x0 < -4.4
    assert y0 < -3.1
    assert canvas.session.undo_stack.count() == 0


def test_space_turns_the_left_button_into_pan(open_canvas):
    canvas = open_canvas()
    QTest.keyPress(canvas, Qt.Key.Key_Space)
    Hand(canvas).drag((2, 0), (2.2, 0), (2.5, 0))
    QTest.keyRelease(canvas, Qt.Key.Key_Space)
    assert points(canvas)[1].tolist() == [2, 0]
    assert canvas.session.scene.view.x0 < -4.2


def test_hover_names_the_point_under_the_pointer_and_goes_with_it(open_canvas, qtbot: QtBot):
    canvas = open_canvas()
    hand = Hand(canvas)
    hand.move(2, 1)
    qtbot.waitUntil(
        lambda: canvas.session.scene.hover is not None and canvas.session.scene.hover.row == 3
    )
    hand.move(0, 2)
    qtbot.waitUntil(lambda: canvas.session.scene.hover.row is None)


def test_undo_during_a_drag_ends_the_drag(open_canvas):
    canvas = open_canvas()
    hand = Hand(canvas)
    hand.drag((2, 0), (1, 0), (1, -1))
    first = canvas.session.document
    hand.press(-2, 0)
    hand.move(-1, 0)
    canvas.session.undo_stack.undo()
    undone = canvas.session.document
    hand.move(0, 0)
    hand.release(0, 0)
    assert canvas.session.document is undone
    canvas.session.undo_stack.redo()
    assert canvas.session.document is first


def test_closing_while_a_fit_runs_and_a_point_is_held(open_canvas):
    canvas = open_canvas(two_clouds(Endless()), Gate())
    canvas.session.fit_requests._fitter.open()
    canvas.session.start()
    hand = Hand(canvas)
    hand.press(0, 2.5, RIGHT)
    hand.move(0, 2)
    canvas.session.close()
    canvas.close()


def test_the_picture_after_a_drag_is_that_of_a_fresh_canvas(open_canvas):
    canvas = open_canvas()
    session, hand = canvas.session, Hand(canvas)
    x, y = session.committed.dataset.X[0].tolist()
    hand.press(x, y)
    for step in range(1, 9):
        hand.move(x + 0.003 * step, y)
        canvas.grab()
        if step == 5:
            canvas.zoom(1.01, (x, y))
    hand.release(x + 0.024, y)
    session.wait_idle()
    session.set_hover(None)
    canvas.refresh()
    after = canvas.grab().toImage()
    other = Canvas(session, LIGHT)
    other.resize(canvas.size())
    other.show()
    session.set_size(canvas.viewport().width(), canvas.viewport().height())
    other.refresh()
    fresh = other.grab().toImage()
    other.close()
    other.deleteLater()
    assert after == fresh


HANDLES = {words: handles for handles, _, words in canvas_module.DRAGGED}


@pytest.mark.parametrize(
    "words",
    [
        "Move trial line",
        "Move annotation",
        "Transform points",
        "Move projection axis",
        "Change population",
    ],
)
def test_every_handle_is_dragged_as_one_undo_entry(open_canvas, qtbot: QtBot, words: str):
    each = tuple(Spread((4.0 * k - 2.0, 0.0)).population(0.5) for k in (0, 1))
    document = sample_document(four_points().adding(Means()), Populations(*each), 40, 1)
    layers = document.layers | {populations.NAME, AXIS_LAYER}
    arrow = Annotation("arrow", (-2.0, 2.0), (-1.0, 1.5), "look")
    trial = TrialLine(20.0, (0.0, -2.0))
    canvas = open_canvas(replace(document, layers=layers, annotations=(arrow,), trial=trial))
    session = canvas.session
    session.set_selection(frozenset(range(4)))
    qtbot.waitUntil(lambda: canvas.painted_scene is session.scene)
    x, y = HANDLES[words](session.scene)[0].at
    Hand(canvas).drag((x, y), (x, y + 0.2), (x + 0.05, y + 0.3))
    assert math.dist(HANDLES[words](session.scene)[0].at, (x + 0.05, y + 0.3)) < 0.2
    assert (session.undo_stack.count(), session.undo_stack.undoText()) == (1, words)
    session.undo_stack.undo()
    assert session.document is session.committed
    assert session.committed.annotations == (arrow,)


def test_points_snap_to_the_lattice_while_it_is_on(open_canvas):
    canvas, hand = (made := open_canvas()), Hand(made)
    canvas.session.set_state(snaps=True)
    step = canvas.session.scene.lattice[0]
    x, y = points(canvas)[0].tolist()
    hand.drag((x, y), (x + 0.11, y + 0.13), (x + 0.83, y + 0.07))
    hand.click(-3.4 * step, 2.3 * step)
    for place in (points(canvas)[0], points(canvas)[-1]):
        np.testing.assert_allclose(place / step, np.round(place / step), atol=1e-9)
    np.testing.assert_allclose(points(canvas)[-1], [-3.0 * step, 2.0 * step])


WAY = ((-1.0, 0.5), (0.0, 1.0), (1.0, -0.5))


def painted_figures(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that the canvas paints from now on."""
    figures: list[Figure] = []
    paint = canvas.item.paint

    def recorded(painter: object) -> None:
        figures.append(canvas.item.figure)
        paint(painter)

    monkeypatch.setattr(canvas.item, "paint", recorded)
    return figures


def held_places(figure: Figure) -> list[list[float]]:
    return [
        place
        for mark in figure.marks
        if isinstance(mark, Dots) and mark.group == MOVING
        for place in mark.xy.tolist()
    ]


def test_the_point_is_under_the_mouse_in_every_frame_with_late_fits_faded(
    open_canvas, qtbot, monkeypatch
):
    gate = Gate()
    gate.open()
    canvas = open_canvas(gate=gate)
    assert canvas.session.wait_idle()
    gate.is_open, hand = False, Hand(canvas)
    hand.press(-2, 0)
    figures = painted_figures(canvas, monkeypatch)
    for place in WAY:
        hand.move(*place)
        qtbot.waitUntil(
            lambda place=place: (
                bool(figures)
                and held_places(figures[-1]) == [pytest.approx(place, abs=pixel(canvas))]
            )
        )
    boundaries = [mark for mark in figures[-1].marks if mark.role == "boundary"]
    assert boundaries
    assert all(isinstance(mark, Path) and mark.faded for mark in boundaries)
    gate.open()
    hand.release(*WAY[-1])
    assert canvas.session.wait_idle()
    canvas.refresh()
    assert not any(mark.faded for mark in canvas.item.figure.marks if mark.role == "boundary")


def test_the_point_is_under_the_mouse_while_a_picture_takes_long(open_canvas, qtbot, monkeypatch):
    canvas = open_canvas()
    hand, let = Hand(canvas), threading.Event()
    hand.press(-2, 0)
    canvas.refresh()
    draw = canvas.figure

    def slow(scene):
        let.wait(60.0)
        return draw(scene)

    monkeypatch.setattr(canvas, "figure", slow)
    monkeypatch.setattr(drawing, "QUICK", 0.0)
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    figures = painted_figures(canvas, monkeypatch)
    for place in WAY:
        hand.move(*place)
        qtbot.waitUntil(
            lambda place=place: (
                bool(figures)
                and held_places(figures[-1]) == [pytest.approx(place, abs=pixel(canvas))]
            )
        )
    let.set()
    qtbot.waitUntil(lambda: canvas.painted_scene is canvas.session.scene)
    now = [pytest.approx(WAY[-1], abs=pixel(canvas))]
    assert all(held_places(figure) == now for figure in figures[-2:])  # none jumps back
    hand.release(*WAY[-1])
    qtbot.waitUntil(lambda: canvas.painted_scene is canvas.session.scene)


def test_quick_clicks_add_one_point_each(open_canvas):
    canvas = open_canvas()
    hand = Hand(canvas)
    hand.click(0, 2)
    QTest.mouseDClick(canvas.viewport(), LEFT, NO_KEY, hand.place(0.5, 2))
    QTest.mouseRelease(canvas.viewport(), LEFT, NO_KEY, hand.place(0.5, 2))
    assert len(points(canvas)) >= 6
