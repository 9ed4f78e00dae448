"""The SVM of K classes by the walk that finds the soft margin (:func:`solvers.core.walk`).

The loss of a group is the largest of K alternatives
(:mod:`solvers.algorithms.multiclass.svm_losses`), so the objective, divided by the size of its
penalty, is what the walk minimises in the differences theta (K-1, r+1) of the classes from the last
one: a group counts by one alternative, and the ties and their multipliers are those of the dual.
Each tie takes a round, so few classes and features take some dozens.

Where ties stop it, it begins anew at zero with targets that differ by a little, which break them,
and goes on from the ties that this leads to with ever better ones; the certificate judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ... import core
from ...arrays import Floats
from ...core import reference as stages
from ...core.reference import Walk
from ..walking import walk_on
from .coordinates import Coordinates
from .svm_losses import NO_WEIGHT, Hinge

# by which parts the targets are off, one walk from the end of the other; and anew
SHAKEN = ((1e-2, 1e-4, 1e-6, 0.0), (1e-7, 0.0)) * 2

Watch = Callable[[Walk], None]  # called after every round
Place = tuple[Floats, Floats]  # theta (K-1, r+1) and the weights (K, g) of the alternatives


@dataclass(frozen=True, eq=False)
class WalkEnd:
    """The differences theta (K-1, r+1) of the classes from the last one, the weights (K, g) of the
    alternatives, the objective over the price, and the relative gap, infinite where ties stopped
    the walk.
    """

    theta: Floats
    A: Floats
    objective: float
    gap: float


def walk_ends(
    at: Coordinates,
    hinge: Hinge,
    price: float,
    start: Place | None = None,
    watch: Watch | None = None,
) -> Iterator[WalkEnd]:
    """The optimum, from ``start`` or from zero; where ties stand in its way all ends that are
    reached around them.
    """
    state = _begin(at, hinge, price, start)
    for _ in walk_on(state, watch is not None):
        if watch is not None:
            watch(state)
    yield _end(state, hinge)
    if state.end == stages.OPTIMUM:
        return
    for seed, sizes in enumerate(SHAKEN):
        place, shares = None, np.random.default_rng(seed).random(hinge.delta.shape)
        for size in sizes:
            state = _begin(at, hinge, price, place, hinge.delta * (1.0 + size * shares))
            for _ in walk_on(state, is_watched=False):
                pass
            place = _place(state)
        yield _end(state, hinge)


def _place(state: Walk) -> Place:
    """theta and the weights of all alternatives."""
    A = np.zeros(state.values.shape)
    points = np.arange(len(state.counts))
    A[state.counts, points] = state.weight(points)
    for point, tied, multiplier in zip(*state.tied, state.multipliers.tolist(), strict=False):
        A[tied, point] = max(multiplier, 0.0)
        A[state.counts[point], point] -= max(multiplier, 0.0)
    return state.theta.reshape(state.K - 1, -1).copy(), A


def _end(state: Walk, hinge: Hinge) -> WalkEnd:
    """The place where a walk ended: at its optimum the weights are those of its multipliers, and
    primal less dual is what the alternatives that count are below the largest.

    With weights of its multipliers it is also that of the sums; of a walk that lost its digits
    these are apart.
    """
    theta, A = _place(state)
    objective = core.walk_objective(state) / state.c
    if state.end != stages.OPTIMUM:
        return WalkEnd(theta, hinge.convex_weights(np.maximum(A, 0.0)), objective, np.inf)
    points = np.arange(len(state.counts))
    below = hinge.total(state.values.max(axis=0) - state.values[state.counts, points])
    dual = (
        float(hinge.of_rivals(A).sum()) - 0.5 * float(state.theta @ state.P @ state.theta) / state.c
    )
    gap = max(below, abs(objective - dual)) / max(objective, 1e-300)
    return WalkEnd(theta, A, objective, gap)


def penalty_size(at: Coordinates, K: int) -> float:
    """The size of the penalty in theta, by which the walk divides the objective."""
    return (1.0 - 1.0 / K) * float(at.metric.max(initial=0.0)) or 1.0


def _begin(
    at: Coordinates,
    hinge: Hinge,
    price: float,
    place: Place | None,
    deltas: Floats | None = None,
) -> Walk:
    """The walk from zero, or from a place and the ties that its weights name, where these are few
    enough.
    """
    P, unit = at.penalty(hinge.K), penalty_size(at, hinge.K)
    counts = hinge.labels if place is None else place[1].argmax(axis=0)
    state = Walk(
        u=np.tile(at.columns, hinge.repeats),
        labels=hinge.labels.astype(np.uint8),
        K=hinge.K,
        P=P / unit,
        c=price / unit,
        folded_pull=np.zeros(len(P)),
        theta=np.zeros(len(P)) if place is None else place[0].ravel().copy(),
        counts=counts.astype(np.uint8),
        ties=np.zeros((len(P), 2), dtype=np.int64),
        multipliers=np.zeros(len(P)),
        weights=hinge.times if hinge.is_weighed else None,
        deltas=hinge.delta if deltas is None and hinge.all_rivals else deltas,
        reach=float(np.abs(at.columns[:-1]).max(initial=0.0)),
    )
    if place is not None:
        is_tied = place[1] > NO_WEIGHT
        is_tied[counts, np.arange(len(counts))] = False
        tied, points = is_tied.nonzero()
        if len(points) <= len(state.ties):
            state.ties[: len(points)] = np.stack([points, tied], axis=1)
            state.multipliers[: len(points)] = place[1][tied, points]
            state.info[stages.TIES], state.info[stages.STAGE] = len(points), stages.RESTARTS
    return state
