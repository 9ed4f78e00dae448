"""A second opinion where the exact walk ended with a duality gap: ties in many dimensions at an enormous C.

The walk keeps at most d points on the margin and cannot hold a face of ties that rounding tears apart; the interior point method
and SMO do not care.  Whatever has the smallest gap is the answer, and its explanation says who found it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .active_set import SoftMargin
from .interior_point import interior_points, relative_gap
from .smo import pairs

LARGEST = 3000  # points up to which SMO is tried
PAIR_STEPS = 5000


@dataclass(frozen=True, eq=False)
class Rescue:
    """Parameters and multipliers in standardised coordinates, their relative gap, and who found them."""

    theta: Floats
    alpha: Floats
    gap: float
    name: str


def rescue(Z: Floats, c: float, gap: float) -> Rescue | None:
    """An answer with a smaller relative gap than ``gap``, or None."""
    found = [each for each in (_interior(Z, c), _smo(Z, c)) if each is not None and abs(each.gap) < 0.5 * gap]
    return min(found, key=lambda each: abs(each.gap), default=None)


def _interior(Z: Floats, c: float) -> Rescue | None:
    best: Rescue | None = None
    try:
        for point in interior_points(SoftMargin.of(Z, c)):
            if np.isfinite(point.gap) and (best is None or abs(point.gap) < abs(best.gap)):
                best = Rescue(point.theta, c * np.clip(point.a, 0.0, 1.0), point.gap, "The interior point method")
    except np.linalg.LinAlgError:
        pass
    return best


def _smo(Z: Floats, c: float) -> Rescue | None:
    d, n = Z.shape
    if n > LARGEST:
        return None
    X, y = Z[:-1] * Z[-1], Z[-1]
    alpha, F = np.zeros(n), -y
    for count, pair in enumerate(pairs(lambda i: X[:, i] @ X, (X * X).sum(axis=0), y, c, alpha, F, 1e-9)):
        if count >= PAIR_STEPS or not np.isfinite(pair.violation):
            break
    theta = np.append(Z[: d - 1] @ alpha, pair.b)
    gap = relative_gap(Z, c, theta, alpha)
    return Rescue(theta, alpha, gap, "SMO") if np.isfinite(gap) else None
