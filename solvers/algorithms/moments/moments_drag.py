"""One dragged point for every method that needs only the moments of the two classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ...arrays import Floats, locked
from ...features import Identity
from ...method import Fit
from ...moments import FAR, ClassMoments, reach_of
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from ..certified import last_of_steps

Answer = tuple[Iterate | None, Outcome]
# Moves between two sums over all points of the class: the updates drift by about one eps each.
REFRESH = 256
# Classes up to this size are summed up afresh at every move.
SMALL_CLASS = 512


class MomentDrag:
    """Exact refits in O(1) plus the offset rule: the moments follow one point by a rank-one update.

    ``answer`` computes the method's answer from the moments; it is the function that the cold fit calls, too.  ``looks`` says that
    the cold fit looks at the points themselves where the moments do not say CONVERGED; so does the drag, when it rests.
    """

    def __init__(self, fit: Fit, row: int, answer: Callable[[ClassMoments], Answer], looks: bool = False) -> None:
        problem, moments = fit.problem, fit.problem.moments
        self._looks = looks
        self._fit, self._answer, self._features, self._moves = fit, answer, problem.features, 0
        self._is_plane = isinstance(problem.features, Identity)
        self._positive = bool(problem.y[row] > 0)
        before = int(np.count_nonzero(problem.y[:row] > 0))
        self._column = before if self._positive else moments.count + row - before
        self._others = reach_of(moments.columns, without=self._column)
        if (np.abs(moments.columns[:, self._column]) > FAR * self._others).any():
            rows = np.concatenate([problem.rows_plus, problem.rows_minus])
            self._moments = ClassMoments.of_order(problem.Phi, rows, moments.count, self._column)
            self._others = reach_of(self._moments.columns, without=self._column)
        else:
            self._moments = replace(moments, columns=moments.columns.copy())
        self._outcome, self._last, self._seconds = fit.claim, fit.last, fit.seconds

    def move(self, position: Sequence[float]) -> Iterate:
        """The exact answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position)
        begin = perf_counter()
        point: Floats = np.array(position, dtype=np.float64)
        new = (point if self._is_plane else self._features.map(point[None])[0]) - self._moments.centre
        column = self._moments.columns[:, self._column]
        old = column.copy()
        column[:] = new
        self._moves += 1
        with np.errstate(all="ignore"):
            self._moments = self._updated(old, new)
            iterate, self._outcome = self._answer(self._moments)
        self._last = iterate if iterate is not None else no_direction(len(new))
        self._seconds = perf_counter() - begin
        return self._last

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last moved."""
        if not self._is_plane or (self._looks and self._outcome.status is not Status.CONVERGED):
            # Powers of the coordinates are rounded about the old centre, and where the moments do not decide the points do.
            with np.errstate(all="ignore"):
                last, self._outcome = last_of_steps(self._fit.method.steps(problem, None, False))
            self._last = last if last is not None else no_direction(len(self._moments.centre))
        return Fit(self._fit.method, problem, self._last, self._outcome, (self._last,), self._seconds)

    def _updated(self, old: Floats, new: Floats) -> ClassMoments:
        """The moments after one move, about the same centre: no other point moves.

        Those of a small class are summed up anew, which costs no more than the update and never drifts; those of a large one now
        and then, and when a place far away has cost digits.
        """
        moments, reach = self._moments, np.maximum(self._others, np.abs(new))
        if (moments.plus if self._positive else moments.minus).n > SMALL_CLASS and self._moves % REFRESH:
            after = moments.moved(self._positive, old, new, reach)
            if not (after.plus if self._positive else after.minus).has_drifted:
                return after
        return moments.summed_again(self._positive, reach)


def no_direction(features: int) -> Iterate:
    """No direction at all: w = 0 and no offset, so that nothing is drawn."""
    return Iterate(locked(np.zeros(features)), float("nan"))
