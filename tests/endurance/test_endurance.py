"""Small samples of the long runs (``make monkey``, ``make soak``, ``make window-kills``)."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import kills
import monkey
import pytest
import soak
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

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
