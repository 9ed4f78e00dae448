"""Work beside the window: threads, and questions of which only the newest counts."""

from __future__ import annotations

import itertools
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeVar

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

    def _deliver(self, owner: QObject, call: Callable[[], object]) -> None:
        if isValid(owner):
            call()


@cache
def _relay() -> _Relay:
    return _Relay()


def open_relay() -> None:
    """Create the relay; call it in the window's thread before another one posts anything."""
    _relay()


def in_window(owner: QObject, call: Callable[[], object]) -> None:
    """Call something in the window's thread, unless its owner is gone by then; callable from any
    thread.
    """
    _relay().posted.emit(owner, call)


_kept: dict[int, Callable[[], None]] = {}
_numbers = itertools.count()


def keep(call: Callable[[], None]) -> int:
    """Keep a call for another thread, which gets only its number.

    A widget that is closed meanwhile may have its last reference in the call.  Where a thread let
    that go, the widget would be destroyed in the thread: the program crashed.
    """
    number = next(_numbers)
    _kept[number] = call
    return number


def run_kept(number: int) -> None:
    """Make a call that is kept, and let it go; a fault is logged, and the thread goes on."""
    try:
        _kept[number]()
    except Exception as error:
        log_fault(error)
    let_go(number)


def let_go(number: int) -> None:
    """Let a call go in the window's thread; callable from any thread."""
    in_window(_relay(), partial(_kept.pop, number))


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
        self._tasks: deque[int] = deque()  # their numbers: ``keep``
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
            self._tasks.append(keep(task))
            if self.idle >= len(self._tasks):
                self._changed.notify()
                return
        # A daemon: the end of the program waits neither for a disk that hangs nor for a picture.
        threading.Thread(target=self._run, name="beside the window", daemon=True).start()

    def _run(self) -> None:
        while self._does_next():
            pass

    def _does_next(self) -> bool:
        """Do one task; False: enough threads wait."""
        with self._changed:
            while not self._tasks:
                if self.idle >= self.KEPT:
                    return False
                self.idle += 1
                self._changed.wait()
                self.idle -= 1
            number = self._tasks.popleft()
            self._at_work += 1
        try:
            run_kept(number)
        finally:
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
        self._waiting: int | None = None  # its number: ``keep``
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
            self._replace(keep(work))
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
            self._replace(None)
            self.is_closed = True
            self._changed.notify_all()

    def _replace(self, number: int | None) -> None:
        """Let another task wait, or none."""
        if self._waiting is not None:
            let_go(self._waiting)
        self._waiting = number

    def _begin(self) -> None:
        if self._thread is None:
            # A daemon: the end of the program waits neither for a disk that hangs nor for a fit.
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while self._does_next():
            pass

    def _does_next(self) -> bool:
        """Do one task; False at the end."""
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
            if not self.waits_for_news(self._pause):
                work = self.idle
            else:
                number, self._waiting = self._waiting, None
                work = None if number is None else partial(run_kept, number)
            self._is_busy = work is not None
            return work


# How long (seconds) to wait for an answer, so that most are ready within the event.
GRACE = 0.05

T = TypeVar("T")


@dataclass(eq=False)
class _Question:
    """Work with what takes its result, and the call that delivers it once it is there."""

    number: int
    work: Callable[[], Any]
    show: Callable[[Any], object]
    refuse: Callable[[Exception], object]
    answer: Callable[[], object] | None = None


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
        self._waiting: int | None = None  # its number: ``keep``
        self._is_at_work = self._is_closed = False

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
        question = _Question(self._asked, work, show, refuse)
        with self._changed:
            if self._waiting is not None:
                let_go(self._waiting)
            self._waiting = keep(partial(self._work, question))
            if not self._is_at_work:
                self._is_at_work = True
                do_beside(self._run)
            is_ready = self._changed.wait_for(lambda: not self._is_at_work, patience)
        if is_ready:
            self._deliver(question)

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
                number, self._waiting = self._waiting, None
                if number is None:
                    self._is_at_work = False
                    self._changed.notify_all()
                    return
            run_kept(number)

    def _work(self, question: _Question) -> None:
        """Runs in a thread of the pool."""
        begin, number = time.monotonic(), question.number
        try:
            with cancelled_unless(lambda: self._cancelled < number == self._asked):
                question.answer = partial(question.show, question.work())
        except CancelledError:
            question.answer = self.cancelled.emit
        except Exception as error:
            question.answer = partial(question.refuse, error)
        self._seconds = time.monotonic() - begin
        in_window(self, partial(self._deliver, question))

    def _deliver(self, question: _Question) -> None:
        answer, question.answer = question.answer, None
        if answer is not None and question.number == self._asked:
            self._answered = question.number
            answer()


def error_sentence(error: Exception, expected: type[Exception]) -> str:
    """The sentence of an error: its own if meant for users, else that of a fault of the program,
    which is logged.
    """
    return (
        str(error)
        if isinstance(error, expected)
        else f"Something went wrong inside linclass ({log_fault(error)})."
    )
