"""Methods whose answer is a function of the moments of the classes."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Annotated, Any

from ...method import Method
from ...result import Iterate, Outcome
from .threshold import OFFSETS

ClosedForm = tuple[Iterate | None, Outcome]  # None where there is no direction


class InOneStep:
    """Mixin of the closed forms, of two classes or of many."""

    def answer(self, problem: Any) -> tuple[Any, Outcome]:
        """The answer, None where there is none, and how it is found."""
        raise NotImplementedError

    def steps(self, problem: Any, start: Any, trace: bool) -> Generator[Any, None, Outcome]:
        """The answer alone."""
        iterate, outcome = self.answer(problem)
        if iterate is not None:
            yield iterate
        return outcome


@dataclass(frozen=True)
class Projection(InOneStep, Method):
    """A direction from the moments of the classes, and an offset rule of its own
    (:mod:`solvers.algorithms.moments.threshold`).
    """

    offset: Annotated[str, OFFSETS] = "training-error"
