"""K-class methods that need only the moments of the classes, which follow a dragged point: the
nearest mean, least squares on one-hot targets, and Fisher's discriminant.

Source: Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, sec. 4.2 (an indicator
matrix, and what it masks).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..algorithms.domain import BEYOND
from ..algorithms.moments.fisher_direction import directions
from ..algorithms.moments.linear_system import SquaresProblem, minimum_norm_weights
from ..algorithms.moments.of_moments import InOneStep
from ..algorithms.multiclass.iterate import ManyIterate
from ..algorithms.no_direction import MEANS_COINCIDE, UNDETERMINED
from ..arrays import Floats
from ..costs import TARGETS
from ..methods.fisher import Fisher
from ..methods.least_squares import LeastSquares
from ..methods.mean_difference import MeanDifference
from ..moments import ClassMoments, criterion_along
from ..result import Bounds, Outcome, Status
from ..rounding import EPS
from ..ties import levelled, winners_of
from .method import ManyForm
from .problem import ManyProblem

ClosedForm = tuple[ManyIterate | None, Outcome]


NO_NEAREST = "All class means coincide, so no point is nearer to one of them than to another."
SOME_EQUAL = "Some class means coincide: of those classes the first one is predicted."
NEAREST = "The means are averages; every point belongs to the nearest one."


@dataclass(frozen=True)
class NearestMean(InOneStep, ManyForm):
    """``f_k(x) = <m_k - m, x - m> - ||m_k - m||^2 / 2``: the largest score belongs to the nearest
    mean.

    The offset rule ``prior`` adds ``s^2 ln(n_k / n)`` with ``s^2 = tr(C_W) / (m n)``, the Gaussian
    classifier with covariance ``s^2 I``.  The other rules of two classes all stand for the plain
    cells here: one number does not tell the cut with the fewest training errors between K classes.
    """

    objective: ClassVar[str] = "f_k(x) = <m_k, x> − \\frac{1}{2} ‖m_k‖^2"

    method: MeanDifference

    def answer(self, problem: ManyProblem) -> ClosedForm:
        """The scores for these moments."""
        moments = problem.moments
        W = moments.offsets.copy()
        if not W.any():
            return None, Outcome(Status.SINGULAR, NO_NEAREST)
        f_centre = -0.5 * (W * W).sum(axis=1) - W @ moments.mean
        if self.method.offset == "prior":
            f_centre += (
                float(np.trace(moments.within))
                / (W.shape[1] * moments.n)
                * np.log(moments.counts / moments.n)
            )
        distinct = len(np.unique(moments.offsets, axis=0)) == moments.K
        outcome = (
            Outcome(Status.CONVERGED, NEAREST) if distinct else Outcome(Status.SINGULAR, SOME_EQUAL)
        )
        return ManyIterate.centred(W, moments.centre, f_centre), outcome

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The within-class scatter ``sum_i ||x_i - m_y||^2`` at these means, and its minimum, which
        the means attain.
        """
        moments = problem.moments
        assert iterate.W is not None
        means = iterate.W + moments.mean
        apart = float((moments.counts * ((means - moments.means) ** 2).sum(axis=1)).sum())
        least = float(np.trace(moments.within))
        return Bounds(least + apart, least, scale=float(np.trace(moments.total)))


NORMAL_EQUATIONS = "The closed form solves the normal equations."
MASKED = (
    "The closed form solves the normal equations. No point is predicted as {}: other classes mask "
    "it."
)
OWN_TARGETS = (
    "Targets of their own are for two classes; with {} every class has the target 1 at its points "
    "and 0 at the others."
)

NEEDS_OFFSETS = (
    "With more classes than two every score has its offset: let b be fitted, or choose one-vs-rest."
)


@dataclass(frozen=True)
class OneHot(InOneStep, ManyForm):
    """``argmin ||T - F||^2 + ridge sum_k ||w_k||^2`` with T_ik = 1 for the own class and 0
    elsewhere, b free; the scores sum to 1.

    The targets of two classes differ by y = +-1, so ``f_1 - f_0`` is the two-class answer for the
    same ridge.  Of three classes in a row the middle one is *masked*: its line is nearly level, and
    below one of the others everywhere.
    """

    objective: ClassVar[str] = (
        "min \\sum_{i=1}^{n} \\sum_k (t_{ik} − f_k(x_i))^2 + λ \\sum_k ‖w_k‖^2"
    )
    cost = TARGETS  # the squared distance from the targets

    method: LeastSquares

    def answer(self, problem: ManyProblem) -> ClosedForm:
        """The scores of the minimum, and the classes that they mask."""
        if self.method.targets is not None:
            return None, Outcome(Status.NOT_APPLICABLE, OWN_TARGETS.format(problem.K))
        if not self.method.fit_intercept:
            return None, Outcome(Status.NOT_APPLICABLE, NEEDS_OFFSETS)
        iterate, is_determined = self._minimum(problem)
        if problem.means_coincide:
            W, centre, _ = iterate.about_centre
            shares = problem.class_sums / problem.class_sums.sum()
            iterate = ManyIterate.centred(0.0 * W, centre, shares)
        if not is_determined:
            words = MEANS_COINCIDE if problem.means_coincide else UNDETERMINED
            return iterate, Outcome(Status.SINGULAR, words)
        if problem.means_coincide:
            return iterate, Outcome(Status.CONVERGED, MEANS_COINCIDE)
        scores = levelled(iterate.scores(problem.Phi), problem.rounding(iterate))
        predicted = set(winners_of(scores).tolist())
        masked = [problem.name(k) for k in range(problem.K) if k not in predicted]
        return iterate, Outcome(
            Status.CONVERGED, MASKED.format(" or ".join(masked)) if masked else NORMAL_EQUATIONS
        )

    def _minimum(self, problem: ManyProblem) -> tuple[ManyIterate, bool]:
        """The shortest weights of the minimum, and whether they are the only ones."""
        moments, ridge = problem.moments, self.method.ridge
        if problem.weighing is not None:
            squares = self._squares(problem)
            w, f_centre = squares.minimum()
            iterate = ManyIterate.centred(w.T, squares.centre, f_centre)
            return iterate, not squares.is_rank_deficient
        shares = moments.counts / moments.n
        targets = np.repeat(np.eye(moments.K) - shares, problem.counts, axis=0).T
        solutions = [minimum_norm_weights(moments, t, ridge) for t in targets]
        W = np.array([solution.w for solution in solutions])
        iterate = ManyIterate.centred(W, moments.centre, shares - W @ moments.mean)
        return iterate, solutions[0].full_rank or ridge > 0.0

    def _squares(self, problem: ManyProblem) -> SquaresProblem:
        """The problem of all scores, each point with its weight."""
        targets, ridge = np.eye(problem.K)[problem.labels], self.method.ridge
        return SquaresProblem(problem.Phi, targets, ridge, problem.moments.noise, problem.copies)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The objective, and the objective less its exact distance from the optimum."""
        assert iterate.W is not None
        squares = self._squares(problem)
        scores = iterate.scores(problem.Phi)
        primal, excess = squares.primal_and_excess(scores, iterate.W.T)
        total = float(len(scores) if squares.weights is None else squares.weights.sum())
        floor = (1e3 * EPS) ** 2 * total
        scale = total if primal <= 1e-12 * total else 0.0
        dual = primal if excess <= floor else primal - excess
        return Bounds(primal, dual, (excess / total) ** 0.5, scale=scale)


EQUAL_MEANS = (
    "All class means coincide: J = 0 in every direction, so Fisher's criterion names no direction."
)
UNBOUNDED_J = (
    "J = infinity: within the classes nothing varies along a direction (C_W is singular) while "
    "the class means differ, "
    "so J is unbounded."
)
ON_A_LINE = (
    "C_W is singular, but the class means differ only where it is not: the pseudo-inverse gives "
    "the shortest directions."
)
PROJECTED = (
    "The {} largest solutions of C_B w = λ C_W w span the projection; every point belongs to the "
    "nearest class mean in it."
)


@dataclass(frozen=True)
class ManyFisher(InOneStep, ManyForm):
    """``C_B w = lambda C_W w`` with ``C_B = sum n_k (m_k - m)(m_k - m)'`` and the unnormalised C_W;
    K - 1 projections, at most m.

    A point belongs to the nearest class mean in the projections, which have ``w' C_W w = 1``.  The
    offset rule ``prior`` adds ``ln(n_k/n) / n``: with all projections that is the boundary of
    ``GaussianGenerative(covariance="shared")``.  The other rules of two classes all stand for the
    nearest mean here: one number does not tell the cuts with the fewest training errors.

    With two classes lambda is ``n+ n- / n`` times the J of :class:`Fisher`, whose numerator is the
    squared distance of the means.

    Source: Linear discriminants slides and Machine Learning notes, end of the section on Fisher's
        discriminant.
    """

    objective: ClassVar[str] = "max J(w) = \\frac{<w, C_B w>}{<w, C_W w>}"

    method: Fisher

    def answer(self, problem: ManyProblem) -> ClosedForm:
        """The scores for these moments."""
        moments = problem.moments
        if not moments.offsets.any():
            return None, Outcome(
                Status.SINGULAR, EQUAL_MEANS, facts=(("eigenvalues", ()), ("J", 0.0))
            )
        solution = directions(moments)
        values = tuple(solution.eigenvalues.tolist())
        if not values:  # no feature varies by more than its rounding
            return None, Outcome(Status.SINGULAR, BEYOND, facts=(("eigenvalues", ()), ("J", 0.0)))
        facts = (("eigenvalues", values), ("directions", solution.vectors), ("J", max(values)))
        A = solution.vectors
        infinite = np.isinf(solution.eigenvalues)
        if infinite.any():
            A = A[infinite]  # beside an infinite lambda no other projection counts
        iterate = self._nearest(A, moments)
        if infinite.any():
            return iterate, Outcome(Status.UNBOUNDED, UNBOUNDED_J, facts=facts)
        if solution.is_singular:
            return iterate, Outcome(Status.SINGULAR, ON_A_LINE, facts=facts)
        return iterate, Outcome(Status.CONVERGED, PROJECTED.format(len(A)), facts=facts)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The largest J in the space that the weights span, of the projected points themselves, and
        the largest lambda (maximised).

        The violation is the part of the sum of all lambdas that this space lacks.
        """
        assert iterate.W is not None
        moments = problem.moments
        solution = directions(moments)
        if np.isinf(solution.eigenvalues).any():
            return Bounds(np.inf, maximised=True, shortfall=np.inf)
        lengths = np.linalg.norm(solution.vectors, axis=1)
        coefficients = (
            np.linalg.lstsq((solution.vectors / lengths[:, None]).T, iterate.W.T, rcond=None)[0]
            / lengths[:, None]
        )
        spanned, sizes, _ = np.linalg.svd(coefficients, full_matrices=False)
        spanned = spanned[:, sizes > 1e-9 * sizes[0]]
        values, ways = np.linalg.eigh(spanned.T @ (solution.eigenvalues[:, None] * spanned))
        between, within = criterion_along(ways[:, -1] @ spanned.T @ solution.vectors, moments)
        J, best = float(np.float64(between) / within), float(solution.eigenvalues[0])
        # A lambda below the J that is reached has lost as many digits as it is below.
        return Bounds(
            J,
            J + abs(best - J),
            max(0.0, 1.0 - float(values.sum() / solution.eigenvalues.sum())),
            maximised=True,
        )

    def _nearest(self, A: Floats, moments: ClassMoments) -> ManyIterate:
        projected = moments.offsets @ A.T
        W = projected @ A
        f_centre = -0.5 * (projected**2).sum(axis=1) - W @ moments.mean
        if self.method.offset == "prior":
            f_centre += np.log(moments.counts / moments.n) / moments.n
        return ManyIterate.centred(W, moments.centre, f_centre)
