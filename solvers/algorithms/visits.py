"""Visits of samples: how many a run may make, and their order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from .. import core
from ..arrays import Ints, locked_ints
from ..cancellation import check_cancelled

# The budget of a run in visits of one sample of the plane (6 ns each, three times that once the
# samples outgrow the cache): whatever max_epochs says, a run ends after about a second.  Plain
# Python takes 1 us for a visit, and a few seconds for a run.
VISITS = 100_000_000 if core.LIBRARY else 5_000_000
# The budget while a point is held, about half a frame: of visits one by one, and of samples that
# numpy looks at together.
HELD_VISITS, HELD_TOGETHER = 1_000_000 if core.LIBRARY else 10_000, 1_000_000
HEARTBEAT = 200_000 if core.LIBRARY else 5_000  # visits between two signs of life
STEP_VISITS = 4_000  # what a step of all mistakes together costs besides its visits
MOST_REMEMBERED = 40_000  # visits of one chunk whose order is remembered
ENDLESS = 2**62  # more corrections and visits than a run can make

# A generator of numpy between two draws.
State = tuple[int, int, int, int]


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
    The permutations depend on ``n`` and ``seed`` alone: the same seed gives the same run.
    """
    state, epochs, drawn, rows = _first_state(seed), 0, 0, None
    while epochs < count:
        check_cancelled()
        if order == "shuffled" and epochs == drawn:
            # few at first: most runs that end early end soon, and need no more
            most = max(1, (HEARTBEAT if n > MOST_REMEMBERED else MOST_REMEMBERED) // n)
            block = min(count - drawn, most, max(1, most // 20, drawn // 2))
            draw = _remembered_draw if n * block <= MOST_REMEMBERED else _draw
            rows, state = draw(n, block, state)
            drawn += block
        size = min(chunk, count - epochs if rows is None else drawn - epochs)
        at_hand = None if rows is None else rows[len(rows) - (drawn - epochs) * n :][: size * n]
        epochs += size
        yield epochs, at_hand


@lru_cache(maxsize=64)
def _first_state(seed: int) -> State:
    return _state_of(np.random.PCG64(seed))


def _state_of(generator: np.random.PCG64) -> State:
    state: dict[str, Any] = dict(generator.state)
    words: dict[str, int] = state["state"]
    return words["state"], words["inc"], state["has_uint32"], state["uinteger"]


def _draw(n: int, count: int, state: State) -> tuple[Ints, State]:
    """So many permutations of 0, 1, ..., n-1, one behind the other, by a generator in this state;
    and its state afterwards.
    """
    generator = np.random.PCG64(0)
    generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": state[0], "inc": state[1]},
        "has_uint32": state[2],
        "uinteger": state[3],
    }
    rows = np.tile(np.arange(n, dtype=np.int64), (count, 1))
    np.random.Generator(generator).permuted(rows, axis=1, out=rows)
    return locked_ints(rows.ravel()), _state_of(generator)


# In a drag, and in every comparison of fits, the same orders are drawn again and again; drawing
# them takes as long as visiting the samples.
_remembered_draw = lru_cache(maxsize=64)(_draw)
