"""Visits of samples: how many a run may make, and their order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .. import core
from ..arrays import Ints
from ..cancellation import check_cancelled

# The budget of a run in visits of one sample of the plane (6 ns each, three times that once the
# samples outgrow the cache): whatever max_epochs says, a run ends after about a second.
VISITS = 100_000_000
# The budget while a point is held: about half a frame, and as much without the compiled loops.
HELD_VISITS = 1_000_000 if core.LIBRARY else 50_000
HEARTBEAT = 200_000  # visits between two signs of life: about a millisecond
STEP_VISITS = 4_000  # what a step of all mistakes together costs besides its visits
ENDLESS = 2**62  # more corrections and visits than a run can make


def most_passes(shape: tuple[int, ...], visits: int, max_epochs: int) -> int:
    """The passes over samples ``(n, size)`` that a budget allows, at least one; beyond those of the
    plane a visit costs as much more as there are numbers more.
    """
    n, size = shape
    return min(max_epochs, max(1, 3 * visits // (n * max(3, size))))


def passes(
    n: int, order: str, seed: int, count: int, chunk: int = 1
) -> Iterator[tuple[int, Ints | None]]:
    """``count`` passes over ``n`` samples, up to ``chunk`` of them together: how many are made
    after them, and their rows in the order of the visits, one pass behind the other.

    ``cyclic`` (None) is 0, 1, ..., n-1 in every pass, ``shuffled`` a new permutation every time.
    The permutations depend on ``seed`` alone: the same seed gives the same run.
    """
    random, epochs = np.random.default_rng(seed), 0
    while epochs < count:
        check_cancelled()
        size, rows = min(chunk, count - epochs), None
        if order == "shuffled":
            # few at first: most runs that end early end soon, and need no more
            size = min(size, max(1, HEARTBEAT // (20 * n), epochs // 4))
            rows = np.tile(np.arange(n, dtype=np.int64), (size, 1))
            rows = random.permuted(rows, axis=1, out=rows).ravel()
        epochs += size
        yield epochs, rows
