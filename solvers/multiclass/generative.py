"""Bayes' rule with a density for each of K classes: normal, or words counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats
from ..costs import CROSS_ENTROPY
from ..methods.gaussian import (
    AVERAGES,
    NO_SPREAD,
    ONE_DENSITY,
    GaussianGenerative,
    are_alike,
    largest_term,
    outcome_of,
)
from ..methods.naive_bayes import MultinomialNaiveBayes
from ..moments import ClassMoments
from ..result import Bounds, Outcome, Status
from .closed_forms import ClosedForm, ManyOfMoments
from .iterate import ManyIterate
from .method import ManyForm, ManySteps
from .problem import ManyProblem

GIVEN_PRIORS = (
    "A given prior is that of class + of two; with {} classes choose the class frequencies or "
    "equal priors."
)


def log_priors(priors: str, counts: Floats) -> Floats:
    """``ln p_k`` for the class frequencies, or 0 for equal ones."""
    return np.log(counts / counts.sum()) if priors == "empirical" else np.zeros(len(counts))


@dataclass(frozen=True)
class ManyGaussian(ManyOfMoments):
    """``f_k(x) = ln p_k - 1/2 ln |S_k| - 1/2 (x - m_k)' S_k^-1 (x - m_k)``, up to a constant of the
    point.

    ``shared``: the quadratic terms cancel, ``w_k = S^-1 m_k``: piecewise linear.  ``separate`` and
    ``diagonal``: conics.  With two classes ``f_1 - f_0`` is the two-class log-odds.
    """

    objective: ClassVar[str] = "f_k(x) = log p_k N(x; m_k, S_k)"
    has_probability: ClassVar[bool] = True

    method: GaussianGenerative

    def answer(self, problem: ManyProblem) -> ClosedForm:
        """The scores for these moments."""
        moments = problem.moments
        if self.method.priors == "given":
            return None, Outcome(Status.NOT_APPLICABLE, GIVEN_PRIORS.format(moments.K))
        priors = log_priors(self.method.priors, moments.counts)
        if np.sqrt(np.trace(moments.total) / moments.n) <= np.linalg.norm(moments.noise):
            flat = ManyIterate.centred(np.zeros_like(moments.means), moments.centre, priors)
            return flat, Outcome(Status.SINGULAR, NO_SPREAD)
        if self.method.covariance == "shared":
            return self._shared_covariance(moments, priors)
        return self._separate(moments, priors, problem)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The mean log-loss of the training points, and what rounding took from their scores; the
        estimates do not minimise it.
        """
        scores, moments = iterate.scores(problem.Phi), problem.moments
        priors = log_priors(self.method.priors, moments.counts)
        in_order = scores[np.concatenate(problem.groups)]
        rounding = self.method.rounding(moments, in_order, priors, largest_term(iterate, moments))
        return Bounds(float(CROSS_ENTROPY.values(scores, problem.labels).mean()), rounding=rounding)

    def _shared_covariance(self, moments: ClassMoments, priors: Floats) -> ClosedForm:
        count = (
            moments.n
            if self.method.estimate == "maximum-likelihood"
            else max(moments.n - moments.K, 1)
        )
        # the density about 0, with the covariance that all classes share
        nowhere = np.zeros(len(moments.centre))
        density, widened = self.method.density(
            moments, moments.within, count, nowhere, lambda: moments.deviations
        )
        shared = ["all classes together"] if widened else []
        return self._straight(density.precision, moments, priors, shared)

    def _straight(
        self,
        precision: Floats,
        moments: ClassMoments,
        priors: Floats,
        widened: Sequence[str],
    ) -> ClosedForm:
        """The answer of classes with one precision matrix (m, m); ``widened`` names the covariance
        that had to be, and why.
        """
        # About the mean of all points: what all scores have in common would change with the centre.
        apart = moments.offsets
        W = apart @ precision
        f_centre = priors - 0.5 * (W * apart).sum(axis=1) - W @ moments.mean
        return ManyIterate.centred(W, moments.centre, f_centre), outcome_of(
            AVERAGES if W.any() else ONE_DENSITY, widened
        )

    def _separate(self, moments: ClassMoments, priors: Floats, problem: ManyProblem) -> ClosedForm:
        densities = [
            self.method.density_of(moments, one, columns)
            for one, columns in zip(moments.classes, moments.columns_of_classes, strict=True)
        ]
        precisions = np.array([density.precision for density, _ in densities])
        widened = [problem.name(k) for k, (_, is_widened) in enumerate(densities) if is_widened]
        if are_alike(precisions, moments):
            return self._straight(precisions.mean(axis=0), moments, priors, widened)
        slope = np.array(
            [
                density.precision @ one.mean
                for (density, _), one in zip(densities, moments.classes, strict=True)
            ]
        )
        f_centre = priors + np.array([density.log_at_centre for density, _ in densities])
        iterate = ManyIterate.curved(-0.5 * precisions, slope, moments.centre, f_centre)
        return iterate, outcome_of(AVERAGES, widened)


@dataclass(frozen=True)
class ManyNaiveBayes(ManyForm):
    """``f_k(x) = ln p_k + sum_j x_j ln P(word j | k)`` with the smoothed word frequencies of each
    class.
    """

    objective: ClassVar[str] = "f_k(x) = \\sum_j x_j log P(j|k) + log p_k"
    has_probability: ClassVar[bool] = True

    method: MultinomialNaiveBayes

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step; no step when the points are not word counts."""
        if self.method.priors == "given":
            return Outcome(Status.NOT_APPLICABLE, GIVEN_PRIORS.format(problem.K))
        W, outcome = self.method.log_frequencies(
            problem.Phi, problem.groups, [problem.name(k) for k in range(problem.K)]
        )
        if W is not None:
            priors = log_priors(self.method.priors, problem.counts.astype(np.float64))
            yield ManyIterate.centred(W, np.zeros(W.shape[1]), priors)
        return outcome

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> Bounds:
        """The mean log-loss of the training points."""
        return Bounds(
            float(CROSS_ENTROPY.values(iterate.scores(problem.Phi), problem.labels).mean())
        )
