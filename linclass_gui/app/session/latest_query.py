"""Questions of a dialog, answered beside the window: the newest one counts, older ones are given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from weakref import finalize

from PySide6.QtCore import QObject

from solvers.cancellation import CancelledError, cancelled_unless

from ...core.faults import note
from .background import Background, in_window, open_office

# How long (seconds) an answer is waited for, so that most of them come with the event that asked.
GRACE = 0.05

T = TypeVar("T")


class LatestQuery(QObject):
    """Computes, in a thread of its own, the newest thing it is asked for.

    The answer comes in the window's thread: at once when it is there within ``GRACE``, else later; after one that took longer
    nothing is waited for, until one is quick again.  Work that is asked for touches no widget; it may take long if it asks now and
    then whether it is still wanted (``solvers.cancellation``).
    """

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = self._answered = 0
        self._seconds = 0.0  # that the last answer took
        self._ready: tuple[int, Callable[[], object]] | None = None
        self._background = Background(name)
        finalize(self, self._background.retire)  # a dialog that was never shown is never closed either
        open_office()

    @property
    def is_busy(self) -> bool:
        """Whether the newest question has no answer yet."""
        return self._answered < self._asked

    def ask(self, work: Callable[[], T], show: Callable[[T], None], refuse: Callable[[Exception], object]) -> None:
        """Let ``work`` be done; its result goes to ``show``, what it raises to ``refuse``, unless something newer is asked."""
        self._asked += 1
        self._background.submit(partial(self._work, self._asked, work, show, refuse))
        if self._background.finish(GRACE if self._seconds <= GRACE else 0.0):
            self._deliver()

    def close(self) -> None:
        """Give up whatever is under way."""
        self._asked = self._answered = self._asked + 1
        self._background.close(0.0)

    def _work(self, number: int, work: Callable[[], T], show: Callable[[T], None], refuse: Callable[[Exception], object]) -> None:
        """Runs in the thread."""
        begin = time.monotonic()
        try:
            with cancelled_unless(lambda: number == self._asked):
                self._ready = (number, partial(show, work()))
        except CancelledError:
            return
        except Exception as error:
            self._ready = (number, partial(refuse, error))
        self._seconds = time.monotonic() - begin
        in_window(self, self._deliver)

    def _deliver(self) -> None:
        ready, self._ready = self._ready, None
        if ready is not None and ready[0] == self._asked:
            self._answered = ready[0]
            ready[1]()


def error_sentence(error: Exception, expected: type[Exception]) -> str:
    """The sentence of an error: its own when it is meant for users, else that of a fault of the program, which is logged."""
    return str(error) if isinstance(error, expected) else f"Something went wrong inside linclass ({note(error)})."
