"""Methods whose answer is a function of the moments of the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ...method import Fit, Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome
from .threshold import OFFSETS

ClosedForm = tuple[Iterate | None, Outcome]  # None where there is no direction


@dataclass(frozen=True)
class OfMoments(Method):
    """A closed form of counts, means and scatters."""

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The closed form, in one step."""
        iterate, outcome = self._answer(problem)
        if iterate is not None:
            yield iterate
        return outcome

    def _answer(self, problem: Problem) -> ClosedForm:
        """The answer for the moments of the classes."""
        raise NotImplementedError


@dataclass(frozen=True)
class Projection(OfMoments):
    """A direction from the moments of the classes, and an offset rule of its own
    (:mod:`solvers.algorithms.moments.threshold`).
    """

    offset: Annotated[str, OFFSETS] = "training-error"
