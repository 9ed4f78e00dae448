"""Work beside the window: threads, and questions of which only the newest counts."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from solvers.cancellation import CancelledError, cancelled_unless

from ...errors import log_fault

_abandoned: list[threading.Thread] = []


class _Relay(QObject):
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
def _relay() -> _Relay:
    return _Relay()


def open_relay() -> None:
    """Create the relay; call it in the window's thread before another one posts anything."""
    _relay()


def in_window(owner: QObject, call: Callable[[], None]) -> None:
    """Call something in the window's thread, unless its owner is gone by then; callable from any
    thread.
    """
    _relay().posted.emit(owner, call)


def abandon(thread: threading.Thread) -> None:
    """Abandon a thread that does not respond: the program ends without waiting for it."""
    _abandoned[:] = [t for t in _abandoned if t.is_alive()]
    _abandoned.append(thread)


def is_any_at_work() -> bool:
    """Whether a task is under way beside the window: Python must then not try to end its thread."""
    return _POOL.is_at_work or any(thread.is_alive() for thread in _abandoned)


class Pool:
    """Threads that do tasks at once: idle ones are used again, and ``KEPT`` of them wait for more.

    There are more only while more tasks run at the same time.  A task that waited for one of two
    threads would wait for two slow pictures, or for ever behind a disk that hangs.
    """

    KEPT = 2

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tasks: deque[Callable[[], None]] = deque()
        self._at_work = 0
        self.idle = 0  # threads that wait for a task

    @property
    def is_at_work(self) -> bool:
        """Whether a task is waiting or under way."""
        return self._at_work > 0 or bool(self._tasks)

    def do(self, task: Callable[[], None]) -> None:
        """Do something in another thread without waiting for it."""
        open_relay()
        with self._changed:
            self._tasks.append(task)
            if self.idle >= len(self._tasks):
                self._changed.notify()
                return
        # A daemon: the end of the program waits neither for a disk that hangs nor for a picture.
        threading.Thread(target=self._run, name="beside the window", daemon=True).start()

    def _run(self) -> None:
        while self._does_next():
            pass

    def _does_next(self) -> bool:
        """Do one task and release it before waiting for the next; False: enough threads wait."""
        with self._changed:
            while not self._tasks:
                if self.idle >= self.KEPT:
                    return False
                self.idle += 1
                self._changed.wait()
                self.idle -= 1
            task = self._tasks.popleft()
            self._at_work += 1
        try:
            task()
        except Exception as error:  # the thread must survive: the next task may succeed
            log_fault(error)
        finally:
            del task
            with self._changed:
                self._at_work -= 1
        return True


_POOL = Pool()


def do_beside(task: Callable[[], None]) -> None:
    """Do something in a thread of the pool without waiting for it."""
    _POOL.do(task)


class Background:
    """A thread of its own that does one task after the other; of waiting tasks only the newest is
    done.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._waiting: Callable[[], None] | None = None
        self._is_busy = self.is_closed = False
        self._pause: float | None = None
        self.idle: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None

    def look(self, idle: Callable[[], None], seconds: float) -> None:
        """Do this after each ``seconds`` without other work."""
        with self._changed:
            self.idle, self._pause = idle, seconds
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
                self._waiting if self.waits_for_news(self._pause) else self.idle,
                None,
            )
            self._is_busy = work is not None
            return work


# How long (seconds) to wait for an answer, so that most are ready within the event.
GRACE = 0.05

T = TypeVar("T")


class LatestQuery(QObject):
    """Computes the newest query in a thread of the pool, after the one before it has stopped.

    The answer is delivered in the window's thread: at once when it is ready within the patience
    (``GRACE``, but after a slower answer none, until one is quick again), else later.  The work
    touches no widget; it may take long if it checks for cancellation (``solvers.cancellation``).
    """

    cancelled = Signal()  # the newest query has stopped after :meth:`cancel`

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = self._answered = self._cancelled = 0
        self._seconds = 0.0  # seconds of the last answer
        self._changed = threading.Condition()
        self._waiting: Callable[[], None] | None = None
        self._is_at_work = self._is_closed = False
        self._ready: tuple[int, Callable[[], object]] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the newest question has no answer yet."""
        return self._answered < self._asked

    def ask(
        self,
        work: Callable[[], T],
        show: Callable[[T], None],
        refuse: Callable[[Exception], object],
        patience: float | None = None,
    ) -> None:
        """Run ``work``; its result goes to ``show``, its exception to ``refuse``, unless there is a
        newer query; nothing is asked after :meth:`close`.
        """
        if self._is_closed:
            return
        if patience is None:
            patience = GRACE if self._seconds <= GRACE else 0.0
        self._asked += 1
        with self._changed:
            self._waiting = partial(self._work, self._asked, work, show, refuse)
            if not self._is_at_work:
                self._is_at_work = True
                do_beside(self._run)
            is_ready = self._changed.wait_for(lambda: not self._is_at_work, patience)
        if is_ready:
            self._deliver()

    def cancel(self) -> None:
        """Cancel the newest query; ``cancelled`` comes when it has stopped."""
        self._cancelled = self._asked

    def close(self) -> None:
        """Cancel the running query, and deliver nothing."""
        self._is_closed = True
        self._asked = self._answered = self._asked + 1

    def _run(self) -> None:
        """Do the newest work until there is none; runs in a thread of the pool."""
        while True:
            with self._changed:
                work, self._waiting = self._waiting, None
                if work is None:
                    self._is_at_work = False
                    self._changed.notify_all()
                    return
            work()

    def _work(
        self,
        number: int,
        work: Callable[[], T],
        show: Callable[[T], None],
        refuse: Callable[[Exception], object],
    ) -> None:
        """Runs in a thread of the pool."""
        begin = time.monotonic()
        try:
            with cancelled_unless(lambda: self._cancelled < number == self._asked):
                self._ready = (number, partial(show, work()))
        except CancelledError:
            self._ready = (number, self.cancelled.emit)
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
