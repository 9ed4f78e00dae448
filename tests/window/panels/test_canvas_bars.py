"""The bars above the canvas: what is shown of a table of more than two columns, and the scales of
points that are a strip.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from linclass_gui.files.columns import Columns
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.scene.document import Document
from linclass_gui.scene.planes import COLUMNS, DISCRIMINANTS, PRINCIPAL
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.panels.canvas_bars import OWN_SCALES
from linclass_gui.window.panels.canvas_bars import STRIP as STRIP_WORDS
from solvers import Dataset, Fisher


@pytest.fixture(scope="module")
def table() -> Document:
    """Two classes in four columns, one of them a hundred times as long as the others."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(40, 4)) * (1.0, 100.0, 1.0, 1.0) + np.repeat([[0.0], [1.5]], 20, axis=0)
    rows = "".join(
        f"{','.join(map(repr, row))},{'ab'[k // 20]}\n" for k, row in enumerate(X.tolist())
    )
    content = table_in_text(f"one,two,three,four,kind\n{rows}", "t.csv")
    return first_picture(content, Columns("one", "two", "kind")).document


def _shows_all_points(window: MainWindow) -> bool:
    view, X = window.session.scene.view, window.session.document.dataset.X
    return bool(
        ((view.x0, view.y0) < X.min(axis=0)).all() and ((view.x1, view.y1) > X.max(axis=0)).all()
    )


def test_the_bar_is_there_for_tables_only_and_chooses_by_keyboard(
    window: MainWindow, table: Document
) -> None:
    session, bar = window.session, window.plane_bar
    assert bar.isHidden()
    session.load(table)
    assert not bar.isHidden()
    bar.kind.setFocus()
    QTest.keyClick(bar.kind, Qt.Key.Key_Down)
    assert session.document.plane.kind == PRINCIPAL
    assert _shows_all_points(window)
    assert bar.across.isHidden()
    assert "two" in bar.words.toolTip()
    QTest.mouseClick(bar.standardised, Qt.MouseButton.LeftButton)
    assert session.document.plane.is_standardised
    assert _shows_all_points(window)
    QTest.keyClick(bar.kind, Qt.Key.Key_Down)
    assert session.document.plane.kind == DISCRIMINANTS
    for _ in range(3):
        window.editing.undo()
    assert session.document.plane.kind == COLUMNS
    assert bar.kind.currentIndex() == 0
    assert not bar.standardised.isChecked()
    assert _shows_all_points(window)
    assert session.wait_idle()


def test_the_tick_fits_all_columns_says_what_the_plane_does_not_show_and_can_be_undone(
    window: MainWindow, table: Document
) -> None:
    session, bar = window.session, window.plane_bar
    session.load(table)
    assert not bar.whole.isEnabled() or session.document.methods
    session.apply("Add Fisher", session.document.adding(Fisher()))
    assert session.wait_idle()
    QTest.mouseClick(bar.whole, Qt.MouseButton.LeftButton)
    assert session.wait_idle()
    assert session.document.fits_all_columns
    fit = session.scene.fits["m1"]
    assert len(fit.w) == 4
    assert "of w lies in the plane" in bar.words.text()
    assert "errors" in session.document.layers
    row = int(session.document.dataset.labels.argmax())
    before = fit.w
    moved = session.document.dataset.moved(row, session.document.dataset.X[row] + 1.0)
    session.apply("Move", replace(session.document, dataset=moved))
    assert session.wait_idle()
    assert len(session.scene.fits["m1"].w) == 4
    assert (session.scene.fits["m1"].w != before).any()
    for _ in range(2):
        window.editing.undo()
    assert not session.document.fits_all_columns
    assert not bar.whole.isChecked()
    assert session.wait_idle()


X = np.random.default_rng(3).normal(size=(40, 2)) * (8.0, 9000.0) + np.repeat(
    [[35.0, 32_000.0], [47.0, 46_000.0]], 20, axis=0
)
STRIP = Document(Dataset(X, np.repeat([0, 1], 20)), axis_names=("age", "income")).adding(Fisher())


def _click(window: MainWindow, name: str) -> None:
    button = next(
        button
        for button in (
            window.scale_bar.scales,
            window.scale_bar.standard,
            window.scale_bar.close_button,
        )
        if name in (button.objectName(), button.toolTip())
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _extent(window: MainWindow) -> np.ndarray:
    """What the points take of the canvas, across and upwards."""
    size = window.canvas.viewport().size()
    return np.ptp(window.session.scene.seen_at(window.session.document.dataset.X), axis=0) / (
        size.width(),
        size.height(),
    )


def test_a_strip_is_said_and_one_press_fills_the_picture(window: MainWindow) -> None:
    session, bar = window.session, window.scale_bar
    assert bar.isHidden()
    session.load(STRIP)
    assert bar.words.text() == STRIP_WORDS
    assert _extent(window)[0] < 0.01
    used = session.scene.document.selected_method
    _click(window, "own-scales")
    assert bar.words.text() == OWN_SCALES
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
    assert session.document.dataset.X[row] == pytest.approx(
        X[row] + (40 * across, 40 * up), rel=1e-9
    )
    assert (np.delete(session.document.dataset.X, row, axis=0) == np.delete(X, row, axis=0)).all()
    assert session.wait_idle()
