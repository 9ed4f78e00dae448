"""Bayes' rule with a density for each of K classes: normal, or words counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from ..algorithms.moments.of_moments import InOneStep
from ..algorithms.multiclass.iterate import ManyIterate
from ..arrays import Floats
from ..costs import CROSS_ENTROPY
from ..methods.gaussian import GaussianGenerative, largest_term
from ..methods.naive_bayes import MultinomialNaiveBayes
from ..result import Bounds, Outcome, Status
from .method import ManyForm
from .problem import ManyProblem

GIVEN_PRIORS = (
    "A given prior is that of class + of two; with {} classes choose the class frequencies or "
    "equal priors."
)


@dataclass(frozen=True)
class ManyDensities(InOneStep, ManyForm):
    """Base of the forms with ``f_k(x) = ln p_k + ln p(x | k)``, up to a constant of the point."""

    has_probability: ClassVar[bool] = True

    method: GaussianGenerative | MultinomialNaiveBayes

    def answer(self, problem: ManyProblem) -> tuple[ManyIterate | None, Outcome]:
        """The scores of the estimates; none where there are no densities."""
        if self.method.priors == "given":
            return None, Outcome(Status.NOT_APPLICABLE, GIVEN_PRIORS.format(problem.K))
        return self.method.class_scores(problem, problem.all_names)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The mean log-loss of the training points, which the estimates do not minimise."""
        losses = CROSS_ENTROPY.values(iterate.scores(problem.Phi), problem.labels)
        return Bounds(float(losses.mean()))


@dataclass(frozen=True)
class ManyGaussian(ManyDensities):
    """``f_k(x) = ln p_k - 1/2 ln |S_k| - 1/2 (x - m_k)' S_k^-1 (x - m_k)``, up to a constant of the
    point.

    ``shared``: the quadratic terms cancel, ``w_k = S^-1 m_k``: piecewise linear.  ``separate`` and
    ``diagonal``: conics.  With two classes ``f_1 - f_0`` is the two-class log-odds.
    """

    objective: ClassVar[str] = "f_k(x) = log p_k N(x; m_k, S_k)"

    method: GaussianGenerative

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The same, and what rounding took from the scores."""
        moments = problem.moments
        in_order = iterate.scores(problem.Phi)[np.concatenate(problem.groups)]
        rounding = self.method.rounding(moments, in_order, largest_term(iterate, moments))
        return replace(super().bounds(problem, iterate, margins), rounding=rounding)


@dataclass(frozen=True)
class ManyNaiveBayes(ManyDensities):
    """``f_k(x) = ln p_k + sum_j x_j ln P(word j | k)`` with the smoothed word frequencies of each
    class.
    """

    objective: ClassVar[str] = "f_k(x) = \\sum_j x_j log P(j|k) + log p_k"
