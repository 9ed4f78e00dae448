"""Signals of the system (SIGTERM, SIGHUP, SIGINT) as an event of the window, so that it ends cleanly and keeps its work."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))


class Signals(QObject):
    """Calls ``ended`` in the window's thread when a signal asks the program to end.

    Python runs a handler only between two steps of Python code, and Qt waits for events in C++: the number of the signal is
    therefore written into a socket (``signal.set_wakeup_fd``), which is an event like any other.
    """

    def __init__(self, ended: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ended = ended
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reading.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._hear)
        self._handlers = {number: signal.signal(number, _do_nothing) for number in ENDINGS}
        self._wakeup = signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)

    def close(self) -> None:
        """Signals do again what they did before."""
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._reading.close()
        self._writing.close()

    def _hear(self) -> None:
        try:
            heard = self._reading.recv(64)
        except BlockingIOError:
            return
        if any(number in ENDINGS for number in heard):
            self._ended()


def _do_nothing(_number: int, _frame: object) -> None:
    """The socket has it already."""
