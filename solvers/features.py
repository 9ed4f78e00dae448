"""Feature maps phi: R^2 -> R^m: a linear boundary in feature space is a conic section or a curve in the plane.

A map is a frozen dataclass, so two equal maps compare equal and a problem can be reused.  Every map is written for points
``X (k, 2)`` in data units and returns ``(k, m)``.  Source: Linear discriminants slides, "Phi functions" and "Kernels";
SVM lecture, sec. 2.2 (quadratic embeddings).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, factorial, sqrt
from typing import Annotated, ClassVar

import numpy as np

from .arrays import Floats, locked
from .parameters import Range, Symbol, check

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
        """Whether the boundary is a straight line in the plane."""
        return False


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


@dataclass(frozen=True)
class QuadraticDiagonal(FeatureMap):
    """phi(x) = (x1, x2, x1^2, x2^2): ellipses and hyperbolas with axes parallel to the coordinate axes."""

    name: ClassVar[str] = "diagonal quadratic"

    def map(self, X: Floats) -> Floats:
        """The coordinates and their squares."""
        return np.column_stack([X, X * X])

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2, x1^2, x2^2."""
        return ("x_1", "x_2", "x_1^2", "x_2^2")


@dataclass(frozen=True)
class Circle(FeatureMap):
    """phi(x) = (x1, x2, x1^2 + x2^2): circles anywhere in the plane."""

    name: ClassVar[str] = "circle"

    def map(self, X: Floats) -> Floats:
        """The coordinates and the squared distance from the origin."""
        return np.column_stack([X, (X * X).sum(axis=1)])

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2, x1^2 + x2^2."""
        return ("x_1", "x_2", "x_1^2 + x_2^2")


@dataclass(frozen=True)
class Product(FeatureMap):
    """phi(x) = (x1, x2, factor x1 x2): hyperbolas (Linear discriminants slides, phi functions, example 2)."""

    name: ClassVar[str] = "product"
    factor: Annotated[float, Range(1e-3, 1e3, log=True)] = 1.0

    def map(self, X: Floats) -> Floats:
        """The coordinates and their scaled product."""
        return np.column_stack([X, self.factor * X[:, 0] * X[:, 1]])

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2, factor x1 x2; a factor of 1 is not written."""
        return ("x_1", "x_2", "x_1 x_2" if self.factor == 1.0 else f"{self.factor:g} x_1 x_2")


@dataclass(frozen=True)
class Parabola(FeatureMap):
    """phi(x) = (x1, x1^2 + x2^2): circles centred on the x1 axis (Linear discriminants slides, phi functions, example 3)."""

    name: ClassVar[str] = "parabola"

    def map(self, X: Floats) -> Floats:
        """The first coordinate and the squared distance from the origin."""
        return np.column_stack([X[:, 0], (X * X).sum(axis=1)])

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x1^2 + x2^2."""
        return ("x_1", "x_1^2 + x_2^2")


@dataclass(frozen=True)
class Polynomial(FeatureMap):
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

    def map(self, X: Floats) -> Floats:
        """The scaled monomials (k, m)."""
        columns = [a * X[:, 0] ** i * X[:, 1] ** j for a, (i, j) in zip(self.factors, self.powers, strict=True)]
        return np.column_stack(columns)

    @property
    def terms(self) -> tuple[str, ...]:
        """The scaled monomials in words."""
        return tuple(_monomial(a * a, i, j) for a, (i, j) in zip(self.factors, self.powers, strict=True))

    @property
    def is_linear(self) -> bool:
        """Degree 1 is the plane itself."""
        return self.degree == 1

    @property
    def dimension(self) -> int:
        """The number of features, (degree + 1)(degree + 2)/2 - 1."""
        return comb(self.degree + 2, 2) - 1


def _monomial(square: float, i: int, j: int) -> str:
    factor = "" if round(square) == 1 else f"√{round(square)} "
    parts = [f"x_{k}" + (f"^{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p]
    return factor + " ".join(parts)


@dataclass(frozen=True)
class Monomials(FeatureMap):
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

    def map(self, X: Floats) -> Floats:
        """The monomials (k, m)."""
        return np.column_stack([X[:, 0] ** i * X[:, 1] ** j for i, j in self.powers])

    @property
    def terms(self) -> tuple[str, ...]:
        """The monomials in words."""
        return tuple(_monomial(1.0, i, j) for i, j in self.powers)

    @property
    def is_linear(self) -> bool:
        """Both coordinates and nothing else are the plane itself."""
        return self.powers == QUADRATIC[:2]


FEATURE_MAPS: tuple[type[FeatureMap], ...] = (Identity, QuadraticDiagonal, Circle, Product, Parabola, Polynomial, Monomials)
