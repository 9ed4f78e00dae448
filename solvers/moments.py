"""Counts, means and scatters of the two classes.

Everything the closed-form methods need is in these few numbers.  They are held about a centre near the data: a subtraction of two
floats is correctly rounded, so the centred coordinates keep their digits however far from the origin the data lie, while means
taken in raw coordinates would not (at an offset of 1e8 a mean is only good to 1e-8).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import Floats, Ints, locked
from .rounding import EPS, NOTHING

# Columns worked on at a time: they stay in the cache, and no array of the size of the data is allocated.
BLOCK = 16384
# Coordinates are rounded to eps/2 of their size; a difference below this many eps of the centre's size is rounding, not data.
COORDINATE_ROUNDING = 4.0 * EPS
# A difference of means below this part of the spread is the rounding of the sums.
MEAN_ROUNDING = 16.0 * EPS
# A point this many times further from the centre than all others has pulled the centre away.
FAR = 8.0


@dataclass(frozen=True, eq=False)
class Moments:
    """One class: the count, the mean (m,) relative to the common centre, the UNNORMALISED scatter (m, m) about the mean."""

    n: int
    mean: Floats
    scatter: Floats
    drift: Floats | float = 0.0  # the rounding that updates may have left in the diagonal of the scatter

    @property
    def has_drifted(self) -> bool:
        """Whether updates have cost digits: a point that was far away and comes back takes those of all others with it."""
        # Written so that it holds for what is no number, too: infinite squares do not go with the point that had them.
        return not np.logical_and.reduce(self.drift <= NOTHING * self.scatter.diagonal())

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")
    def of(columns: Floats) -> Moments:
        """The moments of centred columns (m, n), in two passes: one pass would lose half of the digits.

        Beyond 1e154 the scatter is infinite: who uses it says so, here and in everything that is made of it.
        """
        n = columns.shape[1]
        mean = np.add.reduce(columns, axis=1) / n
        if n <= BLOCK:
            deviations = columns - mean[:, None]
            return Moments(n, mean, deviations @ deviations.T)
        scatter = np.zeros((len(columns), len(columns)))
        for first in range(0, n, BLOCK):
            deviations = columns[:, first : first + BLOCK] - mean[:, None]
            scatter += deviations @ deviations.T
        return Moments(n, mean, scatter)

    def moved(self, old: Floats, new: Floats) -> Moments:
        """The moments after one point went from ``old`` to ``new`` (m,): with d = new - old, a = old - mean,

        ``S += d a' + a d' + (1 - 1/n) d d'`` and ``mean += d/n``, in O(m^2) whatever n is.
        """
        d = new - old
        half = (old - self.mean + (0.5 - 0.5 / self.n) * d) * d[:, None]
        drift = self.drift + EPS * (old * old + new * new)
        return Moments(self.n, self.mean + d / self.n, self.scatter + half + half.T, drift)


@dataclass(frozen=True, eq=False)
class GroupedMoments:
    """Base of the moments of two classes and of many about one ``centre (m,)``: the centred points as ``columns (m, n)``, class
    after class, and ``reach (m,)``, the largest absolute centred coordinate, which bounds the rounding of every score.
    """

    centre: Floats
    columns: Floats
    reach: Floats

    @property
    def n(self) -> int:
        """The number of points."""
        return len(self.columns[0])

    @property
    def mean(self) -> Floats:
        """The mean of all points relative to the centre (zero up to rounding, until a point is dragged)."""
        raise NotImplementedError

    @property
    def total(self) -> Floats:
        """The scatter (m, m) about the common mean."""
        raise NotImplementedError

    @cached_property
    def noise(self) -> Floats:
        """The rounding (m,) that the coordinates carry already when they come."""
        return COORDINATE_ROUNDING * np.abs(self.centre)


@dataclass(frozen=True, eq=False)
class ClassMoments(GroupedMoments):
    """The moments of both classes; class + has the first ``count`` columns."""

    plus: Moments
    minus: Moments
    count: int

    @staticmethod
    def of(Phi: Floats, y: Floats) -> ClassMoments:
        """The moments of the classes of mapped points ``Phi (n, m)`` with signs ``y (n,)``."""
        order = np.concatenate([np.flatnonzero(y > 0), np.flatnonzero(y <= 0)])
        return ClassMoments.of_order(Phi, order, int(np.count_nonzero(y > 0)))

    @staticmethod
    @np.errstate(over="ignore", invalid="ignore")
    def of_order(Phi: Floats, order: Ints, count: int, besides: int | None = None) -> ClassMoments:
        """The moments of the classes of mapped points ``Phi (n, m)``: class + holds the first ``count`` rows of ``order (n,)``.

        The centre is the mean of all points, or of all but the one in the column ``besides``: a point far away carries the mean
        with it, and relative to that all others have lost digits, for as long as it is dragged.
        """
        columns = grouped_columns(Phi, order)
        others = columns if besides is None else np.delete(columns, besides, axis=1)
        centre = np.add.reduce(others, axis=1) / others.shape[1]
        columns -= centre[:, None]
        plus, minus = Moments.of(columns[:, :count]), Moments.of(columns[:, count:])
        return ClassMoments(locked(centre), columns, reach_of(columns), plus, minus, count)

    @property
    def columns_plus(self) -> Floats:
        """The centred points of class + (m, n+)."""
        return self.columns[:, : self.count]

    @property
    def columns_minus(self) -> Floats:
        """The centred points of class - (m, n-)."""
        return self.columns[:, self.count :]

    @cached_property
    def within(self) -> Floats:
        """C_W (m, m): the unnormalised within-class scatter, the sum over both classes."""
        return self.plus.scatter + self.minus.scatter

    @cached_property
    @np.errstate(over="ignore", invalid="ignore")
    def total(self) -> Floats:
        """The scatter (m, m) about the common mean: ``C_W + (n+ n-/n) d d'`` with d = m+ - m-."""
        d = self.plus.mean - self.minus.mean
        return self.within + (self.plus.n * self.minus.n / self.n) * d * d[:, None]

    @cached_property
    def difference(self) -> Floats:
        """m+ - m- (m,), with what is only rounding set to zero, so that equal means are recognised."""
        d = self.plus.mean - self.minus.mean
        d[np.abs(d) <= self.noise + MEAN_ROUNDING * self.reach] = 0.0
        return d

    @property
    def midpoint(self) -> Floats:
        """The middle of the two class means, relative to the centre."""
        return 0.5 * (self.plus.mean + self.minus.mean)

    @property
    def mean(self) -> Floats:
        """The mean of all points relative to the centre (zero up to rounding, until a point is dragged)."""
        return (self.plus.n * self.plus.mean + self.minus.n * self.minus.mean) / self.n

    def moved(self, positive: bool, old: Floats, new: Floats, reach: Floats) -> ClassMoments:
        """The moments after one point of a class moved (centred coordinates); columns and ``reach`` are the caller's to update."""
        plus = self.plus.moved(old, new) if positive else self.plus
        minus = self.minus if positive else self.minus.moved(old, new)
        return self._with(plus, minus, reach)

    def summed_again(self, positive: bool, reach: Floats) -> ClassMoments:
        """The same from the columns of that class, already updated, without the drift of many updates."""
        plus = Moments.of(self.columns_plus) if positive else self.plus
        minus = self.minus if positive else Moments.of(self.columns_minus)
        return self._with(plus, minus, reach)

    def _with(self, plus: Moments, minus: Moments, reach: Floats) -> ClassMoments:
        moments = ClassMoments(self.centre, self.columns, reach, plus, minus, self.count)
        moments.__dict__["noise"] = self.noise  # of the centre, which has not moved
        return moments


def reach_of(columns: Floats, without: int | None = None) -> Floats:
    """The largest absolute coordinates (m,) of centred columns (m, n), ``without`` one of them."""
    if without is not None:
        columns = np.delete(columns, without, axis=1)
    reach: Floats = np.maximum(columns.max(axis=1, initial=0.0), -columns.min(axis=1, initial=0.0))
    return reach


def grouped_columns(Phi: Floats, order: Ints) -> Floats:
    """The points ``Phi (n, m)`` in an order of their rows as columns (m, n), one contiguous row per feature."""
    if len(Phi) <= 2000:
        return Phi.T.take(order, axis=1)
    columns: Floats = np.empty(Phi.shape[::-1])
    for first in range(0, len(order), BLOCK):
        columns[:, first : first + BLOCK] = Phi.take(order[first : first + BLOCK], axis=0).T
    return columns


def criterion_at(moments: ClassMoments, degrees: float) -> float:
    """``J = <u, m+ - m->^2 / <u, C_W u>`` in the plane for the unit vector u at an angle; infinite along a null direction."""
    x, y = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    between, within = (float(part) for part in criterion_parts(moments, np.asarray(x), np.asarray(y)))
    if within <= NOTHING * float(np.trace(moments.total)):
        return math.inf if between > 0.0 else 0.0
    return between / within


def criterion_parts(moments: ClassMoments, cosine: Floats, sine: Floats) -> tuple[Floats, Floats]:
    """Numerator and denominator of J in the plane for unit vectors ``u = (cosine, sine)``, of any shape."""
    dx, dy = moments.difference.tolist()
    (a, b), (_, c) = moments.within.tolist()
    numerator = (dx * cosine + dy * sine) ** 2
    denominator = a * cosine * cosine + 2.0 * b * cosine * sine + c * sine * sine
    # The quadratic form is never negative; next to zero its rounding may be.
    return numerator, np.maximum(denominator, 0.0)


def criterion_along(w: Floats, moments: ClassMoments) -> tuple[float, float]:
    """Numerator and denominator of J at ``w (m,)``: ``<w, m+ - m->^2`` and ``<w, C_W w>``, from the projected points themselves."""
    p, q = w @ moments.columns_plus, w @ moments.columns_minus
    mean_p, mean_q = float(p.mean()), float(q.mean())
    p, q = p - mean_p, q - mean_q
    return (mean_p - mean_q) * (mean_p - mean_q), float(p @ p) + float(q @ q)
