"""Timers with their interval.

``QTimer(interval=...)`` cannot be used: PySide forms the name of the setter with the upper case of
the keyword's first letter in the locale of the system, and the upper case of i is not I under
Turkish and Azerbaijani locales.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def make_timer(
    interval: int,
    parent: QObject | None = None,
    call: Callable[[], object] | None = None,
    *,
    single_shot: bool = False,
) -> QTimer:
    """A timer with an interval in milliseconds, not started; ``call`` is what it calls."""
    timer = QTimer(parent)
    timer.setInterval(interval)
    timer.setSingleShot(single_shot)
    if call is not None:
        timer.timeout.connect(call)
    return timer
