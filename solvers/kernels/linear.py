"""The scalar product of the plane itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats
from .kernel import Kernel, squared_lengths


@dataclass(frozen=True)
class LinearKernel(Kernel):
    """k(x, z) = x'z: the plane itself."""

    name: ClassVar[str] = "linear"
    formula: ClassVar[str] = "x^T z"
    written = "x_i^T x"
    as_svc = 'kernel="linear"'

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Scalar products."""
        with np.errstate(over="ignore", invalid="ignore"):
            products: Floats = A @ B.T
            return products

    def diagonal(self, X: Floats) -> Floats:
        """Squared lengths."""
        return squared_lengths(X)
