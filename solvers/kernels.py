"""The kernels k(x, z), listed at the end: each a scalar product in a feature space that is never
built.

Source: Linear discriminants slides, "Kernels".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np

from .arrays import Floats
from .centring import Centred, Space, number
from .expressions import POWER, Expression, parse
from .maps import FeatureMap, Polynomial
from .parameters import Range, Symbol, TextFormat

IN_CACHE = 16_384  # kernel values that stay in the cache of a core while they are computed


@dataclass(frozen=True)
class Kernel(Space):
    """Base of all kernels."""

    formula: ClassVar[str] = ""
    # an inner product whatever the points: every Gram matrix is positive semidefinite
    is_mercer: ClassVar[bool] = True
    is_nonnegative: ClassVar[bool] = False  # whatever the points: no value is below zero

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
    is_nonnegative: ClassVar[bool] = True

    def gram(self, A: Floats, B: Floats) -> Floats:
        """Squared distances from coordinate differences: far from the origin |a|^2 + |b|^2 - 2 a'b
        loses every digit.

        A few rows at a time, which stay in the cache from the first difference to the exponential.
        """
        values, columns = np.empty((len(A), len(B))), np.ascontiguousarray(B.T)
        size = max(1, IN_CACHE // max(1, len(B)))
        steps, factor = np.empty((min(size, len(A)), len(B))), -0.5 / (self.sigma * self.sigma)
        with np.errstate(over="ignore", under="ignore"):  # far apart is 0
            for begin in range(0, len(A), size):
                points, squared = A[begin : begin + size], values[begin : begin + size]
                step = steps[: len(points)]
                np.subtract(points[:, 0, None], columns[0], out=squared)
                squared *= squared
                for k in range(1, len(columns)):
                    np.subtract(points[:, k, None], columns[k], out=step)
                    step *= step
                    squared += step
                squared *= factor
                np.exp(squared, out=squared)
        return values

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


# As a function of a support vector x_i and a point x; "dot" and the distance are those of the two
# points.
VARIABLES = {
    "x1": "x_{i1}",
    "x2": "x_{i2}",
    "z1": "x_1",
    "z2": "x_2",
    "dot": "x_i^T x",
    "‖x−z‖": "‖x_i − x‖",
}
PROBES = np.array([[0.3, -1.1], [-0.7, 0.4], [1.9, 2.3], [0.1, 5.2]])


def kernel_of(text: str) -> Expression:
    """The kernel of a text.

    Raises:
        ValueError: a sentence that says what is wrong with it.
    """
    for spelling in ("x'z", "x·z", "x^Tz", "x^T z", "<x,z>", "<x, z>", "⟨x, z⟩"):
        text = text.replace(spelling, " dot ")
    expressions = parse(text, VARIABLES)
    if len(expressions) > 1:
        raise ValueError("a kernel is one function, without commas")
    K = _formula_values(expressions[0], PROBES, PROBES)
    if not np.allclose(K, K.T, rtol=1e-9, atol=0.0, equal_nan=True):
        raise ValueError("k(x, z) and k(z, x) must be the same")
    return expressions[0]


@dataclass(frozen=True)
class FormulaKernel(Kernel):
    """The function of x and z that one writes, as in ``exp(-|x-z|)``, ``(x'z + 1)^3`` or ``min(x1,
    z1)``.

    Names are x1, x2, z1, z2, ``x'z`` for the scalar product and ``|x-z|`` for the distance, in data
    units.  The text is parsed, never executed, and refused where it is not symmetric.  Whether it
    is an inner product (Mercer's condition) is asked of the Gram matrix of the points: with a
    negative eigenvalue no optimum is promised.
    """

    name: ClassVar[str] = "written"
    formula: ClassVar[str] = "k(x, z)"
    is_mercer: ClassVar[bool] = False
    function: Annotated[
        str, Symbol("k(x,z)"), TextFormat(kernel_of, "a function of x1, x2, z1, z2, x'z and |x-z|")
    ] = "exp(-|x-z|)"

    @cached_property
    def _function(self) -> Expression:
        return kernel_of(self.function)

    def gram(self, A: Floats, B: Floats) -> Floats:
        """The function of all pairs."""
        return _formula_values(self._function, A, B)

    def diagonal(self, X: Floats) -> Floats:
        """The function of each point with itself."""
        values = dict(
            zip(
                VARIABLES,
                (X[:, 0], X[:, 1], X[:, 0], X[:, 1], squared_lengths(X), np.zeros(len(X))),
                strict=True,
            )
        )
        diagonal: Floats = np.broadcast_to(self._function(values), len(X)).copy()
        return diagonal

    @property
    def written(self) -> str:
        """As a function of a support vector and x."""
        return (
            self._function.markup
            if self._function.strength >= POWER
            else f"({self._function.markup})"
        )


def _formula_values(function: Expression, A: Floats, B: Floats) -> Floats:
    with np.errstate(all="ignore"):
        a, b = A[:, None, :], B[None, :, :]
        values = {"x1": a[..., 0], "x2": a[..., 1], "z1": b[..., 0], "z2": b[..., 1]}
        if "dot" in function.names:
            values["dot"] = A @ B.T
        if "‖x−z‖" in function.names:
            values["‖x−z‖"] = np.hypot(a[..., 0] - b[..., 0], a[..., 1] - b[..., 1])
        K: Floats = np.broadcast_to(function(values), (len(A), len(B))).copy()
        return K


KERNELS: tuple[type[Kernel], ...] = (
    LinearKernel,
    PolynomialKernel,
    GaussianKernel,
    TanhKernel,
    FormulaKernel,
)
