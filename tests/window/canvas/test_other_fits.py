"""Layers of many fits never hold up the window: their fits are made in another thread, and those of
the question before are drawn faded until then.
"""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from linclass_gui.layers import other_samples
from linclass_gui.scene.document import Document
from linclass_gui.scene.marks import Path
from linclass_gui.window.canvas import other_fits
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session import drawing

NAMES = ("halo", "resamples")


@pytest.fixture
def window(window: MainWindow, document: Document) -> MainWindow:
    window.session.load(replace(document, layers=document.layers | set(NAMES)))
    assert window.session.wait_idle()
    return window


def _lines(window: MainWindow) -> list[Path]:
    figure = window.canvas.item.figure
    marks = () if figure is None else figure.marks
    return [mark for mark in marks if isinstance(mark, Path) and mark.role == "resample"]


def _count() -> int:
    """The points that are left out, and the samples."""
    return 40 + other_samples.COUNT


def _move(window: MainWindow, by: float) -> None:
    document = window.session.document
    moved = document.dataset.moved(0, document.dataset.X[0] + by)
    window.session.apply("Move", replace(document, dataset=moved))
    assert window.session.wait_idle()


def test_all_lines_are_drawn_and_follow_an_edit(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(_lines(window)) == _count())
    before = [line.xy.tolist() for line in _lines(window)]
    _move(window, 0.5)
    qtbot.waitUntil(lambda: [line.xy.tolist() for line in _lines(window)] != before)
    qtbot.waitUntil(lambda: [line.faded for line in _lines(window)] == [False] * _count())


def test_fits_run_beside_the_window_and_older_ones_are_faded_meanwhile(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: len(_lines(window)) == _count())
    gate, threads = threading.Event(), set[int]()

    def answer_later(question: other_samples.Question) -> object:
        threads.add(threading.get_ident())
        assert gate.wait(60.0)
        return other_samples.answer(question)

    monkeypatch.setattr(other_fits, "answer", answer_later)
    monkeypatch.setattr(drawing, "GRACE", 0.0)
    _move(window, 0.5)
    qtbot.waitUntil(lambda: [line.faded for line in _lines(window)] == [True] * _count())
    assert threading.get_ident() not in threads
    gate.set()
    qtbot.waitUntil(lambda: [line.faded for line in _lines(window)] == [False] * _count())
