"""Maps whose features are sums of powers, about an origin in units of each axis."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from ..arrays import Floats
from ..centring import ORIGIN, UNITS, Centred
from ..polynomials import Coefficients, add, monomial
from .feature_map import FeatureMap

Sum = tuple[tuple[float, int, int], ...]  # (a, i, j) for each summand a u1^i u2^j of a feature


@dataclass(frozen=True)
class PowerMap(Centred, FeatureMap):
    """Base of the maps whose features are sums of powers: they are given by :attr:`sums` alone."""

    @property
    def sums(self) -> tuple[Sum, ...]:
        """Every feature as the summands (a, i, j) of ``a u1^i u2^j``."""
        raise NotImplementedError

    def map(self, X: Floats) -> Floats:
        """The sums at the points, taken about the origin in the units."""
        sums = self._sums
        u1, u2 = self._powers(X)
        Phi = np.empty((len(X), len(sums)))
        for column, each in enumerate(sums):
            a, i, j = each[0]
            total = _term(a, u1, i, u2, j)
            for a, i, j in each[1:]:
                total = total + _term(a, u1, i, u2, j)
            Phi[:, column] = total
        return Phi

    @cached_property
    def _sums(self) -> tuple[Sum, ...]:
        """The sums, made once: a drag maps one point over and over."""
        return self.sums

    @cached_property
    def _highest(self) -> tuple[int, int]:
        """The highest exponents."""
        return max(i for each in self._sums for _, i, _ in each), max(
            j for each in self._sums for _, _, j in each
        )

    def _powers(self, X: Floats) -> tuple[list[Floats], list[Floats]]:
        """The powers of u1 and of u2 from the first on, each the one before times u; the place 0 is
        never read.
        """
        found: list[list[Floats]] = []
        is_plain, origin, units = self.is_plain, self.origin or ORIGIN, self.units or UNITS
        for axis, highest in enumerate(self._highest):
            u = X[:, axis] if is_plain else (X[:, axis] - origin[axis]) / units[axis]
            powers = [u, u]
            while len(powers) <= highest:
                powers.append(powers[-1] * u)
            found.append(powers)
        return found[0], found[1]

    @property
    def needs_origin(self) -> bool:
        """Not where it is the plane itself."""
        return not self.is_linear

    @property
    def terms(self) -> tuple[str, ...]:
        """The sums in words."""
        return tuple(
            " + ".join(_factor(a) + _monomial(self.letter, i, j) for a, i, j in each)
            for each in self.sums
        )

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """The sums, expanded by the binomial theorem."""
        origin, units = (
            (ORIGIN, UNITS) if self.is_plain else (self.origin or ORIGIN, self.units or UNITS)
        )
        return tuple(
            add((Fraction(a), monomial(i, j, origin, units)) for a, i, j in each)
            for each in self.sums
        )


def _term(a: float, u1: list[Floats], i: int, u2: list[Floats], j: int) -> Floats:
    """``a u1^i u2^j`` without the factors that are 1."""
    product = u2[j] if i == 0 else u1[i] if j == 0 else u1[i] * u2[j]
    return product if a == 1.0 else a * product


def _factor(a: float) -> str:
    """A factor of a feature: the root of a whole number where it is one, nothing for 1."""
    square = round(a * a)
    if a == 1.0:
        return ""
    return f"√{{{square}}} " if a == sqrt(square) and a != round(a) else f"{a:g} "


def _monomial(letter: str, i: int, j: int) -> str:
    return " ".join(f"{letter}_{k}" + (f"^{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p)
