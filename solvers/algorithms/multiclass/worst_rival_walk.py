"""The SVM of Crammer and Singer by the walk that finds the soft margin (:func:`solvers.core.walk`).

Their loss of a point is the largest of K alternatives, so the objective, divided by the size of its
penalty, is what the walk minimises in the differences theta (K-1, r+1) of the classes from the last
one: a point counts by one alternative, and the ties and their multipliers are those of the dual.
With few classes it ends after some dozens of rounds; with many a tie takes a round, and an interior
point is sooner there.

Where ties stop it, targets that differ by 1e-7 break them; the certificate judges.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from ... import core
from ...arrays import Bytes, Floats
from ...cancellation import check_cancelled
from ...core import reference as stages
from ...core.reference import Walk
from .coordinates import Coordinates
from .svm_interior_point import ClassesPoint, System, measured
from .svm_losses import CrammerSinger

MOST_CLASSES = 6
FEW = 1000  # points that are solved without a sample of them
SAMPLING = 8
MOST_ROUNDS, MORE_ROUNDS = 500, 20  # and as many more for each coordinate
BREATH = 1_000_000  # point visits between two chances to cancel
PERTURBATION = 1e-7  # of the targets, where ties have ended the walk
NO_MULTIPLIER = 1e-9  # a multiplier that is this part of the largest one is none

Place = tuple[Floats, Floats]  # theta (K-1, r+1) and the multipliers (K, n), which add up to 1


def walk_to_optimum(
    at: Coordinates, hinge: CrammerSinger, price: float, start: Place | None, is_watched: bool
) -> Iterator[ClassesPoint]:
    """The end of the walk from ``start``, or from nothing, and before it every round where it
    ``is_watched``.
    """
    system = System(at, hinge.K, hinge, price)
    for theta, A in _places(at, hinge, price, start, is_watched):
        yield measured(system, hinge, theta, A)


def _places(
    at: Coordinates, hinge: CrammerSinger, price: float, start: Place | None, is_watched: bool
) -> Iterator[Place]:
    if start is None:
        state = _begin(at, hinge, price, _from_sample(at, hinge, price))
    else:
        state = _named(at, hinge, price, *start)
    end = yield from _rounds(state, is_watched)
    yield place_of(state)
    if end == stages.OPTIMUM:
        return
    deltas = hinge.delta * (1.0 + PERTURBATION * np.random.default_rng(7).random(hinge.delta.shape))
    shaken = _begin(at, hinge, price, state.theta, deltas)
    yield from _rounds(shaken, is_watched=False)
    settled = _named(at, hinge, price, *place_of(shaken))
    yield from _rounds(settled, is_watched)
    yield place_of(settled)


def place_of(state: Walk) -> Place:
    """theta and the multipliers of all alternatives."""
    A = np.zeros((state.K, len(state.counts)))
    A[state.counts, np.arange(len(state.counts))] = 1.0
    points, tied = state.tied
    multipliers = state.multipliers[: len(points)]
    np.add.at(A, (tied, points), multipliers)
    np.subtract.at(A, (state.counts[points], points), multipliers)
    return state.theta.reshape(state.K - 1, -1).copy(), A


def _rounds(state: Walk, is_watched: bool) -> Generator[Place, None, int]:
    """Walk to the end, which is returned."""
    left, stretch = MOST_ROUNDS + MORE_ROUNDS * len(state.theta), 1
    if not is_watched:
        stretch = max(1, BREATH // (len(state.counts) * state.K))
    end: int = stages.UNFINISHED
    while end == stages.UNFINISHED and left > 0:
        check_cancelled()
        end = core.walk(state, min(left, stretch))
        left -= stretch
        if is_watched and end == stages.UNFINISHED:
            yield place_of(state)
    return end


def _begin(
    at: Coordinates,
    hinge: CrammerSinger,
    price: float,
    theta: Floats,
    deltas: Floats | None = None,
    counts: Bytes | None = None,
) -> Walk:
    """The walk from theta."""
    P = at.penalty(hinge.K)
    unit = float(P.max(initial=0.0)) or 1.0
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
    is_tied = A > NO_MULTIPLIER
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
    state = _begin(part, losses, more, _from_sample(part, losses, more))
    for _ in _rounds(state, is_watched=False):
        pass
    return state.theta


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
