"""Methods whose answer is a function of the moments of the classes, and those of them that choose a
direction and cut along it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ..algorithms.moments.moments_drag import Answer, drag_of_moments
from ..method import Drag, Fit, Method, Steps
from ..moments import ClassMoments
from ..problem import Problem
from .offsets import OFFSETS


@dataclass(frozen=True)
class OfMoments(Method):
    """A closed form of counts, means and scatters."""

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """The closed form, in one step."""
        iterate, outcome = self._answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def grab(self, fit: Fit, row: int) -> Drag | None:
        """The moments follow the point; with more features than coordinates a warm refit is as fast
        as their update.
        """
        return drag_of_moments(fit, row, self._answer) if fit.problem.features.is_linear else None

    def _answer(self, moments: ClassMoments, problem: Problem | None = None) -> Answer:
        """The answer for these moments; a cold fit has the ``problem`` they come from, a drag has
        only them.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class Projection(OfMoments):
    """A direction from the moments of the classes, and an offset rule of its own
    (:mod:`solvers.families.offsets`).
    """

    offset: Annotated[str, OFFSETS] = "training-error"
