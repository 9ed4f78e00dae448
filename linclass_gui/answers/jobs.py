"""Fit jobs: the questions to the worker, its replies, and which of them answer the current
question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from solvers import AnyFit, AnyProblem, Dataset, Status, exact_drag, solve
from solvers.answer import AnyDrag
from solvers.cancellation import CancelledError, cancelled_unless
from solvers.fitting import is_of_many

from ..errors import log_fault
from ..scene.document import Document
from ..scene.methods import MethodInUse, failed_fit, method_asked, points_for, problem_of

# Answers are handed back before the job is done when the first of them has waited this long
# (seconds): two thirds of a frame.
HAND_BACK_AFTER = 0.010

Kind = Literal["preview", "final"]

# Outcomes from which no drag can start, and those that are no warm start.
NO_ANSWER = frozenset({Status.NO_DATA, Status.NOT_APPLICABLE, Status.CANCELLED, Status.BUDGET})
UNFINISHED = NO_ANSWER | {Status.RUNNING}


@dataclass(frozen=True, eq=False)
class FitJob:
    """A question to the worker: fit the ``methods`` to the points of ``document``.

    ``base`` is the document before the running gesture and ``moving`` the rows that the gesture
    moves; a ``preview`` is fitted warm, without history and for about a frame, a ``final`` job
    cold and to its end, with history and certificate.  ``number`` counts the jobs.
    """

    document: Document
    base: Document
    moving: tuple[int, ...]
    kind: Kind
    number: int
    methods: tuple[MethodInUse, ...]

    @property
    def row(self) -> int | None:
        """The one row that moves, or None."""
        return self.moving[0] if len(self.moving) == 1 else None

    def goes_on(self, before: FitJob) -> bool:
        """Whether this is a later job of the same gesture, which only moves rows."""
        labels = before.document.dataset.labels
        same_rows = self.moving == before.moving and self.document.dataset.labels is labels
        return self.base is before.base and same_rows


@dataclass(frozen=True, eq=False)
class Reply:
    """One fit, with the job and the method in use it answers; ``given_up``: the user cancelled
    it.
    """

    fit: AnyFit
    job: FitJob
    in_use: MethodInUse
    given_up: bool = False

    @property
    def is_half_done(self) -> bool:
        """Whether the fit was left, for the next frame or for another job: it will be done anew,
        and is not the answer.
        """
        status = self.fit.claimed_outcome.status
        return status is Status.RUNNING or (status is Status.CANCELLED and not self.given_up)

    def fits(self, dataset: Dataset, in_use: MethodInUse) -> bool:
        """Whether this answers that data set and the current settings of that method."""
        return self.job.document.dataset is dataset and same_question(self.in_use, in_use)

    def settles(self, dataset: Dataset, in_use: MethodInUse, kind: Kind) -> bool:
        """Whether nothing is left to be done: a preview settles no final job, an interrupted fit
        settles none.
        """
        return (
            not self.is_half_done
            and self.fits(dataset, in_use)
            and (self.job.kind == "final" or kind == "preview")
        )


@dataclass(frozen=True, eq=False)
class Batch:
    """The reply of the worker: the new answers by method id.

    The last batch of a job is ``complete`` and holds all its answers, so that nothing is lost when
    it overtakes an earlier one.
    """

    job: FitJob
    answers: Mapping[str, Reply]
    complete: bool
    seconds: float = 0.0
    errors: tuple[str, ...] = ()


def same_question(one: MethodInUse, other: MethodInUse) -> bool:
    """Whether two entries of the list ask the same of the same data (colour and tick box do not
    matter).
    """
    if one is other:
        return True
    same_space = one.features == other.features and one.kernel == other.kernel
    return one.method == other.method and one.scheme == other.scheme and same_space


class _Grip(NamedTuple):
    """A running exact drag of one method, with the job and the method that it began with."""

    drag: AnyDrag[Any, Any, AnyFit]
    job: FitJob
    in_use: MethodInUse


class Fitter:
    """Answers jobs, one after the other, and keeps what the next one can use: answers, grabbed
    points, shared problems.

    Lives in the worker thread; nothing else touches it.
    """

    def __init__(self) -> None:
        self._answers: dict[str, Reply] = {}
        self._grips: dict[str, _Grip] = {}
        self._dataset: Dataset | None = None
        self._problems: dict[object, AnyProblem] = {}

    def run(
        self, job: FitJob, is_stopped: Callable[[], bool], hand_back: Callable[[Batch], None]
    ) -> Batch:
        """Answer ``job``; what is ready early goes to ``hand_back``, everything is returned as the
        last batch.

        ``is_stopped`` is asked between the steps of a solver: once True, the last step is the
        answer.
        """
        ready: dict[str, Reply] = {}
        errors: list[str] = []
        begin = last_time = time.perf_counter()
        # The quick methods first: none waits for a slow neighbour on the list.
        for in_use in sorted(job.methods, key=self._expected_seconds):
            if ready and time.perf_counter() - last_time > HAND_BACK_AFTER:
                hand_back(Batch(job, dict(ready), complete=False))
                last_time = time.perf_counter()
            fit, error = self._fit_or_explain(job, in_use, is_stopped)
            errors += [error] if error else []
            if (
                job.kind == "preview"
                and fit.claimed_outcome.status is Status.CANCELLED
                and not fit.has_model
            ):
                # interrupted by a newer question before its first step: the shown fit stays, marked
                # stale
                continue
            self._answers[in_use.id] = ready[in_use.id] = Reply(fit, job, in_use)
        self._prepare_drags(job)
        return Batch(
            job, ready, complete=True, seconds=time.perf_counter() - begin, errors=tuple(errors)
        )

    def _expected_seconds(self, in_use: MethodInUse) -> float:
        return self._answers[in_use.id].fit.seconds if in_use.id in self._answers else 0.0

    def _fit_or_explain(
        self, job: FitJob, in_use: MethodInUse, is_stopped: Callable[[], bool]
    ) -> tuple[AnyFit, str]:
        problem: AnyProblem | None = None
        try:
            problem = self._problem(job.document.dataset, in_use)
            fit = self._fit(job, in_use, problem, is_stopped)
            # read here, on first use: the window never waits for a bound or for twins
            _ = fit.claimed_outcome.facts, fit.claimed_outcome.explanation
            if job.kind == "final":
                with suppress(CancelledError), cancelled_unless(lambda: not is_stopped()):
                    # computed here, on first use: the window never waits for it
                    _ = fit.certificate, fit.history, fit.alpha
                if fit.outcome.fault is not None:
                    return fit, fit.explanation
        # a fault of one method must not take the worker and the other methods with it
        except Exception as error:
            self._grips.pop(in_use.id, None)
            sentence = f"{in_use.name} stopped with an error ({log_fault(error)})."
            return failed_fit(in_use, job.document.dataset, problem, sentence), sentence
        return fit, ""

    def _fit(
        self, job: FitJob, in_use: MethodInUse, problem: AnyProblem, is_stopped: Callable[[], bool]
    ) -> AnyFit:
        method = method_asked(in_use, job.document.dataset)
        if job.kind == "final":
            return solve(method, problem, cancelled=is_stopped)
        drag = self._drag(job, in_use)
        if drag is not None and job.row is not None:
            begin = time.perf_counter()
            drag.move(points_for(in_use, job.document.dataset)[job.row].tolist())
            return replace(drag.fit(problem), seconds=time.perf_counter() - begin)
        start = self._start(problem, in_use)
        is_held = bool(job.moving)  # else nothing comes after it that would end a run
        return solve(
            method, problem, start=start, cancelled=is_stopped, trace=False, is_held=is_held
        )

    def _start(self, problem: AnyProblem, in_use: MethodInUse) -> AnyFit | None:
        """The last fit of this method when it can serve as a warm start: same kind of method, same
        space, as many points.
        """
        last = self._answers.get(in_use.id)
        if (
            last is None
            or last.fit.claimed_outcome.status in NO_ANSWER
            or not _is_like(last.fit.problem, problem)
        ):
            return None
        same_space = last.in_use.features == in_use.features and last.in_use.kernel == in_use.kernel
        same_kind = (
            type(last.in_use.method) is type(in_use.method)
            and last.in_use.scheme.kind == in_use.scheme.kind
        )
        return last.fit if same_space and same_kind else None

    def _drag(self, job: FitJob, in_use: MethodInUse) -> AnyDrag[Any, Any, AnyFit] | None:
        """The exact drag of the point that ``job`` moves: the running one, or a new one from the
        last answer.
        """
        grip = self._grips.get(in_use.id)
        if grip and job.goes_on(grip.job) and same_question(grip.in_use, in_use):
            return grip.drag
        self._grips.pop(in_use.id, None)
        last = self._answers.get(in_use.id)
        if job.row is None or last is None or not _differs_in_one_row(last, job, in_use):
            return None
        # Not solvers.grab: its fall-back, a plain warm refit, cannot be cancelled; ours can.
        drag = exact_drag(last.fit, job.row)
        if drag is not None:
            self._grips[in_use.id] = _Grip(drag, job, in_use)
        return drag

    def _prepare_drags(self, job: FitJob) -> None:
        """Grab the point on its press, so that the first move is as cheap as the others."""
        if job.kind == "preview" and job.row is not None:
            for in_use in job.document.enabled_methods:
                with suppress(Exception):  # a fault is said in words when the point moves
                    self._drag(job, in_use)

    def _problem(self, dataset: Dataset, in_use: MethodInUse) -> AnyProblem:
        """The problem of a method, shared by all methods with the same features and kernel."""
        if dataset is not self._dataset:
            self._dataset, self._problems = dataset, {}
        key = (in_use.features, in_use.kernel, is_of_many(in_use.method, len(dataset.class_names)))
        if key not in self._problems:
            self._problems[key] = problem_of(dataset, in_use)
        return self._problems[key]


def _is_like(one: AnyProblem, other: AnyProblem) -> bool:
    """Whether the answer to one problem can start the other: of one kind, with as many points and
    classes.
    """
    return type(one) is type(other) and one.K == other.K and len(one.X) == len(other.X)


def _differs_in_one_row(last: Reply, job: FitJob, in_use: MethodInUse) -> bool:
    """Whether an answer belongs to the data set of ``job`` with nothing but the grabbed point
    elsewhere.
    """
    if last.fit.claimed_outcome.status in UNFINISHED or not same_question(last.in_use, in_use):
        return False
    before = last.job.document.dataset
    is_first = before is job.base.dataset and before.labels is job.document.dataset.labels
    return is_first or job.goes_on(last.job)


class Replies:
    """Keeps for every method its newest answer and its newest final one: a rollback shows the final
    ones at once.
    """

    def __init__(self) -> None:
        self.newest: dict[str, Reply] = {}
        self.final: dict[str, Reply] = {}

    def clear(self) -> None:
        """Forget everything: another document begins."""
        self.newest, self.final = {}, {}

    def take(self, batch: Batch, given_up: bool) -> None:
        """Keep the answers of a batch; ``given_up``: the user cancelled it."""
        answers = batch.answers
        if given_up:
            answers = {id: replace(answer, given_up=True) for id, answer in answers.items()}
        self.newest.update(answers)
        if batch.job.kind == "final":
            self.final.update(answers)

    def go_back(self, document: Document) -> None:
        """Bring the final answers to a document back."""
        methods = {m.id: m for m in document.methods}
        finals = {id: answer for id, answer in self.final.items() if id in methods}
        self.newest.update(
            {id: a for id, a in finals.items() if a.fits(document.dataset, methods[id])}
        )

    def methods_to_fit(self, document: Document, kind: Kind) -> tuple[MethodInUse, ...]:
        """The methods in use that still have to be fitted."""

        def is_open(m: MethodInUse) -> bool:
            answer = self.newest.get(m.id)
            return answer is None or not answer.settles(document.dataset, m, kind)

        return tuple(filter(is_open, document.enabled_methods))

    def fits_shown(self, document: Document) -> tuple[dict[str, AnyFit], frozenset[str]]:
        """The fits to show by method that is on, and those of them that answer an older question or
        are unfinished.
        """
        methods = {m.id: m for m in document.enabled_methods}
        fits: dict[str, AnyFit] = {}
        stale: list[str] = []
        for id, answer in self.newest.items():
            if id in methods:
                fits[id] = answer.fit
                if answer.is_half_done or not answer.fits(document.dataset, methods[id]):
                    stale.append(id)
        return fits, frozenset(stale)
