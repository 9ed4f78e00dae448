"""The soft margin by sequential minimal optimisation, for feature maps and for kernels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..arrays import Floats, locked
from ..kernels import TanhKernel
from ..method import Steps
from ..problem import Problem
from ..result import Fit, Iterate, Outcome, Status
from .interior_point import relative_gap
from .smo import Pair, Row, pairs
from .soft_margin_limit import CAP, vectors_beyond_cap
from .working_set import without_noise

WHOLE_GRAM = 3000  # up to so many points the Gram matrix is kept, beyond its rows are computed when needed
SPECTRUM = 1500  # up to so many points the smallest eigenvalue is computed
ALL_SHOWN, EVERY = 300, 50  # the first steps are all worth an iterate, later ones now and then
PATIENCE = 5000  # steps without a smaller violation: rounding, for coordinates of 1e8 and the like, has won
PER_VIOLATION = 5.0  # the relative gap is about the violation times sum alpha / objective
SMALLEST_VIOLATION = 1e-12
BREATH = 100  # steps between two chances to cancel


def steps(problem: Problem, C: float, tolerance: float, max_steps: int, start: Fit | None, trace: bool, words: str = "") -> Steps:
    """Yield the pair steps (when ``trace``) and the final model; ``words`` go before the explanation."""
    dual = _Dual(problem, C, start)
    count, last = 0, None
    for pair in _improved(dual, tolerance, max_steps):
        last, count = pair, count + 1
        if trace and (count <= ALL_SHOWN or count % EVERY == 0):
            yield dual.iterate(pair)
        elif count % BREATH == 0:
            yield None
    assert last is not None
    final, gap = dual.final(last)
    yield final
    facts = (("pair steps", float(count)), ("violation", last.violation))
    holds_to = max(last.violation, 0.0)
    words += f"{count} steps on pairs of multipliers and on faces of their box; the optimality conditions hold to {holds_to:.1e}."
    smallest = _smallest_eigenvalue(problem)
    if smallest is not None and smallest < 0.0:
        words += f" The tanh kernel is not positive semidefinite here (smallest eigenvalue {smallest:.3g}): no optimum is promised."
        return Outcome(Status.STATIONARY, words, facts=(*facts, ("smallest Gram eigenvalue", smallest)))
    if last.violation <= tolerance and gap <= tolerance * PER_VIOLATION:
        return Outcome(Status.CONVERGED, words, facts=facts)
    words += f" The relative gap, {gap:.1e}, is what rounding at this size of the numbers or the number of steps allows."
    return Outcome(Status.BUDGET, words, facts=facts)


def _improved(dual: _Dual, tolerance: float, max_steps: int) -> Iterator[Pair]:
    """Pair steps until the violation is within ``tolerance`` and the relative gap is of its order.

    Where the margin is nearly hard, c times a violation outweighs ``|w|^2``: then the violation is pressed further down.
    """
    count, smallest, reached_at = 0, np.inf, 0
    wanted, has_gap = tolerance, not isinstance(dual.problem.kernel, TanhKernel)
    while True:  # the tolerance shrinks to its smallest, within one budget of steps
        for pair in pairs(dual.row, dual.diagonal, dual.problem.y, dual.c, dual.alpha, dual.F, wanted):
            if pair.violation < 0.9 * smallest:
                smallest, reached_at = pair.violation, count
            count += 1
            yield pair
            if count >= max_steps or count - reached_at > PATIENCE or not np.isfinite(pair.violation):
                return
        if not has_gap or wanted <= SMALLEST_VIOLATION or dual.final(pair)[1] <= PER_VIOLATION * tolerance:
            return
        wanted *= 0.1


def _smallest_eigenvalue(problem: Problem) -> float | None:
    """The smallest eigenvalue of a tanh Gram matrix, 0 when it is negative by rounding only; -inf when it is too large to try."""
    if not isinstance(problem.kernel, TanhKernel):
        return None
    if len(problem.y) > SPECTRUM:
        return -np.inf
    values = np.linalg.eigvalsh(problem.gram)
    return float(values[0]) if values[0] < -1e-10 * abs(float(values[-1])) else 0.0


class _Dual:
    """The dual problem in the coordinates that suit it: standardised for a feature map, the kernel's own otherwise."""

    def __init__(self, problem: Problem, C: float, start: Fit | None) -> None:
        self.problem = problem
        n = len(problem.y)
        self.bound = C / n
        self.unit = 1.0 if problem.kernel is not None else problem.standardised.scale**2
        self.true_c = self.bound * self.unit
        self.c = self.true_c if problem.kernel is not None else min(self.true_c, CAP)
        self.row, self.diagonal = _linear_rows(problem) if problem.kernel is None else _kernel_rows(problem)
        self.alpha, self.F = self._start(start)

    def _start(self, start: Fit | None) -> tuple[Floats, Floats]:
        """Zero multipliers, or those of an earlier fit on as many points with the same labels, made to fit their box."""
        y = self.problem.y
        alpha = None if start is None else start.alpha
        if start is None or alpha is None or not np.array_equal(start.problem.y, y) or not (alpha > 0.0).any():
            return np.zeros(len(y)), -y
        # Scaled down as one vector, so that sum alpha y stays zero.
        scaled = alpha * (min(self.unit, self.c / float(alpha.max())))
        return scaled, self._product(scaled * y) - y

    def iterate(self, pair: Pair) -> Iterate:
        """The model of the present multipliers, in data units."""
        alpha = np.minimum(pair.alpha / self.unit, self.bound)  # a copy: the solver goes on writing into its own
        active = (pair.i, pair.j) if pair.i >= 0 else ()
        note = "All free multipliers move together to the best point of their face."
        if active:
            note = f"Points {pair.i + 1} and {pair.j + 1} change their multipliers by {pair.step / self.unit:.3g}."
        y = self.problem.y
        f = pair.F + y + pair.b
        signed = pair.alpha * y
        hinges = float(np.maximum(0.0, 1.0 - y * f).sum())
        objective = (0.5 * float(signed @ (pair.F + y)) + self.c * hinges) / self.unit
        if self.problem.kernel is not None:
            return Iterate(None, pair.b, locked(alpha), objective, active, note)
        standard = self.problem.standardised
        theta = np.append(standard.Z[:-1] @ pair.alpha, pair.b)
        return standard.iterate(theta, locked(alpha), objective, note, active=active)

    def final(self, pair: Pair) -> tuple[Iterate, float]:
        """The model at the end, carried on to the true c for a feature map, and its relative gap recomputed."""
        y = self.problem.y
        if self.problem.kernel is None:
            standard = self.problem.standardised
            theta = np.append(standard.Z[:-1] @ pair.alpha, pair.b)
            theta, alpha = vectors_beyond_cap(standard.Z, theta, pair.alpha, self.true_c)
            theta = without_noise(theta, min(self.true_c, CAP) / self.true_c * float(alpha.sum()))
            gap = relative_gap(standard.Z, self.true_c, theta, alpha)
            objective = 0.5 * float(theta[:-1] @ theta[:-1])
            objective += self.true_c * float(np.maximum(0.0, 1.0 - theta @ standard.Z).sum())
            multipliers = locked(np.minimum(alpha / self.unit, self.bound))
            return standard.iterate(theta, multipliers, objective / self.unit, "The optimum, as near as pairs come."), abs(gap)
        last = self.iterate(pair)
        signed = pair.alpha * y
        Kv = self._product(signed)
        square = float(signed @ Kv)
        primal = 0.5 * square + self.c * float(np.maximum(0.0, 1.0 - y * (Kv + pair.b)).sum())
        gap = (primal - float(pair.alpha.sum()) + 0.5 * square) / abs(primal) if primal else 0.0
        return last, abs(gap)

    def _product(self, signed: Floats) -> Floats:
        """``K (alpha y)``, summed anew."""
        total = np.zeros(len(signed))
        for i in signed.nonzero()[0].tolist():
            total += signed[i] * self.row(i)
        return total


def _linear_rows(problem: Problem) -> tuple[Row, Floats]:
    """Scalar products of standardised points: n m multiplications a row, cheaper than any matrix kept."""
    Xs = problem.standardised.Z[:-1] * problem.y
    return (lambda i: Xs[:, i] @ Xs), (Xs * Xs).sum(axis=0)


def _kernel_rows(problem: Problem) -> tuple[Row, Floats]:
    """Rows of the Gram matrix, kept or computed."""
    kernel, X = problem.kernel, problem.X
    assert kernel is not None
    if len(X) <= WHOLE_GRAM:
        K = problem.gram
        return (lambda i: K[i]), np.ascontiguousarray(K.diagonal())
    diagonal = np.array([float(kernel.gram(x[None], x[None])[0, 0]) for x in X])
    return (lambda i: kernel.gram(X[i][None], X)[0]), diagonal
