"""Counts, means and scatters of the two classes, and Fisher's direction from them.

Everything the closed-form methods need is in these few numbers.  They are held about a centre near the data: a subtraction of two
floats is correctly rounded, so the centred coordinates keep their digits however far from the origin the data lie, while means
taken in raw coordinates would not (at an offset of 1e8 a mean is only good to 1e-8).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from .arrays import Bools, Floats, locked

EPS = float(np.finfo(np.float64).eps)
# Columns worked on at a time: they stay in the cache, and no array of the size of the data is allocated.
BLOCK = 16384
# Coordinates are rounded to eps/2 of their size; a difference below this many eps of the centre's size is rounding, not data.
COORDINATE_ROUNDING = 4.0 * EPS
# A difference of means below this part of the spread is the rounding of the sums.
MEAN_ROUNDING = 16.0 * EPS
# C_W counts as singular when 1 - r^2 (r the within-class correlation) falls below: forming it costs some tens of eps.
SINGULAR = 1e-14
# Below this 1 - r^2 the points are sheared before C_W is formed.
CORRELATED = 1e-3
# The part of m+ - m- along a null direction counts as zero below this part of its length.
NULL_PART = 1e-9


@dataclass(frozen=True, eq=False)
class Moments:
    """One class: the count, the mean (m,) relative to the common centre, the UNNORMALISED scatter (m, m) about the mean."""

    n: int
    mean: Floats
    scatter: Floats

    @staticmethod
    def of(columns: Floats) -> Moments:
        """The moments of centred columns (m, n), in two passes: one pass would lose half of the digits."""
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
        d, a = new - old, old - self.mean
        half = (a + (0.5 - 0.5 / self.n) * d) * d[:, None]
        scatter = self.scatter + half + half.T
        return Moments(self.n, self.mean + d / self.n, scatter)


@dataclass(frozen=True, eq=False)
class ClassMoments:
    """Both classes about one ``centre (m,)``: their moments, the centred points as ``columns (m, n)`` (class + is the first
    ``count`` of them), and ``reach (m,)``, the largest absolute centred coordinate, which bounds the rounding of every score.
    """

    centre: Floats
    plus: Moments
    minus: Moments
    columns: Floats
    count: int
    reach: Floats

    @staticmethod
    def of(Phi: Floats, y: Floats) -> ClassMoments:
        """The moments of the classes of mapped points ``Phi (n, m)`` with signs ``y (n,)``."""
        positive = y > 0
        count = int(np.count_nonzero(positive))
        return ClassMoments.of_grouped(_grouped(Phi, positive, count), count, np.zeros(Phi.shape[1]))

    @staticmethod
    def of_grouped(columns: Floats, count: int, origin: Floats) -> ClassMoments:
        """The moments of columns (m, n) relative to ``origin``, class + the first ``count``; they are centred in place."""
        shift = np.add.reduce(columns, axis=1) / columns.shape[1]
        columns -= shift[:, None]
        plus, minus = columns[:, :count], columns[:, count:]
        reach = np.maximum(np.maximum.reduce(columns, axis=1), -np.minimum.reduce(columns, axis=1))
        return ClassMoments(locked(origin + shift), Moments.of(plus), Moments.of(minus), columns, count, reach)

    @property
    def columns_plus(self) -> Floats:
        """The centred points of class + (m, n+)."""
        return self.columns[:, : self.count]

    @property
    def columns_minus(self) -> Floats:
        """The centred points of class - (m, n-)."""
        return self.columns[:, self.count :]

    @property
    def n(self) -> int:
        """The number of points."""
        return self.plus.n + self.minus.n

    @cached_property
    def within(self) -> Floats:
        """C_W (m, m): the unnormalised within-class scatter, the sum over both classes."""
        return self.plus.scatter + self.minus.scatter

    @cached_property
    def total(self) -> Floats:
        """The scatter (m, m) about the common mean: ``C_W + (n+ n-/n) d d'`` with d = m+ - m-."""
        d = self.plus.mean - self.minus.mean
        return self.within + (self.plus.n * self.minus.n / self.n) * d * d[:, None]

    @cached_property
    def noise(self) -> Floats:
        """The rounding (m,) that the coordinates carry already when they come."""
        return COORDINATE_ROUNDING * np.abs(self.centre)

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

    def moved(self, positive: bool, old: Floats, new: Floats) -> ClassMoments:
        """The moments after one point of a class moved (centred coordinates); the columns are the caller's to update."""
        plus = self.plus.moved(old, new) if positive else self.plus
        minus = self.minus if positive else self.minus.moved(old, new)
        return self._with(plus, minus, new)

    def summed_again(self, positive: bool, new: Floats) -> ClassMoments:
        """The same from the columns of that class, already updated, without the drift of many updates."""
        plus = Moments.of(self.columns_plus) if positive else self.plus
        minus = self.minus if positive else Moments.of(self.columns_minus)
        return self._with(plus, minus, new)

    def _with(self, plus: Moments, minus: Moments, new: Floats) -> ClassMoments:
        reach = np.maximum(self.reach, np.abs(new))
        return ClassMoments(self.centre, plus, minus, self.columns, self.count, reach)


def _grouped(Phi: Floats, positive: Bools, count: int) -> Floats:
    """The points as columns (m, n), one contiguous row per feature, class + first, each class in the order of the data."""
    if len(Phi) <= BLOCK:
        order = np.concatenate([np.flatnonzero(positive), np.flatnonzero(~positive)])
        return np.ascontiguousarray(Phi.take(order, axis=0).T)
    columns = np.empty(Phi.shape[::-1])
    plus, minus = 0, count
    for first in range(0, len(Phi), BLOCK):
        rows, mask = Phi[first : first + BLOCK], positive[first : first + BLOCK]
        above, below = np.flatnonzero(mask), np.flatnonzero(~mask)
        columns[:, plus : plus + len(above)] = rows.take(above, axis=0).T
        columns[:, minus : minus + len(below)] = rows.take(below, axis=0).T
        plus, minus = plus + len(above), minus + len(below)
    return columns


@dataclass(frozen=True, eq=False)
class Direction:
    """Fisher's direction and what kind of answer it is.

    ``regular``: C_W is invertible.  ``unbounded``: w lies in the null space of C_W, J(w) is infinite.  ``pseudo-inverse``: C_W is
    singular but m+ - m- lies in its range.  ``undefined``: equal means, w = 0.  ``J`` is the maximum of Fisher's criterion.
    """

    w: Floats
    J: float
    kind: Literal["regular", "unbounded", "pseudo-inverse", "undefined"]


def fisher_direction(moments: ClassMoments) -> Direction:
    """The maximiser ``w = C_W^-1 (m+ - m-)`` of ``J(w) = <w, m+ - m->^2 / <w, C_W w>`` (Hein, Machine Learning notes, sec. 4.2).

    C_W is unnormalised, so the maximum is ``J = <m+ - m-, C_W^-1 (m+ - m-)>``.  A singular C_W gives the part of m+ - m- in its
    null space (J unbounded) or, when there is none, the pseudo-inverse.  In the plane the 2x2 system is solved in closed form;
    with more features by a singular value decomposition of the class-centred columns, because polynomial features are so nearly
    dependent that forming C_W would square their condition number.
    """
    d = moments.difference
    if not d.any():
        return Direction(np.zeros(len(d)), 0.0, "undefined")
    if len(d) == 2:
        return _direction_in_plane(moments)
    return _direction_by_svd(moments)


def _direction_in_plane(moments: ClassMoments) -> Direction:
    d, n = moments.difference, moments.n
    noise_x, noise_y = (n * moments.noise**2).tolist()
    (a, b), (_, c) = moments.within.tolist()
    (total_x, _), (_, total_y) = moments.total.tolist()
    # A coordinate that is constant within each class has a scatter of eps^2 of the total one: exactly zero is meant.
    if a <= noise_x + EPS**1.5 * total_x:
        a = b = 0.0
    if c <= noise_y + EPS**1.5 * total_y:
        c = b = 0.0
    trace = a + c
    if trace == 0.0:
        return Direction(d, np.inf, "unbounded")
    # Dividing by the trace keeps the determinant away from underflow and overflow.
    a, b, c = a / trace, b / trace, c / trace
    det = a * c - b * b
    if det <= SINGULAR * a * c or det <= (noise_x + noise_y) / trace:
        return _direction_on_lines(moments, (a, b, c), trace)
    if det <= CORRELATED * a * c:
        return _direction_sheared(moments, b / a)
    dx, dy = d.tolist()
    w = np.array([(c * dx - b * dy) / det / trace, (a * dy - b * dx) / det / trace])
    return Direction(w, float(w @ d), "regular")


def _direction_sheared(moments: ClassMoments, beta: float) -> Direction:
    """The direction from the points ``(x1, x2 - beta x1)``, beta the slope of the regression of x2 on x1 within the classes.

    Nearly collinear classes leave few digits in ``det C_W``.  Shearing the points first takes the common part out of them, where
    a subtraction still has all its digits; the scatter of the sheared points is nearly diagonal.
    """
    x, y = moments.columns
    sheared = np.array([x, y - beta * x])
    plus, minus = Moments.of(sheared[:, : moments.count]), Moments.of(sheared[:, moments.count :])
    d = plus.mean - minus.mean
    across = np.linalg.solve(plus.scatter + minus.scatter, d)
    return Direction(np.array([across[0] - beta * across[1], across[1]]), float(across @ d), "regular")


def _direction_on_lines(moments: ClassMoments, scatter: tuple[float, float, float], trace: float) -> Direction:
    """The direction when the classes lie on parallel lines: across the lines if the means differ there, else along them."""
    a, b, c = scatter
    null = np.array([-b, a]) if a >= c else np.array([c, -b])
    null /= np.linalg.norm(null)
    along = np.array([null[1], -null[0]])
    d = moments.difference
    across = float(null @ d)
    if abs(across) > NULL_PART * np.linalg.norm(d) + 2.0 * float(np.abs(null) @ moments.noise):
        return Direction(across * null, np.inf, "unbounded")
    part = float(along @ d)
    return Direction(along * (part / trace), part * part / trace, "pseudo-inverse")


def _direction_by_svd(moments: ClassMoments) -> Direction:
    d = moments.difference
    rows = np.concatenate(
        [moments.columns_plus - moments.plus.mean[:, None], moments.columns_minus - moments.minus.mean[:, None]], axis=1
    ).T
    # Unit columns: features of very different size would otherwise be taken for a dependence.
    scale = np.sqrt(moments.within.diagonal())
    constant = scale <= np.sqrt(moments.n) * moments.noise + EPS * np.sqrt(moments.total.diagonal())
    scale = np.where(constant, 1.0, scale)
    rows = np.where(constant, 0.0, rows / scale)
    triangle = np.linalg.qr(rows, mode="r") if len(rows) > rows.shape[1] else rows
    _, singular, basis = np.linalg.svd(triangle)
    kept = np.zeros(len(d), dtype=bool)
    if singular[0] > 0.0:
        kept[: len(singular)] = singular > 1e-12 * singular[0]
    null = basis[~kept].T / scale[:, None]
    if null.shape[1]:
        null, _ = np.linalg.qr(null)
        part = null @ (null.T @ d)
        if np.linalg.norm(part) > NULL_PART * np.linalg.norm(d) + 2.0 * float(np.linalg.norm(moments.noise)):
            return Direction(part, np.inf, "unbounded")
    coordinates = basis[kept] @ (d / scale) / singular[kept[: len(singular)]]
    w = (basis[kept].T @ (coordinates / singular[kept[: len(singular)]])) / scale
    if null.shape[1]:
        w -= null @ (null.T @ w)  # the solution of smallest norm in data units
    kind: Literal["regular", "pseudo-inverse"] = "pseudo-inverse" if null.shape[1] else "regular"
    return Direction(w, float(coordinates @ coordinates), kind)


def criterion_along(w: Floats, moments: ClassMoments) -> tuple[float, float]:
    """Numerator and denominator of J at ``w (m,)``: ``<w, m+ - m->^2`` and ``<w, C_W w>``, from the projected points themselves."""
    p, q = w @ moments.columns_plus, w @ moments.columns_minus
    mean_p, mean_q = float(p.mean()), float(q.mean())
    p, q = p - mean_p, q - mean_q
    return (mean_p - mean_q) * (mean_p - mean_q), float(p @ p) + float(q @ q)


def scatter_along(w: Floats, moments: ClassMoments) -> tuple[float, float]:
    """The same two numbers from the moments alone, whatever the number of points: for what follows every mouse move."""
    between = float(w @ (moments.plus.mean - moments.minus.mean))
    return between * between, float(w @ moments.within @ w)
