"""A kernel that one writes down: ``exp(-|x-z|)``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar

import numpy as np

from ..arrays import Floats
from ..expressions import POWER, Expression, parse
from ..parameters import Symbol, Text
from .kernel import Kernel, squared_lengths

# As a function of a support vector x_i and a point x; "dot" and the distance are those of the two
# points.
NAMES = {
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
    found = parse(text, NAMES)
    if len(found) > 1:
        raise ValueError("a kernel is one function, without commas")
    K = _values(found[0], PROBES, PROBES)
    if not np.allclose(K, K.T, rtol=1e-9, atol=0.0, equal_nan=True):
        raise ValueError("k(x, z) and k(z, x) must be the same")
    return found[0]


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
        str, Symbol("k(x,z)"), Text(kernel_of, "a function of x1, x2, z1, z2, x'z and |x-z|")
    ] = "exp(-|x-z|)"

    @cached_property
    def _function(self) -> Expression:
        return kernel_of(self.function)

    def gram(self, A: Floats, B: Floats) -> Floats:
        """The function of all pairs."""
        return _values(self._function, A, B)

    def diagonal(self, X: Floats) -> Floats:
        """The function of each point with itself."""
        values = dict(
            zip(
                NAMES,
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


def _values(function: Expression, A: Floats, B: Floats) -> Floats:
    with np.errstate(all="ignore"):
        a, b = A[:, None, :], B[None, :, :]
        values = {"x1": a[..., 0], "x2": a[..., 1], "z1": b[..., 0], "z2": b[..., 1]}
        if "dot" in function.names:
            values["dot"] = A @ B.T
        if "‖x−z‖" in function.names:
            values["‖x−z‖"] = np.hypot(a[..., 0] - b[..., 0], a[..., 1] - b[..., 1])
        K: Floats = np.broadcast_to(function(values), (len(A), len(B))).copy()
        return K
