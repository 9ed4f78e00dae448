"""Small samples of the long runs (``make monkey``, ``make soak``, ``make window-kills``), and what
their judgement is worth.
"""

from __future__ import annotations

import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import in_the_loop
import kills
import listening
import monkey
import pytest
import soak
from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer, qWarning
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from linclass_gui import errors as faults
from linclass_gui.files.recovery import SUFFIX, write_snapshot
from linclass_gui.scene.document import Document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import UserSettings


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = MainWindow(
        None, UserSettings(QSettings(str(tmp_path / "linclass.ini"), QSettings.Format.IniFormat))
    )
    qtbot.addWidget(window, before_close_func=monkey.give_up_changes)
    window.show()
    return window


def test_a_monkey_breaks_nothing(window: MainWindow, tmp_path: Path) -> None:
    record = monkey.let_loose(window, 80, 1, tmp_path / "files")
    assert record.events == 80
    assert record.faults == []


def test_a_fault_is_found_and_named(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("planted")

    monkeypatch.setattr(window.panel.methods, "show_scene", fail)
    record = monkey.let_loose(window, 30, 0, tmp_path / "files")
    assert any("planted" in fault for fault in record.faults)
    assert record.report()["faults"] >= 1


@pytest.mark.usefixtures("qtbot")
def test_a_key_that_nobody_could_press_is_a_fault() -> None:
    edit = QLineEdit()
    with pytest.raises(in_the_loop.BadKeyError, match="hidden QLineEdit"):
        in_the_loop.press_key(edit, Qt.Key.Key_A)
    edit.show()
    in_the_loop.press_key(edit, Qt.Key.Key_A)
    assert edit.text() == "a"
    delete(edit)
    with pytest.raises(in_the_loop.BadKeyError, match="gone"):
        in_the_loop.press_key(edit, Qt.Key.Key_A)


@pytest.mark.usefixtures("qtbot")
def test_what_is_deleted_later_outlives_a_wait_inside_its_own_key() -> None:
    """Outside a loop the wait would destroy it, and the key would come back to nothing."""
    box = QWidget()
    edit = QLineEdit(box)
    box.show()

    def leave() -> None:
        box.deleteLater()
        loop = QEventLoop()
        QTimer.singleShot(0, loop.quit)
        loop.exec()

    def steps() -> Iterator[int]:
        in_the_loop.press_key(edit, Qt.Key.Key_Return)
        yield 0
        assert not isValid(box)

    edit.returnPressed.connect(leave)
    in_the_loop.take(steps())
    assert not isValid(box)


@pytest.mark.parametrize(
    "plant",
    [
        lambda: faults.log_fault(KeyError("planted")),
        lambda: qWarning("planted"),
        lambda: warnings.warn_explicit("planted", RuntimeWarning, "planted.py", 1),
    ],
)
@pytest.mark.filterwarnings("default")
@pytest.mark.qt_log_level_fail("CRITICAL")
def test_what_is_logged_and_warned_of_is_a_fault(plant: Callable[[], None]) -> None:
    with listening.listening() as record, record.event("planting"):
        plant()
    (fault,) = record.faults
    assert "after planting" in fault
    assert "planted" in fault


def test_a_stall_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "STALL", 0.02)
    with listening.listening() as record:
        with record.event("quick"):
            pass
        with record.event("slow"):
            begin = time.thread_time()
            while time.thread_time() - begin < 0.021:
                pass
    assert record.report()["stalls"] == 1
    assert record.report()["slowest"][0]["event"] == "slow"


def test_memory_that_grows_is_told_from_memory_that_comes_and_goes() -> None:
    flat = [(10.0 * k, 200.0 + 5.0 * (k % 3)) for k in range(120)]
    settling = [(t, m + max(0.0, 50.0 - t)) for t, m in flat]
    leaking = [(t, m + 0.05 * t) for t, m in flat]
    assert abs(soak.growth(flat)) < 1.0
    assert abs(soak.growth(settling)) < 1.0
    assert soak.growth(leaking) > 30.0


def test_what_a_kill_costs_is_counted_from_the_first_edit_that_is_missing(tmp_path: Path) -> None:
    from dataclasses import replace

    write_snapshot(replace(Document.empty(), seed=2), "a", tmp_path / f"a{SUFFIX}")
    found = kills.judged(
        signal.SIGKILL, 0, 20.0, "1 10.0\n2 11.0\n3 12.5\n4 19.0\n5 2", tmp_path, ""
    )
    assert found.lost == 7.5
    assert "7.5 s" in found.wrong
    assert list(tmp_path.glob(f"*{SUFFIX}")) == []
    assert kills.judged(signal.SIGKILL, 0, 20.0, "1 18.0\n", tmp_path, "").wrong == ""
    assert "lost" in kills.judged(signal.SIGTERM, 0, 20.0, "1 18.0\n", tmp_path, "").wrong


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(
    "name",
    [
        "SIGTERM",
        *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("SIGINT", "SIGHUP")),
    ],
)
def test_a_signal_ends_the_program_cleanly_and_keeps_the_last_edit(
    tmp_path: Path, name: str
) -> None:
    found = kills.kill_one(getattr(signal, name), 40, 0, tmp_path, longest=0.5)
    assert found.wrong == ""
    assert found.kept == found.edits > 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_after_a_kill_what_was_kept_is_whole_and_offered(tmp_path: Path) -> None:
    found = kills.kill_one(
        signal.SIGKILL, 40, 0, tmp_path, longest=0.5, first=f"recovery/*{SUFFIX}"
    )
    assert "exit code" not in found.wrong
    assert "points of" not in found.wrong
    assert found.kept > 0


def test_a_short_soak_finds_nothing(window: MainWindow, tmp_path: Path) -> None:
    samples, found = soak.soak(window, 1.0, 0, tmp_path / "files", every=0.2)
    assert found == []
    assert all(mb > 10.0 for _, mb in samples)
