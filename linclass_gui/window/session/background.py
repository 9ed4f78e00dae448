"""Work beside the window: threads, questions of which only the newest counts, and the memory that
threads share.
"""

from __future__ import annotations

import ctypes
import gc
import itertools
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from solvers.cancellation import CancelledError, cancelled_unless

from ...errors import log_fault
from ..timers import make_timer


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


_kept_calls: dict[int, Callable[[], None]] = {}
_numbers = itertools.count()


def keep(call: Callable[[], None]) -> int:
    """Keep a call for another thread, which gets only its number.

    A widget that is closed meanwhile may have its last reference in the call.  Where a thread let
    that go, the widget would be destroyed in the thread: the program crashed.
    """
    number = next(_numbers)
    _kept_calls[number] = call
    return number


def run_kept(number: int) -> None:
    """Make a call that is kept, and let it go; a fault is logged, and the thread goes on."""
    try:
        _kept_calls[number]()
    except Exception as error:
        log_fault(error)
    let_go(number)


def let_go(number: int) -> None:
    """Let a call go in the window's thread; callable from any thread."""
    in_window(_relay(), partial(_kept_calls.pop, number))


def is_any_at_work() -> bool:
    """Whether a task is under way beside the window: Python must then not try to end its thread."""
    return any(thread.is_alive() for thread in _THREADS)


_THREADS: WeakSet[threading.Thread] = WeakSet()


class Worker:
    """Does one task after the other beside the window; of waiting tasks only the newest is done.

    Its thread lives while there are tasks.
    """

    def __init__(self, name: str = "beside the window") -> None:
        self._name = name
        self._changed = threading.Condition()
        self._waiting: int | None = None  # its number: ``keep``
        self._is_busy = self.is_closed = False
        self._thread: threading.Thread | None = None  # the last one

    def submit(self, work: Callable[[], None]) -> None:
        """Do this as soon as possible, in place of a waiting task; nothing begins after
        :meth:`close`.
        """
        open_relay()
        with self._changed:
            if self.is_closed:
                return
            self._replace(keep(work))
            self._changed.notify_all()
            if not self._is_busy:
                self._is_busy = True
                # A daemon: the end of the program waits neither for a disk that hangs nor for a
                # fit.
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                _THREADS.add(self._thread)
                self._thread.start()

    @property
    def has_news(self) -> bool:
        """Whether newer work waits, or the end."""
        return self.is_closed or self._waiting is not None

    def finish(self, seconds: float) -> bool:
        """Wait until everything is done; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._is_busy, seconds)

    def close(self, seconds: float = 0.0) -> None:
        """Begin nothing more, and wait for the running task, but no longer than this."""
        with self._changed:
            self._replace(None)
            self.is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(seconds)

    def _replace(self, number: int | None) -> None:
        """Let another task wait, or none."""
        if self._waiting is not None:
            let_go(self._waiting)
        self._waiting = number

    def _run(self) -> None:
        while (number := self._next()) is not None:
            run_kept(number)

    def _next(self) -> int | None:
        with self._changed:
            number, self._waiting = self._waiting, None
            if number is None:
                self._is_busy = False
                self._changed.notify_all()
            return number


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
    """Computes the newest query beside the window, after the one before it has stopped.

    The answer is delivered in the window's thread: at once when it is ready within the patience
    (``GRACE``, but after a slower answer none, until one is quick again), else later.  The work
    touches no widget; it may take long if it checks for cancellation (``solvers.cancellation``).
    """

    cancelled = Signal()  # the newest query has stopped after :meth:`cancel`
    answered = Signal()  # the newest query has ended

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = self._answered = self._cancelled = 0
        self._seconds = 0.0  # seconds of the last answer
        self._worker = Worker()

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
        if self._worker.is_closed:
            return
        if patience is None:
            patience = GRACE if self._seconds <= GRACE else 0.0
        self._asked += 1
        question = _Question(self._asked, work, show, refuse)
        self._worker.submit(partial(self._work, question))
        if self._worker.finish(patience):
            self._deliver(question)

    def cancel(self) -> None:
        """Cancel the newest query; ``cancelled`` comes when it has stopped."""
        self._cancelled = self._asked

    def close(self) -> None:
        """Cancel the running query, and deliver nothing."""
        self._asked = self._answered = self._asked + 1
        self._worker.close()

    def _work(self, question: _Question) -> None:
        """Runs beside the window."""
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
            self.answered.emit()


def error_sentence(error: Exception, expected: type[Exception]) -> str:
    """The sentence of an error: its own if meant for users, else that of a fault of the program,
    which is logged.
    """
    return (
        str(error)
        if isinstance(error, expected)
        else f"Something went wrong inside linclass ({log_fault(error)})."
    )


MOST_ARENAS = -8  # M_ARENA_MAX of <malloc.h>


def use_one_heap() -> bool:
    """Let all threads share one heap, so that memory freed by one can be used by others; returns
    whether the system allows it.

    The C library of most Linux systems gives threads heaps of their own, sixteen on two cores,
    against waiting for each other.  Pictures and fits are computed in several threads: each leaves
    its holes in another heap, and the holes grew by five megabytes a minute, where one heap grew
    by one.  Python's threads hardly wait, because they hold Python's own lock while they allocate.
    To be called before any thread is started: existing heaps stay.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).mallopt(MOST_ARENAS, 1))
    except (OSError, AttributeError):
        return False  # another C library


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
