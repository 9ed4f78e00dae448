"""Crash recovery: the unsaved state lies on the disk, a few seconds old at the most, until it is saved or given up.

Every window writes into a file of its own, which it claims (``core.claim``); a file without a claim is left over from a run that
was killed, and is offered.  Nothing is removed that was not offered and given up, and a state that was restored only when the
window that took it over has written it anew.
"""

from __future__ import annotations

import contextlib
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from ...core.document import Document
from ...core.files.claim import Claim
from ...core.files.snapshot import OLD_SUFFIX, SUFFIX, About, about_snapshot, read_snapshot, write_snapshot
from ...core.quoting import printable
from ...core.user_error import UserError
from .background import Background, in_window, open_office
from .session import Session

# The state on the disk is as old as this and as long as it takes to write it, or twice as long as that, at the most.
EVERY_S = 1.0
# How long (seconds) the end of the program waits for the disk: when the user closes the window, and when the system ends it.
CLOSING, TERMINATED = 0.3, 3.0
LOCK = ".claim"


def recovery_folder() -> Path:
    """Where unsaved states are kept."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "recovery"


@dataclass(frozen=True)
class LeftOver:
    """A state that a killed run left behind, claimed by this process while it decides what becomes of it."""

    path: Path
    when: datetime
    about: About | None
    claim: Claim

    def read(self) -> Document:
        """The document (UserError when it is not whole)."""
        return read_snapshot(self.path)

    def discard(self) -> None:
        """Remove it for good."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.claim.release()


def left_over(folder: Path) -> list[LeftOver]:
    """The states without a claim, the newest first, claimed from now on; what else killed runs left there is swept up."""
    found = []
    for path in _files(folder, SUFFIX, OLD_SUFFIX):
        claim = Claim.on(path.with_suffix(LOCK))
        if claim is None:
            continue
        try:
            found.append(LeftOver(path, datetime.fromtimestamp(path.stat().st_mtime), about_snapshot(path), claim))
        except OSError:  # its window has ended in this moment
            claim.release()
    _sweep(folder)
    return sorted(found, key=lambda state: state.when, reverse=True)


def _files(folder: Path, *suffixes: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in suffixes)
    except OSError:
        return []


def _sweep(folder: Path) -> None:
    """Remove claims that are not held on states that do not exist, and unfinished files of their owners."""
    for lock in _files(folder, LOCK):
        if any(lock.with_suffix(suffix).exists() for suffix in (SUFFIX, OLD_SUFFIX)):
            continue
        claim = Claim.on(lock)
        if claim is not None:
            for part in folder.glob(f".{lock.stem}{SUFFIX}.*.part"):
                with contextlib.suppress(OSError):
                    part.unlink()
            claim.release()


class Recovery(QObject):
    """Keeps the unsaved state of a session on the disk; does nothing until started.

    A thread of its own looks, every second, whether there is another document (they are frozen, so this compares identities), and
    writes it.  A look of the window's thread would wait behind its pictures: four seconds at a million points on a machine with
    eight times more work than cores.

    ``troubled`` comes when states can no longer be kept, with a sentence, and without one when they can again.
    """

    troubled = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.name: Callable[[], str] = lambda: session.document.title or "Untitled"
        self._folder: Path | None = None  # where states are to be kept
        self._path: Path | None = None
        self._trouble = ""
        self._claim: Claim | None = None
        self._kept: Document | None = None  # what the disk holds, or is about to; None: nothing
        self._adopted: list[LeftOver] = []
        self._writer = Background("recovery")
        self._looking = threading.Lock()
        self._is_modified = session.is_modified  # the undo stack itself belongs to the window's thread
        session.undo_stack.cleanChanged.connect(self._note_clean)

    @property
    def folder(self) -> Path | None:
        """Where the states are; None before the start, or where there is no place."""
        return None if self._path is None else self._path.parent

    def start(self, folder: Path) -> None:
        """Begin to keep unsaved states in a folder."""
        open_office()
        self._folder = folder
        self.look()
        self._writer.look(self.look, EVERY_S)

    def _open(self, folder: Path) -> Path | None:
        """Claim a file in the folder; None where there is no place to write, which is said and tried again."""
        path = folder / f"{uuid.uuid4().hex}{SUFFIX}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._claim = Claim.on(path.with_suffix(LOCK))
        except OSError as error:
            self._say(error)
            return None
        if self._claim is None:
            self._say(None)
            return None
        self._tell("")
        return path

    def _say(self, error: BaseException | None) -> None:
        """States cannot be kept, and why; any thread may say so."""
        cause = error.__cause__ if isinstance(error, UserError) and error.__cause__ is not None else error
        why = getattr(cause, "strerror", None) or cause or "no file can be made and locked there"
        self._tell(f"Save often: unsaved work cannot be kept ({why}) in {self._folder}")

    def _tell(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            in_window(self, partial(self.troubled.emit, printable(sentence)))

    def _note_clean(self, is_clean: bool) -> None:
        self._is_modified = not is_clean

    def look(self) -> None:
        """Let the disk hold what the session holds now; any thread may ask for that."""
        with self._looking:
            if self._path is None and self._folder is not None:
                self._path = self._open(self._folder)
            if self._path is not None:
                self._look(self._session, self._path)

    def _look(self, session: Session, path: Path) -> None:
        document = session.document  # in the middle of a drag it is ahead of the committed one
        is_unsaved = self._is_modified or document is not session.committed
        if not is_unsaved and (self._kept is not None or self._adopted):
            self._kept = None
            self._submit(partial(path.unlink, missing_ok=True))
        elif is_unsaved and document is not self._kept:
            self._kept = document
            self._submit(partial(self._write, self.name(), path))

    def _write(self, name: str, path: Path) -> None:
        """Runs in the thread of the writer: the current state.  On a slow disk the state at the last look is older."""
        self._kept = document = self._session.document
        write_snapshot(document, name, path)
        self._tell("")

    def _submit(self, work: Callable[[], None]) -> None:
        self._writer.submit(partial(self._do, work, tuple(self._adopted)))

    def _do(self, work: Callable[[], None], adopted: tuple[LeftOver, ...]) -> None:
        """Runs in the thread of the writer: what was taken over is removed only when it is on the disk once more."""
        try:
            work()
        except Exception as error:
            self._kept = None  # the next look tries again
            self._say(error)
            if isinstance(error, OSError | UserError):
                return
            raise
        for state in adopted:
            state.discard()

    def adopt(self, state: LeftOver) -> None:
        """A left-over state that the session shows now: this window looks after it from here on."""
        self._adopted.append(state)
        if self._path is not None:
            self.look()

    def close(self) -> None:
        """A clean end: nothing is left over, but for what was never offered."""
        self._end(is_given_up=True, seconds=CLOSING)

    def keep(self) -> None:
        """The system ends the program: what is not saved stays on the disk, and is offered at the next start."""
        self.look()
        self._end(is_given_up=False, seconds=TERMINATED)

    def _end(self, *, is_given_up: bool, seconds: float) -> None:
        with self._looking:  # no look at the state after this
            path, self._path, self._folder = self._path, None, None
            if path is not None and is_given_up:
                self._submit(partial(path.unlink, missing_ok=True))
        is_done = self._writer.finish(seconds)
        self._writer.close(CLOSING if is_done else 0.0)
        if is_done and path is not None and self._claim is not None:
            self._claim.release(remove=not path.exists())
        # Else the disk hangs: the claim ends with the process, and what it wrote is offered at the next start.
