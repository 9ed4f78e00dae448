"""Feature maps phi: R^2 -> R^m: a linear boundary in feature space is a conic section or a curve in the plane.

A map is a frozen dataclass, so two equal maps compare equal and a problem can be reused.  Every map takes points ``X (k, 2)`` in
data units and returns ``(k, m)``.  The formulas of the maps with powers are written in x as the lectures have them; they hold for
``u = (x - origin) / units`` (:class:`~solvers.centring.Centred`).  Source: Linear discriminants slides, "Phi functions" and
"Kernels"; SVM lecture, sec. 2.2 (quadratic embeddings).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, sqrt
from typing import Annotated, ClassVar, Self

import numpy as np

from .arrays import Floats, locked
from .centring import ORIGIN, UNITS, Centred
from .parameters import Range, Symbol, check
from .polynomials import Coefficients, added, monomial

QUADRATIC = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))  # the exponents (i, j) of x1^i x2^j up to degree 2


@dataclass(frozen=True)
class FeatureMap:
    """Base of all feature maps."""

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check(self)

    def map(self, X: Floats) -> Floats:
        """The mapped points (k, m)."""
        raise NotImplementedError

    def mapped(self, X: Floats) -> Floats:
        """The same read-only; numbers out of range are no fault here."""
        with np.errstate(all="ignore"):
            return locked(self.map(X))

    @property
    def terms(self) -> tuple[str, ...]:
        """What each feature is, in the mathematics mark-up."""
        raise NotImplementedError

    @property
    def is_linear(self) -> bool:
        """Whether it is the plane itself: phi(x) = x, and the boundary is a straight line."""
        return False

    @property
    def letter(self) -> str:
        """What the coordinates are called in :attr:`terms`: x, or u for those about an origin."""
        return "x"

    @property
    def substitution(self) -> str:
        """What u is, in the mathematics mark-up; nothing for formulas of x."""
        return ""

    def about(self, X: Floats) -> Self:
        """The map that a problem with points X (n, 2) uses: itself, unless it takes numbers from the data."""
        return self

    @property
    def polynomials(self) -> tuple[Coefficients, ...] | None:
        """Every feature as a polynomial of x1 and x2 in data units, exactly; None for features that are none."""
        return None


@dataclass(frozen=True)
class Identity(FeatureMap):
    """phi(x) = (x1, x2): the plane itself."""

    name: ClassVar[str] = "identity"

    def map(self, X: Floats) -> Floats:
        """The points themselves."""
        return X

    def mapped(self, X: Floats) -> Floats:
        """The very same object."""
        return X

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2."""
        return ("x_1", "x_2")

    @property
    def is_linear(self) -> bool:
        """A straight line."""
        return True

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """x1, x2."""
        return {(1, 0): Fraction(1)}, {(0, 1): Fraction(1)}


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
        return tuple(added((Fraction(a), monomial(i, j, origin, units)) for a, i, j in each) for each in self.sums)


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


@dataclass(frozen=True)
class QuadraticDiagonal(PowerMap):
    """phi(x) = (x1, x2, x1^2, x2^2): ellipses and hyperbolas with axes parallel to the coordinate axes."""

    name: ClassVar[str] = "diagonal quadratic"

    @property
    def sums(self) -> tuple[Sum, ...]:
        """x1, x2, x1^2, x2^2."""
        return ((1.0, 1, 0),), ((1.0, 0, 1),), ((1.0, 2, 0),), ((1.0, 0, 2),)


@dataclass(frozen=True)
class Circle(PowerMap):
    """phi(x) = (x1, x2, x1^2 + x2^2): circles anywhere in the plane."""

    name: ClassVar[str] = "circle"

    @property
    def sums(self) -> tuple[Sum, ...]:
        """x1, x2, x1^2 + x2^2."""
        return ((1.0, 1, 0),), ((1.0, 0, 1),), ((1.0, 2, 0), (1.0, 0, 2))

    @property
    def has_one_unit(self) -> bool:
        """Circles, not ellipses."""
        return True


@dataclass(frozen=True)
class Product(PowerMap):
    """phi(x) = (x1, x2, factor x1 x2): hyperbolas (Linear discriminants slides, phi functions, example 2)."""

    name: ClassVar[str] = "product"
    factor: Annotated[float, Range(1e-3, 1e3, log=True)] = 1.0

    @property
    def sums(self) -> tuple[Sum, ...]:
        """x1, x2, factor x1 x2."""
        return ((1.0, 1, 0),), ((1.0, 0, 1),), ((self.factor, 1, 1),)


@dataclass(frozen=True)
class Parabola(PowerMap):
    """phi(x) = (x1, x1^2 + x2^2): circles centred on the x1 axis (Linear discriminants slides, phi functions, example 3)."""

    name: ClassVar[str] = "parabola"

    @property
    def sums(self) -> tuple[Sum, ...]:
        """x1, x1^2 + x2^2."""
        return ((1.0, 1, 0),), ((1.0, 2, 0), (1.0, 0, 2))

    @property
    def has_one_unit(self) -> bool:
        """Circles, not ellipses."""
        return True


@dataclass(frozen=True)
class Polynomial(PowerMap):
    """All monomials up to a degree, scaled so that <phi(x), phi(z)> = (x'z + 1)^degree - 1.

    The multinomial theorem gives the factor of x1^i x2^j: ``sqrt(degree! / (i! j! (degree - i - j)!))``.  The constant is left
    out because b stands for it.  Degree 2: sqrt(2) x1, sqrt(2) x2, sqrt(2) x1 x2, x1^2, x2^2 (up to the order of the terms).
    """

    name: ClassVar[str] = "polynomial"
    degree: Annotated[int, Range(1, 6)] = 2

    @property
    def powers(self) -> tuple[tuple[int, int], ...]:
        """The exponents (i, j) of each feature x1^i x2^j: the two coordinates first, then by rising degree."""
        if self.degree == 2:
            return ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2))
        return tuple((i, total - i) for total in range(1, self.degree + 1) for i in range(total, -1, -1))

    @property
    def factors(self) -> tuple[float, ...]:
        """The factor of each monomial."""
        top = self.degree
        return tuple(sqrt(factorial(top) / (factorial(i) * factorial(j) * factorial(top - i - j))) for i, j in self.powers)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The scaled monomials."""
        return tuple(((a, i, j),) for a, (i, j) in zip(self.factors, self.powers, strict=True))

    @property
    def is_linear(self) -> bool:
        """Degree 1 is the plane itself."""
        return self.degree == 1

    @property
    def dimension(self) -> int:
        """The number of features, (degree + 1)(degree + 2)/2 - 1."""
        return comb(self.degree + 2, 2) - 1


@dataclass(frozen=True)
class Monomials(PowerMap):
    """The monomials that one chooses of x1, x2, x1^2, x1 x2 and x2^2, without factors; none chosen means x1 alone.

    So that the fewest features can be looked for: ``x1 x2`` alone solves XOR, ``x1^2`` and ``x2^2`` an ellipse about the origin.
    """

    name: ClassVar[str] = "chosen"
    first: Annotated[bool, Symbol("x_1")] = True
    second: Annotated[bool, Symbol("x_2")] = True
    first_square: Annotated[bool, Symbol("x_1^2")] = False
    product: Annotated[bool, Symbol("x_1 x_2")] = False
    second_square: Annotated[bool, Symbol("x_2^2")] = False

    @property
    def powers(self) -> tuple[tuple[int, int], ...]:
        """The exponents (i, j) of each feature x1^i x2^j."""
        chosen = (self.first, self.second, self.first_square, self.product, self.second_square)
        return tuple(power for power, used in zip(QUADRATIC, chosen, strict=True) if used) or QUADRATIC[:1]

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The monomials."""
        return tuple(((1.0, i, j),) for i, j in self.powers)

    @property
    def is_linear(self) -> bool:
        """Both coordinates and nothing else are the plane itself."""
        return self.powers == QUADRATIC[:2]


FEATURE_MAPS: tuple[type[FeatureMap], ...] = (Identity, QuadraticDiagonal, Circle, Product, Parabola, Polynomial, Monomials)
