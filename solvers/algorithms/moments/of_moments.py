"""Methods whose answer is a function of the moments of the classes, also while one is dragged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Annotated, Any

import numpy as np

from ...arrays import Floats, Ints, locked
from ...maps import Identity
from ...method import Drag, Fit, Method, Steps
from ...moments import ClassMoments, Moments
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from ..stepping import last_of_steps
from .threshold import OFFSETS

ClosedForm = tuple[Iterate | None, Outcome]  # None where there is no direction


class MovingPoint:
    """The moments of all classes while one point moves: those of its class follow by a rank-one
    update.

    Every move begins at the sums with the point beside another one, so nothing drifts, and a point
    that was far away when it was grabbed has not carried the centre with it.
    """

    def __init__(self, Phi: Floats, groups: Sequence[Ints], row: int) -> None:
        Phi = Phi.copy()
        Phi[row] = Phi[row - 1]
        self._start = ClassMoments.of(Phi, groups)
        self._class = next(
            k for k, rows in enumerate(groups) if row in rows[rows.searchsorted(row) :][:1]
        )
        self._column = self._start.starts[self._class] + int(groups[self._class].searchsorted(row))
        self._home = self._start.columns[:, self._column].copy()

    def moments_at(self, phi: Floats) -> ClassMoments:
        """The moments with the point at ``phi (m,)``, valid until it moves again."""
        start, k = self._start, self._class
        new = phi - start.centre
        start.columns[:, self._column] = new
        one = start.classes[k].moved(self._home, new)
        if one.has_drifted:
            one = Moments.of(start.columns[:, start.starts[k] : start.starts[k + 1]])
        return start.with_class(k, one, np.maximum(start.reach, np.abs(new)))


class MomentDrag:
    """Exact refits in O(1) plus the offset rule, of two classes or of many.

    ``answer`` computes the method's answer from the moments; it is the function that the cold fit
    calls, too.  ``model_to_show`` is the model that is shown for it, also where there is none.
    ``reads_points``: where the moments do not say CONVERGED the cold fit reads the points
    themselves, and so does the drag when it rests.
    """

    def __init__(
        self,
        fit: Any,
        groups: Sequence[Ints],
        row: int,
        answer: Callable[..., Any],
        model_to_show: Callable[..., Any],
        reads_points: bool = False,
    ) -> None:
        self._now, self._answer, self._shown = fit, answer, model_to_show
        self._reads_points = reads_points
        self._features, self._is_plane = (
            fit.problem.features,
            isinstance(fit.problem.features, Identity),
        )
        self._point = MovingPoint(fit.problem.Phi, groups, row)

    def move(self, position: Sequence[float]) -> Any:
        """The exact answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position, self._now.problem.X.shape[1])
        begin = perf_counter()
        point: Floats = np.array(position, dtype=np.float64)
        with np.errstate(all="ignore"):
            last, outcome = self._answer(
                self._point.moments_at(
                    point if self._is_plane else self._features.map(point[None])[0]
                )
            )
        self._keep(last, outcome, perf_counter() - begin)
        return self._now.last

    def fit(self, problem: Any) -> Any:
        """The full fit for ``problem``, in which the grabbed point stands where it was last
        moved.
        """
        if not self._is_plane or (
            self._reads_points and self._now.claim.status is not Status.CONVERGED
        ):
            # Powers of the coordinates are rounded about the old centre, and where the moments do
            # not decide the points do.
            with np.errstate(all="ignore"):
                last, outcome = last_of_steps(self._now.method.steps(problem, None, False))
                self._keep(last, outcome, self._now.seconds)
        return replace(self._now, problem=problem)

    def _keep(self, last: Any, outcome: Outcome, seconds: float) -> None:
        last = self._shown(last)
        self._now = replace(self._now, last=last, claim=outcome, trail=(last,), seconds=seconds)


def drag_of_moments(
    fit: Fit, row: int, answer: Callable[[ClassMoments], ClosedForm], reads_points: bool = False
) -> MomentDrag:
    """The drag of a fit of two classes; without any direction w = 0 and no offset, so that nothing
    is drawn.
    """
    no_model = Iterate(locked(np.zeros(fit.problem.Phi.shape[1])), float("nan"))
    return MomentDrag(
        fit, fit.problem.groups, row, answer, lambda last: last or no_model, reads_points
    )


@dataclass(frozen=True)
class OfMoments(Method):
    """A closed form of counts, means and scatters."""

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The closed form, in one step."""
        iterate, outcome = self._answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def grab(self, fit: Fit, row: int) -> Drag | None:
        """The moments follow the point; with more features than coordinates a warm refit is as fast
        as their update.
        """
        return drag_of_moments(fit, row, self._answer) if fit.problem.features.is_linear else None

    def _answer(self, moments: ClassMoments, problem: Problem | None = None) -> ClosedForm:
        """The answer for these moments; a cold fit has the ``problem`` they come from, a drag has
        only them.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Projection(OfMoments):
    """A direction from the moments of the classes, and an offset rule of its own
    (:mod:`solvers.algorithms.moments.threshold`).
    """

    offset: Annotated[str, OFFSETS] = "training-error"
