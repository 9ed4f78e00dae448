"""Array types and the one way to make an array read-only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


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
