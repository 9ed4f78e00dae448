"""Two of K classes as two-class methods and fits: the difference of their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats
from ..method import Fit, Method, Steps
from ..problem import Problem
from ..result import Bounds, Iterate, Outcome, Status


@dataclass(frozen=True)
class PairOf(Method):
    """The decision between two classes of a K-class fit: ``f = f_k - f_l``.  Nothing is minimised
    here.
    """

    name: ClassVar[str] = "Two of the classes"
    label: ClassVar[str] = "pair"

    def steps(self, problem: Problem, start: Fit | None, trace: bool) -> Steps:
        """Nothing to fit: leaving one of its points out would need another fit of all classes."""
        yield None
        return Outcome(
            Status.NOT_APPLICABLE,
            "Two of the classes are not fitted by themselves here: the method fits all at once.",
        )

    def bounds(self, problem: Problem, iterate: Iterate, margins: Floats) -> Bounds:
        """No objective: the certificate is that of the whole fit."""
        return Bounds(np.nan)


@dataclass(frozen=True)
class PairWithMargin(PairOf):
    """The same where ``f_k - f_l = 1`` is the margin of the method."""

    def multiplier_bound(self, problem: Problem) -> float | None:
        """There is one, unknown here: the points on and inside the margin are the support
        vectors.
        """
        return np.inf


@dataclass(frozen=True)
class PairWithProbability(PairOf):
    """The same where the scores are logarithms of probabilities: f is the log-odds of one class
    among both.
    """

    has_probability: ClassVar[bool] = True
