"""Every soft margin of a data set at once: the solution is piecewise linear in c = C/n, so its
breakpoints say it all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import locked
from ...criterion import SoftMarginPath
from ...features import FeatureMap
from ...problem import OUT_OF_RANGE, Problem, is_out_of_range
from .path_walk import PathWalk


def soft_margin_path(
    X: ArrayLike,
    y: ArrayLike,
    features: FeatureMap | None = None,
    C_low: float = 1e-3,
    C_high: float = 1e4,
) -> SoftMarginPath:
    """Every breakpoint of the soft-margin solution for C from ``C_low`` to ``C_high``.

    Their number is about n to 2 n for clouds of points and exponential in the worst case (Gaertner,
    Jaggi, Maria 2012); the walk jumps on in steps once it has seen 20 n + 1000 of them.

    Raises:
        ValueError: points that are not (n, 2) or finite, coordinates whose squares leave the range
            of numbers, not exactly two classes, or C_low not in (0, C_high).
    """
    problem = Problem.from_labels(X, y, features)
    if not problem.has_both_classes:
        raise ValueError("the path needs at least one point in each of two classes")
    if is_out_of_range(problem):
        raise ValueError(OUT_OF_RANGE)
    if not 0.0 < C_low < C_high < np.inf:
        raise ValueError(
            f"C_low and C_high must satisfy 0 < C_low < C_high; got {C_low:g} and {C_high:g}"
        )
    standard = problem.standardised
    unit = standard.scale**2 / len(problem.y)
    with np.errstate(all="ignore"):
        walk = PathWalk(problem, C_low * unit)
        walk.to(C_high * unit)
    thetas, C = np.array(walk.thetas), np.array(walk.cs) / unit
    C[0], C[-1] = C_low, C_high
    w = thetas[:, :-1] / standard.scale
    b = thetas[:, -1] - w @ standard.centre
    f_centre = locked(thetas[:, -1].copy())
    return SoftMarginPath(
        locked(C),
        locked(w),
        locked(b),
        standard.centre,
        f_centre,
        locked(np.array(walk.gaps)),
        walk.jumps,
    )
