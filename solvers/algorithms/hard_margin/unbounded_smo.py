"""The dual of the hard margin by sequential minimal optimisation (Platt 1998): two multipliers at a time.

``max sum alpha - 1/2 |sum alpha y phi|^2`` over ``alpha >= 0``, ``sum alpha y = 0``.  Changing ``alpha_i y_i`` by t and
``alpha_j y_j`` by -t keeps the sum; along that line the dual is a parabola whose top is known in closed form.  The pair is
chosen by the gain of that step (second order working set; Fan, Chen and Lin 2005), as in libsvm, with no upper bound.  Now and then
all multipliers above 0 move together to the best point of their face, where coordinates of very different size would take tens of
thousands of pairs.

Source: Platt (1998); Keerthi et al., Neural Comput. 13 (2001) 637; Fan, Chen and Lin, JMLR 6 (2005) 1889.
"""

from __future__ import annotations

import math

import numpy as np

from ...arrays import Bools, Floats, locked
from ...counting import count_words
from ...method import Fit, Steps
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...studies.separability import closest_pair_steps
from ..soft_margin.by_smo import kernel_rows
from ..soft_margin.smo import PERIOD, face_step
from ..standardise import standardise
from .hull import explanation, not_separable

# The worst violated condition at the end, in units of the margin (which is 1): the relative gap is at most twice this.
_TOLERANCE = 5e-10
_STEPS = 50_000
_PATIENCE = 5_000  # steps without a smaller violation: rounding has won
_SMALLEST_CURVATURE = 1e-12  # of duplicates; as in libsvm
_FACES = 4  # face steps in a row, while multipliers meet their ends
_BREATHE = 64  # steps between two signs of life


def steps(problem: Problem, start: Fit | None, trace: bool) -> Steps:
    """Pair steps from alpha = 0 (or from an earlier fit), after the hulls have shown that an optimum exists."""
    pair = yield from closest_pair_steps(problem)
    if not pair.separable:
        return not_separable(problem, pair)
    dual = _Dual(problem, start)
    shown, smallest, reached_at = 1.0, math.inf, 0
    for count in range(1, _STEPS + 1):
        violation = dual.improve()
        if violation < 0.9 * smallest:
            smallest, reached_at = violation, count
        if violation <= _TOLERANCE:
            yield dual.model("No pair of multipliers can be improved.")
            return Outcome(Status.CONVERGED, explanation(dual.squared_distance, int(np.count_nonzero(dual.alpha))))
        if trace and count >= shown:
            # Every step at first, then ever fewer: the first steps turn the line, the later ones polish it.
            shown = max(shown + 1.0, 1.05 * shown)
            yield dual.model(f"Step {count}: {dual.last_pair}; worst violation {violation:.1e}.")
        elif count % _BREATHE == 0:
            yield None
        if count - reached_at > _PATIENCE:
            break
    yield dual.model("No step brings the conditions nearer any more.")
    return Outcome(Status.BUDGET, f"Stopped after {count_words(count, 'step')} with a worst violation of {violation:.1e}.")


class _Dual:
    """Multipliers and scores in standardised units (the kernel as it is)."""

    def __init__(self, problem: Problem, start: Fit | None) -> None:
        self._problem, self._y = problem, problem.y
        self._kernel = problem.kernel is not None
        if self._kernel:
            self._row, self._diagonal = kernel_rows(problem)
            self._unit = 1.0
        else:
            data = standardise(problem.Phi, problem.y)
            self._points, self._unit = np.ascontiguousarray((data.Z[:-1] * problem.y).T), data.scale
            self._centre = data.centre
            self._diagonal = (self._points * self._points).sum(axis=1)
            self._row = lambda i: self._points @ self._points[i]
        self.alpha = np.zeros(len(problem.y))
        if start is not None and start.alpha is not None and len(start.alpha) == len(self._y) and start.problem.y is problem.y:
            self.alpha = start.alpha * self._unit**2
        rows = np.flatnonzero(self.alpha)
        signed = (self.alpha * self._y)[rows]
        self._f: Floats = problem.gram_times(self.alpha * self._y) if self._kernel else self._points @ (signed @ self._points[rows])
        self._positive: Bools = self._y > 0
        self._pair, self._count = (0, 0), 0

    def improve(self) -> float:
        """Take the step of the best pair; the violation it found (no step below the tolerance)."""
        free = self.alpha > 0.0
        slack = self._y - self._f
        # alpha y may rise where y = +1 or alpha > 0, fall where y = -1 or alpha > 0.
        i = int(np.where(self._positive | free, slack, -math.inf).argmax())
        excess = slack[i] - np.where(~self._positive | free, slack, math.inf)
        violation = float(excess.max())
        self._offset = float(slack[i]) - 0.5 * violation
        if violation <= _TOLERANCE:
            return violation
        row = self._row(i)
        curvature = np.maximum(self._diagonal[i] + self._diagonal - 2.0 * row, _SMALLEST_CURVATURE)
        j = int(np.where(excess > 0.0, excess * excess / curvature, -1.0).argmax())
        step = float(excess[j] / curvature[j])
        if not self._positive[i]:
            step = min(step, float(self.alpha[i]))
        if self._positive[j]:
            step = min(step, float(self.alpha[j]))
        self.alpha[i] = max(0.0, self.alpha[i] + self._y[i] * step)
        self.alpha[j] = max(0.0, self.alpha[j] - self._y[j] * step)
        self._f += step * (row - self._row(j))
        self._pair = (i, j)
        self._count += 1
        if self._count % PERIOD == 0:
            F = self._f - self._y
            for _ in range(_FACES):
                _, blocked = face_step(self._row, self._y, math.inf, self.alpha, F)
                if not blocked:
                    break
            self._f = F + self._y
        return violation

    @property
    def last_pair(self) -> str:
        """The pair of the last step in words."""
        return f"points {self._pair[0] + 1} and {self._pair[1] + 1} share their multipliers anew"

    @property
    def squared_distance(self) -> float:
        """The squared distance of the hulls, ``4 / |w|^2``, in data units."""
        square = float((self.alpha * self._y) @ self._f)
        return 4.0 * self._unit**2 / square if square > 0.0 else 0.0  # no step was taken

    def model(self, note: str) -> Iterate:
        """The multipliers and the hyperplane they stand for, in data units."""
        alpha = locked(self.alpha / self._unit**2)
        objective = 0.5 * float((self.alpha * self._y) @ self._f) / self._unit**2
        if self._kernel:
            return Iterate(None, self._offset, alpha=alpha, objective=objective, active=self._pair, note=note)
        w = (self.alpha * self._y) @ self._points / self._unit
        return Iterate.centred(w, self._centre, self._offset, alpha=alpha, objective=objective, active=self._pair, note=note)
