"""Where powers of the coordinates are taken: about an origin, in units of each axis.

``|w|^2`` on the monomials of raw coordinates depends on where (0, 0) lies, and far from it they are
nearly dependent: at an offset of a hundred spreads the condition number of degree 5 is 1e17.  About
the data, in units of their spread, it does not depend on the offset (130 for degree 5 on a normal
cloud).  The penalty is another one, so the model is another one: a picture of it says about which
origin.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor, hypot, isfinite, log10, sqrt
from typing import Annotated, ClassVar, Self

import numpy as np

from .arrays import Floats
from .parameters import Range, check
from .validation import TOO_LARGE, TOO_SMALL

Pair = tuple[float, float]
# what lies in the middle of two readable numbers is the lower one, whatever its last digit on this
# processor
HAIR = 1e-9
ORIGIN, UNITS = (0.0, 0.0), (1.0, 1.0)  # as the lectures write every formula


@dataclass(frozen=True)
class Space:
    """Base of the feature maps and the kernels: a name, parameters that are checked, and how its
    coordinates are written.
    """

    name: ClassVar[str] = ""

    def __post_init__(self) -> None:
        check(self)

    @property
    def letter(self) -> str:
        """The name of the coordinates in formulas: x, or u for coordinates about an origin."""
        return "x"

    @property
    def substitution(self) -> str:
        """The definition of u, in the mathematics mark-up; empty for formulas of x."""
        return ""

    def about(self, X: Floats) -> Self:
        """The map or kernel of a problem with points X (n, 2): this one, unless it takes numbers
        from the data.
        """
        return self


@dataclass(frozen=True)
class Centred(Space):
    """Base of the maps and kernels that are formulas of ``u = ((x1 - origin1) / unit1, (x2 -
    origin2) / unit2)``.

    ``origin`` and ``units`` are two numbers each, or None for "about the data": a problem asks
    :meth:`about` for the numbers once and keeps them, so a dragged point changes its own row only.
    Called by itself, a map without numbers is the plain formula.
    """

    origin: Annotated[Pair | None, Range()] = field(default=None, kw_only=True)
    units: Annotated[Pair | None, Range(0.0, open_low=True)] = field(default=None, kw_only=True)

    @property
    def is_settled(self) -> bool:
        """Whether all numbers are known."""
        return self.origin is not None and self.units is not None

    @property
    def is_as_written(self) -> bool:
        """Whether it is about (0, 0) in units of 1."""
        return self.origin == ORIGIN and self.units == UNITS

    @property
    def is_plain(self) -> bool:
        """Whether the formula is one of x itself: u = x."""
        return not self.needs_origin or (
            (self.origin or ORIGIN) == ORIGIN and (self.units or UNITS) == UNITS
        )

    @property
    def needs_origin(self) -> bool:
        """Whether there are powers at all; of degree 1 it is the plane itself, whatever its
        origin.
        """
        return True

    @property
    def has_one_unit(self) -> bool:
        """Whether :meth:`about` gives both axes the same unit, so that circles stay circles."""
        return False

    @property
    def as_written(self) -> Self:
        """The same about (0, 0) in units of 1, as the lectures write it."""
        return replace(self, origin=ORIGIN, units=UNITS)

    def about(self, X: Floats) -> Self:
        """The same with the numbers that it lacks, from the points X (n, 2); the very same object
        where it lacks none.
        """
        if self.is_settled:
            return self
        origin, units = centre_and_units(X, self.has_one_unit)
        return replace(self, origin=self.origin or origin, units=self.units or units)

    def anew(self, X: Floats) -> Self:
        """The same about these points, whatever its numbers are now."""
        return replace(self, origin=None, units=None).about(X)

    def placed(self, X: Floats) -> Floats:
        """u at the points X (k, 2); the very same object where the formula is one of x itself."""
        if self.is_plain:
            return X
        coordinates: Floats = (X - np.array(self.origin or ORIGIN)) / np.array(self.units or UNITS)
        return coordinates

    @property
    def letter(self) -> str:
        """The name of the coordinates in formulas: x, or u where there is an origin or a unit."""
        return "x" if self.is_plain else "u"

    @property
    def substitution(self) -> str:
        """The definition of u, in the mathematics mark-up: ``u_1 = (x_1 − 170)/8, u_2 = (x_2 −
        70)/12``; empty for formulas of x.
        """
        pairs = zip(self.origin or ORIGIN, self.units or UNITS, strict=True)
        return (
            ""
            if self.is_plain
            else ", ".join(
                f"u_{k} = {_coordinate_formula(k, *pair)}" for k, pair in enumerate(pairs, start=1)
            )
        )

    @property
    def words(self) -> str:
        """Where it is, in words: ``about (170, 70) in units of (8, 12)``; nothing for formulas of
        x.
        """
        if self.is_plain:
            return ""
        units = self.units or UNITS
        size = (
            ""
            if units == UNITS
            else f" in units of {pair(units) if units[0] != units[1] else number(units[0])}"
        )
        return f"about {pair(self.origin or ORIGIN)}{size}"


def pair(values: Pair) -> str:
    """Two numbers of a map in brackets."""
    return f"({', '.join(map(number, values))})"


def centre_and_units(X: Floats, common: bool = False) -> tuple[Pair, Pair]:
    """Mean and spread of the points X (n, 2) along each axis, rounded to numbers that one can read.

    A unit is the standard deviation (``common``: the root mean square of both) to one digit, or two
    where the first one is 1, and 1 where all coordinates are equal.  The origin is the mean to a
    multiple of 1, 2 or 5 times a power of ten that is at most a fifth of the unit.  The corners
    (±1, ±1) of XOR are about (0, 0) in units of 1.
    """
    if len(X) == 0 or not np.abs(X).max() < TOO_LARGE:
        return ORIGIN, UNITS
    means, spreads = zip(*(_mean_and_spread(X[:, axis].copy()) for axis in (0, 1)), strict=True)
    if common:
        spreads = (hypot(*spreads) / sqrt(2.0),) * 2
    units = (_readable(spreads[0]), _readable(spreads[1]))
    return (_nearest(means[0], units[0]), _nearest(means[1], units[1])), units


def _mean_and_spread(x: Floats) -> tuple[float, float]:
    """Mean and standard deviation; middle and size are taken off and out first: no sum overflows,
    and far away no digit is lost.
    """
    low, high = float(x.min()), float(x.max())
    middle, size = 0.5 * low + 0.5 * high, 0.5 * (high - low)
    if size == 0.0:
        return low, 0.0
    x -= middle
    x /= size
    mean = float(x.mean())
    return middle + size * mean, size * sqrt(max(0.0, float(x @ x) / len(x) - mean * mean))


def _readable(spread: float) -> float:
    if not TOO_SMALL < spread < 0.1 * TOO_LARGE:
        return 1.0
    below = spread * (1.0 - HAIR)
    text = f"{below:.1e}"
    return float(text if text[0] == "1" else f"{below:.0e}")


def _nearest(value: float, unit: float) -> float:
    """The multiple of 1, 2 or 5 times a power of ten, at most a fifth of the unit, that is nearest
    to a value.
    """
    if not isfinite(value) or not TOO_SMALL < abs(value) < TOO_LARGE:
        return 0.0
    most = 0.2 * unit * (1.0 + 1e-9)  # a fifth of 5 is 1, whatever its last digit
    exponent = floor(log10(most))
    step = max(k for k in (1, 2, 5) if k * 10.0**exponent <= most)
    exact = step * Fraction(10) ** exponent
    return float(floor(Fraction(value) / exact + Fraction(0.5 - HAIR)) * exact)


def number(value: float) -> str:
    """A number of a map as its formula shows it."""
    return f"{value:.12g}".replace("-", "−")


def _coordinate_formula(k: int, origin: float, unit: float) -> str:
    """One coordinate of u as a formula of x."""
    difference = (
        f"x_{k}" if origin == 0.0 else f"x_{k} {'+' if origin < 0.0 else '−'} {number(abs(origin))}"
    )
    if unit == 1.0:
        return difference
    return f"{difference}/{number(unit)}" if origin == 0.0 else f"({difference})/{number(unit)}"
