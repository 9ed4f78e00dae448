"""The plane itself."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from ..arrays import Floats
from ..polynomials import Coefficients
from .feature_map import FeatureMap


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
