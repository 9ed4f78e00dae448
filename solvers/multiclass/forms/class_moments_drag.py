"""K-class methods that need only the moments of the classes, which follow a dragged point."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...algorithms.moments.moments_drag import MomentDrag
from ...moments import ClassMoments
from ...result import Outcome
from ..iterate import ManyIterate
from ..method import ManyDrag, ManyFit, ManyForm, ManySteps
from ..problem import ManyProblem

Answer = tuple[ManyIterate | None, Outcome]
LARGE = 1000  # points; fewer are summed up as quickly as one of them is followed


class OfMoments(ManyForm):
    """Base of the forms whose answer is a function of the moments of the classes."""

    def answer(self, moments: ClassMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments; a cold fit has the ``problem`` that they come from, a drag
        has only them.
        """
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
        groups, shown = fit.problem.reduced.groups, partial(_shown, fit.problem)
        return ManyMomentDrag(fit, groups, row, self.answer, shown) if is_slow else None


class ManyMomentDrag(MomentDrag):
    """That of more classes than two."""

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        problem.share(self._now.problem)
        now: ManyFit = replace(self._now, problem=problem)
        return now


def _shown(problem: ManyProblem, last: ManyIterate | None) -> ManyIterate:
    if last is None:
        return ManyIterate.nothing(problem.K)
    return last if problem.reduced is problem else last.for_all_classes(problem.present, problem.K)
