"""A talk about scenes of one's own: the remote stays there, keys are never lost in a search, and
the band tells the truth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.presenting.mode import Presenting
from solvers import Dataset

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def mode(window: MainWindow) -> Iterator[Presenting]:
    """A presentation of the small scene, with the presenter view beside it until the end."""
    window.toggle_presentation()
    window.presenting.toggle_presenter()
    window.presenting.toggle_presenter()
    window.presenting.presenter.open_on(window.screen(), window.theme)
    yield window.presenting
    window.presenting.presenter.leave()


def test_the_remote_does_not_leave_a_scene_for_the_course(window: MainWindow) -> None:
    """Before the room, the course replaced it, or a question about saving stood on the
    projector.
    """
    window.session.apply(
        "Unsaved", replace(window.session.document, names=not window.session.document.names)
    )
    before = window.session.document
    window.toggle_presentation()
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Right, Qt.Key.Key_Left):
        QTest.keyClick(window.canvas, key)
    QTest.keyClick(window.canvas, Qt.Key.Key_PageDown, CONTROL)
    assert window.session.document is before
    assert window.lessons.coursework.lesson is None
    assert window.is_presenting()


def test_a_prediction_keeps_title_and_plots(window: MainWindow, tmp_path: Path) -> None:
    window.session.load(replace(window.session.document, title=""), tmp_path / "of_mine.json")
    assert window.session.wait_idle()
    window.plots.show()
    window.toggle_presentation()
    QTest.keyClick(window.canvas, Qt.Key.Key_P)
    title = window.presenting.title.title
    assert title.replace("\\", "") == "of_mine"
    QTest.keyClick(window.canvas, Qt.Key.Key_P, CONTROL)
    assert window.lessons.coursework.is_hidden
    assert window.presenting.title.title == title
    QTest.keyClick(window.canvas, Qt.Key.Key_PageDown)
    assert not window.plots.isHidden()
    QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
    assert not window.plots.isHidden()
    window.lessons.coursework.leave()


def test_the_band_counts_every_class_and_names_the_file(window: MainWindow, tmp_path: Path) -> None:
    X = np.random.default_rng(2).normal(size=(60, 2))
    three = Dataset(X, np.repeat([0, 1, 2], 20), ("red", "green", "blue"))
    window.session.load(
        replace(window.session.document, dataset=three, title=""), tmp_path / "iris_of_today.json"
    )
    window.toggle_presentation()
    band = window.presenting.title
    assert band.sentence == "60 points, 20 of red, 20 of green, 20 of blue"
    assert band.title.replace("\\", "") == "iris_of_today"


def test_an_arrow_that_begins_beside_the_canvas_is_kept(window: MainWindow) -> None:
    window.toggle_presentation()
    QTest.keyClick(window.canvas, Qt.Key.Key_D)
    sheet = window.presenting.sheet
    corner = window.canvas.mapTo(window.centralWidget(), QPoint(0, 0))
    begin, end = corner + QPoint(200, -30), corner + QPoint(220, 90)
    held = Qt.KeyboardModifier.ShiftModifier | CONTROL
    QTest.mousePress(sheet, Qt.MouseButton.LeftButton, held, begin)
    QTest.mouseMove(sheet, end)
    QTest.mouseRelease(sheet, Qt.MouseButton.LeftButton, held, end)
    QTest.keyClick(window.canvas, Qt.Key.Key_I)
    (arrow,) = window.session.document.annotations
    assert arrow.kind == "arrow"
    assert arrow.to == pytest.approx(window.session.scene.place_at(220.0, 90.0))
    assert arrow.at == pytest.approx(window.session.scene.place_at(200.0, -30.0))


# --- the search of the presenter view -------------------------------------------------------------


def test_the_list_keeps_its_own_keys_only(window: MainWindow, mode: Presenting) -> None:
    """A letter chose a lesson of that initial instead of taking the line."""
    view = mode.presenter
    view.list.setFocus()
    row = view.list.currentRow()
    QTest.keyClick(view.list, Qt.Key.Key_B)
    assert mode.black.area is not None
    QTest.keyClick(view.list, Qt.Key.Key_B)
    assert view.list.currentRow() == row
    QTest.keyClick(view.list, Qt.Key.Key_Down)
    assert view.list.currentRow() != row
    assert QApplication.activeModalWidget() is None
