"""How a penalised boundary moves with its penalty: ridge regression and logistic regression over a range of l2."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .algorithms.logistic_newton import minimise
from .algorithms.logistic_problem import LogisticProblem
from .arrays import Floats, locked
from .features import FeatureMap
from .problem import Problem
from .result import Iterate

# Singular values below this part of the largest are zero: the weights along them are set to zero (shortest w).
RANK = 1e-12


@dataclass(frozen=True, eq=False)
class PenaltyPath:
    """The solutions for the penalties ``l2 (k,)`` in the order given.

    ``w (k, m)`` and ``b (k,)`` in data units; ``centre (m,)`` and ``f_centre (k,)`` hold the same functions in the form that keeps
    its digits far from the origin.
    """

    l2: Floats
    w: Floats
    b: Floats
    centre: Floats
    f_centre: Floats

    def __len__(self) -> int:
        return len(self.l2)

    def iterate(self, k: int) -> Iterate:
        """The model of the k-th penalty."""
        return Iterate.centred(self.w[k], self.centre, float(self.f_centre[k]))


def ridge_path(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None) -> PenaltyPath:
    """:class:`LeastSquares` for each ``ridge`` in ``l2 (k,)``, from one singular value decomposition.

    With the centred points ``A = U S V'`` and t the centred labels, ``w(ridge) = V diag(s / (s^2 + ridge)) U't``: a thousand
    values cost what one does.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is negative or not finite.
    """
    problem, penalties = _checked(X, y, l2, features, 0.0)
    moments = problem.moments
    t = problem.y - problem.y.mean()
    U, s, V = np.linalg.svd(problem.Phi - moments.centre - moments.mean, full_matrices=False)
    kept = s > max(RANK * float(s[0]), float(np.sqrt(moments.n) * np.max(moments.noise)))
    U, s, V = U[:, kept], s[kept], V[kept]
    w = (s / (s * s + penalties[:, None]) * (U.T @ t)) @ V
    return _path(penalties, w, moments.centre, problem.y.mean() - w @ moments.mean)


def logistic_path(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None = None) -> PenaltyPath:
    """:class:`LogisticRegression` for each penalty in ``l2 (k,)``, each to the last digit.

    The penalties are visited from the largest to the smallest, each starting from its neighbour: the solutions move
    continuously, so two or three Newton steps are enough.  As l2 falls to 0 on separable classes the direction tends to that of
    the hard margin, but only logarithmically.

    Raises:
        ValueError: wrong points or labels, one class only, or a penalty that is not a positive number.
    """
    problem, penalties = _checked(X, y, l2, features, np.finfo(np.float64).tiny)
    standard = LogisticProblem.of(problem.moments, 1.0)
    thetas = np.empty((len(penalties), len(standard.Z)))
    theta = np.zeros(len(standard.Z))
    with np.errstate(all="ignore"):
        for k in np.argsort(-penalties):
            for step in minimise(standard.penalised(float(penalties[k])), theta):
                theta = step.theta
            thetas[k] = theta
    return _path(penalties, thetas @ standard.basis.T, standard.centre, thetas[:, -1])


def _checked(X: ArrayLike, y: ArrayLike, l2: ArrayLike, features: FeatureMap | None, least: float) -> tuple[Problem, Floats]:
    problem = Problem.from_labels(X, y, features)
    if not problem.has_both_classes:
        raise ValueError("the path needs at least one point in each of two classes")
    penalties = np.array(l2, dtype=np.float64).reshape(-1)
    if not np.all(np.isfinite(penalties) & (penalties >= least)):
        raise ValueError(f"every penalty must be a finite number {'above' if least else 'of at least'} 0; got {penalties.tolist()}")
    return problem, penalties


def _path(penalties: Floats, w: Floats, centre: Floats, f_centre: Floats) -> PenaltyPath:
    return PenaltyPath(locked(penalties), locked(w), locked(f_centre - w @ centre), locked(centre.copy()), locked(f_centre))
