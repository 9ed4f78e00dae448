"""The bar that says that the points are a strip, and the button for the scales of the axes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from linclass_gui.app.panels.scale_bar import OWN, UNEVEN
from linclass_gui.app.panels.scale_bar import STRIP as STRIP_WORDS
from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document
from linclass_gui.core.files.opening import open_document
from linclass_gui.core.plane_choice import fit_all_columns, show_plane
from linclass_gui.core.planes import PRINCIPAL
from solvers import Dataset, Fisher

X = np.random.default_rng(3).normal(size=(40, 2)) * (8.0, 9000.0) + np.repeat([[35.0, 32_000.0], [47.0, 46_000.0]], 20, axis=0)
STRIP = Document(Dataset(X, np.repeat([0, 1], 20)), axis_names=("age", "income")).adding(Fisher())


def _click(window: MainWindow, name: str) -> None:
    button = next(
        button
        for button in (window.scale_bar.scales, window.scale_bar.standard, window.scale_bar.close_button)
        if name in (button.objectName(), button.toolTip())
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _extent(window: MainWindow) -> np.ndarray:
    """What the points take of the canvas, across and upwards."""
    size = window.canvas.viewport().size()
    return np.ptp(window.session.scene.seen_at(window.session.document.dataset.X), axis=0) / (size.width(), size.height())


def test_a_strip_is_said_and_one_press_fills_the_picture(window: MainWindow) -> None:
    session, bar = window.session, window.scale_bar
    assert bar.isHidden()
    session.load(STRIP)
    assert bar.words.text() == STRIP_WORDS
    assert _extent(window)[0] < 0.01
    used = session.scene.document.selected_method
    _click(window, "own-scales")
    assert bar.words.text() == OWN
    assert bar.standard.isHidden()
    assert _extent(window).min() > 0.4
    assert session.document.selected_method is used
    _click(window, "own-scales")
    assert _extent(window)[0] < 0.01
    window.editing.undo()
    assert _extent(window).min() > 0.4
    window.editing.undo()
    assert bar.words.text() == STRIP_WORDS
    assert session.wait_idle()


def test_it_can_be_closed_and_comes_back_for_other_axes(window: MainWindow) -> None:
    session, bar = window.session, window.scale_bar
    session.load(STRIP)
    _click(window, bar.close_button.toolTip())
    assert bar.isHidden()
    session.apply("Add a point", replace(STRIP, dataset=STRIP.dataset.added([(40.0, 30_000.0)], 1)))
    assert bar.isHidden()
    session.load(replace(STRIP, axis_names=("age", "rent")))
    assert not bar.isHidden()
    _click(window, "standardise-axes")
    assert session.document.units is not None
    assert bar.isHidden()
    assert session.wait_idle()


def test_a_point_is_taken_and_dragged_where_it_is_seen(window: MainWindow) -> None:
    session, canvas = window.session, window.canvas
    session.load(STRIP)
    window.editing.toggle_scales()
    assert session.wait_idle()
    row = int(np.argmin(X[:, 1]))
    x, y = session.scene.seen_at(X[[row]])[0]
    start = QPoint(round(x), round(y))
    view = canvas.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for step in (5, 20, 40):
        QTest.mouseMove(view, start + QPoint(step, -step))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(40, -40))
    across, up = session.scene.pixels
    assert session.document.dataset.X[row] == pytest.approx(X[row] + (40 * across, 40 * up), rel=1e-9)
    assert (np.delete(session.document.dataset.X, row, axis=0) == np.delete(X, row, axis=0)).all()
    assert session.wait_idle()


def test_points_on_a_line_say_why_nothing_happens(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("linclass_gui.app.dialogs.small.say_error", lambda _parent, words: said.append(words))
    level = np.column_stack([np.arange(4.0), np.zeros(4)])
    window.session.load(Document(Dataset(level, np.array([0, 0, 1, 1]))))
    window.editing.toggle_scales()
    assert len(said) == 1
    assert window.session.document.stretch == 1.0
    assert window.scale_bar.isHidden()


def test_columns_far_apart_in_size_are_said_where_fits_see_them_all(window: MainWindow) -> None:
    session, bar = window.session, window.scale_bar
    wine = show_plane(open_document("example:wine"), PRINCIPAL)
    session.load(wine)
    assert bar.words.text() != UNEVEN or bar.isHidden()
    session.apply("Fit all columns", fit_all_columns(wine, True))
    assert not bar.isHidden()
    assert bar.words.text() == UNEVEN
    _click(window, "standardise-axes")
    assert session.document.plane.is_standardised
    assert bar.isHidden()
    window.editing.undo()
    assert bar.words.text() == UNEVEN
    assert session.wait_idle()
