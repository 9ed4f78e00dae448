"""What is remembered between two runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from linclass_gui.app.session.settings import RECENT_FILES, Settings
from linclass_gui.app.window import MainWindow
from linclass_gui.core.document import Document

MakeWindow = Callable[..., MainWindow]


def _reopened(settings: Settings) -> Settings:
    settings._store.sync()
    return Settings(QSettings(settings._store.fileName(), QSettings.Format.IniFormat))


def test_everything_is_there_at_the_next_start(settings: Settings, tmp_path: Path) -> None:
    settings.theme = "dark"
    settings.help_hidden = True
    settings.folder = tmp_path
    settings.remember_file(tmp_path / "a.json")
    again = _reopened(settings)
    assert again.theme == "dark"
    assert again.help_hidden
    assert again.folder == tmp_path
    assert again.recent_files == ((tmp_path / "a.json").resolve(),)


def test_a_setting_that_cannot_be_understood_counts_as_never_set(settings: Settings) -> None:
    settings.set_text("theme", "pink")
    settings.set_text("folder", "/no/such/folder")
    assert settings.theme == "system"
    assert settings.folder == Path.home()
    assert settings.blob("geometry").isEmpty()


def test_recent_files_are_newest_first_without_repetition(settings: Settings, tmp_path: Path) -> None:
    for name in ("a", "b", "a"):
        settings.remember_file(tmp_path / name)
    assert [path.name for path in settings.recent_files] == ["a", "b"]
    settings.forget_file((tmp_path / "a").resolve())
    assert [path.name for path in settings.recent_files] == ["b"]
    for k in range(30):
        settings.remember_file(tmp_path / str(k))
    assert len(settings.recent_files) == RECENT_FILES


def test_the_window_comes_back_as_it_was(make_window: MakeWindow, document: Document, settings: Settings, qtbot: QtBot) -> None:
    first = make_window(document)
    first.splitter.setSizes([400, 280])
    sizes = first.splitter.sizes()
    first.close()
    # The size itself is clipped to the small screen of the tests, so only that it is kept is checked here.
    assert not settings.blob("geometry").isEmpty()
    second = make_window(document)
    assert second.splitter.sizes() != sizes
    second.splitter.restoreState(settings.blob("splitter"))
    qtbot.waitUntil(lambda: second.splitter.sizes() == sizes)
