"""The worker thread: one slot, newest wins, nothing starves, everything ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from fake_methods import Endless, Gate, Means, two_clouds
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from linclass_gui.answers.jobs import Batch, FitJob
from linclass_gui.scene.document import Document
from linclass_gui.window.session import scheduler as scheduler_module
from linclass_gui.window.session.background import is_any_at_work
from linclass_gui.window.session.scheduler import PATIENCE, FitRequests
from solvers import Status


class Delivered:
    """What a scheduler delivered, and in which threads."""

    def __init__(self, scheduler: FitRequests) -> None:
        self.batches: list[Batch] = []
        self.threads: set[bool] = set()
        scheduler.delivered.connect(self.take)

    def take(self, batch: Batch) -> None:
        self.batches.append(batch)
        self.threads.add(QThread.isMainThread())

    @property
    def numbers(self) -> list[int]:
        return [batch.job.number for batch in self.batches if batch.complete]


@pytest.fixture
def start(qapp: object) -> Iterator[Callable[..., tuple[FitRequests, Delivered]]]:
    started: list[FitRequests] = []

    def start_one(gate: Gate | None = None) -> tuple[FitRequests, Delivered]:
        scheduler = FitRequests(fitter=gate)
        started.append(scheduler)
        return scheduler, Delivered(scheduler)

    yield start_one
    for scheduler in started:
        scheduler.close()


def job(number: int, document: Document | None = None) -> FitJob:
    document = document or two_clouds(Means())
    return FitJob(document, document, (), "preview", number, tuple(document.enabled_methods))


def test_answers_come_in_the_thread_of_the_window(start, qtbot: QtBot):
    scheduler, delivered = start()
    scheduler.submit(job(1))
    qtbot.waitUntil(lambda: delivered.numbers == [1])
    assert delivered.threads == {True}


def test_a_running_job_is_not_given_up_at_once_for_a_newer_one(start, qtbot: QtBot):
    scheduler, delivered = start()
    scheduler.submit(job(1, two_clouds(Endless())))
    qtbot.waitUntil(lambda: scheduler._worker._waiting is None)
    scheduler.submit(job(2))
    qtbot.waitUntil(lambda: delivered.numbers == [1, 2])
    first = delivered.batches[0].answers["m1"].fit
    assert first.status is Status.CANCELLED
    assert first.has_model
    assert first.seconds > 0.9 * PATIENCE


def test_a_slow_answer_is_not_waited_for(start):
    scheduler, _ = start(Gate())
    scheduler.submit(job(1))
    assert scheduler.collect(1, seconds=0.01) is None


@pytest.mark.parametrize("moment", ["never used", "idle", "busy"])
def test_closing_joins_the_thread(start, moment, qtbot: QtBot):
    scheduler, delivered = start()
    if moment == "idle":
        scheduler.submit(job(1))
        qtbot.waitUntil(lambda: delivered.numbers == [1])
    elif moment == "busy":
        scheduler.submit(job(1, two_clouds(Endless())))
    scheduler.close()
    assert "fits" not in [thread.name for thread in threading.enumerate()]
    scheduler.submit(job(2))
    assert "fits" not in [thread.name for thread in threading.enumerate()]


class Deaf(Gate):
    """A fitter in the middle of work that cannot be interrupted."""

    def run(
        self, job: FitJob, stopped: Callable[[], bool], hand_back: Callable[[Batch], None]
    ) -> Batch:
        self.begun.append(job)
        self._permits.acquire(timeout=60.0)
        return self._fitter.run(job, stopped, hand_back)


def test_closing_leaves_a_worker_behind_that_does_not_hear(
    start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scheduler_module, "CLOSING", 0.01)
    deaf = Deaf()
    scheduler, delivered = start(deaf)
    scheduler.submit(job(1))
    qtbot.waitUntil(lambda: len(deaf.begun) == 1)
    worker = scheduler._worker._thread
    scheduler.close()
    assert is_any_at_work()
    deaf.let_one()
    worker.join(60.0)
    assert not is_any_at_work()
    qtbot.wait(1)
    assert delivered.batches == []


class Faulty(Gate):
    """A fitter with a fault of its own, once."""

    def run(
        self, job: FitJob, stopped: Callable[[], bool], hand_back: Callable[[Batch], None]
    ) -> Batch:
        if job.number == 1:
            raise MemoryError("planted")
        return self._fitter.run(job, stopped, hand_back)


def test_a_fault_anywhere_in_the_worker_is_said_and_the_worker_lives_on(start, qtbot: QtBot):
    scheduler, delivered = start(Faulty())
    scheduler.submit(job(1))
    qtbot.waitUntil(lambda: delivered.numbers == [1])
    assert "MemoryError: planted" in delivered.batches[0].errors[0]
    for number in (2, 3):
        scheduler.submit(job(number))
        qtbot.waitUntil(lambda number=number: number in delivered.numbers)
    assert delivered.batches[-1].answers["m1"].fit.has_model
