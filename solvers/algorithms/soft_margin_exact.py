"""The exact soft margin of a problem, from data units to data units: the algorithm ``active-set``.

Steps: standardise (:mod:`standardise`), walk to the optimum (:mod:`soft_margin_levels`, or from an earlier fit), treat a C beyond
the range in which sums keep their digits (:func:`_beyond_cap`), find every optimal b, and go back to data units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Bools, Floats, locked
from ..method import Steps
from ..problem import Problem
from ..result import Fit, Iterate, Outcome, Status
from .active_set import SoftMargin, State, Watch
from .soft_margin_ladder import consistent, restarted, solve
from .soft_margin_levels import BAND_FROM, in_band, minimise
from .standardise import Standardised
from .working_set import Degenerate

# C s^2/n beyond which rounding (about 3e-15 of it) would show; the walk stops here and one more step goes to the true C.
CAP = 1e6
COSTLY = 1e2  # from here on a margin short by rounding is lifted: the objective would show c times the shortfall
FREE = 1e-9  # a multiplier further than this part of c from 0 and from c is free


@dataclass(frozen=True, eq=False)
class Solution:
    """The optimum in standardised coordinates.

    Parameters, partition (W, L) with the sum S and the number of the samples in L, the multipliers of W divided by c, every
    best b.
    ``share`` is 1, or c as a part of the true ``C s^2/n`` where the answer at the cap had to stand for it.
    """

    theta: Floats
    W: list[int]
    L: Bools
    S: Floats
    inside: int
    a: Floats
    c: float
    share: float
    offsets: tuple[float, float]
    hard_margin_regime: bool


def steps(problem: Problem, C: float, start: Fit | None, trace: bool) -> Steps:
    """Yield the walk (when ``trace``) and the optimum of the soft margin with trade-off ``C``."""
    seen: list[tuple[Floats, int, bool]] = []
    watch: Watch | None = (lambda theta, row, joined: seen.append((theta, row, joined))) if trace else None
    solution = optimum(problem, C, start, watch)
    if trace:
        yield from _walked(problem.standardised, solution.c, seen)
    yield final_iterate(problem, solution, C / len(problem.y))
    return outcome_of(problem, solution)


def optimum(problem: Problem, C: float, start: Fit | None = None, watch: Watch | None = None) -> Solution:
    """The exact optimum for trade-off ``C``, from nothing or from an earlier fit."""
    standard = problem.standardised
    Z = standard.Z
    true_c = C * standard.scale * standard.scale / Z.shape[1]
    c = min(true_c, CAP)
    state = (start and _warm(problem, c, start, watch)) or minimise(Z, c, watch)
    if true_c > CAP:
        state, c = _beyond_cap(Z, state, true_c)
    elif c > COSTLY:
        state = _lifted(Z, state)
    low, high = best_offsets(Z, state)
    theta = state.theta
    if high > low:
        theta = np.append(theta[:-1], 0.5 * (low + high))
    inside, a = int(np.count_nonzero(state.L)), _balanced(Z, state)
    return Solution(theta, state.W, state.L, state.S, inside, a, c, c / true_c, (low, high), true_c > CAP)


def _warm(problem: Problem, c: float, start: Fit, watch: Watch | None) -> State | None:
    """The optimum walked to from an earlier fit, or None when that fit has nothing to offer."""
    standard, last = problem.standardised, start.last
    Z = standard.Z
    if last.w is None or len(last.w) != len(Z) - 1 or not np.isfinite(last.b):
        return None
    theta = standard.theta(last.w, float(last.scores(standard.centre[None])[0]))
    W, L = _partition_of(start, len(problem.y), len(Z))
    try:
        if Z.shape[1] >= BAND_FROM:
            return in_band(Z, c, theta, [], Z.shape[1], watch)
        here = SoftMargin.of(Z, c)
        if L is None:
            return solve(here, consistent(here, theta, [], np.zeros(Z.shape[1], dtype=bool)), watch)
        return solve(here, restarted(here, W, L, here.inside_sum(L)) if W else consistent(here, theta, [], L), watch)
    except (Degenerate, np.linalg.LinAlgError):
        return None


def _partition_of(start: Fit, n: int, d: int) -> tuple[list[int], Bools | None]:
    """The working points and the points inside the margin of an earlier fit on as many points."""
    alpha, bound = start.alpha, start.method.multiplier_bound(start.problem)
    if alpha is None or bound is None or len(alpha) != n or len(start.problem.y) != n:
        return [], None
    L = alpha >= bound * (1.0 - FREE)
    W = ((alpha > FREE * min(bound, float(alpha.max(initial=0.0)))) & ~L).nonzero()[0].tolist()
    return (W if len(W) <= d else []), L


def _beyond_cap(Z: Floats, state: State, true_c: float) -> tuple[State, float]:
    """The optimum for a very large C, from the one at the cap.

    Beyond the last breakpoint of the path the partition no longer changes, so one step from it reaches the true C; where
    rounding spoils that step, the answer at the cap stands (its multipliers remain feasible for every larger C).  The smaller
    duality gap at the true C decides.
    """
    candidates = [(state, CAP)]
    problem = SoftMargin.of(Z, true_c)
    try:
        again = restarted(problem, state.W, state.L.copy(), state.S) if state.W else None
        candidates += [(solve(problem, again), true_c)] if again is not None else []
    except (Degenerate, np.linalg.LinAlgError):
        pass
    candidates = [(_lifted(Z, each), c) for each, c in candidates]
    return min(candidates, key=lambda pair: _gap(Z, pair[0], pair[1], true_c))


def _lifted(Z: Floats, state: State) -> State:
    """With no point inside the margin: w and b longer by some units of rounding, so that no margin is computed as below 1.

    A shortfall of 1e-16 costs 1e-16 c, which for a large c would show beside ``|w|^2``.
    """
    if state.L.any():
        return state
    lowest, rounding = float((state.theta @ Z).min()), SoftMargin.of(Z, 1.0).rounding(state.theta)
    if lowest < 0.5 or lowest > 1.0 + 100.0 * rounding:
        return state
    return replace(state, theta=state.theta * ((1.0 + rounding) / lowest))


def _gap(Z: Floats, state: State, c: float, true_c: float) -> float:
    """The relative duality gap at ``true_c`` of an answer whose multipliers are in units of ``c``."""
    alpha = c * state.L.astype(np.float64)
    alpha[state.W] = c * _balanced(Z, state)
    w, v = state.theta[:-1], Z[:-1] @ alpha
    primal = 0.5 * float(w @ w) + true_c * float(np.maximum(0.0, 1.0 - state.theta @ Z).sum())
    dual = float(alpha.sum()) - 0.5 * float(v @ v)
    return (primal - dual) / (primal or 1.0)


def _balanced(Z: Floats, state: State) -> Floats:
    """The multipliers of W (in units of c) inside [0, 1], what clipping took from ``sum alpha y = 0`` given to the freest one."""
    clipped = np.array([min(max(a, 0.0), 1.0) for a in state.a])
    if clipped.tolist() != state.a:
        y = Z[-1, state.W]
        freest = int(np.minimum(clipped, 1.0 - clipped).argmax())
        rest = float(state.L @ Z[-1]) + float(clipped @ y)
        clipped[freest] = min(max(clipped[freest] - y[freest] * rest, 0.0), 1.0)
    return clipped


def best_offsets(Z: Floats, state: State) -> tuple[float, float]:
    """The interval of all optimal b: a point unless no multiplier is free and the slope in b vanishes on a side.

    The slope of F in b is c times minus the sum of the labels of the points inside the margin, so whole numbers decide.
    """
    b = float(state.theta[-1])
    if any(FREE < a < 1.0 - FREE for a in state.a):
        return b, b
    y, m = Z[-1], state.theta @ Z
    tolerance = SoftMargin.of(Z, 1.0).tolerance(state.theta)
    tied = np.abs(m - 1.0) <= tolerance
    inside = -float(y[(m < 1.0) & ~tied].sum())
    kinks = (b + y * (1.0 - m))[~tied]
    low = high = b
    if inside + np.count_nonzero(tied & (y < 0.0)) == 0.0:
        high = float(kinks[kinks > b].min(initial=np.inf))
    if inside - np.count_nonzero(tied & (y > 0.0)) == 0.0:
        low = float(kinks[kinks < b].max(initial=-np.inf))
    return (low if np.isfinite(low) else b), (high if np.isfinite(high) else b)


def final_iterate(problem: Problem, solution: Solution, bound: float) -> Iterate:
    """The optimum in data units, with its multipliers (``bound`` = C/n)."""
    standard = problem.standardised
    alpha: Floats = np.where(solution.L, bound * solution.share, 0.0)
    alpha[solution.W] = solution.a * (bound * solution.share)
    w = solution.theta[:-1] / standard.scale
    # The points inside the margin have hinges 1 - <z, theta>, so their sum S tells the sum of all hinges.
    hinges = max(0.0, solution.inside - float(solution.S @ solution.theta))
    return Iterate(
        locked(w),
        float(solution.theta[-1] - w @ standard.centre),
        locked(alpha),
        0.5 * float(w @ w) + bound * hinges,
        tuple(solution.W),
        _state_note(solution),
        standard.centre,
        float(solution.theta[-1]),
    )


def _state_note(solution: Solution) -> str:
    held = len(solution.W)
    return f"The optimum: {held} point{'s hold' if held != 1 else ' holds'} the margin, {solution.inside} lie inside it."


def _walked(standard: Standardised, c: float, seen: list[tuple[Floats, int, bool]]) -> list[Iterate]:
    """The steps of the walk as drawable iterates."""
    if not seen:
        return []
    thetas = np.array([theta for theta, _, _ in seen])
    objectives = _objectives(standard, c, thetas)
    W = locked(thetas[:, :-1] / standard.scale)
    b = thetas[:, -1] - W @ standard.centre
    centres, f_centres = standard.centre, thetas[:, -1].tolist()
    return [
        Iterate(w, offset, None, objective, (row,) if row >= 0 else (), _note(row, joined), centres, f)
        for w, offset, objective, f, (_, row, joined) in zip(W, b.tolist(), objectives, f_centres, seen, strict=True)
    ]


def _objectives(standard: Standardised, c: float, thetas: Floats) -> list[float]:
    """The objective of every step in data units; not a number where that would cost more than the fit."""
    if thetas.shape[0] * standard.Z.shape[1] > 100_000:
        return [np.nan] * len(thetas)
    hinges = np.maximum(0.0, 1.0 - thetas @ standard.Z).sum(axis=1)
    squares: Floats = 0.5 * (thetas[:, :-1] ** 2).sum(axis=1) + c * hinges
    objectives: list[float] = (squares / standard.scale**2).tolist()
    return objectives


def _note(row: int, joined: bool) -> str:
    if row < 0:
        return "The lowest objective on the way lies between two points: the line stops there."
    if joined:
        return f"Point {row} comes to lie on the margin and stops the line."
    return f"Point {row} no longer holds the margin: its multiplier has reached the end of its range."


def outcome_of(problem: Problem, solution: Solution) -> Outcome:
    """How the fit ended, in words for this data."""
    low, high = solution.offsets
    shift = float(solution.theta[:-1] @ problem.standardised.centre) / problem.standardised.scale
    free = sum(FREE < a < 1.0 - FREE for a in solution.a.tolist())
    parts = [_state_note(solution)]
    if not solution.theta[:-1].any():
        parts = ["The best weight vector is zero: at this C no line pays for its norm."]
    if solution.hard_margin_regime:
        parts.append("Hard-margin regime: C is so large that raising it further changes nothing but rounding.")
    if high > low:
        parts.append(f"Every b from {low - shift:.6g} to {high - shift:.6g} is equally good; the middle is shown.")
    facts = (("free support vectors", float(free)), ("points inside the margin", float(solution.inside)))
    return Outcome(Status.CONVERGED, " ".join(parts), (low - shift, high - shift) if high > low else None, facts)
