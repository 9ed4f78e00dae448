"""An unusable display ends the program with one line, where Qt would print ten and abort."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import BinaryIO

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from ..core.quoting import printable

EXIT_CODE = 2


@contextmanager
def one_line_without_display() -> Iterator[None]:
    """While the application is made, a fatal message of Qt becomes one line and exit code 2; other messages wait.

    Qt aborts as soon as the handler of a fatal message returns, so it does not return.  The libraries below Qt (that of Wayland)
    write to standard error themselves; that waits, too.
    """
    said: list[str] = []
    with _set_aside() as give_back:

        def hear(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
            if kind == QtMsgType.QtFatalMsg:
                give_back()
                _end(said[0] if said else message or "")
            said.append(message or "")

        before = qInstallMessageHandler(hear)
        try:
            yield
        finally:
            qInstallMessageHandler(before)
    for message in said:
        sys.stderr.write(f"{message}\n")


@contextmanager
def _set_aside() -> Iterator[Callable[[], object]]:
    """Delay what the block writes to standard error until it ends; the value restores standard error earlier.

    Without such output, or a place to keep it, nothing is delayed.
    """
    with ExitStack() as stack:
        give_back: Callable[[], object] = str
        with suppress(OSError):
            kept = stack.enter_context(tempfile.TemporaryFile())
            stack.callback(_repeat, kept)
            own = os.dup(2)
            stack.callback(os.close, own)
            give_back = stack.callback(partial(os.dup2, own, 2))
            os.dup2(kept.fileno(), 2)
        yield give_back


def _repeat(kept: BinaryIO) -> None:
    kept.seek(0)
    with suppress(OSError):
        os.write(2, kept.read())


def _end(reason: str) -> None:
    """Print what is wrong and exit at once."""
    words = printable(" ".join(reason.split()))
    with suppress(OSError, AttributeError):
        remedy = "draw figures without one by: linclass-gui export SCENE -o figure.pdf"
        sys.stderr.write(f"linclass-gui: no window can be opened here ({words}); {remedy}\n")
        sys.stderr.flush()
    os._exit(EXIT_CODE)
