"""The sigmoid of the scalar product, which need not be an inner product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..arrays import Floats
from ..centring import number
from ..parameters import Range, Symbol
from .kernel import CentredKernel


@dataclass(frozen=True)
class TanhKernel(CentredKernel):
    """k(x, z) = tanh(beta x'z + gamma): not always positive semidefinite (Mercer's condition), so
    no optimum is promised.
    """

    name: ClassVar[str] = "tanh"
    formula: ClassVar[str] = "tanh(β x^T z + γ)"
    is_mercer: ClassVar[bool] = False
    beta: Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e1)), Symbol("β")] = (
        2.0
    )
    gamma: Annotated[float, Range(slider=(-3.0, 3.0)), Symbol("γ")] = 1.0

    def of_products(self, products: Floats) -> Floats:
        """Hyperbolic tangents of the scaled and shifted products."""
        products *= self.beta
        products += self.gamma
        return np.tanh(products, out=products)

    @property
    def written(self) -> str:
        """With its two numbers."""
        scaled = (
            "" if self.beta == 1.0 else f"{number(self.beta)} "
        ) + f"{self.letter}_i^T {self.letter}"
        return f"tanh({scaled} {'−' if self.gamma < 0.0 else '+'} {number(abs(self.gamma))})"

    @property
    def as_svc(self) -> str:
        """The sigmoid, whose gamma is our beta."""
        return f'kernel="sigmoid", gamma={self.beta!r}, coef0={self.gamma!r}'
