"""One dragged point for every K-class method that needs only the moments of the classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ...algorithms.moments.moments_drag import MovingPoint
from ...moments import ClassMoments
from ...result import Outcome
from ...validation import checked_position
from ..iterate import ManyIterate
from ..method import ManyDrag, ManyFit, ManyForm, ManySteps
from ..problem import ManyProblem

Answer = tuple[ManyIterate | None, Outcome]
LARGE = 1000  # points; fewer are summed up as quickly as one of them is followed


class OfMoments(ManyForm):
    """Base of the forms whose answer is a function of the moments of the classes."""

    def answer(self, moments: ClassMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments; a cold fit has the ``problem`` that they come from, a drag has only them."""
        raise NotImplementedError

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step."""
        iterate, outcome = self.answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """The moments follow the point; None where a cold fit is as quick."""
        is_slow = len(fit.problem.X) >= LARGE and fit.problem.features.is_linear
        return ManyMomentDrag(fit, row, self.answer) if is_slow else None


class ManyMomentDrag:
    """Exact refits in O(1): ``answer`` is the function of the cold fit."""

    def __init__(self, fit: ManyFit, row: int, answer: Callable[[ClassMoments], Answer]) -> None:
        self._now, self._answer = fit, answer
        self._point = MovingPoint(fit.problem.Phi, fit.problem.reduced.groups, row)

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The exact answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position, self._now.problem.X.shape[1])
        begin, problem = perf_counter(), self._now.problem
        with np.errstate(all="ignore"):
            last, outcome = self._answer(self._point.moments_at(problem.features.map(np.array([position]))[0]))
        if last is None:
            last = ManyIterate.nothing(problem.K)
        elif problem.reduced is not problem:
            last = last.for_all_classes(problem.present, problem.K)
        self._now = replace(self._now, last=last, claim=outcome, trail=(last,), seconds=perf_counter() - begin)
        return last

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        problem.share(self._now.problem)
        return replace(self._now, problem=problem)
