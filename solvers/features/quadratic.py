"""The quadratic maps of the lectures with few features: their boundaries are conic sections of one
kind.

Their formulas are written in x, as the lectures have them; they hold for u
(:class:`~solvers.centring.Centred`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ..parameters import Range
from .power_map import PowerMap, Sum


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
