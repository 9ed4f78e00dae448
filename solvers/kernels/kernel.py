"""What every kernel k(x, z) is: a scalar product in a feature space that is never built.

Source: Linear discriminants slides, "Kernels".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats
from ..centring import Centred, Space
from ..features import FeatureMap


@dataclass(frozen=True)
class Kernel(Space):
    """Base of all kernels."""

    formula: ClassVar[str] = ""
    # an inner product whatever the points: every Gram matrix is positive semidefinite
    is_mercer: ClassVar[bool] = True

    def gram(self, A: Floats, B: Floats) -> Floats:
        """The matrix k(a_i, b_j) of shape (len(A), len(B)) for points in data units; infinite where
        it overflows.
        """
        raise NotImplementedError

    def diagonal(self, X: Floats) -> Floats:
        """``k(x_i, x_i)`` for every row of X (n,)."""
        raise NotImplementedError

    @property
    def written(self) -> str:
        """The kernel with its numbers as a function of a support vector ``x_i`` and x, in the
        mathematics mark-up.
        """
        return "k(x_i, x)"

    @property
    def as_svc(self) -> str | None:
        """The arguments by which scikit-learn's SVC takes this kernel of its points, None where it
        has no such kernel.
        """
        return None

    @property
    def features(self) -> FeatureMap | None:
        """The map with ``k(x, z) = <phi(x), phi(z)> + a constant``, for kernels whose feature space
        has few coordinates.
        """
        return None


@dataclass(frozen=True)
class CentredKernel(Centred, Kernel):
    """Base of the kernels that are functions of x'z: written in x as the lectures have them, they
    hold for u (:class:`Centred`).
    """

    def of_products(self, products: Floats) -> Floats:
        """The kernel where x'z has these values, an array that may be written over."""
        raise NotImplementedError

    def gram(self, A: Floats, B: Floats) -> Floats:
        """The function of all scalar products."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.of_products(self.placed(A) @ self.placed(B).T)

    def diagonal(self, X: Floats) -> Floats:
        """The function of the squared lengths."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.of_products(squared_lengths(self.placed(X)))


def squared_lengths(X: Floats) -> Floats:
    """``|x|^2`` for every row of X (n,)."""
    squares: Floats = (X * X).sum(axis=1)
    return squares
