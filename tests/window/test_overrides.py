"""What Qt calls: each override is guarded, and no error in one ends the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSize
from PySide6.QtWidgets import QApplication, QLabel

from linclass_gui.draw.faults import guarded, overrides_of

STORM = Path(__file__).with_name("storm_of_errors.py")
CALLED = {
    "Canvas.paintEvent",
    "PlotView.mouseMoveEvent",
    "Slider.keyPressEvent",
    "PointsModel.rowCount",
    "Flow.sizeHint",
}


@pytest.mark.slow
def test_a_window_lives_in_which_every_override_fails_in_c_code() -> None:
    """Under Python 3.11 each such error ended the process with signal 11, in later ones the tenth
    or so did.
    """
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, str(STORM)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert set(done.stdout.split()) >= CALLED


def test_an_error_is_reported_and_qt_answers_as_without_the_override(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: heard.append(error))
    failing = {
        "__module__": "linclass_gui.window.of_this_test",
        "sizeHint": _fail_with_size,
        "setText": lambda self, text: text.gone,
    }
    label = type("Label", (QLabel,), failing)("words")
    assert label.sizeHint() == QLabel("words").sizeHint()
    label.setText("more")
    assert [type(error) for error in heard] == [IndexError, AttributeError]


def _fail_with_size(self: QLabel) -> QSize:
    nothing: list[QSize] = []
    return nothing[0]


def test_a_slot_that_is_guarded_takes_as_many_arguments_as_before() -> None:
    class Receiver(QObject):
        given: tuple[object, ...] = ()

        def none(self) -> None:
            self.given = ()

        def one(self, first: object) -> None:
            self.given = (first,)

        def two(self, first: object, second: object = 3) -> None:
            self.given = (first, second)

    receiver = Receiver()
    guarded(Receiver.none, None)(receiver)
    with pytest.raises(TypeError):
        guarded(Receiver.none, None)(receiver, True)
    guarded(Receiver.one, None)(receiver, 7)
    assert receiver.given == (7,)
    guarded(Receiver.two, None)(receiver, 8)
    assert receiver.given == (8, 3)


def test_only_what_replaces_a_method_of_qt_counts() -> None:
    class Model(QAbstractTableModel):
        def rowCount(self, parent: QModelIndex | None = None) -> int:
            return 1

        def show_scene(self) -> None: ...

    assert overrides_of(Model) == ("rowCount",)
