"""The settings kept between runs, each with a name and a type."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QLockFile, QSettings, QThread

from ...scene.theme import WINDOW_THEMES

if TYPE_CHECKING:
    from ...lessons.course import Record

PLOTS_SHARE = "plots-share"
RECENT_FILES, RECENT_COMMANDS, MOST_SOLVED = 10, 8, 2000
# after that a window writes without the lock, as one alone would
LOCK_SUFFIX, TRIES, PAUSE_MS = ".amending", 400, 5
TEXT_SIZES = (100, 125, 150, 175, 200)  # per cent


class UserSettings:
    """A thin, typed layer over :class:`QSettings`; an unreadable value counts as not set."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings(
            QSettings.Format.IniFormat, QSettings.Scope.UserScope, "linclass", "linclass-gui"
        )

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        value = self._store.value(key, default)
        return value if isinstance(value, str) else default

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

    @property
    def theme(self) -> str:
        """``system``, or the name of a theme of the window."""
        name = self.text("theme", "system")
        return name if name in WINDOW_THEMES else "system"

    @theme.setter
    def theme(self, name: str) -> None:
        self.set_text("theme", name)

    @property
    def text_size(self) -> int:
        """The size of words and symbols of the window, in per cent."""
        saved = self.text("text-size", "100")
        return int(saved) if saved in map(str, TEXT_SIZES) else 100

    @text_size.setter
    def text_size(self, percent: int) -> None:
        self.set_text("text-size", str(percent))

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """The files opened or saved last, the newest first."""
        return _paths(self.text("recent-files"))

    def remember_file(self, path: Path) -> None:
        """Put a file at the top of the recent ones."""
        newest = path.resolve()
        self._amend_recent(lambda paths: [newest, *(p for p in paths if p != newest)])

    def forget_file(self, path: Path) -> None:
        """Remove a missing file from the recent ones."""
        self._amend_recent(lambda paths: [p for p in paths if p != path])

    def forget_all_files(self) -> None:
        """Empty the list of recent files."""
        self._amend_recent(lambda _: [])

    def _amend_recent(self, change: Callable[[tuple[Path, ...]], list[Path]]) -> None:
        def changed(text: str) -> str:
            # a line each; Qt stores no half characters
            lines = [str(p) for p in change(_paths(text)) if str(p).isprintable()]
            return "\n".join(lines[:RECENT_FILES])

        self.amend("recent-files", changed)

    @property
    def recent_commands(self) -> tuple[str, ...]:
        """The commands found by their names and run, the newest first, by their ways through the
        menus.
        """
        lines = self.text("recent-commands").split("\n")
        return tuple(line for line in lines if line)[:RECENT_COMMANDS]

    def remember_command(self, id: str) -> None:
        """Put a command at the top of the recent ones."""
        if id.isprintable():
            newest_first = (id, *(other for other in self.recent_commands if other != id))
            self.set_text("recent-commands", "\n".join(newest_first[:RECENT_COMMANDS]))

    @property
    def last_lesson(self) -> str:
        """The lesson opened last, as COURSE/LESSON."""
        return self.text("last-lesson")

    @last_lesson.setter
    def last_lesson(self, key: str) -> None:
        if key.isprintable():
            self.set_text("last-lesson", key)

    @property
    def last_talk(self) -> Path | None:
        """The talk opened or extended last."""
        text = self.text("last-talk")
        return Path(text) if text else None

    @last_talk.setter
    def last_talk(self, path: Path) -> None:
        if str(path).isprintable():
            self.set_text("last-talk", str(path))

    @property
    def solved_lessons(self) -> frozenset[str]:
        """The lessons whose goals were met, as COURSE/LESSON."""
        return _lines(self.text("solved-lessons"))

    def remember_solved(self, key: str) -> None:
        """Record that the goal of a lesson was met; the latest ones are kept."""

        def added(text: str) -> str:
            others = [line for line in text.split("\n") if line not in ("", key)]
            return "\n".join([*others, key][-MOST_SOLVED:])

        if key.isprintable():
            self.amend("solved-lessons", added)

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
    def folds(self) -> dict[str, bool]:
        """The sections of the panel that the user has folded (True) or unfolded."""
        pairs = (entry.partition("=") for entry in self.text("folds").split(";"))
        return {
            name: state == "folded" for name, _, state in pairs if state in ("folded", "unfolded")
        }

    @folds.setter
    def folds(self, folds: dict[str, bool]) -> None:
        self.set_text(
            "folds",
            ";".join(
                f"{name}={'folded' if is_folded else 'unfolded'}"
                for name, is_folded in folds.items()
            ),
        )

    @property
    def plots_share(self) -> float | None:
        """The share of the height that the user gave the plots below the canvas; None: as usual."""
        try:
            share = float(self.text(PLOTS_SHARE))
        except ValueError:
            return None
        return share if 0.0 < share < 1.0 else None

    @plots_share.setter
    def plots_share(self, share: float | None) -> None:
        self.set_text(PLOTS_SHARE, "usual" if share is None else f"{share:.4f}")

    @property
    def opened_parameters(self) -> frozenset[str]:
        """The kinds of methods of which the user has opened all parameters."""
        return frozenset(filter(str.isidentifier, self.text("opened-parameters").split(";")))

    @opened_parameters.setter
    def opened_parameters(self, kinds: Collection[str]) -> None:
        self.set_text("opened-parameters", ";".join(sorted(kinds)))

    @property
    def help_hidden(self) -> bool:
        """Whether the line of help above the canvas was dismissed for good."""
        return self.text("help-hidden") == "yes"

    @help_hidden.setter
    def help_hidden(self, is_hidden: bool) -> None:
        self.set_text("help-hidden", "yes" if is_hidden else "no")

    @property
    def folder(self) -> Path:
        """The folder of the last file opened or saved; the home folder at first."""
        path = Path(self.text("folder"))
        return path if self.text("folder") and path.is_dir() else Path.home()

    @folder.setter
    def folder(self, path: Path) -> None:
        self.set_text("folder", str(path))

    @property
    def folder_of_figures(self) -> Path:
        """The folder of the last figure written; at first that of the files."""
        path = Path(self.text("folder-of-figures"))
        return path if self.text("folder-of-figures") and path.is_dir() else self.folder

    @folder_of_figures.setter
    def folder_of_figures(self, path: Path) -> None:
        self.set_text("folder-of-figures", str(path))


def _lines(text: str) -> frozenset[str]:
    return frozenset(line for line in text.split("\n") if line)


def _paths(text: str) -> tuple[Path, ...]:
    return tuple(Path(line) for line in text.split("\n") if line)[:RECENT_FILES]
