"""``grab``: take hold of one point and refit exactly at every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .arrays import read_only
from .drive import solve
from .method import Drag, Fit
from .problem import Problem
from .result import Iterate
from .validation import check_kind, checked_position, checked_row


def grab(fit: Fit, row: int) -> Drag:
    """A drag of point ``row`` that starts at ``fit``: ``drag.move((x1, x2))`` refits, ``drag.fit(problem)`` gives the full fit.

    Methods with an exact update keep what does not change (the band of points that may matter, the hulls, the Hessian, the
    moments); every other method is refitted warm from the previous answer.

    Raises:
        TypeError: ``fit`` is no fit.
        ValueError: ``row`` is no row of its points.
    """
    check_kind("fit", fit, Fit, "the result of an earlier fit")
    row = checked_row(row, len(fit.problem.y))
    return fit.method.grab(fit, row) or _WarmRefit(fit, row)


class _WarmRefit:
    """The drag of a method without an update of its own: a warm fit at every move."""

    def __init__(self, fit: Fit, row: int) -> None:
        self._last, self._row = fit, row

    def move(self, position: Sequence[float]) -> Iterate:
        X = self._last.problem.X.copy()
        X[self._row] = checked_position(position)
        problem = self._last.problem
        moved = Problem(read_only(X), problem.y, problem.features, problem.kernel, problem.classes)
        self._last = solve(self._last.method, moved, start=self._last, trace=False)
        return self._last.last

    def fit(self, problem: Problem) -> Fit:
        return replace(self._last, problem=problem)
