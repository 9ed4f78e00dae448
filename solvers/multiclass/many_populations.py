"""Gaussian populations of K classes: samples with a seed, Bayes' scores, and the error that even
they make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from ..dataset import Dataset
from ..studies.populations import GaussianPopulation, log_density_about, probability_above, score_in
from .iterate import ManyIterate


@dataclass(frozen=True)
class ManyPopulations:
    """The populations that data of K classes are drawn from; priors count relative to each other
    (their sum need not be 1).

    Raises:
        ValueError: fewer than two populations.
    """

    each: tuple[GaussianPopulation, ...]

    def __post_init__(self) -> None:
        if len(self.each) < 2:
            raise ValueError(f"there must be two populations at least; got {len(self.each)}")

    @property
    def priors(self) -> tuple[float, ...]:
        """The priors, with sum 1."""
        total = sum(population.prior for population in self.each)
        return tuple(population.prior / total for population in self.each)

    def sample_counts(self, counts: Sequence[int], seed: int) -> Dataset:
        """A data set with given class sizes, class after class; the same seed gives the same
        points.
        """
        rng = np.random.default_rng(seed)
        X = np.concatenate(
            [
                population.sample(count, rng)
                for population, count in zip(self.each, counts, strict=True)
            ]
        )
        names = tuple(f"class {k + 1}" for k in range(len(self.each)))
        return Dataset(X, np.repeat(np.arange(len(self.each)), counts), names)

    @cached_property
    def bayes(self) -> ManyIterate:
        """Bayes' scores ``f_k(x) = ln p_k N(x; m_k, S_k)``: no classifier errs less often than
        their largest.

        Linear where all covariances are equal: what they have in common decides nothing and is left
        out.
        """
        centre = np.mean([population.mean for population in self.each], axis=0)
        quadratic, slope, at_centre = zip(
            *(log_density_about(population, centre) for population in self.each), strict=True
        )
        f_centre = np.array(at_centre) + np.log(self.priors)
        if len({population.covariance for population in self.each}) == 1:
            return ManyIterate.centred(np.array(slope), centre, f_centre)
        return ManyIterate.curved(np.array(quadratic), np.array(slope), centre, f_centre)

    @cached_property
    def bayes_error(self) -> float:
        """The smallest error there is: ``1 - sum_k p_k P(f_k is the largest | k)``.

        Right to 1e-5 (:func:`probability_above`).
        """
        right = sum(prior * self._right(k) for k, prior in enumerate(self.priors))
        return min(1.0, max(0.0, 1.0 - right))

    def _right(self, k: int) -> float:
        """The probability that a point of class k is taken for one."""
        mean = np.array(self.each[k].mean)
        scores = [log_density_about(population, mean) for population in self.each]
        f = [
            (Q, slope, constant + log(prior))
            for (Q, slope, constant), prior in zip(scores, self.priors, strict=True)
        ]
        Q, slope, constant = f[k]
        leads = [(Q - A, slope - s, constant - c) for A, s, c in f[:k] + f[k + 1 :]]
        return probability_above([score_in(self.each[k], lead, mean) for lead in leads])
