"""The memory of the process: one heap for all threads."""

from __future__ import annotations

import ctypes
import itertools
import sys
from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from ..core.memo import forget_unused
from .timers import make_timer

MOST_ARENAS = -8  # M_ARENA_MAX of <malloc.h>
REST_MS = 10_000  # between two returns of unused memory to the system
FORGET_EVERY = 3  # every third of these times unused answers are forgotten, too


def keep_one_heap() -> bool:
    """Let all threads share one heap, so that memory freed by one can be used by others; returns whether the system allows it.

    The C library of most Linux systems gives threads heaps of their own, sixteen on two cores, against waiting for each other.  The
    pictures are computed in hundreds of short-lived threads: each leaves its holes in another heap, and the holes grew by a
    megabyte a minute.  Python's threads hardly wait, because they hold Python's own lock while they allocate.  To be called before
    any thread is started: existing heaps stay.
    """
    library = _library()
    return library is not None and bool(library.mallopt(MOST_ARENAS, 1))


def give_back() -> None:
    """Return the memory that is free in the middle of the heap to the system.

    Live memory changes by ten megabytes and back, each time between other neighbours: the holes add up, and a heap that returns
    only its end grew from 90 to 110 MB in eight minutes while 80 to 90 were in use.  Searching it takes a millisecond or two, and
    memory needed again costs another one.
    """
    library = _library()
    if library is not None:
        library.malloc_trim(0)


def keep_giving_back(parent: QObject) -> None:
    """Forget unused answers and return memory from time to time, while ``parent`` lives."""
    timer, times = make_timer(REST_MS, parent), itertools.count(1)
    timer.timeout.connect(lambda: _tidy(next(times)))
    timer.start()


def _tidy(times: int) -> None:
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:  # no drag is waiting for a picture
        if times % FORGET_EVERY == 0:
            forget_unused()
        give_back()


@cache
def _library() -> ctypes.CDLL | None:
    """The C library, if it has such heaps."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL(None)
        library.mallopt, library.malloc_trim  # noqa: B018 (asks for both)
    except (OSError, AttributeError):
        return None
    return library
