"""The SVM of Crammer and Singer by the walk that finds the soft margin (:func:`solvers.core.walk`).

Their loss of a point is the largest of K alternatives, so the objective, divided by the size of its
penalty, is what the walk minimises in the differences theta (K-1, r+1) of the classes from the last
one: a point counts by one alternative, and the ties and their multipliers are those of the dual.
With few classes and features it ends after some dozens of rounds; each tie takes a round, and with
many of them an interior point is sooner.

Where ties stop it, targets that differ by 1e-7 break them; the certificate judges.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ... import core
from ...arrays import Bytes, Floats
from ...core import reference as stages
from ...core.reference import Walk
from ..walking import PERTURBATIONS, walk_on
from .coordinates import Coordinates
from .svm_interior_point import ClassesPoint, System, measured
from .svm_losses import NO_WEIGHT, CrammerSinger

# classes and coordinates of theta up to which it is sooner than an interior point
MOST_CLASSES, MOST_COORDINATES = 6, 40
FEW = 1000  # points that are solved without a sample of them
SAMPLING = 8

Watch = Callable[[Walk], None]  # called after every round
Place = tuple[Floats, Floats]  # theta (K-1, r+1) and the multipliers (K, n), which add up to 1


def is_worth_a_walk(at: Coordinates, hinge: CrammerSinger) -> bool:
    """Whether the walk is sooner than an interior point; it counts each loss once."""
    K = hinge.K
    return not hinge.is_weighed and K <= MOST_CLASSES and (K - 1) * at.size <= MOST_COORDINATES


def walk_to_optimum(
    at: Coordinates,
    hinge: CrammerSinger,
    price: float,
    start: Place | None = None,
    watch: Watch | None = None,
) -> ClassesPoint:
    """The optimum, from ``start`` or from nothing; where ties stand in its way the better of two
    ends that were reached.
    """
    if start is None:
        state = _begin(at, hinge, price, _from_sample(at, hinge, price))
    else:
        state = _named(at, hinge, price, *start)
    for _ in walk_on(state, watch is not None):
        if watch is not None:
            watch(state)
    if state.end == stages.OPTIMUM:
        return _optimum(state, hinge)
    deltas = hinge.delta * (
        1.0 + PERTURBATIONS[0] * np.random.default_rng(7).random(hinge.delta.shape)
    )
    shaken = _walked(_begin(at, hinge, price, state.theta, deltas))
    settled = _walked(_named(at, hinge, price, *_place(shaken)))
    system = System(at, hinge.K, hinge, price)
    ends = [measured(system, hinge, *_place(ended)) for ended in (state, settled)]
    return min(ends, key=lambda end: abs(end.gap))


def _walked(state: Walk) -> Walk:
    """The same at its end."""
    for _ in walk_on(state, is_watched=False):
        pass
    return state


def _place(state: Walk) -> Place:
    """theta and the multipliers of all alternatives."""
    A = np.zeros(state.values.shape)
    A[state.counts, np.arange(len(state.counts))] = 1.0
    for point, tied, multiplier in zip(*state.tied, state.multipliers.tolist(), strict=False):
        A[tied, point] = max(multiplier, 0.0)
        A[state.counts[point], point] -= max(multiplier, 0.0)
    return state.theta.reshape(state.K - 1, -1).copy(), A


def _optimum(state: Walk, hinge: CrammerSinger) -> ClassesPoint:
    """The point of a walk that is at its optimum: there the weights are those of its multipliers,
    and primal less dual is what the alternatives that count are below the largest.

    With weights of its multipliers it is also that of the sums; of a walk that lost its digits
    these are apart.
    """
    theta, A = _place(state)
    objective = core.walk_objective(state) / state.c
    counted = state.values[state.counts, np.arange(len(state.counts))]
    below = float((state.values.max(axis=0) - counted).sum())
    dual = hinge.constants(A) - 0.5 * float(state.theta @ state.P @ state.theta) / state.c
    gap = max(below, abs(objective - dual)) / max(objective, 1e-300)
    return ClassesPoint(theta, A, objective, gap)


def penalty_size(at: Coordinates, K: int) -> float:
    """The size of the penalty in theta, by which the walk divides the objective."""
    return (1.0 - 1.0 / K) * float(at.metric.max(initial=0.0)) or 1.0


def _begin(
    at: Coordinates,
    hinge: CrammerSinger,
    price: float,
    theta: Floats,
    deltas: Floats | None = None,
    counts: Bytes | None = None,
) -> Walk:
    """The walk from theta."""
    P, unit = at.penalty(hinge.K), penalty_size(at, hinge.K)
    return Walk(
        u=at.columns,
        labels=hinge.labels.astype(np.uint8),
        K=hinge.K,
        P=P / unit,
        c=price / unit,
        folded_pull=np.zeros(len(P)),
        theta=theta.ravel().copy(),
        counts=hinge.labels.astype(np.uint8) if counts is None else counts,
        ties=np.zeros((len(P), 2), dtype=np.int64),
        multipliers=np.zeros(len(P)),
        deltas=deltas,
        reach=float(np.abs(at.columns[:-1]).max(initial=0.0)),
    )


def _named(at: Coordinates, hinge: CrammerSinger, price: float, theta: Floats, A: Floats) -> Walk:
    """The walk from the ties that multipliers name, where they are few enough."""
    counts = A.argmax(axis=0)
    state = _begin(at, hinge, price, theta, counts=counts.astype(np.uint8))
    is_tied = A > NO_WEIGHT
    is_tied[counts, np.arange(len(counts))] = False
    tied, points = is_tied.nonzero()
    if len(points) <= len(state.ties):
        state.ties[: len(points)] = np.stack([points, tied], axis=1)
        state.multipliers[: len(points)] = A[tied, points]
        state.info[stages.TIES], state.info[stages.STAGE] = len(points), stages.RESTARTS
    return state


def _from_sample(at: Coordinates, hinge: CrammerSinger, price: float) -> Floats:
    """Where a walk from nothing begins: at the optimum of every eighth point, of few between the
    means of the classes.
    """
    n = at.n
    rows = slice(0, None, SAMPLING)
    if n <= FEW or len(np.unique(hinge.labels[rows])) < hinge.K:
        return _between_means(at, hinge, price)
    part, losses = at.take(rows), CrammerSinger(hinge.labels[rows], hinge.K)
    more = price * n / part.n
    return _walked(_begin(part, losses, more, _from_sample(part, losses, more))).theta


def _between_means(at: Coordinates, hinge: CrammerSinger, price: float) -> Floats:
    """Each point counts for the nearest mean: with ``f_k = s (<m_k, u> - |m_k|^2 / 2)`` the nearest
    means have margins 1, or as much as multipliers of the price can make.
    """
    counts = np.bincount(hinge.labels, minlength=hinge.K)
    present = np.maximum(counts, 1)
    means = np.array([np.bincount(hinge.labels, row, hinge.K) for row in at.columns[:-1]])
    means = means.reshape(-1, hinge.K).T / present[:, None]
    squares = ((means[:, None] - means) ** 2).sum(axis=2)
    nearest = float(squares[squares > 0.0].min(initial=np.inf))
    size = float(at.metric.diagonal().max(initial=0.0)) or 1.0
    s = min(2.0 / nearest, price / size * float(present.min()))
    scores = s * np.column_stack([means, -0.5 * (means * means).sum(axis=1)])
    theta: Floats = scores[:-1] - scores[-1]
    return theta
