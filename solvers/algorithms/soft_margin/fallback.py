"""The active set made unfailing and quick on any data: where the walk is long, an interior point
names the answer.

The plain walk needs 10 rounds on ordinary data and thousands where nearly all points lie near their
margin (labels without signal, lattices, a tiny C).  So it gets about half of the time that an
interior point takes, and then that takes over, at 10 to 50 steps on any data; :mod:`crossover`
finishes exactly from there.  Every answer is checked from scratch.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Bools, Floats
from ...cancellation import check_cancelled
from .active_set import OutOfRounds, SoftMargin, State, Watch, descend
from .crossover import crossed_over
from .interior_point import InteriorPoint, interior_points, primal_of
from .working_set import Degenerate, minimum_on

# the largest violated optimality condition of an accepted answer, in margins and in parts of c
GOOD = 1e-9
# Rounds of many points in the plane that cost half of an interior point of 25 steps; of few points,
# where calls cost more than numbers, so many more; and in feature spaces, where a step of the
# interior point costs six to ten rounds.
ROUNDS, MORE_ROUNDS, FEW, IN_SPACE = 50, 50, 1000, 30
PLANE = 3  # coordinates of z in the plane, where the walk has never left a gap
BREATH = 1_000_000  # point visits between two chances to cancel
# Newton steps: a band that was chosen too small may have no optimum, and is not worth more than a
# problem of that size takes.
BAND_STEPS, WHOLE_STEPS = 30, 300
# The relative gap at which an interior point is asked for the partition, and what it must fall by
# until the next time; also the violation of an answer for a band that is worth a look at all
# points.
NAMED, AGAIN = 1e-6, 1e-4

Named = tuple[float, State]  # a state and its violation


def solve(problem: SoftMargin, state: State, watch: Watch | None = None) -> State:
    """The exact minimum from ``state``, whatever the ties: by the walk, then by interior points.

    The best answer by :func:`violation` is returned; where there is none, where the walk has
    stopped: its gap shows.

    Raises:
        Degenerate: nothing has led to an answer for a band, which the whole problem then does
            without.
    """
    try:
        walk(problem, state, watch)
        if state.certain or violation(problem, state) <= GOOD:
            return state
    except Degenerate:
        pass
    best = _by_interior_points(problem)
    if problem.folded.any() and (best is None or best[0] > NAMED):
        raise Degenerate("neither the walk nor an interior point led to an answer for a band")
    return (
        consistent(problem, state.theta, [], np.zeros(problem.Z.shape[1], dtype=bool))
        if best is None
        else best[1]
    )


def affordable_rounds(d: int, n: int) -> int:
    """The rounds of the walk that cost about half of an interior point."""
    return ROUNDS + MORE_ROUNDS * FEW // (n + FEW) + IN_SPACE * (d > PLANE)


def walk(problem: SoftMargin, state: State, watch: Watch | None) -> State:
    """The plain walk within its budget, which may be cancelled now and then.

    Raises:
        Degenerate: see :func:`descend`.
    """
    d, n = problem.Z.shape
    left, stretch = affordable_rounds(d, n), max(1, BREATH // n)
    while True:
        try:
            return descend(problem, state, limit=min(left, stretch), watch=watch)
        except OutOfRounds:
            left -= stretch
            if left <= 0:
                raise
        check_cancelled()


def _by_interior_points(problem: SoftMargin) -> Named | None:
    """The best state, with its violation, that interior points name."""
    found: list[Named] = []
    asked, best = NAMED / AGAIN, None
    try:
        for point in interior_points(
            problem, limit=BAND_STEPS if problem.folded.any() else WHOLE_STEPS
        ):
            check_cancelled()
            best = point if best is None or point.gap < best.gap else best
            if point.gap <= AGAIN * asked:
                asked = point.gap
                found += state_of_point(problem, point)
                if found and found[-1][0] <= GOOD:
                    return found[-1]
    except np.linalg.LinAlgError:
        pass  # the numbers end here; what was named before counts
    if best is not None and best.gap < min(asked, NAMED):
        found += state_of_point(problem, best)  # the end of the way, wherever that is, knows most
    return min(found, key=lambda each: each[0], default=None)


def state_of_point(problem: SoftMargin, point: InteriorPoint) -> list[Named]:
    """The state that an interior point names, with its violation; none where it is not near enough
    to name one.
    """
    state = crossed_over(problem, point)
    return [] if state is None else [(violation(problem, state), state)]


def restart_state(problem: SoftMargin, W: list[int], L: Bools, S: Floats) -> State:
    """A warm state: the minimum for the partition (W, L), with every point on the side where that
    minimum has it.

    Points within rounding of their kink keep the side they had.

    Raises:
        Degenerate: W holds dependent points.
    """
    theta, a = (
        minimum_on(problem.Z[:, W], S, problem.c, [1.0] * len(W)) if W else (np.zeros(len(S)), [])
    )
    return consistent(problem, theta, W, L, a)


def consistent(
    problem: SoftMargin, theta: Floats, W: list[int], L: Bools, a: list[float] | None = None
) -> State:
    """The state at ``theta``: ``L`` corrected for every point that is clearly on one side, S summed
    anew.
    """
    tolerance = problem.tolerance(theta)
    m = theta @ problem.Z
    L = (L & (m <= 1.0 + tolerance)) | (m < 1.0 - tolerance)
    L[W] = False
    return State(theta, list(W), L, problem.inside_sum(L), a or [])


def violation(problem: SoftMargin, state: State) -> float:
    """The largest violated optimality condition, everything summed anew (margins absolute, the rest
    in parts of c).
    """
    Z, W, L = problem.Z, state.W, state.L
    excess = state.theta @ Z - 1.0
    excess[W] = np.abs(excess[W])
    wrong_side = np.where(L, excess, -excess)
    wrong_side[W] = excess[W]
    a = np.array(state.a)
    residual = problem.inside_sum(L) + Z[:, W] @ a
    residual[:-1] -= state.theta[:-1] / problem.c
    size = max(1.0, float(np.abs(problem.unweighed.Z[:-1]).sum(axis=0).max()))
    # What the residual adds to the duality gap, relative to the objective: for large c the sharpest
    # condition.
    primal = 2.0 * primal_of(Z, problem.c, state.theta, problem.weights)
    duality = problem.c**2 * float(residual[:-1] @ residual[:-1]) / primal if primal > 0.0 else 0.0
    conditions = (
        duality,
        float(wrong_side.max(initial=0.0)),
        float(np.abs(residual[:-1]).max()) / size,
        abs(float(residual[-1])) / max(1, Z.shape[1]),
        float(np.maximum(-a, a - problem.tops(W)).max(initial=0.0)),
    )
    worst: float = max(conditions)
    return worst
