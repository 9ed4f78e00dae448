"""The active set made unfailing: every answer is checked from scratch, ties that defeat the plain walk are broken and mended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..arrays import Bools, Floats
from .active_set import SoftMargin, State, Watch, descend
from .working_set import Degenerate, minimum_on

GOOD = 1e-9  # the largest violated optimality condition of an accepted answer, in margins and in parts of c
TIE_BREAKS = (1e-6, 1e-8, 1e-4, 1e-10)  # widths of the random targets that separate ties


def solve(problem: SoftMargin, state: State, watch: Watch | None = None) -> State:
    """The exact minimum from ``state``, whatever the ties: the plain walk first, then the ladder.

    The ladder gives each point its own target margin ``1 + delta u_i`` (u random with a fixed seed), so that no two kinks
    coincide, walks there, and from that partition back to targets 1.  The best answer by :func:`violation` is returned.
    """
    theta = state.theta
    try:
        descend(problem, state, watch=watch)
        if state.certain or violation(problem, state) <= GOOD:
            return state
    except Degenerate:
        pass
    return _ladder(problem, theta)


def _ladder(problem: SoftMargin, theta: Floats) -> State:
    u = np.random.default_rng(7).random(problem.Z.shape[1])
    best: tuple[float, State] | None = None
    for delta in TIE_BREAKS:
        split = replace(problem, targets=np.add(1.0, delta * u))
        for candidate in _split_and_mended(problem, split, theta):
            worst = violation(problem, candidate)
            if best is None or worst < best[0]:
                best = worst, candidate
            if worst <= GOOD:
                return candidate
    if best is None:
        raise Degenerate("no tie break led to an answer")
    return best[1]


def _split_and_mended(problem: SoftMargin, split: SoftMargin, theta: Floats) -> list[State]:
    """The answer with ties broken by ``split`` and the one walked back from it, as far as they exist."""
    d, n = problem.Z.shape
    found: list[State] = []
    try:
        state = descend(split, State.at(theta, n), limit=4 * (60 + 20 * d) + int(4 * n**0.5), zero_limit=40)
        found.append(replace(state, W=list(state.W), L=state.L.copy()))
        found.insert(0, descend(problem, restarted(problem, state.W, state.L, state.S)))
    except Degenerate:
        pass
    return found


def restarted(problem: SoftMargin, W: list[int], L: Bools, S: Floats) -> State:
    """A warm state: the minimum for the partition (W, L), with every point on the side where that minimum has it.

    Points within rounding of their kink keep the side they had.

    Raises:
        Degenerate: W holds dependent points.
    """
    theta, a = minimum_on(problem.Z[:, W], S, problem.c, [1.0] * len(W)) if W else (np.zeros(len(S)), [])
    return consistent(problem, theta, W, L, a)


def consistent(problem: SoftMargin, theta: Floats, W: list[int], L: Bools, a: list[float] | None = None) -> State:
    """The state at ``theta``: ``L`` corrected for every point that is clearly on one side, S summed anew."""
    tolerance = problem.tolerance(theta)
    m = theta @ problem.Z
    L = (L & (m <= 1.0 + tolerance)) | (m < 1.0 - tolerance)
    L[W] = False
    return State(theta, list(W), L, problem.inside_sum(L), a or [])


def violation(problem: SoftMargin, state: State) -> float:
    """The largest violated optimality condition, everything summed anew (margins absolute, the rest in parts of c)."""
    Z, W, L = problem.Z, state.W, state.L
    excess = state.theta @ Z - 1.0
    excess[W] = np.abs(excess[W])
    wrong_side = np.where(L, excess, -excess)
    wrong_side[W] = excess[W]
    a = np.array(state.a)
    residual = problem.inside_sum(L) + Z[:, W] @ a
    residual[:-1] -= state.theta[:-1] / problem.c
    size = max(1.0, float(np.abs(Z[:-1]).sum(axis=0).max()))
    # What the residual adds to the duality gap, relative to the objective: for large c the sharpest condition.
    primal = float(state.theta[:-1] @ state.theta[:-1]) + 2.0 * problem.c * float(np.maximum(0.0, 1.0 - state.theta @ Z).sum())
    duality = problem.c**2 * float(residual[:-1] @ residual[:-1]) / primal if primal > 0.0 else 0.0
    conditions = (
        duality,
        float(wrong_side.max(initial=0.0)),
        float(np.abs(residual[:-1]).max()) / size,
        abs(float(residual[-1])) / max(1, Z.shape[1]),
        float(np.maximum(-a, a - 1.0).max(initial=0.0)),
    )
    worst: float = max(conditions)
    return worst
