"""``grab``: take hold of one point and refit exactly at every move."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .algorithms.certified import is_beyond_doubt
from .arrays import read_only
from .drive import solve
from .method import Drag, Fit
from .problem import Problem
from .result import Iterate, Status
from .validation import check_kind, checked_position, checked_row


def grab(fit: Fit, row: int) -> Drag:
    """:func:`solvers.grab` for two classes."""
    check_kind("fit", fit, Fit, "the result of an earlier fit")
    row = checked_row(row, len(fit.problem.y))
    return exact_drag(fit, row) or WarmRefit(fit, row, solve)


def exact_drag(fit: Fit, row: int) -> Drag | None:
    """The exact drag of point ``row``, or None where nothing is faster than a warm refit, or a
    class has no point.
    """
    drag = None if fit.claimed_outcome.status is Status.NO_DATA else fit.method.grab(fit, row)
    return None if drag is None else _Certified(fit, drag, row)


class _Certified:
    """An exact drag whose fit is a cold one wherever its certificate does not support what it
    claims.
    """

    def __init__(self, fit: Fit, drag: Drag, row: int) -> None:
        self.exact = drag
        X = fit.problem.X
        others = X[np.arange(len(X)) != row]
        low, high = others.min(axis=0), others.max(axis=0)
        # A point a thousand spans away takes digits from the sums that it comes into and leaves
        # again; so does an origin.
        away = 1e3 * math.hypot(*(high - low).tolist())
        self._low, self._high = (low - away).tolist(), (high + away).tolist()
        self._has_been_far = self._is_far(X[row].tolist()) or self._is_far((0.0,) * X.shape[1])

    def _is_far(self, position: Sequence[float]) -> bool:
        return not all(
            low <= at <= high for low, at, high in zip(self._low, position, self._high, strict=True)
        )

    def move(self, position: Sequence[float]) -> Iterate:
        last = self.exact.move(position)
        if self._is_far(position):
            self._has_been_far = True
        return last

    def fit(self, problem: Problem) -> Fit:
        fit = self.exact.fit(problem)
        # Near the data an exact drag loses no digits that a claim needs; sums that once held a
        # point far away may have.
        is_plain = not self._has_been_far and is_beyond_doubt(fit)
        return fit if is_plain else _upheld(fit, solve)


def _upheld(fit: Any, solve_again: Callable[..., Any]) -> Any:
    """The fit where its certificate supports its claim, else the cold fit of the same points; so
    where only that one arrives.
    """
    if fit.status is not Status.BUDGET:
        return fit
    cold = solve_again(fit.method, fit.problem, trace=False)
    is_refused = fit.claimed_outcome.status is Status.CONVERGED
    return cold if is_refused or cold.status is Status.CONVERGED else fit


class WarmRefit:
    """The drag of a method without an update of its own: a warm fit at every move, of two classes
    or of many.
    """

    def __init__(self, fit: Any, row: int, solve: Callable[..., Any]) -> None:
        self._last, self._row, self._solve = fit, row, solve

    def move(self, position: Sequence[float]) -> Any:
        """The answer with the grabbed point at ``position``, (x1, x2) or as many coordinates as it
        has, in data units.
        """
        X = self._last.problem.X.copy()
        d = X.shape[1]
        X[self._row] = checked_position(position, d)
        moved = replace(self._last.problem, X=read_only(X))
        self._last = self._solve(self._last.method, moved, start=self._last, trace=False)
        return self._last.last

    def fit(self, problem: Any) -> Any:
        """The full fit for ``problem``, with the grabbed point where it was last moved; cold where
        its certificate refuses it.
        """
        return _upheld(replace(self._last, problem=problem), self._solve)
