"""Every soft margin of a data set at once: the solution is piecewise linear in c = C/n, so its
breakpoints say it all.

The walk goes from cell to cell, each certified, and begins anew where a cell does not hold.

Inside a cell the partition (W, L) stands still, and theta and the multipliers are linear in c.  The
cell ends when a multiplier of W reaches 0 or c (the point leaves the margin) or when a margin
reaches 1 (the point joins it).

Ties (repeated and snapped points) can make this choice of the next partition a wrong one, so no
cell is taken at its word: some dozens at a time are certified (:func:`bounds`), and from
the first that fails the walk begins anew at an exact solution. Where it fails there once more, or
knows no next cell, it jumps: from one exact solution to another one, as far away as the certificate
of the straight line between them allows.

Source: Hastie, Rosset, Tibshirani, Zhu, JMLR 5 (2004) 1391; here the multipliers are not scaled by
1/C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Bools, Floats, locked
from ...core.reference import NO_LENGTH
from ...criterion import SoftMarginPath
from ...maps import FeatureMap
from ...problem import OUT_OF_RANGE, Problem, is_out_of_range
from .interior_point import relative_gap
from .polish import COSTLY, NEGLIGIBLE, lift_margins, multipliers_of, polish_state
from .subsampling import minimise
from .walk import SoftMargin, State, solve
from .working_set import NOISE, Degenerate, minimum_on, without_noise

ROUNDING = 1e-14  # of margins
# cells certified at a time, at the most; and the most margins
BATCH, BATCH_NUMBERS = 128, 100_000
# the relative gap a stretch may have; or this many times that of the exact solution it begins at
TOLERANCE, ROOM = 1e-10, 4.0
# the relative step in c over a tie: the first, after a success, a failure
SMALLEST_JUMP, LONGER, SHORTER = 1e-7, 4.0, 0.25

# Slope and constant of theta and of the multipliers of W, as functions of c, and the size of the
# slope of theta.
Cell = tuple[Floats, list[float], Floats, list[float], float]


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

    whole, begin, end = slice(None), slice(-1), slice(1, None)
    gap = 0.5 * np.square(thetas - v)[:, :-1].sum(axis=1) + slack_of(whole, whole)
    # taking a unit of ``sum alpha y`` away costs a margin at the most
    longest = float(np.sqrt(np.square(Z).sum(axis=0).max()))
    price = 1.0 + longest * np.sqrt(np.square(thetas).sum(axis=1))
    gap += np.abs(v[:, -1]) * price + np.square(longest * v[:, -1])
    gap = np.maximum(gap[1:], gap[:-1]) + 0.25 * (slack_of(end, begin) + slack_of(begin, end))
    objective = 0.5 * np.square(thetas[:, :-1]).sum(axis=1) + c * losses
    result: Floats = gap / np.minimum(objective[1:], objective[:-1])
    return result


class PathWalk:
    """The known part of the path, and the partition at c.

    ``cs``, ``thetas`` and ``gaps`` hold the breakpoints; a gap bounds the stretch that ends at its
    breakpoint.  ``cells`` are the ends of stretches still to be certified; ``theta`` stands at the
    last of them, ``last`` is the end of those that are.
    """

    def __init__(self, problem: Problem, c: float) -> None:
        self.problem, self.Z, self.c = problem, problem.standardised.Z, c
        self.still = ROUNDING * max(1.0, float(np.abs(self.Z).max()))
        self.jumps = self.solutions = 0
        first = self._exact(c, None)
        self.cs, self.thetas, self.gaps = [c], [first.theta], [first.gap]
        self.theta = first.theta
        self.cells: list[Breakpoint] = []
        self.growth, self.begun_at, self.stuck_at = SMALLEST_JUMP, c, -1.0
        self._begin(first)

    def follow_to(self, end: float) -> None:
        """Follow the path up to ``end``."""
        d, n = self.Z.shape
        cells, solutions, batch_size = 20 * n + 1000, 200 + n, min(BATCH, 1 + BATCH_NUMBERS // n)
        while self.c < end or self.cells:
            may_walk = self.c < end and self.zeros <= 2 * d + 6 and self.c != self.stuck_at
            cell = (
                self._cell()
                if may_walk and len(self.cs) < cells and self.solutions < solutions
                else None
            )
            if cell is not None:
                self._cross(cell, end)
            if cell is None or len(self.cells) >= batch_size:
                has_begun_anew = not self._certify()
                if cell is None and not has_begun_anew and self.c < end:
                    self._jump(end, self.solutions >= solutions)

    def _exact(self, c: float, near: Floats | None) -> PathSolution:
        """The solution at c, and what it cost."""
        solution = solution_at(self.problem, c, near)
        # one that leaves a gap was hard, and counts for many
        self.solutions += 50 if solution.gap > NEGLIGIBLE else 1
        return solution

    def _begin(self, solution: PathSolution) -> None:
        """Go on from the partition of an exact solution at c."""
        self.W, self.side, self.last = list(solution.W), solution.side.copy(), solution.end(self.Z)
        self.S, self.room = solution.inside_sum(self.Z), self._rooms(solution.theta)
        self.inside = int(np.count_nonzero(self.side > 0.0))
        self.zeros, self.tolerance = 0, max(TOLERANCE, ROOM * solution.gap)

    def _rooms(self, theta: Floats) -> Floats:
        """How far each point is from its margin, on the side where it belongs; 1 for the points of
        W, which have no speed there.
        """
        room: Floats = np.maximum(self.side * (1.0 - theta @ self.Z), 0.0)
        room[self.W] = 1.0
        return room

    def _cell(self) -> Cell | None:
        """The cell of the present partition; None when W does not determine it."""
        if not self.W and self.S[-1] != 0.0:
            return None
        if not self.W:  # the labels inside balance: b stands still
            slope, constant = self.S.copy(), np.zeros(len(self.S))
            slope[-1], constant[-1] = 0.0, self.theta[-1]
            return slope, [], constant, [], float(np.abs(slope).max())
        ZW, k = self.Z.take(self.W, axis=1), len(self.W)
        try:
            slope, alpha_slope = minimum_on(ZW, self.S, 1.0, [0.0] * k)
            constant, alpha_constant = self._at_zero(ZW)
        except Degenerate:
            return None
        *across, along = map(abs, slope.tolist())
        size = max(across)
        if size <= NOISE * (self.inside + sum(map(abs, alpha_slope))):
            # The samples cancel, and what is left of their sum is its rounding: theta stands still.
            slope, size, along = np.zeros(len(slope)), 0.0, 0.0
        return slope, alpha_slope, constant, alpha_constant, max(size, along)

    def _at_zero(self, ZW: Floats) -> tuple[Floats, list[float]]:
        """The parameters and multipliers to which a cell points at c = 0; for points of one class
        exactly b alone.
        """
        d, k = ZW.shape
        labels = ZW[-1].tolist()
        if k > 1 and len(set(labels)) > 1:
            return minimum_on(ZW, np.zeros(d), 1.0, [1.0] * k)
        theta = np.zeros(d)
        theta[-1] = labels[0]
        return theta, [0.0] * k

    def _cross(self, cell: Cell, end: float) -> None:
        """Go to the end of the cell and change the partition there."""
        slope, alpha_slope, _, alpha_constant, size = cell
        step, leaver, upwards = end - self.c, -1, False
        for k, (rate, at_zero) in enumerate(zip(alpha_slope, alpha_constant, strict=True)):
            alpha = self.c * rate + at_zero
            if rate < -1e-15 and max(alpha, 0.0) / -rate < step:
                step, leaver, upwards = max(alpha, 0.0) / -rate, k, False
            elif rate > 1.0 + 1e-15 and max(self.c - alpha, 0.0) / (rate - 1.0) < step:
                step, leaver, upwards = max(self.c - alpha, 0.0) / (rate - 1.0), k, True
        joiner = -1
        if len(self.W) < len(slope):  # with all of them theta stands still
            speed = slope.dot(self.Z)
            speed *= self.side
            first, step_in = self._first_kink(speed, size)
            if step_in < step:
                joiner, leaver, step = first, -1, step_in
            if step > 0.0:
                speed *= step
                np.subtract(self.room, speed, out=speed)
                np.maximum(speed, 0.0, out=self.room)
        is_last = leaver < 0 and joiner < 0
        self._pass(cell, end if is_last else self.c + step, is_still=step <= NO_LENGTH * self.c)
        if joiner >= 0:
            self._join(joiner)
        elif leaver >= 0:
            self._leave(leaver, upwards)

    def _pass(self, cell: Cell, c: float, is_still: bool) -> None:
        """Note the stretch up to ``c``, unless its length is zero."""
        self.c = c
        self.zeros = self.zeros + 1 if is_still else 0
        if is_still:
            return
        slope, alpha_slope, constant, alpha_constant, _ = cell
        theta = c * slope + constant
        if c > COSTLY:
            theta = lift_margins(self.Z, State(theta, self.W, self.side > 0.0, self.S, [])).theta
        alpha = np.clip(np.array(alpha_slope) * c + alpha_constant, 0.0, c)
        v, total = c * self.S + self.Z.take(self.W, axis=1) @ alpha, c * self.inside + alpha.sum()
        self.cells.append(Breakpoint(c, theta, v, total))
        self.theta = theta

    def _first_kink(self, speed: Floats, size: float) -> tuple[int, float]:
        """The point whose margin reaches 1 first as c grows, and the growth of c until then.

        ``speed (n,)`` is how fast the room of each point shrinks, ``size`` that of the slope, below
        which a speed is rounding.
        """
        rates = speed / self.room
        first = int(rates.argmax())
        if rates[first] <= 0.0:
            return first, np.inf
        # a point that rests on its margin hides the others
        if not speed[first] > self.still * size:
            distance = np.where(speed > self.still * size, self.room / speed, np.inf)
            first = int(distance.argmin())
            return first, float(distance[first])
        return first, float(self.room[first] / speed[first])

    def _join(self, j: int) -> None:
        if self.side[j] > 0.0:
            self.S, self.inside = self.S - self.Z[:, j], self.inside - 1
        self.side[j], self.room[j] = 0.0, 1.0
        self.W.append(j)

    def _leave(self, k: int, upwards: bool) -> None:
        j = self.W.pop(k)
        self.side[j], self.room[j] = 1.0 if upwards else -1.0, 0.0
        if upwards:
            self.S, self.inside = self.S + self.Z[:, j], self.inside + 1

    def _certify(self) -> bool:
        """Certify the cells that wait; whether all of them hold.  Else the walk begins anew where
        the first that fails begins.
        """
        cells, self.cells = self.cells, []
        if not cells:
            return True
        gaps = bounds(self.Z, [self.last, *cells])
        failed = ~(gaps <= self.tolerance)
        good = int(failed.argmax()) if failed.any() else len(cells)
        for cell, gap in zip(cells[:good], gaps[:good].tolist(), strict=True):
            self._note(cell.c, cell.theta, gap)
        if good:
            self.last, self.growth = cells[good - 1], SMALLEST_JUMP
        if good < len(cells):
            self._begin_anew()
            return False
        # Sums from scratch, lest the rounding of many steps adds up.
        self.S, self.room = self.Z @ (self.side > 0.0).astype(np.float64), self._rooms(self.theta)
        return True

    def _begin_anew(self) -> None:
        """Stand at the last breakpoint that is certified, with the partition of an exact solution
        there.
        """
        self.c = self.cs[-1]
        self.theta = self.thetas[-1]
        self.stuck_at = self.c if self.begun_at == self.c else -1.0
        self.begun_at = self.c
        self._begin(self._exact(self.c, self.theta))

    def _note(self, c: float, theta: Floats, gap: float) -> None:
        self.cs.append(c)
        self.thetas.append(theta)
        self.gaps.append(gap)

    def _jump(self, end: float, is_late: bool) -> None:
        """Go to an exact solution ahead, by a straight line."""
        if is_late:  # ten more jumps reach the end, whatever their gaps
            self.growth = max(self.growth, (end / self.c) ** 0.1 - 1.0)
        while True:
            c = min(self.c * (1.0 + self.growth), end)
            solution = self._exact(c, self.theta)
            gap = float(bounds(self.Z, (self.last, solution.end(self.Z)))[0])
            holds = gap <= max(self.tolerance, ROOM * solution.gap)
            if holds or is_late or self.growth <= SMALLEST_JUMP:
                break
            self.growth = max(self.growth * SHORTER, SMALLEST_JUMP)
        self.jumps += 1
        self.growth *= LONGER if holds else 1.0
        self.c = c
        self.theta = solution.theta
        self._note(c, solution.theta, gap)
        self._begin(solution)


@dataclass(frozen=True, eq=False, slots=True)
class PathSolution:
    """Parameters (d,), multipliers (n,), the partition (``side`` 1 inside the margin, -1 outside, 0
    for ``W``) and the gap.
    """

    c: float
    theta: Floats
    alpha: Floats
    W: list[int]
    side: Floats
    gap: float

    def end(self, Z: Floats) -> Breakpoint:
        """It as the end of a stretch."""
        return Breakpoint(self.c, self.theta, Z @ self.alpha, float(self.alpha.sum()))

    def inside_sum(self, Z: Floats) -> Floats:
        """The sum (d,) of the samples inside the margin."""
        total: Floats = Z @ (self.side > 0.0).astype(np.float64)
        return total


def solution_at(problem: Problem, c: float, near: Floats | None = None) -> PathSolution:
    """The soft margin at ``c = C s^2/n``: walked to from ``near``, else from nothing.

    The first with a negligible gap is taken, else the one with the smallest.
    """
    best: PathSolution | None = None
    for solution in _candidates(problem, c, near):
        if best is None or solution.gap < best.gap:
            best = solution
        if best.gap <= NEGLIGIBLE:
            break
    return best or _zero_solution(problem.standardised.Z, c)


def _candidates(problem: Problem, c: float, near: Floats | None) -> Iterator[PathSolution]:
    Z = problem.standardised.Z
    full_problem = SoftMargin.of(Z, c)
    ways: list[Callable[[], State]] = [partial(minimise, full_problem)]
    if near is not None:
        ways.insert(0, lambda: solve(full_problem, full_problem.begin(near)))
    for way in ways:
        try:
            state = polish_state(full_problem, way())
        except (Degenerate, np.linalg.LinAlgError):
            continue
        alpha, theta = multipliers_of(full_problem, state), state.theta
        if c <= COSTLY:
            theta = without_noise(theta, float(alpha.sum()), Z.take(state.W, axis=1))
        yield _solution(Z, c, theta, alpha, state.W, state.L)


def _solution(
    Z: Floats, c: float, theta: Floats, alpha: Floats, W: list[int], L: Bools
) -> PathSolution:
    side: Floats = np.where(L, 1.0, -1.0)
    side[W] = 0.0
    gap = abs(relative_gap(Z, c, theta, alpha))
    return PathSolution(c, theta, alpha, list(W), side, gap if np.isfinite(gap) else np.inf)


def _zero_solution(Z: Floats, c: float) -> PathSolution:
    """w = 0, b = 0 and no multiplier: feasible, whatever the numbers are."""
    d, n = Z.shape
    return PathSolution(c, np.zeros(d), np.zeros(n), [], np.ones(n), np.inf)


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
