"""A window that is used for days keeps what it shows and what can be undone, nothing else."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication, QComboBox, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from linclass_gui.draw import lettering, painter
from linclass_gui.plots import PLOTS
from linclass_gui.scene.document import Document
from linclass_gui.scene.theme import LIGHT
from linclass_gui.window.canvas.plot import PlotView
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session import session
from linclass_gui.window.session.settings import UserSettings
from linclass_gui.window.widgets.themed import restyle
from linclass_gui.window.widgets.window_behaviour import in_reading_order
from solvers import Dataset, Fisher, LogisticRegression

UNDO, EDITS = 4, 28
KEPT_BY_MEMOS = 20  # the last few answers of pure functions keep what they were asked about


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(session, "UNDO_LIMIT", UNDO)
    window = MainWindow(
        None, UserSettings(QSettings(str(tmp_path / "linclass.ini"), QSettings.Format.IniFormat))
    )
    qtbot.addWidget(window, before_close_func=lambda w: w.session.undo_stack.setClean())
    X = np.random.default_rng(0).normal(size=(40, 2))
    document = (
        replace(Document.empty(), dataset=Dataset(X, np.arange(40) % 2))
        .adding(Fisher())
        .adding(LogisticRegression())
    )
    window.show()
    window.session.load(document)
    gc.collect()
    return window


def living(seen: Iterable[weakref.ref[Any]]) -> int:
    """How many of these are still alive.  (Asking the collector for all objects would disturb the
    threads that draw.)
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return sum(ref() is not None for ref in seen)


def test_what_can_no_longer_be_undone_is_gone(window: MainWindow) -> None:
    rng, documents, data, fits = np.random.default_rng(0), [], [], []
    for row in range(EDITS):
        before = window.session.committed
        moved = replace(before, dataset=before.dataset.moved(row % 40, tuple(rng.normal(size=2))))
        window.session.preview(moved, moving=(row % 40,))
        QApplication.processEvents()
        window.session.commit("Move point", moved)
        assert window.session.wait_idle(60_000)
        QApplication.processEvents()
        documents.append(weakref.ref(moved))
        data.append(weakref.ref(moved.dataset))
        fits += map(weakref.ref, window.session.scene.fits.values())
    del before, moved
    assert window.session.undo_stack.count() == UNDO
    assert living(documents) <= UNDO + KEPT_BY_MEMOS
    assert living(data) <= UNDO + KEPT_BY_MEMOS
    assert len(fits) == 2 * EDITS
    assert living(fits) <= 2 * KEPT_BY_MEMOS


def test_a_plot_window_that_is_closed_is_gone(window: MainWindow, qtbot: QtBot) -> None:
    views: list[weakref.ref[PlotView]] = []
    for plot in PLOTS:
        torn_off = window.plots.tear_off(plot)
        views += map(weakref.ref, torn_off.findChildren(PlotView))
        QApplication.processEvents()
        torn_off.close()
    del torn_off
    assert len(views) == len(PLOTS)
    qtbot.waitUntil(lambda: living(views) == 0)  # a figure may still be on its way


def test_methods_that_come_and_go_leave_no_widget(window: MainWindow) -> None:
    def come_and_go() -> None:
        window.methods.add(Fisher)
        QApplication.processEvents()
        window.methods.remove(window.session.document.methods[-1].id)
        assert window.session.wait_idle(60_000)
        QApplication.processEvents()

    come_and_go()
    living(())
    before = len(QApplication.allWidgets())
    for _ in range(4):
        come_and_go()
    living(())
    assert len(QApplication.allWidgets()) == before


def test_numbers_that_change_all_the_time_do_not_pile_up() -> None:
    for k in range(3000):
        lettering.layout(f"{k / 7:.6f}", 13.0)
    kept = [
        f.cache_info().currsize for f in (lettering.layout, painter.text_layout, lettering._measure)
    ]
    assert max(kept) <= 2048
    assert kept[0] <= 1024


def test_what_qt_made_inside_a_box_goes_with_the_box(qtbot: QtBot) -> None:
    """Themes are given to everything in a window again and again, while boxes in it come and go."""
    root = QWidget()
    qtbot.addWidget(root)

    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, QScrollBar) for each in gc.get_objects())

    before = kept()
    for _ in range(3):
        box = QComboBox(root)
        box.view()  # a list with two scroll bars
        restyle(root, LIGHT)
        in_reading_order(root)
        box.deleteLater()
        del box
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert kept() == before


@pytest.mark.usefixtures("qtbot")
def test_documents_that_something_keeps_are_counted() -> None:
    leak = [replace(Document.empty(), seed=seed) for seed in range(3)]
    seen = [weakref.ref(document) for document in leak]
    assert living(seen) == 3
    del leak[1:]
    assert living(seen) == 1
