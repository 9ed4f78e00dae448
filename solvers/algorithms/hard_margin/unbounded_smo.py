"""The dual of the hard margin by sequential minimal optimisation (Platt 1998): two multipliers at a time.

``max sum alpha - 1/2 |sum alpha y phi|^2`` over ``alpha >= 0``, ``sum alpha y = 0``: the pairs and faces of the soft margin
(:mod:`solvers.algorithms.soft_margin.smo`) with no upper bound.

Source: Platt (1998); Keerthi et al., Neural Comput. 13 (2001) 637; Fan, Chen and Lin, JMLR 6 (2005) 1889.
"""

from __future__ import annotations

import math

import numpy as np

from ...arrays import Floats, locked
from ...counting import count_words
from ...method import Fit, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...studies.separability import closest_pair_steps
from ..soft_margin.by_smo import PATIENCE, kernel_rows
from ..soft_margin.smo import Pair, pairs
from .hull import explanation, not_separable

# The worst violated condition at the end, in units of the margin (which is 1): the relative gap is at most twice this.
_TOLERANCE = 5e-10
_STEPS = 50_000
_BREATHE = 64  # steps between two signs of life


def steps(problem: Problem, start: Fit | None, trace: bool) -> Steps:
    """Pair steps from alpha = 0 (or from an earlier fit), after the hulls have shown that an optimum exists."""
    hulls = yield from closest_pair_steps(problem)
    if not hulls.separable:
        return not_separable(problem, hulls)
    dual = _Dual(problem, start)
    shown, smallest, reached_at = 1.0, math.inf, 0
    for count, at in enumerate(pairs(dual.row, dual.diagonal, problem.y, math.inf, dual.alpha, dual.F, _TOLERANCE), 1):
        if at.violation <= _TOLERANCE:
            yield dual.model(at, "No pair of multipliers can be improved.")
            return Outcome(Status.CONVERGED, explanation(dual.squared_distance, int(np.count_nonzero(dual.alpha))))
        if at.violation < 0.9 * smallest:
            smallest, reached_at = at.violation, count
        if trace and count >= shown:
            # Every step at first, then ever fewer: the first steps turn the line, the later ones polish it.
            shown = max(shown + 1.0, 1.05 * shown)
            yield dual.model(at, f"Step {count}: {_words(at)}; worst violation {at.violation:.1e}.")
        elif count % _BREATHE == 0:
            yield None
        if count == _STEPS or count - reached_at > PATIENCE:
            break
    yield dual.model(at, "No step brings the conditions nearer any more.")
    return Outcome(Status.BUDGET, f"Stopped after {count_words(count, 'step')} with a worst violation of {at.violation:.1e}.")


def _words(at: Pair) -> str:
    if at.i < 0:
        return "all multipliers above 0 move together to the best point of their face"
    return f"points {at.i + 1} and {at.j + 1} share their multipliers anew"


class _Dual:
    """Multipliers and scores in standardised units (the kernel as it is)."""

    def __init__(self, problem: Problem, start: Fit | None) -> None:
        self._problem, self._y = problem, problem.y
        if problem.kernel is not None:
            self.row, self.diagonal = kernel_rows(problem)
            self._unit = 1.0
        else:
            data = problem.standardised
            self._points, self._unit = np.ascontiguousarray((data.Z[:-1] * problem.y).T), data.scale
            self.diagonal = (self._points * self._points).sum(axis=1)
            self.row = lambda i: self._points @ self._points[i]
        self.alpha = np.zeros(len(problem.y))
        if start is not None and start.alpha is not None and len(start.alpha) == len(self._y) and start.problem.y is problem.y:
            self.alpha = start.alpha * self._unit**2
        rows = np.flatnonzero(self.alpha)
        signed = self.alpha * self._y
        scores = problem.gram_times(signed) if problem.kernel is not None else self._points @ (signed[rows] @ self._points[rows])
        self.F: Floats = scores - self._y

    @property
    def squared_distance(self) -> float:
        """The squared distance of the hulls, ``4 / |w|^2``, in data units."""
        square = float((self.alpha * self._y) @ (self.F + self._y))
        return 4.0 * self._unit**2 / square if square > 0.0 else 0.0  # no step was taken

    def model(self, at: Pair, note: str) -> Iterate:
        """The multipliers and the hyperplane they stand for, in data units."""
        alpha, signed, active = locked(self.alpha / self._unit**2), self.alpha * self._y, (at.i, at.j) if at.i >= 0 else ()
        objective = 0.5 * float(signed @ (self.F + self._y)) / self._unit**2
        if self._problem.kernel is not None:
            return Iterate(None, at.b, alpha=alpha, objective=objective, active=active, note=note)
        w = signed @ self._points / self._unit
        return Iterate.centred(
            w, self._problem.standardised.centre, at.b, alpha=alpha, objective=objective, active=active, note=note
        )
