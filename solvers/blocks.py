"""Many points a few at a time, as columns that stay in the cache: a pass over rows of two numbers
takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .arrays import Floats
from .cancellation import check_cancelled

BLOCK = 4096  # points


def blocks(n: int) -> Iterator[slice]:
    """The rows from 0 to ``n``, a block at a time.

    Raises:
        CancelledError: the computation is not wanted any more.
    """
    for first in range(0, n, BLOCK):
        check_cancelled()
        yield slice(first, first + BLOCK)


def centred_blocks(Phi: Floats, centre: Floats | None) -> Iterator[tuple[slice, Floats]]:
    """The rows of ``Phi (n, m)`` less ``centre (m,)`` as columns (m, k), with the rows that they
    are; errors of :func:`blocks`.
    """
    for block in blocks(len(Phi)):
        columns = np.array(Phi[block].T, order="C")
        if centre is not None:
            columns -= centre[:, None]
        yield block, columns
