"""From the middle of the feasible set to its edge: the exact optimum that an interior point is
about to reach.

Near the optimum every point shows where it belongs: multiplier against slack says inside the
margin, outside, or on it (T).  On lattices and among copies T holds thousands of points, of which
at most d can carry a multiplier strictly between 0 and c.

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
from .active_set import SoftMargin, State, descend
from .interior_point import InteriorPoint
from .working_set import Degenerate, minimum_on, without_noise

ATTEMPTS = 4  # looks at the points that were taken for points on the margin and are not
DEPENDENT = 1e-9  # a sample this little outside of the span of others depends on them
# The c of the linear program, tried in this order: its answer is that of the quadratic one as soon
# as |u|/c is less than the multipliers of the vertex are away from their ends, and the smaller c
# is, the more digits has the way there.
STEEP = (1e3, 1e5, 1e7, 1e9)
ROUNDS = 60  # of the walk that puts right what is left


def crossed_over(problem: SoftMargin, point: InteriorPoint) -> State | None:
    """The optimum with the partition that ``point`` names, or None where the point is not near
    enough to name it.
    """
    a, largest = point.a, float(point.a.max())
    outside, L = a <= point.s * largest, 1.0 - a <= point.xi
    both = outside & L
    L[both], outside[both] = point.xi[both] > point.s[both], point.xi[both] <= point.s[both]
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
    rest, chosen = Z / sizes, list[int]()
    weights = weights / max(float(weights.max(initial=0.0)), 1e-300) + 1e-6
    for _ in range(min(Z.shape)):
        lengths = np.sqrt(np.einsum("ij,ij->j", rest, rest))
        k = int((lengths * weights).argmax())
        if lengths[k] <= DEPENDENT:
            k = int(lengths.argmax())
            if lengths[k] <= DEPENDENT:
                break
        chosen.append(k)
        unit = rest[:, k] / lengths[k]
        rest = rest - np.outer(unit, unit @ rest)
    return chosen


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
    vertex = State.at(np.zeros(len(Z)), len(T))
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
    # all of T know theta better than those of them that carry multipliers
    return State(state.theta, W, L, S, a)
