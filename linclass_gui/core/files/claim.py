"""A claim on a file name: held by one process, and released by the system when the process ends in
any way.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Claim:
    """An exclusive lock on the file ``path``, which exists for nothing else.

    A lock of the system, not a file with a process number in it: numbers are reused, and a killed
    process leaves its files.
    """

    def __init__(self, path: Path, handle: int) -> None:
        self.path, self._handle = path, handle

    @staticmethod
    def on(path: Path) -> Claim | None:
        """The claim on a name, None while another process holds it or where nothing can be
        locked.
        """
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        try:
            _lock(handle)
            # Between opening and locking its former holder may have removed the file: then this is
            # a lock on nothing.
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                return Claim(path, handle)
        except OSError:
            pass
        os.close(handle)
        return None

    def release(self, *, remove: bool = True) -> None:
        """Give the name up; ``remove`` its file."""
        if self._handle < 0:
            return
        if remove and sys.platform != "win32":
            with contextlib.suppress(OSError):
                os.unlink(self.path)
        os.close(self._handle)
        self._handle = -1
        if remove and sys.platform == "win32":  # an open file cannot be removed there
            with contextlib.suppress(OSError):
                os.unlink(self.path)
