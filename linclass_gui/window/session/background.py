"""Work beside the window: threads, and questions of which only the newest counts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache, partial
from typing import TypeVar
from weakref import finalize

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from solvers.cancellation import CancelledError, cancelled_unless

from ...errors import log_fault

_abandoned: list[threading.Thread] = []


class _Office(QObject):
    """Passes calls to the window's thread.

    It is never deleted: emitting a signal of an object that the window is just deleting crashes the
    program.
    """

    posted = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self.posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def _deliver(self, owner: QObject, call: Callable[[], None]) -> None:
        if isValid(owner):
            call()


@cache
def _office() -> _Office:
    return _Office()


def open_office() -> None:
    """Create the office; call it in the window's thread before another one posts anything."""
    _office()


def in_window(owner: QObject, call: Callable[[], None]) -> None:
    """Call something in the window's thread, unless its owner is gone by then; callable from any
    thread.
    """
    _office().posted.emit(owner, call)


def abandon(thread: threading.Thread) -> None:
    """Abandon a thread that does not respond: the program ends without waiting for it."""
    _abandoned.append(thread)


def is_any_abandoned() -> bool:
    """Whether an abandoned thread is still at work: Python must then not try to end it."""
    return any(thread.is_alive() for thread in _abandoned)


def beside(work: Callable[[], None], name: str) -> None:
    """Do something in another thread without waiting for it."""
    open_office()
    thread = threading.Thread(target=work, name=name, daemon=True)
    _abandoned[:] = [t for t in _abandoned if t.is_alive()]
    thread.start()
    abandon(thread)


class Background:
    """Does one task after the other; of waiting tasks only the newest is done."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._waiting: Callable[[], None] | None = None
        self._is_busy = self.is_closed = False
        self._pause: float | None = None
        self._idle: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None

    def look(self, idle: Callable[[], None], seconds: float) -> None:
        """Do this after each ``seconds`` without other work."""
        with self._changed:
            self._idle, self._pause = idle, seconds
            self._begin()

    def submit(self, work: Callable[[], None]) -> None:
        """Do this as soon as possible, in place of a waiting task; nothing begins after
        :meth:`close`.
        """
        with self._changed:
            if self.is_closed:
                return
            self._waiting = work
            self._begin()
            self._changed.notify_all()

    @property
    def has_news(self) -> bool:
        """Whether newer work waits, or the end."""
        return self.is_closed or self._waiting is not None

    def waits_for_news(self, seconds: float | None) -> bool:
        """Wait for newer work or the end; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: self.has_news, seconds)

    def finish(self, seconds: float) -> bool:
        """Wait until everything is done; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._waiting is None and not self._is_busy, seconds
            )

    def close(self, seconds: float) -> bool:
        """Begin nothing more and wait for the running task; False when it is abandoned."""
        self.retire()
        if self._thread is None:
            return True
        self._thread.join(seconds)
        if self._thread.is_alive():
            abandon(self._thread)
            return False
        return True

    def retire(self) -> None:
        """Begin nothing more, and wait for nothing; callable from any thread."""
        with self._changed:
            self._waiting, self.is_closed = None, True
            self._changed.notify_all()

    def _begin(self) -> None:
        if self._thread is None:
            # A daemon: the end of the program waits neither for a disk that hangs nor for a fit.
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while self._does_next():
            pass

    def _does_next(self) -> bool:
        """Do one task and release it before waiting for the next; False at the end."""
        work = self._next()
        if work is None:
            return False
        try:
            work()
        except Exception as error:  # the thread must survive: the next task may succeed
            log_fault(error)
        with self._changed:
            self._is_busy = False
            self._changed.notify_all()
        return True

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            work, self._waiting = (
                self._waiting if self.waits_for_news(self._pause) else self._idle,
                None,
            )
            self._is_busy = work is not None
            return work


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
