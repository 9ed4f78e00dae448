"""An unusable display ends the program with one line, where Qt would print ten and abort."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from ..core.quoting import printable

EXIT_CODE = 2


@contextmanager
def one_line_without_display() -> Iterator[None]:
    """While the application is made, a fatal message of Qt becomes one line and exit code 2; other messages wait.

    Qt aborts as soon as the handler of a fatal message returns, so it does not return.
    """
    said: list[str] = []

    def hear(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
        if kind == QtMsgType.QtFatalMsg:
            _end(said[0] if said else message or "")
        said.append(message or "")

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
    for message in said:
        sys.stderr.write(f"{message}\n")


def _end(reason: str) -> None:
    """Print what is wrong and exit at once."""
    words = printable(" ".join(reason.split()))
    with suppress(OSError, AttributeError):
        remedy = "draw figures without one by: linclass-gui export SCENE -o figure.pdf"
        sys.stderr.write(f"linclass-gui: no window can be opened here ({words}); {remedy}\n")
        sys.stderr.flush()
    os._exit(EXIT_CODE)
