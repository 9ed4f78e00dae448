"""Work beside the window: a thread that does the newest thing asked of it, and never holds up the end of the program."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from ...core.faults import note

_left_behind: list[threading.Thread] = []


class _Office(QObject):
    """Carries calls into the window's thread.

    It is never deleted: a thread that emits a signal of an object which the window deletes in that moment crashes the program.
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
    """To be called in the window's thread before another one posts anything."""
    _office()


def in_window(owner: QObject, call: Callable[[], None]) -> None:
    """Call something in the window's thread, unless its owner is gone by then; any thread may ask for that."""
    _office().posted.emit(owner, call)


def leave_behind(thread: threading.Thread) -> None:
    """A thread that does not react: the program ends without waiting for it."""
    _left_behind.append(thread)


def is_anybody_left_behind() -> bool:
    """Whether an abandoned thread is still at work: Python must then not try to end it."""
    return any(thread.is_alive() for thread in _left_behind)


def beside(work: Callable[[], None], name: str) -> None:
    """Do something in a thread of its own without waiting for it."""
    open_office()
    thread = threading.Thread(target=work, name=name, daemon=True)
    _left_behind[:] = [t for t in _left_behind if t.is_alive()]
    thread.start()
    leave_behind(thread)


class Background:
    """Does one piece of work after the other; of those that wait only the newest is done."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._changed = threading.Condition()
        self._waiting: Callable[[], None] | None = None
        self._is_busy = self.is_closed = False
        self._pause: float | None = None
        self._idle: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None

    def look(self, idle: Callable[[], None], seconds: float) -> None:
        """Do this, too, after each ``seconds`` without other work."""
        with self._changed:
            self._idle, self._pause = idle, seconds
            self._begin()

    def submit(self, work: Callable[[], None]) -> None:
        """Do this as soon as possible, instead of what waits; nothing is begun after :meth:`close`."""
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
        """Wait until newer work, or the end, is there; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: self.has_news, seconds)

    def finish(self, seconds: float) -> bool:
        """Wait until everything is done; False when that takes longer."""
        with self._changed:
            return self._changed.wait_for(lambda: self._waiting is None and not self._is_busy, seconds)

    def close(self, seconds: float) -> bool:
        """Begin nothing more and wait for what is being done; False when it is left behind."""
        self.retire()
        if self._thread is None:
            return True
        self._thread.join(seconds)
        if self._thread.is_alive():
            leave_behind(self._thread)
            return False
        return True

    def retire(self) -> None:
        """Begin nothing more, and wait for nothing; any thread may ask for that."""
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
        """Do one piece of work, which is forgotten before the next one is waited for; False at the end."""
        work = self._next()
        if work is None:
            return False
        try:
            work()
        except Exception as error:  # the thread must live on: the next state may be written again
            note(error)
        with self._changed:
            self._is_busy = False
            self._changed.notify_all()
        return True

    def _next(self) -> Callable[[], None] | None:
        with self._changed:
            work, self._waiting = self._waiting if self.waits_for_news(self._pause) else self._idle, None
            self._is_busy = work is not None
            return work
