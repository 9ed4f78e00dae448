"""``memo``: the last few answers of a pure function, so that unchanged input gives the very same marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")

IDENTITY: Any = object.__eq__  # of classes whose objects are equal to nothing but themselves


def memo(size: int = 4) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last ``size`` answers of a function, the most recently used first.

    Arguments are the same when they are one object or equal values of one type; arrays only when they are one object.  So data
    sets, fits and documents (which compare by identity) are never looked into, and the comparison costs nothing.  The arguments
    are kept with the answer: an identity can therefore never be mistaken for that of an object long gone, and no more than
    ``size`` of them are kept alive.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        entries: list[tuple[tuple[Any, ...], R]] = []

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            key = (*args, *kwargs.items()) if kwargs else args
            for at, entry in enumerate(entries):
                if _same(entry[0], key):
                    if at:
                        entries.insert(0, entries.pop(at))
                    return entry[1]
            answer = function(*args, **kwargs)
            entries.insert(0, (key, answer))
            del entries[size:]
            return answer

        return remembered

    return decorate


def _same(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    if len(old) != len(new):
        return False
    # A plain loop: this runs some hundred times a frame, and mostly ends at the first argument.
    for a, b in zip(old, new, strict=True):
        if a is b:
            continue
        kind = type(a)
        if kind is not type(b) or kind.__eq__ is IDENTITY or not _equal(a, b):
            return False
    return True


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return _same(a, b)
    return not isinstance(a, np.ndarray) and bool(a == b)
