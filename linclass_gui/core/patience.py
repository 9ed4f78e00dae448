"""Giving up long computations: what is computed for a picture asks now and then whether anybody still wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class NotWantedError(BaseException):
    """Nobody wants the result any more.

    No ``Exception``: whoever turns the faults of a computation into a sentence or an empty answer must not take this for one, and
    no memory of answers may keep it.
    """


_wanted: ContextVar[Callable[[], bool]] = ContextVar("_wanted")


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """Whatever the block computes ends with :class:`NotWantedError` once ``wanted`` says no; other threads do not notice."""
    token = _wanted.set(wanted)
    try:
        yield
    finally:
        _wanted.reset(token)


def is_not_wanted() -> bool:
    """Whether nobody wants any more what is computed here; never, outside of :func:`while_wanted`."""
    wanted = _wanted.get(None)
    return wanted is not None and not wanted()


def go_on() -> None:
    """To be called in every loop that may take longer than a fifth of a second.

    Raises:
        NotWantedError: nobody wants the result any more.
    """
    if is_not_wanted():
        raise NotWantedError
