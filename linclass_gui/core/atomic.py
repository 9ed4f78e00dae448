"""Atomic writing: a file is replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from .errors import UserError


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step: a crash or a full disk leaves the old file whole.

    Raises:
        UserError: the folder is missing, the target is a folder, or the file cannot be written there.
    """
    if path.is_dir():
        raise UserError(f"{path}: this is a folder; choose a file name")
    if not path.parent.is_dir():
        raise UserError(f"{path}: the folder {path.parent} does not exist; create it or choose another one")
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _permissions(path))
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise UserError(f"{path}: cannot be written ({error.strerror or error}); choose another folder") from error


def _permissions(path: Path) -> int:
    """The permissions of the file that is replaced; for a new file what the user's mask allows (mkstemp gives 0600)."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
