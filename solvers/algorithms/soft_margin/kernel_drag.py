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
from .pairs import GramRows, PairSteps
from .smo import EXACT, EXACT_GAP, PATIENCE, SMALLEST_VIOLATION, signed_ends, words_of_steps

CONFIRM_EVERY = 64  # moves, and fits, between two sums over the whole matrix
SHORT = "The point was moved on before the optimality conditions held."


class KernelDrag:
    """The drag of one row of a fit with a kernel (see :class:`solvers.method.Drag`)."""

    def __init__(self, fit: Fit, row: int) -> None:
        problem, bounds = fit.problem, fit.method.multiplier_bounds(fit.problem)
        assert problem.kernel is not None
        self._fit, self._row, self._kernel, self._y = fit, row, problem.kernel, problem.y
        self._X = problem.X.copy()
        self._ends: Floats = np.broadcast_to(np.asarray(bounds), len(self._y)).astype(np.float64)
        self._last, self._is_optimal, self._steps, self._moves = fit.last, True, 0, 0
        zeros: Floats = np.zeros(len(self._y))
        self._pairs = PairSteps(
            GramRows.of_matrix(self._gram),
            self._kernel.diagonal(self._X),
            *signed_ends(self._ends, self._y),
            np.asarray(fit.alpha) * self._y,
            zeros.copy(),
        )
        self._earlier = Expansion(zeros, zeros, zeros, zeros)
        self._row_before, self._sums_since = zeros, CONFIRM_EVERY
        self._pairs.F[:] = self._sums().scores - self._y

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
        K, row, pairs = self._gram, self._row, self._pairs
        x = np.array(checked_position(position, self._X.shape[1]))[None]
        with np.errstate(all="ignore"):
            values = self._kernel.gram(x, self._X)[0]
            values[row] = self._kernel.diagonal(x)[0]
        self._is_optimal = bool(np.isfinite(values).all())
        if not self._is_optimal:  # a written kernel has no value there
            return self._last
        self._X[row], pairs.diagonal[row] = x[0], values[row]
        if pairs.s[row]:
            pairs.F += pairs.s[row] * (values - K[row])
        K[row] = K[:, row] = values
        pairs.F[row] = values @ pairs.s - self._y[row]
        self._moves += 1
        if self._moves % CONFIRM_EVERY == 0:
            pairs.F[:] = self._sums().scores - self._y
        if pairs.rows.values is not K:  # it was dropped, and has come back
            pairs.exchange(GramRows.of_matrix(K))
        self._improve()
        self._last = Iterate(None, pairs.b, locked(np.abs(pairs.s)))
        return self._last

    def _improve(self) -> None:
        """Faces and pairs until the violation and the gap that F says are small."""
        pairs, begin = self._pairs, self._pairs.steps
        target = EXACT * min(1.0, float(self._ends.sum()) * float(pairs.diagonal.max()))
        while True:
            for _ in pairs.improve(target, lambda: PATIENCE):
                if pairs.steps - begin > PATIENCE + len(self._y):
                    self._is_optimal = False
                    return
            self._steps = pairs.steps - begin
            gap, primal = self._gap()
            if gap <= EXACT_GAP * EXACT * primal or target <= SMALLEST_VIOLATION:
                return
            target *= 0.1

    def _gap(self) -> tuple[float, float]:
        """The duality gap and the objective: ``s'F + sum ends max(0, -y (F + b))``, since ``s'y =
        sum alpha``.
        """
        s, F, y = self._pairs.s, self._pairs.F, self._y
        losses = float(self._ends @ np.maximum(0.0, -y * (F + self._pairs.b)))
        return float(s @ F) + losses, 0.5 * float(s @ (F + y)) + losses

    def fit(self, problem: Problem) -> Fit:
        """The full fit for ``problem``, in which the grabbed point is where it was last moved."""
        begin, method, last = perf_counter(), self._fit.method, self._last
        if not self._is_optimal or not self._is_inner_product(problem):
            claim = Outcome(Status.BUDGET, SHORT)
        else:
            sums = problem.keep_expansion(self._sums())
            self._pairs.F[:] = sums.scores - self._y
            last = Iterate(None, last.b, sums.alpha, self._gap()[1])
            violation = self._pairs.violation
            facts = (("pair steps", float(self._steps)), ("violation", violation))
            claim = Outcome(Status.CONVERGED, words_of_steps(self._steps, violation), facts=facts)
        return Fit(method, problem, last, claim, (last,), perf_counter() - begin)

    def _sums(self) -> Expansion:
        """``K (alpha y)`` and the sizes of its terms, from the kernel's values alone: a sum over
        all of K, or an earlier one and what has changed since, the multipliers and one row.
        """
        K, row, y, alpha = self._gram, self._row, self._y, locked(np.abs(self._pairs.s))
        earlier, row_before, row_now = self._earlier, self._row_before, K[row]
        change = alpha - earlier.alpha
        change[row] = 0.0
        rows = change.nonzero()[0]
        if self._sums_since >= CONFIRM_EVERY or 4 * len(rows) > len(y):
            self._earlier = Expansion.of(alpha, y, gram_blocks(K), self._kernel.is_nonnegative)
            self._row_before, self._sums_since = row_now.copy(), 0
            return self._earlier
        self._sums_since += 1
        signed, terms = locked(alpha * y), K[rows]
        scores = earlier.scores + (change * y)[rows] @ terms
        scores += signed[row] * row_now - earlier.signed[row] * row_before
        sizes = earlier.sizes + np.abs(change)[rows] @ np.abs(terms)
        sizes += alpha[row] * np.abs(row_now) + earlier.alpha[row] * np.abs(row_before)
        scores[row], sizes[row] = row_now @ signed, np.abs(row_now) @ alpha
        return Expansion(alpha, signed, locked(scores), locked(sizes))

    def _is_inner_product(self, problem: Problem) -> bool:
        """Whether no eigenvalue is negative with the point where it is."""
        if self._kernel.is_mercer:
            return True
        if is_semidefinite(self._gram, float(self._pairs.diagonal.max())):
            problem.__dict__["smallest_eigenvalue"] = 0.0  # known already
            return True
        return False
