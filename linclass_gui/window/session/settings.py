"""The settings kept between runs, each with a name and a type."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QByteArray, QLockFile, QSettings, QThread

from ...scene.theme import WINDOW_THEMES

if TYPE_CHECKING:
    from ...lessons.course import Record

PLOTS_SHARE = "plots-share"
RECENT_FILES, RECENT_COMMANDS, MOST_SOLVED = 10, 8, 2000
# after that a window writes without the lock, as one alone would
LOCK_SUFFIX, TRIES, PAUSE_MS = ".amending", 400, 5
TEXT_SIZES = (100, 125, 150, 175, 200)  # per cent


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.split("\n") if line)


def _paths(text: str) -> tuple[Path, ...]:
    return tuple(map(Path, _lines(text)[:RECENT_FILES]))


def _folder(text: str) -> Path | None:
    return Path(text) if text and Path(text).is_dir() else None


def _folds(text: str) -> dict[str, bool]:
    pairs = (entry.partition("=") for entry in text.split(";"))
    return {name: state == "folded" for name, _, state in pairs if state in ("folded", "unfolded")}


def _text_of_folds(folds: dict[str, bool]) -> str:
    states = {True: "folded", False: "unfolded"}
    return ";".join(f"{name}={states[is_folded]}" for name, is_folded in folds.items())


def _share(text: str) -> float | None:
    try:
        share = float(text)
    except ValueError:
        return None
    return share if 0.0 < share < 1.0 else None


def _text_of_share(share: float | None) -> str:
    return "usual" if share is None else f"{share:.4f}"


T = TypeVar("T")


class StoredSetting(Generic[T]):
    """A setting of one line: ``read`` makes it of its text, which is empty where it was never set,
    and of every text that is not understood; a text that cannot be kept is not.
    """

    def __init__(self, key: str, read: Callable[[str], T], write: Callable[[T], str] = str) -> None:
        self._key, self._read, self._write = key, read, write

    def __get__(self, settings: UserSettings, owner: object) -> T:
        return self._read(settings.text(self._key))

    def __set__(self, settings: UserSettings, value: T) -> None:
        text = self._write(value)
        if text.isprintable():
            settings.set_text(self._key, text)


class UserSettings:
    """A thin, typed layer over :class:`QSettings`; an unreadable value counts as not set."""

    # ``system``, or the name of a theme of the window
    theme = StoredSetting("theme", lambda text: text if text in WINDOW_THEMES else "system")
    # of words and symbols of the window, in per cent
    text_size = StoredSetting(
        "text-size", lambda text: int(text) if text in map(str, TEXT_SIZES) else 100
    )
    # opened or saved last, the newest first
    recent_files = StoredSetting("recent-files", _paths)
    # found by their names and run, the newest first, by their ways through the menus
    recent_commands = StoredSetting("recent-commands", lambda text: _lines(text)[:RECENT_COMMANDS])
    last_lesson = StoredSetting("last-lesson", str)  # as COURSE/LESSON
    last_talk = StoredSetting("last-talk", lambda text: Path(text) if text else None)
    # whose goals were met, as COURSE/LESSON
    solved_lessons = StoredSetting("solved-lessons", lambda text: frozenset(_lines(text)))
    # the sections of the panel that the user has folded (True) or unfolded
    folds = StoredSetting("folds", _folds, _text_of_folds)
    # of the height, which the user gave the plots below the canvas; None: as usual
    plots_share = StoredSetting(PLOTS_SHARE, _share, _text_of_share)
    # the kinds of methods of which the user has opened all parameters
    opened_parameters = StoredSetting(
        "opened-parameters",
        lambda text: frozenset(filter(str.isidentifier, text.split(";"))),
        lambda kinds: ";".join(sorted(kinds)),
    )
    # whether the line of help above the canvas was dismissed for good
    help_hidden = StoredSetting(
        "help-hidden", lambda text: text == "yes", lambda is_hidden: "yes" if is_hidden else "no"
    )
    # of the last file opened or saved; the home folder at first
    folder = StoredSetting("folder", lambda text: _folder(text) or Path.home())

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "linclass", "linclass-gui"
        )

    def text(self, key: str) -> str:
        """A text."""
        value = self._store.value(key, "")
        return value if isinstance(value, str) else ""

    def set_text(self, key: str, value: str) -> None:
        """Remember a text."""
        self._store.setValue(key, value)

    def amend(self, key: str, change: Callable[[str], str]) -> None:
        """Change a text that other windows of this home change, too: read again, changed and
        written under a lock.
        """
        place = Path(self._store.fileName())
        with contextlib.suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
        lock = QLockFile(f"{place}{LOCK_SUFFIX}")
        for _ in range(TRIES):
            # waiting in Qt is in steps of 100 ms and more; a home that is full or read-only
            # gives no lock however long one waits
            if lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError:
                break
            QThread.msleep(PAUSE_MS)
        self._store.sync()
        self.set_text(key, change(self.text(key)))
        self._store.sync()
        lock.unlock()

    def blob(self, key: str) -> QByteArray:
        """A geometry or splitter sizes as Qt saved them; empty if never saved."""
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_blob(self, key: str, value: QByteArray) -> None:
        """Remember a geometry or splitter sizes."""
        self._store.setValue(key, value)

    def remember_file(self, path: Path) -> None:
        """Put a file at the top of the recent ones; the next dialog begins in its folder."""
        newest = path.resolve()
        self.folder = newest.parent
        self._amend_recent(lambda paths: [newest, *(p for p in paths if p != newest)])

    def forget_file(self, path: Path) -> None:
        """Remove a missing file from the recent ones."""
        self._amend_recent(lambda paths: [p for p in paths if p != path])

    def forget_all_files(self) -> None:
        """Empty the list of recent files."""
        self._amend_recent(lambda _: [])

    def _amend_recent(self, change: Callable[[Iterable[Path]], list[Path]]) -> None:
        def changed(text: str) -> str:
            # a line each; Qt stores no half characters
            lines = [str(p) for p in change(_paths(text)) if str(p).isprintable()]
            return "\n".join(lines[:RECENT_FILES])

        self.amend("recent-files", changed)

    def remember_command(self, id: str) -> None:
        """Put a command at the top of the recent ones."""
        if id.isprintable():
            newest_first = (id, *(other for other in self.recent_commands if other != id))
            self.set_text("recent-commands", "\n".join(newest_first[:RECENT_COMMANDS]))

    def remember_solved(self, key: str) -> None:
        """Record that the goal of a lesson was met; the latest ones are kept."""

        def with_lesson(text: str) -> str:
            lines = [line for line in text.split("\n") if line not in ("", key)]
            return "\n".join([*lines, key][-MOST_SOLVED:])

        if key.isprintable():
            self.amend("solved-lessons", with_lesson)

    @property
    def records(self) -> dict[str, Record]:
        """The records of lessons, by COURSE/LESSON."""
        from ...lessons.course import from_text  # no lesson before the first frame

        return from_text(self.text("records"))

    def amend_record(self, key: str, change: Callable[[Record], Record]) -> None:
        """Change the record of a lesson; the latest ones are kept."""
        from ...lessons.course import Record, from_text, to_text

        if not key.isprintable():
            return

        def changed(text: str) -> str:
            records = from_text(text)
            record = change(records.pop(key, Record()))
            return to_text(dict([*records.items(), (key, record)][-MOST_SOLVED:]))

        self.amend("records", changed)

    @property
    def folder_of_figures(self) -> Path:
        """The folder of the last figure written; at first that of the files."""
        return _folder(self.text("folder-of-figures")) or self.folder

    @folder_of_figures.setter
    def folder_of_figures(self, path: Path) -> None:
        self.set_text("folder-of-figures", str(path))
