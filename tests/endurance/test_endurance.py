"""Small samples of the long runs (``make monkey``, ``make soak``, ``make window-kills``), and what
they find of planted faults.
"""

from __future__ import annotations

import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import kills
import listening
import monkey
import pytest
import soak
from PySide6.QtCore import QSettings, qWarning
from pytestqt.qtbot import QtBot

from linclass_gui import errors as faults
from linclass_gui.files.recovery import SUFFIX
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


@pytest.mark.exhaustive
def test_a_short_soak_finds_nothing(window: MainWindow, tmp_path: Path) -> None:
    samples, found = soak.soak(window, 1.0, 0, tmp_path / "files", every=0.2)
    assert found == []
    assert all(mb > 10.0 for _, mb in samples)


def test_work_that_a_kill_lost_is_told(tmp_path: Path) -> None:
    judged = partial(kills.judged, log="7 90.0\n", folder=tmp_path, wrong="")
    assert not judged(signal.SIGKILL, 40, 94.0).wrong
    assert judged(signal.SIGKILL, 40, 96.0).wrong == "6.0 s of work are lost"
    assert judged(signal.SIGTERM, 40, 94.0).wrong == "4.0 s of work are lost"


@pytest.mark.parametrize(
    "plant",
    [
        partial(int, "planted"),
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

    def steps(record: listening.Record) -> Iterator[int]:
        for name, lasts in (("quick", 0.0), ("slow", 0.021)):
            with record.event(name):
                begin = time.thread_time()
                while time.thread_time() - begin < lasts:
                    pass
            yield 0

    with listening.listening() as record:
        assert list(record.turns(steps(record))) == [0, 0]
    assert record.report()["stalls"] == 1
    assert record.report()["slowest"][0]["event"] == "slow"


def test_memory_that_grows_is_told_from_memory_that_comes_and_goes() -> None:
    flat = [(10.0 * k, 200.0 + 5.0 * (k % 3)) for k in range(120)]
    settling = [(t, m + max(0.0, 50.0 - t)) for t, m in flat]
    leaking = [(t, m + 0.05 * t) for t, m in flat]
    assert abs(soak.growth(flat)) < 1.0
    assert abs(soak.growth(settling)) < 1.0
    assert soak.growth(leaking) > 30.0
