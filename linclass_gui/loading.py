"""While the program is still being loaded: Ctrl-C ends it at once, and nothing is searched for
garbage."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """A block that does little but import.

    Python's collector of cycles rests: imports leave hardly any, and to look for them again and
    again costs a tenth of a second.

    An interrupt ends the process as the system ends any other, silently and with 130 in a shell:
    there is nothing to clean up yet.  Python would raise ``KeyboardInterrupt`` wherever it is: half
    a page of frames in the middle of an import, and a crash where a module in C is just beginning.
    Other settings for interrupts (a handler, or none in the background of a shell) are left alone.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        with _interrupts_end_at_once():
            yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def _interrupts_end_at_once() -> Iterator[None]:
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
