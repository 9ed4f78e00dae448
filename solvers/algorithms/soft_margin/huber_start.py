"""A start near the soft-margin optimum in many dimensions: Newton on a hinge with a rounded corner, rounder to sharper.

Source: Chapelle, Neural Comput. 19 (2007) 1155 (Newton on a rounded hinge).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Floats, Ints
from .active_set import SoftMargin

WIDTHS = (2.0, 0.3, 0.05, 0.01, 2e-3, 4e-4)
NEWTON_STEPS = 12


def huber_start(problem: SoftMargin, theta: Floats, width: float = 1.0) -> tuple[Floats, Floats, Ints]:
    """Minimise ``1/2 |w|^2 + c sum h(1 - m_i)`` with h rounded over ever smaller widths delta.

    ``h(r) = r^2 / (2 delta)`` for 0 < r < delta, the hinge beyond.  Newton's matrix is d x d, so a step costs O(n d^2) whatever
    the number of support vectors.  It stops when no more than d points remain in the rounded part: those are the working set of
    the exact method, which then needs 2 to 20 rounds where a start at zero needs hundreds (d = 21).  ``width`` scales the widths.
    Returns theta, the hinges ``1 - m`` and the rows in the rounded part.
    """
    d = len(theta)
    hinges = 1.0 - theta @ problem.Z
    for delta in (width * each for each in WIDTHS):
        for _ in range(NEWTON_STEPS):
            step, slope, curved = _newton_step(problem, theta, hinges, delta)
            if slope > -1e-14:
                break
            change = step @ problem.Z
            length = _length(problem, theta, step, hinges, change, delta, slope)
            theta, hinges = theta + length * step, hinges - length * change
            if length == 1.0 and np.array_equal(_in_corner(hinges, delta), curved):
                break
        corner = _in_corner(hinges, delta)
        if len(corner) <= d:
            break
    return theta, hinges, corner


def _in_corner(hinges: Floats, delta: float) -> Ints:
    rows: Ints = ((hinges > 0.0) & (hinges < delta)).nonzero()[0]
    return rows


def _newton_step(problem: SoftMargin, theta: Floats, hinges: Floats, delta: float) -> tuple[Floats, float, Ints]:
    """Newton's direction, the slope along it, and the points in the rounded corner."""
    d, Z, c = len(theta), problem.Z, problem.c
    gradient = np.append(theta[:-1], 0.0) - c * (problem.folded + Z @ np.clip(hinges / delta, 0.0, 1.0))
    corner = _in_corner(hinges, delta)
    ZB = Z[:, corner]
    H = (c / delta) * (ZB @ ZB.T)
    # b has no curvature of its own; the small number keeps H regular when the corner is empty.
    H.flat[:: d + 1] += np.append(np.ones(d - 1), 0.0) + 1e-10
    step = np.linalg.solve(H, -gradient).astype(np.float64, copy=False)
    return step, float(gradient @ step), corner


def _length(problem: SoftMargin, theta: Floats, step: Floats, hinges: Floats, change: Floats, delta: float, slope: float) -> float:
    """A length at which the slope along the step has fallen to a third: secant steps inside a bracket."""
    square = float(step[:-1] @ step[:-1])
    at_zero = float(theta[:-1] @ step[:-1]) - problem.c * float(problem.folded @ step)
    low, high, slope_low, slope_high, t = 0.0, np.inf, slope, 0.0, 1.0
    for _ in range(8):
        part = np.clip((hinges - t * change) / delta, 0.0, 1.0)
        here = at_zero + t * square - problem.c * float(change @ part)
        if abs(here) <= 0.3 * abs(slope):
            break
        if here > 0.0:
            high, slope_high = t, here
        else:
            low, slope_low = t, here
        secant = -slope_low / (slope_high - slope_low) if high < np.inf else 0.5
        t = 2.0 * t if high == np.inf else low + (high - low) * min(0.9, max(0.1, secant))
    return t
