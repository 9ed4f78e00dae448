"""Atomic writing: a file is replaced whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from ..errors import UserError

ABANDONED_SECONDS = 3600.0  # no file takes as long to be written
TEMPORARY = re.compile(r"\.linclass\.[0-9a-f]{8}\.part")  # names of files that are not whole yet
BINARY = getattr(os, "O_BINARY", 0)  # Windows would write two bytes for the end of a line
REMEDIES = {
    errno.ENOSPC: "free some space, or choose another place",
    errno.EDQUOT: "free some space, or choose another place",
    errno.EFBIG: "choose another place",
    errno.ENAMETOOLONG: "choose a shorter name",
}


class ReadOnlyError(UserError):
    """The file is read-only; replacing it needs ``even_read_only``."""


@dataclass(frozen=True)
class Stamp:
    """The marks by which two states of a file differ, without reading it."""

    device: int
    number: int
    size: int
    changed_ns: int


def stamp_of(path: Path) -> Stamp | None:
    """The state of a file now; None when there is none."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return Stamp(state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)


def is_read_only(path: Path) -> bool:
    """Whether there is a file that its owner protects from writing (the superuser could write it
    all the same).
    """
    try:
        return stat.S_ISREG(path.stat().st_mode) and not (
            path.stat().st_mode & 0o222 and os.access(path, os.W_OK)
        )
    except (OSError, ValueError):
        return False


def write_atomically(
    path: Path, content: bytes, *, even_read_only: bool = False, is_private: bool = False
) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step: a crash or a full disk
    leaves the old file whole.  A file that ``is_private`` is for its owner alone.

    A symbolic link stays one: the file it leads to is replaced.  Temporary files that a crash left
    behind are removed.

    Raises:
        ReadOnlyError: the file is protected from writing, and ``even_read_only`` is not set.
        UserError: the folder is missing, the target is a folder, a pipe or a device, or the file
        cannot be written there.
    """
    try:
        target = _target(path)
        if not even_read_only and is_read_only(target):
            raise ReadOnlyError(
                f"{path}: this file is read-only; make it writable, or choose another name"
            )
        _remove_leftovers(target.parent)
        # of a new file the system itself takes away what the user's mask forbids
        mode = 0o600 if is_private or target.exists() else 0o666
        name = str(target.parent / f".linclass.{secrets.token_hex(4)}.part")
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                if not is_private:
                    _copy_permissions(name, target)
                os.fsync(file.fileno())
            os.replace(name, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise
        _sync_folder(target.parent)
    except UserError:
        raise
    except (OSError, ValueError) as error:
        number, words = (
            getattr(error, "errno", None) or 0,
            getattr(error, "strerror", None) or error,
        )
        raise UserError(
            f"{path}: cannot be written ({words}); {REMEDIES.get(number, 'choose another folder')}"
        ) from error


def _sync_folder(folder: Path) -> None:
    """Let the new name be on the disk, too, where folders can be opened: a file removed afterwards
    must not survive it.
    """
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def make_folder(path: Path) -> Path:
    """The folder with a name, made where it is missing.

    Raises:
        UserError: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"{path}: this folder cannot be made ({error.strerror or error})"
        ) from error
    return path


def check_folder(path: Path) -> None:
    """Refuse a file that cannot be written before its content is made.

    Raises:
        UserError: the folder is missing, or the target is a folder, a pipe or a device.
    """
    with contextlib.suppress(OSError):  # said where the file is written
        _target(path)


def _target(path: Path) -> Path:
    """The file behind a name, links followed; only ordinary files are accepted."""
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise UserError(
            f"{path}: the folder {target.parent} does not exist; create it or choose another one"
        )
    try:
        mode = os.lstat(target).st_mode
    except FileNotFoundError:
        return target
    if not stat.S_ISREG(mode):
        raise UserError(
            f"{path}: this is no ordinary file (a folder, a pipe or a link to itself); choose "
            "another name"
        )
    return target


# --- temporary files ------------------------------------------------------------------------------


def _remove_leftovers(folder: Path) -> None:
    """Remove the temporary files that a crash left behind: older than any that is being written."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if (
                TEMPORARY.fullmatch(entry.name)
                and entry.is_file(follow_symlinks=False)
                and entry.stat().st_mtime < time.time() - ABANDONED_SECONDS
            ):
                os.unlink(entry.path)


def _copy_permissions(name: str, target: Path) -> None:
    """Give the new file the permissions and the owner of the old one, if there is one."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(name, old.st_uid, old.st_gid)
    os.chmod(name, old.st_mode & 0o777)
