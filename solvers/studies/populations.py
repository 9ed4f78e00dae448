"""Two Gaussian populations: samples with a seed, the best possible boundary, and the error that even it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, erfc, exp, isfinite, log, pi, sin, sqrt

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, locked
from ..dataset import Dataset
from ..result import Iterate

# Standard normal coordinates beyond this carry less than 1e-20 of the mass.
TAIL = 9.5
# The quadrature's absolute error for each of the few pieces.
ACCURACY = 1e-12

Matrix = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class GaussianPopulation:
    """A normal distribution in the plane with the prior probability of its class.

    ``mean`` and ``covariance`` in data units (not the standard deviations: variances on the diagonal).

    Raises:
        ValueError: a covariance that is not symmetric and positive definite, a prior outside of (0, 1), or a number that is not
            finite.
    """

    mean: tuple[float, float]
    covariance: Matrix = ((1.0, 0.0), (0.0, 1.0))
    prior: float = 0.5

    def __post_init__(self) -> None:
        (a, b), (c, d) = self.covariance
        if not all(isfinite(v) for v in (*self.mean, a, b, c, d, self.prior)):
            raise ValueError(f"mean, covariance and prior must be finite numbers; got {self}")
        if b != c or a <= 0.0 or d <= 0.0 or b * b >= a * d:
            raise ValueError(f"the covariance must be symmetric and positive definite; got {self.covariance}")
        if not 0.0 < self.prior < 1.0:
            raise ValueError(f"the prior must lie between 0 and 1; got {self.prior}")

    @cached_property
    def root(self) -> Floats:
        """The lower triangle L (2, 2) with ``L L' = covariance``: ``mean + L z`` turns standard normal z into the population."""
        return locked(np.linalg.cholesky(np.array(self.covariance)))

    def sample(self, count: int, rng: np.random.Generator) -> Floats:
        """``count`` points (count, 2)."""
        return np.array(self.mean) + rng.standard_normal((count, 2)) @ self.root.T

    def log_density(self, X: ArrayLike) -> Floats:
        """``ln N(x; mean, covariance)`` at points ``X (k, 2)``."""
        z = np.linalg.solve(self.root, (np.asarray(X, dtype=np.float64) - np.array(self.mean)).T)
        density: Floats = -0.5 * (z * z).sum(axis=0) - log(2.0 * pi) - log(self.root[0, 0] * self.root[1, 1])
        return density


@dataclass(frozen=True)
class Populations:
    """The two populations that data are drawn from; priors count relative to each other (their sum need not be 1)."""

    minus: GaussianPopulation
    plus: GaussianPopulation

    @property
    def priors(self) -> tuple[float, float]:
        """The priors of class - and class +, with sum 1."""
        total = self.minus.prior + self.plus.prior
        return self.minus.prior / total, self.plus.prior / total

    def sample(self, n: int, seed: int) -> Dataset:
        """``n`` points of the mixture: first the class by its prior, then the point; the same seed gives the same points."""
        rng = np.random.default_rng(seed)
        labels = (rng.random(n) < self.priors[1]).astype(np.int64)
        X = np.empty((n, 2))
        for index, population in enumerate((self.minus, self.plus)):
            rows = np.flatnonzero(labels == index)
            X[rows] = population.sample(len(rows), rng)
        return Dataset(X, labels)

    def sample_counts(self, n_minus: int, n_plus: int, seed: int) -> Dataset:
        """A data set with given class sizes, class - first."""
        rng = np.random.default_rng(seed)
        X = np.concatenate([self.minus.sample(n_minus, rng), self.plus.sample(n_plus, rng)])
        return Dataset(X, np.repeat([0, 1], [n_minus, n_plus]))

    @cached_property
    def bayes(self) -> Iterate:
        """Bayes' score ``f(x) = ln p+ N(x; m+, S+) - ln p- N(x; m-, S-)``: no classifier errs less often than its sign.

        Linear when the covariances are equal (``quadratic`` is None then), else a conic section.  Scores by
        :meth:`Iterate.scores`; the coefficients stand about the middle of the two means.
        """
        centre = 0.5 * (np.array(self.minus.mean) + np.array(self.plus.mean))
        (A, slope_plus, plus), (B, slope_minus, minus) = (log_density_about(p, centre) for p in (self.plus, self.minus))
        at_centre = log(self.plus.prior / self.minus.prior) + plus - minus
        if self.minus.covariance == self.plus.covariance:
            return Iterate.centred(slope_plus - slope_minus, centre, at_centre)
        return Iterate.curved(A - B, slope_plus - slope_minus, centre, at_centre)

    def score(self, X: ArrayLike) -> Floats:
        """Bayes' score at points ``X (k, 2)``: the log-odds of class +."""
        return self.bayes.scores(np.asarray(X, dtype=np.float64))

    @cached_property
    def bayes_error(self) -> float:
        """The probability that Bayes' rule errs, the smallest error there is: ``p+ P(f <= 0 | +) + p- P(f > 0 | -)``."""
        return self.error_of(self.bayes)

    def error_of(self, model: Iterate) -> float:
        """The true error of a linear or quadratic boundary in the plane: the probability that it errs on a new point.

        A linear score is normal in each population: closed form.  A quadratic one becomes ``sum lambda_k z_k^2 + l_k z_k + c`` in
        standard normal coordinates along its axes; one coordinate is integrated in closed form, the other numerically (absolute
        error below 1e-9), with the interval cut where the closed form has a kink.
        """
        minus, plus = self.priors
        error = plus * _probability_not_above(model, self.plus) + minus * (1.0 - _probability_not_above(model, self.minus))
        return min(1.0, max(0.0, error))


def log_density_about(population: GaussianPopulation, centre: Floats) -> tuple[Floats, Floats, float]:
    """The log-density (without ``-ln(2 pi)``) as ``u' Q u + <slope, u> + constant`` with u = x - centre."""
    inverse_root = np.linalg.inv(population.root)
    precision = inverse_root.T @ inverse_root
    mean = np.array(population.mean) - centre
    constant = -0.5 * float(mean @ precision @ mean) - log(population.root[0, 0] * population.root[1, 1])
    return -0.5 * precision, precision @ mean, constant


def _probability_not_above(model: Iterate, population: GaussianPopulation) -> float:
    """``P(f(x) <= 0)`` for x of the population."""
    slope, centre, at_centre = model.about_centre
    # f in standard normal coordinates: x = mean + L z.
    mean, L = np.array(population.mean) - centre, population.root
    Q = np.zeros((2, 2)) if model.quadratic is None else model.quadratic
    constant = at_centre + float(slope @ mean) + float(mean @ Q @ mean)
    linear = L.T @ (slope + 2.0 * Q @ mean)
    if not Q.any():
        return _normal_cdf(-constant, float(np.linalg.norm(linear)))
    values, axes = np.linalg.eigh(L.T @ Q @ L)
    return _quadratic_cdf(values, axes.T @ linear, constant)


def _normal_cdf(x: float, deviation: float) -> float:
    """``P(deviation z <= x)`` for a standard normal z."""
    if deviation == 0.0:
        return 1.0 if x >= 0.0 else 0.0
    return 0.5 * erfc(-x / deviation / sqrt(2.0))


def _quadratic_cdf(values: Floats, linear: Floats, constant: float) -> float:
    """``P(sum lambda_k z_k^2 + l_k z_k + constant <= 0)`` for independent standard normal z1, z2."""
    # The coordinate with the larger curvature is integrated in closed form: its roots move least with the other one.
    inner = int(np.argmax(np.abs(values)))
    (lam, ell), (mu, em) = ((float(values[k]), float(linear[k])) for k in (inner, 1 - inner))

    def density(z: float) -> float:
        rest = mu * z * z + em * z + constant
        return exp(-0.5 * z * z) / sqrt(2.0 * pi) * _inner_probability(lam, ell, rest)

    # The inner roots appear where the discriminant ell^2 - 4 lam (mu z^2 + em z + constant) changes sign.
    kinks = _roots(-4.0 * lam * mu, -4.0 * lam * em, ell * ell - 4.0 * lam * constant)
    edges = [-TAIL, *sorted(k for k in kinks if -TAIL < k < TAIL), TAIL]
    return sum(_integral(density, a, b) for a, b in pairwise(edges))


def _inner_probability(lam: float, ell: float, rest: float) -> float:
    """``P(lam z^2 + ell z + rest <= 0)`` for a standard normal z and lam != 0."""
    roots = _roots(lam, ell, rest)
    inside = 0.0
    if roots:
        low, high = min(roots), max(roots)
        # Both tails from the side where they are small.
        inside = _between(low, high)
    return inside if lam > 0.0 else 1.0 - inside


def _between(low: float, high: float) -> float:
    """``P(low < z < high)``, with the digits of the tails."""
    if low > 0.0:
        low, high = -high, -low
    return 0.5 * (erfc(-high / sqrt(2.0)) - erfc(-low / sqrt(2.0)))


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """The real roots of ``a z^2 + b z + c``, without the cancellation of the school formula."""
    if a == 0.0:
        return () if b == 0.0 else (-c / b,)
    discriminant = b * b - 4.0 * a * c
    if discriminant < 0.0:
        return ()
    q = -0.5 * (b + (sqrt(discriminant) if b >= 0.0 else -sqrt(discriminant)))
    return (q / a, q / a) if q == 0.0 else (q / a, c / q)


def _integral(function: Callable[[float], float], low: float, high: float) -> float:
    from scipy.integrate import quad  # scipy costs a tenth of a second at start-up, and only this needs it

    # Substituting z = middle - half cos(t) smooths the square-root kinks at the ends of the piece.
    middle, half = 0.5 * (low + high), 0.5 * (high - low)

    def smooth(t: float) -> float:
        return function(middle - half * cos(t)) * half * sin(t)

    # With full_output a piece that ends at rounding level is no warning; the value is as good as it gets.
    value, *_ = quad(smooth, 0.0, pi, epsabs=ACCURACY, epsrel=ACCURACY, limit=400, full_output=1)
    return float(value)
