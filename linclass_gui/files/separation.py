"""The two measurements of a table that tell its classes apart best, and one that gives them
away.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from solvers.arrays import Floats

from .tables import Codes

LEAST_ROWS = 20  # by which pairs are compared
LEAST_GAIN = 1.1  # times the criterion of the first two columns
CHANCE = 0.05  # that some pair looks better where no column knows of the classes
COLLINEAR = 1e-9  # share of a determinant that is only rounding
# The errors of thresholds on one column alone, the mean of the shares of both classes: at the most
# of a column that gives the classes away, and at the least of all others beside it.
SURE, UNSURE = 0.02, 0.1


def separating_pair(
    values: Floats, codes: Codes, telling_index: int | None = None
) -> tuple[int, int]:
    """Two columns of ``values (n, d)``, NaN where one is missing, by classes ``codes (n,)``.

    With scatters ``S_W`` within and ``S_B`` between the classes the criterion of a pair is
    Fisher's ``J = tr(S_W^-1 S_B)`` of its two columns: no unit changes it.  The first two columns
    stay unless another pair is better by a tenth and by more than chance (:func:`least_gain`).  The
    one at ``telling_index``, which gives the classes away, is no axis.
    """
    n, d = values.shape
    if n < LEAST_ROWS or d < 3:
        return 0, 1
    columns = [k for k in range(d) if k != telling_index]
    criterion = _criteria(values[:, columns], codes)
    first, second = _largest(criterion)
    chance = least_gain(n, len(np.unique(codes)), len(columns) * (len(columns) - 1) // 2)
    if criterion[first, second] <= max(LEAST_GAIN * criterion[0, 1], criterion[0, 1] + chance):
        first, second = 0, 1
    return columns[first], columns[second]


def best_pair(values: Floats, codes: Codes) -> tuple[int, int]:
    """The two columns with the largest criterion, by chance or not."""
    return _largest(_criteria(values, codes))


def _largest(criterion: Floats) -> tuple[int, int]:
    return divmod(int(criterion.argmax()), len(criterion))


def least_gain(n: int, K: int, pairs: int) -> float:
    """The criterion that the best of so many pairs has with probability ``CHANCE`` at the most
    where no column knows of the K classes of n rows.

    Of two classes ``(n - 3) J/2`` of one pair has the distribution ``F(2, n - 3)``, so that J is
    above x with probability ``(1 + x)^-((n - 3)/2)``; of more each adds as much.
    """
    freedom = max(n - K - 1, 1)
    return (K - 1) * float((pairs / CHANCE) ** (2.0 / freedom) - 1.0)


def telling_column(values: Floats, codes: Codes) -> int | None:
    """The column that alone orders the classes with nearly no error while no other does: one that
    was measured after them, or cut to make them.  None where there is none.
    """
    n, d = values.shape
    if n < LEAST_ROWS or d < 2:
        return None
    errors = np.array([_error_alone(column, codes) for column in _small(values).T])
    first, second = np.argsort(errors)[:2].tolist()
    return int(first) if errors[first] <= SURE and errors[second] >= UNSURE else None


def _small(values: Floats) -> Floats:
    """Columns divided by powers of two, so that no number is above 1 and no square beyond all."""
    largest = np.abs(np.where(np.isfinite(values), values, 0.0)).max(axis=0, initial=0.0)
    small: Floats = np.ldexp(values, -np.frexp(largest)[1])
    return small


def _error_alone(column: Floats, codes: Codes) -> float:
    """The errors of the best thresholds between classes that follow each other along a column: the
    mean of the shares of both classes that are on the wrong side, of the worst two classes.
    """
    parts = [column[(codes == code) & np.isfinite(column)] for code in np.unique(codes)]
    if not all(map(len, parts)):
        return 0.5
    errors = [0.0]
    for lower, upper in pairwise(sorted(map(np.sort, parts), key=np.mean)):
        cuts = np.concatenate([lower, upper])
        below, not_above = (
            np.searchsorted(part, cuts, side="right") / len(part) for part in (lower, upper)
        )
        errors.append(0.5 * (1.0 - float((below - not_above).max())))
    return max(errors)


def _criteria(values: Floats, codes: Codes) -> Floats:
    """Fisher's criterion of each pair (d, d), 0 below the diagonal and where a pair is collinear.

    A missing value counts as the mean of its class.
    """
    values, is_known = _small(values), np.isfinite(values)
    is_of_class = (codes == np.unique(codes)[:, None]).astype(np.float64)
    k = is_of_class.argmax(axis=0)
    known_sums = is_of_class @ np.where(is_known, values, 0.0)
    values = np.where(is_known, values, (known_sums / np.maximum(is_of_class @ is_known, 1.0))[k])
    spread = values.std(axis=0)
    z = (values - values.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    counts = is_of_class.sum(axis=1, keepdims=True)
    means = is_of_class @ z / counts
    deviations = z - means[k]
    within, between = deviations.T @ deviations, (counts * means).T @ means
    w, b = np.diag(within), np.diag(between)
    determinant = np.outer(w, w) - within**2
    is_usable = np.triu(determinant > COLLINEAR * np.outer(w, w) + COLLINEAR**2, 1)
    trace = np.outer(w, b) + np.outer(b, w) - 2.0 * within * between
    return np.where(is_usable, trace / np.where(is_usable, determinant, 1.0), 0.0)
