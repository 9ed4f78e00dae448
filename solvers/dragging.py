"""``grab``: one point of a fit that is dragged, exactly where a method can do that, else by warm
refits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, overload

from .algorithms.certified import is_beyond_doubt
from .answer import AnyDrag
from .arrays import read_only
from .centring import Centred
from .fitting import solve
from .method import Drag, Fit
from .multiclass.method import AnyFit, AnyProblem, ManyDrag, ManyFit
from .problem import Problem
from .result import Status
from .validation import check_kind, checked_position, checked_row


@overload
def grab(fit: Fit, row: int) -> Drag: ...


@overload
def grab(fit: ManyFit, row: int) -> ManyDrag: ...


def grab(fit: AnyFit, row: int) -> AnyDrag[Any, Any, AnyFit]:
    """A drag of point ``row`` that starts at ``fit``: ``drag.move((x1, x2))`` refits,
    ``drag.fit(problem)`` gives the full fit.

    The soft margin keeps what does not change (the points that cannot matter, with a kernel its
    Gram matrix); every other method is refitted warm from the previous answer.

    Raises:
        TypeError: ``fit`` is not a fit.
        ValueError: ``row`` is not a row of its points.
    """
    if not isinstance(fit, ManyFit):
        check_kind("fit", fit, Fit, "the result of an earlier fit")
    row = checked_row(row, len(fit.problem.X))
    drag = exact_drag(fit, row) or _WarmRefit(fit, row)
    return _KeepsMap(drag, fit.problem) if _is_about_data(fit.problem) else drag


class _KeepsMap:
    """A drag whose map was taken from the data: it ends with the map it began with, whatever that
    of the last problem is.
    """

    def __init__(self, drag: Any, problem: AnyProblem) -> None:
        self._held, self._space = drag, (problem.features, problem.kernel)
        self.move = drag.move

    def fit(self, problem: Any) -> Any:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        features, kernel = self._space
        is_same = (problem.features, problem.kernel) == self._space
        return self._held.fit(
            problem if is_same else replace(problem, features=features, kernel=kernel)
        )


def _is_about_data(problem: AnyProblem) -> bool:
    space = problem.features if problem.kernel is None else problem.kernel
    return isinstance(space, Centred) and not space.is_as_written


def exact_drag(fit: AnyFit, row: int) -> AnyDrag[Any, Any, AnyFit] | None:
    """The exact drag of point ``row``, or None where nothing is faster than a warm refit, or a
    class has no point.
    """
    if isinstance(fit, ManyFit) or fit.claimed_outcome.status is Status.NO_DATA:
        return None
    drag = fit.method.grab(fit, row)
    return None if drag is None else _Certified(drag)


class _Certified:
    """An exact drag whose fit is a cold one wherever its certificate does not support what it
    claims.
    """

    def __init__(self, drag: Drag) -> None:
        self.exact, self.move = drag, drag.move

    def fit(self, problem: Problem) -> Fit:
        fit = self.exact.fit(problem)
        # near the data an exact drag loses no digits that a claim needs
        if is_beyond_doubt(fit) or fit.status is not Status.BUDGET:
            return fit
        # it may arrive, and in any case says how it ended, where a drag speaks of its last move
        return solve(fit.method, problem, trace=False)


class _WarmRefit:
    """The drag of a method without an update of its own: a warm fit at every move, of two classes
    or of many.
    """

    def __init__(self, fit: Any, row: int) -> None:
        self._last, self._row = fit, row

    def move(self, position: Sequence[float]) -> Any:
        """The answer with the grabbed point at ``position``, (x1, x2) or as many coordinates as it
        has, in data units.
        """
        X = self._last.problem.X.copy()
        d = X.shape[1]
        X[self._row] = checked_position(position, d)
        moved = replace(self._last.problem, X=read_only(X))
        self._last = solve(self._last.method, moved, start=self._last, trace=False)
        return self._last.last

    def fit(self, problem: Any) -> Any:
        """The full fit for ``problem``, with the grabbed point where it was last moved; cold where
        its certificate refuses it, or where only a cold one arrives, at the optimum or at a reason
        why there is none.
        """
        fit = replace(self._last, problem=problem)
        if fit.status is not Status.BUDGET:
            return fit
        cold = solve(fit.method, problem, trace=False)
        is_refused = fit.claimed_outcome.status is Status.CONVERGED
        return cold if is_refused or cold.status is not Status.BUDGET else fit
