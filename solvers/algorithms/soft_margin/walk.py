"""The exact soft margin by a walk from kink to kink of a piecewise quadratic until nothing can
improve.

With samples ``z_i = y_i (x_i, 1)`` and ``theta = (w, b)`` the soft margin minimises

    F(theta) = 1/2 |w|^2 + c sum_i v_i max(0, e_i - <z_i, theta>),     c = C/n, e_i = 1,

where a point counts v_i times (once, unless errors of the classes count differently).  Between the
kinks ``<z_i, theta> = e_i`` the function is quadratic; the minimum has at most d = m + 1
independent points on their kinks.  The state is a partition of the points: W on the margin
(multiplier c a, 0 <= a <= v), L inside or beyond on the wrong side (a = v), all others outside (a =
0).  The walk itself is a loop of the core (:func:`solvers.core.walk`): Newton's step on W, then the
exact minimum along it.  A search along the step, and not the first kink as in the simplex method,
is what makes 10 rounds enough where there are thousands of points.

Ties are the danger (snapped or repeated points): a point within rounding of its kink keeps its
side, and many steps of length zero end the walk.  Then targets e_i that differ by 1e-7 break the
ties, and the walk goes on from the partition that they lead to.  Whatever came of it is judged from
scratch: here by :func:`violation`, at the end by the certificate.

Source: Linear methods summary, soft-margin SVM and its KKT conditions; the active set is that of
convex quadratic programming (Nocedal and Wright, Numerical Optimization, 2006, ch. 16); in the
primal: Chapelle, Neural Comput. 19 (2007) 1155; the inertia of b: Rockafellar, SIAM J. Control
Optim. 14 (1976) 877 (proximal points).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from ...arrays import Bools, Floats, locked, weighed_sum
from ...core import reference as stages
from ...core.reference import Walk
from ...rounding import EPS
from ..walking import PERTURBATIONS, walk_on
from .working_set import Degenerate

# the largest violated optimality condition of an accepted answer, in margins and in parts of c
GOOD = 1e-9
# the violation of an answer for a band from which on it is not worth a look at all points
NEARLY = 1e-6
LEVEL = 1e-12  # a slope in b that is this part of all weights is zero

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

    @property
    def surplus(self) -> float:
        """How much more class + weighs than class -."""
        return weighed_sum(self.Z[-1], self.weights)

    def tops(self, W: list[int]) -> Floats:
        """The largest multipliers of some points, divided by c."""
        return np.ones(len(W)) if self.weights is None else self.weights[W]

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

    def means_apart(self) -> tuple[Floats, float]:
        """The difference of the means of the classes (d - 1,), and the weight of the smaller class:
        0 where there is none.

        Samples are signed: of a class that weighs V each counts v/V.
        """
        n, y, surplus = self.Z.shape[1], self.Z[-1], self.surplus
        total = float(n) if self.weights is None else weighed_sum(self.weights, None)
        plus, minus = 0.5 * (total + surplus), 0.5 * (total - surplus)
        if min(plus, minus) <= 0.0:
            return np.zeros(len(self.Z) - 1), 0.0
        shares = (0.5 / plus + 0.5 / minus) + (0.5 / plus - 0.5 / minus) * y
        return self.Z[:-1] @ (shares if self.weights is None else shares * self.weights), min(
            plus, minus
        )

    def between_means(self) -> Floats:
        """Where a walk from nothing begins: w along the difference of the means of the classes,
        until their margins are 1, or as long as multipliers c can make it.

        At w = 0 all points of a class share one kink, to which b goes where a class weighs more.
        Where both weigh the same b stays, and nothing stops the first step from 0.
        """
        theta = np.zeros(len(self.Z))
        if self.surplus == 0.0:
            return theta
        difference, least = self.means_apart()
        square = float(difference @ difference)
        if square > 0.0:
            theta[:-1] = difference * min(self.c * least, 2.0 / square)
        return theta

    def begin(
        self, theta: Floats, W: Sequence[int] = (), L: Bools | None = None, is_named: bool = False
    ) -> Walk:
        """A walk from theta, with the points of W tied and a first guess of those inside.

        ``is_named``: the partition is to be believed, and theta follows from it.
        """
        d, n = self.Z.shape
        counts = np.zeros(n, dtype=np.uint8) if L is None else L.astype(np.uint8)
        ties, rows = np.zeros((d, 2), dtype=np.int64), list(W)
        ties[: len(rows), 0], ties[: len(rows), 1], counts[rows] = rows, 1, 0
        labels, deltas = np.zeros(n, dtype=np.uint8), None
        if self.targets is not None:
            deltas = np.stack([np.zeros(n), self.targets])
        walk = Walk(
            self.Z,
            labels,
            2,
            _penalty(d),
            self.c,
            self.folded_sum,
            theta.copy(),
            counts,
            ties,
            np.zeros(d),
            self.weights,
            deltas,
            self.reach,
        )
        walk.info[stages.STAGE] = stages.RESTARTS if is_named else stages.BEGINS
        walk.info[stages.TIES] = len(rows)
        return walk

    def magnified(self, theta: Floats, noise: float) -> Walk:
        """A walk of ``phi = (theta' - theta) / s`` from 0, whose targets differ by ``noise`` times
        random numbers.

        With s = min(1, c n) it looks at a tiny c, of which w is a multiple, in the size of w.
        """
        s = min(1.0, self.c * self.Z.shape[1])
        targets = np.random.default_rng(7).random(self.Z.shape[1])
        targets *= noise
        targets += (1.0 - theta @ self.Z) / s
        folded_sum = self.folded_sum.copy()
        folded_sum[:-1] -= theta[:-1] / self.c
        problem = SoftMargin(self.Z, self.c / s, folded_sum, self.reach, targets, self.weights)
        return problem.begin(np.zeros_like(theta))


@cache
def _penalty(d: int) -> Floats:
    """The matrix of ``|w|^2`` in theta."""
    return locked(np.diag([*[1.0] * (d - 1), 0.0]))


def counts_of(L: Bools, weights: Floats | None) -> Floats:
    """How many times each point of L counts; the others not at all."""
    return L.astype(np.float64) if weights is None else weights * L


def primal_of(Z: Floats, c: float, theta: Floats, weights: Floats | None = None) -> float:
    """The objective at theta; ``weights (n,)`` are how many times each hinge counts."""
    return 0.5 * float(theta[:-1] @ theta[:-1]) + c * weighed_sum(
        np.maximum(0.0, 1.0 - theta @ Z), weights
    )


@dataclass(frozen=True, eq=False, slots=True)
class State:
    """Where a walk ended: theta, the partition (W, L), the sum S of L, the multipliers of W.

    ``is_optimum``: nothing but rounding stands against it; ``is_certain``: nor does the last look
    at all points, which excused nothing.
    """

    theta: Floats
    W: list[int]
    L: Bools
    S: Floats
    a: list[float]
    is_optimum: bool = False
    is_certain: bool = False


def follow(walk: Walk, watch: Watch | None = None) -> State:
    """Walk to the end: at the optimum, or where ties or the number of rounds stop it."""
    for _ in walk_on(walk, watch is not None):
        event = walk.info[stages.EVENT]
        if watch is not None and event != stages.NO_EVENT:
            watch(walk.theta.copy(), int(walk.info[stages.POINT]), event != stages.LEAVE)
    return state_of(walk)


def state_of(walk: Walk) -> State:
    """Where a walk has ended."""
    count = int(walk.info[stages.TIES])
    return State(
        walk.theta.copy(),
        walk.ties[:count, 0].tolist(),
        walk.counts.view(np.bool_),
        walk.pull.copy(),
        walk.multipliers[:count].tolist(),
        walk.end == stages.OPTIMUM,
        walk.end == stages.OPTIMUM and bool(walk.info[stages.IS_CERTAIN]),
    )


def solve(problem: SoftMargin, walk: Walk, watch: Watch | None = None) -> State:
    """The exact minimum from where ``walk`` begins, whatever the ties; else the best state by
    :func:`violation`: its gap shows.

    Raises:
        Degenerate: no answer for a band, which the whole problem then does without.
    """
    state = follow(walk, watch)
    if state.is_certain or violation(problem, state) <= GOOD:
        return state
    states = [state]
    for noise in PERTURBATIONS:
        shaken = follow(problem.magnified(state.theta, noise))
        states.append(follow(problem.begin(state.theta, shaken.W, shaken.L, is_named=True)))
        if violation(problem, states[-1]) <= GOOD:
            return states[-1]
    best = min(states, key=lambda ended: violation(problem, ended))
    if problem.folded_sum.any() and violation(problem, best) > NEARLY:
        raise Degenerate("the walk did not lead to an answer for a band")
    return best


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
