"""Data > Generate points: seen while it is chosen, one step when accepted, no trace when left."""

from collections.abc import Callable

import numpy as np
import pytest
from entering import enter
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from linclass_gui.files.codec import encode
from linclass_gui.window.dialogs.sampling import GeneratorDialog
from linclass_gui.window.main_window import MainWindow
from solvers.generators import generate

Open = Callable[[Callable[[GeneratorDialog], None], bool], None]


@pytest.fixture
def open_dialog(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Open the dialog, act in it, and accept or leave it."""

    def run(act: Callable[[GeneratorDialog], None], accepts: bool) -> None:
        def answer(dialog: GeneratorDialog) -> int:
            dialog.show()
            act(dialog)
            dialog.close()
            return QDialog.DialogCode.Accepted if accepts else QDialog.DialogCode.Rejected

        monkeypatch.setattr(GeneratorDialog, "exec", answer)
        window.actions_by_id["generate"].trigger()

    return run


def test_what_is_chosen_is_seen_at_once_and_kept_as_one_step(
    window: MainWindow, qtbot: QtBot, open_dialog: Open
) -> None:
    before = window.session.document

    def act(dialog: GeneratorDialog) -> None:
        assert window.session.document.generated.startswith("blobs")
        dialog.kind.setFocus()
        QTest.keyClick(dialog.kind, Qt.Key.Key_Down)  # moons
        assert window.session.document.generated.startswith("moons")
        assert set(dialog.rows) == {"n", "noise", "seed"}
        enter(qtbot, dialog.rows["n"].field, "60")
        QTest.keyClick(dialog.rows["seed"].slider, Qt.Key.Key_Right)
        assert len(window.session.document.dataset) == 60
        X = window.session.document.dataset.X
        view = window.session.scene.view
        assert view.x0 < X[:, 0].min() < X[:, 0].max() < view.x1

    open_dialog(act, True)
    kept = window.session.committed
    assert kept.generated == "moons,n=60,noise=0.2,seed=1"
    assert np.array_equal(kept.dataset.X, generate("moons", 60, seed=1)[0])
    assert kept.methods == before.methods
    assert window.session.undo_stack.count() == 1
    window.session.undo_stack.undo()
    assert window.session.document.dataset is before.dataset


def test_leaving_puts_points_and_view_back(window: MainWindow, open_dialog: Open) -> None:
    before, view = window.session.document, window.session.scene.view

    def act(dialog: GeneratorDialog) -> None:
        QTest.keyClick(dialog.kind, Qt.Key.Key_Down)

    open_dialog(act, False)
    assert encode(window.session.document) == encode(before)
    assert window.session.scene.view == view
    assert window.session.undo_stack.count() == 0


def test_one_key_samples_again(window: MainWindow, open_dialog: Open) -> None:
    open_dialog(lambda dialog: None, True)
    first = window.session.document
    assert window.actions_by_id["sample-again"].shortcut().toString() == "Ctrl+R"
    window.actions_by_id["sample-again"].trigger()
    again = window.session.document
    assert again.generated == first.generated.replace("seed=0", "seed=1")
    assert not np.array_equal(again.dataset.X, first.dataset.X)
    assert window.session.undo_stack.count() == 2
