"""What fails inside the window says so in its place, once; the rest goes on and comes back."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from linclass_gui import errors as faults
from linclass_gui.draw import picture_cache
from linclass_gui.files.codec import load_document
from linclass_gui.scene.marks import Figure
from linclass_gui.window import running
from linclass_gui.window.canvas import canvas
from linclass_gui.window.canvas.picture import Picture
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow


@pytest.fixture(autouse=True)
def _every_fault_is_new() -> None:
    faults.forget_faults()


def fails(*_: object) -> Figure:
    raise ZeroDivisionError("planted")


def pictures(window: MainWindow) -> list[Picture]:
    return [p for p in window.findChildren(Picture) if p.isVisible()]


def edit(window: MainWindow) -> None:
    dataset = window.session.document.dataset
    x, y = dataset.X[0].tolist()
    window.session.apply(
        "Move point", replace(window.session.document, dataset=dataset.moved(0, (x + 0.1, y)))
    )
    assert window.session.wait_idle()


def logged(caplog: pytest.LogCaptureFixture) -> int:
    return sum(record.levelno >= logging.ERROR for record in caplog.records)


def message_of(picture: Picture) -> str:
    return picture.item.figure.message if picture.item.figure is not None else ""


def test_a_canvas_that_fails_says_so_and_the_plots_go_on(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(canvas, "canvas_figure", fails)
        for _ in range(3):
            edit(window)
            qtbot.waitUntil(lambda: window.canvas.painted_scene is window.session.scene)
        assert "ZeroDivisionError: planted" in message_of(window.canvas)
        assert logged(caplog) == 1
        others = [p for p in pictures(window) if p is not window.canvas]
        assert others
        assert all("planted" not in message_of(p) for p in others)
        assert window.files.save_to(tmp_path / "scene.json")
        assert len(load_document(tmp_path / "scene.json").dataset) == 40
    edit(window)
    qtbot.waitUntil(lambda: window.canvas.painted_scene is window.session.scene)
    assert not message_of(window.canvas)


def test_every_plot_that_fails_says_so_and_the_canvas_goes_on(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    plots = [p for p in pictures(window) if isinstance(p, PlotView)]
    with monkeypatch.context() as broken:
        for plot in plots:
            broken.setattr(plot, "plot", replace(plot.plot, figure=fails, read=fails))
        edit(window)
        qtbot.waitUntil(lambda: all("planted" in message_of(p) for p in plots))
        assert not message_of(window.canvas)
        assert logged(caplog) == 1
    edit(window)
    qtbot.waitUntil(lambda: not any("planted" in message_of(p) for p in plots))


def test_marks_that_cannot_be_painted_are_a_sentence_and_come_back(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = window.canvas.grab().toImage()
    with monkeypatch.context() as broken:
        broken.setattr(picture_cache, "draw_marks", fails)
        for _ in range(3):
            during = window.canvas.grab().toImage()
        assert during != before
        assert logged(caplog) == 1
    assert window.canvas.grab().toImage() == before


def test_a_part_of_the_panel_that_fails_is_a_sentence_and_comes_back(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    part = window.panel.parameters
    with monkeypatch.context() as broken:
        broken.setattr(part, "show_scene", fails)
        for _ in range(3):
            window.numbers.show()
        assert not part.isVisible()
        assert "planted" in part.parentWidget().sentence.text()
        assert part.parentWidget().sentence.isVisible()
        assert window.panel.methods.isVisible()
        assert window.panel.layers.isVisible()
        assert logged(caplog) == 1
    window.numbers.show()
    assert part.isVisible()
    assert not part.parentWidget().sentence.isVisible()


def raised(error: Exception) -> Exception:
    painter = QPainter()  # what a frame of an event may hold
    try:
        raise error
    except Exception as caught:
        return caught
    finally:
        del painter


def test_a_fault_in_an_event_is_said_once_without_a_dialog(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    opened: list[object] = []
    monkeypatch.setattr(QMessageBox, "exec", opened.append)
    for _ in range(50):
        error = raised(ValueError("planted"))
        running._report(window, type(error), error, error.__traceback__)
    qtbot.waitUntil(lambda: "planted" in window.status_line.left_text)
    assert opened == []
    assert logged(caplog) == 1
    assert window.isVisible()
