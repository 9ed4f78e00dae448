"""One grabbed point with a kernel: the soft margin at every move, from what the move leaves alone.

Kept are the Gram matrix K, the multipliers alpha and ``F = K (alpha y) - y``.  A move replaces one
row and one column of K, which changes F by one multiple of a vector; then the free multipliers take
one step on their face, and pairs follow where that leaves a violation.

The certificate of a dragged fit uses nothing of F: its scores are summed from the kernel's values,
a sum over all of K now and then, and the terms that differ from it in between
(:meth:`KernelDrag._sums`).  What rounding may have taken from both is counted there as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from time import perf_counter

import numpy as np

from ...arrays import Floats, locked
from ...method import Fit
from ...problem import GRAMS, WHOLE_GRAM, Expansion, Problem, gram_blocks, is_semidefinite
from ...result import Iterate, Outcome, Status
from ...validation import checked_position
from .smo import EXACT, EXACT_GAP, PATIENCE, SMALLEST_VIOLATION, face_step, pairs, words_of_steps

FACES = 6  # steps on the face of the free multipliers before the first pair
CONFIRM_EVERY = 64  # moves, and fits, between two sums over the whole matrix
FEW = 8  # where one multiplier in so many has changed, it is summed, too
SHORT = "The point was moved on before the optimality conditions held."


class KernelDrag:
    """The drag of one row of a fit with a kernel (see :class:`solvers.method.Drag`)."""

    def __init__(self, fit: Fit, row: int) -> None:
        problem, bounds = fit.problem, fit.method.multiplier_bounds(fit.problem)
        assert problem.kernel is not None
        self._fit, self._row, self._kernel, self._y = fit, row, problem.kernel, problem.y
        self._X = problem.X.copy()
        self._ends: Floats = np.broadcast_to(np.asarray(bounds), len(self._y)).astype(np.float64)
        self._diagonal = self._kernel.diagonal(self._X)
        self._alpha, self._last, self._is_optimal = np.array(fit.alpha), fit.last, True
        self._steps, self._violation, self._moves = 0, 0.0, 0
        nothing: Floats = np.zeros(len(self._y))
        self._earlier = Expansion(nothing, nothing, nothing, nothing)
        self._row_before, self._sums_since = nothing, CONFIRM_EVERY
        self._F = self._sums().scores - self._y

    @staticmethod
    def applies_to(fit: Fit) -> bool:
        """Whether the Gram matrix is an inner product and small enough to be kept."""
        problem = fit.problem
        return (
            problem.kernel is not None
            and problem.explicit is None
            and fit.alpha is not None
            and len(problem.y) <= WHOLE_GRAM
            and problem.smallest_eigenvalue == 0.0
        )

    @cached_property
    def _gram(self) -> Floats:
        """The Gram matrix of the points as they lie now; dropped where many drags keep one."""
        K = np.array(replace(self._fit.problem, X=locked(self._X.copy())).gram)
        GRAMS.note(self, "_gram", K.nbytes)
        return K

    def move(self, position: Sequence[float]) -> Iterate:
        """The optimum with the grabbed point at ``position`` in data units."""
        K, row, y, alpha, F = self._gram, self._row, self._y, self._alpha, self._F
        x = np.array(checked_position(position, self._X.shape[1]))[None]
        with np.errstate(all="ignore"):
            values = self._kernel.gram(x, self._X)[0]
            values[row] = self._kernel.diagonal(x)[0]
        self._is_optimal = bool(np.isfinite(values).all())
        if not self._is_optimal:  # a written kernel has no value there
            return self._last
        self._X[row], self._diagonal[row] = x[0], values[row]
        if alpha[row]:
            F += alpha[row] * y[row] * (values - K[row])
        K[row] = K[:, row] = values
        F[row] = values @ (alpha * y) - y[row]
        self._moves += 1
        if self._moves % CONFIRM_EVERY == 0:
            F[:] = self._sums().scores - y
        b = self._improve()
        self._last = Iterate(None, b, locked(alpha.copy()))
        return self._last

    def _improve(self) -> float:
        """Face steps and pairs until the violation and the gap that F says are small; b."""
        row, ends, alpha, F = self._gram.__getitem__, self._ends, self._alpha, self._F
        for _ in range(FACES):
            _, is_blocked = face_step(row, self._y, ends, alpha, F)
            if not is_blocked:
                break
        target = EXACT * min(1.0, float(ends.max()) * len(alpha) * float(self._diagonal.max()))
        self._steps = 0
        while True:
            for pair in pairs(row, self._diagonal, self._y, ends, alpha, F, target):
                self._steps += 1
                if self._steps > PATIENCE:
                    self._is_optimal = False
                    return pair.b
            self._violation = pair.violation
            gap, primal = self._gap(pair.b)
            if gap <= EXACT_GAP * EXACT * primal or target <= SMALLEST_VIOLATION:
                return pair.b
            target *= 0.1

    def _gap(self, b: float) -> tuple[float, float]:
        """The duality gap and the objective: ``s'F + sum ends max(0, -y (F + b))`` with s = alpha
        y, since ``s'y = sum alpha``.
        """
        signed = self._alpha * self._y
        paid = float(self._ends @ np.maximum(0.0, -self._y * (self._F + b)))
        return float(signed @ self._F) + paid, 0.5 * float(signed @ (self._F + self._y)) + paid

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        begin, method, last = perf_counter(), self._fit.method, self._last
        if not self._is_optimal or not self._is_inner_product(problem):
            claim = Outcome(Status.BUDGET, SHORT)
        else:
            sums = problem.keep_expansion(self._sums())
            self._F = sums.scores - self._y
            last = Iterate(None, last.b, sums.alpha, self._gap(last.b)[1])
            facts = (("pair steps", float(self._steps)), ("violation", self._violation))
            claim = Outcome(
                Status.CONVERGED, words_of_steps(self._steps, self._violation), facts=facts
            )
        return Fit(method, problem, last, claim, (last,), perf_counter() - begin)

    def _sums(self) -> Expansion:
        """``K (alpha y)`` and the sizes of its terms, from the kernel's values alone: a sum over
        all of K, or an earlier one and what has changed since, the multipliers and one row.
        """
        K, row, y, alpha = self._gram, self._row, self._y, locked(self._alpha.copy())
        earlier, before, now = self._earlier, self._row_before, K[row]
        change = alpha - earlier.alpha
        change[row] = 0.0
        rows = change.nonzero()[0]
        if self._sums_since >= CONFIRM_EVERY or FEW * len(rows) > len(y):
            self._earlier = Expansion.of(alpha, y, gram_blocks(K), self._kernel.is_nonnegative)
            self._row_before, self._sums_since = now.copy(), 0
            return self._earlier
        self._sums_since += 1
        signed, terms = locked(alpha * y), K[rows]
        scores = earlier.scores + (change * y)[rows] @ terms
        scores += signed[row] * now - earlier.signed[row] * before
        sizes = earlier.sizes + np.abs(change)[rows] @ np.abs(terms)
        sizes += alpha[row] * np.abs(now) + earlier.alpha[row] * np.abs(before)
        scores[row], sizes[row] = now @ signed, np.abs(now) @ alpha
        return Expansion(alpha, signed, locked(scores), locked(sizes))

    def _is_inner_product(self, problem: Problem) -> bool:
        """Whether no eigenvalue is negative with the point where it is."""
        if self._kernel.is_mercer:
            return True
        if is_semidefinite(self._gram):
            problem.__dict__["smallest_eigenvalue"] = 0.0  # known already
            return True
        return False
