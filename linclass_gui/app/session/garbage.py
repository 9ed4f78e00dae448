"""Garbage is collected only in the window's thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject

from ..timers import make_timer

EVERY_MS = 1000
OLDER_EVERY, ALL_EVERY = 5, 30  # ticks


class Garbage(QObject):
    """Python's collector of cycles, run by a timer.

    By default it runs in whatever thread allocates.  There it would destroy remains of dialogs and menus while Qt uses them in the
    window's thread: the program crashed once in some hundred dialogs.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ticks, self._was_enabled = 0, gc.isenabled()
        gc.collect()
        gc.freeze()  # the objects of the program itself need not be searched again
        gc.disable()
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
        gc.collect(2 if self._ticks % ALL_EVERY == 0 else 1 if self._ticks % OLDER_EVERY == 0 else 0)
