"""Powers of the scalar product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ..arrays import Floats
from ..features import FeatureMap, Polynomial
from ..parameters import Range
from .kernel import CentredKernel


@dataclass(frozen=True)
class PolynomialKernel(CentredKernel):
    """k(x, z) = (x'z + 1)^degree: all monomials up to the degree."""

    name: ClassVar[str] = "polynomial"
    formula: ClassVar[str] = "(x^T z + 1)^d"
    degree: Annotated[int, Range(1, 6)] = 2

    def of_products(self, products: Floats) -> Floats:
        """Powers of the shifted products."""
        products += 1.0
        powers: Floats = products**self.degree
        return powers

    @property
    def needs_origin(self) -> bool:
        """Not in degree 1, which is the plane itself."""
        return self.degree > 1

    @property
    def written(self) -> str:
        """With its degree."""
        return f"({self.letter}_i^T {self.letter} + 1)^{{{self.degree}}}"

    @property
    def as_svc(self) -> str:
        """Polynomial, with its scale and its constant."""
        return f'kernel="poly", degree={self.degree}, gamma=1.0, coef0=1.0'

    @property
    def features(self) -> FeatureMap:
        """All monomials up to the degree: ``k(x, z) = <phi(x), phi(z)> + 1``."""
        return Polynomial(self.degree, origin=self.origin, units=self.units)
