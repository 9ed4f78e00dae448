"""Methods whose answer is a function of the moments of the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ...arrays import Floats
from ...method import Fit, Method, Steps
from ...problem import Problem
from ...result import Iterate, Outcome
from .threshold import OFFSETS

ClosedForm = tuple[Iterate | None, Outcome]  # None where there is no direction


@dataclass(frozen=True, eq=False)
class ClassScores:
    """``f_k(x) = <slope_k, u> + u' quadratic_k u + at_centre_k`` with u = phi(x) - centre, of all
    classes; without ``quadratic (K, m, m)`` they are linear.
    """

    centre: Floats
    slope: Floats
    at_centre: Floats
    quadratic: Floats | None = None

    @property
    def difference(self) -> Iterate:
        """The score of the first class of two less that of the second."""
        slope, at_centre = self.slope[0] - self.slope[1], self.at_centre[0] - self.at_centre[1]
        if self.quadratic is None:
            return Iterate.centred(slope, self.centre, at_centre)
        quadratic = self.quadratic[0] - self.quadratic[1]
        return Iterate.curved(quadratic, slope, self.centre, at_centre)


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
