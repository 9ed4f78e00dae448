"""Array types, the one way to make an array read-only, and many points a block at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .cancellation import check_cancelled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]


def read_only(values: Any) -> Any:
    """The same array, locked: the content of a value never changes."""
    values.setflags(write=False)
    return values


def locked(values: Floats) -> Floats:
    """:func:`read_only` for an array of numbers, with its type kept."""
    values.setflags(write=False)
    return values


def locked_ints(values: Ints) -> Ints:
    """:func:`read_only` for an array of row numbers, with its type kept."""
    values.setflags(write=False)
    return values


def weighed_sum(values: Floats, weights: Floats | None) -> float:
    """The sum of values (n,), each times its weight; without weights each counts once."""
    return float(np.add.reduce(values) if weights is None else weights @ values)


def frozen_floats(values: ArrayLike) -> Floats:
    """A read-only float64 array; the very same object when it already is one, so that moving one
    point copies nothing else.
    """
    if (
        isinstance(values, np.ndarray)
        and values.dtype == np.float64
        and not values.flags.writeable
        and values.base is None
    ):
        return values
    return locked(np.array(values, dtype=np.float64))


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
