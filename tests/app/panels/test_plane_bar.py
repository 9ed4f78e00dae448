"""The bar that chooses what is shown of a table of more than two columns."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document
from linclass_gui.core.files.opening import document_of_table
from linclass_gui.core.files.table_formats import table_in_text
from linclass_gui.core.plane_choice import fit_all_columns
from linclass_gui.core.planes import COLUMNS, DISCRIMINANTS, PRINCIPAL, TURNED
from linclass_gui.core.standardising import standardise
from linclass_gui.overlays.lines import column_arrows
from solvers import Fisher


@pytest.fixture(scope="module")
def table() -> Document:
    """Two classes in four columns, one of them a hundred times as long as the others."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(40, 4)) * (1.0, 100.0, 1.0, 1.0) + np.repeat([[0.0], [1.5]], 20, axis=0)
    rows = "".join(f"{','.join(map(repr, row))},{'ab'[k // 20]}\n" for k, row in enumerate(X.tolist()))
    return document_of_table(table_in_text(f"one,two,three,four,kind\n{rows}", "t.csv"))


def _shows_all_points(window: MainWindow) -> bool:
    view, X = window.session.scene.view, window.session.document.dataset.X
    return bool(((view.x0, view.y0) < X.min(axis=0)).all() and ((view.x1, view.y1) > X.max(axis=0)).all())


def test_the_bar_is_there_for_tables_only_and_chooses_by_keyboard(window: MainWindow, table: Document) -> None:
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


def test_two_equal_columns_are_refused_and_presenting_hides_the_bar(window: MainWindow, qtbot: QtBot, table: Document) -> None:
    session, bar = window.session, window.plane_bar
    session.load(table)
    bar.up.setFocus()
    with qtbot.waitSignal(bar.said, check_params_cb=lambda words: "different columns" in words):
        QTest.keyClick(bar.up, Qt.Key.Key_Up)
    assert bar.up.currentIndex() == 1
    QTest.keyClick(bar.up, Qt.Key.Key_Down)
    assert session.document.axis_names == ("one", "three")
    window.toggle_presentation()
    assert bar.isHidden()
    window.toggle_presentation()
    assert not bar.isHidden()
    assert session.wait_idle()


def test_standardised_axes_are_looked_at_where_the_points_are(window: MainWindow, document: Document) -> None:
    session = window.session
    session.load(document)
    X = 1000.0 + 50.0 * document.dataset.X
    session.apply("Move", type(document)(document.dataset.moved(np.arange(len(X)), X), document.methods))
    session.set_view(None)
    session.apply("Standardise", standardise(session.committed))
    assert _shows_all_points(window)
    window.editing.undo()
    assert _shows_all_points(window)
    assert session.wait_idle()


def test_the_tick_fits_all_columns_says_what_the_plane_does_not_show_and_can_be_undone(window: MainWindow, table: Document) -> None:
    session, bar = window.session, window.plane_bar
    session.load(table)
    assert not bar.whole.isEnabled() or session.document.methods
    session.apply("Add Fisher", session.document.adding(Fisher()))
    assert session.wait_idle()
    QTest.mouseClick(bar.whole, Qt.MouseButton.LeftButton)
    assert session.wait_idle()
    assert session.document.fits_all_columns
    fit = session.scene.fit("m1")
    assert len(fit.w) == 4
    assert "of w lies in the plane" in bar.words.text()
    assert "errors" in session.document.layers
    row = int(session.document.dataset.labels.argmax())
    before = fit.w
    moved = session.document.dataset.moved(row, session.document.dataset.X[row] + 1.0)
    session.apply("Move", replace(session.document, dataset=moved))
    assert session.wait_idle()
    assert len(session.scene.fit("m1").w) == 4
    assert (session.scene.fit("m1").w != before).any()
    for _ in range(2):
        window.editing.undo()
    assert not session.document.fits_all_columns
    assert not bar.whole.isChecked()
    assert session.wait_idle()


def test_the_plane_is_turned_by_the_tip_of_an_arrow_as_one_step(window: MainWindow, table: Document, qtbot: QtBot) -> None:
    session, bar = window.session, window.plane_bar
    session.load(standardise(table))
    bar.kind.setCurrentIndex(bar.kind.count() - 1)
    bar.kind.activated.emit(bar.kind.currentIndex())
    qtbot.waitUntil(lambda: session.document.plane.kind == TURNED, timeout=3000)
    qtbot.waitUntil(lambda: window.canvas.painted_scene is session.scene)
    before, steps = session.document, session.undo_stack.index()
    tip = column_arrows.handles(session.scene)[0]

    def pixel(at: tuple[float, float]) -> QPoint:
        return QPoint(*(round(v) for v in session.scene.seen_at(np.array([at]))[0]))

    port, to = window.canvas.viewport(), pixel((0.4, 0.9))
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=pixel(tip.at))
    for t in (0.5, 1.0):
        QTest.mouseMove(port, pixel(tip.at) + (to - pixel(tip.at)) * t)
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton, pos=to)
    assert session.undo_stack.index() == steps + 1
    assert session.undo_stack.undoText() == "Turn the plane"
    moved = next(handle for handle in column_arrows.handles(session.scene) if handle.name == tip.name)
    np.testing.assert_allclose(moved.at, (0.4, 0.9), atol=0.05)
    window.editing.undo()
    assert session.document.plane is before.plane
    assert session.wait_idle()


def _is_whole(label: QLabel) -> bool:
    """Whether a label has the room for its words."""
    room = QRect(0, 0, label.width(), 10_000 if label.wordWrap() else 1)
    needed = label.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap if label.wordWrap() else 0, label.text())
    return needed.width() <= label.width() and needed.height() <= label.height()


@pytest.mark.parametrize("size", [100, 130])  # as much as a screen of 1280 by 800 has room for
def test_nothing_of_the_bars_is_cut_at_any_text_size(
    window: MainWindow, table: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(MainWindow, "screen", lambda _: SimpleNamespace(availableSize=lambda: QSize(1280, 800)))
    window.settings.text_size = size
    window.suit_screen()
    window.resize(1280, 800)
    columns = tuple(f"the {name} length of a flower" for name in table.plane.columns)
    window.session.load(fit_all_columns(replace(table, plane=replace(table.plane, columns=columns)), True))
    assert window.session.wait_idle()
    for bar in (window.plane_bar, window.scale_bar):
        qtbot.waitUntil(partial(_is_whole, bar.words))
    bar = window.plane_bar
    parts = [part.geometry() for part in (bar.kind, bar.across, bar.up, bar.standardised, bar.whole)]
    assert all(left.right() < right.left() for left, right in itertools.pairwise(parts))
    assert parts[-1].right() <= bar.width()
    monkeypatch.undo()
    window.settings.text_size = 100
    window.suit_screen()
