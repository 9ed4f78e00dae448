"""Every soft margin of a data set at once: the solution is piecewise linear in c = C/n, so its
breakpoints say it all.

Inside a cell the partition (W, L) stands still, and theta and the multipliers are linear in c.  The
cell ends when a multiplier of W reaches 0 or c (the point leaves the margin) or when a margin
reaches 1 (the point joins it).  A little beyond that end the exact walk finds the next partition.

No cell is taken at its word: some dozens at a time are certified (:func:`bounds`). Where one fails,
or ties (repeated and snapped points) leave it without an end, the path jumps: from one exact
solution to another one, as far away as the certificate of the straight line between them allows.

Source: Hastie, Rosset, Tibshirani, Zhu, JMLR 5 (2004) 1391; here the multipliers are not scaled by
1/C.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Floats, locked
from ...core.reference import NO_LENGTH, OPTIMUM, RESTARTS, STAGE, STILL_STEPS, Walk
from ...criterion import SoftMarginPath
from ...maps import FeatureMap
from ...problem import OUT_OF_RANGE, Problem, is_out_of_range
from .polish import COSTLY, balance_multipliers, lift_margins, polish_state
from .subsampling import minimise
from .walk import SoftMargin, solve
from .working_set import NOISE, Degenerate, minimum_on

ROUNDING = 1e-14  # of margins
# cells certified at a time, at the most; and the most margins
BATCH, BATCH_NUMBERS = 128, 100_000
# the relative gap a stretch may have; or this many times that of the exact solution it begins at
TOLERANCE, ROOM = 1e-10, 4.0
# the relative step in c over a tie: the first, after a success, a failure
SMALLEST_JUMP, LONGER, SHORTER = 1e-7, 4.0, 0.25


class Breakpoint(NamedTuple):
    """c and the parameters (d,) there; of the multipliers ``sum alpha z (d,)`` and their sum."""

    c: float
    theta: Floats
    v: Floats
    total: float


def bounds(Z: Floats, points: Sequence[Breakpoint]) -> Floats:
    """How far the path may lie above the optimum, relative to it, on the k - 1 stretches between
    k breakpoints, from all margins of the samples ``Z (d, n)``.

    Between two of them theta and the multipliers are linear in c, and the duality gap is ``1/2 |w -
    v|^2 + sum alpha (m - 1)+ + (c - alpha) (1 - m)+``.  The square is convex.  The rest, ``<v,
    theta> - sum alpha + c sum (1 - m)+``, is at most a product of two linear functions: the larger
    end, and a quarter of what the multipliers of each end have with the margins of the other.
    """
    c, thetas, v, total = map(np.array, zip(*points, strict=True))
    short: Floats = thetas @ Z
    np.subtract(1.0, short, out=short)
    losses = np.maximum(short, 0.0, out=short).sum(axis=1)

    def slack_of(one: slice, other: slice) -> Floats:
        products = (v[one] * thetas[other]).sum(axis=1) - total[one]
        slack: Floats = products + c[one] * losses[other]
        return slack

    all_points, begin, end = slice(None), slice(-1), slice(1, None)
    gap = 0.5 * np.square(thetas - v)[:, :-1].sum(axis=1) + slack_of(all_points, all_points)
    # taking a unit of ``sum alpha y`` away costs a margin at the most
    longest = float(np.sqrt(np.square(Z).sum(axis=0).max()))
    price = 1.0 + longest * np.sqrt(np.square(thetas).sum(axis=1))
    gap += np.abs(v[:, -1]) * price + np.square(longest * v[:, -1])
    gap = np.maximum(gap[1:], gap[:-1]) + 0.25 * (slack_of(end, begin) + slack_of(begin, end))
    objective = 0.5 * np.square(thetas[:, :-1]).sum(axis=1) + c * losses
    result: Floats = gap / np.minimum(objective[1:], objective[:-1])
    return result


class PathWalk:
    """The certified part of the path: its breakpoints ``points``, and ``gaps``, each the bound of
    the stretch that ends there.  ``cells`` are breakpoints still to be certified, ``state`` is the
    exact solution from which the walk goes on.
    """

    def __init__(self, problem: Problem, c: float) -> None:
        self.Z = problem.standardised.Z
        self.problem = SoftMargin.of(self.Z, c)
        self.still = ROUNDING * max(1.0, float(np.abs(self.Z).max()))
        self.state = polish_state(self.problem, minimise(self.problem))
        self.walk = self._walk_from_here()
        self.points = [self.end_of_stretch()]
        self.gaps = [self._gap_of_solution()]
        self.cells: list[Breakpoint] = []
        self.jumps, self.growth = 0, SMALLEST_JUMP

    def follow_to(self, end: float) -> None:
        """Follow the path up to ``end``."""
        n = self.Z.shape[1]
        left, most = 20 * n + 1000, min(BATCH, 1 + BATCH_NUMBERS // n)
        while self.points[-1].c < end:
            left -= 1
            cell = self.end_of_cell(end) if left > 0 else None
            if cell is not None:
                self.cells.append(cell)
                if cell.c < end:
                    self._solve_at(min(cell.c * (1.0 + SMALLEST_JUMP), end))
                    if len(self.cells) < most:
                        continue
            if not self._certify() or cell is None:
                self._jump(end, left <= 0)

    def _walk_from_here(self) -> Walk:
        return self.problem.begin(self.state.theta, self.state.W, self.state.L)

    def _solve_at(self, c: float) -> None:
        """Walk on to the exact solution at ``c``."""
        self.problem = replace(self.problem, c=c)
        self.walk.c = c
        self.walk.info[STAGE], self.walk.info[STILL_STEPS] = RESTARTS, 0
        self.state = solve(self.problem, self.walk)
        if self.walk.end != OPTIMUM:
            self.walk = self._walk_from_here()
        self.state = polish_state(self.problem, self.state)

    def end_of_stretch(self) -> Breakpoint:
        """The exact solution as the end of a stretch."""
        c, state = self.problem.c, self.state
        return self._breakpoint(c, state.theta, c * balance_multipliers(self.problem, state))

    def _breakpoint(self, c: float, theta: Floats, alpha: Floats) -> Breakpoint:
        inside = float(np.count_nonzero(self.state.L))
        v = c * self.state.S + self.Z.take(self.state.W, axis=1) @ alpha
        return Breakpoint(c, theta, v, c * inside + float(alpha.sum()))

    def end_of_cell(self, end: float) -> Breakpoint | None:
        """Where the partition of the exact solution ends, at ``end`` at the latest; None where it
        does not determine the cell, or ends at once.

        Within the cell theta and the multipliers of W are linear in c.
        """
        c, W = self.problem.c, self.state.W
        slope, constant = self.state.S.copy(), np.zeros(len(self.Z))
        slope[-1], constant[-1] = 0.0, self.state.theta[-1]  # without W b stands still
        alpha_slope = alpha_constant = np.zeros(0)
        if W:
            ZW = self.Z.take(W, axis=1)
            try:
                slope, alpha_slope = minimum_on(ZW, self.state.S, 0.0)
                constant, alpha_constant = minimum_on(ZW, np.zeros(len(self.Z)), 1.0)
            except Degenerate:
                return None
        size = float(np.abs(slope[:-1]).max())
        inside = int(np.count_nonzero(self.state.L))
        if size <= NOISE * (inside + float(np.abs(alpha_slope).sum())):
            # The samples cancel, and what is left of their sum is its rounding: theta stands still.
            slope = np.zeros(len(slope))
        alpha = c * alpha_slope + alpha_constant
        side = np.where(self.state.L, 1.0, -1.0)
        side[W] = 0.0
        room = np.concatenate([alpha, c - alpha, side * (1.0 - self.state.theta @ self.Z)])
        speed = np.concatenate([-alpha_slope, alpha_slope - 1.0, side * (slope @ self.Z)])
        falls = speed > self.still * max(size, abs(float(slope[-1])))
        steps = np.maximum(room[falls], 0.0) / speed[falls]
        edge = min(c + float(steps.min(initial=np.inf)), end)
        if not edge > c * (1.0 + NO_LENGTH):
            return None
        theta = edge * slope + constant
        if edge > COSTLY:
            theta = lift_margins(self.Z, replace(self.state, theta=theta)).theta
        return self._breakpoint(
            edge, theta, np.clip(edge * alpha_slope + alpha_constant, 0.0, edge)
        )

    def _certify(self) -> bool:
        """Certify the cells up to the first that fails; whether all of them hold."""
        cells, self.cells = self.cells, []
        gaps = bounds(self.Z, [self.points[-1], *cells])
        failed = ~(gaps <= TOLERANCE)
        good = int(failed.argmax()) if failed.any() else len(cells)
        self.points += cells[:good]
        self.gaps += gaps[:good].tolist()
        self.growth = SMALLEST_JUMP if good else self.growth
        return good == len(cells)

    def _gap_of_solution(self) -> float:
        solution = self.end_of_stretch()
        return float(bounds(self.Z, (solution, solution))[0])

    def _jump(self, end: float, is_late: bool) -> None:
        """Go to an exact solution ahead, by a straight line."""
        last = self.points[-1]
        if is_late:  # ten more jumps reach the end, whatever their gaps
            self.growth = max(self.growth, (end / last.c) ** 0.1 - 1.0)
        while True:
            self._solve_at(min(last.c * (1.0 + self.growth), end))
            solution = self.end_of_stretch()
            gap = float(bounds(self.Z, (last, solution))[0])
            holds = gap <= max(TOLERANCE, ROOM * self._gap_of_solution())
            if holds or is_late or self.growth <= SMALLEST_JUMP:
                break
            self.growth = max(self.growth * SHORTER, SMALLEST_JUMP)
        self.jumps += 1
        self.growth *= LONGER if holds else 1.0
        self.points.append(solution)
        self.gaps.append(gap)


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
        walk.follow_to(C_high * unit)
    C, thetas = (np.array(values) for values in zip(*[p[:2] for p in walk.points], strict=True))
    C /= unit
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
