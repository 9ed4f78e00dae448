"""How long the normal of a fixed line should be: loss and penalty together, minimised over
``||w||`` alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solvers import Floats
from solvers.losses import Loss

FAR = 30.0  # a margin at which a loss that still falls never stops falling
SMALLEST, EPS = 1e-300, float(np.finfo(np.float64).eps)  # a length that counts as 0; the last digit


@dataclass(frozen=True)
class Stretched:
    """The best length of w for a fixed line, and the objective there."""

    norm: float
    objective: float


def best_stretch(loss: Loss, m: Floats, penalty: float, weights: Floats | float = 1.0) -> Stretched:
    """The s >= 0 that minimises ``mean v_i loss(s m_i) + penalty s^2`` for signed distances ``m
    (n,)`` and weights ``v (n,)``.

    The objective is convex: the root of its derivative ``mean v_i m_i loss'(s m_i) + 2 penalty s``
    is bracketed by doubling, found by Brent's method to the last digit; at a corner of the loss the
    derivative jumps over 0, and the bracket shrinks onto it. Without a penalty, s is infinite for a
    line that separates and a loss that never stops falling.
    """

    def slope(s: float) -> float:
        return float(m @ (weights * loss.derivative(s * m))) / len(m) + 2.0 * penalty * s

    def paid(s: float) -> Stretched:
        return Stretched(s, float((weights * loss.value(s * m)).mean()) + penalty * s * s)

    largest = float(np.abs(m).max(initial=0.0))
    if largest == 0.0 or slope(0.0) >= 0.0:
        return paid(0.0)
    if penalty == 0.0 and float(m.min()) >= 0.0 and float(loss.derivative(FAR)) < 0.0:
        return Stretched(math.inf, float((weights * np.where(m > 0.0, 0.0, loss.value(m))).mean()))
    # imported when a line is first set by hand: it takes longer than opening the window
    from scipy.optimize import brentq

    low, high = 0.0, 1.0 / largest
    while slope(high) < 0.0:
        low, high = high, 2.0 * high
    return paid(float(brentq(slope, low, high, xtol=SMALLEST, rtol=4.0 * EPS, maxiter=2000)))
