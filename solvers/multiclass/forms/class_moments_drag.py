"""One dragged point for every K-class method that needs only the moments of the classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ...moments import FAR, reach_of
from ...result import Outcome
from ...validation import checked_position
from ..class_moments import ManyMoments
from ..iterate import ManyIterate
from ..method import ManyFit, ManyForm, ManySteps
from ..problem import ManyProblem

Answer = tuple[ManyIterate | None, Outcome]
# Classes up to this size are summed up afresh at every move, larger ones less often: the updates drift.
SMALL_CLASS, REFRESH = 512, 256


class OfMoments(ManyForm):
    """Base of the forms whose answer is a function of the moments of the classes."""

    def answer(self, moments: ManyMoments) -> Answer:
        """The scores for these moments."""
        raise NotImplementedError

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step."""
        iterate, outcome = self.answer(problem.moments)
        if iterate is not None:
            yield iterate
        return outcome


class ManyMomentDrag:
    """Exact refits in O(1): the moments of one class follow one point; ``answer`` is the function of the cold fit."""

    def __init__(self, fit: ManyFit, row: int, answer: Callable[[ManyMoments], Answer]) -> None:
        self._fit, self._answer, self._moves, self._seconds = fit, answer, 0, fit.seconds
        problem = fit.problem.reduced
        moments = problem.moments
        self._class = int(problem.labels[row])
        self._column = int(moments.starts[self._class] + np.searchsorted(problem.groups[self._class], row))
        self._others = reach_of(moments.columns, without=self._column)
        if (np.abs(moments.columns[:, self._column]) > FAR * self._others).any():
            self._moments = ManyMoments.about_others(problem.Phi, problem.groups, self._column)
            self._others = reach_of(self._moments.columns, without=self._column)
        else:
            self._moments = replace(moments, columns=moments.columns.copy())
        self._last, self._outcome = fit.last, fit.outcome

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The exact answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position)
        begin = perf_counter()
        problem = self._fit.problem
        new = problem.features.map(np.array([position], dtype=np.float64))[0] - self._moments.centre
        self._moves += 1
        small = self._moments.classes[self._class].n <= SMALL_CLASS
        with np.errstate(all="ignore"):
            self._moments = self._moments.moved(self._class, self._column, new, self._others, small or self._moves % REFRESH == 0)
            iterate, self._outcome = self._answer(self._moments)
        if iterate is None:
            self._last = ManyIterate.nothing(problem.K)
        else:
            self._last = iterate if problem.reduced is problem else iterate.widened(problem.present, problem.K)
        self._seconds = perf_counter() - begin
        return self._last

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last moved."""
        problem.share(self._fit.problem)
        return ManyFit(self._fit.method, self._fit.form, problem, self._last, self._outcome, (self._last,), self._seconds)
