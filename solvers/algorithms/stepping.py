"""Steps as generators: run to their end, or changed on the way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")  # what steps return when they end


def outcome_of_steps(steps: Generator[Any, None, R]) -> R:
    """What steps return at their end, for callers that neither watch nor interrupt them."""
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            value: R = stop.value
            return value


def only_outcome(outcome: R) -> Generator[None, None, R]:
    """No steps at all, which end at once."""
    yield None
    return outcome


def change_steps(steps: Generator[S, None, R], change: Callable[[S], Iterable[T]]) -> Generator[T, None, R]:
    """Each step as what ``change`` makes of it: one, several or none; they end as the steps do."""
    try:
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                value: R = stop.value
                return value
            yield from change(step)
    finally:
        steps.close()
