"""The radial basis function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ..arrays import Floats
from ..parameters import Range, Symbol
from .kernel import Kernel


@dataclass(frozen=True)
class GaussianKernel(Kernel):
    """k(x, z) = exp(-||x - z||^2 / (2 sigma^2)); libraries that write exp(-gamma ||x - z||^2) mean
    gamma = 1 / (2 sigma^2).
    """

    name: ClassVar[str] = "Gaussian"
    formula: ClassVar[str] = "exp(−‖x − z‖^2 / 2σ^2)"
    sigma: Annotated[
        float, Range(0.0, open_low=True, log=True, slider=(0.05, 20.0)), Symbol("σ")
    ] = 1.0

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Squared distances from coordinate differences: far from the origin |a|^2 + |b|^2 - 2 a'b
        loses every digit.
        """
        with np.errstate(over="ignore", under="ignore"):  # far apart is 0
            squared = np.zeros((len(A), len(B)))
            for k in range(A.shape[1]):
                step = A[:, k, None] - B[None, :, k]
                step *= step
                squared += step
            squared *= -0.5 / (self.sigma * self.sigma)
            return np.exp(squared, out=squared)

    def diagonal(self, X: Floats) -> Floats:
        """Ones."""
        return np.ones(len(X))

    @property
    def written(self) -> str:
        """With its width."""
        return rf"exp(−\frac{{‖x_i − x‖^2}}{{2 · {self.sigma:.6g}^2}})"

    @property
    def as_svc(self) -> str:
        """The radial basis function."""
        return f'kernel="rbf", gamma={0.5 / self.sigma**2!r}'
