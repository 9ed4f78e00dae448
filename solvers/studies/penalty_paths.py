"""How a penalised boundary moves with its penalty: ridge regression and logistic regression over a range of l2.

Source: Hoerl and Kennard, Technometrics 12 (1970) 55 (the ridge trace).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.logistic.newton import is_certain, minimise
from ..algorithms.logistic.problem import LogisticProblem
from ..algorithms.moments.linear_system import minimum_norm_weights
from ..arrays import Floats, locked
from ..drive import solve
from ..features import FeatureMap
from ..method import Fit, Method
from ..methods.least_squares import LeastSquares
from ..methods.logistic import LogisticRegression
from ..problem import Problem
from ..result import Iterate, Outcome, Status

UNPROVED = (
    "For this penalty the certificate leaves a gap: the features depend on each other too much for the digits of the numbers."
)


@dataclass(frozen=True, eq=False)
class PenaltyPath:
    """The solutions for the penalties ``l2 (k,)`` in the order given.

    ``w (k, m)`` and ``b (k,)`` in data units; ``centre (k, m)`` and ``f_centre (k,)`` hold the same functions in the form that
    keeps its digits far from the origin.  ``method`` makes the method of a penalty, whose certificate proves its solution.
    """

    problem: Problem
    method: Callable[[float], Method]
    l2: Floats
    w: Floats
    b: Floats
    centre: Floats
    f_centre: Floats

    @staticmethod
    def of(problem: Problem, method: Callable[[float], Method], l2: Floats, iterates: list[Iterate]) -> PenaltyPath:
        """The path through the models of ``l2 (k,)``."""
        columns = ([getattr(iterate, name) for iterate in iterates] for name in ("w", "b", "centre", "f_centre"))
        return PenaltyPath(problem, method, locked(l2), *(locked(np.array(column)) for column in columns))

    def __len__(self) -> int:
        return len(self.l2)

    def iterate(self, k: int) -> Iterate:
        """The model of the k-th penalty."""
        return Iterate.centred(self.w[k], self.centre[k], float(self.f_centre[k]))

    def fit(self, k: int) -> Fit:
        """The k-th solution as a fit, with its certificate, whose gap decides what it may be called."""
        iterate = self.iterate(k)
        claim = Outcome(Status.CONVERGED, caveat=UNPROVED)
        return Fit(self.method(float(self.l2[k])), self.problem, iterate, claim, (iterate,), 0.0)

    @cached_property
    def gaps(self) -> Floats:
        """The certificate's relative gap (k,) of every solution, recomputed from the data on first use."""
        return locked(np.array([self.fit(k).certificate.gap for k in range(len(self))], dtype=np.float64))


def ridge_path(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None) -> PenaltyPath:
    """:class:`LeastSquares` for each ``ridge`` in ``l2 (k,)``: ``w(ridge) = (T + ridge I)^-1 sum_i t_i (x_i - mean)``.

    The scatter T is summed up once; each penalty costs a small system and one pass over the points, which keeps the digits.  Where
    the features depend on each other too much for that, the method itself is asked.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is negative or not finite.
    """
    problem, penalties = _problem_from(X, y, l2, features, 0.0)
    moments = problem.moments
    mean = (moments.plus.n - moments.minus.n) / moments.n
    t = np.repeat([1.0 - mean, -1.0 - mean], [moments.plus.n, moments.minus.n])
    iterates = []
    for ridge in penalties.tolist():
        solution = minimum_norm_weights(moments, t, ridge)
        plain = Iterate.centred(solution.w, moments.centre, mean - float(solution.w @ moments.mean))
        iterates.append(plain if solution.is_certain else solve(LeastSquares(ridge=ridge), problem, trace=False).last)
    return PenaltyPath.of(problem, lambda ridge: LeastSquares(ridge=ridge), penalties, iterates)


def logistic_path(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None) -> PenaltyPath:
    """:class:`LogisticRegression` for each penalty in ``l2 (k,)``, each to the last digit.

    The penalties are visited from the largest to the smallest, each starting from its neighbour: the solutions move
    continuously, so two or three Newton steps are enough.  Where they do not end beyond doubt, the method itself is asked, whose
    answer its certificate has confirmed.  As l2 falls to 0 on separable classes the direction tends to that of the hard margin,
    but only logarithmically.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is not a positive number.
    """
    problem, penalties = _problem_from(X, y, l2, features, np.finfo(np.float64).tiny)
    standard = LogisticProblem.of(problem.moments, 1.0)
    iterates: dict[int, Iterate] = {}
    theta = np.zeros(len(standard.Z))
    for k in np.argsort(-penalties).tolist():
        known = _from_neighbour(standard.penalised(float(penalties[k])), theta)
        if known is not None:
            theta = known
            iterates[k] = standard.iterate(theta)
            continue
        iterates[k] = solve(LogisticRegression(l2=float(penalties[k])), problem, trace=False).last
        theta = standard.theta(iterates[k])
    return PenaltyPath.of(
        problem, lambda penalty: LogisticRegression(l2=penalty), penalties, [iterates[k] for k in range(len(penalties))]
    )


@np.errstate(all="ignore")
def _from_neighbour(standard: LogisticProblem, theta: Floats) -> Floats | None:
    """The minimum, from the theta of a neighbouring penalty, or None where it is not beyond doubt."""
    certain = False
    for step in minimise(standard, theta):
        theta, certain = step.theta, is_certain(standard, step)
    return theta if certain else None


def _problem_from(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None, least: float) -> tuple[Problem, Floats]:
    problem = Problem.from_labels(X, y, features)
    if not problem.has_both_classes:
        raise ValueError("the path needs at least one point in each of two classes")
    penalties = np.array(l2, dtype=np.float64).reshape(-1)
    if not np.all(np.isfinite(penalties) & (penalties >= least)):
        raise ValueError(f"every penalty must be a finite number {'above' if least else 'of at least'} 0; got {penalties.tolist()}")
    return problem, penalties
