"""Gaussian populations of K classes: samples with a seed, Bayes' scores, and the error that even they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, pi, sqrt

import numpy as np

from ..arrays import Floats, locked
from ..dataset import Dataset
from ..studies.populations import TAIL, GaussianPopulation, log_density_about
from .iterate import ManyIterate

# Places of the outer integral in a standard normal coordinate: what kinks leave of it is below 1e-5.
NODES = 4001


@dataclass(frozen=True)
class ManyPopulations:
    """The populations that data of K classes are drawn from; priors count relative to each other (their sum need not be 1).

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
        """A data set with given class sizes, class after class; the same seed gives the same points."""
        rng = np.random.default_rng(seed)
        X = np.concatenate([population.sample(count, rng) for population, count in zip(self.each, counts, strict=True)])
        names = tuple(f"class {k + 1}" for k in range(len(self.each)))
        return Dataset(X, np.repeat(np.arange(len(self.each)), counts), names)

    @cached_property
    def bayes(self) -> ManyIterate:
        """Bayes' scores ``f_k(x) = ln p_k N(x; m_k, S_k)``: no classifier errs less often than their largest.

        Linear where all covariances are equal: what they have in common decides nothing and is left out.
        """
        centre = np.mean([population.mean for population in self.each], axis=0)
        quadratic, slope, at_centre = zip(*(log_density_about(population, centre) for population in self.each), strict=True)
        f_centre = np.array(at_centre) + np.log(self.priors)
        if len({population.covariance for population in self.each}) == 1:
            return ManyIterate.centred(np.array(slope), centre, f_centre)
        return ManyIterate.curved(np.array(quadratic), np.array(slope), centre, f_centre)

    @cached_property
    def bayes_error(self) -> float:
        """The smallest error there is: ``1 - sum_k p_k P(f_k is the largest | k)``.

        In standard normal coordinates of class k every difference of two scores is a quadratic; along the first coordinate it is
        positive between or beside its roots, which is integrated in closed form, along the second one by the trapezoidal rule.
        """
        right = sum(prior * self._right(k) for k, prior in enumerate(self.priors))
        return min(1.0, max(0.0, 1.0 - right))

    def _right(self, k: int) -> float:
        """The probability that a point of class k is taken for one."""
        z = np.linspace(-TAIL, TAIL, NODES)
        leads = [self._lead(k, other) for other in range(len(self.each)) if other != k]
        # a u^2 + b u + c along the first coordinate, for every rival (K-1,) or rival and place (K-1, NODES).
        a = np.array([Q[0, 0] for Q, _, _ in leads])[:, None]
        b = np.array([ell[0] + 2.0 * Q[0, 1] * z for Q, ell, _ in leads])
        c = np.array([Q[1, 1] * z * z + ell[1] * z + constant for Q, ell, constant in leads])
        edges = np.sort(np.concatenate([_roots(a, b, c), np.full((1, NODES), -TAIL), np.full((1, NODES), TAIL)]), axis=0)
        middle = 0.5 * (edges[1:] + edges[:-1])
        ahead = ((a[:, None] * middle + b[:, None]) * middle + c[:, None] > 0.0).all(axis=0)
        inside = np.where(ahead, np.diff(_normal_cdf(edges), axis=0), 0.0).sum(axis=0)
        weight = np.exp(-0.5 * z * z) / sqrt(2.0 * pi)
        return float((weight * inside).sum() * (z[1] - z[0]))

    def _lead(self, k: int, other: int) -> tuple[Floats, Floats, float]:
        """``f_k - f_other`` as ``z'Qz + <l, z> + c`` in the standard normal coordinates of class k."""
        mean, root = np.array(self.each[k].mean), self.each[k].root
        (A, slope, at), (B, slope_other, at_other) = (log_density_about(self.each[j], mean) for j in (k, other))
        constant = log(self.each[k].prior / self.each[other].prior) + at - at_other
        return root.T @ (A - B) @ root, root.T @ (slope - slope_other), constant


def _roots(a: Floats, b: Floats, c: Floats) -> Floats:
    """The real roots within the tails (2 (K-1), NODES); what is none of them stands at an end."""
    with np.errstate(all="ignore"):
        q = -0.5 * (b + np.copysign(np.sqrt(b * b - 4.0 * a * c), b))
        found = np.concatenate([q / a, c / q])
    return np.clip(np.where(np.isfinite(found), found, TAIL), -TAIL, TAIL)


def _normal_cdf(x: Floats) -> Floats:
    from scipy.special import ndtr  # scipy costs a tenth of a second at start-up, and only this needs it

    return locked(np.asarray(ndtr(x)))
