"""All columns of a table, of which a plane shows two coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ..arrays import Floats
from ..polynomials import Coefficients
from .identity import Identity


@dataclass(frozen=True)
class AllColumns(Identity):
    """phi(x) = x with all columns of a table; of points of the plane it is the plane itself."""

    name: ClassVar[str] = "all columns"

    def about(self, X: Floats) -> Any:
        """What a problem with rows X (n, d) uses: :class:`Section`; of points (n, 2) the plane
        itself.
        """
        if X.shape[1] == 2:
            return self
        rest = X[:, 2:].mean(axis=0) if len(X) else np.zeros(X.shape[1] - 2)
        return Section(tuple(rest.tolist()))


@dataclass(frozen=True)
class Section(AllColumns):
    """All coordinates of a row, the first two of which are those of the plane; a place (x1, x2)
    stands for (x1, x2, ``rest``).

    So a score on the plane is that of the section through ``rest``, the mean of what stands behind
    the plane.
    """

    rest: tuple[float, ...] = ()

    def about(self, X: Floats) -> Section:
        """The section itself."""
        return self

    def map(self, X: Floats) -> Floats:
        """Rows (k, d) themselves; places (k, 2) with what they stand for."""
        if X.shape[1] != 2:
            return X
        return np.column_stack([X, np.broadcast_to(self.rest, (len(X), len(self.rest)))])

    def mapped(self, X: Floats) -> Floats:
        """The same."""
        return self.map(X)

    def columns_of(self, Z: Any, d: int) -> int:
        """Rows with all their columns are scored, and places of the plane."""
        return 2 if np.ndim(Z) == 2 and np.shape(Z)[1] == 2 else d

    @property
    def terms(self) -> tuple[str, ...]:
        """x1, x2, and the coordinates behind the plane."""
        return tuple(f"x_{{{k}}}" if k > 9 else f"x_{k}" for k in range(1, 3 + len(self.rest)))

    @property
    def polynomials(self) -> tuple[Coefficients, ...]:
        """x1, x2, and numbers."""
        return (*super().polynomials, *({(0, 0): Fraction(value)} for value in self.rest))
