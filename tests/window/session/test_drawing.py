"""Figures that take long are computed beside the window, which goes on; quick ones come with the
event that asked.
"""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Axis, Figure
from linclass_gui.scene.scene import Hover, Scene
from linclass_gui.scene.theme import LIGHT
from linclass_gui.scene.view import View
from linclass_gui.window.canvas import picture
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session import background, drawing
from linclass_gui.window.session.drawing import Drawing
from solvers.cancellation import check_cancelled


def scene_of(document: Document) -> Scene:
    return Scene(document, View.around(document.dataset.X), 0.01)


class Artist:
    """Computes figures when it is let; remembers for which scenes, and in which threads."""

    def __init__(self) -> None:
        self.let = threading.Event()
        self.asked: list[Scene] = []
        self.threads: list[str] = []

    def draw(self, scene: Scene) -> Figure:
        self.asked.append(scene)
        self.threads.append(threading.current_thread().name)
        self.let.wait(60.0)
        return Figure(Axis(0.0, 1.0), Axis(0.0, 1.0), (), message=scene.document.title)

    def read(self, *_: object) -> None:
        raise AssertionError("nothing may be computed in the window's thread")


@pytest.fixture
def window(fresh: MainWindow) -> MainWindow:
    """A window of its own: one that others have used knows already how long its pictures take."""
    return fresh


@pytest.fixture
def artist() -> Artist:
    return Artist()


def test_a_quick_figure_comes_at_once_and_then_without_a_thread(
    qapp: object, artist: Artist, document: Document
) -> None:
    artist.let.set()
    asked = Drawing(artist.draw)
    first, second = (asked.ask(scene_of(document)) for _ in range(2))
    assert first is not None
    assert second is not None
    own = threading.current_thread().name
    assert artist.threads[0] != own
    assert artist.threads[1] == own


def test_a_slow_figure_comes_later_without_a_wait(
    qapp: object, qtbot: QtBot, artist: Artist, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    asked, scene = Drawing(artist.draw), scene_of(document)
    assert asked.ask(scene) is None
    assert asked.ask(scene_of(document)) is None  # one at a time
    assert asked.is_under_way
    with qtbot.waitSignal(asked.finished):
        artist.let.set()
    finished = asked.take()
    assert finished[0] is scene
    assert artist.asked == [scene]
    assert asked.take() is None


def test_a_plot_that_takes_long_leaves_the_window_alive(
    window: MainWindow, qtbot: QtBot, artist: Artist, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    plot = next(p for p in window.findChildren(PlotView) if p.isVisible())
    plot.patience_ms = 1
    monkeypatch.setattr(plot, "plot", replace(plot.plot, figure=artist.draw, read=artist.read))
    window.methods.toggle("m1")  # another kind of scene
    assert window.session.wait_idle(60_000)
    qtbot.waitUntil(lambda: window.canvas.painted_scene is window.session.scene)
    qtbot.waitUntil(lambda: plot.item.figure is not None and plot.item.figure is picture.COMPUTING)
    QTest.mouseMove(plot.viewport(), QPoint(100, 100))  # reading it off would be computing it
    monkeypatch.setattr(plot, "plot", replace(plot.plot, read=None))
    window.session.apply("Name", replace(window.session.document, title="now"))
    artist.let.set()
    qtbot.waitUntil(lambda: plot.item.figure is not None and plot.item.figure.message == "now")
    qtbot.waitUntil(lambda: plot.painted_scene is window.session.scene)


class Endless(Artist):
    """Computes until the figure is cancelled."""

    def draw(self, scene: Scene) -> Figure:
        self.asked.append(scene)
        while not self.let.wait(0.001):
            check_cancelled()
        return super().draw(scene)


def test_a_plot_that_takes_long_can_be_stopped_and_computed_after_all(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    artist = Endless()
    plot = next(p for p in window.findChildren(PlotView) if p.isVisible())
    plot.patience_ms = 1
    monkeypatch.setattr(plot, "plot", replace(plot.plot, figure=artist.draw, read=None))
    window.methods.toggle("m1")
    qtbot.waitUntil(plot._offer.isVisible)
    button = plot._offer
    assert button.text() == "Cancel"
    assert plot.rect().contains(button.geometry())
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (
        plot.item.figure is picture.STOPPED_FIGURE
    )  # at once, whenever the computation hears of it
    qtbot.waitUntil(lambda: not plot._drawing.is_under_way)
    # It stays stopped while points move, and whatever is looked at.
    asked = len(artist.asked)
    window.session.apply(
        "Move",
        replace(
            window.session.document, dataset=window.session.document.dataset.moved(0, (0.3, 0.3))
        ),
    )
    window.viewing.choose_theme("dark")
    assert window.session.wait_idle(60_000)
    qtbot.wait(1)
    assert len(artist.asked) == asked
    assert button.text() == "Compute"
    artist.let.set()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: plot.painted_scene is window.session.scene)
    assert not button.isVisible()


def test_a_figure_of_older_fits_that_takes_long_is_given_up_for_the_newer(
    qapp: object, qtbot: QtBot, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    artist = Endless()
    asked, scene = Drawing(artist.draw), scene_of(document)
    newer = replace(scene, fits={})
    assert asked.ask(scene) is None
    assert asked.ask(newer) is None  # not yet: it has only begun
    monkeypatch.setattr(drawing, "WORTH", 0.0)
    # nor during a drag, which would never see one
    assert asked.ask(replace(newer, moving=(1,))) is None
    assert asked.ask(replace(scene, hover=Hover((0.0, 0.0)))) is None  # nor for the same fits
    assert asked.is_under_way
    with qtbot.waitSignal(asked.finished):
        assert asked.ask(newer) is None
    assert asked.take() is None
    artist.let.set()
    monkeypatch.setattr(drawing, "GRACE", 60.0)
    assert asked.ask(newer) is not None


def test_a_picture_under_way_does_not_keep_the_program(
    window: MainWindow, qtbot: QtBot, artist: Artist, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "GRACE", 0.001)
    plot = next(p for p in window.findChildren(PlotView) if p.isVisible())
    monkeypatch.setattr(plot, "plot", replace(plot.plot, figure=artist.draw, read=None))
    window.methods.toggle("m1")
    qtbot.waitUntil(lambda: len(artist.asked) == 1)
    window.session.undo_stack.setClean()
    assert window.close()
    assert background.is_any_at_work()
    artist.let.set()
    qtbot.waitUntil(lambda: not background.is_any_at_work())


def test_a_plot_that_is_closed_while_its_figure_is_under_way_is_no_fault(
    window: MainWindow, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = PlotView(window.session, LIGHT, PLOTS[0])
    monkeypatch.setattr(view, "figure", lambda _scene: view.width())  # as a picture asks its size
    shiboken6.delete(view)
    assert view._figure_or_sentence(window.session.scene) is picture.EMPTY_FIGURE
    assert not caplog.records
