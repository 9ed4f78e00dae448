"""Bayes' rule with a density for each of K classes: normal, or words counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Ints
from ...methods.gaussian import Density, GaussianGenerative, widening_of
from ...methods.naive_bayes import NEVER, NO_WORDS, NOT_COUNTS, MultinomialNaiveBayes
from ...moments import Moments
from ...result import Outcome, Status
from ..class_moments import ManyMoments
from ..iterate import ManyIterate
from ..method import ManyDrag, ManyFit, ManyForm, ManySteps
from ..problem import ManyProblem
from ..result import ManyBounds
from .class_moments_drag import Answer, moments_drag

AVERAGES = "The estimates are averages; Bayes' rule gives the boundary."
COUNTED = "The frequencies are counted; Bayes' rule gives the boundary."
NO_SPREAD = "All points are at one place: no covariance can be estimated, and only the priors tell the classes apart."
WIDENED = (
    "The covariance {} is singular (too few points, or all on a line). "
    "The variances were widened by a millionth of the whole spread."
)
GIVEN_PRIORS = "A given prior is that of class + of two; with {} classes choose the class frequencies or equal priors."


def log_priors(priors: str, counts: Floats) -> Floats:
    """``ln p_k`` for the class frequencies, or 0 for equal ones."""
    return np.log(counts / counts.sum()) if priors == "empirical" else np.zeros(len(counts))


def mean_log_loss(scores: Floats, labels: Ints) -> float:
    """The mean of ``-ln p_y`` for log-probabilities up to a constant of the point."""
    top = scores.max(axis=1)
    total = top + np.log(np.exp(scores - top[:, None]).sum(axis=1))
    return float((total - scores[np.arange(len(scores)), labels]).mean())


@dataclass(frozen=True)
class ManyGaussian(ManyForm):
    """``f_k(x) = ln p_k - 1/2 ln |S_k| - 1/2 (x - m_k)' S_k^-1 (x - m_k)``, up to a constant of the point.

    ``shared``: the quadratic terms cancel, ``w_k = S^-1 m_k``: piecewise linear.  ``separate`` and ``diagonal``: conics.  With two
    classes ``f_1 - f_0`` is the two-class log-odds.
    """

    objective: ClassVar[str] = "f_k(x) = log p_k N(x; m_k, S_k)"
    has_probability: ClassVar[bool] = True

    method: GaussianGenerative

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step."""
        if self.method.priors == "given":
            return Outcome(Status.NOT_APPLICABLE, GIVEN_PRIORS.format(problem.K))
        iterate, outcome = self.answer(problem.moments, problem)
        if iterate is not None:
            yield iterate
        return outcome

    def answer(self, moments: ManyMoments, problem: ManyProblem | None = None) -> Answer:
        """The scores for these moments; a cold fit has the ``problem`` with the names of the classes."""
        priors = log_priors(self.method.priors, moments.counts)
        if np.sqrt(np.trace(moments.total) / moments.n) <= np.linalg.norm(moments.noise):
            flat = ManyIterate.centred(np.zeros_like(moments.means), moments.centre, priors)
            return flat, Outcome(Status.SINGULAR, NO_SPREAD)
        if self.method.covariance == "shared":
            return self._shared(moments, priors)
        return self._separate(moments, priors, problem)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> ManyBounds:
        """The mean log-loss of the training points; the estimates do not minimise it, so there is no gap."""
        return ManyBounds(mean_log_loss(iterate.scores(problem.Phi), problem.labels))

    def grab(self, fit: ManyFit, row: int) -> ManyDrag | None:
        """The moments follow the point."""
        return moments_drag(fit, row, self.answer)

    def _shared(self, moments: ManyMoments, priors: Floats) -> Answer:
        count = moments.n if self.method.estimate == "maximum-likelihood" else max(moments.n - moments.K, 1)
        density, widened = self._common_density(moments, count)
        # About the mean of all points: what all scores have in common would change with the centre.
        apart = moments.means - moments.mean
        W = apart @ density.precision
        f_centre = priors - 0.5 * (W * apart).sum(axis=1) - W @ moments.mean
        words = WIDENED.format("that all classes share")
        outcome = Outcome(Status.SINGULAR, words) if widened else Outcome(Status.CONVERGED, AVERAGES)
        return ManyIterate.centred(W, moments.centre, f_centre), outcome

    def _separate(self, moments: ManyMoments, priors: Floats, problem: ManyProblem | None) -> Answer:
        found = [self._own_density(moments, k) for k in range(moments.K)]
        precisions = np.array([density.precision for density, _ in found])
        slope = np.array([density.precision @ one.mean for (density, _), one in zip(found, moments.classes, strict=True)])
        f_centre = priors + np.array([density.log_at_centre for density, _ in found])
        iterate = ManyIterate.curved(-0.5 * precisions, slope, moments.centre, f_centre)
        widened = [k for k, (_, is_widened) in enumerate(found) if is_widened]
        if not widened:
            return iterate, Outcome(Status.CONVERGED, AVERAGES)
        names = " and ".join(problem.name(k) if problem is not None else str(k) for k in widened)
        return iterate, Outcome(Status.SINGULAR, WIDENED.format(f"of {names}"))

    def _count(self, one: Moments) -> int:
        return one.n if self.method.estimate == "maximum-likelihood" else max(one.n - 1, 1)

    def _own_density(self, moments: ManyMoments, k: int) -> tuple[Density, bool]:
        """The density of one class, and whether its covariance had to be widened."""
        one, count = moments.classes[k], self._count(moments.classes[k])
        density, widening = self._density(moments, one.scatter / count, one.mean)
        if density.is_thin:
            own = moments.columns[:, moments.starts[k] : moments.starts[k + 1]]
            density = Density.of_points(own - one.mean[:, None], count, widening, one.mean)
        return density, widening is not None

    def _common_density(self, moments: ManyMoments, count: int) -> tuple[Density, bool]:
        """The density about 0 with the covariance that all classes share, and whether that had to be widened."""
        nowhere = np.zeros(len(moments.centre))
        density, widening = self._density(moments, moments.within / count, nowhere)
        if density.is_thin:
            means = np.repeat(moments.means.T, np.diff(moments.starts), axis=1)
            density = Density.of_points(moments.columns - means, count, widening, nowhere)
        return density, widening is not None

    def _density(self, moments: ManyMoments, covariance: Floats, mean: Floats) -> tuple[Density, Floats | None]:
        """A density, and what was added to its variances."""
        if self.method.covariance == "diagonal":
            covariance = np.diag(covariance.diagonal())
        widening = widening_of(covariance, moments.total.diagonal() / moments.n, moments.noise**2)
        return Density.of(covariance if widening is None else covariance + np.diag(widening), mean), widening


@dataclass(frozen=True)
class ManyNaiveBayes(ManyForm):
    """``f_k(x) = ln p_k + sum_j x_j ln P(word j | k)`` with the smoothed word frequencies of each class."""

    objective: ClassVar[str] = "f_k(x) = \\sum_j x_j log P(j|k) + log p_k"
    has_probability: ClassVar[bool] = True

    method: MultinomialNaiveBayes

    def steps(self, problem: ManyProblem, start: ManyIterate | None, trace: bool) -> ManySteps:
        """The closed form, in one step; no step when the points are no word counts."""
        if self.method.priors == "given":
            return Outcome(Status.NOT_APPLICABLE, GIVEN_PRIORS.format(problem.K))
        X, smoothing = problem.Phi, self.method.smoothing
        wrong = ((X < 0) | (np.floor(X) != X)).any(axis=1)
        if wrong.any():
            row = int(np.argmax(wrong))
            return Outcome(Status.NOT_APPLICABLE, NOT_COUNTS.format(row + 1, *X[row]))
        counts = np.array([X[rows].sum(axis=0) for rows in problem.groups])
        for k, N in enumerate(counts):
            if smoothing == 0.0 and not N.all():
                words = NEVER.format(int(np.argmin(N)) + 1, problem.name(k)) if N.any() else NO_WORDS.format(problem.name(k))
                return Outcome(Status.UNBOUNDED, words)
        smoothed = counts + smoothing
        W = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
        yield ManyIterate.centred(W, np.zeros(W.shape[1]), log_priors(self.method.priors, problem.counts.astype(np.float64)))
        return Outcome(Status.CONVERGED, COUNTED)

    def bounds(self, problem: ManyProblem, iterate: ManyIterate, margins: Floats) -> ManyBounds:
        """The mean log-loss of the training points."""
        return ManyBounds(mean_log_loss(iterate.scores(problem.Phi), problem.labels))
