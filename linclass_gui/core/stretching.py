"""How long the normal of a fixed line should be: each loss with its penalty, minimised over ``||w||`` alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.losses import hinge_loss, logistic_function, logistic_loss, squared_loss

ROUNDS = 200  # Newton needs about eight, and bisection alone fewer than these


@dataclass(frozen=True)
class Stretched:
    """The best length of w for a fixed line, and the objective there."""

    norm: float
    objective: float


def stretched_hinge(m: Floats, C: float) -> Stretched:
    """The s >= 0 that minimises ``mean max(0, 1 - s m_i) + s^2 / 2C`` for signed distances ``m (n,)``, exactly.

    The derivative ``s/C - (1/n) sum_{s m_i < 1} m_i`` rises; it is linear between the places 1/m_i where a point leaves the sum.
    """
    leaving = np.sort(m[m > 0.0])[::-1]
    n, total = len(m), float(m.sum())
    remaining = total - np.concatenate([[0.0], np.cumsum(leaving)])
    ends = np.concatenate([1.0 / leaving, [np.inf]])
    k = int(np.argmax(C * remaining / n <= ends))
    start = 0.0 if k == 0 else float(ends[k - 1])
    s = max(start, C * float(remaining[k]) / n)
    return Stretched(s, float(hinge_loss(s * m).mean()) + s * s / (2.0 * C))


def stretched_logistic(m: Floats, l2: float) -> Stretched:
    """The s >= 0 that minimises ``mean log(1 + exp(-s m_i)) + l2 s^2``, by Newton's steps between the bounds of a bisection.

    Without penalty a line that separates is the better the longer w is: then s is infinite and the objective 0.
    """
    if float(m.mean()) <= 0.0:
        return Stretched(0.0, math.log(2.0))
    if l2 == 0.0 and float(m.min()) >= 0.0:
        return Stretched(math.inf, float(np.mean(m == 0.0)) * math.log(2.0))

    low, high, s = 0.0, math.inf, 1.0 / float(np.abs(m).max())
    for _ in range(ROUNDS):
        p = logistic_function(-s * m)
        slope = 2.0 * l2 * s - float(m @ p) / len(m)
        low, high = (s, high) if slope < 0.0 else (low, s)
        curvature = 2.0 * l2 + float((m * m) @ (p * (1.0 - p))) / len(m)
        newton = s - slope / curvature if curvature > 0.0 else math.inf
        # A step of Newton inside the bracket, else twice as long or half way.
        following = newton if low < newton < high else 2.0 * low if high == math.inf else 0.5 * (low + high)
        if abs(following - s) <= 1e-15 * s:
            break
        s = following
    return Stretched(s, float(logistic_loss(s * m).mean()) + l2 * s * s)


def stretched_squared(m: Floats, ridge: float) -> Stretched:
    """The s >= 0 that minimises ``mean (1 - s m_i)^2 + (ridge/n) s^2``: ``sum m / (sum m^2 + ridge)``."""
    scale = float(m @ m) + ridge
    s = max(0.0, float(m.sum()) / scale) if scale > 0.0 else 0.0
    return Stretched(s, float(squared_loss(s * m).mean()) + ridge * s * s / len(m))
