"""``memo``: the last few answers of a pure function, so that unchanged input gives the very same marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import is_
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


_aging: list[Callable[[], None]] = []  # of every memo in the program

NAMED = object()  # before the arguments that have names
FEW = 16  # so many answers are looked through one by one, which asks nobody for a hash


def memo(size: int = 4) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember the last ``size`` answers of a function, the least recently used forgotten first.

    Arguments are the same when they are one object or equal values of one type; arrays only when they are one object.  So data
    sets, fits and documents (which compare by identity) are never looked into, and the comparison costs nothing.  The arguments
    are kept with the answer: an identity can therefore never be mistaken for that of an object long gone, and no more than
    ``size`` of them are kept alive.  ``lru_cache`` would refuse arrays, and ask every argument for its hash, in Python, at every
    call; a frame asks some hundred times.
    """
    return _scanned(size) if size <= FEW else _hashed(size)


def forget_unused() -> None:
    """Forget every answer that nobody has asked for since the last call but one.

    What is asked for with every picture stays.  What a plot that is hidden now, or a method that is gone, was drawn from goes: a
    fit with all its steps takes a megabyte, and each of a hundred memos would keep some for as long as the program runs.
    """
    for age in _aging:
        age()


Entries = tuple[tuple[tuple[Any, ...], Any], ...]


def _scanned(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known: Entries = ()
        aged: Entries = ()  # those of ``known`` at the last call of ``forget_unused``

        def age() -> None:
            nonlocal known, aged
            aged, known = known, ()

        _aging.append(age)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal known
            key: tuple[Any, ...] = (*args, NAMED, *kwargs.items()) if kwargs else args
            # Written out: every function called here would be called a hundred times a frame.  First who is the very same:
            at = -1
            for entry in known:
                at += 1
                other = entry[0]
                if len(other) == len(key) and all(map(is_, other, key)):
                    if at:  # what is used stays
                        known = (entry, *known[:at], *known[at + 1 :])
                    same: R = entry[1]
                    return same
            at = -1
            for entry in known:
                at += 1
                other = entry[0]
                if len(other) != len(key):
                    continue
                for one, two in zip(other, key):  # noqa: B905 - they are equally long, and a keyword would cost
                    if one is two:
                        continue
                    kind = type(one)
                    if kind is not type(two) or kind.__hash__ is None or kind is MappingProxyType:
                        break
                    if kind is tuple:
                        if not _are_same(one, two):
                            break
                    elif one != two:
                        break
                else:
                    if at:
                        known = (entry, *known[:at], *known[at + 1 :])
                    equal: R = entry[1]
                    return equal
            old = next((entry for entry in aged if _are_same(entry[0], key)), None)
            answer = function(*args, **kwargs) if old is None else old[1]
            # A new tuple, because other threads may be looking at the old one.
            known = ((key, answer), *known[: size - 1])
            return answer

        return remembered

    return decorate


def _are_same(one: tuple[Any, ...], two: tuple[Any, ...]) -> bool:
    """Whether two tuples hold the same values: those without a hash only when they are the same objects."""
    if len(one) != len(two):
        return False
    for a, b in zip(one, two):  # noqa: B905
        if a is b:
            continue
        kind = type(a)
        if kind is not type(b) or kind.__hash__ is None or kind is MappingProxyType:
            return False
        if not (_are_same(a, b) if kind is tuple else a == b):
            return False
    return True


def _hashed(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        call: Callable[..., R] = function

        @lru_cache(maxsize=size, typed=True)
        def wrapped(count: int, *key: Any) -> R:
            args = [_argument(k) for k in key]
            return call(*args[:count], **dict(args[count:]))

        asked = -1  # how often, until the last call of ``forget_unused``

        def age() -> None:
            nonlocal asked
            before, asked = asked, wrapped.cache_info().hits + wrapped.cache_info().misses
            if asked == before:
                wrapped.cache_clear()
                asked = 0

        _aging.append(age)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
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
