"""The certificate of a stretch of the soft-margin path: a bound of its relative duality gap, at its
ends and everywhere between them.

For parameters theta = (w, b) and multipliers alpha in [0, c] with ``sum alpha y = 0`` the duality
gap is a sum of terms none of which is negative,

    F(theta) - D(alpha) = 1/2 |w - sum alpha x|^2 + sum_i [ alpha_i (m_i - 1)+ + (c - alpha_i) (1 -
    m_i)+ ],   m_i = <z_i, theta>.

Interpolate theta and alpha between two ends: alpha stays in its box, and each factor is at most
what is interpolated of it.  With G the gap at an end and X the second sum with the multipliers of
one end and the margins of the other (both ways added), the gap is therefore at most ``(1-t)^2 G0 +
t^2 G1 + t (1-t) X <= max(G0, G1) + X/4``, whatever lies between.  The optimum is concave in c, so
that it is nowhere below the smaller one of its values at the ends, to which the bound is relative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Bools, Floats, Ints

ROUNDING = 1e-14  # of margins, and of the terms that they are summed from
Sides = NDArray[np.int8]


class Stretch(NamedTuple):
    """The path from ``c0`` to ``c1``.

    ``side (n,)`` is 1 for the points inside the margin (multiplier c), -1 for those outside (0) and
    0 for the rows ``W``, whose multipliers are ``alpha0`` at the beginning and ``alpha1`` at the
    end; ``theta0`` and ``theta1 (d,)`` are the parameters there.
    """

    c0: float
    c1: float
    theta0: Floats
    theta1: Floats
    side: Sides
    W: Sequence[int]
    alpha0: Sequence[float] | Floats
    alpha1: Sequence[float] | Floats

    @staticmethod
    def between(
        c0: float, theta0: Floats, alpha0: Floats, c1: float, theta1: Floats, alpha1: Floats
    ) -> Stretch:
        """The stretch between two solutions of which nothing but the multipliers (n,) is known."""
        n = len(alpha0)
        return Stretch(c0, c1, theta0, theta1, np.zeros(n, dtype=np.int8), range(n), alpha0, alpha1)

    def last_multipliers(self) -> Floats:
        """All multipliers (n,) at the end."""
        alpha: Floats = np.where(self.side > 0, self.c1, 0.0)
        alpha[list(self.W)] = np.clip(self.alpha1, 0.0, self.c1)
        return alpha


class PathCertificate:
    """Bounds for samples ``Z (d, n)``, recomputed from them and from the stretches alone.

    Some stretches in a row hardly move theta, and only a few points come near their margins on the
    way.  The others stay on their side for every theta in the box around these stretches: they add
    nothing to the second sum, and a constant to the sum of the samples inside the margin.  So each
    stretch is asked for the near points alone.
    """

    def __init__(self, Z: Floats) -> None:
        self.Z, self.sizes, self.samples = Z, np.abs(Z), np.ascontiguousarray(Z.T)
        self.longest = float(np.sqrt(np.square(Z).sum(axis=0).max()))

    def of(self, stretches: Sequence[Stretch]) -> Floats:
        """The bound of the relative gap on each of some stretches (k,); each begins where the one
        before it ends.
        """
        thetas = np.array([stretches[0].theta0, *[stretch.theta1 for stretch in stretches]])
        sides = np.array([stretch.side for stretch in stretches])
        near = self._near(thetas, sides)
        inside = sides[0] > 0
        inside[near] = False
        sides = sides[:, near].astype(np.float64)
        near_inside = np.maximum(sides, 0.0)
        S = near_inside @ self.samples[near] + inside.astype(np.float64) @ self.samples
        count = near_inside.sum(axis=1) + np.count_nonzero(inside)
        rows, is_working = _working(stretches)
        ZW = self.samples[rows] * is_working[:, :, None]
        ends = _Ends.of(
            stretches, thetas, self.Z[:, near], sides, near.searchsorted(rows), is_working
        )
        gap: Floats = ends.gap(S, ZW, self.longest).max(axis=0)
        gap += 0.25 * ends.slack(ends.excess[::-1], ends.wrong[::-1]).sum(axis=0)
        gap /= ends.objective(S, count).min(axis=0)
        return gap

    def _near(self, thetas: Floats, sides: Sides) -> Ints:
        """The points, in rising order, that not all of ``sides`` and not all of the box around
        ``thetas`` leave on one side.
        """
        low, high = thetas.min(axis=0), thetas.max(axis=0)
        half = 0.5 * (high - low) + ROUNDING * np.maximum(np.abs(low), np.abs(high))
        closest = sides[0] * (1.0 - (0.5 * (low + high)) @ self.Z) - half @ self.sizes
        is_far = closest > ROUNDING  # false for nan, too
        is_far &= (sides == sides[0]).all(axis=0)
        near: Ints = (~is_far).nonzero()[0]
        return near


def _working(stretches: Sequence[Stretch]) -> tuple[Ints, Bools]:
    """The rows W of every stretch as a table (k, q), and which places of it are taken."""
    lengths = np.array([len(stretch.W) for stretch in stretches])
    is_working: Bools = np.arange(int(lengths.max(initial=0))) < lengths[:, None]
    rows = np.zeros(is_working.shape, dtype=np.int64)
    rows[is_working] = [row for stretch in stretches for row in stretch.W]
    return rows, is_working


@dataclass(frozen=True, eq=False, slots=True)
class _Ends:
    """The beginnings (first axis: 0) and the ends (1) of the stretches.

    c (2, k), theta (2, k, d), and of the rows W multipliers and margins less 1 (2, k, q), 0 in
    empty places.  ``wrong (2, k)`` sums how far the other points are on the wrong side of their
    margin.
    """

    c: Floats
    theta: Floats
    alpha: Floats
    excess: Floats
    wrong: Floats

    @staticmethod
    def of(
        stretches: Sequence[Stretch],
        thetas: Floats,
        Z: Floats,
        sides: Floats,
        places: Ints,
        is_working: Bools,
    ) -> _Ends:
        """The near points: their samples ``Z (d, p)``, their sides (k, p), and the places of the
        points of W among them.
        """
        c = np.array([[stretch.c0 for stretch in stretches], [stretch.c1 for stretch in stretches]])
        alpha = np.zeros((2, *is_working.shape))
        alpha[0, is_working] = [a for stretch in stretches for a in stretch.alpha0]
        alpha[1, is_working] = [a for stretch in stretches for a in stretch.alpha1]
        alpha = np.minimum(np.maximum(alpha, 0.0), c[:, :, None])
        theta, margins, steps = (
            np.array((thetas[:-1], thetas[1:])),
            thetas @ Z,
            np.arange(len(places))[:, None],
        )
        margins -= 1.0
        excess = np.array([part[steps, places] for part in (margins[:-1], margins[1:])])
        wrong = np.array(
            [np.maximum(sides * part, 0.0).sum(axis=1) for part in (margins[:-1], margins[1:])]
        )
        return _Ends(c, theta, alpha, excess * is_working, wrong)

    def slack(self, excess: Floats, wrong: Floats) -> Floats:
        """``sum alpha (m - 1)+ + (c - alpha) (1 - m)+`` (2, k) with the multipliers of these ends
        and the given margins.
        """
        excess_above, excess_below = np.maximum(excess, 0.0), np.maximum(-excess, 0.0)
        total: Floats = self.c * wrong + (
            self.alpha * excess_above + (self.c[:, :, None] - self.alpha) * excess_below
        ).sum(axis=2)
        return total

    def gap(self, S: Floats, ZW: Floats, longest: float) -> Floats:
        """The duality gap, once the multipliers are balanced where rounding has not; no sample is
        longer.
        """
        v = self.c[:, :, None] * S + (self.alpha[:, :, None, :] @ ZW)[:, :, 0]
        square = np.square(self.theta - v)[:, :, :-1].sum(axis=2) + np.square(v[:, :, -1] * longest)
        rest = self._price(v[:, :, -1:], ZW[:, :, -1], longest) * np.abs(v[:, :, -1])
        gap: Floats = 0.5 * square + self.slack(self.excess, self.wrong) + rest
        return gap

    def _price(self, rest: Floats, labels: Floats, longest: float) -> Floats:
        """The price of taking a unit of ``sum alpha y`` away: that of a point of W with room for
        it, else the highest.
        """
        balanced = self.alpha - rest * labels
        has_room = (labels != 0.0) & (balanced >= 0.0) & (balanced <= self.c[:, :, None])
        highest = 1.0 + longest * np.sqrt(np.square(self.theta).sum(axis=2))
        lowest = np.where(has_room, np.abs(self.excess), highest[:, :, None]).min(
            axis=2, initial=np.inf
        )
        price: Floats = np.minimum(lowest, highest)
        return price

    def objective(self, S: Floats, count: Floats) -> Floats:
        """``1/2 |w|^2 + c sum (1 - m)+``; of the points inside the margin the sum S tells it."""
        hinges = (
            count
            - (S * self.theta).sum(axis=2)
            + self.wrong
            + np.maximum(-self.excess, 0.0).sum(axis=2)
        )
        result: Floats = 0.5 * np.square(self.theta[:, :, :-1]).sum(axis=2) + self.c * np.maximum(
            hinges, 0.0
        )
        return result
