"""Reading text files of any origin: only ordinary files, of a bounded size, in one of the encodings
that programs write.
"""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path
from typing import BinaryIO

from ..errors import UserError

MOST_BYTES = 1 << 30
# Spreadsheets write UTF-16 when asked for "Unicode text".  The mark of UTF-32 begins with that of
# UTF-16: it comes first.
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
NO_TEXT = "this is not a text file in UTF-8 (or in UTF-16 with its mark); save it as UTF-8"


class ReadingError(UserError):
    """A file that cannot be read: which one, why."""


def read_text(path: Path) -> str:
    r"""The text of a file, with line ends as ``\n``: UTF-8, or UTF-16 and UTF-32 with their byte
    order mark.

    Raises:
        ReadingError: the file is missing, is not an ordinary file (a folder, a pipe, a device),
            cannot be read, is larger than ``MOST_BYTES``, or is not text.
    """
    return text_of(read_bytes(path), path)


def text_of(content: bytes, path: Path | str) -> str:
    r"""The text in the bytes of a file, with line ends as ``\n``.

    Raises:
        ReadingError: they are not text.
    """
    text = _decode(content)
    if text is None:
        raise ReadingError(f"{path}: {NO_TEXT}")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def read_bytes(path: Path) -> bytes:
    """The content of an ordinary file of at most ``MOST_BYTES``.

    Raises:
        ReadingError: the file is missing, is not an ordinary file, cannot be read, or is larger.
    """
    try:
        with open_ordinary(path) as file:
            content = file.read()  # perhaps more than there was when it was opened
    except ReadingError:
        raise
    except FileNotFoundError:
        raise ReadingError(f"{path}: no such file") from None
    except (OSError, MemoryError) as error:
        reason = getattr(error, "strerror", "there is not enough memory")
        raise ReadingError(f"{path}: cannot be read ({reason})") from error
    except ValueError as error:
        raise ReadingError(f"{path}: no file can have this name") from error
    _check_size(path, len(content))
    return content


def open_ordinary(path: Path) -> BinaryIO:
    """An ordinary file of at most ``MOST_BYTES``, opened for reading without waiting for anything.

    Raises:
        ReadingError: the file is a folder, a pipe or a device, or is larger.
        OSError: it is missing, or cannot be read.
        ValueError: there is a NUL in its name.
    """
    # A pipe without a writer would be waited for without end, and so would be opening it: hence the
    # look before, the opening that does not wait, and the second look at what was really opened.
    _refuse_special(path, os.stat(path))
    descriptor = os.open(
        path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    file = os.fdopen(descriptor, "rb")
    try:
        _refuse_special(path, os.fstat(descriptor))
    except ReadingError:
        file.close()
        raise
    return file


def _refuse_special(path: Path, state: os.stat_result) -> None:
    if stat.S_ISDIR(state.st_mode):
        raise ReadingError(f"{path}: this is a folder, not a file")
    if not stat.S_ISREG(state.st_mode):
        raise ReadingError(
            f"{path}: this is no ordinary file (a pipe or a device); save its content to a file "
            "first"
        )
    _check_size(path, state.st_size)


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise ReadingError(
            f"{path}: the file is larger than {MOST_BYTES >> 30} GB, which is more than can be read"
        )


def _decode(content: bytes) -> str | None:
    """The text in the bytes, or None when they are not text (text holds no NUL)."""
    encoding = next((name for mark, name in MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
