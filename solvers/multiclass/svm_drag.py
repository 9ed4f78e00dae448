"""One grabbed point of the SVM of all classes at once: the ties of the answer before it nearly always lead to the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from ..algorithms.multiclass.coordinates import Coordinates
from ..algorithms.multiclass.softmax_bound import differences
from ..algorithms.multiclass.svm_interior_point import InteriorPoint, System
from ..algorithms.multiclass.svm_losses import CrammerSinger, ManyHinge
from ..algorithms.multiclass.svm_polish import EXACT, polished
from ..arrays import Floats, locked
from ..result import Outcome, Status
from ..validation import checked_position
from .iterate import ManyIterate
from .method import ManyFit
from .problem import ManyProblem
from .solving import solve_many

CORRECTIONS = 8
PROVEN = 1e-9  # a gap, recomputed from the data, that needs no cold fit
PARTS = 4  # of a long way


class SvmDrag:
    """In the coordinates of the moment when the point was taken one column changes; ties leave and join until none is wrong.

    What that does not find, by a gap of 1e-12 that primal and dual leave, is fitted cold.
    """

    def __init__(self, fit: ManyFit, hinge: ManyHinge, price: float, row: int, optimum: str) -> None:
        self._fit, self._row, self._hinge, self._price, self._optimum = fit, row, hinge, price, optimum
        problem = fit.problem.reduced
        known = problem.coordinates
        at = Coordinates(known.centre, known.basis, known.columns.copy())
        self._system = System(at, problem.K, hinge, price)
        self._point = self._held(fit)
        self._last, self._seconds, self._is_cold = fit.last, fit.seconds, False

    def _held(self, fit: ManyFit) -> InteriorPoint:
        """An answer in the coordinates of the drag."""
        problem = fit.problem
        last = fit.last if problem.reduced is problem else fit.last.narrowed(problem.present)
        assert last.W is not None
        assert last.centre is not None
        assert last.f_centre is not None
        assert last.alpha is not None
        theta = differences(self._system.at.theta(last.W, last.centre, last.f_centre))
        return InteriorPoint(theta, self._hinge.weights(last.alpha.T / self._price), np.inf, np.inf)

    def move(self, position: Sequence[float]) -> ManyIterate:
        """The optimum with the grabbed point at ``position`` (x1, x2) in data units."""
        position = checked_position(position)
        begin = perf_counter()
        problem, at = self._fit.problem, self._system.at
        phi = problem.features.map(np.array([position], dtype=np.float64))[0]
        here, there = at.columns[:-1, self._row].copy(), at.basis.T @ (phi - at.centre)
        found = self._found(there) or self._found_by_parts(here, there)
        self._is_cold = found is None
        if found is None:
            self._last = self._cold(position)
        else:
            iterate = answer(at, self._hinge, found, self._price)
            self._last = iterate if problem.reduced is problem else iterate.widened(problem.present, problem.K)
        self._seconds = perf_counter() - begin
        return self._last

    def _found(self, u: Floats) -> InteriorPoint | None:
        """The optimum with the grabbed point at ``u``, from the last one; None where the corrections do not find it."""
        self._system.at.move(self._row, u)
        found = polished(self._system, self._hinge, self._point, CORRECTIONS)
        if found is None or not abs(found.gap) <= EXACT:
            return None
        self._point = found
        return found

    def _found_by_parts(self, here: Floats, there: Floats) -> InteriorPoint | None:
        """The same on a way of several short steps: few ties change in each."""
        found = None
        for part in range(1, PARTS + 1):
            found = self._found(here + (part / PARTS) * (there - here))
            if found is None:
                break
        return found

    def _cold(self, position: Sequence[float]) -> ManyIterate:
        X = self._fit.problem.X.copy()
        X[self._row] = position
        problem = self._fit.problem
        moved = ManyProblem(locked(X), problem.labels, problem.classes, problem.features, None, problem.names)
        found = solve_many(self._fit.method, moved, trace=False)
        if found.status is Status.CONVERGED and found.last.alpha is not None:
            self._point = self._held(found)
        return found.last

    def fit(self, problem: ManyProblem) -> ManyFit:
        """The full fit for ``problem``, in which the grabbed point stands where it was last moved."""
        if self._is_cold:
            return solve_many(self._fit.method, problem, trace=False)
        problem.share(self._fit.problem)
        outcome = Outcome(Status.CONVERGED, self._optimum)
        found = replace(self._fit, problem=problem, last=self._last, claim=outcome, trail=(self._last,), seconds=self._seconds)
        # Nearly on a line and far away the coordinates of the drag do not carry the multipliers over to the data.
        gap = found.certificate.gap
        return found if gap is not None and abs(gap) <= PROVEN else solve_many(self._fit.method, problem, trace=False)


def answer(at: Coordinates, hinge: ManyHinge, point: InteriorPoint, price: float) -> ManyIterate:
    """The model and the multipliers of a point, in data units."""
    alpha = (point.A if isinstance(hinge, CrammerSinger) else hinge.pulled(point.A)).T * price
    alpha[np.arange(len(alpha)), hinge.labels] = 0.0
    note = f"The relative distance of primal and dual is {point.gap:.1e}."
    return ManyIterate.in_coordinates(at, point.theta, alpha=locked(alpha), objective=price * point.objective, note=note)
