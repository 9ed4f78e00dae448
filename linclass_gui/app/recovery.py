"""Crash recovery: the last unsaved state lies in a file that a clean end removes; the next start offers what is left over."""

from __future__ import annotations

import contextlib
import uuid
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from ..core.codec import load_document, save_document
from ..core.document import Document
from ..core.errors import UserError
from .session import Session

AUTOSAVE_MS = 5000


def recovery_folder() -> Path:
    """Where unsaved states are kept."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)) / "recovery"


class Recovery(QObject):
    """Writes the document some seconds after a change, while it differs from the saved one; does nothing until started."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._timer = QTimer(self, singleShot=True, interval=AUTOSAVE_MS)
        self._timer.timeout.connect(self.save)

    def start(self, folder: Path) -> None:
        """Begin to keep unsaved states in a folder."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return  # no place to write: the program runs without recovery
        self._path = folder / f"{uuid.uuid4().hex}.json"
        self._lock = _lock_of(self._path)
        self._lock.tryLock(0)
        self._session.undo_stack.indexChanged.connect(self._note_change)

    def _note_change(self, _index: int) -> None:
        self._timer.start()

    def save(self) -> None:
        """Write the unsaved state now; a saved document needs none."""
        if self._path is None:
            return
        if not self._session.is_modified:
            self._path.unlink(missing_ok=True)
            return
        # A full disk must not disturb the user: the state is only not kept.
        with contextlib.suppress(UserError):
            save_document(self._session.committed, self._path)

    def close(self) -> None:
        """A clean end: nothing is left over."""
        self._timer.stop()
        if self._path is not None and self._lock is not None:
            self._path.unlink(missing_ok=True)
            self._lock.unlock()
            self._path = None


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # stale only when its process is gone
    return lock


def left_over(folder: Path) -> list[Path]:
    """The states of runs that ended without closing their window, the newest first (running programs hold a lock on theirs)."""
    found = []
    for path in sorted(folder.glob("*.json"), key=lambda p: p.stat().st_mtime, reverse=True):
        lock = _lock_of(path)
        if lock.tryLock(0):
            found.append(path)
            lock.unlock()
    return found


def take(path: Path) -> Document | None:
    """The document of a left-over state; the file is removed whether it can be read or not."""
    try:
        return load_document(path)
    except UserError:
        return None
    finally:
        path.unlink(missing_ok=True)
