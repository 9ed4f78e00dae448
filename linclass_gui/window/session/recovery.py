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
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from ...errors import UserError, printable
from ...files.recovery import (
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
    for path in _files(folder, SUFFIX):
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


def _files(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == suffix)
    except OSError:
        return []


def _sweep(folder: Path) -> None:
    """Remove claims that are not held on states that do not exist."""
    for lock in _files(folder, LOCK):
        if lock.with_suffix(SUFFIX).exists():
            continue
        claim = Claim.on(lock)
        if claim is not None:
            claim.release()


SHOWN_STATE = ""  # the name of the state of what the session shows


@dataclass
class KeptState:
    """A document in a file of its own; None: it is not on the disk."""

    path: Path
    claim: Claim
    document: Document | None = None

    def remove(self) -> None:
        """Remove the document, which is saved, shown again, or given up."""
        self.path.unlink(missing_ok=True)
        self.document = None


class Recovery(QObject):
    """Keeps the unsaved state of a session on the disk, and those of documents that it does not
    show now; does nothing until started.

    A timer checks every second whether a document has changed (documents are frozen, so
    identities are compared), which is then written beside the window.

    ``troubled`` is emitted with a sentence when states can no longer be kept, and empty when they
    can again.
    """

    troubled = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder: Path | None = None  # of the states
        self._trouble = ""
        self._unseen: Mapping[str, Document] = {}
        self._states: dict[str, KeptState] = {}  # changed beside the window
        self._adopted: list[LeftOver] = []
        self._writer = Worker("recovery")
        self._timer = make_timer(EVERY_MS, self, self.look)

    @property
    def folder(self) -> Path | None:
        """The folder of the states; None before the start, or where there is none."""
        return self._folder if SHOWN_STATE in self._states else None

    def start(self, folder: Path) -> None:
        """Begin to keep unsaved states in a folder."""
        self._folder = folder
        self.look()
        self._timer.start(EVERY_MS)

    def keep_trace(self) -> None:
        """Let a fault that ends the process leave its trace beside the state."""
        if SHOWN_STATE in self._states:
            faulthandler.enable(self._states[SHOWN_STATE].claim.duplicate())

    def keep_unseen(self, documents: Mapping[str, Document]) -> None:
        """Keep unsaved documents that the session does not show now, by their names; all others
        that it did not show are saved or given up.
        """
        self._unseen = dict(documents)

    def _open(self, folder: Path, name: str) -> KeptState | None:
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
        self._states[name] = state = KeptState(path, claim)
        return state

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
        """Write what has changed since it was written."""
        folder = self._folder
        if folder is None or (
            SHOWN_STATE not in self._states and self._open(folder, SHOWN_STATE) is None
        ):
            return
        session = self._session
        document = session.document  # during a drag it is ahead of the committed one
        is_unsaved = session.is_modified or document is not session.committed
        wanted = ({SHOWN_STATE: document} if is_unsaved else {}) | dict(self._unseen)
        states = tuple(self._states.items())
        kept = {name: state.document for name, state in states if state.document is not None}
        is_same = kept.keys() == wanted.keys() and all(kept[k] is wanted[k] for k in kept)
        if not is_same or self._adopted:
            self._submit(folder, wanted)

    def _submit(self, folder: Path, documents: Mapping[str, Document]) -> None:
        self._writer.submit(partial(self._write, folder, documents, tuple(self._adopted)))

    def _write(
        self, folder: Path, documents: Mapping[str, Document], adopted: tuple[LeftOver, ...]
    ) -> None:
        """Let the disk hold these documents and no other ones, and only then remove the files that
        they were restored from; runs in the thread of the writer.
        """
        try:
            for name in self._states.keys() - documents.keys():
                self._states[name].remove()
                if name != SHOWN_STATE:
                    self._states.pop(name).claim.release()
            for name, document in documents.items():
                state = self._states.get(name) or self._open(folder, name)
                if state is None:
                    return  # the next check tries again
                # newer on a slow disk than at the request
                newest = document if name else self._session.document
                if state.document is not newest:
                    write_snapshot(newest, name or self._session.name, state.path)
                    state.document = newest
        except Exception as error:
            self._say(error)
            if isinstance(error, OSError | UserError):
                return
            raise
        self._tell("")
        for left in adopted:
            left.discard()
            with contextlib.suppress(ValueError):  # done before
                self._adopted.remove(left)

    def adopt(self, state: LeftOver) -> None:
        """Take over a left-over state that the session now shows."""
        self._adopted.append(state)
        self.look()

    def close(self) -> None:
        """End cleanly: nothing is left over, except states that were never offered."""
        if self._folder is not None and self._states:
            self._submit(self._folder, {})
        self._end(CLOSING)

    def keep(self) -> None:
        """End by the system: the unsaved state stays on the disk, and is offered at the next
        start.
        """
        self.look()
        self._end(TERMINATED)

    def _end(self, seconds: float) -> None:
        self._timer.stop()
        self._folder = None
        is_done = self._writer.finish(seconds)
        self._writer.close(CLOSING if is_done else 0.0)
        if is_done:
            for state in self._states.values():
                state.claim.release(remove=not state.path.exists())
        # Else the disk hangs: the claims end with the process, and the files are offered at the
        # next start.
