"""``memo``: the latest answers of pure functions, so that unchanged input gives the same
objects.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# new answers of a generation; a frame of eight classes asks for some ninety, one of forty methods
# for three hundred
MOST_ANSWERS = 300


class _Answers:
    """The answers of all memos: those asked for in this generation, and those of the last one."""

    def __init__(self) -> None:
        self.young: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.old: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        # answers that this generation computed; those it took over from the last one do not count
        self.computed = 0

    def begin_generation(self) -> None:
        """Forget the answers not used since the last call."""
        self.old, self.young, self.computed = self.young, {}, 0


_answers = _Answers()
forget_unused = _answers.begin_generation


def memo(function: Callable[P, R]) -> Callable[P, R]:
    """Remember the answers of a pure function for as long as they are asked for.

    Arguments are the same when they are one object or equal values of one type; arrays and mappings
    only when they are one object. Data sets, fits and documents compare by identity, so they are
    never inspected.  The arguments are kept with the answer: an identity can never be mistaken for
    that of an object long gone.  ``MOST_ANSWERS`` new answers, of all functions together, begin a
    generation, and so does :func:`forget_unused`; an answer that a whole generation did not ask for
    is forgotten.
    """

    @wraps(function)
    def recall(*args: P.args, **kwargs: P.kwargs) -> R:
        key = (
            (function, *_names(args), *_names(tuple(kwargs.items())))
            if kwargs
            else (function, *_names(args))
        )
        entry = _answers.young.get(key)
        if entry is None:
            entry = _answers.old.pop(key, None)
            if entry is None:
                entry = (function(*args, **kwargs), args, kwargs)
                _answers.computed += 1
            _answers.young[key] = entry
            if _answers.computed > MOST_ANSWERS:
                _answers.begin_generation()
        answer: R = entry[0]
        return answer

    return recall


def _names(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values for a look-up, with their types: arrays and read-only mappings by identity; tuples are
    looked into.
    """
    names: list[Any] = []
    for value in values:
        kind = type(value)
        if kind is tuple:
            names.append(_names(value))
        else:
            names += (
                kind,
                id(value) if kind.__hash__ is None or kind is MappingProxyType else value,
            )
    return tuple(names)
