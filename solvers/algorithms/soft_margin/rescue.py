"""A second opinion where the exact walk ended with a duality gap: ties in many dimensions at an enormous C.

The walk keeps at most d points on the margin and cannot hold a face of ties that rounding tears apart; the interior point method
and SMO do not care.  Whatever has the smallest gap is the answer (the smallest objective where no gap says anything, which zero
weights can always have), and its explanation says who found it.  SMO is asked only where
the interior point leaves a gap, too, and may cost no more than that did: mostly rounding is to blame, and nobody gets further.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Floats
from .active_set import SoftMargin
from .interior_point import interior_points, relative_gap
from .smo import pairs

LARGEST = 3000  # points up to which SMO is tried
PAIRS = 4  # steps on pairs that cost as much as a Newton step of the interior point
CLOSED = 1e-8  # a gap that needs no further opinion
USELESS = 0.5  # a gap that says nothing about an answer
BREATH = 100  # steps on pairs between two chances to cancel


@dataclass(frozen=True, eq=False)
class Rescue:
    """Parameters and multipliers in standardised coordinates, their objective and relative gap, and who found them."""

    theta: Floats
    alpha: Floats
    objective: float
    gap: float
    name: str

    @staticmethod
    def of(Z: Floats, c: float, theta: Floats, alpha: Floats, gap: float, name: str) -> Rescue:
        """An answer with its objective, summed from the samples."""
        objective = 0.5 * float(theta[:-1] @ theta[:-1]) + c * float(np.maximum(0.0, 1.0 - theta @ Z).sum())
        return Rescue(theta, alpha, objective, gap, name)

    @property
    def rank(self) -> tuple[float, float]:
        """What the better of two answers has less of: a gap of 1 is what zero multipliers have, so one near it says nothing."""
        return min(USELESS, abs(self.gap)), self.objective


# A long way to an answer: None for a breath.
Rescuing = Generator[None, None, "Rescue | None"]


def rescue(Z: Floats, c: float, own: Rescue) -> Rescuing:
    """The best answer, ``own`` where none is clearly better."""
    found, count = yield from _interior(Z, c)
    if found is None or abs(found.gap) > CLOSED:
        others = (found, (yield from _pairs(Z, c, PAIRS * count)), _zero(Z, c))
        found = min((each for each in others if each is not None), key=lambda each: each.rank)
    return found if replace(found, gap=2.0 * found.gap).rank < own.rank else own


def _zero(Z: Floats, c: float) -> Rescue:
    """The zero vector, on the side of the larger class."""
    d, n = Z.shape
    b = 1.0 if float(Z[-1].sum()) >= 0.0 else -1.0
    return Rescue.of(Z, c, np.append(np.zeros(d - 1), b), np.zeros(n), 1.0, "The zero vector")


def _interior(Z: Floats, c: float) -> Generator[None, None, tuple[Rescue | None, int]]:
    """The point of the smallest gap on the central path, and the number of Newton steps."""
    best, count = None, 0
    try:
        for point in interior_points(SoftMargin.of(Z, c)):
            yield None
            count += 1
            if np.isfinite(point.gap) and (best is None or abs(point.gap) < abs(best.gap)):
                best = point
    except np.linalg.LinAlgError:
        pass  # the numbers end here; the best point so far counts
    if best is None:
        return None, count
    return Rescue.of(Z, c, best.theta, c * np.clip(best.a, 0.0, 1.0), best.gap, "The interior point method"), count


def _pairs(Z: Floats, c: float, most: int) -> Rescuing:
    """The answer of SMO within so many steps, of a problem that is small enough."""
    d, n = Z.shape
    if n > LARGEST or most == 0:
        return None
    X, y = Z[:-1] * Z[-1], Z[-1]
    alpha, F = np.zeros(n), -y
    for count, pair in enumerate(pairs(lambda i: X[:, i] @ X, (X * X).sum(axis=0), y, c, alpha, F, 1e-9)):
        if count >= most or not np.isfinite(pair.violation):
            break
        if count % BREATH == BREATH - 1:
            yield None
    theta = np.append(Z[: d - 1] @ alpha, pair.b)
    gap = relative_gap(Z, c, theta, alpha)
    return Rescue.of(Z, c, theta, alpha, gap, "SMO") if np.isfinite(gap) else None
