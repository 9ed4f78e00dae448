"""How many digits an inverted covariance leaves to scores that are differences of log-densities.

A score is shown as one polynomial about a centre, whose terms may be much larger than the score
itself.  It is computed once more from the points whitened by the triangle of their own
decomposition, where neither squares nor large terms cancel; what that costs grows with the
condition of the triangle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats
from ...moments import MEAN_ROUNDING, ClassMoments
from ...rounding import EPS

# A score below this part of itself (or of 1) is rounding only in the last digits: no look at the
# points is needed.
SURE = 1e-8


@dataclass(frozen=True, eq=False)
class Estimate:
    """What a density is estimated from: centred ``deviations (m, k)`` from its ``mean (m,)``, and
    what divides their squares.
    """

    deviations: Floats
    mean: Floats
    count: int
    is_diagonal: bool


def is_surely_exact(matrices: Sequence[Floats], largest: float) -> bool:
    """Whether no score can have lost digits, from the covariances or scatters (m, m) and the
    largest term of a score.
    """
    sizes = [np.sqrt(matrix.diagonal()) for matrix in matrices]
    if not all((size > 0.0).all() for size in sizes):
        return False
    conditions = [
        np.linalg.cond(matrix / size / size[:, None])
        for matrix, size in zip(matrices, sizes, strict=True)
    ]
    return bool(MEAN_ROUNDING * max(conditions) * max(1.0, largest) <= SURE)


def lost_digits(
    moments: ClassMoments, scores: Floats, estimates: Sequence[Estimate], priors: Floats
) -> float:
    """The largest error of a difference of ``scores (n, K)``, in the order of the moments, as a
    part of 1 + the largest difference.

    The K estimates and the logarithms of the ``priors (K,)`` are those of the classes.  0 where a
    covariance has no inverse.
    """
    found = [_log_density(moments.columns, estimate) for estimate in estimates]
    known = [pair for pair in found if pair is not None]
    if len(known) < len(found):
        return 0.0
    values = np.column_stack([value for value, _ in known]) + priors
    doubt = np.max([error for _, error in known], axis=0)
    apart, wanted = scores - scores[:, :1], values - values[:, :1]
    off = np.abs(apart - wanted).max(axis=1) + doubt
    return float(np.max(off / (1.0 + np.ptp(values, axis=1))))


def _log_density(columns: Floats, estimate: Estimate) -> tuple[Floats, Floats] | None:
    """The logarithm at centred points ``columns (m, n)``, without ``-(m/2) ln(2 pi)``, and how far
    it may be wrong.
    """
    rows = estimate.deviations.T / np.sqrt(estimate.count)
    sizes = np.sqrt((rows * rows).sum(axis=0))
    if not (sizes > 0.0).all() or len(rows) < len(columns):
        return None
    triangle = (
        np.eye(len(sizes))
        if estimate.is_diagonal
        else np.asarray(np.linalg.qr(rows / sizes, mode="r"))
    )
    condition = float(np.linalg.cond(triangle))
    if not condition < 1.0 / EPS:  # singular in doubles, however large the number that comes out
        return None
    white = np.linalg.solve(triangle.T, (columns - estimate.mean[:, None]) / sizes[:, None])
    squares = (white * white).sum(axis=0)
    logarithm = 2.0 * float(np.log(np.abs(triangle.diagonal())).sum() + np.log(sizes).sum())
    return -0.5 * (squares + logarithm), 4.0 * EPS * condition * squares
