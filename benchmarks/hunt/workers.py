"""Worker processes that may crash or hang: the number a worker was at is reported, and another
worker takes its place.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


@dataclass
class _Worker(Generic[Answer]):
    """A process, the pipe to it, the number it works at, and until when."""

    run: Callable[[int], Answer]
    patience_s: float
    number: int | None = None
    until: float = 0.0
    pipe: Connection = field(init=False)

    def __post_init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self.run, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def give(self, number: int) -> None:
        """Start on a number."""
        self.number, self.until = number, monotonic() + self.patience_s
        self.pipe.send(number)

    def end(self) -> int | None:
        """End the process; the exit code of one that ended by itself."""
        self._process.join(0.2)
        code = self._process.exitcode
        self._process.kill()
        self._process.join()
        self.pipe.close()
        return code


def _serve(run: Callable[[int], Answer], pipe: Connection) -> None:
    while True:
        try:
            number = pipe.recv()
        except EOFError:
            return
        pipe.send(run(number))


def answers(
    run: Callable[[int], Answer], numbers: Iterator[int], jobs: int, patience_s: float
) -> Iterator[Answer | tuple[int, str]]:
    """``run(number)`` for every number, in the order in which they end; where a process died or
    hung, the number and why.
    """
    workers: list[_Worker[Answer]] = []
    try:
        for _ in range(jobs):
            workers.append(_Worker(run, patience_s))
        waiting = [worker for worker in workers if _given(worker, numbers)]
        while waiting:
            wait([worker.pipe for worker in waiting], timeout=1.0)
            for k, worker in enumerate(waiting):
                answer = _answer_of(worker)
                if answer is None:
                    continue
                if isinstance(answer, tuple):
                    workers.remove(worker)
                    waiting[k] = _Worker(run, patience_s)
                    workers.append(waiting[k])
                yield answer
                if not _given(waiting[k], numbers):
                    waiting[k].number = None
            waiting = [worker for worker in waiting if worker.number is not None]
    finally:
        for worker in workers:
            worker.end()


def _given(worker: _Worker[Answer], numbers: Iterator[int]) -> bool:
    number = next(numbers, None)
    if number is not None:
        worker.give(number)
    return number is not None


def _answer_of(worker: _Worker[Answer]) -> Answer | tuple[int, str] | None:
    """What a worker has to say, or None while it works."""
    assert worker.number is not None
    if worker.pipe.poll():
        try:
            answer: Answer = worker.pipe.recv()
            return answer
        except EOFError:
            return worker.number, f"the process died with exit code {worker.end()}"
    if monotonic() > worker.until:
        worker.end()
        return worker.number, f"the process did not answer within {worker.patience_s:g} s"
    return None
