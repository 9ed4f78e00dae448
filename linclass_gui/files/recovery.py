"""Unsaved work on disk: snapshots, and the claim of a process on its file.

A snapshot is written within milliseconds at any number of points, and checked when it is read: a
line that names the format, a line of JSON about the state, the scene without its points as in a
scene file, and the points as raw numbers.  A scene file of a million points takes seconds to write;
a killed program would lose them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from solvers import Dataset

from ..errors import UserError
from ..scene.document import Document
from .codec import decode, encode
from .json_values import is_whole
from .saving import write_atomically
from .text_files import open_ordinary, read_bytes, text_of

MAGIC = b"linclass snapshot 1\n"
SUFFIX = ".snapshot"
LONGEST_LINE = 100_000


@dataclass(frozen=True)
class SnapshotHead:
    """The beginning of a snapshot, read by itself: the name of its document, and the number of its
    points.
    """

    name: str
    points: int


def write_snapshot(document: Document, name: str, path: Path) -> None:
    """Write a state, atomically.

    Raises:
        UserError: the file cannot be written.
    """
    dataset = document.dataset
    no_points = dataset.removed(np.arange(len(dataset)))
    scene = encode(replace(document, dataset=no_points)).encode()
    X = np.column_stack([dataset.X, dataset.behind]).astype("<f8").tobytes()
    labels = dataset.labels.astype("<i8").tobytes()
    check = zlib.crc32(labels, zlib.crc32(X, zlib.crc32(scene)))
    head = {
        "name": name,
        "points": len(dataset),
        "scene": len(scene),
        "check": check,
        "columns": 2 + dataset.behind.shape[1],
    }
    content = b"".join((MAGIC, json.dumps(head).encode(), b"\n", scene, X, labels))
    write_atomically(path, content, is_private=True)


def read_snapshot_head(path: Path) -> SnapshotHead | None:
    """The beginning of a snapshot; None where it cannot be read."""
    try:
        with open_ordinary(path) as file:
            head = _read_head(file, path)
        return SnapshotHead(head["name"], head["points"])
    except (OSError, UserError):
        return None


def read_snapshot(path: Path) -> Document:
    """The document of a snapshot.

    Raises:
        UserError: the file is missing or incomplete.
    """
    file = io.BytesIO(read_bytes(path))
    head = _read_head(file, path)
    body, n, d = file.getbuffer()[file.tell() :], head["points"], head["columns"]
    ends = np.cumsum([head["scene"], 8 * d * n, 8 * n]).tolist()
    if len(body) != ends[-1] or zlib.crc32(body) != head["check"]:
        raise _incomplete_error(path)
    document = decode(text_of(bytes(body[: ends[0]]), path), str(path))
    X = np.frombuffer(body[ends[0] : ends[1]], dtype="<f8").reshape(n, d).astype(np.float64)
    labels = np.frombuffer(body[ends[1] :], dtype="<i8").astype(np.int64)
    try:
        return replace(
            document, dataset=Dataset(X[:, :2], labels, document.dataset.class_names, X[:, 2:])
        )
    except ValueError:
        raise _incomplete_error(path) from None


def _read_head(file: BinaryIO, path: Path) -> dict[str, Any]:
    """The second line of a snapshot; the points are behind it."""
    try:
        is_snapshot = file.readline(LONGEST_LINE) == MAGIC
        head: dict[str, Any] = json.loads(file.readline(LONGEST_LINE))
        numbers = [head[key] for key in ("points", "scene", "check", "columns")]
        if is_snapshot and isinstance(head["name"], str) and all(map(is_whole, numbers)):
            return head
    except (ValueError, RecursionError, LookupError, TypeError):
        pass
    raise _incomplete_error(path)


def _incomplete_error(path: Path) -> UserError:
    return UserError(f"{path}: this state is not whole, and cannot be restored")


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

    def duplicate(self) -> int:
        """The file once more, for the trace of a fault that ends the process."""
        return os.dup(self._handle)

    def trace(self) -> str:
        """What a fault of the former holder left in the file."""
        return self.path.read_bytes()[:LONGEST_LINE].decode(errors="replace")

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
