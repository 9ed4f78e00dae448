"""Giving up long computations: a loop that may take long asks now and then whether its result is
still wanted.

A fit is cancelled between its steps; one step may be a pass over all pairs of points.  Code deep
inside cannot yield, so it asks here: :func:`check_cancelled` ends it wherever it is, and the code
that set the question decides what that means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class CancelledError(BaseException):
    """The computation was cancelled.

    No ``Exception``: code that turns the faults of a computation into a sentence or an empty answer
    must not take this for one, and no memory of answers may keep it.
    """


_wanted_test: ContextVar[Callable[[], bool] | None] = ContextVar("_wanted")


@contextmanager
def cancelled_unless(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """Whatever the block computes ends with :class:`CancelledError` once ``is_wanted()`` is
    false; other threads do not notice.

    A block inside another one is wanted only as long as that one is.
    """
    outer = _wanted_test.get(None)
    token = _wanted_test.set(is_wanted if outer is None else lambda: outer() and is_wanted())
    try:
        yield
    finally:
        _wanted_test.reset(token)


def is_not_wanted() -> bool:
    """Whether the current computation was cancelled; False outside of :func:`cancelled_unless`."""
    is_wanted = _wanted_test.get(None)
    if is_wanted is None:
        return False
    token = _wanted_test.set(
        None
    )  # the answer may come from an outer block that asks the same question
    try:
        return not is_wanted()
    finally:
        _wanted_test.reset(token)


def check_cancelled() -> None:
    """To be called in every loop that may take longer than a fifth of a second.

    Raises:
        CancelledError: the computation was cancelled.
    """
    if is_not_wanted():
        raise CancelledError
