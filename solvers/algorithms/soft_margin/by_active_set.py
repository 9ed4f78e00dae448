"""The exact soft margin of a problem, from data units to data units: the algorithm ``active-set``.

Steps: standardise (:mod:`standardise`), walk to the optimum (:mod:`subsampling`, or from an earlier
fit), find every optimal b, and go back to data units.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ...arrays import Bools, Floats, locked
from ...method import Fit, Steps
from ...point_classes import MARGIN_TOLERANCE, MULTIPLIER_TOLERANCE, NEARLY, largest_multiplier
from ...problem import Problem
from ...result import Iterate, Outcome, Status
from ...rounding import NO_SCORE
from ..domain import PRICE
from ..no_direction import why_zero, without_faint
from ..standardise import Standardised
from .polish import balance_multipliers, best_offsets, offsets_of_zero, polish_state
from .subsampling import BAND_FROM, in_band, minimise
from .walk import SoftMargin, State, Watch, counts_of, primal_of, solve
from .working_set import Degenerate, without_noise

AT_THIS_C = "The best weight vector is zero: at this C no line pays for its norm."


@dataclass(frozen=True, eq=False)
class ActiveSetSolution:
    """The optimum in standardised coordinates.

    Parameters, partition (W, L) with the sum S and the number of the samples in L, the multipliers
    of W divided by c and as shares of the largest they may be, the sum of all hinges, every best b,
    how many times each point counts.
    """

    theta: Floats
    W: list[int]
    L: Bools
    S: Floats
    inside: int
    a: Floats
    shares: Floats
    hinges: float
    c: float
    offsets: tuple[float, float]
    weights: Floats | None

    @property
    def is_nearly_hard(self) -> bool:
        """Whether c is so large that no point may lie inside the margin where that can be."""
        return self.c > PRICE


def steps(
    problem: Problem, C: float, start: Fit | None, trace: bool, weights: Floats | None = None
) -> Steps:
    """Yield the walk (when ``trace``) and the optimum of the soft margin with trade-off ``C``.

    ``weights (n,)`` are how many times each hinge counts.
    """
    walk_steps: list[tuple[Floats, int, bool]] = []
    watch: Watch | None = (
        (lambda theta, row, has_joined: walk_steps.append((theta, row, has_joined)))
        if trace
        else None
    )
    standard, bound = problem.standardised, C / len(problem.y)
    full_problem = SoftMargin.of(
        standard.Z, C * standard.scale * standard.scale / len(problem.y), weights=weights
    )
    solution = _optimum(problem, full_problem, start, watch)
    yield None
    if walk_steps:
        yield from _walk_iterates(standard, full_problem, walk_steps)
    last = final_iterate(problem, standard, solution, bound)
    yield last
    return outcome_of(problem, standard, solution)


def _optimum(
    problem: Problem, full_problem: SoftMargin, start: Fit | None, watch: Watch | None
) -> ActiveSetSolution:
    """The exact optimum, from nothing or from an earlier fit."""
    Z = full_problem.Z
    state = None if start is None else _warm(problem, full_problem, start, watch)
    state = polish_state(full_problem, state or minimise(full_problem, watch))
    theta = state.theta
    low = high = float(theta[-1])
    if has_no_free_multiplier(full_problem, state):
        low, high = best_offsets(full_problem, theta, theta @ Z)
    if high > low:
        theta = np.append(theta[:-1], 0.5 * (low + high))
    a, count = (
        balance_multipliers(full_problem, state),
        float(counts_of(state.L, full_problem.weights).sum()),
    )
    weight = full_problem.c * (count + sum(a.tolist()))
    theta = without_rounding(theta, weight, lambda: Z)
    theta = without_faint(problem, theta, weight)
    if not theta[:-1].any():
        low, high = offsets_of_zero(Z[-1], full_problem.weights)
        theta = np.append(theta[:-1], 0.5 * (low + high))
    margin_columns = Z[:, state.W] if high > low else None
    return solution_of(
        full_problem,
        state,
        theta,
        state.L,
        a,
        hinge_sum(theta, count, state.S, margin_columns, a),
        (low, high),
    )


def solution_of(
    full_problem: SoftMargin,
    state: State,
    theta: Floats,
    L: Bools,
    a: Floats,
    hinges: float,
    offsets: tuple[float, float],
) -> ActiveSetSolution:
    """The optimum of a problem of all points, of its partition and its numbers."""
    inside, shares = int(np.count_nonzero(L)), a / full_problem.tops(state.W)
    return ActiveSetSolution(
        theta,
        state.W,
        L,
        state.S,
        inside,
        a,
        shares,
        hinges,
        full_problem.c,
        offsets,
        full_problem.weights,
    )


def hinge_sum(theta: Floats, count: float, S: Floats, ZW: Floats | None, a: Floats) -> float:
    """The sum of all hinges at an optimum: those inside have ``1 - <z, theta>``, so their sum S
    tells.

    ``paid`` is how many times the points inside count.  A point on its margin with multiplier c (a
    = v) is inside as soon as b moves to another optimal value: then ``ZW`` is asked for.
    """
    moved = 0.0 if ZW is None else float(a @ (1.0 - theta @ ZW))
    return max(0.0, count - float(S @ theta) + moved)


def _warm(
    problem: Problem, full_problem: SoftMargin, start: Fit, watch: Watch | None
) -> State | None:
    """The optimum walked to from an earlier fit, or None when that fit has nothing to offer."""
    standard, last = problem.standardised, start.last
    d, n = full_problem.Z.shape
    if last.w is None or len(last.w) != d - 1 or not np.isfinite(last.b):
        return None
    theta = standard.theta(last.w, float(last.scores(standard.centre[None])[0]))
    W, L = partition_of(start, n, d)
    try:
        if n >= BAND_FROM:
            return in_band(full_problem, theta, [], n, watch)
        return solve(full_problem, full_problem.begin(theta, W, L, is_named=bool(W)), watch)
    except Degenerate:
        return None


def partition_of(start: Fit, n: int, d: int) -> tuple[list[int], Bools | None]:
    """The working points and the points inside the margin of an earlier fit on as many points."""
    alpha, bound = start.alpha, start.method.multiplier_bounds(start.problem)
    if alpha is None or bound is None or len(alpha) != n or len(start.problem.y) != n:
        return [], None
    L = alpha >= bound * (1.0 - MULTIPLIER_TOLERANCE)
    W = (
        ((alpha > MULTIPLIER_TOLERANCE * largest_multiplier(alpha, bound)) & ~L)
        .nonzero()[0]
        .tolist()
    )
    return (W if len(W) <= d else []), L


def has_no_free_multiplier(problem: SoftMargin, state: State) -> bool:
    """Whether every point on the margin has multiplier 0 or c v: only then can b move without
    raising the objective.
    """
    shares = state.a
    if problem.weights is not None:
        shares = (np.array(shares) / problem.tops(state.W)).tolist()
    return not any(MULTIPLIER_TOLERANCE < a < 1.0 - MULTIPLIER_TOLERANCE for a in shares)


def final_iterate(
    problem: Problem, standard: Standardised, solution: ActiveSetSolution, bound: float
) -> Iterate:
    """The optimum in data units, with its multipliers (``bound`` = C/n)."""
    w = solution.theta[:-1] / standard.scale
    objective = 0.5 * float(w @ w) + bound * solution.hinges
    alpha = partial(_multipliers, solution, bound)
    note = partial(_state_note, problem, standard, solution)
    return standard.iterate(solution.theta, alpha, objective, note, active=tuple(solution.W))


def _multipliers(solution: ActiveSetSolution, bound: float) -> Floats:
    """The multipliers in data units: the bound inside the margin, 0 outside, what the working
    points have between.
    """
    # A product: ``where`` guesses at every point, and takes ten times as long.
    alpha: Floats = np.multiply(
        solution.L,
        bound if solution.weights is None else bound * solution.weights,
        dtype=np.float64,
    )
    alpha[solution.W] = solution.a * bound
    return locked(alpha)


def _state_note(problem: Problem, standard: Standardised, solution: ActiveSetSolution) -> str:
    count, inside = _counts(problem, standard, solution)
    return (
        f"The optimum: {count} point{'s hold' if count != 1 else ' holds'} the margin, {inside} "
        f"lie{'s' * (inside == 1)} inside it."
    )


def _counts(
    problem: Problem, standard: Standardised, solution: ActiveSetSolution
) -> tuple[int, int]:
    """The points with y f = 1 that the walk holds there, whatever their multipliers, and those with
    y f < 1.
    """
    margins = problem.y * standard.iterate(solution.theta).scores(problem.Phi)
    tolerance = min(MARGIN_TOLERANCE * (1.0 + float(np.abs(margins).max())), NEARLY)
    is_held = solution.L.copy()
    is_held[solution.W] = True
    is_held &= np.abs(margins - 1.0) <= tolerance
    return int(np.count_nonzero(is_held)), int(np.count_nonzero(margins < 1.0 - tolerance))


def _free(solution: ActiveSetSolution) -> int:
    return sum(
        [
            MULTIPLIER_TOLERANCE < share < 1.0 - MULTIPLIER_TOLERANCE
            for share in solution.shares.tolist()
        ]
    )


def _walk_iterates(
    standard: Standardised, full_problem: SoftMargin, walk_steps: list[tuple[Floats, int, bool]]
) -> list[Iterate]:
    """The steps of the walk as drawable iterates."""
    thetas = np.array([theta for theta, _, _ in walk_steps])
    objectives = [objective / standard.scale**2 for objective in _objectives(full_problem, thetas)]
    W = locked(thetas[:, :-1] / standard.scale)
    b = thetas[:, -1] - W @ standard.centre
    centres, f_centres = standard.centre, thetas[:, -1].tolist()
    return [
        Iterate(
            w,
            offset,
            None,
            objective,
            (row,) if row >= 0 else (),
            _note(row, has_joined),
            centres,
            f,
        )
        for w, offset, objective, f, (_, row, has_joined) in zip(
            W, b.tolist(), objectives, f_centres, walk_steps, strict=True
        )
    ]


def _objectives(full_problem: SoftMargin, thetas: Floats) -> list[float]:
    """The objective of every step; not a number where that would cost more than the fit."""
    if len(thetas) * full_problem.Z.shape[1] > 100_000:
        return [np.nan] * len(thetas)
    return [
        primal_of(full_problem.Z, full_problem.c, theta, full_problem.weights) for theta in thetas
    ]


def _note(row: int, has_joined: bool) -> str:
    if row < 0:
        return "The lowest objective on the way lies between two points: the line stops there."
    if has_joined:
        return f"Point {row + 1} comes to lie on the margin and stops the line."
    return (
        f"Point {row + 1} no longer holds the margin: its multiplier has reached the end of its "
        "range."
    )


def outcome_of(problem: Problem, standard: Standardised, solution: ActiveSetSolution) -> Outcome:
    """How the fit ended, in words for this data; the solution is in the coordinates of
    ``standard``.
    """
    low, high = solution.offsets
    shift = float(solution.theta[:-1].dot(standard.centre)) / standard.scale
    interval = (low - shift, high - shift) if high > low else None
    apart = not solution.theta[:-1].any() and not _cancels(standard, solution)
    words = partial(_in_words, problem, standard, solution, apart, interval)
    facts = partial(_facts, problem, standard, solution)
    return Outcome(Status.CONVERGED, words, interval, facts)


def _facts(
    problem: Problem, standard: Standardised, solution: ActiveSetSolution
) -> tuple[tuple[str, float], ...]:
    inside = _counts(problem, standard, solution)[1]
    return (
        ("free support vectors", float(_free(solution))),
        ("points inside the margin", float(inside)),
    )


def without_rounding(theta: Floats, size: float, columns: Callable[[], Floats]) -> Floats:
    """:func:`without_noise`, where it changes no score of a sample either: the weight of a
    coordinate far out may be tiny.
    """
    cleaned = without_noise(theta, size)
    if cleaned is theta or float(np.abs(theta[:-1] @ columns()[:-1]).max(initial=0.0)) > NO_SCORE:
        return theta
    return cleaned


def _cancels(standard: Standardised, solution: ActiveSetSolution) -> bool:
    """Whether the samples that pay, and those on the margin by their multipliers, add up to
    nothing: then w = 0 for every C.

    The multipliers as parts of C/n solve the conditions of w = 0, in which C does not occur.
    """
    margin_columns = standard.Z[:, solution.W]
    total = solution.S[:-1] + margin_columns[:-1] @ solution.a
    size = float(np.abs(standard.Z[:-1]).max(initial=0.0))
    return bool(
        np.abs(total).max()
        <= MULTIPLIER_TOLERANCE * size * (solution.inside + float(solution.a.sum()))
    )


def _in_words(
    problem: Problem,
    standard: Standardised,
    solution: ActiveSetSolution,
    apart: bool,
    interval: tuple[float, float] | None,
) -> str:
    """``apart``: the samples inside and on the margin do not cancel, so that w = 0 is only what C
    is too small for.
    """
    parts = [_state_note(problem, standard, solution)]
    if not solution.theta[:-1].any():
        parts = [AT_THIS_C if apart else why_zero(problem, solution.weights)]
    if (
        solution.is_nearly_hard
        and not solution.inside
        and (solution.shares < 1.0 - MULTIPLIER_TOLERANCE).all()
    ):
        parts.append(
            "Hard-margin regime: C is so large that raising it further changes nothing but "
            "rounding."
        )
    if interval is not None:
        parts.append(
            f"Every b from {interval[0]:.6g} to {interval[1]:.6g} is equally good; the middle is "
            "shown."
        )
    return " ".join(parts)
