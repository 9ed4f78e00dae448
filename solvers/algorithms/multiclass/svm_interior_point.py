"""The SVM of K classes by a primal-dual interior point, to the last digit: a few small systems,
whatever the number of points.

With the loss as the largest of some alternatives (:mod:`solvers.algorithms.multiclass.svm_losses`),
divided by C/n, the problem is::

    min  (n/C) 1/2 sum_k ||w_k||^2 + sum_g t_g     subject to  t_g >= alternative_gj(F)  for all j,

with slacks s = t - alternative > 0 and multipliers a > 0, ``sum_j a_gj = 1`` (or what the
point counts).  A Newton step eliminates everything but the weights: with D = a/s the curvature of a
group is ``diag(D) - D D' / sum D``, as a softmax has it with probabilities.

Source: Mehrotra, SIAM J. Optim. 2 (1992) 575 (predictor and corrector).

The last digits come from the equations of the alternatives that share the largest value.  Where an
interior point has come close, it tells which alternatives of a group carry multipliers.  One of
them: its multiplier is 1.  Several: they are equal, and their multipliers balance the weights.
Both together are one linear system of the size of the weights and these ties; its solution is exact
where the guess was right, which the certificate tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Ints
from .coordinates import Coordinates, join_blocks
from .svm_losses import ManyHinge

CLOSED = 1e-13  # the gap relative to the objective at which the steps end
# below this gap a step is refined, and steps without a smaller one mean that only rounding is left
NEAR = 1e-2


@dataclass(frozen=True, eq=False)
class ClassesPoint:
    """The differences theta (K-1, r+1) of the classes from the last one, the multipliers, objective
    and relative gap.
    """

    theta: Floats
    A: Floats
    objective: float
    gap: float


def walk(system: System, theta: Floats) -> Iterator[ClassesPoint]:
    """Predictor-corrector steps (Mehrotra) from ``theta``.

    1. The predictor aims at no complementarity at all and tells how far one may go.
    2. The corrector aims at what is left then, with the second-order term of the predictor.
    """
    hinge = system.hinge
    V = hinge.alternatives(system.at.scores(theta))
    largest = V.max(axis=0)
    width = 1.0 + largest.mean()
    t = largest + width
    S, A = t - V, hinge.convex_weights(np.full(V.shape, 1.0 / len(V)))
    best, stalled = np.inf, 0
    for _ in range(100):
        mu = float((A * S).mean())
        residual = system.residual(theta, A)
        objective = system.objective(theta, largest)
        dual = system.dual(A, largest)
        gap = (objective - dual) / max(objective, 1e-300)
        yield ClassesPoint(theta, A, objective, gap)
        stalled = stalled + 1 if gap > 0.9 * best and best < NEAR else 0
        best = min(best, abs(gap))
        if abs(gap) <= CLOSED or stalled >= 5:
            return
        D = A / S
        factor = system.invert_hessian(D)
        if factor is None:
            return
        target = -A * S
        dtheta, dt, dS, dA = system.step(factor, D, S, A, residual, target)
        reach = _reach(S, dS, A, dA, 1.0)
        after = float(((A + reach * dA) * (S + reach * dS)).mean())
        sigma = (after / mu) ** 3
        target = sigma * mu - A * S - dA * dS
        dtheta, dt, dS, dA = system.step(factor, D, S, A, residual, target, 4 if best < NEAR else 1)
        reach = min(1.0, 0.995 * _reach(S, dS, A, dA, np.inf))
        theta = theta + reach * dtheta
        t = t + reach * dt
        A = hinge.convex_weights(A + reach * dA)
        V = hinge.alternatives(system.at.scores(theta))
        S_new = t - V
        S = np.where(S_new > 0.0, S_new, S + reach * dS)
        largest = V.max(axis=0)


def _reach(S: Floats, dS: Floats, A: Floats, dA: Floats, most: float) -> float:
    """The longest step that keeps all slacks and multipliers from turning negative."""
    steepest = max(float((-dS / S).max()), float((-dA / A).max()))
    return min(most, 1.0 / steepest) if steepest > 0.0 else most


class System:
    """The Newton system in theta (K-1, r+1), and the objectives; ``price`` is C/n."""

    def __init__(self, coordinates: Coordinates, K: int, hinge: ManyHinge, price: float) -> None:
        self.at, self.K, self.hinge = coordinates, K, hinge
        # Equal sizes first: in very different units lengths differ by many powers of ten.
        lengths = np.sqrt(coordinates.metric.diagonal())
        scaled = coordinates.metric / lengths / lengths[:, None]
        self.inverse_metric = price * np.linalg.inv(scaled) / lengths / lengths[:, None]
        self.size = (K - 1) * coordinates.size
        self.P = coordinates.penalty(K) / price

    def residual(self, theta: Floats, A: Floats) -> Floats:
        """The gradient of the Lagrangian in theta."""
        gradient: Floats = self.hinge.adjoint(A)[:-1] @ self.at.columns.T
        return gradient + (self.P @ theta.ravel()).reshape(theta.shape)

    def objective(self, theta: Floats, largest: Floats) -> float:
        """``(n/C) 1/2 sum ||w_k||^2`` and the losses."""
        return 0.5 * float(theta.ravel() @ self.P @ theta.ravel()) + self.hinge.total(largest)

    def dual(self, A: Floats, largest: Floats) -> float:
        """The dual at the multipliers: of the weights that they make themselves, less what offsets
        out of balance may cost.
        """
        pull = self.hinge.adjoint(A)[:-1] @ self.at.columns.T
        v = pull[:, :-1]
        norm = float((v * ((v + v.sum(axis=0)) @ self.inverse_metric)).sum())
        return (
            self.hinge.constants(A)
            - 0.5 * norm
            - float(np.abs(pull[:, -1]).sum()) * float(largest.max(initial=1.0))
        )

    def invert_hessian(self, D: Floats) -> Floats | None:
        """The inverse of the Hessian."""
        full = join_blocks(self.at.grams(self.hinge.curvature(D)), self.hinge.pairs) + self.P
        scale = 1.0 / np.sqrt(np.maximum(full.diagonal(), 1e-300))
        try:
            inverse: Floats = (
                scale[:, None] * np.asarray(np.linalg.inv(scale[:, None] * full * scale)) * scale
            )
        except np.linalg.LinAlgError:
            return None
        return inverse if np.isfinite(inverse).all() else None

    def step(
        self,
        inverse: Floats,
        D: Floats,
        S: Floats,
        A: Floats,
        residual: Floats,
        target: Floats,
        rounds: int = 1,
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """theta, t, slacks and multipliers change so that ``A dS + S dA = target`` and the gradient
        vanishes.
        """
        total = D.sum(axis=0)
        pull = target / S
        q = (pull.sum(axis=0) - (self.hinge.times - A.sum(axis=0))) / total
        right = residual + self.hinge.adjoint(pull - D * q)[:-1] @ self.at.columns.T
        dtheta = -(inverse @ right.ravel()).reshape(right.shape)
        for more in range(rounds, 0, -1):
            dV = self.hinge.changes(self.at.scores(dtheta))
            dt = q + (D * dV).sum(axis=0) / total
            dS = dt - dV
            dA = pull - D * dS
            if more == 1:
                break
            # The rest of the gradient with these very multipliers: the inverse alone loses it where
            # curvatures differ much.
            left = self.residual(dtheta, dA) + residual
            if float(np.abs(left).max()) <= 1e-2 * float(np.abs(residual).max()) + CLOSED:
                break
            dtheta = dtheta - (inverse @ left.ravel()).reshape(left.shape)
        return dtheta, dt, dS, dA


# More ties than this are left to the interior point: their system would cost more than all its
# steps.
MOST_TIES = 400
EXACT = 1e-12  # a guess that leaves this gap is right


def svm_walk(
    coordinates: Coordinates, K: int, hinge: ManyHinge, price: float
) -> Iterator[ClassesPoint]:
    """The interior point from zero, and its polished end where that is better."""
    system, theta = System(coordinates, K, hinge, price), np.zeros((K - 1, coordinates.size))
    best: ClassesPoint | None = None
    near = 1e-4  # the gap from which on the ties are guessed
    for point in walk(system, theta):
        best = point if best is None or abs(point.gap) <= abs(best.gap) else best
        yield point
        if abs(point.gap) <= near:
            # Most guesses are right long before the walk ends.
            exact = polish(system, hinge, point)
            if exact is not None and abs(exact.gap) <= EXACT:
                yield exact
                return
            near = 0.01 * abs(point.gap)
    if best is None:
        return
    for candidate in (best, point):
        exact = polish(system, hinge, candidate)
        # Of two whose gaps are rounding the exact equations are to be preferred.
        if exact is not None and abs(exact.gap) <= max(abs(best.gap), 1e-9):
            best = exact
    yield best


def polish(
    system: System, hinge: ManyHinge, point: ClassesPoint, corrections: int = 3
) -> ClassesPoint | None:
    """The point on its guessed alternatives; None where there are too many ties or the guess leads
    nowhere.

    A guess that leaves a multiplier negative, or an alternative above the tied ones, is corrected a
    few times: the former leaves, the latter joins.  From a point that is nearly right, as after a
    dragged sample, that alone finds the optimum.
    """
    theta, A = point.theta, point.A
    best: ClassesPoint | None = None
    for _ in range(corrections):
        solution = _on_ties(system, hinge, theta, A)
        if solution is None:
            break
        theta, A = solution
        candidate = measured(system, hinge, theta, A)
        best = candidate if best is None or abs(candidate.gap) < abs(best.gap) else best
        if abs(best.gap) <= EXACT:
            break
    return best


def _on_ties(
    system: System, hinge: ManyHinge, theta: Floats, A: Floats
) -> tuple[Floats, Floats] | None:
    """theta and multipliers (of any sign) that solve the equations of the ties that these carry."""
    V = hinge.alternatives(system.at.scores(theta))
    slack = V.max(axis=0) - V
    at_work = slack < hinge.shares(A)
    at_work |= slack == 0.0
    at_work |= A.max(axis=0) == A
    groups, base, tied = _ties(at_work, A)
    if len(tied) > MOST_TIES:
        return None
    A = hinge.convex_weights(np.where(at_work, np.maximum(A, 0.0), 0.0))
    T = _rows(system, hinge, groups, base, tied)
    for _ in range(3):
        V = hinge.alternatives(system.at.scores(theta))
        uneven = _values_at(V, tied, groups) - _values_at(V, base, groups)
        step = _solve(system.P, T, -system.residual(theta, A).ravel(), -uneven)
        if step is None:
            return None
        theta = theta + step[: system.size].reshape(theta.shape)
        np.add.at(A.reshape(len(A), -1), (tied, groups), step[system.size :])
        np.subtract.at(A.reshape(len(A), -1), (base, groups), step[system.size :])
    return theta, A


def measured(system: System, hinge: ManyHinge, theta: Floats, A: Floats) -> ClassesPoint:
    """The point with the multipliers cut to what they may be."""
    A = hinge.convex_weights(np.maximum(A, 0.0))
    largest = hinge.alternatives(system.at.scores(theta)).max(axis=0)
    objective = system.objective(theta, largest)
    return ClassesPoint(
        theta, A, objective, (objective - system.dual(A, largest)) / max(objective, 1e-300)
    )


def _ties(at_work: Floats, A: Floats) -> tuple[Ints, Ints, Ints]:
    """The groups of all ties, the alternative with the largest multiplier of each, and the one that
    is tied to it.
    """
    flat, weights = at_work.reshape(len(A), -1), A.reshape(len(A), -1)
    base = weights.argmax(axis=0)
    is_other = flat.copy()
    is_other[base, np.arange(len(base))] = False
    tied, groups = np.nonzero(is_other)
    return groups, base[groups], tied


def _values_at(V: Floats, alternatives: Ints, groups: Ints) -> Floats:
    values: Floats = V.reshape(len(V), -1)[alternatives, groups]
    return values


def _rows(system: System, hinge: ManyHinge, groups: Ints, base: Ints, tied: Ints) -> Floats:
    """The derivatives (ties, size) of ``alternative_tied - alternative_base`` in theta."""
    up, down, points = hinge.ends(tied, groups), hinge.ends(base, groups), groups % system.at.n
    T = np.zeros((len(groups), system.K, system.at.size))
    u, rows = system.at.columns[:, points].T, np.arange(len(groups))
    for (gains, loses), sign in ((up, 1.0), (down, -1.0)):
        np.add.at(T, (rows, gains), sign * u)
        np.subtract.at(T, (rows, loses), sign * u)
    return T[:, :-1].reshape(len(groups), system.size)


def _solve(P: Floats, T: Floats, first: Floats, second: Floats) -> Floats | None:
    """The shortest solution of ``P x + T'a = first``, ``T x = second``."""
    size, ties = len(P), len(T)
    matrix = np.zeros((size + ties, size + ties))
    matrix[:size, :size], matrix[:size, size:], matrix[size:, :size] = P, T.T, T
    # Equal sizes: P may be smaller than T by the price of a loss.
    scale = np.ones(size + ties)
    largest = float(np.abs(P).max())
    if largest > 0.0:
        scale[:size] = min(1.0, largest) ** -0.5
        scale[size:] = min(1.0, largest) ** 0.5
    try:
        solution = (
            scale
            * np.linalg.lstsq(
                scale[:, None] * matrix * scale,
                scale * np.concatenate([first, second]),
                rcond=1e-13,
            )[0]
        )
    except np.linalg.LinAlgError:
        return None
    return solution if np.isfinite(solution).all() else None
