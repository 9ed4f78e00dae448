"""The worker thread: a one-slot mailbox in front of it, frozen batches behind it."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from ...core.faults import note
from ...core.fits.jobs import Batch, FitJob, Fitter
from .background import in_window, leave_behind, open_office

# A fit that has run this long (seconds) while a newer question waits hands back what it has.
PATIENCE = 0.100
# How long the worker's Python code may keep the window from running (seconds): see docs/decisions.md.
SWITCH_INTERVAL = 0.5e-3
# A pause of the questions this long (seconds) is used to certify what was shown.
REST = 0.100
# How long the end of the program waits for a worker that is in the middle of something (seconds).
CLOSING = 0.5


class Runs(Protocol):
    """What answers a job: :class:`Fitter`, or a slow fake in a test."""

    def run(self, job: FitJob, stopped: Callable[[], bool], hand_back: Callable[[Batch], None]) -> Batch: ...

    def polish(self, batch: Batch, stopped: Callable[[], bool]) -> None: ...


class Scheduler(QObject):
    """Hands jobs to one worker thread, the newest first and only, and its batches back to the window's thread.

    The mailbox holds one job: a newer one replaces it.  A running job is never aborted by a newer one before ``PATIENCE``,
    otherwise a continuous drag would never show a fit at all.
    """

    delivered = Signal(object)  # Batch, in the window's thread

    def __init__(self, parent: QObject | None = None, fitter: Runs | None = None) -> None:
        super().__init__(parent)
        self._fitter = fitter or Fitter()
        self._changed = threading.Condition()
        self._waiting: FitJob | None = None
        self._last_batch: Batch | None = None
        self._collected = 0  # the job for whose batch the window's thread waits
        self._cancelled = 0  # jobs up to this number are to stop
        self._closed = False
        self._thread: threading.Thread | None = None
        open_office()

    def submit(self, job: FitJob) -> None:
        """Put a job into the mailbox; one that has not started yet is forgotten."""
        with self._changed:
            if self._closed:
                return
            if self._thread is None:
                sys.setswitchinterval(SWITCH_INTERVAL)
                # A daemon: a program that dies without closing its session must not hang on this thread for ever.
                self._thread = threading.Thread(target=self._work, name="fits", daemon=True)
                self._thread.start()
            self._waiting = job
            self._changed.notify_all()

    def cancel(self, number: int) -> None:
        """Let all jobs up to this number stop at their next step."""
        self._cancelled = max(self._cancelled, number)

    def collect(self, number: int, seconds: float) -> Batch | None:
        """The complete batch of job ``number``, if it is ready within ``seconds``; else it is delivered as a signal later.

        A batch that was ready before it was asked for is delivered, too: the waiting caller has it already.
        """

        def ready() -> bool:
            return self._last_batch is not None and self._last_batch.job.number >= number

        with self._changed:
            self._collected = number
            is_ready = self._changed.wait_for(ready, seconds)
            self._collected = 0
            return self._last_batch if is_ready else None

    def close(self) -> None:
        """Stop and join the worker, or leave one behind that does not hear; nothing is delivered afterwards."""
        with self._changed:
            self._closed = True
            self._waiting = None
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(CLOSING)
            if self._thread.is_alive():
                leave_behind(self._thread)
            self._thread = None

    def _work(self) -> None:
        while (job := self._next()) is not None:
            batch = self._answer(job)
            with self._changed:
                self._last_batch = batch
                is_collected = job.number == self._collected
                self._changed.notify_all()
            if not is_collected:  # else it is in the right hands: another event would hold up the picture
                self._post(batch)
            if self._rests():
                self._polish(batch)

    def _answer(self, job: FitJob) -> Batch:
        """The batch of a job; a fault of the fitter itself is said in words, and the worker lives on."""
        try:
            return self._fitter.run(job, self._stop_signal(job), self._post)
        except Exception as error:
            return Batch(job, {}, complete=True, errors=(f"The methods could not be fitted ({note(error)}).",))

    def _polish(self, batch: Batch) -> None:
        try:
            self._fitter.polish(batch, self._is_wanted_elsewhere)
        except Exception as error:
            note(error)

    def _rests(self) -> bool:
        """Whether no new job comes for a moment: while the mouse moves, certificates would only take time from the picture."""
        with self._changed:
            return not self._changed.wait_for(self._is_wanted_elsewhere, REST)

    def _is_wanted_elsewhere(self) -> bool:
        return self._closed or self._waiting is not None

    def _next(self) -> FitJob | None:
        """Wait for a job; None: it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting is not None)
            job, self._waiting = self._waiting, None
            return None if self._closed else job

    def _stop_signal(self, job: FitJob) -> Callable[[], bool]:
        begin = time.perf_counter()

        def stopped() -> bool:
            if self._closed or job.number <= self._cancelled:
                return True
            return self._waiting is not None and time.perf_counter() - begin > PATIENCE

        return stopped

    def _post(self, batch: Batch) -> None:
        if not self._closed:
            in_window(self, partial(self._deliver, batch))

    def _deliver(self, batch: Batch) -> None:
        if not self._closed:
            self.delivered.emit(batch)
