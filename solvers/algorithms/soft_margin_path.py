"""Every soft margin of a data set at once: the solution is piecewise linear in c = C/n, so its breakpoints say it all.

Inside a cell the partition (W, L) stands still, and theta and the multipliers are linear in c.  The cell ends when a multiplier
of W reaches 0 or c (the point leaves the margin) or when a margin reaches 1 (the point joins it).  Source: Hastie, Rosset,
Tibshirani, Zhu, JMLR 5 (2004) 1391; here the multipliers are not scaled by 1/C, and ties are jumped by the exact solver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, locked
from ..features import FeatureMap
from ..problem import OUT_OF_RANGE, Problem, is_out_of_range
from ..result import Iterate
from .active_set import SoftMargin, State
from .sample_blocks import StoredSamples
from .soft_margin_ladder import solve
from .soft_margin_levels import minimise
from .working_set import Degenerate, minimum_on

REFRESH = 200  # events between two sums from scratch
SMALLEST_JUMP = 1e-7  # relative step in c over a tie
STILL = 1e-13  # a cell shorter than this part of c counts as a zero step


@dataclass(frozen=True, eq=False)
class SoftMarginPath:
    """The soft margin for every C between ``C[0]`` and ``C[-1]``.

    ``C (k,)`` are the breakpoints in rising order, ``w (k, m)`` and ``b (k,)`` the solutions there in data units; between two
    breakpoints both are linear in C.  ``centre (m,)`` and ``f_centre (k,)`` hold the same functions in the form that keeps its
    digits far from the origin.  Where b is not unique, one of the optimal values stands.  ``jumps`` counts the ties that were
    stepped over by a relative step in C of 1e-7 or little more.
    """

    C: Floats
    w: Floats
    b: Floats
    centre: Floats
    f_centre: Floats
    jumps: int

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
    jumps on in small steps once it has seen 20 n + 1000 of them.

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
    standard, n = problem.standardised, len(problem.y)
    unit = standard.scale**2 / n
    with np.errstate(all="ignore"):
        walk = _Walk(standard.Z, C_low * unit)
        walk.to(C_high * unit)
    thetas = np.array(walk.thetas)
    C = np.array(walk.cs) / unit
    C[0], C[-1] = C_low, C_high
    w = thetas[:, :-1] / standard.scale
    b = thetas[:, -1] - w @ standard.centre
    return SoftMarginPath(locked(C), locked(w), locked(b), standard.centre, locked(thetas[:, -1].copy()), walk.jumps)


class _Walk:
    """The partition at c, its margins, and the breakpoints passed so far."""

    def __init__(self, Z: Floats, c: float) -> None:
        self.Z, self.c = Z, c
        self.cs: list[float] = []
        self.thetas: list[Floats] = []
        self.jumps = self.zeros = 0
        self.growth, self.jumped_at = SMALLEST_JUMP, 0
        self._take(minimise(StoredSamples(Z), c))

    def to(self, end: float) -> None:
        """Follow the path up to ``end``."""
        d, n = self.Z.shape
        budget = 20 * n + 1000
        # c grows by every jump, and only jumps are left once the budget is spent or zero steps have come in a row.
        while self.c < end:
            cell = self._cell() if self.zeros <= 2 * d + 6 and len(self.cs) < budget else None
            if cell is None:
                self._jump(end)
            else:
                self._cross(cell, end)

    def _take(self, state: State) -> None:
        """Stand at an exact solution."""
        self.W, self.L, self.S = list(state.W), state.L.copy(), state.S
        self.zeros = 0
        self.side = np.where(self.L, 1.0, -1.0)  # 1 inside the margin, -1 outside, 0 on it
        self.side[self.W] = 0.0
        self.margins = state.theta @ self.Z
        self._note(state.theta)

    def _note(self, theta: Floats) -> None:
        if self.cs and self.c <= self.cs[-1]:
            self.thetas[-1] = theta
        else:
            self.cs.append(self.c)
            self.thetas.append(theta)

    def _cell(self) -> tuple[Floats, list[float], Floats, list[float]] | None:
        """Slopes and constants of theta and of the multipliers as functions of c; None when W does not determine them."""
        if not self.W:
            return None
        ZW, k = self.Z.take(self.W, axis=1), len(self.W)
        try:
            slope, alpha_slope = minimum_on(ZW, self.S, 1.0, [0.0] * k)
            constant, alpha_constant = minimum_on(ZW, np.zeros(len(ZW)), 1.0, [1.0] * k)
        except Degenerate:
            return None
        return slope, alpha_slope, constant, alpha_constant

    def _cross(self, cell: tuple[Floats, list[float], Floats, list[float]], end: float) -> None:
        """Go to the end of the cell and change the partition there."""
        slope, alpha_slope, constant, alpha_constant = cell
        step, leaver, upwards = end - self.c, -1, False
        for k, (rate, at_zero) in enumerate(zip(alpha_slope, alpha_constant, strict=True)):
            alpha = self.c * rate + at_zero
            if rate < -1e-15 and max(alpha, 0.0) / -rate < step:
                step, leaver, upwards = max(alpha, 0.0) / -rate, k, False
            elif rate > 1.0 + 1e-15 and max(self.c - alpha, 0.0) / (rate - 1.0) < step:
                step, leaver, upwards = max(self.c - alpha, 0.0) / (rate - 1.0), k, True
        rates = slope @ self.Z
        joiner = -1
        if len(self.W) < len(slope):
            first, step_in = self._first_kink(rates)
            if step_in < step:
                joiner, leaver, step = first, -1, step_in
        self.margins += step * rates
        self.zeros = self.zeros + 1 if step <= STILL * self.c else 0
        self.c = end if leaver < 0 and joiner < 0 else self.c + step
        self._note(self.c * slope + constant)
        if joiner >= 0:
            self._join(joiner)
        elif leaver >= 0:
            self._leave(leaver, upwards)
        if len(self.cs) % REFRESH == 0:
            self.S = self.Z @ self.L.astype(np.float64)
            self.margins = self.thetas[-1] @ self.Z

    def _first_kink(self, rates: Floats) -> tuple[int, float]:
        """The point whose margin reaches 1 first as c grows, and the growth of c until then."""
        speed = self.side * rates
        distance = self.side * (1.0 - self.margins)
        np.maximum(distance, 0.0, out=distance)
        distance /= speed
        distance[speed <= 1e-14] = np.inf
        first = int(distance.argmin())
        return first, float(distance[first])

    def _join(self, j: int) -> None:
        if self.L[j]:
            self.L[j] = False
            self.S = self.S - self.Z[:, j]
        self.side[j] = 0.0
        self.W.append(j)

    def _leave(self, k: int, upwards: bool) -> None:
        j = self.W.pop(k)
        self.L[j] = upwards
        self.side[j] = 1.0 if upwards else -1.0
        if upwards:
            self.S = self.S + self.Z[:, j]

    def _jump(self, end: float) -> None:
        """Step over a tie with the exact solver; the step doubles while ties keep coming."""
        self.growth = 2.0 * self.growth if len(self.cs) - self.jumped_at < 12 else SMALLEST_JUMP
        self.jumped_at = len(self.cs)
        self.jumps += 1
        self.c = min(self.c * (1.0 + self.growth), end)
        theta = self.thetas[-1]
        self._take(solve(SoftMargin.of(self.Z, self.c), State.at(theta, self.Z.shape[1])))
