"""Steps as generators: run to their end, or changed on the way."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")
R = TypeVar("R")  # what steps return when they end


class LongRun:
    """Mixin of the methods whose ``steps`` may take many frames: with ``is_held`` they are left
    after about one, RUNNING.
    """

    steps: Callable[..., Any]

    def held_steps(self, problem: Any, start: Any) -> Any:
        """The steps while a point is held."""
        return self.steps(problem, start, trace=False, is_held=True)


def only_outcome(outcome: R) -> Generator[None, None, R]:
    """No steps at all, which end at once."""
    yield None
    return outcome


def change_steps(
    steps: Generator[S | None, None, R], change: Callable[[S], T]
) -> Generator[T | None, None, R]:
    """Each step as what ``change`` makes of it; they end as the steps do."""
    while True:
        try:
            step = next(steps)
        except StopIteration as stop:
            value: R = stop.value
            return value
        yield None if step is None else change(step)


def with_last(steps: Generator[S | None, None, R]) -> Generator[S | None, None, tuple[S | None, R]]:
    """The same steps; at their end the last one, and what they returned."""
    last: S | None = None

    def keep(step: S) -> S:
        nonlocal last
        last = step
        return step

    outcome = yield from change_steps(steps, keep)
    return last, outcome
