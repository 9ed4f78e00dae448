"""Crash recovery: the unsaved state is on the disk, at most a few seconds old, until it is saved or
discarded.

Every window writes a file of its own, which it claims (``files.recovery``); a file without a claim
is left over from a killed run, and is offered.  A state is removed only after it was offered and
discarded, a restored one when its new window has written it again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from ...errors import UserError, printable
from ...files.recovery import (
    OLD_SUFFIX,
    SUFFIX,
    Claim,
    SnapshotHead,
    read_snapshot,
    read_snapshot_head,
    write_snapshot,
)
from ...scene.document import Document
from ..timers import make_timer
from .background import Worker, in_window
from .session import Session

# The greatest age of the state on the disk: this plus the time of writing it, or twice that time.
EVERY_MS = 1000
# Seconds that the end of the program waits for the disk: when the user closes the window, and when
# the system ends it.
CLOSING, TERMINATED = 0.3, 3.0
LOCK = ".claim"


def recovery_folder() -> Path:
    """Where unsaved states are kept."""
    return (
        Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))
        / "recovery"
    )


@dataclass(frozen=True)
class LeftOver:
    """A state left by a killed run, claimed by this process until it is restored, discarded or
    released.
    """

    path: Path
    time: datetime
    head: SnapshotHead | None
    claim: Claim
    trace: str = ""  # of the fault that ended the run

    def read(self) -> Document:
        """The document (UserError when it is incomplete)."""
        return read_snapshot(self.path)

    def discard(self) -> None:
        """Remove it for good."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.claim.release()


def left_over(folder: Path) -> list[LeftOver]:
    """The states without a claim, the newest first, now claimed; other remains of killed runs are
    removed.
    """
    leftovers = []
    for path in _files(folder, SUFFIX, OLD_SUFFIX):
        claim = Claim.on(path.with_suffix(LOCK))
        if claim is None:
            continue
        try:
            leftovers.append(
                LeftOver(
                    path,
                    datetime.fromtimestamp(path.stat().st_mtime),
                    read_snapshot_head(path),
                    claim,
                    claim.trace(),
                )
            )
        except OSError:  # its window has just ended
            claim.release()
    _sweep(folder)
    return sorted(leftovers, key=lambda state: state.time, reverse=True)


def _files(folder: Path, *suffixes: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in suffixes)
    except OSError:
        return []


def _sweep(folder: Path) -> None:
    """Remove claims that are not held on states that do not exist."""
    for lock in _files(folder, LOCK):
        if any(lock.with_suffix(suffix).exists() for suffix in (SUFFIX, OLD_SUFFIX)):
            continue
        claim = Claim.on(lock)
        if claim is not None:
            claim.release()


@dataclass
class UnseenState:
    """A document that is not shown, in a file of its own; None: it is not on the disk yet."""

    path: Path
    claim: Claim
    document: Document | None = None


def _forget(state: UnseenState) -> None:
    """Remove a document that is saved, or shown again."""
    state.path.unlink(missing_ok=True)
    state.claim.release()


class Recovery(QObject):
    """Keeps the unsaved state of a session on the disk, and those of documents that it does not
    show now; does nothing until started.

    A timer checks every second whether the document has changed (documents are frozen, so
    identities are compared), which is then written beside the window.

    ``troubled`` is emitted with a sentence when states can no longer be kept, and empty when they
    can again.
    """

    troubled = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder: Path | None = None  # the folder of the states
        self._path: Path | None = None
        self._trouble = ""
        self._claim: Claim | None = None
        self._kept: Document | None = None  # the document on the disk, or being written; None: none
        self._unseen: Mapping[str, Document] = {}
        self._unseen_states: dict[str, UnseenState] = {}  # by the same names
        self._adopted: list[LeftOver] = []
        self._writer, self._unseen_writer = Worker("recovery"), Worker("recovery-unseen")
        self._timer = make_timer(EVERY_MS, self, self.look)

    @property
    def folder(self) -> Path | None:
        """The folder of the states; None before the start, or where there is none."""
        return None if self._path is None else self._path.parent

    def start(self, folder: Path) -> None:
        """Begin to keep unsaved states in a folder."""
        self._folder = folder
        self.look()
        self._timer.start(EVERY_MS)

    def keep_trace(self) -> None:
        """Let a fault that ends the process leave its trace beside the state."""
        if self._claim is not None:
            faulthandler.enable(self._claim.duplicate())

    def keep_unseen(self, documents: Mapping[str, Document]) -> None:
        """Keep unsaved documents that the session does not show now, by their names; all others
        that it did not show are saved or given up.
        """
        self._unseen = dict(documents)

    def _open(self, folder: Path) -> tuple[Path, Claim] | None:
        """Claim a file in the folder; None where none can be written, which is reported and tried
        again.
        """
        path = folder / f"{uuid.uuid4().hex}{SUFFIX}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            claim = Claim.on(path.with_suffix(LOCK))
        except OSError as error:
            self._say(error)
            return None
        if claim is None:
            self._say(None)
            return None
        self._tell("")
        return path, claim

    def _say(self, error: BaseException | None) -> None:
        """Report why states cannot be kept; callable from any thread."""
        cause = (
            error.__cause__
            if isinstance(error, UserError) and error.__cause__ is not None
            else error
        )
        reason = getattr(cause, "strerror", None) or cause or "no file can be made and locked there"
        self._tell(f"Save often: unsaved work cannot be kept ({reason}) in {self._folder}")

    def _tell(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            in_window(self, partial(self.troubled.emit, printable(sentence)))

    def look(self) -> None:
        """Write the current state of the session."""
        if self._path is None and self._folder is not None:
            opened = self._open(self._folder)
            self._path, self._claim = opened or (None, None)
        if self._path is not None:
            self._look(self._session, self._path)
            self._look_at_unseen(self._path.parent)

    def _look_at_unseen(self, folder: Path) -> None:
        states = tuple(self._unseen_states.items())  # another thread changes them
        files = {name: state.document for name, state in states}
        documents = self._unseen
        if files.keys() != documents.keys() or any(files[k] is not documents[k] for k in files):
            self._unseen_writer.submit(partial(self._write_unseen, folder))

    def _write_unseen(self, folder: Path) -> None:
        """Let the disk hold the unseen documents, and no other ones; runs in a thread of its own,
        because many are written.
        """
        documents, states = self._unseen, self._unseen_states
        try:
            for name in states.keys() - documents.keys():
                _forget(states.pop(name))
            for name, document in documents.items():
                if name not in states:
                    opened = self._open(folder)
                    if opened is None:
                        return  # the next check tries again
                    states[name] = UnseenState(*opened)
                if states[name].document is not document:
                    write_snapshot(document, name, states[name].path)
                    states[name].document = document
        except (OSError, UserError) as error:
            self._say(error)

    def _look(self, session: Session, path: Path) -> None:
        document = session.document  # during a drag it is ahead of the committed one
        is_unsaved = session.is_modified or document is not session.committed
        if not is_unsaved and (self._kept is not None or self._adopted):
            self._kept = None
            self._submit(partial(path.unlink, missing_ok=True))
        elif is_unsaved and document is not self._kept:
            self._kept = document
            self._submit(partial(self._write, session.name, path))

    def _write(self, name: str, path: Path) -> None:
        """Write the current state, newer on a slow disk than at the request; runs in the thread of
        the writer.
        """
        self._kept = document = self._session.document
        write_snapshot(document, name, path)
        self._tell("")

    def _submit(self, work: Callable[[], None]) -> None:
        self._writer.submit(partial(self._do, work, tuple(self._adopted)))

    def _do(self, work: Callable[[], None], adopted: tuple[LeftOver, ...]) -> None:
        """Write a state, and only then remove the file that it was restored from; runs in the
        thread of the writer.
        """
        try:
            work()
        except Exception as error:
            self._kept = None  # the next check tries again
            self._say(error)
            if isinstance(error, OSError | UserError):
                return
            raise
        for state in adopted:
            state.discard()

    def adopt(self, state: LeftOver) -> None:
        """Take over a left-over state that the session now shows."""
        self._adopted.append(state)
        if self._path is not None:
            self.look()

    def close(self) -> None:
        """End cleanly: nothing is left over, except states that were never offered."""
        self._end(is_given_up=True, seconds=CLOSING)

    def keep(self) -> None:
        """End by the system: the unsaved state stays on the disk, and is offered at the next
        start.
        """
        self.look()
        self._end(is_given_up=False, seconds=TERMINATED)

    def _end(self, *, is_given_up: bool, seconds: float) -> None:
        self._timer.stop()
        path, self._path, self._folder = self._path, None, None
        if path is not None and is_given_up:
            self._submit(partial(path.unlink, missing_ok=True))
            self._unseen = {}
            self._look_at_unseen(path.parent)
        is_done = self._writer.finish(seconds) and self._unseen_writer.finish(seconds)
        for writer in (self._writer, self._unseen_writer):
            writer.close(CLOSING if is_done else 0.0)
        if is_done and path is not None and self._claim is not None:
            self._claim.release(remove=not path.exists())
            for state in self._unseen_states.values():
                state.claim.release(remove=not state.path.exists())
        # Else the disk hangs: the claim ends with the process, and its file is offered at the next
        # start.
