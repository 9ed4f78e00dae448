"""Whether K classes are separable, each score largest on its own class: proved in Kesler's space;
and the best scores.
"""

from __future__ import annotations

import numpy as np

from ..algorithms.multiclass.kesler import exact_samples, kesler_problem, kesler_vectors
from ..algorithms.multiclass.svm_losses import CrammerSinger
from ..algorithms.multiclass.svm_polish import svm_walk
from ..cancellation import check_cancelled
from ..studies.separability import separability_of
from .iterate import ManyIterate
from .problem import ManyProblem


def limit_direction(problem: ManyProblem) -> ManyIterate | None:
    """The scores with the largest margin, to which a loss without penalty tends where the classes
    are separable, else None.

    Where doubles do not hold them, those with the largest margin in Kesler's space.
    """
    columns, centre, scale = exact_samples(problem.Phi)
    proof = separability_of(kesler_problem(columns, problem.labels, problem.K))
    if not proof.separable:
        return None
    a = (proof.closest_plus / (float(proof.closest_plus @ proof.closest_plus) or 1.0)).reshape(
        problem.K, -1
    )
    return hard_margin(problem) or ManyIterate.centred(a[:, 1:] / scale, centre, a[:, 0].copy())


def hard_margin(problem: ManyProblem) -> ManyIterate | None:
    """The scores of least ``sum ||w_k||^2`` with ``f_y - f_l >= 1``, for separable classes; None
    where doubles do not hold them.

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
    """Whether some scores, not all equal, put no point on a wrong side (a linear program, decided
    up to its tolerance).
    """
    from scipy.optimize import linprog  # slow to import, and rarely needed

    z = kesler_vectors(problem.coordinates.columns, problem.labels, problem.K)
    rows, size = z.shape
    gains = np.concatenate([np.zeros(size), -np.ones(rows)])
    bounds = [(-1e4, 1e4)] * size + [(0.0, 1.0)] * rows
    limits = np.hstack([-z, np.eye(rows)])
    # Far away the simplex walk may circle without end.
    found = linprog(
        gains,
        limits,
        np.zeros(rows),
        bounds=bounds,
        method="highs",
        options={"maxiter": 10 * (rows + size)},
    )
    return bool(found.status == 0 and found.fun is not None and found.fun < -1e-6)
