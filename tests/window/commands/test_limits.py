"""Limits of the axes as numbers, their menu, and outliers by command."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from linclass_gui.scene.view import View
from linclass_gui.window.dialogs.forms import LimitsDialog
from linclass_gui.window.main_window import MainWindow

RIGHT, LEFT = Qt.MouseButton.RightButton, Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


def enter(dialog: LimitsDialog, *values: float) -> None:
    for field, value in zip(dialog.sides, values, strict=True):
        field.setText(str(value))
        field.setModified(True)
        field.editingFinished.emit()


def test_typed_limits_are_seen_and_kept_by_the_document(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LimitsDialog, "exec", lambda self: enter(self, -3, 4, -2, 2) or 1)
    window.actions_by_id["limits"].trigger()
    view = window.session.scene.view
    assert window.session.committed.view == View(-3.0, 4.0, -2.0, 2.0)
    assert (view.x0 <= -3.0, view.x1 >= 4.0, view.y0 <= -2.0, view.y1 >= 2.0) == (True,) * 4
    assert window.session.undo_stack.count() == 0, "looking is no edit"


def test_a_right_click_on_the_numbers_of_an_axis_opens_its_menu(window: MainWindow) -> None:
    viewport, n = window.canvas.viewport(), len(window.session.document.dataset)
    place = QPoint(viewport.width() // 2, viewport.height() - 6)
    QTest.mouseClick(viewport, RIGHT, PLAIN, place)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert next(action.text() for action in menu.actions()) == "Li&mits of the axes\u2026"
    menu.close()
    assert len(window.session.document.dataset) == n


def test_an_outlier_comes_under_the_pointer_or_by_the_next_click(window: MainWindow) -> None:
    session, viewport = window.session, window.canvas.viewport()
    n = len(session.document.dataset)
    window.actions_by_id["outlier"].trigger()
    if window.canvas.tool == "outlier":
        QTest.mouseClick(viewport, LEFT, PLAIN, QPoint(60, 60))
    assert window.canvas.tool == "select"
    assert len(session.document.dataset) == n + 1
    QTest.mouseMove(viewport, QPoint(90, 90))
    window.actions_by_id["outlier"].trigger()
    assert len(session.document.dataset) == n + 2
    assert session.undo_stack.undoText() == "Add outlier"
    labels = session.document.dataset.labels.copy()
    window.actions_by_id["swap-classes"].trigger()
    assert np.array_equal(session.document.dataset.labels, 1 - labels)
