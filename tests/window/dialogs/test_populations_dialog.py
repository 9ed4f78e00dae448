"""Sampling from populations: shown while the numbers change, one step when accepted, nothing when
left.
"""

import numpy as np
import pytest
from entering import enter
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from linclass_gui.scene.class_editing import with_class
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import Spread
from linclass_gui.window.dialogs.sampling import PopulationsDialog
from linclass_gui.window.main_window import MainWindow


def test_what_is_entered_is_what_is_drawn(qtbot: QtBot, document: Document) -> None:
    changes: list[Document] = []
    dialog = PopulationsDialog(document, lambda: changes.append(dialog.answer))
    qtbot.addWidget(dialog)
    dialog.show()
    for field, text in (
        (dialog.columns[1][0], "2.5"),
        (dialog.columns[1][4], "0.5"),
        (dialog.columns[0][2], "0.25"),
        (dialog.columns[1][5], "0.125"),
    ):
        enter(qtbot, field, text)
    enter(qtbot, dialog.count, "50")
    enter(qtbot, dialog.seed, "9")
    answer = dialog.answer
    assert answer.dataset.counts == (40, 10)
    assert answer.seed == 9
    assert answer.populations.plus.mean[0] == 2.5
    assert Spread.of(answer.populations.plus).correlation == pytest.approx(0.5)
    assert Spread.of(answer.populations.minus).deviations[0] == pytest.approx(0.25)
    assert len(changes) == 6
    assert np.array_equal(changes[-1].dataset.X, answer.dataset.X)


def test_accepting_is_one_step_that_undo_takes_back(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def accept(dialog: PopulationsDialog) -> int:
        assert window.session.document.populations is not None  # shown before it is accepted
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(PopulationsDialog, "exec", accept)
    before = window.session.document
    window.actions_by_id["sample"].trigger()
    after = window.session.document
    assert window.session.undo_stack.count() == 1
    assert after.populations is not None
    assert "bayes-boundary" in after.layers
    assert len(after.dataset) == len(before.dataset)
    window.session.undo_stack.undo()
    assert window.session.document.populations is None
    assert window.session.document.dataset is before.dataset


def test_three_classes_have_a_column_and_a_prior_each(qtbot: QtBot, document: Document) -> None:
    dialog = PopulationsDialog(with_class(document), lambda: None)
    qtbot.addWidget(dialog)
    assert [len(column) for column in dialog.columns] == [6, 6, 6]
    drawn = dialog.answer
    assert drawn.populations is None
    assert drawn.many_populations is not None
    assert min(drawn.dataset.counts) >= 1
    assert "bayes-boundary" in drawn.layers
