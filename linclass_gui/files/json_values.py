"""What a value of parsed JSON can be: a text, a number, a pair, a point; and all points of a scene
at once.
"""

from __future__ import annotations

import math
import re
from itertools import chain
from typing import Any, TypeGuard

import numpy as np

SURROGATE = re.compile("[\ud800-\udfff]")


def is_text(value: object) -> TypeGuard[str]:
    """Whether the value is a text that can be written again (JSON can escape one half of a
    surrogate pair; no file holds it).
    """
    return isinstance(value, str) and (value.isascii() or SURROGATE.search(value) is None)


def is_finite(value: object) -> TypeGuard[float]:
    """Whether the value is a number, and one that a double can hold."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def are_two(value: object) -> TypeGuard[list[float]]:
    """Whether the value is a pair of numbers."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_finite, value))


def is_whole(value: object, least: int = 0, most: int | None = None) -> TypeGuard[int]:
    """Whether the value is a whole number in a range."""
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and least <= value
        and (most is None or value <= most)
    )


def is_point(point: object, classes: int) -> bool:
    """Whether the value is a point: two coordinates and a class."""
    if not (isinstance(point, list) and len(point) == 3 and all(map(is_finite, point))):
        return False
    return is_whole(point[2], most=classes - 1)


def table_of(
    points: list[Any], classes: int
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]] | None:
    """The points as an array (n, 3), or None when one is no point; checking each in turn would take
    ten times as long.
    """
    if not (set(map(type, points)) <= {list} and set(map(len, points)) <= {3}):
        return None
    flat = list(chain.from_iterable(points))
    if not (
        set(map(type, flat)) <= {int, float}
        and set(flat[2::3]) <= set(range(classes))
        and set(map(type, flat[2::3])) <= {int}
    ):
        return None
    try:
        table = np.array(flat, dtype=np.float64).reshape(-1, 3)
    except OverflowError:
        return None
    return table if np.isfinite(table).all() else None
