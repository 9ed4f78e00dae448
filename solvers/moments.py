"""Counts, means and scatters of the classes.

Everything the closed-form methods need is in these few numbers.  They are held about a centre near
the data: a subtraction of two floats is correctly rounded, so the centred coordinates keep their
digits however far from the origin the data lie, while means taken in raw coordinates would not (at
an offset of 1e8 a mean is only good to 1e-8).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np

from .arrays import Bools, Floats, Ints, locked
from .rounding import EPS, LARGEST_WHOLE, LEAST_PART

# Columns worked on at a time: they stay in the cache, and no array of the size of the data is
# allocated.
BLOCK = 16384
# Coordinates are rounded to eps/2 of their size; a difference below this many eps of the centre's
# size is rounding, not data.
COORDINATE_ROUNDING = 4.0 * EPS
# A difference of means below this part of the spread is the rounding of the sums.
MEAN_ROUNDING = 16.0 * EPS
# A difference of means is rounding only where no method feels it: every objective changes by its
# square, as a part of the spread.
UNFELT = 1e-6


@dataclass(frozen=True, eq=False)
class Moments:
    """One class: the count, the mean (m,) relative to the common centre, the UNNORMALISED scatter
    (m, m) about the mean.
    """

    n: int
    mean: Floats
    scatter: Floats

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")
    def of(columns: Floats) -> Moments:
        """The moments of centred columns (m, n), in two passes: one pass would lose half of the
        digits.

        Beyond 1e154 the scatter is infinite: who uses it says so, here and in everything that is
        made of it.
        """
        n = columns.shape[1]
        mean = np.add.reduce(columns, axis=1) / n
        scatter = np.zeros((len(columns), len(columns)))
        for first in range(0, n, BLOCK):
            deviations = columns[:, first : first + BLOCK] - mean[:, None]
            scatter += deviations @ deviations.T
        return Moments(n, mean, scatter)


@dataclass(frozen=True, eq=False)
class ClassMoments:
    """The moments of each class about one ``centre (m,)``; of two classes class + comes first.

    ``columns (m, n)`` are the centred points, class after class: class k holds the columns from
    ``starts[k]`` to ``starts[k+1]``. ``reach (m,)`` is the largest absolute centred coordinate,
    which bounds the rounding of every score.
    """

    centre: Floats
    columns: Floats
    reach: Floats
    classes: tuple[Moments, ...]
    starts: tuple[int, ...]

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")
    def of(Phi: Floats, groups: Sequence[Ints]) -> ClassMoments:
        """The moments of mapped points ``Phi (n, m)``, given the rows of each class, none of which
        is empty.
        """
        columns = grouped_columns(Phi, np.concatenate(groups))
        starts = (0, *accumulate(len(rows) for rows in groups))
        centre = np.add.reduce(columns, axis=1) / columns.shape[1]
        columns -= centre[:, None]
        classes = tuple(Moments.of(columns[:, a:b]) for a, b in pairwise(starts))
        return ClassMoments(locked(centre), columns, reach_of(columns), classes, starts)

    @property
    def n(self) -> int:
        """The number of points."""
        return len(self.columns[0])

    @property
    def K(self) -> int:
        """The number of classes."""
        return len(self.classes)

    @cached_property
    def counts(self) -> Floats:
        """The number of points of each class (K,)."""
        return np.array([float(one.n) for one in self.classes])

    @cached_property
    def means(self) -> Floats:
        """The class means (K, m) relative to the centre."""
        return np.array([one.mean for one in self.classes])

    @cached_property
    def mean(self) -> Floats:
        """The mean of all points relative to the centre (zero up to rounding)."""
        total: Floats = self.counts @ self.means / self.n
        return total

    @cached_property
    def noise(self) -> Floats:
        """The rounding (m,) that the coordinates carry already when they come
        (:func:`coordinate_noise`).
        """
        return coordinate_noise(self.centre, self.columns, self.reach)

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def within(self) -> Floats:
        """C_W (m, m): the unnormalised within-class scatter, the sum over the classes."""
        total: Floats = sum((one.scatter for one in self.classes[1:]), self.classes[0].scatter)
        return total

    @cached_property
    def deviations(self) -> Floats:
        """The points less the means of their classes, as columns (m, n)."""
        deviations: Floats = self.columns - np.repeat(self.means.T, np.diff(self.starts), axis=1)
        return deviations

    @cached_property
    def offsets(self) -> Floats:
        """``m_k - m`` (K, m), with what is only rounding set to zero, and equal means equal, so
        that they are recognised.
        """
        is_same = self.is_rounding(self.means[:, None] - self.means).all(axis=2)
        d: Floats = (self.means - self.mean)[is_same.argmax(axis=1)]
        d[:, self.is_rounding(np.ptp(self.means, axis=0))] = 0.0
        return d

    def is_rounding(self, d: Floats) -> Bools:
        """Whether each component of differences ``d (..., m)`` of means is only rounding: of the
        coordinates, or of the sums.

        Coordinates so far from the origin that few digits are left of their spread are data
        nevertheless: there a difference counts as long as a method would feel it.
        """
        spread = np.sqrt(self.total.diagonal() / self.n)
        unfelt = (np.abs(d) <= UNFELT * spread) | (spread <= self.noise)
        result: Bools = (np.abs(d) <= self.noise + MEAN_ROUNDING * self.reach) & unfelt
        return result

    @cached_property
    def coincide(self) -> bool:
        """Whether all class means are one, up to rounding."""
        return not self.offsets.any()

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def between(self) -> Floats:
        """C_B (m, m): ``sum n_k (m_k - m)(m_k - m)'``."""
        total: Floats = (self.offsets.T * self.counts) @ self.offsets
        return total

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def total(self) -> Floats:
        """The scatter (m, m) about the common mean."""
        d = self.means - self.mean
        return self.within + (d.T * self.counts) @ d

    @property
    def plus(self) -> Moments:
        """Class + of two."""
        return self.classes[0]

    @property
    def minus(self) -> Moments:
        """Class - of two."""
        return self.classes[1]

    @property
    def columns_of_classes(self) -> list[Floats]:
        """The centred points of every class, (m, n_k) each."""
        return np.split(self.columns, self.starts[1:-1], axis=1)

    @property
    def columns_plus(self) -> Floats:
        """The centred points of class + (m, n+)."""
        return self.columns[:, : self.starts[1]]

    @property
    def columns_minus(self) -> Floats:
        """The centred points of class - (m, n-)."""
        return self.columns[:, self.starts[1] :]

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def difference(self) -> Floats:
        """m+ - m- (m,), with what is only rounding set to zero, so that equal means are
        recognised.
        """
        d = self.plus.mean - self.minus.mean
        d[self.is_rounding(d)] = 0.0
        return d

    @property
    def midpoint(self) -> Floats:
        """The middle of the two class means, relative to the centre."""
        return 0.5 * (self.plus.mean + self.minus.mean)


def coordinate_noise(centre: Floats, columns: Floats, reach: Floats) -> Floats:
    """The rounding (m,) of coordinates about a ``centre (m,)``, given as ``columns (m, n)`` less it
    and their ``reach (m,)``.

    Whole numbers that doubles hold are not rounded: near 2^53 they may differ by a few units, which
    are data.  Only where the rounding would be felt are the coordinates asked whether they are
    whole.
    """
    noise: Floats = COORDINATE_ROUNDING * np.abs(centre)
    for k in np.flatnonzero((reach > 0.0) & (UNFELT * reach <= noise)):
        values = columns[k] + centre[k]
        if (
            abs(float(centre[k])) + float(reach[k]) <= LARGEST_WHOLE
            and (np.floor(values) == values).all()
        ):
            noise[k] = 0.0
    return noise


def reach_of(columns: Floats) -> Floats:
    """The largest absolute coordinates (m,) of centred columns (m, n)."""
    reach: Floats = np.maximum(columns.max(axis=1, initial=0.0), -columns.min(axis=1, initial=0.0))
    return reach


def grouped_columns(Phi: Floats, order: Ints) -> Floats:
    """The points ``Phi (n, m)`` in an order of their rows as columns (m, n), one contiguous row per
    feature.
    """
    if len(Phi) <= 2000:
        return Phi.T.take(order, axis=1)
    columns: Floats = np.empty(Phi.shape[::-1])
    for first in range(0, len(order), BLOCK):
        columns[:, first : first + BLOCK] = Phi.take(order[first : first + BLOCK], axis=0).T
    return columns


def criterion_at(moments: ClassMoments, degrees: float) -> float:
    """``J = <u, m+ - m->^2 / <u, C_W u>`` in the plane for the unit vector u at an angle; infinite
    along a null direction.
    """
    x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    between, within = (
        float(part) for part in criterion_parts(moments, np.asarray(x), np.asarray(y))
    )
    if within <= LEAST_PART * float(np.trace(moments.total)):
        return math.inf if between > 0.0 else 0.0
    return between / within


@np.errstate(over="ignore", invalid="ignore")
def criterion_parts(moments: ClassMoments, cosine: Floats, sine: Floats) -> tuple[Floats, Floats]:
    """Numerator and denominator of J in the plane for unit vectors ``u = (cosine, sine)``, of any
    shape.
    """
    dx, dy = moments.difference.tolist()
    (a, b), (_, c) = moments.within.tolist()
    numerator = (dx * cosine + dy * sine) ** 2
    denominator = a * cosine * cosine + 2.0 * b * cosine * sine + c * sine * sine
    # The quadratic form is never negative; next to zero its rounding may be.
    return numerator, np.maximum(denominator, 0.0)


def criterion_along(w: Floats, moments: ClassMoments) -> tuple[float, float]:
    """``<w, C_B w>`` and ``<w, C_W w>`` for ``w (m,)``, from the projected points themselves."""
    p = w @ moments.columns
    means = np.add.reduceat(p, moments.starts[:-1]) / moments.counts
    within = p - np.repeat(means, np.diff(moments.starts))
    apart = means - moments.counts @ means / moments.n
    return float(moments.counts @ (apart * apart)), float(within @ within)
