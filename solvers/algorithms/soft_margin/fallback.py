"""The active set made unfailing and quick on any data: where the walk is long, an interior point
names the answer.

The plain walk needs 10 rounds on ordinary data and thousands where nearly all points lie near their
margin (labels without signal, lattices, a tiny C).  So it gets about half of the time that an
interior point takes, and then that takes over, at 10 to 50 steps on any data; the crossover
finishes exactly from there.  Every answer is checked from scratch.

The crossover goes from the middle of the feasible set to its edge, to the exact optimum that an
interior point is about to reach.  Near the optimum every point shows where it belongs: multiplier
against slack says inside the margin, outside, or on it (T).  On lattices and among copies T holds
thousands of points, of which at most d can carry a multiplier strictly between 0 and c.

1. As many independent points of T as there are fix theta: the minimum with their margins held at 1
   (:func:`minimum_on`).
2. The multipliers of T must add up to ``sum a_i z_i = R`` with 0 <= a <= v.  A vertex of these
   solutions is the answer of a linear program with random costs r, whose dual is once more a sum of
   hinges, ``min -<R, u> + sum v_i max(0, r_i - <z_i, u>)``: the walk of :mod:`active_set` solves
   it, and random costs have no ties.

Source: Megiddo, ORSA J. Comput. 3 (1991) 63 (from interior to vertex solutions).
"""

from __future__ import annotations

import numpy as np

from ...arrays import Bools, Floats, Ints
from ...cancellation import check_cancelled
from .active_set import OutOfRounds, SoftMargin, State, Watch, descend
from .interior_point import InteriorPoint, interior_points, primal_of
from .working_set import Degenerate, minimum_on, without_noise

# the largest violated optimality condition of an accepted answer, in margins and in parts of c
GOOD = 1e-9
# Rounds of many points in the plane that cost half of an interior point of 25 steps; of few points,
# where calls cost more than numbers, so many more; and in feature spaces, where a step of the
# interior point costs six to ten rounds.
ROUNDS, MORE_ROUNDS, FEW_POINTS, IN_SPACE = 50, 50, 1000, 30
PLANE = 3  # coordinates of z in the plane, where the walk has never left a gap
BREATH = 1_000_000  # point visits between two chances to cancel
# Newton steps: a band that was chosen too small may have no optimum, and is not worth more than a
# problem of that size takes.
BAND_STEPS, WHOLE_STEPS = 30, 300
# The relative gap at which an interior point is asked for the partition, and what it must fall by
# until the next time; also the violation of an answer for a band that is worth a look at all
# points.
NAMING_GAP, NEXT_FACTOR = 1e-6, 1e-4

NamedState = tuple[float, State]  # a state and its violation


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
    if problem.folded_sum.any() and (best is None or best[0] > NAMING_GAP):
        raise Degenerate("neither the walk nor an interior point led to an answer for a band")
    return (
        consistent(problem, state.theta, [], np.zeros(problem.Z.shape[1], dtype=bool))
        if best is None
        else best[1]
    )


def affordable_rounds(d: int, n: int) -> int:
    """The rounds of the walk that cost about half of an interior point."""
    return ROUNDS + MORE_ROUNDS * FEW_POINTS // (n + FEW_POINTS) + IN_SPACE * (d > PLANE)


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


def _by_interior_points(problem: SoftMargin) -> NamedState | None:
    """The best state, with its violation, that interior points name."""
    states: list[NamedState] = []
    last_gap, best = NAMING_GAP / NEXT_FACTOR, None
    try:
        for point in interior_points(
            problem, limit=BAND_STEPS if problem.folded_sum.any() else WHOLE_STEPS
        ):
            check_cancelled()
            best = point if best is None or point.gap < best.gap else best
            if point.gap <= NEXT_FACTOR * last_gap:
                last_gap = point.gap
                states += state_of_point(problem, point)
                if states and states[-1][0] <= GOOD:
                    return states[-1]
    except np.linalg.LinAlgError:
        pass  # the numbers end here; what was named before counts
    if best is not None and best.gap < min(last_gap, NAMING_GAP):
        states += state_of_point(problem, best)  # the end of the way, wherever that is, knows most
    return min(states, key=lambda state: state[0], default=None)


def state_of_point(problem: SoftMargin, point: InteriorPoint) -> list[NamedState]:
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
    # The part of the duality gap, relative to the objective, that the residual makes: for large c
    # the sharpest condition.
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


ATTEMPTS = 4  # looks at the points that were taken for points on the margin and are not
DEPENDENT = 1e-9  # a sample this little outside of the span of others depends on them
# The c of the linear program, tried in this order: its answer is that of the quadratic one as soon
# as |u|/c is less than the multipliers of the vertex are away from their ends, and the smaller c
# is, the more digits has the way there.
STEEP = (1e3, 1e5, 1e7, 1e9)


def crossed_over(problem: SoftMargin, point: InteriorPoint) -> State | None:
    """The optimum with the partition that ``point`` names, or None where the point is not near
    enough to name it.
    """
    a, largest = point.a, float(point.a.max())
    outside, L = a <= point.s * largest, 1.0 - a <= point.xi
    is_both = outside & L
    L[is_both], outside[is_both] = (
        point.xi[is_both] > point.s[is_both],
        point.xi[is_both] <= point.s[is_both],
    )
    T = (~outside & ~L).nonzero()[0]
    for _ in range(ATTEMPTS):
        state = _with_margin(problem, point, T, L)
        if state is None:
            return None
        excess = state.theta.dot(problem.Z[:, T]) - 1.0
        wrong = np.abs(excess) > 4.0 * problem.tolerance(state.theta)
        if not wrong.any():
            return _with_vertex(problem, state, T, L)
        L[T[wrong]] = excess[wrong] < 0.0
        T = T[~wrong]
    return None


def _with_margin(problem: SoftMargin, point: InteriorPoint, T: Ints, L: Bools) -> State | None:
    """The minimum with the margins of T at 1 and the points of L inside."""
    S = problem.inside_sum(L)
    W = T[_independent(problem.Z[:, T], np.minimum(point.a[T], 1.0 - point.a[T]))].tolist()
    if not W:
        return State(np.append(problem.c * S[:-1], point.theta[-1]), [], L, S, [])
    try:
        theta, a = minimum_on(problem.Z.take(W, axis=1), S, problem.c, [1.0] * len(W))
    except Degenerate:
        return None
    inside = problem.c * (np.count_nonzero(L) + 1.0)
    return State(without_noise(theta, inside, problem.Z.take(W, axis=1)), W, L, S, a)


def _independent(Z: Floats, weights: Floats) -> list[int]:
    """Columns of ``Z (d, k)`` that span all of them, those with large weights first (Gram-Schmidt
    with pivoting).
    """
    sizes = np.sqrt(np.einsum("ij,ij->j", Z, Z))
    rest, columns = Z / sizes, list[int]()
    weights = weights / max(float(weights.max(initial=0.0)), 1e-300) + 1e-6
    for _ in range(min(Z.shape)):
        lengths = np.sqrt(np.einsum("ij,ij->j", rest, rest))
        k = int((lengths * weights).argmax())
        if lengths[k] <= DEPENDENT:
            k = int(lengths.argmax())
            if lengths[k] <= DEPENDENT:
                break
        columns.append(k)
        unit = rest[:, k] / lengths[k]
        rest = rest - np.outer(unit, unit @ rest)
    return columns


def _with_vertex(problem: SoftMargin, state: State, T: Ints, L: Bools) -> State | None:
    """The state with at most d multipliers strictly inside their range."""
    if len(T) == len(state.W):
        return state
    Z = problem.Z[:, T]
    R = -state.S
    R[:-1] += state.theta[:-1] / problem.c
    costs, weights = (
        np.random.default_rng(7).random(len(T)),
        None if problem.weights is None else problem.weights[T],
    )
    vertex = State.cold(np.zeros(len(Z)), len(T))
    try:
        for steep in STEEP:
            descend(
                SoftMargin(Z, steep, -R, float(np.abs(Z).max()), costs, weights),
                vertex,
                zero_limit=40,
            )
            if len(vertex.W) == len(state.W):
                break
        W, L = T[vertex.W].tolist(), L.copy()
        L[T] = vertex.L
        S = problem.inside_sum(L)
        _, a = minimum_on(problem.Z.take(W, axis=1), S, problem.c, [1.0] * len(W))
    except Degenerate:
        return None
    # all points of T fix theta more exactly than the few of them that carry multipliers
    return State(state.theta, W, L, S, a)
