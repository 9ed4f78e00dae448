"""What every feature map phi: R^2 -> R^m is: a linear boundary in feature space is a curve in the
plane.

A map is a frozen dataclass, so two equal maps compare equal and a problem can be reused.  Every map
takes points ``X (k, 2)`` in data units and returns ``(k, m)``.  Source: Linear discriminants
slides, "Phi functions" and "Kernels"; SVM lecture, sec. 2.2 (quadratic embeddings).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Floats, locked
from ..centring import Space
from ..polynomials import Coefficients


@dataclass(frozen=True)
class FeatureMap(Space):
    """Base of all feature maps."""

    def map(self, X: Floats) -> Floats:
        """The mapped points (k, m)."""
        raise NotImplementedError

    def mapped(self, X: Floats) -> Floats:
        """The same read-only; numbers out of range are no fault here."""
        with np.errstate(all="ignore"):
            return locked(self.map(X))

    def columns_of(self, Z: Any, d: int) -> int:
        """How many columns points ``Z`` must have to be scored by a fit to points (n, d)."""
        return d

    @property
    def terms(self) -> tuple[str, ...]:
        """What each feature is, in the mathematics mark-up."""
        raise NotImplementedError

    @property
    def is_linear(self) -> bool:
        """Whether it is the plane itself: phi(x) = x, and the boundary is a straight line."""
        return False

    @property
    def polynomials(self) -> tuple[Coefficients, ...] | None:
        """Every feature as a polynomial of x1 and x2 in data units, exactly; None for features that
        are none.
        """
        return None
