"""Gaussian populations, two or many: samples with a seed, Bayes' boundary and its error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import copysign, erfc, inf, isfinite, log, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.multiclass.iterate import ManyIterate
from ..arrays import Bools, Floats, locked
from ..dataset import Dataset
from ..result import Iterate

# Standard normal coordinates beyond this carry less than 1e-20 of the mass.
TAIL = 9.5
# Places of the quadrature in each of the few pieces.
NODES = 200

Matrix = tuple[tuple[float, float], tuple[float, float]]
Quadratic = tuple[Floats, Floats, float]  # (Q, slope, constant) of u'Qu + <slope, u> + constant


@dataclass(frozen=True)
class GaussianPopulation:
    """A normal distribution in the plane with the prior probability of its class.

    ``mean`` and ``covariance`` in data units (not the standard deviations: variances on the
    diagonal).

    Raises:
        ValueError: a covariance that is not symmetric and positive definite, a prior outside of (0,
            1), or a number that is not finite.
    """

    mean: tuple[float, float]
    covariance: Matrix = ((1.0, 0.0), (0.0, 1.0))
    prior: float = 0.5

    def __post_init__(self) -> None:
        (a, b), (c, d) = self.covariance
        if not all(isfinite(v) for v in (*self.mean, a, b, c, d, self.prior)):
            raise ValueError(f"mean, covariance and prior must be finite numbers; got {self}")
        if b != c or a <= 0.0 or d <= 0.0 or b * b >= a * d:
            raise ValueError(
                f"the covariance must be symmetric and positive definite; got {self.covariance}"
            )
        if not 0.0 < self.prior < 1.0:
            raise ValueError(f"the prior must lie between 0 and 1; got {self.prior}")

    @cached_property
    def root(self) -> Floats:
        """The lower triangle L (2, 2) with ``L L' = covariance``: ``mean + L z`` turns standard
        normal z into the population.
        """
        return locked(np.linalg.cholesky(np.array(self.covariance)))

    def sample(self, count: int, rng: np.random.Generator) -> Floats:
        """``count`` points (count, 2)."""
        return np.array(self.mean) + rng.standard_normal((count, 2)) @ self.root.T

    def log_density(self, X: ArrayLike) -> Floats:
        """``ln N(x; mean, covariance)`` at points ``X (k, 2)``."""
        z = np.linalg.solve(self.root, (np.asarray(X, dtype=np.float64) - np.array(self.mean)).T)
        density: Floats = (
            -0.5 * (z * z).sum(axis=0) - log(2.0 * pi) - log(self.root[0, 0] * self.root[1, 1])
        )
        return density


@dataclass(frozen=True)
class Populations:
    """The two populations that data are drawn from; priors count relative to each other (their sum
    need not be 1).
    """

    minus: GaussianPopulation
    plus: GaussianPopulation

    @cached_property
    def as_many(self) -> ManyPopulations:
        """The same as those of any number of classes."""
        return ManyPopulations((self.minus, self.plus))

    @property
    def priors(self) -> tuple[float, float]:
        """The priors of class - and class +, with sum 1."""
        minus, plus = self.as_many.priors
        return minus, plus

    def sample(self, n: int, seed: int) -> Dataset:
        """``n`` points of the mixture: first the class by its prior, then the point; the same seed
        gives the same points.
        """
        rng = np.random.default_rng(seed)
        labels = (rng.random(n) < self.priors[1]).astype(np.int64)
        X = np.empty((n, 2))
        for index, population in enumerate((self.minus, self.plus)):
            rows = np.flatnonzero(labels == index)
            X[rows] = population.sample(len(rows), rng)
        return Dataset(X, labels)

    def sample_counts(self, n_minus: int, n_plus: int, seed: int) -> Dataset:
        """A data set with given class sizes, class - first."""
        sample = self.as_many.sample_counts((n_minus, n_plus), seed)
        return Dataset(sample.X, sample.labels)

    @cached_property
    def bayes(self) -> Iterate:
        """Bayes' score ``f(x) = ln p+ N(x; m+, S+) - ln p- N(x; m-, S-)``: no classifier errs less
        often than its sign.

        Linear when the covariances are equal (``quadratic`` is None then), else a conic section.
        Scores by
        :meth:`Iterate.scores`; the coefficients stand about the middle of the two means.
        """
        difference = self.as_many.bayes.difference(1, 0)
        assert difference is not None  # priors and densities are finite
        return difference

    def score(self, X: ArrayLike) -> Floats:
        """Bayes' score at points ``X (k, 2)``: the log-odds of class +."""
        return self.bayes.scores(np.asarray(X, dtype=np.float64))

    @cached_property
    def bayes_error(self) -> float:
        """The probability that Bayes' rule errs, the smallest error there is: ``p+ P(f <= 0 | +) +
        p- P(f > 0 | -)``.
        """
        return self.error_of(self.bayes)

    def error_of(self, model: Iterate) -> float:
        """The true error of a linear or quadratic boundary in the plane: the probability that it
        errs on a new point.

        A closed form for a line, to 1e-8 for a conic section (:func:`probability_above`).
        """
        slope, centre, at_centre = model.about_centre
        Q = np.zeros((2, 2)) if model.quadratic is None else model.quadratic
        minus, plus = self.priors
        wrong = plus * probability_above([score_in(self.plus, (-Q, -slope, -at_centre), centre)])
        wrong += minus * probability_above([score_in(self.minus, (Q, slope, at_centre), centre)])
        return min(1.0, max(0.0, wrong))


@dataclass(frozen=True)
class ThresholdRule:
    """A rule on a line: it changes its class at every one of the ``cuts``, which rise; it says
    class + beyond the last one where ``ends_plus``.
    """

    cuts: tuple[float, ...]
    ends_plus: bool

    @staticmethod
    def where_positive(a: float, b: float, c: float) -> ThresholdRule:
        """Class + where ``a t^2 + b t + c > 0``."""
        if a == 0.0:
            return ThresholdRule((-c / b,) if b else (), (b or c) > 0.0)
        discriminant = b * b - 4.0 * a * c
        if not discriminant > 0.0:
            return ThresholdRule((), a > 0.0)
        q = -0.5 * (b + copysign(sqrt(discriminant), b))
        roots = sorted([q / a, c / q])
        return ThresholdRule((roots[0], roots[1]), a > 0.0)

    def says_plus(self, t: Floats) -> Bools:
        """Whether class + is said at places (n,)."""
        cuts_above = len(self.cuts) - np.searchsorted(np.array(self.cuts), t, side="left")
        is_plus: Bools = (cuts_above % 2 == 0) == self.ends_plus
        return is_plus

    @property
    def stretches(self) -> tuple[tuple[float, float, bool], ...]:
        """The stretches between cuts, from left to right, each with whether class + is said."""
        ends = [-inf, *self.cuts, inf]
        last = len(ends) - 2
        return tuple(
            (ends[k], ends[k + 1], ((last - k) % 2 == 0) == self.ends_plus)
            for k in range(len(ends) - 1)
        )


@dataclass(frozen=True)
class ProjectedPopulations:
    """Two populations along a direction, normal again: ``N(<w, m>, w'Sw)``, class - first."""

    means: tuple[float, float]
    deviations: tuple[float, float]
    priors: tuple[float, float]

    @staticmethod
    def along(populations: Populations, w: Floats) -> ProjectedPopulations:
        """The populations of ``<w, x>`` for ``w (2,)`` other than 0."""
        pair = populations.minus, populations.plus
        minus, plus = (float(w @ np.array(one.mean)) for one in pair)
        low, high = (sqrt(float(w @ np.array(one.covariance) @ w)) for one in pair)
        return ProjectedPopulations((minus, plus), (low, high), populations.priors)

    def density(self, k: int, t: Floats) -> Floats:
        """``N(t; <w, m_k>, w'S_k w)`` at places of any shape."""
        z = (t - self.means[k]) / self.deviations[k]
        values: Floats = np.exp(-0.5 * z * z) / (self.deviations[k] * sqrt(2.0 * pi))
        return values

    def cheapest(self, miss_cost: float = 1.0) -> ThresholdRule:
        """The rule of least expected cost, where a missed point of class + costs ``miss_cost`` and
        a false alarm 1: class + where ``miss_cost p+ N(t; +) > p- N(t; -)``.
        """
        (m, k), (s, r) = self.means, self.deviations
        middle = 0.5 * (m + k)  # digits are lost about a place far from both
        m, k = m - middle, k - middle
        odds = log(miss_cost * self.priors[1] * s / (self.priors[0] * r))
        rule = ThresholdRule.where_positive(
            0.5 / s**2 - 0.5 / r**2,
            k / r**2 - m / s**2,
            0.5 * (m / s) ** 2 - 0.5 * (k / r) ** 2 + odds,
        )
        return ThresholdRule(tuple(cut + middle for cut in rule.cuts), rule.ends_plus)

    def mistakes(self, rule: ThresholdRule) -> tuple[float, float]:
        """The probabilities of a false alarm and of a miss, ``p- P(+ is said | -)`` and ``p+ P(- is
        said | +)``.
        """
        false_alarm = miss = 0.0
        for low, high, is_plus in rule.stretches:
            k = 0 if is_plus else 1
            a, b = ((end - self.means[k]) / self.deviations[k] for end in (low, high))
            # both tails from the side where they are small
            share = _normal(-a) - _normal(-b) if a > 0.0 else _normal(b) - _normal(a)
            if is_plus:
                false_alarm += self.priors[0] * share
            else:
                miss += self.priors[1] * share
        return false_alarm, miss

    def posterior(self, t: Floats) -> Floats:
        """``P(+ | t)`` at places of any shape."""
        logs = [
            log(prior / deviation) - 0.5 * ((t - mean) / deviation) ** 2
            for prior, mean, deviation in zip(self.priors, self.means, self.deviations, strict=True)
        ]
        posterior: Floats = np.exp(logs[1] - np.logaddexp(*logs))
        return posterior

    @cached_property
    def crossings(self) -> tuple[float, ...]:
        """Where ``p+ N(t; +) = p- N(t; -)``, in rising order; places far out in both tails may
        stand beside them.
        """
        return self.cheapest().cuts

    @cached_property
    def best_cut(self) -> tuple[float, float]:
        """The threshold with the smallest error, infinite where one class is said everywhere, and
        that error.
        """
        cuts = [*self.crossings, -inf, inf]
        error, cut = min((sum(self.mistakes(ThresholdRule((cut,), True))), cut) for cut in cuts)
        return cut, error

    @cached_property
    def bayes_error(self) -> float:
        """The smallest error of any rule of ``<w, x>``, which may cut twice: ``integral of min(p+
        N(t; +), p- N(t; -))``.
        """
        return sum(self.mistakes(self.cheapest()))


def _normal(z: float) -> float:
    """``P(<= z)`` of a standard normal, to the last digits in both tails; scipy, which has it, too,
    takes long to import.
    """
    return 0.5 * erfc(-z / sqrt(2.0))


def log_density_about(population: GaussianPopulation, centre: Floats) -> Quadratic:
    """The log-density (without ``-ln(2 pi)``) as ``u' Q u + <slope, u> + constant`` with u = x -
    centre.
    """
    inverse_root = np.linalg.inv(population.root)
    precision = inverse_root.T @ inverse_root
    mean = np.array(population.mean) - centre
    constant = -0.5 * float(mean @ precision @ mean) - log(
        population.root[0, 0] * population.root[1, 1]
    )
    return -0.5 * precision, precision @ mean, constant


def score_in(population: GaussianPopulation, score: Quadratic, centre: Floats) -> Quadratic:
    """A score of ``u = x - centre`` in the standard normal coordinates z of a population, ``x =
    mean + L z``.
    """
    Q, slope, constant = score
    mean, L = np.array(population.mean) - centre, population.root
    return (
        L.T @ Q @ L,
        L.T @ (slope + 2.0 * Q @ mean),
        constant + float(slope @ mean) + float(mean @ Q @ mean),
    )


def probability_above(scores: Sequence[Quadratic]) -> float:
    """The probability that all of some scores are positive, for a standard normal z in the plane.

    1. A linear score is normal: closed form.
    2. Elsewhere turn the axes: along the first one, that of the largest curvature, the scores are
       positive between or beside their roots, which is a difference of normal distribution
       functions.
    3. Along the second one the Gauss-Legendre rule, with the interval cut where roots appear, come
       in from the tails, or cross if the scores are linear: these and one curved score are right to
       1e-8, several curved ones to 1e-5, because nothing is cut where their roots cross.
    """
    # scipy costs a tenth of a second at start-up, and only this needs it
    from scipy.special import ndtr

    if len(scores) == 1 and not scores[0][0].any():
        _, slope, constant = scores[0]
        length = float(np.linalg.norm(slope))
        return float(ndtr(constant / length)) if length > 0.0 else float(constant > 0.0)
    values, axes = np.linalg.eigh(
        max((Q for Q, _, _ in scores), key=lambda Q: float(np.abs(Q).max()))
    )
    axes = axes if abs(values[0]) >= abs(values[1]) else axes[:, ::-1]
    turned_scores = [(axes.T @ Q @ axes, axes.T @ slope, constant) for Q, slope, constant in scores]
    cuts = [cut for score in turned_scores for cut in (*_appearing_roots(score), *_ends(score))]
    z, weights = _places([*cuts, *_crossings(turned_scores)])
    # a x^2 + b x + c along the first coordinate, for every score (S, 1) or score and place (S, N).
    a = np.array([Q[0, 0] for Q, _, _ in turned_scores])[:, None]
    b = np.array([slope[0] + 2.0 * Q[0, 1] * z for Q, slope, _ in turned_scores])
    c = np.array(
        [Q[1, 1] * z * z + slope[1] * z + constant for Q, slope, constant in turned_scores]
    )
    ends = np.sort(
        np.concatenate([_roots(a, b, c), np.full((1, len(z)), -TAIL), np.full((1, len(z)), TAIL)]),
        axis=0,
    )
    low, high = ends[:-1], ends[1:]
    middle = 0.5 * (low + high)
    above = ((a[:, None] * middle + b[:, None]) * middle + c[:, None] > 0.0).all(axis=0)
    # Both tails from the side where they are small.
    inside = np.where(low > 0.0, ndtr(-low) - ndtr(-high), ndtr(high) - ndtr(low))
    return float(weights @ np.where(above, inside, 0.0).sum(axis=0))


def _appearing_roots(score: Quadratic) -> list[float]:
    """Where along the second coordinate the two roots along the first one appear, vanish or come
    nearest to each other.
    """
    Q, slope, constant = score
    # The discriminant as A z^2 + B z + C.
    A = 4.0 * (Q[0, 1] * Q[0, 1] - Q[0, 0] * Q[1, 1])
    B = 4.0 * (slope[0] * Q[0, 1] - Q[0, 0] * slope[1])
    C = slope[0] * slope[0] - 4.0 * Q[0, 0] * constant
    nearest = [-0.5 * B / A] if A != 0.0 else []
    return [*nearest, *_roots_of(A, B, C)]


def _ends(score: Quadratic) -> list[float]:
    """Where along the second coordinate a root along the first one comes in from a tail; a score
    that does not change along the first one has its only change of sign there.
    """
    Q, slope, constant = score
    places = []
    for x in (-TAIL, TAIL):
        at_tail = (Q[1, 1], slope[1] + 2.0 * Q[0, 1] * x, (Q[0, 0] * x + slope[0]) * x + constant)
        places += _roots_of(*at_tail)
    return places


def _crossings(scores: Sequence[Quadratic]) -> list[float]:
    """Where along the second coordinate the roots of two linear scores are one."""
    if any(Q.any() for Q, _, _ in scores):
        return []
    places = []
    for (_, u, p), (_, v, q) in combinations(scores, 2):
        across = u[1] * v[0] - v[1] * u[0]
        if across:
            places.append(float((q * u[0] - p * v[0]) / across))
    return places


def _places(cuts: Sequence[float]) -> tuple[Floats, Floats]:
    """Places z and weights, the normal density included, for integrals over the line in pieces with
    roots at their ends.
    """
    edges = np.unique(np.clip([-TAIL, *cuts, TAIL], -TAIL, TAIL))
    nodes, node_weights = _legendre()
    # z = middle - half cos(t) smooths the square-root kinks at the ends of a piece.
    t = 0.5 * pi * (nodes + 1.0)
    middle, half = 0.5 * (edges[1:] + edges[:-1])[:, None], 0.5 * np.diff(edges)[:, None]
    z = (middle - half * np.cos(t)).ravel()
    return z, (half * np.sin(t) * (0.5 * pi * node_weights)).ravel() * np.exp(-0.5 * z * z) / sqrt(
        2.0 * pi
    )


@cache
def _legendre() -> tuple[Floats, Floats]:
    return np.polynomial.legendre.leggauss(NODES)


def _roots_of(a: float, b: float, c: float) -> list[float]:
    roots: list[float] = _roots(*np.array([a, b, c]).reshape(3, 1, 1)).ravel().tolist()
    return roots


def _roots(a: Floats, b: Floats, c: Floats) -> Floats:
    """The real roots of ``a x^2 + b x + c`` within the tails, without the cancellation of the
    school formula: (S, N) as (2 S, N).

    A root that does not exist stands at an end.
    """
    with np.errstate(all="ignore"):
        q = -0.5 * (b + np.copysign(np.sqrt(b * b - 4.0 * a * c), b))
        roots = np.concatenate([q / a, c / q])
    return np.clip(np.where(np.isfinite(roots), roots, TAIL), -TAIL, TAIL)


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
        return self.error_of(self.bayes)

    def error_of(self, model: ManyIterate) -> float:
        """The true error of scores in the plane, linear or quadratic, whose largest decides: the
        probability that they err on a new point.

        Right to 1e-5 (:func:`probability_above`).
        """
        if model.W is None:
            raise ValueError("these scores are not one function a class: they have no closed form")
        slope, centre, at_centre = model.about_centre
        Q = np.zeros((len(slope), 2, 2)) if model.quadratic is None else model.quadratic
        right = 0.0
        for k, (population, prior) in enumerate(zip(self.each, self.priors, strict=True)):
            leads = [
                (Q[k] - Q[other], slope[k] - slope[other], float(at_centre[k] - at_centre[other]))
                for other in range(len(slope))
                # an empty class has the score -inf; of equal scores the first decides
                if other != k and not (at_centre[other] == -np.inf or _is_twin(model, k, other))
            ]
            is_named = at_centre[k] > -np.inf and not any(_is_twin(model, j, k) for j in range(k))
            scores = [score_in(population, lead, centre) for lead in leads]
            right += prior * (probability_above(scores) if scores else 1.0) if is_named else 0.0
        return min(1.0, max(0.0, 1.0 - right))


def _is_twin(model: ManyIterate, k: int, other: int) -> bool:
    """Whether two classes have the same score everywhere."""
    values = (model.W, model.b, model.f_centre, model.quadratic, model.slope)
    return all(part is None or np.array_equal(part[k], part[other]) for part in values)
