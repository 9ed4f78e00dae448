"""The two measurements of a table that tell its classes apart best."""

from __future__ import annotations

import numpy as np

from solvers.arrays import Floats

from .tables import Codes

LEAST_ROWS = 20  # by which pairs are compared
LEAST_GAIN = 1.1  # times the criterion of the first two columns
CHANCE = 5.0  # times what columns without any connection to the classes have on average
COLLINEAR = 1e-9  # share of a determinant that is only rounding


def separating_pair(values: Floats, codes: Codes) -> tuple[int, int]:
    """Two columns of ``values (n, d)``, NaN where one is missing, by classes ``codes (n,)``.

    With scatters ``S_W`` within and ``S_B`` between the classes the criterion of a pair is
    Fisher's ``J = tr(S_W^-1 S_B)`` of its two columns: no unit changes it.  The first two columns
    stay unless another pair is better by a tenth and by more than chance: columns that know
    nothing of ``K`` classes have ``J`` near ``2 (K - 1) / n``.
    """
    if len(values) < LEAST_ROWS or values.shape[1] < 3:
        return 0, 1
    criterion = _criteria(values, codes)
    first, second = np.unravel_index(int(np.argmax(criterion)), criterion.shape)
    chance = CHANCE * 2 * (len(np.unique(codes)) - 1) / len(values)
    if criterion[first, second] > max(LEAST_GAIN * criterion[0, 1], criterion[0, 1] + chance):
        return int(first), int(second)
    return 0, 1


def _criteria(values: Floats, codes: Codes) -> Floats:
    """Fisher's criterion of each pair (d, d), 0 below the diagonal and where a pair is collinear.

    A missing value counts as the mean of its class.
    """
    d = values.shape[1]
    within, between = np.zeros((d, d)), np.zeros((d, d))
    is_known = np.isfinite(values)
    numbers = np.where(is_known, values, 0.0)
    means = numbers.sum(axis=0) / np.maximum(is_known.sum(axis=0), 1)
    spread = np.sqrt((np.where(is_known, numbers - means, 0.0) ** 2).sum(axis=0))
    z = np.where(is_known, numbers - means, 0.0) / np.where(spread > 0, spread, 1.0)
    for code in np.unique(codes):
        of_class, is_known_of_class = z[codes == code], is_known[codes == code]
        mean = of_class.sum(axis=0) / np.maximum(is_known_of_class.sum(axis=0), 1)
        residuals = np.where(is_known_of_class, of_class - mean, 0.0)
        within += residuals.T @ residuals
        between += len(of_class) * np.outer(mean, mean)
    w, b = np.diag(within), np.diag(between)
    determinant = np.outer(w, w) - within**2
    is_usable = np.triu(determinant > COLLINEAR * np.outer(w, w) + COLLINEAR**2, 1)
    trace = np.outer(w, b) + np.outer(b, w) - 2.0 * within * between
    return np.where(is_usable, trace / np.where(is_usable, determinant, 1.0), 0.0)
