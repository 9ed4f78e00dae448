"""Kernels k(x, z): scalar products in a feature space that is never built (Linear discriminants slides, "Kernels")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

import numpy as np

from .arrays import Floats
from .centring import Centred
from .features import FeatureMap, Polynomial
from .parameters import Range, Symbol, check


@dataclass(frozen=True)
class Kernel:
    """Base of all kernels."""

    name: ClassVar[str] = ""
    formula: ClassVar[str] = ""
    is_mercer: ClassVar[bool] = True  # an inner product whatever the points: every Gram matrix is positive semidefinite

    def __post_init__(self) -> None:
        check(self)

    def gram(self, A: Floats, B: Floats) -> Floats:
        """The matrix k(a_i, b_j) of shape (len(A), len(B)) for points in data units; infinite where it overflows."""
        raise NotImplementedError

    def diagonal(self, X: Floats) -> Floats:
        """``k(x_i, x_i)`` for every row of X (n,)."""
        raise NotImplementedError

    @property
    def letter(self) -> str:
        """What the coordinates are called in its formula: x, or u for those about an origin."""
        return "x"

    @property
    def substitution(self) -> str:
        """What u is, in the mathematics mark-up; nothing for formulas of x."""
        return ""

    def about(self, X: Floats) -> Self:
        """The kernel that a problem with points X (n, 2) uses: itself, unless it takes numbers from the data."""
        return self

    @property
    def as_svc(self) -> str | None:
        """The arguments by which scikit-learn's SVC takes this kernel of its points, None where it has no such kernel."""
        return None

    @property
    def features(self) -> FeatureMap | None:
        """The map with ``k(x, z) = <phi(x), phi(z)> + a constant``, for kernels whose feature space has few coordinates."""
        return None


@dataclass(frozen=True)
class LinearKernel(Kernel):
    """k(x, z) = x'z: the plane itself."""

    name: ClassVar[str] = "linear"
    formula: ClassVar[str] = "x^T z"

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Scalar products."""
        with np.errstate(over="ignore", invalid="ignore"):
            products: Floats = A @ B.T
            return products

    def diagonal(self, X: Floats) -> Floats:
        """Squared lengths."""
        return _squares(X)

    @property
    def as_svc(self) -> str:
        """Linear."""
        return 'kernel="linear"'


@dataclass(frozen=True)
class CentredKernel(Centred, Kernel):
    """Base of the kernels that are functions of x'z: written in x as the lectures have them, they hold for u (:class:`Centred`)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_pairs()


@dataclass(frozen=True)
class PolynomialKernel(CentredKernel):
    """k(x, z) = (x'z + 1)^degree: all monomials up to the degree."""

    name: ClassVar[str] = "polynomial"
    formula: ClassVar[str] = "(x^T z + 1)^d"
    degree: Annotated[int, Range(1, 6)] = 2

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Powers of the shifted scalar products."""
        with np.errstate(over="ignore", invalid="ignore"):
            products: Floats = self.placed(A) @ self.placed(B).T
            products += 1.0
            return products**self.degree

    def diagonal(self, X: Floats) -> Floats:
        """Powers of the shifted squared lengths."""
        powers: Floats = (_squares(self.placed(X)) + 1.0) ** self.degree
        return powers

    @property
    def needs_origin(self) -> bool:
        """Not in degree 1, which is the plane itself."""
        return self.degree > 1

    @property
    def as_svc(self) -> str:
        """Polynomial, with its scale and its constant."""
        return f'kernel="poly", degree={self.degree}, gamma=1.0, coef0=1.0'

    @property
    def features(self) -> FeatureMap:
        """All monomials up to the degree: ``k(x, z) = <phi(x), phi(z)> + 1``."""
        return Polynomial(self.degree, origin=self.origin, units=self.units)


@dataclass(frozen=True)
class GaussianKernel(Kernel):
    """k(x, z) = exp(-||x - z||^2 / (2 sigma^2)); libraries that write exp(-gamma ||x - z||^2) mean gamma = 1 / (2 sigma^2)."""

    name: ClassVar[str] = "Gaussian"
    formula: ClassVar[str] = "exp(−‖x − z‖^2 / 2σ^2)"
    sigma: Annotated[float, Range(0.0, open_low=True, log=True, slider=(0.05, 20.0)), Symbol("σ")] = 1.0

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Squared distances from coordinate differences: far from the origin |a|^2 + |b|^2 - 2 a'b loses every digit."""
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
    def as_svc(self) -> str:
        """The radial basis function."""
        return f'kernel="rbf", gamma={0.5 / self.sigma**2!r}'


@dataclass(frozen=True)
class TanhKernel(CentredKernel):
    """k(x, z) = tanh(beta x'z + gamma): not always positive semidefinite (Mercer's condition), so no optimum is promised."""

    name: ClassVar[str] = "tanh"
    formula: ClassVar[str] = "tanh(β x^T z + γ)"
    is_mercer: ClassVar[bool] = False
    beta: Annotated[float, Range(0.0, open_low=True, log=True, slider=(1e-2, 1e1)), Symbol("β")] = 2.0
    gamma: Annotated[float, Range(slider=(-3.0, 3.0)), Symbol("γ")] = 1.0

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Hyperbolic tangents of the scaled and shifted scalar products."""
        with np.errstate(over="ignore", invalid="ignore"):
            scaled: Floats = self.placed(A) @ self.placed(B).T
            scaled *= self.beta
            scaled += self.gamma
            return np.tanh(scaled, out=scaled)

    def diagonal(self, X: Floats) -> Floats:
        """Hyperbolic tangents of the scaled and shifted squared lengths."""
        values: Floats = np.tanh(self.beta * _squares(self.placed(X)) + self.gamma)
        return values

    @property
    def as_svc(self) -> str:
        """The sigmoid, whose gamma is our beta."""
        return f'kernel="sigmoid", gamma={self.beta!r}, coef0={self.gamma!r}'


def _squares(X: Floats) -> Floats:
    squares: Floats = (X * X).sum(axis=1)
    return squares


KERNELS: tuple[type[Kernel], ...] = (LinearKernel, PolynomialKernel, GaussianKernel, TanhKernel)
