"""What a stretch of the soft-margin path is worth: a bound of its relative duality gap, at its ends and everywhere between them.

For parameters theta = (w, b) and multipliers alpha in [0, c] with ``sum alpha y = 0`` the duality gap is a sum of terms none of
which is negative,

    F(theta) - D(alpha) = 1/2 |w - sum alpha x|^2 + sum_i [ alpha_i (m_i - 1)+ + (c - alpha_i) (1 - m_i)+ ],   m_i = <z_i, theta>.

Interpolate theta and alpha between two ends: alpha stays in its box, and each factor is at most what is interpolated of it.  With
G the gap at an end and X the second sum with the multipliers of one end and the margins of the other (both ways added), the gap
is therefore at most ``(1-t)^2 G0 + t^2 G1 + t (1-t) X <= max(G0, G1) + X/4``, whatever lies between.  The optimum is concave in c,
so that it is nowhere below the smaller one of its values at the ends, to which the bound is relative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Floats, Ints


class Stretch(NamedTuple):
    """The path from ``c0`` to ``c1``.

    ``side (n,)`` is 1 for the points inside the margin (multiplier c), -1 for those outside (0) and 0 for the rows ``W``, whose
    multipliers are ``alpha0`` at the beginning and ``alpha1`` at the end; ``theta0`` and ``theta1 (d,)`` are the parameters there.
    """

    c0: float
    c1: float
    theta0: Floats
    theta1: Floats
    side: Floats
    W: Sequence[int]
    alpha0: Sequence[float] | Floats
    alpha1: Sequence[float] | Floats

    @staticmethod
    def between(c0: float, theta0: Floats, alpha0: Floats, c1: float, theta1: Floats, alpha1: Floats) -> Stretch:
        """The stretch between two solutions of which nothing but the multipliers (n,) is known."""
        n = len(alpha0)
        return Stretch(c0, c1, theta0, theta1, np.zeros(n), range(n), alpha0, alpha1)

    def last_multipliers(self) -> Floats:
        """All multipliers (n,) at the end."""
        alpha: Floats = np.where(self.side > 0.0, self.c1, 0.0)
        alpha[list(self.W)] = np.clip(self.alpha1, 0.0, self.c1)
        return alpha


class PathCertificate:
    """Bounds for samples ``Z (d, n)``, recomputed from them and from the stretches alone."""

    def __init__(self, Z: Floats) -> None:
        self.Z, self.samples, self.total = Z, np.ascontiguousarray(Z.T), Z.sum(axis=1)
        self.longest = float(np.sqrt(np.square(Z).sum(axis=0).max()))

    def of(self, stretches: Sequence[Stretch]) -> Floats:
        """The bound of the relative gap on each of some stretches (k,); each begins where the one before it ends."""
        rows, held = _working(stretches)
        ZW = self.samples[rows] * held[:, :, None]
        sides = np.array([each.side for each in stretches])
        # A side is 1, -1 or 0, so half of what it adds to 1 counts the points inside, once those of W are left out.
        S = 0.5 * (sides @ self.samples + self.total - ZW.sum(axis=1))
        count = 0.5 * (sides.sum(axis=1) + (len(self.samples) - held.sum(axis=1)))
        thetas = np.array([stretches[0].theta0, *[each.theta1 for each in stretches]])
        excess = thetas @ self.Z
        excess -= 1.0
        alpha0, alpha1 = [a for each in stretches for a in each.alpha0], [a for each in stretches for a in each.alpha1]
        begin = _End.of([each.c0 for each in stretches], thetas[:-1], alpha0, sides, excess[:-1], rows, held)
        end = _End.of([each.c1 for each in stretches], thetas[1:], alpha1, sides, excess[1:], rows, held)
        gap = np.maximum(begin.gap(S, ZW, self.longest), end.gap(S, ZW, self.longest))
        gap += 0.25 * (begin.slack(end) + end.slack(begin))
        result: Floats = gap / np.minimum(begin.objective(S, count), end.objective(S, count))
        return result


def _working(stretches: Sequence[Stretch]) -> tuple[Ints, Bools]:
    """The rows W of every stretch as a table (k, q), and which places of it are taken."""
    lengths = np.array([len(each.W) for each in stretches])
    held: Bools = np.arange(int(lengths.max(initial=0))) < lengths[:, None]
    rows = np.zeros(held.shape, dtype=np.int64)
    rows[held] = [row for each in stretches for row in each.W]
    return rows, held


@dataclass(frozen=True, eq=False, slots=True)
class _End:
    """One end of each stretch: c (k,), theta (k, d), and of the rows W multipliers and margins less 1 (k, q), 0 in empty places.

    ``wrong (k,)`` sums how far the other points are on the wrong side of their margin.
    """

    c: Floats
    theta: Floats
    alpha: Floats
    excess: Floats
    wrong: Floats

    @staticmethod
    def of(cs: list[float], theta: Floats, held_alpha: list[float], sides: Floats, excess: Floats, rows: Ints, held: Bools) -> _End:
        """What is needed of the multipliers of W, one after the other, and of all margins less 1 (k, n)."""
        c, alpha = np.array(cs), np.zeros(rows.shape)
        alpha[held] = held_alpha
        alpha = np.minimum(np.maximum(alpha, 0.0), c[:, None])
        of_held = excess[np.arange(len(c))[:, None], rows] * held
        wrong = sides * excess
        return _End(c, theta, alpha, of_held, np.maximum(wrong, 0.0, out=wrong).sum(axis=1))

    def slack(self, margins: _End) -> Floats:
        """``sum alpha (m - 1)+ + (c - alpha) (1 - m)+`` with the multipliers of this end and the margins of that one."""
        over, under = np.maximum(margins.excess, 0.0), np.maximum(-margins.excess, 0.0)
        total: Floats = self.c * margins.wrong + (self.alpha * over + (self.c[:, None] - self.alpha) * under).sum(axis=1)
        return total

    def gap(self, S: Floats, ZW: Floats, longest: float) -> Floats:
        """The duality gap, once the multipliers are balanced where rounding has not; no sample is longer."""
        v = self.c[:, None] * S + np.einsum("kqd,kq->kd", ZW, self.alpha)
        square = np.square(self.theta - v)[:, :-1].sum(axis=1) + np.square(v[:, -1] * longest)
        gap: Floats = 0.5 * square + self.slack(self) + np.abs(v[:, -1]) * self._price(v[:, -1:], ZW[:, :, -1], longest)
        return gap

    def _price(self, rest: Floats, labels: Floats, longest: float) -> Floats:
        """What it costs to take a unit of ``sum alpha y`` (k, 1) away: that of a point of W with room for it, else the highest."""
        balanced = self.alpha - rest * labels
        has_room = (labels != 0.0) & (balanced >= 0.0) & (balanced <= self.c[:, None])
        highest = 1.0 + longest * np.sqrt(np.square(self.theta).sum(axis=1))
        lowest = np.where(has_room, np.abs(self.excess), highest[:, None]).min(axis=1, initial=np.inf)
        price: Floats = np.minimum(lowest, highest)
        return price

    def objective(self, S: Floats, count: Floats) -> Floats:
        """``1/2 |w|^2 + c sum (1 - m)+``; of the points inside the margin the sum S tells it."""
        hinges = count - (S * self.theta).sum(axis=1) + self.wrong + np.maximum(-self.excess, 0.0).sum(axis=1)
        result: Floats = 0.5 * np.square(self.theta[:, :-1]).sum(axis=1) + self.c * np.maximum(hinges, 0.0)
        return result
