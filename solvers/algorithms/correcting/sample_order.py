"""The order in which a single-sample rule visits the points."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...arrays import Ints, locked_ints
from ...cancellation import check_cancelled


def passes(n: int, order: str, seed: int, count: int) -> Iterator[Ints]:
    """``count`` passes over ``n`` samples, each as the rows in the order of the visit.

    ``cyclic`` yields 0, 1, ..., n-1 again and again (the same array, so that a caller can recognise it), ``shuffled`` a new
    permutation every time.  The permutations depend on ``seed`` alone: the same seed gives the same run.
    """
    rows = locked_ints(np.arange(n, dtype=np.int64))
    random = np.random.default_rng(seed)
    for _ in range(count):
        check_cancelled()
        yield rows if order == "cyclic" else locked_ints(random.permutation(rows))
