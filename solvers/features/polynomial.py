"""All monomials up to a degree, as the polynomial kernel has them."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, sqrt
from typing import Annotated, ClassVar

from ..parameters import Range
from .power_map import PowerMap, Sum


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
