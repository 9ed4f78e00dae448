"""Ctrl-C while the program is still being loaded."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_end_at_once() -> Iterator[None]:
    """An interrupt inside the block ends the process as the system ends any other, silently and
    with 130 in a shell.

    There is nothing to clean up yet.  Python would raise ``KeyboardInterrupt`` wherever it is: half
    a page of frames in the middle of an import, and a crash where a module in C is just beginning.
    Other settings for interrupts (a handler, or none in the background of a shell) are left alone.
    """
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not is_ours:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, signal.default_int_handler)
