"""Linked plots: they follow the scene, hidden ones cost nothing, some give way, handles are
dragged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from fake_methods import Gate, Means, moved, two_clouds
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS, Plot
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.scene.marks import Axis, Figure, Handle, Path
from linclass_gui.scene.scene import Scene
from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.session import drawing as budget
from linclass_gui.window.session.drawing import FRAME, SHARE, Budget
from linclass_gui.window.session.session import Session
from solvers import Circle, SoftMarginSVM

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class Drawn:
    """A plot that counts how often it is drawn: a line at the angle of the trial line, with a
    handle on it.
    """

    def __init__(self) -> None:
        self.scenes: list[Scene] = []

    def figure(self, scene: Scene) -> Figure:
        self.scenes.append(scene)
        angle = scene.document.trial.angle if scene.document.trial is not None else 90.0
        line = Path(np.array([[angle, 0.0], [angle, 1.0]]), "curve")
        return Figure(
            Axis(0, 180, "angle", suffix="°"),
            Axis(0, 1, "J"),
            (line,),
            handles=(Handle("angle", (angle, 0.5), "x"),),
        )

    def drag(self, scene: Scene, handle: str, at: tuple[float, float]) -> Document:
        assert handle == "angle"
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
    view = PlotView(session, LIGHT, Plot("test", "Test", "", drawn.figure, drawn.drag))
    qtbot.addWidget(view)
    view.resize(400, 200)
    with qtbot.waitExposed(view):
        view.show()
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)
    return view


def place(view: PlotView, x: float, y: float) -> QPoint:
    px, py = view.item.mapping.point(x, y)
    return QPoint(round(px), round(py))


def test_a_hidden_plot_costs_nothing_and_catches_up_when_shown(view, session, drawn, qtbot: QtBot):
    view.hide()
    before = len(drawn.scenes)
    session.apply("Move point", moved(session.document, 0, (1.0, 1.0)))
    assert session.wait_idle()
    assert len(drawn.scenes) == before
    view.show()
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)


def test_a_handle_is_dragged_with_previews_and_one_undo_entry(view, session, qtbot: QtBot):
    # anywhere across the axis it moves along
    QTest.mousePress(view.viewport(), LEFT, NO_KEY, place(view, 90, 0.2))
    for angle in (80, 60, 45):
        QTest.mouseMove(view.viewport(), place(view, angle, 0.7))
        assert session.document.trial.angle == pytest.approx(angle, abs=1)
    assert session.undo_stack.count() == 0
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEY, place(view, 45, 0.7))
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "Move angle"
    assert session.committed.trial.angle == pytest.approx(45, abs=1)


def test_a_plot_gives_way_in_every_second_frame_when_all_do_not_fit(view, session, qtbot: QtBot):
    left_out = []
    for x in range(4):
        view.budget.note("canvas", 0.1)
        session.preview(moved(session.committed, 0, (float(x), 0.0)), (0,))
        left_out.append(view.is_left_out)
        assert (view.delay_ms() > 0) is left_out[-1]
    assert left_out in ([True, False] * 2, [False, True] * 2)
    # What was left out is drawn a moment later, if nothing else comes.
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)


def test_a_hidden_plot_takes_nothing_from_the_frame(view, session):
    assert not view.is_left_out
    view.budget.note("plot-other", 0.001)
    view.hide()
    assert view.budget.cost == 0.001


@pytest.fixture
def gated(qapp: object) -> Iterator[tuple[Session, Gate]]:
    """A session whose fits wait at a gate."""
    gate = Gate()
    session = Session(two_clouds(Means()), fitter=gate)
    yield session, gate
    gate.open()
    session.close()


def test_plots_wait_for_fits_that_are_on_their_way(gated, drawn, qtbot: QtBot, monkeypatch):
    # and for nothing else, however long it takes to paint
    monkeypatch.setattr(budget, "FRAME", float("inf"))
    session, gate = gated
    view = PlotView(session, LIGHT, Plot("test", "Test", "", drawn.figure, drawn.drag))
    qtbot.addWidget(view)
    view.show()
    gate.let_one()
    assert session.wait_idle()
    session.preview(moved(session.document, 0, (9.0, 0.0)), (0,))
    assert view.delay_ms() >= 50
    gate.open()
    assert session.wait_idle()
    assert view.delay_ms() == 0
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)


@pytest.fixture
def features(session: Session, qtbot: QtBot) -> PlotView:
    document = session.document
    used = replace(document.methods[0], method=SoftMarginSVM(C=5.0), features=Circle())
    session.apply("Map", document.with_method(used))
    assert session.wait_idle()
    view = PlotView(session, LIGHT, next(plot for plot in PLOTS if plot.name == "feature-space"))
    qtbot.addWidget(view)
    view.resize(400, 240)
    with qtbot.waitExposed(view):
        view.show()
    qtbot.waitUntil(lambda: view.painted_scene is session.scene)
    return view


def test_a_box_is_turned_by_a_drag_in_one_undo_entry_and_put_back_by_escape(
    features: PlotView, session: Session
) -> None:
    before, entries = session.document, session.undo_stack.count()
    QTest.mousePress(features.viewport(), LEFT, NO_KEY, place(features, 0.2, 0.0))
    QTest.mouseMove(features.viewport(), place(features, -0.4, 0.1))
    assert session.document.feature_view.turn > before.feature_view.turn
    QTest.keyClick(features, Qt.Key.Key_Escape)
    assert session.document is before
    QTest.mouseMove(features.viewport(), place(features, -0.6, 0.1))
    assert session.document is before
    QTest.mousePress(features.viewport(), LEFT, NO_KEY, place(features, 0.2, 0.0))
    QTest.mouseMove(features.viewport(), place(features, -0.4, 0.1))
    QTest.mouseRelease(features.viewport(), LEFT, NO_KEY, place(features, -0.4, 0.1))
    assert session.undo_stack.count() == entries + 1
    assert session.undo_stack.undoText() == "Turn the picture"


def test_the_heading_offers_the_axes(features: PlotView, session: Session, qtbot: QtBot) -> None:
    QTest.mouseClick(features.viewport(), LEFT, NO_KEY, QPoint(40, 8))
    menu = next(menu for menu in features.findChildren(QMenu) if menu.isVisible())
    none = next(action for action in menu.actions() if action.text() == "none")
    none.trigger()
    menu.close()
    assert session.document.feature_view.axes == (0, 1)


def plan(budget: Budget, names: list[str]) -> set[str]:
    frame = object()
    return {name for name in names if budget.leaves_out(name, frame)}


def filled(**seconds: float) -> Budget:
    budget = Budget()
    for name, cost in seconds.items():
        budget.note(name, cost)
    return budget


def test_a_heavy_one_gives_way_every_second_time():
    budget = filled(canvas=0.002, light=0.001, heavy=0.009)
    budget.note("heavy", 0.0095)
    assert [plan(budget, ["light", "heavy"]) for _ in range(4)] == [{"heavy"}, {"light"}] * 2
    budget = filled(canvas=0.002, light=0.0, heavy=0.02)
    assert [plan(budget, ["light", "heavy"]) for _ in range(4)] == [{"heavy"}, set()] * 2


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 0.05), min_size=1),
    st.floats(0.0, 0.03),
)
def test_none_is_left_out_twice_in_a_row(costs, canvas):
    budget = filled(canvas=canvas, **costs)
    before: set[str] = set()
    for _ in range(6):
        now = plan(budget, list(costs))
        assert not before & now
        before = now


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0.0, 0.05), min_size=1))
def test_what_is_added_to_what_was_owed_fits_into_the_frame(costs):
    budget = filled(canvas=0.004, **costs)
    owed: set[str] = set()
    for _ in range(4):
        left_out = plan(budget, list(costs))
        owed_cost = sum(costs[name] for name in owed)
        drawn = sum(cost for name, cost in costs.items() if name not in left_out)
        assert drawn == pytest.approx(owed_cost) or drawn + 0.004 <= SHARE * FRAME + 1e-12
        owed = left_out
