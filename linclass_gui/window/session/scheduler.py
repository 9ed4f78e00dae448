"""The worker thread, the one-slot mailbox in front of it, and which of its answers are shown."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from ...answers.jobs import Batch, FitJob, Fitter, Kind, Replies
from ...errors import log_fault
from ...scene.document import Document
from ..timers import make_timer
from .background import Worker, in_window

# A fit that has run this long (seconds) while a newer question waits returns its current step.
PATIENCE = 0.100
# How long the worker's Python code may keep the window from running (seconds): see
# docs/decisions.md.
SWITCH_INTERVAL = 0.5e-3
# How long (seconds) the end of the program waits for a busy worker.
CLOSING = 0.5


class Runs(Protocol):
    """An object that answers jobs: :class:`Fitter`, or a slow fake in a test."""

    def run(
        self, job: FitJob, is_stopped: Callable[[], bool], hand_back: Callable[[Batch], None]
    ) -> Batch: ...


BUSY_AFTER_MS = 100
# A preview waits at most this long (seconds, one frame) for its fits, so that quick ones arrive in
# the same frame.  Painting twice would take longer.
GRACE = 0.016


class FitRequests(QObject):
    """Passes only the newest job to one worker thread, and its batches back to the window's thread;
    numbers the jobs and decides which answers are news: those that are newer than what is shown
    (not only if they are current: that freezes a drag).

    The mailbox holds one job: a newer one replaces it.  A running job is never aborted by a newer
    one before ``PATIENCE``, otherwise a continuous drag would never show a fit at all.
    """

    delivered = Signal(object)  # Batch, in the window's thread
    busy_changed = Signal(bool)  # a fit has been running for more than 100 ms; it ended
    settled = Signal()  # every question is answered
    failed = Signal(str)  # a method stopped with an error: its sentence

    def __init__(self, parent: QObject | None = None, fitter: Runs | None = None) -> None:
        super().__init__(parent)
        self._fitter = fitter or Fitter()
        self._worker = Worker("fits")
        self._answered = threading.Condition()
        self._last_batch: Batch | None = None
        self._collected = 0  # the job that the window's thread waits for
        self._cancelled = 0  # jobs up to this number are to stop at their next step
        self.answers = Replies()
        self.have_begun = False
        # numbers of the newest job and of the newest one that is shown in full
        self._asked, self._shown = 1, 0
        self._last_seconds = 0.0  # how long the last preview took the worker
        self._busy = False
        self._busy_timer = make_timer(BUSY_AFTER_MS, self, self._say_busy, single_shot=True)

    def submit(self, job: FitJob) -> None:
        """Put a job into the mailbox, in place of one that has not started."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self._worker.submit(partial(self._work, job))

    def collect(self, number: int, seconds: float) -> Batch | None:
        """The complete batch of job ``number``, if it is ready within ``seconds``; else it is
        delivered as a signal later.

        A batch that was ready earlier is delivered as a signal, too, although the caller has it
        already.
        """

        def ready() -> bool:
            return self._last_batch is not None and self._last_batch.job.number >= number

        with self._answered:
            self._collected = number
            is_ready = self._answered.wait_for(ready, seconds)
            self._collected = 0
            return self._last_batch if is_ready else None

    def _work(self, job: FitJob) -> None:
        """Runs in the thread of the worker."""
        batch = self._answer(job)
        with self._answered:
            self._last_batch = batch
            is_collected = job.number == self._collected
            self._answered.notify_all()
        if not is_collected:  # else the caller has it: another event would delay the picture
            self._post(batch)

    def _answer(self, job: FitJob) -> Batch:
        """The batch of a job; a fault of the fitter becomes a sentence, and the worker goes on."""
        try:
            return self._fitter.run(job, self._stop_signal(job), self._post)
        except Exception as error:
            return Batch(
                job,
                {},
                complete=True,
                errors=(f"The methods could not be fitted ({log_fault(error)}).",),
            )

    def _stop_signal(self, job: FitJob) -> Callable[[], bool]:
        begin = time.perf_counter()

        def is_stopped() -> bool:
            if self._worker.is_closed or job.number <= self._cancelled:
                return True
            return self._worker.has_news and time.perf_counter() - begin > PATIENCE

        return is_stopped

    def _post(self, batch: Batch) -> None:
        if not self._worker.is_closed:
            in_window(self, partial(self._deliver, batch))

    def _deliver(self, batch: Batch) -> None:
        if not self._worker.is_closed and batch.job.number > self._shown:
            self.delivered.emit(batch)

    @property
    def are_answered(self) -> bool:
        """Whether every answer is shown."""
        return self._shown >= self._asked

    def ask(
        self,
        document: Document,
        base: Document | None,
        moving: tuple[int, ...],
        kind: Kind,
        patiently: bool = False,
    ) -> Batch | None:
        """Give the worker the open questions; with patience, return its batch if that is ready at
        once.
        """
        self.have_begun = True
        jobs = self.answers.methods_to_fit(document, kind)
        job = FitJob(document, base or document, moving, kind, self._asked + 1, jobs)
        self._asked = job.number
        if not jobs and not moving:
            self._shown = job.number
            return None
        self.submit(job)
        if not self._busy and not self._busy_timer.isActive():
            self._busy_timer.start()
        patiently = patiently and bool(jobs) and self._last_seconds < GRACE
        return self.collect(job.number, GRACE) if patiently else None

    def take(self, batch: Batch) -> None:
        """Record that the answers of a batch are shown."""
        self.answers.take(batch, batch.job.number <= self._cancelled)
        if batch.job.kind == "preview" and batch.job.methods:
            self._last_seconds = batch.seconds
        if batch.complete:
            self._shown = batch.job.number
        for sentence in batch.errors:
            self.failed.emit(sentence)

    def settle(self) -> None:
        """Emit ``settled`` when nothing is open."""
        if self.are_answered:
            self._busy_timer.stop()
            if self._busy:
                self._busy = False
                self.busy_changed.emit(False)
            self.settled.emit()

    def cancel(self) -> None:
        """Let the running fit stop at its next step; its last step is shown."""
        self._cancelled = self._asked

    def forget(self) -> None:
        """Forget all answers: another document is shown, and answers in progress belong to the old
        one.
        """
        self.answers.clear()
        self._asked = self._shown = self._asked + 1

    def go_back(self, document: Document) -> None:
        """Return to the committed document: answers in progress belong to the cancelled gesture."""
        self.answers.go_back(document)
        self._asked = self._shown = self._asked + 1

    def close(self) -> None:
        """Stop and join the worker, or abandon one that does not respond; nothing is delivered
        afterwards.
        """
        self._busy_timer.stop()
        self._worker.close(CLOSING)

    def _say_busy(self) -> None:
        self._busy = True
        self.busy_changed.emit(True)
