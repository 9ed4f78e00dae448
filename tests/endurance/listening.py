"""What went wrong while a window was driven: faults in the log, exceptions, warnings of Qt, and the
longest turns of the loop.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
)

from linclass_gui import errors as faults

KEPT = 12  # of the longest turns
STALL = 0.3  # seconds of processor time that no turn of the loop takes in the window's thread
HANGING = 60.0  # seconds on the clock after which it is written where every thread is
# Warnings of Qt that are no faults, each with its reason.
HARMLESS = {
    "This plugin does not support": "the offscreen platform says so of dialogs and menus",
    "Mouse event occurs outside target window": "QTest says so of a drag beyond an edge",
    "editor that does not belong to this view": (
        "undo in the turn of a Return that no user is quick enough for; Qt drops what was typed"
    ),
    "propagateSizeHints": "the offscreen platform says so of windows with a least size",
}


class _Handler(logging.Handler):
    def __init__(self, record: Record) -> None:
        super().__init__(logging.ERROR)
        self._record = record

    def emit(self, record: logging.LogRecord) -> None:
        trace = (
            "" if record.exc_info is None else "".join(traceback.format_exception(*record.exc_info))
        )
        self._record.fault(f"{record.getMessage()}\n{trace}")


@dataclass
class Record:
    """The findings of a run."""

    trail: list[str] = field(default_factory=list)  # the names of the last events
    faults: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    events: int = 0
    stalls: int = 0
    # of the turn, by the processor time of the window's thread
    begin: float = field(default_factory=time.thread_time)

    def fault(self, words: str) -> None:
        """Something that must not happen."""
        self.faults.append(f"event {self.events}, after {', '.join(self.trail[-6:])}:\n{words}")

    @contextmanager
    def event(self, name: str) -> Iterator[None]:
        """One event, of one turn of the loop or several: whatever it raises."""
        self.events += 1
        self.trail = [*self.trail[-20:], name]
        try:
            yield
        except Exception:
            self.fault(traceback.format_exc())

    def turns(self, steps: Iterator[int]) -> Iterator[int]:
        """The steps, and the time of each with what the loop does before the next one."""
        for wait in steps:
            yield wait
            self.end_turn()
        faulthandler.cancel_dump_traceback_later()

    def end_turn(self) -> None:
        """What was asked for is done, and another event could come."""
        took = time.thread_time() - self.begin
        self.stalls += took > STALL
        self.slowest = sorted([*self.slowest, (took, " ".join(self.trail[-1:]))])[-KEPT:]
        self.begin_turn()

    def begin_turn(self) -> None:
        """Count from here: what was before is no work of the window."""
        self.begin = time.thread_time()
        faulthandler.dump_traceback_later(HANGING, file=sys.__stderr__)

    def report(self) -> dict[str, Any]:
        """The findings as plain values."""
        slowest = [{"event": n, "ms": round(1e3 * t)} for t, n in self.slowest[::-1]]
        return {
            "events": self.events,
            "faults": len(self.faults),
            "stalls": self.stalls,
            "slowest": slowest,
        }


@contextmanager
def listening() -> Iterator[Record]:
    """Everything that goes wrong inside the block stands in the record."""
    record = Record()
    handler, hook = _Handler(record), sys.excepthook

    def excepthook(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        record.fault("".join(traceback.format_exception(kind, error, trace)))

    def message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            sys.stderr.write(
                f"{text}\nafter {', '.join(record.trail[-8:])} (event {record.events})\n"
            )
        elif kind is not QtMsgType.QtDebugMsg and not any(words in text for words in HARMLESS):
            record.fault(f"Qt: {text}\n{''.join(traceback.format_stack()[-10:])}")

    def warned(said: Warning | str, kind: type[Warning], *_: object) -> None:
        record.fault(f"{kind.__name__}: {said}\n{''.join(traceback.format_stack()[-10:])}")

    faults.forget_faults()
    sys.excepthook = excepthook
    show, warnings.showwarning = warnings.showwarning, warned
    loggers = [logging.getLogger(name) for name in ("linclass", "solvers")]
    for logger in loggers:
        logger.addHandler(handler)
    before = qInstallMessageHandler(message)
    loop = QAbstractEventDispatcher.instance()
    loop.aboutToBlock.connect(record.end_turn)  # the loop of a dialog inside of an event, too
    try:
        yield record
    finally:
        loop.aboutToBlock.disconnect(record.end_turn)
        qInstallMessageHandler(before)
        warnings.showwarning = show
        for logger in loggers:
            logger.removeHandler(handler)
        sys.excepthook = hook
