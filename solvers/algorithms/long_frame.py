"""Orthogonal coordinates of features that nearly depend on each other, found with twice the digits of doubles.

Monomials far from the origin, or of a high degree, agree with a combination of the others to ten digits and more.  What is left is
all that tells the points apart, and the coordinates that an ordinary decomposition makes of it are rounding.  Here the columns
are made orthogonal in numbers of 32 digits (:mod:`long_numbers`),

    (phi - middle)_j = sum_k (q_k + shift_k) R_kj      with pivoting: the longest column that is left comes next,

and only then rounded to doubles: a score ``Q u + b`` with ``u = R w`` has all of its digits, however large w is.  The columns with
their shifts sum to zero, so that none of them is another b; without them they are zero about where most points are, which one far
away would move by more than the others differ.

From u back to w: the pivot columns of R are a triangle, which is solved from below; each weight is rounded to a double *before* the
next one is computed, so that the next one makes up for what rounding took (Babai's nearest plane).  A rounded weight then costs
what is left of its column beside the others, and not the size of that column.

Source: Björck, BIT 7 (1967) 1 (modified Gram-Schmidt); Babai, Combinatorica 6 (1986) 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from ..arrays import Floats
from ..cancellation import check_cancelled
from .long_numbers import Long

NOTHING = 1e-27  # what is left of a column of length 1 that depends on others
FEW, REMEMBERED = 4096, 64  # numbers in the features of a frame that is remembered, and how many are: together two megabytes
PART = 4096  # points worked on at a time: what is computed of them stays in the cache


@dataclass(frozen=True, eq=False)
class LongFrame:
    """Coordinates ``Q (r, n)``, whose lengths with their ``shift (r,)`` are 1 to 2, and ``R (r, m)``.

    ``pivots[k]`` is the feature that row k was made of; the middle is ``centre + away``.
    """

    Q: Floats
    R: Long
    pivots: list[int]
    centre: Floats
    away: Long
    shift: Floats

    @staticmethod
    def plain(Phi: Floats, centre: Floats) -> LongFrame:
        """The features themselves, each in units of its own: enough where they are only unlike in size."""
        away = Phi.T - centre[:, None]
        unit = _powers_of_two(np.abs(away).max(axis=1, initial=0.0))
        m = len(unit)
        return LongFrame(away / unit[:, None], Long.of(np.diag(unit)), list(range(m)), centre, Long.of(np.zeros(m)), np.zeros(m))

    @staticmethod
    def of(Phi: Floats, centre: Floats) -> LongFrame:
        """The frame of features (n, m) about a centre (m,); of few of them the last ones are remembered, as proofs ask again."""
        return LongFrame._made(Phi, centre) if Phi.size > FEW else _remembered(Phi.tobytes(), Phi.shape, centre.tobytes())

    @staticmethod
    def _made(Phi: Floats, centre: Floats) -> LongFrame:
        left = Long.difference(np.ascontiguousarray(Phi.T), np.broadcast_to(centre[:, None], Phi.T.shape))
        unit = _powers_of_two(np.abs(left.high).max(axis=1, initial=0.0))
        left = left.scaled((1.0 / unit)[:, None])
        ones = Long.of(np.ones(len(Phi)))
        away = _shares(ones, left)
        left = _without(left, ones, away)
        whole = _lengths(left)
        rows: list[Floats] = []
        R: list[Long] = []
        pivots: list[int] = []
        shift: list[float] = []
        while len(rows) < min(Phi.shape):
            lengths = _lengths(left)
            lengths[lengths <= NOTHING * whole] = 0.0
            lengths[pivots] = 0.0
            pivot = int((lengths * unit).argmax())
            if not lengths[pivot] > 0.0:
                break
            size = float(_powers_of_two(lengths[pivot : pivot + 1])[0])
            q = left.at(pivot).scaled(1.0 / size)
            shares = _shares(q, left)
            shares.high[pivot], shares.low[pivot] = size, 0.0
            left = _without(left, q, shares)
            shift.append(float(np.sort(q.high)[len(Phi) // 2]))
            rows.append((q.high - shift[-1]) + q.low)
            R.append(shares.scaled(unit))
            pivots.append(pivot)
        none = np.zeros((0, len(unit)))
        stacked = Long(np.array([row.high for row in R]), np.array([row.low for row in R])) if R else Long(none, none)
        return LongFrame(np.array(rows).reshape(len(rows), len(Phi)), stacked, pivots, centre, away.scaled(unit), np.array(shift))

    @cached_property
    def way_back(self) -> Floats:
        """The matrix (m, r) that makes of u the shortest w with ``R w = u``.

        Rows of R fall in size, and divided by it they are nearly orthogonal: then their decomposition keeps its digits.
        """
        rows = np.sqrt((self.R.high * self.R.high).sum(axis=1))
        q, triangle = np.linalg.qr((self.R.high / rows[:, None]).T)
        back: Floats = q @ np.linalg.inv(triangle).T / rows
        return back

    def coordinates_of(self, w: list[Fraction]) -> list[Fraction]:
        """``u = R w``."""
        return [sum((r * v for r, v in zip(self._row(k), w, strict=True)), Fraction(0)) for k in range(len(self.pivots))]

    def middle(self) -> list[Fraction]:
        """The mean, in data units."""
        return [Fraction(c) + v for c, v in zip(self.centre.tolist(), self.away.fractions(), strict=True)]

    def from_middle(self, u: list[Fraction]) -> Fraction:
        """The score where the coordinates are zero, less that at the middle."""
        return sum((Fraction(s) * v for s, v in zip(self.shift.tolist(), u, strict=True)), Fraction(0))

    def score_at_centre(self, w: Floats, b: Fraction) -> float:
        """The score at the centre, from that where the coordinates are zero."""
        exact = [Fraction(v) for v in w.tolist()]
        at_middle = b - self.from_middle(self.coordinates_of(exact))
        return float(at_middle - sum((v * a for v, a in zip(exact, self.away.fractions(), strict=True)), Fraction(0)))

    def weights(self, u: list[Fraction], w: Floats) -> Floats:
        """Doubles w (m,) with ``R w`` as near to ``u`` as they can be made; those that are no pivots are taken from ``w``."""
        found = w.copy()
        for k in reversed(range(len(self.pivots))):
            row, pivot = self._row(k), self.pivots[k]
            found[pivot] = 0.0
            rest = u[k] - sum((r * Fraction(v) for r, v in zip(row, found.tolist(), strict=True) if r and v), Fraction(0))
            found[pivot] = float(rest / row[pivot])
        return found

    def _row(self, k: int) -> list[Fraction]:
        """A row of R; its pivots before this one have nothing left."""
        row = self.R.at(k).fractions()
        for before in self.pivots[:k]:
            row[before] = Fraction(0)
        return row


@lru_cache(maxsize=REMEMBERED)
def _remembered(features: bytes, shape: tuple[int, int], centre: bytes) -> LongFrame:
    frame = LongFrame._made(np.frombuffer(features).reshape(shape), np.frombuffer(centre))
    frame.Q.setflags(write=False)
    return frame


def _lengths(columns: Long) -> Floats:
    lengths: Floats = np.sqrt(np.einsum("ij,ij->i", columns.high, columns.high))
    return lengths


def _powers_of_two(sizes: Floats) -> Floats:
    powers: Floats = np.exp2(np.round(np.log2(np.where(sizes > 0.0, sizes, 1.0))))
    return powers


def _parts(n: int) -> list[slice]:
    return [slice(begin, begin + PART) for begin in range(0, n, PART)]


def _shares(q: Long, columns: Long) -> Long:
    """``<q, column> / <q, q>`` of each column (m,)."""
    products, square = [], []
    for part in _parts(len(q.high)):
        check_cancelled()
        some = q.at(part)
        products.append(columns.at(slice(None), part).times(some).summed())
        square.append(some.times(some).summed())
    over = Long(np.array([s.high for s in square]), np.array([s.low for s in square])).summed()
    total = Long(np.array([p.high for p in products]).T, np.array([p.low for p in products]).T).summed()
    return total.over(over)


def _without(columns: Long, q: Long, shares: Long) -> Long:
    """The columns less their shares of q."""
    factors = Long(shares.high[:, None], shares.low[:, None])
    high, low = np.empty_like(columns.high), np.empty_like(columns.low)
    for part in _parts(len(q.high)):
        check_cancelled()
        left = columns.at(slice(None), part).minus(factors.times(q.at(part)))
        high[:, part], low[:, part] = left.high, left.low
    return Long(high, low)
