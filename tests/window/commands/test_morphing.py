"""Gliding between the states before and after the last step, by its key."""

from dataclasses import replace

import numpy as np
import pytest
from drawing_scenes import clouds, document_of
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from linclass_gui.scene.document import Document
from linclass_gui.window import create_window
from linclass_gui.window.commands import morphing
from linclass_gui.window.main_window import MainWindow
from solvers import SoftMarginSVM


@pytest.fixture(autouse=True)
def _few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture is a fit and a drawing."""
    monkeypatch.setattr(morphing, "PICTURES", 8)


def opened(qtbot: QtBot) -> tuple[MainWindow, Document, Document]:
    """A window in which one point and C have been changed in one step, with the documents before
    and after.
    """
    window = create_window(
        replace(document_of(clouds(16), (SoftMarginSVM(C=1.0),)), layers=frozenset({"boundary"}))
    )
    qtbot.addWidget(window)
    window.show()
    session = window.session
    before = session.committed
    moved = replace(before, dataset=before.dataset.moved(0, (3.0, 3.0)))
    session.apply(
        "Change", moved.with_method(replace(moved.methods[0], method=SoftMarginSVM(C=100.0)))
    )
    assert session.wait_idle(5000)
    return window, before, session.committed


def test_a_key_glides_back_and_forth_and_leaves_the_steps_as_they_are(qtbot: QtBot) -> None:
    window, before, after = opened(qtbot)
    session, seen = window.session, list[Document]()
    session.scene_changed.connect(lambda _, new: seen.append(new.document))
    for target in (before, after):
        seen.clear()
        qtbot.keyClick(window.canvas, Qt.Key.Key_G)
        assert window.morphing.is_on
        qtbot.waitUntil(lambda: not window.morphing.is_on)
        assert session.committed.dataset is target.dataset
        assert session.committed.methods == target.methods
        ways = np.array(
            [np.hypot(*(document.dataset.X[0] - target.dataset.X[0])) for document in seen]
        )
        assert len(np.unique(ways)) > morphing.PICTURES // 2
        assert (np.diff(ways) <= 1e-12).all(), "straight there"
        assert session.undo_stack.count() == 1
    window.session.close()


def test_a_second_press_is_there_at_once_and_another_hand_ends_it(qtbot: QtBot) -> None:
    window, before, _ = opened(qtbot)
    session = window.session
    for _ in range(2):
        qtbot.keyClick(window.canvas, Qt.Key.Key_G)
    assert not window.morphing.is_on
    assert session.committed.dataset is before.dataset
    qtbot.keyClick(window.canvas, Qt.Key.Key_G)
    session.apply("Another", replace(session.committed, title="another"))
    qtbot.waitUntil(lambda: not window.morphing.is_on)
    assert session.document.title == "another"
    assert session.document.dataset is before.dataset
    window.session.close()


def test_it_says_what_it_needs(qtbot: QtBot) -> None:
    window = create_window(document_of(clouds(16), (SoftMarginSVM(),)))
    qtbot.addWidget(window)
    with qtbot.waitSignal(window.morphing.message) as signal:
        window.morphing.toggle()
    assert "Nothing has been changed yet" in signal.args[0]
    window.session.close()
