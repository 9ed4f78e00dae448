"""Methods for tests of the worker and the window: quick, slow on command, and broken."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from linclass_gui.answers.jobs import Batch, FitJob, Fitter
from linclass_gui.scene.document import Document
from solvers import Dataset, Fit, Iterate, Method, Outcome, Problem, Status
from solvers.method import Steps
from solvers.result import Bounds


def mean_line(problem: Problem) -> Iterate:
    """The line half-way between the class means."""
    plus, minus = problem.X[problem.y > 0].mean(axis=0), problem.X[problem.y < 0].mean(axis=0)
    return Iterate(plus - minus, float(-(plus - minus) @ (plus + minus) / 2))


@dataclass(frozen=True)
class Means(Method):
    """The line half-way between the class means."""

    name = "Means"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        yield mean_line(problem)
        return Outcome(Status.CONVERGED)

    def bounds(self, problem: Problem, iterate: Iterate, margins: object) -> Bounds:
        return Bounds(0.0)


@dataclass(frozen=True)
class Endless(Means):
    """Steps on and on until it is told to stop."""

    name = "Endless"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        outcome = yield from super().steps(problem, start, trace)
        while outcome is not None:
            yield Iterate(np.array([1.0, 0.0]), 0.0)
        return outcome


@dataclass(frozen=True)
class Broken(Method):
    """Has a fault."""

    name = "Broken"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        yield None
        raise TypeError("nothing to divide by")


class Gate:
    """A fitter that begins a job only when it is let: the test decides how slow the worker is."""

    def __init__(self) -> None:
        self._fitter = Fitter()
        self._permits = threading.Semaphore(0)
        self.begun: list[FitJob] = []
        self.ended: list[FitJob] = []
        self.is_open = False

    def run(
        self, job: FitJob, stopped: Callable[[], bool], hand_back: Callable[[Batch], None]
    ) -> Batch:
        self.begun.append(job)
        while not self.is_open and not stopped():
            if self._permits.acquire(timeout=0.002):
                break
        batch = self._fitter.run(job, stopped, hand_back)
        self.ended.append(job)
        return batch

    def let_one(self) -> None:
        self._permits.release()

    def open(self) -> None:
        self.is_open = True


def two_clouds(*methods: Method, n: int = 20) -> Document:
    """A document with two clouds around (-2, 0) and (2, 0), and methods in use."""
    rng = np.random.default_rng(7)
    labels = np.arange(n) % 2
    X = rng.normal(scale=0.6, size=(n, 2)) + np.column_stack([4.0 * labels - 2.0, np.zeros(n)])
    document = replace(Document.empty(), dataset=Dataset(X, labels))
    for method in methods or (Means(),):
        document = document.adding(method)
    return document


def moved(document: Document, row: int, to: tuple[float, float]) -> Document:
    """The document with one point elsewhere."""
    return replace(document, dataset=document.dataset.moved(row, to))
