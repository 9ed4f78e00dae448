"""The memory of the process: one heap for all threads, and its garbage collected in the thread of
the window alone.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import sys
from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from ...scene.memo import forget_unused
from ..timers import make_timer

MOST_ARENAS = -8  # M_ARENA_MAX of <malloc.h>
REST_MS = 10_000  # between two returns of unused memory to the system
FORGET_EVERY = 3  # every third of these times unused answers are forgotten, too


def use_one_heap() -> bool:
    """Let all threads share one heap, so that memory freed by one can be used by others; returns
    whether the system allows it.

    The C library of most Linux systems gives threads heaps of their own, sixteen on two cores,
    against waiting for each other.  Pictures and fits are computed in several threads: each leaves
    its holes in another heap, and the holes grew by five megabytes a minute, where one heap grew
    by one.  Python's threads hardly wait, because they hold Python's own lock while they allocate.
    To be called before any thread is started: existing heaps stay.
    """
    library = _library()
    return library is not None and bool(library.mallopt(MOST_ARENAS, 1))


def trim_memory() -> None:
    """Return the memory that is free in the middle of the heap to the system.

    Live memory changes by ten megabytes and back, each time between other neighbours: the holes add
    up, and a heap that returns only its end grew from 90 to 110 MB in eight minutes while 80 to 90
    were in use.  Searching it takes a millisecond or two, and memory needed again costs another
    one.
    """
    library = _library()
    if library is not None:
        library.malloc_trim(0)


def trim_memory_regularly(parent: QObject) -> None:
    """Forget unused answers and return memory from time to time, while ``parent`` lives."""
    timer, times = make_timer(REST_MS, parent), itertools.count(1)
    timer.timeout.connect(lambda: _tidy(next(times)))
    timer.start()


def _tidy(times: int) -> None:
    # no drag is waiting for a picture
    if QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
        if times % FORGET_EVERY == 0:
            forget_unused()
        trim_memory()


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


EVERY_MS = 1000
OLDER_TICKS, ALL_TICKS = 5, 30  # ticks


class Garbage(QObject):
    """Python's collector of cycles, run by a timer.

    By default it runs in whatever thread allocates.  There it would destroy remains of dialogs and
    menus while Qt uses them in the window's thread: the program crashed once in some hundred
    dialogs.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ticks, self._was_enabled = 0, gc.isenabled()
        gc.disable()
        gc.freeze()  # the objects of the program itself need not be searched, now or later
        self._timer = make_timer(EVERY_MS, self, self.collect)
        self._timer.start()

    def close(self) -> None:
        """Restore the collector for the host program."""
        self._timer.stop()
        self.setParent(None)
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def collect(self) -> None:
        """The youngest every second, the older ones less often, as Python itself does."""
        self._ticks += 1
        gc.collect(
            2 if self._ticks % ALL_TICKS == 0 else 1 if self._ticks % OLDER_TICKS == 0 else 0
        )
