"""The last digits of the SVM of K classes: the equations of the alternatives that share the largest
value.

Where an interior point has come close, it tells which alternatives of a group carry multipliers.
One of them: its multiplier is
1.  Several: they are equal, and their multipliers balance the weights.  Both together are one
    linear system of the size of the
weights and these ties; its solution is exact where the guess was right, which the certificate
tells.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...arrays import Floats, Ints
from .coordinates import Coordinates
from .svm_interior_point import InteriorPoint, System, walk
from .svm_losses import ManyHinge

# More ties than this are left to the interior point: their system would cost more than all its
# steps.
MOST_TIES = 400
EXACT = 1e-12  # a guess that leaves this gap is right


def svm_walk(at: Coordinates, K: int, hinge: ManyHinge, price: float) -> Iterator[InteriorPoint]:
    """The interior point from zero, and its polished end where that is better."""
    system, theta = System(at, K, hinge, price), np.zeros((K - 1, at.size))
    best: InteriorPoint | None = None
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
    system: System, hinge: ManyHinge, point: InteriorPoint, corrections: int = 3
) -> InteriorPoint | None:
    """The point on its guessed alternatives; None where there are too many ties or the guess leads
    nowhere.

    A guess that leaves a multiplier negative, or an alternative above the tied ones, is corrected a
    few times: the former leaves, the latter joins.  From a point that is nearly right, as after a
    dragged sample, that alone finds the optimum.
    """
    theta, A = point.theta, point.A
    best: InteriorPoint | None = None
    for _ in range(corrections):
        solved = _on_ties(system, hinge, theta, A)
        if solved is None:
            break
        theta, A = solved
        here = _measure(system, hinge, theta, A)
        best = here if best is None or abs(here.gap) < abs(best.gap) else best
        if abs(best.gap) <= EXACT:
            break
    return best


def _on_ties(
    system: System, hinge: ManyHinge, theta: Floats, A: Floats
) -> tuple[Floats, Floats] | None:
    """theta and multipliers (of any sign) that solve the equations of the ties that these carry."""
    V = hinge.alternatives(system.at.scores(theta))
    slack = V.max(axis=0) - V
    at_work = slack < A
    at_work |= slack == 0.0
    at_work |= A.max(axis=0) == A
    groups, base, tied = _ties(at_work, A)
    if len(tied) > MOST_TIES:
        return None
    A = np.where(at_work, np.maximum(A, 0.0), 0.0)
    A /= A.sum(axis=0)
    T = _rows(system, hinge, groups, base, tied)
    for _ in range(3):
        V = hinge.alternatives(system.at.scores(theta))
        uneven = _at(V, tied, groups) - _at(V, base, groups)
        step = _solve(system.P, T, -system.residual(theta, A).ravel(), -uneven)
        if step is None:
            return None
        theta = theta + step[: system.size].reshape(theta.shape)
        np.add.at(A.reshape(len(A), -1), (tied, groups), step[system.size :])
        np.subtract.at(A.reshape(len(A), -1), (base, groups), step[system.size :])
    return theta, A


def _measure(system: System, hinge: ManyHinge, theta: Floats, A: Floats) -> InteriorPoint:
    """The point with the multipliers cut to what they may be."""
    A = np.maximum(A, 0.0)
    A /= A.sum(axis=0)
    largest = hinge.alternatives(system.at.scores(theta)).max(axis=0)
    objective = system.objective(theta, largest)
    return InteriorPoint(
        theta, A, objective, (objective - system.dual(A, largest)) / max(objective, 1e-300)
    )


def _ties(at_work: Floats, A: Floats) -> tuple[Ints, Ints, Ints]:
    """The groups of all ties, the alternative with the largest multiplier of each, and the one that
    is tied to it.
    """
    flat, weights = at_work.reshape(len(A), -1), A.reshape(len(A), -1)
    base = weights.argmax(axis=0)
    others = flat.copy()
    others[base, np.arange(len(base))] = False
    tied, groups = np.nonzero(others)
    return groups, base[groups], tied


def _at(V: Floats, alternatives: Ints, groups: Ints) -> Floats:
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
