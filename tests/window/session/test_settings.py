"""What is remembered between two runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from linclass_gui.lessons.course import Record
from linclass_gui.scene.document import Document
from linclass_gui.window.main_window import MainWindow
from linclass_gui.window.session.settings import RECENT_FILES, UserSettings

MakeWindow = Callable[..., MainWindow]


def _reopened(settings: UserSettings) -> UserSettings:
    settings._store.sync()
    return UserSettings(QSettings(settings._store.fileName(), QSettings.Format.IniFormat))


def test_everything_is_there_at_the_next_start(settings: UserSettings, tmp_path: Path) -> None:
    settings.theme = "dark"
    settings.help_hidden = True
    settings.remember_file(tmp_path / "a.json")
    again = _reopened(settings)
    assert again.theme == "dark"
    assert again.help_hidden
    assert again.folder == tmp_path
    assert again.recent_files == ((tmp_path / "a.json").resolve(),)


def test_a_setting_that_cannot_be_understood_counts_as_never_set(settings: UserSettings) -> None:
    settings.set_text("theme", "pink")
    settings.set_text("folder", "/no/such/folder")
    assert settings.theme == "system"
    assert settings.folder == Path.home()
    assert settings.blob("geometry").isEmpty()


def test_recent_files_are_newest_first_without_repetition(
    settings: UserSettings, tmp_path: Path
) -> None:
    for name in ("a", "b", "a"):
        settings.remember_file(tmp_path / name)
    assert [path.name for path in settings.recent_files] == ["a", "b"]
    settings.forget_file((tmp_path / "a").resolve())
    assert [path.name for path in settings.recent_files] == ["b"]
    for k in range(30):
        settings.remember_file(tmp_path / str(k))
    assert len(settings.recent_files) == RECENT_FILES


def test_the_window_comes_back_as_it_was(
    make_window: MakeWindow, document: Document, settings: UserSettings, qtbot: QtBot
) -> None:
    first = make_window(document)
    first.shared_height.share = 0.4
    first.close()
    # The size itself is clipped to the small screen of the tests, so only that it is kept is
    # checked here.
    assert not settings.blob("geometry").isEmpty()
    second = make_window(document)
    second.shared_height.share = settings.plots_share
    second.shared_height.divide()
    above, below = second.splitter.sizes()
    assert below / (above + below) == pytest.approx(0.4, abs=0.01)


OTHER_WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QSettings
from linclass_gui.window.session.settings import UserSettings
from linclass_gui.lessons.course import Record
application = QCoreApplication([])
settings = UserSettings(QSettings(sys.argv[1], QSettings.Format.IniFormat))
for name in sys.argv[2:]:
    settings.amend_record(f"course/{name}", lambda record: Record(record.tries + 1))
    settings.remember_solved(f"course/{name}")
    settings.remember_file(Path(f"/{name}.json"))
    settings.amend("exports-of-scenes", lambda text: text + name)
"""


def other_window(settings: UserSettings, *names: str) -> subprocess.Popen[bytes]:
    """Another window of the same home, in which these lessons are solved."""
    return subprocess.Popen(
        [sys.executable, "-c", OTHER_WINDOW, settings._store.fileName(), *names]
    )


def solve(settings: UserSettings, *names: str) -> None:
    for name in names:
        settings.amend_record(f"course/{name}", lambda record: Record(record.tries + 1))
        settings.remember_solved(f"course/{name}")
        settings.remember_file(Path(f"/{name}.json"))
        settings.amend("exports-of-scenes", lambda text, name=name: text + name)


@pytest.mark.slow
def test_two_windows_keep_what_the_other_remembers(settings: UserSettings) -> None:
    solve(settings, "a", "shared")
    assert other_window(settings, "b", "d", "shared").wait() == 0
    solve(settings, "c")
    assert sorted(settings.records) == [f"course/{name}" for name in ("a", "b", "c", "d", "shared")]
    assert settings.records["course/shared"].tries == 2
    assert settings.solved_lessons == {f"course/{name}" for name in ("a", "b", "c", "d", "shared")}
    assert [path.stem for path in settings.recent_files] == ["c", "shared", "d", "b", "a"]
    assert sorted(settings.text("exports-of-scenes")) == sorted("abcd" + 2 * "shared")


@pytest.mark.exhaustive
def test_windows_that_write_at_the_same_time_lose_nothing(settings: UserSettings) -> None:
    lessons = [[f"w{window}-{k}" for k in range(30)] for window in range(3)]
    others = [other_window(settings, *names) for names in lessons[1:]]
    solve(settings, *lessons[0])
    assert [other.wait() for other in others] == [0, 0]
    solve(settings, "last")
    assert settings.solved_lessons == {f"course/{name}" for names in lessons for name in names} | {
        "course/last"
    }
    assert len(settings.records) == 91


def test_a_home_that_cannot_be_written_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    place = str(tmp_path / "file" / "home" / "linclass.ini")
    settings = UserSettings(QSettings(place, QSettings.Format.IniFormat))
    monkeypatch.setattr("linclass_gui.window.session.settings.QThread.msleep", None)
    settings.remember_solved("course/xor")
    assert settings.solved_lessons == {"course/xor"}  # as long as the window is open
