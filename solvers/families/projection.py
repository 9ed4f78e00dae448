"""Methods that choose a direction in closed form and then cut along it: Fisher's discriminant and the mean difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ..algorithms.moments.moments_drag import Answer
from ..method import Fit, Method, Steps
from ..moments import ClassMoments
from ..problem import Problem
from .offsets import OFFSETS


@dataclass(frozen=True)
class Projection(Method):
    """A direction from the moments of the classes, and an offset rule of its own (:mod:`solvers.families.offsets`)."""

    offset: Annotated[str, OFFSETS] = "training-error"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The closed form, in one step."""
        iterate, outcome = self._answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def _answer(self, moments: ClassMoments, problem: Problem | None = None) -> Answer:
        """The answer for these moments; a cold fit has the ``problem`` they come from, a drag has only them."""
        raise NotImplementedError
