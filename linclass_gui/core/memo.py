"""``memo``: the last few answers of a pure function, so that unchanged input gives the very same marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class _Same:
    """Something without a hash (an array, a mapping), which is the same input only when it is the same object."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __hash__(self) -> int:
        return id(self.it)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.it is self.it


def memo(size: int = 4) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last ``size`` answers of a function, the least recently used forgotten first.

    Arguments are the same when they are one object or equal values of one type; arrays only when they are one object.  So data
    sets, fits and documents (which compare by identity) are never looked into, and the comparison costs nothing.  The arguments
    are kept with the answer: an identity can therefore never be mistaken for that of an object long gone, and no more than
    ``size`` of them are kept alive.  ``lru_cache`` alone would refuse arrays; it does the work, because a frame asks some hundred
    times.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        direct: Any = lru_cache(maxsize=size, typed=True)(function)
        call: Callable[..., R] = function

        @lru_cache(maxsize=size, typed=True)
        def wrapped(count: int, *key: Any) -> R:
            args = [_argument(k) for k in key]
            return call(*args[:count], **dict(args[count:]))

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            # Written out: a frame comes here a hundred times, and every function called here would be called as often.
            for value in args:
                kind = type(value)
                if kind.__hash__ is None or kind is MappingProxyType:
                    break
                if kind is tuple:
                    try:
                        hash(value)
                    except TypeError:
                        break
            else:
                if not kwargs:
                    answer: R = direct(*args)
                    return answer
            return wrapped(len(args), *map(_hashable, (*args, *kwargs.items())))

        return remembered

    return decorate


def _hashable(value: Any) -> Any:
    """The value for a key: tuples are looked into; a read-only mapping has, from Python 3.12 on, a hash in name only."""
    if type(value) is tuple:
        return tuple(_hashable(v) for v in value)
    return _Same(value) if type(value).__hash__ is None or type(value) is MappingProxyType else value


def _argument(key: Any) -> Any:
    """The value back from a key."""
    if type(key) is tuple:
        return tuple(_argument(k) for k in key)
    return key.it if type(key) is _Same else key
