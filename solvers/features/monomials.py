"""A few monomials, as one chooses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ..parameters import Symbol
from .power_map import PowerMap, Sum

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
        chosen = (self.first, self.second, self.first_square, self.product, self.second_square)
        return (
            tuple(power for power, used in zip(QUADRATIC, chosen, strict=True) if used)
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
