"""One exact soft margin on a path, with the multipliers that prove it: the walk begins, and begins
anew, from such a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...arrays import Bools, Floats
from ...problem import Problem
from ..soft_margin.active_set import SoftMargin, State
from ..soft_margin.fallback import solve
from ..soft_margin.interior_point import relative_gap
from ..soft_margin.polish import COSTLY, NEGLIGIBLE, multipliers_of, polish_state
from ..soft_margin.subsampling import minimise
from ..soft_margin.working_set import Degenerate, without_noise


@dataclass(frozen=True, eq=False, slots=True)
class PathSolution:
    """Parameters (d,), multipliers (n,), the partition (``side`` 1 inside the margin, -1 outside, 0
    for ``W``) and the gap.
    """

    theta: Floats
    alpha: Floats
    W: list[int]
    side: Floats
    gap: float

    def inside_sum(self, Z: Floats) -> Floats:
        """The sum (d,) of the samples inside the margin."""
        total: Floats = Z @ (self.side > 0.0).astype(np.float64)
        return total


def solution_at(problem: Problem, c: float, near: Floats | None = None) -> PathSolution:
    """The soft margin at ``c = C s^2/n``: walked to from ``near``, else from nothing.

    The first with a negligible gap is taken, else the one with the smallest.
    """
    best: PathSolution | None = None
    for found in _candidates(problem, c, near):
        if best is None or found.gap < best.gap:
            best = found
        if best.gap <= NEGLIGIBLE:
            break
    return best or _nothing(problem.standardised.Z)


def _candidates(problem: Problem, c: float, near: Floats | None) -> Iterator[PathSolution]:
    Z = problem.standardised.Z
    whole = SoftMargin.of(Z, c)
    ways = [partial(minimise, whole)]
    if near is not None:
        ways.insert(0, partial(solve, whole, State.at(near, Z.shape[1])))
    for way in ways:
        try:
            state = polish_state(whole, way())
        except (Degenerate, np.linalg.LinAlgError):
            continue
        alpha, theta = multipliers_of(whole, state), state.theta
        if c <= COSTLY:
            theta = without_noise(theta, float(alpha.sum()), Z.take(state.W, axis=1))
        yield _solution(Z, c, theta, alpha, state.W, state.L)


def _solution(
    Z: Floats, c: float, theta: Floats, alpha: Floats, W: list[int], L: Bools
) -> PathSolution:
    side: Floats = np.where(L, 1.0, -1.0)
    side[W] = 0.0
    gap = abs(relative_gap(Z, c, theta, alpha))
    return PathSolution(theta, alpha, list(W), side, gap if np.isfinite(gap) else np.inf)


def _nothing(Z: Floats) -> PathSolution:
    """w = 0, b = 0 and no multiplier: feasible, whatever the numbers are."""
    d, n = Z.shape
    return PathSolution(np.zeros(d), np.zeros(n), [], np.ones(n), np.inf)
