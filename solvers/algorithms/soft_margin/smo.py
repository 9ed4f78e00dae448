"""The dual of the soft margin by sequential minimal optimisation: the steps of a fit, how it ends,
and what its multipliers say in data units (the steps themselves are those of :mod:`.pairs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...arrays import Floats, locked, weighed_sum
from ...certificate import TOLERANCE, count_words
from ...method import Fit, Steps
from ...point_classes import MULTIPLIER_TOLERANCE
from ...problem import WHOLE_GRAM, Expansion, Problem
from ...result import Iterate, Outcome, Status
from ...rounding import BALANCED, PRODUCTS
from ..no_direction import why_zero, without_faint
from ..walking import BREATH
from .interior_point import relative_gap
from .pairs import GramRows, PairSteps
from .polish import offsets_of_zero
from .walk import primal_of
from .working_set import without_noise

# the first steps are all worth an iterate, later ones now and then
FIRST_SHOWN, SHOWN_INTERVAL = 300, 50
# steps without a smaller violation: rounding, for coordinates of 1e8 and the like, has won
PATIENCE = 5000
EXACT = 1e-9  # the violation at which the exact algorithm stops
# the relative gap that the exact algorithm asks for, besides rounding, as a part of its tolerance
EXACT_GAP = 0.05
PER_VIOLATION = 5.0  # the relative gap is about the violation times sum alpha / objective
FINE, CERTIFIED = 1e-6, 0.5 * TOLERANCE
TO_TOLERANCE = "the steps ended at the tolerance of {:g}, and a smaller one goes further"
SMALLEST_VIOLATION = 1e-12
ALL_FREE = "All free multipliers move together to the best point of their face."


class PairSettings(NamedTuple):
    """The trade-off C, the violation and the number of steps at which pairs end, whether a gap of
    rounding is asked for, and how many times each loss counts.
    """

    C: float
    tolerance: float
    max_steps: int
    is_exact: bool = False
    weights: Floats | None = None


def steps(problem: Problem, settings: PairSettings, start: Fit | None, trace: bool) -> Steps:
    """Yield the pair steps (when ``trace``) and the final model."""
    tolerance, weights = settings.tolerance, settings.weights
    smallest = problem.smallest_eigenvalue
    yield None
    dual = DualRun(problem, settings)
    dual.begin(start)
    pairs, count = dual.pairs, 0
    for is_pair in improve_dual(dual, trace):
        yield dual.iterate(is_pair) if trace and dual.count > count else None
        count = dual.count
    final, gap, _ = dual.final()
    # the scores of an optimum to a tolerance are about as near as its conditions
    yield final.numbered(count, PER_VIOLATION * max(0.0, pairs.violation))
    facts: tuple[tuple[str, float], ...] = (
        ("pair steps", float(count)),
        ("violation", pairs.violation),
    )
    words = words_of_steps(count, pairs.violation)
    if smallest != 0.0:
        words += f" {_no_inner_product(smallest)}"
        facts += () if smallest is None else (("smallest Gram eigenvalue", smallest),)
        return Outcome(
            Status.STATIONARY if pairs.violation <= tolerance else Status.BUDGET, words, facts=facts
        )
    if not problem.has_direction(final):
        words = f"{why_zero(problem, weights)} {words}"
    if pairs.violation <= tolerance and gap <= wanted_gap(tolerance):
        return Outcome(Status.CONVERGED, words, facts=facts, caveat=TO_TOLERANCE.format(tolerance))
    words += (
        f" The relative gap, {gap:.1e}, is what rounding at this size of the numbers or the "
        "number of steps allows."
    )
    return Outcome(Status.BUDGET, words, facts=facts)


def words_of_steps(count: int, violation: float) -> str:
    """How pairs and faces of multipliers ended, in words."""
    steps = count_words(count, "step")
    return f"After {steps} the optimality conditions hold to {max(violation, 0.0):.1e}."


def wanted_gap(tolerance: float) -> float:
    """The relative gap at which pairs stop: about the violation; a tolerance of at most 1e-6 asks
    for a certified answer.
    """
    gap = PER_VIOLATION * tolerance
    return min(gap, CERTIFIED) if tolerance <= FINE else gap


def _no_inner_product(smallest: float | None) -> str:
    if smallest is None:
        return (
            "The kernel is not known to be positive semidefinite on this many points: no optimum "
            "is promised."
        )
    return (
        f"The kernel is not positive semidefinite here (smallest eigenvalue {smallest:.3g}): no "
        "optimum is promised."
    )


def improve_dual(dual: DualRun, trace: bool) -> Iterator[bool]:
    """Pairs and faces until the violation is within the tolerance and the relative gap is of its
    order; whether the last step was one of pairs.

    Where the margin is nearly hard, c times a violation outweighs ``|w|^2``: then the violation is
    pressed further down.
    """
    pairs, n = dual.pairs, len(dual.pairs.s)
    _, tolerance, max_steps, is_exact, _ = dual.settings
    smallest, last_progress, most_idle = np.inf, 0, PATIENCE + n
    has_persisted = False

    def stride() -> int:
        interval = 1 if pairs.steps < FIRST_SHOWN else SHOWN_INTERVAL
        return min(interval if trace else max(1, BREATH // n), max_steps - pairs.steps)

    # Scores that vary by less than 1 (a small c) must agree to the same part of that.
    target_violation = max(
        SMALLEST_VIOLATION**1.25, tolerance * min(1.0, dual.c * n * float(dual.diagonal.max()))
    )
    while True:  # the tolerance shrinks to its smallest, within one budget of steps
        for is_pair in pairs.improve(target_violation, stride):
            if pairs.smallest_violation < 0.9 * smallest:
                smallest, last_progress = pairs.smallest_violation, pairs.steps
            yield is_pair
            if pairs.steps >= max_steps or not np.isfinite(pairs.violation):
                return
            if pairs.steps - last_progress > most_idle:
                if has_persisted:
                    return
                pairs.persist()
                has_persisted, last_progress = True, pairs.steps
        if dual.problem.smallest_eigenvalue != 0.0 or target_violation <= SMALLEST_VIOLATION:
            return
        _, gap, rounding = dual.final()
        if gap - rounding <= (EXACT_GAP * tolerance if is_exact else wanted_gap(tolerance)):
            return
        target_violation *= 0.1
        dual.renew()


class DualRun:
    """The dual problem in the coordinates that suit it: standardised for a feature map, the
    kernel's own otherwise.
    """

    def __init__(self, problem: Problem, settings: PairSettings) -> None:
        self.problem, self.settings, y = problem, settings, problem.y
        C, self.weights = settings.C, settings.weights
        weights = self.weights
        n, shares = len(y), np.ones(len(y)) if weights is None else weights
        self.unit = 1.0 if problem.kernel is not None else problem.standardised.scale**2
        self.c = C / n * self.unit
        self.bounds, self.ends = C / n * shares, self.c * shares
        rows, self.diagonal = (
            _linear_rows(problem) if problem.kernel is None else kernel_rows(problem)
        )
        low, high = signed_ends(self.ends, y)
        self._final: tuple[tuple[int, int], tuple[Iterate, float, float]] | None = None
        self.pairs = PairSteps(rows, self.diagonal, low, high, np.zeros(n), -y)

    def begin(self, start: Fit | None) -> None:
        """Begin with the multipliers of an earlier fit of the same labels, weights and kind of
        kernel, made to fit their box.

        They are scaled as one vector, so that sum alpha y stays zero, as pairs leave it: an average
        of subgradient steps, whose sum is another one, is no start.  Multipliers at their bound go
        to the new one: between the two, hundreds would be free.
        """
        y = self.problem.y
        alpha = None if start is None else start.alpha
        if start is None or alpha is None or not np.array_equal(start.problem.y, y):
            return
        earlier, weights, total = (
            start.method.loss_weights(start.problem),
            self.weights,
            float(alpha.sum()),
        )
        are_same = (
            earlier is weights
            if earlier is None or weights is None
            else np.array_equal(earlier, weights)
        )
        is_alike = are_same and type(start.problem.kernel) is type(self.problem.kernel)
        if not is_alike or not total > 0.0 or abs(float(alpha @ y)) > BALANCED * total:
            return
        shares = alpha if weights is None else alpha / weights
        largest, bound = float(shares.max()), start.method.multiplier_bound(start.problem)
        is_at_bound = bound is not None and largest >= bound * (1.0 - MULTIPLIER_TOLERANCE)
        factor = self.c / largest if is_at_bound else min(self.unit, self.c / largest)
        self.pairs.s[:] = factor * alpha * y
        self.renew()

    def renew(self) -> None:
        """F from the multipliers, without what rounding has left in it."""
        self.pairs.F[:] = self._product(self.pairs.s) - self.problem.y

    def iterate(self, is_pair: bool) -> Iterate:
        """The model of the present multipliers, in data units, after a step of a pair or of all
        free multipliers.
        """
        pairs, y, note = self.pairs, self.problem.y, ALL_FREE
        active: tuple[int, ...] = ()
        if is_pair:
            i, j, step = pairs.last_step
            active = (i, j)
            note = f"Points {i + 1} and {j + 1} change their multipliers by {step / self.unit:.3g}."
        # a copy: the solver goes on writing into its own
        alpha = locked(np.minimum(np.abs(pairs.s) / self.unit, self.bounds))
        short = np.maximum(0.0, -y * (pairs.F + pairs.b))  # 1 - y f
        objective = 0.5 * float(pairs.s @ (pairs.F + y)) + float(self.ends @ short)
        objective /= self.unit
        if self.problem.kernel is not None:
            return Iterate(None, pairs.b, alpha, objective, active, note, number=self.count)
        standard = self.problem.standardised
        theta = np.append(standard.Z[:-1] @ np.abs(pairs.s), pairs.b)
        return standard.iterate(theta, alpha, objective, note, active=active, number=self.count)

    @property
    def count(self) -> int:
        """The steps of pairs and of faces that are made."""
        return self.pairs.steps + self.pairs.faces

    def final(self) -> tuple[Iterate, float, float]:
        """The model at the end, its relative gap recomputed, the rounding in it."""
        counts = (self.pairs.steps, self.pairs.faces)
        if self._final is None or self._final[0] != counts:
            self._final = counts, self._model()
        return self._final[1]

    def _model(self) -> tuple[Iterate, float, float]:
        y, b, alpha = self.problem.y, self.pairs.b, np.abs(self.pairs.s)
        if self.problem.kernel is None:
            standard = self.problem.standardised
            theta = np.append(standard.Z[:-1] @ alpha, b)
            total = float(alpha.sum())
            theta = without_faint(self.problem, without_noise(theta, total), total)
            # Multipliers between their ends are known to the tolerance, and so is a w that their
            # samples cancel to.
            is_free = bool(((alpha > 0.0) & (alpha < self.ends)).any())
            if is_free and float(np.abs(theta[:-1] @ standard.Z[:-1]).max()) <= FINE * min(
                1.0, total
            ):
                theta[:-1] = 0.0
            if not theta[:-1].any():
                theta[-1] = 0.5 * sum(offsets_of_zero(y, self.weights))
            gap = relative_gap(standard.Z, self.c, theta, alpha, self.weights)
            multipliers = locked(np.minimum(alpha / self.unit, self.bounds))
            objective = primal_of(standard.Z, self.c, theta, self.weights) / self.unit
            return (
                standard.iterate(
                    theta, multipliers, objective, "The optimum, as near as pairs come."
                ),
                abs(gap),
                0.0,
            )
        last = self.iterate(is_pair=False)
        assert last.alpha is not None
        sums = self._sums(last.alpha)
        # As the certificate counts: what rounding may have taken from a score, and from |w|^2, is
        # part of the gap.
        hinges, unsure = 1.0 - y * (sums.scores + b), PRODUCTS * (sums.sizes + abs(b))
        primal = 0.5 * sums.square + self.c * weighed_sum(np.maximum(0.0, hinges), self.weights)
        dual = float(last.alpha.sum()) - 0.5 * sums.square
        rounding = 0.5 * PRODUCTS * float(last.alpha @ sums.sizes)
        rounding += self.c * weighed_sum(
            np.maximum(0.0, unsure + np.minimum(0.0, hinges)), self.weights
        )
        return last, abs(primal - dual + rounding) / (primal or 1.0), rounding / (primal or 1.0)

    def _sums(self, alpha: Floats) -> Expansion:
        """Those of the kernel; of many points from the rows that the steps have asked for."""
        if len(alpha) <= WHOLE_GRAM:
            return self.problem.expansion(alpha)
        blocks = self.pairs.rows.blocks(alpha.nonzero()[0])
        is_nonnegative = self.problem.is_nonnegative
        return self.problem.keep_expansion(
            Expansion.of(alpha, self.problem.y, blocks, is_nonnegative)
        )

    def _product(self, signed: Floats) -> Floats:
        """``K (alpha y)``, summed anew."""
        if self.problem.kernel is None:
            Xs = self.problem.standardised.Z[:-1] * self.problem.y
            product: Floats = (Xs @ signed) @ Xs
            return product
        return self.problem.gram_times(signed)


def signed_ends(ends: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The ends of ``alpha y`` where alpha lies between 0 and ``ends (n,)``."""
    return np.where(y > 0.0, 0.0, -ends), np.where(y > 0.0, ends, 0.0)


def _linear_rows(problem: Problem) -> tuple[GramRows, Floats]:
    """Scalar products of standardised points."""
    X = problem.standardised.Z[:-1] * problem.y
    return GramRows(lambda rows: X[:, rows].T @ X, X.shape[1]), (X * X).sum(axis=0)


def kernel_rows(problem: Problem) -> tuple[GramRows, Floats]:
    """Rows of the Gram matrix, kept or computed."""
    kernel, X = problem.kernel, problem.X
    assert kernel is not None
    if len(X) <= WHOLE_GRAM:
        return GramRows.of_matrix(problem.gram), np.ascontiguousarray(problem.gram.diagonal())
    return GramRows(lambda rows: kernel.gram(X[rows], X), len(X)), kernel.diagonal(X)
