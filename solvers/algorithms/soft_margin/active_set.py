"""The exact soft margin by a primal active set: walk from kink to kink of a piecewise quadratic
until nothing can improve.

With samples ``z_i = y_i (x_i, 1)`` and ``theta = (w, b)`` the soft margin minimises

    F(theta) = 1/2 |w|^2 + c sum_i v_i max(0, e_i - <z_i, theta>),     c = C/n, e_i = 1,

where a point counts v_i times (once, unless errors of the classes count differently).  Between the
kinks ``<z_i, theta> = e_i`` the function is quadratic; the minimum has at most d = m + 1
independent points on their kinks.  The state is a partition of the points: W on the margin
(multiplier c a, 0 <= a <= v), L inside or beyond on the wrong side (a = v), all others outside (a =
0). One round

1. puts a point into W when it is empty (the exact best b for this w),
2. minimises the quadratic with W held on its kinks (:func:`working_set.minimum_on`),
3. looks which other points the step would carry across their kinks,
4. if none: takes the step; a multiplier outside [0, v] sends its point to L or outside, otherwise
   the answer is reached,
5. else: searches the exact minimum along the step; all points passed change sides, the point that
   stops it joins W.

F falls with every step that is not of length zero, so the rounds are finite.  Ties are the danger
(snapped or repeated points): a point within rounding of its kink keeps its side, and many zero
steps raise :class:`Degenerate`.  A search along the step, and not the first kink as in the simplex
method, is what makes 10 rounds enough where there are thousands of points.

Source: Linear methods summary, soft-margin SVM and its KKT conditions; the active set is that of
convex quadratic programming (Nocedal and Wright, Numerical Optimization, 2006, ch. 16); in the
primal: Chapelle, Neural Comput. 19 (2007) 1155.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from ...arrays import Bools, Floats, Ints
from .working_set import Degenerate, minimum_on

EPS = 2.220446049250313e-16
BOX_TOLERANCE = 1e-11  # a multiplier this little outside [0, v] (in units of c) is rounding
STEP_TOLERANCE = 1e-13  # a shorter step counts as zero
LEVEL = 1e-12  # a slope in b that is this part of all weights is zero
PATIENCE = 6  # zero steps in a row before the smallest index decides (Bland's rule against cycling)


class OutOfRounds(Degenerate):
    """The rounds are spent; the state stands where the walk stopped and may go on from there."""


# Called after every round: parameters, the point that joined W or left it (-1: none), whether it
# joined.
Watch = Callable[[Floats, int, bool], None]


@dataclass(frozen=True, eq=False, slots=True)
class SoftMargin:
    """The problem: samples ``Z (d, n)``, ``c``, the folded sum of samples that are inside for good,
    target margins and weights.

    ``folded (d,)`` stands for points left out of ``Z`` because they stay inside the margin;
    ``targets (n,)`` are the e_i of a perturbed problem and ``weights (n,)`` the v_i, None for 1;
    ``reach`` bounds the coordinates (for tolerances).
    """

    Z: Floats
    c: float
    folded_sum: Floats
    reach: float
    targets: Floats | None = None
    weights: Floats | None = None

    @staticmethod
    def of(
        Z: Floats,
        c: float,
        folded_sum: Floats | None = None,
        reach: float | None = None,
        weights: Floats | None = None,
    ) -> SoftMargin:
        """The problem with targets 1."""
        if reach is None:
            reach = max(float(Z[:-1].max()), -float(Z[:-1].min()))
        return SoftMargin(
            Z, c, np.zeros(len(Z)) if folded_sum is None else folded_sum, reach, None, weights
        )

    @property
    def unweighed(self) -> SoftMargin:
        """The same problem with every hinge once: v times the hinge of z is that of the sample v z
        with the target v.
        """
        v, e = self.weights, self.targets
        return (
            self
            if v is None
            else replace(self, Z=self.Z * v, targets=v if e is None else v * e, weights=None)
        )

    def tops(self, W: list[int]) -> Floats:
        """The largest multipliers of some points, divided by c."""
        return np.ones(len(W)) if self.weights is None else self.weights[W]

    def pull(self, j: int) -> Floats:
        """The term of a point in the sum S when it comes to lie inside."""
        z: Floats = self.Z[:, j] if self.weights is None else self.weights[j] * self.Z[:, j]
        return z

    def rounding(self, theta: Floats) -> float:
        """How far a computed margin may be from the true one."""
        size: float = sum(map(abs, theta.tolist()))
        return 32 * EPS * (size * max(self.reach, 1.0) + 1.0)

    def tolerance(self, theta: Floats) -> float:
        """How far from its kink a point counts as lying on it."""
        return max(1e-12, self.rounding(theta))

    def inside_sum(self, L: Bools) -> Floats:
        """The sum of the samples inside the margin."""
        total: Floats = self.folded_sum + self.Z.dot(counts_of(L, self.weights))
        return total


def counts_of(L: Bools, weights: Floats | None) -> Floats:
    """How many times each point of L counts; the others not at all."""
    return L.astype(np.float64) if weights is None else weights * L


@dataclass(eq=False, slots=True)
class State:
    """Where the walk stands; owned and changed by :func:`descend`."""

    theta: Floats
    W: list[int]
    L: Bools
    S: Floats
    a: list[float]
    rounds: int = 0
    certain: bool = False  # whether the last look at all points found nothing to excuse as rounding

    @staticmethod
    def cold(theta: Floats, n: int) -> State:
        """The state of a cold start: no partition yet."""
        return State(theta, [], np.zeros(n, dtype=bool), np.zeros(len(theta)), [])


def descend(
    problem: SoftMargin,
    state: State,
    *,
    confirm: bool = True,
    limit: int | None = None,
    zero_limit: int = 12,
    watch: Watch | None = None,
) -> State:
    """Walk ``state`` to the exact minimum (and return it).

    ``confirm=False`` skips the last round, which recomputes the sum S without its rounding drift
    (for a drag, which does many fits in a row); ``limit`` bounds the rounds and ``zero_limit`` the
    steps of length zero.

    Raises:
        OutOfRounds: the limit is reached.
        Degenerate: too many zero steps, or dependent points on the margin.
    """
    Z, c, e = problem.Z, problem.c, problem.targets
    d, n = Z.shape
    fresh, zeros, zeros_in_all = False, 0, 0
    for _ in range(limit or 60 + 20 * d + int(2 * n**0.5)):
        state.rounds += 1
        if not state.W:
            _enter_best_offset(problem, state)
            fresh = True
        W = state.W
        target, state.a = minimum_on(
            Z.take(W, axis=1), state.S, c, [1.0] * len(W) if e is None else e[W].tolist()
        )
        crossing = _crossing(problem, state, target)
        if crossing is None:
            state.theta = target
            k = _worst_multiplier(problem, state, zeros > PATIENCE)
            if k < 0:
                if fresh or not confirm or _summed_anew(problem, state):
                    return state
                fresh = True
                continue
            moved = _release(problem, state, k)
            fresh = fresh and not state.L[moved]
            if watch:
                watch(state.theta, moved, False)
            continue
        length, entered = _line_search(problem, state, target, crossing, zeros > PATIENCE)
        fresh = False
        zeros = zeros + 1 if length <= STEP_TOLERANCE else 0
        zeros_in_all += length <= STEP_TOLERANCE
        if zeros_in_all > zero_limit:
            raise Degenerate("too many steps of length zero")
        if watch:
            watch(state.theta, entered, True)
    raise OutOfRounds("too many rounds")


def _summed_anew(problem: SoftMargin, state: State) -> bool:
    """Rid S of its rounding drift, move to the minimum for the new S; whether that stayed within
    the rounding of margins.
    """
    before = state.theta
    state.S = problem.inside_sum(state.L)
    targets = [1.0] * len(state.W) if problem.targets is None else problem.targets[state.W].tolist()
    state.theta, state.a = minimum_on(problem.Z.take(state.W, axis=1), state.S, problem.c, targets)
    moved = max(
        [abs(p - q) for p, q in zip(state.theta.tolist(), before.tolist(), strict=True)]
    ) * max(problem.reach, 1.0)
    return moved <= problem.rounding(before) and _worst_multiplier(problem, state, False) < 0


def _enter_best_offset(problem: SoftMargin, state: State) -> None:
    """Put the point into W at which b is optimal for the present w, exactly, and rebuild L and S
    around it.

    The slope in b rises by v_i at each ``beta_i = y_i (e_i - <w, x_i>)``; it starts at -(points of
    class + and folded labels), so the optimum is an order statistic.  Equal beta are ranked as if
    they differed by an infinitesimal amount.
    """
    Z, e, v = problem.Z, problem.targets, problem.weights
    y, n = Z[-1], Z.shape[1]
    beta = state.theta[:-1].dot(Z[:-1])
    beta = y * np.subtract(1.0 if e is None else e, beta, out=beta)
    if v is None:
        rank = ceil((float(np.add.reduce(y)) + n) / 2 + problem.folded_sum.item(-1) - 1e-6) - 1
        rank = min(max(rank, 0), n - 1)
        order = beta.argpartition(rank) if n > 64 else beta.argsort(kind="stable")
    else:
        order = beta.argsort(kind="stable")
        risen, start = v[order].cumsum(), float(v @ (y > 0.0)) + problem.folded_sum.item(-1)
        rank = min(int(risen.searchsorted(start - LEVEL * risen[-1])), n - 1)
    j = order.item(rank)
    before = np.zeros(n, dtype=bool)
    before[order[:rank]] = True
    # Below j a point of class + is outside, one of class - inside; above j the reverse.
    state.L[:] = before == (y < 0)
    state.L[j] = False
    state.theta = state.theta.copy()
    state.theta[-1] = beta.item(j)
    state.S = problem.inside_sum(state.L)
    state.W.append(j)


# Rows that would change sides, their distance to the kink, their movement over a full step
# (positive: out of the margin), samples.
Crossing = tuple[Ints, Floats, Floats, Floats]


def _crossing(problem: SoftMargin, state: State, target: Floats) -> Crossing | None:
    """The points that a full step to ``target`` carries across their kinks; ties keep their
    side.
    """
    Z, L, e = problem.Z, state.L, problem.targets
    tolerance = problem.tolerance(target)
    m = target.dot(Z)
    for j in state.W:
        m[j] = np.inf  # on its kink by construction, not in L
    rows = ((m < (1.0 - tolerance if e is None else e - tolerance)) != L).nonzero()[0]
    state.certain = rows.size == 0
    if state.certain:
        return None
    after, Zr = m.take(rows), Z.take(rows, axis=1)
    margins_before = state.theta.dot(Zr)
    movement = after - margins_before
    kink: float | Floats = 1.0 if e is None else e[rows]
    # A tie ends within rounding of its kink (only points inside are flagged then) or does not
    # really move.
    real = (np.abs(after - kink) > tolerance) & (np.abs(movement) > 0.25 * tolerance)
    if np.count_nonzero(real) < rows.size:
        rows, margins_before, movement, Zr = (
            rows[real],
            margins_before[real],
            movement[real],
            Zr[:, real],
        )
        if rows.size == 0:
            return None
    return rows, (1.0 if e is None else e[rows]) - margins_before, movement, Zr


def _worst_multiplier(problem: SoftMargin, state: State, smallest_index: bool) -> int:
    """The position in W whose multiplier is furthest outside [0, v], or -1.

    For large C on separable data all multipliers are a tiny part of c, and only they set the scale
    of their rounding.
    """
    tolerance, largest = BOX_TOLERANCE, max(map(abs, state.a))
    if largest < 0.1:
        tolerance = BOX_TOLERANCE * largest + 64 * EPS * float(np.abs(state.S).max())
    worst, position, v = tolerance, -1, problem.weights
    for k, a in enumerate(state.a):
        excess = -a if a < 0.0 else a - (1.0 if v is None else v.item(state.W[k]))
        if excess > tolerance and smallest_index:
            if position < 0 or state.W[k] < state.W[position]:
                position = k
        elif excess > worst:
            worst, position = excess, k
    return position


def _release(problem: SoftMargin, state: State, k: int) -> int:
    """Take a point out of W: inside the margin when its multiplier is too large, else outside."""
    j = state.W.pop(k)
    if state.a[k] > 0.0:
        state.L[j] = True
        state.S = state.S + problem.pull(j)
    return j


def _line_search(
    problem: SoftMargin, state: State, target: Floats, crossing: Crossing, smallest_index: bool
) -> tuple[float, int]:
    """Move to the minimum of F on the way to ``target``; returns the length in [0, 1] and the point
    that joined W (-1: none).

    At length t the slope of F is ``sum of c v |movement| over the kinks passed - (1 - t) |step in
    w|^2``.
    """
    rows, distance, movement, Zr = crossing
    step = target - state.theta
    square = float(step[:-1].dot(step[:-1]))
    lengths_of_points = distance / movement
    np.maximum(lengths_of_points, 0.0, out=lengths_of_points)
    order = lengths_of_points.argsort()
    lengths, movement = lengths_of_points.take(order), movement.take(order)
    times = None if problem.weights is None else problem.weights[rows[order]]
    bend = np.abs(movement if times is None else times * movement).cumsum()
    # In units of c; the slope never falls, so the search finds the first kink that is not downhill.
    full_slope = square / problem.c
    slope = lengths * full_slope
    slope += bend
    passed = int(slope.searchsorted(full_slope))
    before = float(bend[passed - 1]) if passed else 0.0
    entered = -1
    if passed < len(order) and before < (1.0 - lengths.item(passed)) * full_slope:
        length = lengths.item(passed)
        stopper = order[passed]
        if smallest_index:
            tied = order[np.abs(lengths - length) <= STEP_TOLERANCE]
            stopper = tied[rows[tied].argmin()]
        entered = int(rows[stopper])
    else:
        length = 1.0 - before / full_slope if full_slope > 0.0 else 0.0
    if passed:
        crossed, outwards = order[:passed], np.sign(movement[:passed])
        state.S = state.S - Zr.take(crossed, axis=1).dot(
            outwards if times is None else times[:passed] * outwards
        )
        state.L[rows.take(crossed)] = outwards < 0.0
    state.theta = state.theta + length * step
    if entered >= 0:
        if len(state.W) >= len(step):
            raise Degenerate("more points on the margin than unknowns")
        if state.L[entered]:
            state.L[entered] = False
            state.S = state.S - problem.pull(entered)
        state.W.append(entered)
    return length, entered
