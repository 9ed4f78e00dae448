"""Questions of a dialog, answered in another thread: only the newest counts, older ones are
cancelled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from weakref import finalize

from PySide6.QtCore import QObject

from solvers.cancellation import CancelledError, cancelled_unless

from ...errors import log_fault
from .background import Background, in_window, open_office

# How long (seconds) to wait for an answer, so that most are ready within the event.
GRACE = 0.05

T = TypeVar("T")


class LatestQuery(QObject):
    """Computes the newest query in a thread of its own.

    The answer is delivered in the window's thread: at once when it is ready within ``GRACE``, else
    later; after a slower one there is no waiting until one is quick again.  The work touches no
    widget; it may take long if it checks for cancellation (``solvers.cancellation``).
    """

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = self._answered = 0
        self._seconds = 0.0  # seconds of the last answer
        self._ready: tuple[int, Callable[[], object]] | None = None
        self._background = Background(name)
        finalize(self, self._background.retire)  # a dialog that was never shown is never closed
        open_office()

    @property
    def is_busy(self) -> bool:
        """Whether the newest question has no answer yet."""
        return self._answered < self._asked

    def ask(
        self,
        work: Callable[[], T],
        show: Callable[[T], None],
        refuse: Callable[[Exception], object],
    ) -> None:
        """Run ``work``; its result goes to ``show``, its exception to ``refuse``, unless there is a
        newer query.
        """
        self._asked += 1
        self._background.submit(partial(self._work, self._asked, work, show, refuse))
        if self._background.finish(GRACE if self._seconds <= GRACE else 0.0):
            self._deliver()

    def close(self) -> None:
        """Cancel the running query."""
        self._asked = self._answered = self._asked + 1
        self._background.close(0.0)

    def _work(
        self,
        number: int,
        work: Callable[[], T],
        show: Callable[[T], None],
        refuse: Callable[[Exception], object],
    ) -> None:
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
    """The sentence of an error: its own if meant for users, else that of a fault of the program,
    which is logged.
    """
    return (
        str(error)
        if isinstance(error, expected)
        else f"Something went wrong inside linclass ({log_fault(error)})."
    )
