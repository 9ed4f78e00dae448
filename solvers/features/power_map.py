"""Maps whose features are sums of powers, about an origin in units of each axis."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
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

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_pairs()

    @property
    def sums(self) -> tuple[Sum, ...]:
        """Every feature as the summands (a, i, j) of ``a u1^i u2^j``."""
        raise NotImplementedError

    def map(self, X: Floats) -> Floats:
        """The sums at the points, taken about the origin in the units."""
        u1, u2 = self.placed(X).T
        return np.column_stack([sum(_power(a, u1, i, u2, j) for a, i, j in each) for each in self.sums])

    @property
    def needs_origin(self) -> bool:
        """Not where it is the plane itself."""
        return not self.is_linear

    @property
    def terms(self) -> tuple[str, ...]:
        """The sums in words."""
        return tuple(" + ".join(_factor(a) + _monomial(self.letter, i, j) for a, i, j in each) for each in self.sums)

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """The sums, expanded by the binomial theorem."""
        origin, units = (ORIGIN, UNITS) if self.is_plain else (self.origin or ORIGIN, self.units or UNITS)
        return tuple(add((Fraction(a), monomial(i, j, origin, units)) for a, i, j in each) for each in self.sums)


def _power(a: float, u1: Floats, i: int, u2: Floats, j: int) -> Floats:
    """``a u1^i u2^j`` without the factors that are 1."""
    powers = [u if p == 1 else u**p for u, p in ((u1, i), (u2, j)) if p]
    product = powers[0] if a == 1.0 else a * powers[0]
    return product if len(powers) == 1 else product * powers[1]


def _factor(a: float) -> str:
    """A factor of a feature: the root of a whole number where it is one, nothing for 1."""
    square = round(a * a)
    if a == 1.0:
        return ""
    return f"√{{{square}}} " if a == sqrt(square) and a != round(a) else f"{a:g} "


def _monomial(letter: str, i: int, j: int) -> str:
    return " ".join(f"{letter}_{k}" + (f"^{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p)
