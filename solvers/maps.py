"""The feature maps phi: R^2 -> R^m, listed at the end: a linear boundary in feature space is a
curve in the plane.

A map is a frozen dataclass, so two equal maps compare equal and a problem can be reused.  Every map
takes points ``X (k, 2)`` in data units and returns ``(k, m)``.  Source: Linear discriminants
slides, "Phi functions" and "Kernels"; SVM lecture, sec. 2.2 (quadratic embeddings).

The formulas of maps of powers are written in x, as the lectures have them; they hold for u
(:class:`~solvers.centring.Centred`).  Such maps give every feature as a polynomial of x1 and x2 in
exact arithmetic, the coefficients by exponents: {(i, j): c} is the sum of c x1^i x2^j.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, sqrt
from typing import Annotated, Any, ClassVar

import numpy as np

from .arrays import Floats, locked
from .centring import ORIGIN, UNITS, Centred, Space
from .expressions import Expression, parse
from .parameters import Range, Symbol, TextFormat

Coefficients = dict[tuple[int, int], Fraction]


def add_polynomials(parts: Iterable[tuple[Fraction, Coefficients]]) -> Coefficients:
    """The sum of polynomials, each times a number."""
    total: Coefficients = {}
    for weight, part in parts:
        for power, value in part.items():
            total[power] = total.get(power, Fraction(0)) + weight * value
    return total


def multiply_polynomials(one: Coefficients, other: Coefficients) -> Coefficients:
    """The product of two polynomials."""
    return add_polynomials(
        (a, {(i + k, j + m): b for (k, m), b in other.items()}) for (i, j), a in one.items()
    )


def monomial(i: int, j: int, origin: tuple[float, ...], units: tuple[float, ...]) -> Coefficients:
    """``((x1 - o1)/s1)^i ((x2 - o2)/s2)^j`` by the binomial theorem."""
    first, second = (_power_of_line(p, o, s) for p, o, s in zip((i, j), origin, units, strict=True))
    return {(k, m): a * b for k, a in enumerate(first) for m, b in enumerate(second)}


def _power_of_line(power: int, origin: float, unit: float) -> list[Fraction]:
    """The coefficients of ``((x - origin)/unit)^power``, from that of 1 on."""
    back, scale = -Fraction(origin), Fraction(unit) ** power
    return [comb(power, k) * back ** (power - k) / scale for k in range(power + 1)]


@dataclass(frozen=True)
class FeatureMap(Space):
    """Base of all feature maps."""

    def map(self, X: Floats) -> Floats:
        """The mapped points (k, m)."""
        raise NotImplementedError

    def mapped(self, X: Floats) -> Floats:
        """The same read-only; numbers out of range are not a fault here."""
        with np.errstate(all="ignore"):
            return locked(self.map(X))

    def columns_of(self, Z: Any, d: int) -> int:
        """How many columns points ``Z`` must have to be scored by a fit to points (n, d)."""
        return d

    @property
    def terms(self) -> tuple[str, ...]:
        """Each feature as a formula, in the mathematics mark-up."""
        raise NotImplementedError

    @property
    def is_linear(self) -> bool:
        """Whether it is the plane itself: phi(x) = x, and the boundary is a straight line."""
        return False

    @property
    def polynomials(self) -> tuple[Coefficients, ...] | None:
        """Every feature as a polynomial of x1 and x2 in data units, exactly; None for features that
        are none.
        """
        return None


@dataclass(frozen=True)
class Identity(FeatureMap):
    """phi(x) = (x1, x2): the plane itself."""

    name: ClassVar[str] = "identity"
    is_linear = True

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
    def polynomials(self) -> tuple[Coefficients, ...]:
        """x1, x2."""
        return {(1, 0): Fraction(1)}, {(0, 1): Fraction(1)}


@dataclass(frozen=True)
class AllColumns(Identity):
    """phi(x) = x with all columns of a table; of points of the plane it is the plane itself."""

    name: ClassVar[str] = "all columns"

    def about(self, X: Floats) -> Any:
        """The map of a problem with rows X (n, d): a :class:`Section`; of points (n, 2) the plane
        itself.
        """
        if X.shape[1] == 2:
            return self
        rest = X[:, 2:].mean(axis=0) if len(X) else np.zeros(X.shape[1] - 2)
        return Section(tuple(rest.tolist()))


@dataclass(frozen=True)
class Mirrored(Identity):
    """The features of a map, as they are, of points and of their mirror images behind them."""

    source: FeatureMap = Identity()

    @property
    def terms(self) -> tuple[str, ...]:
        """Those of the map."""
        return self.source.terms


@dataclass(frozen=True)
class Section(AllColumns):
    """All coordinates of a row, the first two of which are the plane's; a place (x1, x2)
    stands for (x1, x2, ``rest``).

    So a score on the plane is that of the section through ``rest``, the mean of what stands behind
    the plane.
    """

    rest: tuple[float, ...] = ()

    def about(self, X: Floats) -> Section:
        """The section itself."""
        return self

    def map(self, X: Floats) -> Floats:
        """Rows (k, d) themselves; places (k, 2) with what they stand for."""
        if X.shape[1] != 2:
            return X
        return np.column_stack([X, np.broadcast_to(self.rest, (len(X), len(self.rest)))])

    def mapped(self, X: Floats) -> Floats:
        """The same."""
        return self.map(X)

    def columns_of(self, Z: Any, d: int) -> int:
        """Rows with all their columns are scored, and places of the plane."""
        return 2 if np.ndim(Z) == 2 and np.shape(Z)[1] == 2 else d

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2, and the coordinates behind the plane."""
        return tuple(f"x_{{{k}}}" if k > 9 else f"x_{k}" for k in range(1, 3 + len(self.rest)))

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """x1, x2, and numbers."""
        return (*super().polynomials, *({(0, 0): Fraction(value)} for value in self.rest))


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
        for column, terms in enumerate(sums):
            a, i, j = terms[0]
            total = _term_values(a, u1, i, u2, j)
            for a, i, j in terms[1:]:
                total = total + _term_values(a, u1, i, u2, j)
            Phi[:, column] = total
        return Phi

    @cached_property
    def _sums(self) -> tuple[Sum, ...]:
        """The sums, made once: a drag maps one point over and over."""
        return self.sums

    @cached_property
    def _highest(self) -> tuple[int, int]:
        """The highest exponents."""
        return max(i for terms in self._sums for _, i, _ in terms), max(
            j for terms in self._sums for _, _, j in terms
        )

    def _powers(self, X: Floats) -> tuple[list[Floats], list[Floats]]:
        """The powers of u1 and of u2 from the first on, each the one before times u; the place 0 is
        never read.
        """
        powers_of_axes: list[list[Floats]] = []
        is_plain, origin, units = self.is_plain, self.origin or ORIGIN, self.units or UNITS
        for axis, highest in enumerate(self._highest):
            u = X[:, axis] if is_plain else (X[:, axis] - origin[axis]) / units[axis]
            powers = [u, u]
            while len(powers) <= highest:
                powers.append(powers[-1] * u)
            powers_of_axes.append(powers)
        return powers_of_axes[0], powers_of_axes[1]

    @property
    def needs_origin(self) -> bool:
        """Not where it is the plane itself."""
        return not self.is_linear

    @property
    def terms(self) -> tuple[str, ...]:
        """The sums in words."""
        return tuple(
            " + ".join(_factor_text(a) + _monomial_text(self.letter, i, j) for a, i, j in parts)
            for parts in self.sums
        )

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """The sums, expanded by the binomial theorem."""
        origin, units = (
            (ORIGIN, UNITS) if self.is_plain else (self.origin or ORIGIN, self.units or UNITS)
        )
        return tuple(
            add_polynomials((Fraction(a), monomial(i, j, origin, units)) for a, i, j in terms)
            for terms in self.sums
        )


def _term_values(a: float, u1: list[Floats], i: int, u2: list[Floats], j: int) -> Floats:
    """``a u1^i u2^j`` without the factors that are 1."""
    product = u2[j] if i == 0 else u1[i] if j == 0 else u1[i] * u2[j]
    return product if a == 1.0 else a * product


def _factor_text(a: float) -> str:
    """A factor of a feature: the root of a whole number where it is one, nothing for 1."""
    square = round(a * a)
    if a == 1.0:
        return ""
    return f"√{{{square}}} " if a == sqrt(square) and a != round(a) else f"{a:g} "


def _monomial_text(letter: str, i: int, j: int) -> str:
    return " ".join(f"{letter}_{k}" + (f"^{p}" if p > 1 else "") for k, p in ((1, i), (2, j)) if p)


@dataclass(frozen=True)
class QuadraticDiagonal(PowerMap):
    """phi(x) = (x1, x2, x1^2, x2^2): ellipses and hyperbolas with axes parallel to the coordinate
    axes.
    """

    name: ClassVar[str] = "diagonal quadratic"
    sums = (((1.0, 1, 0),), ((1.0, 0, 1),), ((1.0, 2, 0),), ((1.0, 0, 2),))


@dataclass(frozen=True)
class Circle(PowerMap):
    """phi(x) = (x1, x2, x1^2 + x2^2): circles anywhere in the plane."""

    name: ClassVar[str] = "circle"
    sums = (((1.0, 1, 0),), ((1.0, 0, 1),), ((1.0, 2, 0), (1.0, 0, 2)))
    has_one_unit = True  # circles, not ellipses


@dataclass(frozen=True)
class Product(PowerMap):
    """phi(x) = (x1, x2, factor x1 x2): hyperbolas (Linear discriminants slides, phi functions,
    example 2).
    """

    name: ClassVar[str] = "product"
    factor: Annotated[float, Range(1e-3, 1e3, log=True)] = 1.0

    @property
    def sums(self) -> tuple[Sum, ...]:
        """x1, x2, factor x1 x2."""
        return ((1.0, 1, 0),), ((1.0, 0, 1),), ((self.factor, 1, 1),)


@dataclass(frozen=True)
class Parabola(PowerMap):
    """phi(x) = (x1, x1^2 + x2^2): circles centred on the x1 axis (Linear discriminants slides, phi
    functions, example 3).
    """

    name: ClassVar[str] = "parabola"
    sums = (((1.0, 1, 0),), ((1.0, 2, 0), (1.0, 0, 2)))
    has_one_unit = True  # circles, not ellipses


@dataclass(frozen=True)
class Polynomial(PowerMap):
    """All monomials up to a degree, scaled so that <phi(x), phi(z)> = (x'z + 1)^degree - 1.

    The multinomial theorem gives the factor of x1^i x2^j: ``sqrt(degree! / (i! j! (degree - i -
    j)!))``.  The constant is left out because b takes its place.  Degree 2: sqrt(2) x1, sqrt(2) x2,
    sqrt(2) x1 x2, x1^2, x2^2 (up to the order of the terms).
    """

    name: ClassVar[str] = "polynomial"
    degree: Annotated[int, Range(1, 6)] = 2

    @property
    def powers(self) -> tuple[tuple[int, int], ...]:
        """The exponents (i, j) of each feature x1^i x2^j: the two coordinates first, then by rising
        degree.
        """
        if self.degree == 2:
            return ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2))
        return tuple(
            (i, total - i) for total in range(1, self.degree + 1) for i in range(total, -1, -1)
        )

    @property
    def factors(self) -> tuple[float, ...]:
        """The factor of each monomial."""
        top = self.degree
        return tuple(
            sqrt(factorial(top) / (factorial(i) * factorial(j) * factorial(top - i - j)))
            for i, j in self.powers
        )

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The scaled monomials."""
        return tuple(((a, i, j),) for a, (i, j) in zip(self.factors, self.powers, strict=True))

    @property
    def is_linear(self) -> bool:
        """Degree 1 is the plane itself."""
        return self.degree == 1


# the exponents (i, j) of x1^i x2^j up to degree 2
QUADRATIC = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))


@dataclass(frozen=True)
class Monomials(PowerMap):
    """The monomials that one chooses of x1, x2, x1^2, x1 x2 and x2^2, without factors; none chosen
    means x1 alone.

    So that the fewest features can be looked for: ``x1 x2`` alone solves XOR, ``x1^2`` and ``x2^2``
    an ellipse about the origin.
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
        switches = (self.first, self.second, self.first_square, self.product, self.second_square)
        return (
            tuple(power for power, is_on in zip(QUADRATIC, switches, strict=True) if is_on)
            or QUADRATIC[:1]
        )

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The monomials."""
        return tuple(((1.0, i, j),) for i, j in self.powers)

    @property
    def is_linear(self) -> bool:
        """Both coordinates and nothing else are the plane itself."""
        return self.powers == QUADRATIC[:2]


VARIABLES = {"x1": "x_1", "x2": "x_2"}


def functions_of(text: str) -> tuple[Expression, ...]:
    """The features of a text; ValueError says what is wrong with it."""
    return parse(text, VARIABLES)


@dataclass(frozen=True)
class FormulaFeatures(FeatureMap):
    """The functions of x1 and x2 that one writes, with commas between them: ``x1, x2, sin(3 x1),
    x1^3, exp(-x2^2), 1``.

    They are functions of x in data units.  The text is parsed, never executed.
    """

    name: ClassVar[str] = "written"
    functions: Annotated[
        str,
        Symbol("φ(x)"),
        TextFormat(functions_of, "functions of x1 and x2 with commas between them"),
    ] = "x1, x2, sin(3 x1)"

    @cached_property
    def expressions(self) -> tuple[Expression, ...]:
        """The functions as trees."""
        return functions_of(self.functions)

    def map(self, X: Floats) -> Floats:
        """The functions at the points; infinite or no number where one has no value."""
        values = {"x1": X[:, 0], "x2": X[:, 1]}
        Phi = np.empty((len(X), len(self.expressions)))
        for column, function in enumerate(self.expressions):
            Phi[:, column] = function(values)
        return Phi

    @property
    def terms(self) -> tuple[str, ...]:
        """The functions as formulas."""
        return tuple(function.markup for function in self.expressions)

    @property
    def is_linear(self) -> bool:
        """Both coordinates and nothing else are the plane itself."""
        return self.terms == ("x_1", "x_2")


FEATURE_MAPS: tuple[type[FeatureMap], ...] = (
    Identity,
    QuadraticDiagonal,
    Circle,
    Product,
    Parabola,
    Polynomial,
    Monomials,
    FormulaFeatures,
    AllColumns,
)
