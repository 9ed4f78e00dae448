"""The drag of a K-class method without an update of its own: a warm fit at every move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..arrays import locked
from ..result import Status
from ..validation import checked_position
from .iterate import ManyIterate
from .method import ManyFit
from .problem import ManyProblem
from .solving import solve_many


class ManyWarmRefit:
    """Every move starts at the answer before it."""

    def __init__(self, fit: ManyFit, row: int) -> None:
        self._last, self._row = fit, row

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The answer with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position)
        X = self._last.problem.X.copy()
        X[self._row] = position
        moved = replace(self._last.problem, X=locked(X))
        self._last = solve_many(self._last.method, moved, start=self._last, trace=False)
        return self._last.last

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, with the grabbed point where it was last moved; cold where its certificate refuses it."""
        fit = replace(self._last, problem=problem)
        is_refused = fit.claimed.status is Status.CONVERGED and fit.status is not Status.CONVERGED
        return solve_many(fit.method, problem, trace=False) if is_refused else fit
