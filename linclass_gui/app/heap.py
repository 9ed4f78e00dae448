"""The memory of the process: one heap for all threads."""

from __future__ import annotations

import ctypes
import sys

MOST_ARENAS = -8  # M_ARENA_MAX of <malloc.h>


def keep_one_heap() -> bool:
    """Let all threads share one heap, so that what one frees the others can use; whether the system could be told that.

    The C library of most Linux systems gives threads heaps of their own, sixteen on two cores, against waiting for each other.  The
    pictures are computed in hundreds of short-lived threads: each leaves its holes in another heap, and the holes grew by a
    megabyte a minute.  Python's threads hardly wait, because they hold Python's own lock while they ask for memory.  To be called
    before any thread is started: a heap that exists stays.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False  # another C library, which has no such heaps
    return bool(mallopt(MOST_ARENAS, 1))
