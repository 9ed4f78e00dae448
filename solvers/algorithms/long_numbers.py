"""Arrays of numbers with twice the digits of doubles: each the sum of two of them, the second within half a unit of the first.

Source: Dekker, Numer. Math. 18 (1971) 224; Hida, Li and Bailey, Proc. 15th IEEE Symp. Computer Arithmetic (2001) 155.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..arrays import Floats
from .exact_sums import two_product, two_sum


@dataclass(frozen=True, eq=False, slots=True)
class Long:
    """The numbers ``high + low``; arithmetic has a relative error of about 1e-31 as long as nothing over- or underflows."""

    high: Floats
    low: Floats

    @staticmethod
    def difference(p: Floats, q: Floats) -> Long:
        """``p - q`` without rounding."""
        return Long(*two_sum(p, -q))

    @staticmethod
    def of(p: Floats) -> Long:
        """Doubles as they are."""
        return Long(p, np.zeros_like(p))

    def plus(self, other: Long) -> Long:
        """The sums."""
        total, lost = two_sum(self.high, other.high)
        return _renormalised(total, lost + (self.low + other.low))

    def minus(self, other: Long) -> Long:
        """The differences."""
        return self.plus(Long(-other.high, -other.low))

    def times(self, other: Long) -> Long:
        """The products."""
        product, rest = two_product(self.high, other.high)
        return _renormalised(product, rest + (self.high * other.low + self.low * other.high))

    def over(self, other: Long) -> Long:
        """The quotients: the doubles' own, and what that leaves divided once more."""
        first = self.high / other.high
        rest = self.minus(other.times(Long.of(first)))
        return _renormalised(first, rest.high / other.high)

    def scaled(self, power_of_two: float | Floats) -> Long:
        """Multiplied by powers of two, which loses nothing."""
        return Long(self.high * power_of_two, self.low * power_of_two)

    def summed(self) -> Long:
        """The sums over the last axis, halved again and again."""
        high, low = self.high, self.low
        while high.shape[-1] > 1:
            half = high.shape[-1] // 2
            odd = high[..., 2 * half :], low[..., 2 * half :]
            some = Long(high[..., :half], low[..., :half]).plus(Long(high[..., half : 2 * half], low[..., half : 2 * half]))
            high, low = np.concatenate([some.high, odd[0]], axis=-1), np.concatenate([some.low, odd[1]], axis=-1)
        return Long(high[..., 0], low[..., 0])

    def at(self, *index: slice | int) -> Long:
        """Some of the numbers."""
        return Long(self.high[index], self.low[index])

    def fractions(self) -> list[Fraction]:
        """The numbers of a vector as they are."""
        return [Fraction(p) + Fraction(q) for p, q in zip(self.high.tolist(), self.low.tolist(), strict=True)]


def _renormalised(high: Floats, low: Floats) -> Long:
    """The same sums of two with the second as small as it can be (Dekker); the first must be the larger one."""
    total = high + low
    return Long(total, low - (total - high))
