"""The layers: a tick box each, with tool tip and swatch, in panel and menu; and the one switch of
the names of all lines.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawing_scenes import clouds, document_of
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import decode, encode
from linclass_gui.layers import LAYERS
from linclass_gui.scene.document import Document, TrialLine
from linclass_gui.window.main_window import MainWindow
from solvers import Fisher, LogisticRegression, Perceptron, SoftMarginSVM


def test_every_layer_that_can_be_switched_has_a_row_with_a_tip(window: MainWindow) -> None:
    rows = window.panel.layers.rows
    assert set(rows) == {layer.name for layer in LAYERS if not layer.always}
    assert all(row.toolTip() for row in rows.values())


def test_a_click_switches_a_layer_and_undo_switches_it_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    stack = window.session.undo_stack
    for name, row in window.panel.layers.rows.items():
        was_on = name in window.session.document.layers
        assert row.isChecked() is was_on, name
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        assert (name in window.session.document.layers) is not was_on, name
        assert row.isChecked() is not was_on, name
        assert (stack.count(), stack.index()) == (1, 1), name
        stack.undo()
        assert row.isChecked() is was_on, name


def test_layers_stand_still_whatever_is_selected_added_or_switched_off(
    window: MainWindow, qtbot: QtBot
) -> None:
    session, panel = window.session, window.panel.layers

    def places() -> list[tuple[str, int, int]]:
        assert session.wait_idle()
        QCoreApplication.processEvents()
        corners = (
            (name, row.mapTo(window, QPoint(0, 0)))
            for name, row in panel.rows.items()
            if row.isVisible()
        )
        return [(name, corner.x(), corner.y()) for name, corner in corners]

    assert session.wait_idle()
    qtbot.waitUntil(lambda: not panel._is_new)  # the rows are chosen once the answers are there
    window.panel.arrange()  # the test before has folded the section by hand
    before = places()
    for method in (Perceptron(), LogisticRegression()):
        session.apply("Add", session.committed.adding(method))
        assert places() == before
    for used in session.committed.methods:
        session.set_selected(used.id)
        assert places() == before
    session.apply(
        "Off", session.committed.with_method(replace(session.committed.methods[-1], enabled=False))
    )
    assert places() == before


@pytest.fixture(scope="module")
def named() -> Document:
    made = replace(
        document_of(clouds(16), (SoftMarginSVM(), Fisher())),
        layers=frozenset({"boundary", "margins"}),
    )
    return replace(made, trial=TrialLine(20.0, (0.0, 0.0)))


def test_the_menu_and_the_rows_have_it(window: MainWindow, named: Document, qtbot: QtBot) -> None:
    session = window.session
    session.apply("scene", named)
    action = window.actions_by_id["line-names"]
    assert action.isChecked()
    action.trigger()
    assert not decode(encode(session.document), "scene").names
    assert not action.isChecked()
    session.undo_stack.undo()
    assert action.isChecked()
