"""Whether K classes are separable, each score largest on its own class: proved in Kesler's space; and the best scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..algorithms.multiclass.kesler import exact_samples, kesler_problem, kesler_vectors
from ..algorithms.multiclass.svm_losses import CrammerSinger
from ..algorithms.multiclass.svm_polish import svm_walk
from ..arrays import Floats, Ints
from ..cancellation import check_cancelled
from ..result import Separability
from ..studies.separability import separability_of
from .iterate import ManyIterate
from .problem import ManyProblem


@dataclass(frozen=True, eq=False)
class KeslerProof:
    """The verdict, with the proof: the hull of Kesler's vectors and the origin (rows as in :func:`kesler_vectors`).

    ``weights (K, m+1)`` separate the classes where ``separable``: the largest margin in Kesler's space of the samples
    ``(1, (phi - centre) / scale)``; ``gamma`` is that margin, of a unit vector.
    """

    verdict: Separability
    weights: Floats
    centre: Floats
    scale: float

    @property
    def gamma(self) -> float:
        """The largest margin in Kesler's space, 0 where there is none."""
        return self.verdict.distance

    @property
    def separable(self) -> bool:
        """Whether scores exist that are largest on their own class everywhere."""
        return self.verdict.separable

    def iterate(self) -> ManyIterate:
        """The scores of :attr:`weights` in data units."""
        return ManyIterate.centred(self.weights[:, 1:] / self.scale, self.centre, self.weights[:, 0].copy())


def kesler_proof(columns: Floats, labels: Ints, K: int, centre: Floats, scale: float) -> KeslerProof:
    """The proof for samples ``columns (m+1, n)`` that are ``(1, (phi - centre) / scale)``."""
    verdict = separability_of(kesler_problem(columns, labels, K))
    nearest = verdict.closest_plus
    squared = float(nearest @ nearest)
    weights = (nearest / squared if verdict.separable and squared > 0.0 else np.zeros_like(nearest)).reshape(K, -1)
    return KeslerProof(verdict, weights, centre, scale)


def limit_direction(problem: ManyProblem) -> ManyIterate | None:
    """The scores with the largest margin, to which a loss without penalty tends where the classes are separable, else None."""
    columns, centre, scale = exact_samples(problem.Phi)
    proof = kesler_proof(columns, problem.labels, problem.K, centre, scale)
    return (hard_margin(problem) or proof.iterate()) if proof.separable else None


def hard_margin(problem: ManyProblem) -> ManyIterate | None:
    """The scores of least ``sum ||w_k||^2`` with ``f_y - f_l >= 1``, for separable classes; None where doubles do not hold them.

    The SVM at a price at which no point lies inside the margin.
    """
    at, hinge = problem.coordinates, CrammerSinger(problem.labels, problem.K)
    for price in (1.0, 1e4, 1e8, 1e12):
        theta = np.zeros((problem.K - 1, at.size))
        for point in svm_walk(at, problem.K, hinge, price):
            theta = point.theta
            check_cancelled()
        F = at.scores(theta)
        margins = np.where(hinge.delta > 0.0, F[problem.labels, np.arange(at.n)] - F, np.inf)
        least = float(margins.min())
        # An interior point does not tell shorter margins from none.
        if least > 1e-9 * float(np.abs(F).max()) and least >= 1.0 - 1e-6:
            return ManyIterate.in_coordinates(at, theta / least)
    return None


def is_touching(problem: ManyProblem) -> bool:
    """Whether some scores, not all equal, put no point on a wrong side (a linear program, decided up to its tolerance)."""
    from scipy.optimize import linprog  # slow to import, and rarely needed

    z = kesler_vectors(problem.coordinates.columns, problem.labels, problem.K)
    rows, size = z.shape
    gains = np.concatenate([np.zeros(size), -np.ones(rows)])
    bounds = [(-1e4, 1e4)] * size + [(0.0, 1.0)] * rows
    limits = np.hstack([-z, np.eye(rows)])
    # Far away the simplex walk may circle without end.
    found = linprog(gains, limits, np.zeros(rows), bounds=bounds, method="highs", options={"maxiter": 10 * (rows + size)})
    return bool(found.status == 0 and found.fun is not None and found.fun < -1e-6)
