"""The one switch of the names of all lines: in the menu, in the menus of the rows, and in what a scene keeps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawing_scenes import canvas_marks, clouds, document_of, scene_of, texts
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from linclass_gui.app.panels.method_rows import MethodsPanel
from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document, TrialLine
from linclass_gui.core.files.codec import decode, encode
from linclass_gui.plots import PLOTS
from solvers import Fisher, SoftMarginSVM

NAMES = {"soft margin", "Fisher", "trial line"}


@pytest.fixture(scope="module")
def document() -> Document:
    made = replace(document_of(clouds(16), (SoftMarginSVM(), Fisher())), layers=frozenset({"boundary", "margins"}))
    return replace(made, trial=TrialLine(20.0, (0.0, 0.0)))


def written(document: Document) -> set[str]:
    return {text.text for text in texts(canvas_marks(scene_of(document, trial=document.trial)), "label")}


def test_without_names_the_lines_stay_and_the_values_of_f_too(document: Document, qapp: object) -> None:
    assert written(document) >= NAMES
    assert written(replace(document, names=False)) == written(document) - NAMES
    angle = next(plot for plot in PLOTS if plot.name == "fisher-angle")
    assert len(angle.draw(scene_of(document)).legend) == 2
    assert not angle.draw(scene_of(replace(document, names=False))).legend, "no dots without names"


def test_a_scene_keeps_the_switch(document: Document) -> None:
    assert "names" not in encode(document)
    assert not decode(encode(replace(document, names=False)), "scene").names


def test_the_menu_and_the_rows_have_it(window: MainWindow, document: Document, qtbot: QtBot) -> None:
    session = window.session
    session.apply("scene", document)
    panel = window.findChild(MethodsPanel)
    action = window.actions_by_id["line-names"]
    assert action.isChecked()
    action.trigger()
    assert not session.document.names
    assert not action.isChecked()
    session.undo_stack.undo()
    assert action.isChecked()
    for id in ("m1", "trial"):
        row = panel.rows[id]
        row.menu_wanted.emit(id, row.rect().center())
        menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
        (switch,) = (entry for entry in menu.actions() if entry.text() == "Names of all lines")
        was = session.document.names
        assert switch.isChecked() is was
        switch.trigger()
        menu.close()
        assert session.document.names is not was
