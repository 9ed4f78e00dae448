"""The questions to the worker, and the answers shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ...core.document import Document
from ...core.fits.answers import Answers
from ...core.fits.jobs import Batch, FitJob, Kind
from ..timers import make_timer
from .scheduler import Runs, Scheduler

BUSY_AFTER_MS = 100
# A preview waits at most this long (seconds, one frame) for its fits, so that quick ones arrive in the same frame.  Painting twice
# would take longer.
GRACE = 0.016


class Questions(QObject):
    """Numbers the jobs, passes them to the worker and decides which answers are news.

    A batch is news if and only if it is newer than what is shown.
    """

    delivered = Signal(object)  # a new Batch
    busy_changed = Signal(bool)  # a fit has been running for more than 100 ms; it ended
    settled = Signal()  # every question is answered

    def __init__(self, parent: QObject, fitter: Runs | None) -> None:
        super().__init__(parent)
        self.answers = Answers()
        self.have_begun = False
        self._asked, self._shown = 1, 0  # numbers of the newest job and of the newest one that is shown in full
        self._given_up = 0  # jobs up to this number were cancelled by the user
        self._last_seconds = 0.0  # how long the last preview took the worker
        self._busy = False
        self._scheduler = Scheduler(self, fitter)
        self._scheduler.delivered.connect(self.deliver)
        self._busy_timer = make_timer(BUSY_AFTER_MS, self, self._say_busy, single_shot=True)

    @property
    def are_answered(self) -> bool:
        """Whether every answer is shown."""
        return self._shown >= self._asked

    def ask(
        self, document: Document, base: Document | None, moving: tuple[int, ...], kind: Kind, patiently: bool = False
    ) -> Batch | None:
        """Give the worker the open questions; with patience, return its batch if that is ready at once."""
        self.have_begun = True
        wanted = self.answers.open_questions(document, kind)
        if moving:
            live = {m.id for m in document.live}
            wanted = tuple([m for m in wanted if m.id in live])
        job = FitJob(document, base or document, moving, kind, self._asked + 1, wanted)
        self._asked = job.number
        if not wanted and not moving:
            self._shown = job.number
            return None
        self._scheduler.submit(job)
        if not self._busy and not self._busy_timer.isActive():
            self._busy_timer.start()
        patiently = patiently and bool(wanted) and self._last_seconds < GRACE
        return self._scheduler.collect(job.number, GRACE) if patiently else None

    def deliver(self, batch: Batch) -> None:
        """Pass a batch on if it is newer than what is shown (not only if it is current: that freezes a drag)."""
        if batch.job.number > self._shown:
            self.delivered.emit(batch)

    def take(self, batch: Batch) -> None:
        """Record that the answers of a batch are shown."""
        self.answers.take(batch, batch.job.number <= self._given_up)
        if batch.job.kind == "preview" and batch.job.wanted:
            self._last_seconds = batch.seconds
        if batch.complete:
            self._shown = batch.job.number

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
        self._given_up = self._asked
        self._scheduler.cancel(self._asked)

    def forget(self) -> None:
        """Forget all answers: another document is shown, and answers in progress belong to the old one."""
        self.answers.clear()
        self._asked = self._shown = self._asked + 1

    def go_back(self, document: Document) -> None:
        """Return to the committed document: answers in progress belong to the cancelled gesture."""
        self.answers.go_back(document)
        self._asked = self._shown = self._asked + 1

    def close(self) -> None:
        """Stop and join the worker."""
        self._busy_timer.stop()
        self._scheduler.close()

    def _say_busy(self) -> None:
        self._busy = True
        self.busy_changed.emit(True)
