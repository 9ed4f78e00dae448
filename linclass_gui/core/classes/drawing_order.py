"""The order in which the points of a picture are drawn.

Classes drawn one after the other would hide each other: of two equal ones only the last would be
seen.  So the points are drawn in one order that knows nothing of classes, the same for a row
whatever else moves, except that a class with less than a tenth of the points of another comes after
it.
"""

from __future__ import annotations

import numpy as np

from solvers import Floats
from solvers.arrays import Ints

RARER = 10.0  # times fewer points than the largest class: drawn later
# points from which on a picture is a crowd, and of a rarer class on top of it: more would hide the
# others
CROWD, MOST = 5_000, 500
LATER = 2.0**32  # above every mixed number


def turns_of(rows: Ints, labels: Ints, counts: Ints) -> Floats:
    """When each of some rows (k,) with labels (k,) is drawn, where the classes have ``counts (K,)``
    points: small numbers first.
    """
    largest = counts.max(initial=1)
    later = np.floor(np.log(largest / np.maximum(counts, 1)) / np.log(RARER) + 1e-12)
    if counts.sum() > CROWD:
        later[counts > MOST] = 0.0
    turns: Floats = LATER * later[labels] + mixed(rows)
    return turns


def mixed(rows: Ints) -> Floats:
    """A number in [0, 2^32) for each row, no two the same and without any pattern (the last step of
    MurmurHash3).
    """
    h = rows.astype(np.uint32)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h ^= h >> np.uint32(shift)
        h *= np.uint32(factor)
    h ^= h >> np.uint32(16)
    return h.astype(np.float64)
