"""A point of overlapping classes is dragged by real events: the rule that would visit them for many
frames says that it still runs, and its full answer follows the release.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from linclass_gui.answers.comparison import comparison
from linclass_gui.answers.number_table import to_csv
from linclass_gui.scene.document import Document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels import side
from linclass_gui.window.panels.fit_words import (
    data_parts,
    row_reading,
    solution_lines,
)
from solvers import Perceptron, Status

LEFT = Qt.MouseButton.LeftButton


def overlapping(document: Document) -> Document:
    """The small document with some points among the others, and the perceptron."""
    X = document.dataset.X
    dataset = document.dataset.moved(range(5), X[[20, 21, 22, 23, 24]] + 0.1)
    return Document(dataset, layers=document.layers).adding(Perceptron())


def place(window: MainWindow, x: float, y: float) -> QPoint:
    scene = window.session.scene
    return QPoint(
        round((x - scene.view.x0) / scene.pixel), round((scene.view.y1 - y) / scene.pixel)
    )


def word(window: MainWindow) -> str:
    scene = window.session.scene
    return row_reading(scene.fits["m1"], stale="m1" in scene.stale).word


def test_a_held_rule_still_runs_and_ends_after_the_release(
    make_window, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.algorithms.correcting.error_correction.HELD_VISITS", 200)
    window = make_window(overlapping(document))
    assert word(window) == "not separable"
    before = window.session.committed
    x, y = before.dataset.X[7].tolist()
    viewport = window.canvas.viewport()
    QTest.mousePress(viewport, LEFT, pos=place(window, x, y))
    for step in (0.5, 1.0, 1.5, 2.0):
        QTest.mouseMove(viewport, place(window, x + step, y))
        assert window.session.wait_idle()
        scene = window.session.scene
        assert scene.document.dataset.X[7, 0] == pytest.approx(x + step, abs=2 * scene.pixel)
        assert scene.fits["m1"].status is Status.RUNNING
        assert scene.stale == {"m1"}  # drawn faded
        assert word(window) == data_parts(scene)[-1] == "still running"
        assert "running" not in to_csv(comparison(scene))
    QTest.mouseRelease(viewport, LEFT, pos=place(window, x + 2.0, y))
    assert window.session.wait_idle()
    scene = window.session.scene
    assert (scene.stale, word(window)) == (frozenset(), "not separable")
    assert len(scene.fits["m1"].history) > 1
    whole = window.session.scene.fits["m1"]
    window.session.undo_stack.undo()
    assert window.session.wait_idle()
    assert window.session.document.dataset is before.dataset
    window.session.undo_stack.redo()
    assert window.session.wait_idle()
    again = window.session.scene.fits["m1"]
    assert (again.b, again.w.tolist()) == (whole.b, whole.w.tolist())


def test_numbers_in_the_panel_follow_the_held_point_frame_by_frame(
    make_window, document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side, "LATE_MS", 10_000_000)
    monkeypatch.setattr(side, "EVERY_MS", 10_000_000)  # none is shown for another reason
    window = make_window(document)
    session, panel = window.session, window.panel
    x, y = document.dataset.X[7].tolist()
    viewport = window.canvas.viewport()
    QTest.mousePress(viewport, LEFT, pos=place(window, x, y))
    seen = set()
    for step in range(1, 6):
        QTest.mouseMove(viewport, place(window, x + 0.6 * step, y))
        qtbot.waitUntil(lambda: session.is_idle and numbers_are_shown(window))
        held_x = session.document.dataset.X[7, 0]
        assert held_x == pytest.approx(x + 0.6 * step, abs=2 * session.scene.pixel)
        seen.add(panel.parameters.outcome.solution.lines)
        assert session.scene.moving == (7,)
    assert len(seen) > 3
    QTest.mouseRelease(viewport, LEFT, pos=place(window, x + 3.0, y))
    assert session.wait_idle()


def numbers_are_shown(window: MainWindow) -> bool:
    """Whether the panel shows the numbers of the fits to the points as they are."""
    scene, panel = window.session.scene, window.panel
    selected = scene.fits[scene.document.selected or ""]
    rows = {id: row.reading for id, row in panel.methods.rows.items()}
    return (
        not scene.stale
        and panel.parameters.outcome.solution.lines
        == solution_lines(selected, scene.document.units)
        and rows == {id: row_reading(fit) for id, fit in scene.fits.items()}
    )
