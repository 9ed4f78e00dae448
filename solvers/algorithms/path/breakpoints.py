"""Every soft margin of a data set at once: the solution is piecewise linear in c = C/n, so its breakpoints say it all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Floats, locked
from ...certificate import TOLERANCE
from ...features import FeatureMap
from ...problem import OUT_OF_RANGE, Problem, is_out_of_range
from ...result import Iterate, Status
from .walk import PathWalk


@dataclass(frozen=True, eq=False)
class SoftMarginPath:
    """The soft margin for every C between ``C[0]`` and ``C[-1]``.

    ``C (k,)`` are the breakpoints in rising order, ``w (k, m)`` and ``b (k,)`` the solutions there in data units; between two
    breakpoints both are linear in C.  ``centre (m,)`` and ``f_centre (k,)`` hold the same functions in the form that keeps its
    digits far from the origin.  Where b is not unique, one of the optimal values stands.

    ``gaps (k,)`` is the certificate: no solution on the stretch that ends at a breakpoint is further above the optimum, relative
    to it, recomputed from the data (:mod:`certificate`).  ``jumps`` counts the stretches between two solutions found from
    nothing, where ties stop the walk from breakpoint to breakpoint.
    """

    C: Floats
    w: Floats
    b: Floats
    centre: Floats
    f_centre: Floats
    gaps: Floats
    jumps: int

    @property
    def breakpoints(self) -> Floats:
        """C (k,), by the name that all paths share."""
        return self.C

    @property
    def worst_gap(self) -> float:
        """The largest relative duality gap anywhere on the path."""
        return float(self.gaps.max())

    @property
    def status(self) -> Status:
        """CONVERGED where the whole path is certified, else BUDGET: somewhere rounding or the number of steps was in the way."""
        return Status.CONVERGED if self.worst_gap <= TOLERANCE else Status.BUDGET

    @property
    def explanation(self) -> str:
        """One sentence about how well the path is known."""
        if self.status is Status.CONVERGED:
            return f"The path is optimal everywhere, to a relative gap of {self.worst_gap:.1e}."
        at = float(self.C[self.gaps.argmax()])
        return f"Before C = {at:.3g} the path may lie {self.worst_gap:.1e} above the optimum: rounding or ties are in the way."

    def at(self, C: float) -> Iterate:
        """The solution for trade-off ``C``, by bisection and one interpolation.

        Raises:
            ValueError: C outside the path.
        """
        low, high = float(self.C[0]), float(self.C[-1])
        if not low <= C <= high:
            raise ValueError(f"C must lie on the path, between {low:g} and {high:g}; got {C:g}")
        k = min(max(int(np.searchsorted(self.C, C)), 1), len(self.C) - 1)
        t = (C - self.C[k - 1]) / (self.C[k] - self.C[k - 1])
        w = (1.0 - t) * self.w[k - 1] + t * self.w[k]
        return Iterate.centred(w, self.centre, float((1.0 - t) * self.f_centre[k - 1] + t * self.f_centre[k]))


def soft_margin_path(
    X: ArrayLike, y: ArrayLike, features: FeatureMap | None = None, C_low: float = 1e-3, C_high: float = 1e4
) -> SoftMarginPath:
    """Every breakpoint of the soft-margin solution for C from ``C_low`` to ``C_high``.

    Their number is about n to 2 n for clouds of points and exponential in the worst case (Gaertner, Jaggi, Maria 2012); the walk
    jumps on in steps once it has seen 20 n + 1000 of them.

    Raises:
        ValueError: points that are not (n, 2) or finite, coordinates whose squares leave the range of numbers, not exactly two
            classes, or C_low not in (0, C_high).
    """
    problem = Problem.from_labels(X, y, features)
    if not problem.has_both_classes:
        raise ValueError("the path needs at least one point in each of two classes")
    if is_out_of_range(problem):
        raise ValueError(OUT_OF_RANGE)
    if not 0.0 < C_low < C_high < np.inf:
        raise ValueError(f"C_low and C_high must satisfy 0 < C_low < C_high; got {C_low:g} and {C_high:g}")
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
    return SoftMarginPath(locked(C), locked(w), locked(b), standard.centre, f_centre, locked(np.array(walk.gaps)), walk.jumps)
