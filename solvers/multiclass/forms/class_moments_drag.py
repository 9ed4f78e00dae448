"""One dragged point for every K-class method that needs only the moments of the classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ...arrays import Floats
from ...moments import FAR, reach_of
from ...result import Outcome
from ...validation import checked_position
from ..class_moments import ManyMoments
from ..iterate import ManyIterate
from ..method import ManyDrag, ManyFit, ManyForm, ManySteps
from ..problem import ManyProblem

Answer = tuple[ManyIterate | None, Outcome]
LARGE = 1000  # points; fewer are summed up as quickly as one of them is followed


class OfMoments(ManyForm):
    """Base of the forms whose answer is a function of the moments of the classes."""

    def answer(self, moments: ManyMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments; a cold fit has the ``problem`` that they come from, a drag has only them."""
        raise NotImplementedError

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step."""
        iterate, outcome = self.answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """The moments follow the point."""
        return moments_drag(fit, row, self.answer)


def moments_drag(fit: ManyFit, row: int, answer: Callable[[ManyMoments], Answer]) -> ManyDrag | None:
    """A drag in which the moments follow the point; None where a cold fit is as quick, or the point has carried the centre away."""
    if len(fit.problem.X) < LARGE or fit.problem.Phi.shape[1] > 2:
        return None
    drag = ManyMomentDrag(fit, row, answer)
    return None if drag.is_far(drag.home) else drag


class ManyMomentDrag:
    """Exact refits in O(1): the moments of one class follow one point; ``answer`` is the function of the cold fit.

    Every move begins at the sums over the points as they were, so nothing drifts; beside a point far away all points are summed up.
    """

    def __init__(self, fit: ManyFit, row: int, answer: Callable[[ManyMoments], Answer]) -> None:
        self._fit, self._row, self._answer = fit, row, answer
        problem = fit.problem.reduced
        self._moments = problem.moments
        self._class = int(problem.labels[row])
        self._column = int(self._moments.starts[self._class] + np.searchsorted(problem.groups[self._class], row))
        self._columns = self._moments.columns.copy()
        self._others = reach_of(self._columns, without=self._column)
        self.home = self._columns[:, self._column].copy()
        self._now = fit

    def is_far(self, place: Floats) -> bool:
        """Whether a centred place (m,) is so far away that sums which hold it have lost digits of the others."""
        return not bool((np.abs(place) <= FAR * self._others).all())

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The exact answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position)
        begin = perf_counter()
        problem = self._fit.problem
        phi = problem.features.mapped(np.array([position], dtype=np.float64))[0]
        with np.errstate(all="ignore"):
            iterate, outcome = self._answer(self._moved(phi))
        last = ManyIterate.nothing(problem.K) if iterate is None else iterate
        if problem.reduced is not problem and iterate is not None:
            last = iterate.for_all_classes(problem.present, problem.K)
        self._now = replace(self._fit, last=last, claim=outcome, trail=(last,), seconds=perf_counter() - begin)
        return last

    def _moved(self, phi: Floats) -> ManyMoments:
        new = phi - self._moments.centre
        if self.is_far(new):
            Phi = self._fit.problem.Phi.copy()
            Phi[self._row] = phi
            return ManyMoments.of(Phi, self._fit.problem.reduced.groups)
        self._columns[:, self._column] = new
        reach = np.maximum(self._others, np.abs(new))
        return self._moments.moved(self._class, self.home, new, self._columns, reach)

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        problem.share(self._fit.problem)
        return replace(self._now, problem=problem)
