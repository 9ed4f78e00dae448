"""``memo``: the last few answers of a pure function, so that unchanged input gives the very same marks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


_aging: list[Callable[[], None]] = []  # of every memo in the program

NAMED = object()  # before the arguments that have names
BY_IDENTITY: tuple[Any, ...] = (None, object.__hash__)  # the hashes of what is the same as nothing but itself
FEW = 16  # so many answers are looked through for equal arguments one by one, which asks nobody for a hash


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


def _scanned(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        # By the identities of the arguments, the newest last.  They are kept with the answer, so an identity stays theirs.
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], R]] = {}
        aged: dict[tuple[int, ...], tuple[tuple[Any, ...], R]] = {}  # not asked for since the last call of ``forget_unused``

        def age() -> None:
            nonlocal known, aged
            aged, known = known, {}

        _aging.append(age)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            key: tuple[Any, ...] = (*args, NAMED, *kwargs.items()) if kwargs else args
            names = tuple(map(id, key))
            entry = known.pop(names, None) or aged.pop(names, None)
            if entry is None:
                # Written out: every function called here would be called a hundred times a frame.
                first, count = key[0] if key else NAMED, len(key)
                by_identity = type(first).__hash__ in BY_IDENTITY
                for other, answer in [*aged.values(), *known.values()]:
                    if (by_identity and other and other[0] is not first) or len(other) != count:
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
                        known.pop(tuple(map(id, other)), None)
                        entry = (key, answer)
                        break
                else:
                    entry = (key, function(*args, **kwargs))
            known[names] = entry  # what is used stays
            if len(known) > size:
                # Other threads ask and forget, too: by now there may be fewer, or none.
                for oldest in list(known)[:-size]:
                    known.pop(oldest, None)
            return entry[1]

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
        # As above; each entry has the values of its arguments, too, by which equal ones are looked up.
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], tuple[Any, ...], R]] = {}
        aged: dict[tuple[int, ...], tuple[tuple[Any, ...], tuple[Any, ...], R]] = {}
        by_value: dict[tuple[Any, ...], tuple[tuple[Any, ...], tuple[Any, ...], R]] = {}

        def age() -> None:
            nonlocal known, aged
            for lost in list(aged.values()):
                by_value.pop(lost[1], None)
            aged, known = known, {}

        _aging.append(age)

        @wraps(function)
        def remembered(*args: P.args, **kwargs: P.kwargs) -> R:
            key: tuple[Any, ...] = (*args, NAMED, *kwargs.items()) if kwargs else args
            names = tuple(map(id, key))
            entry = known.pop(names, None) or aged.pop(names, None)
            if entry is None:
                values = _hashable(key)
                equal = by_value.get(values)
                if equal is None:
                    entry = (key, values, function(*args, **kwargs))
                else:
                    old = tuple(map(id, equal[0]))
                    entry = (key, values, equal[2])
                    known.pop(old, None)
                    aged.pop(old, None)
                by_value[values] = entry
            known[names] = entry
            if len(known) > size:
                for oldest in list(known)[:-size]:  # as above
                    lost = known.pop(oldest, None)
                    if lost is not None:
                        by_value.pop(lost[1], None)
            return entry[2]

        return remembered

    return decorate


def _hashable(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values for a look-up, with their types: those without a hash by their identities, as are read-only mappings, which have one
    in name only; tuples are looked into.
    """
    found: list[Any] = []
    for value in values:
        kind = type(value)
        if kind is tuple:
            found.append(_hashable(value))
        elif kind.__hash__ is None or kind is MappingProxyType:
            found.append((kind, id(value)))
        else:
            found.append((kind, value))
    return tuple(found)
