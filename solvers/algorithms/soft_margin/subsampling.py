"""The exact soft margin for many points: solve a few, then all, looking only at the band that can
still change.

1. Strided samples of n/16, n/256, ... points give a start that is off by about 1/sqrt(sample size).
2. On a level, a point whose margin is further from 1 than the start is uncertain keeps its side: it
   is folded into one sum.  The exact problem on the band between is solved by the walk.
3. One look at all points proves that none outside the band would change sides, or widens the band.

The whole costs three or four passes over the data: 10 to 20 ms for a million points.

Source: Clarkson, J. ACM 42 (1995) 488 (solve a sample, then look for what contradicts it).
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, sqrt

import numpy as np

from ...arrays import Bools, Floats, Ints, blocks
from ...cancellation import check_cancelled
from ...core.reference import MOST_STILL_STEPS, STILL_STEPS, Walk
from ...point_classes import MARGIN_TOLERANCE
from .interior_point import interior_points
from .walk import SoftMargin, State, Watch, counts_of, follow, solve
from .working_set import Degenerate

SAMPLING = 16
SMALLEST = 1000
SHORT = 0.1  # a w this short, all that c allows, leaves nearly all margins below 1
BAND_FROM = 3000  # fewer points are solved at once: the bookkeeping of a band would cost more
MANY_COORDINATES = 30
ROUNDS = 12
# the part of the points in a band without an optimum, after which no other one is tried
LARGEST_FAILURE = 0.1
# the share of points in the band, times sqrt(sample size / d): three standard errors of the start
BAND = 3.0


def minimise(full_problem: SoftMargin, watch: Watch | None = None) -> State:
    """The exact minimum from nothing."""
    d, n = full_problem.Z.shape
    sizes = [n]
    while sizes[-1] > SMALLEST * max(1, d // 3):
        sizes.append(sizes[-1] // SAMPLING)
    theta = None
    if len(sizes) > 1 and _is_telling_sample(full_problem, sizes[1]):
        for size in sizes[:0:-1]:
            theta = _on_sample(full_problem, size, theta, watch)
    if theta is None:
        begin = _begin_whole(full_problem)
        return solve(full_problem, begin, watch)
    if n < BAND_FROM:
        return solve(full_problem, full_problem.begin(theta), watch)
    return in_band(full_problem, theta, [], sizes[1], watch)


def _is_telling_sample(full_problem: SoftMargin, size: int) -> bool:
    """Whether the optimum of a sample of that size tells where that of all points is.

    Not where the classes weigh about the same and c leaves w short, so that nearly all margins are
    below 1, or the means are no further apart than those of labels at random.
    """
    if full_problem.surplus * full_problem.surplus > full_problem.Z.shape[1]:
        return True
    sample, _ = _sample(full_problem, size)
    difference, least = sample.means_apart()
    square = float(difference @ difference)
    is_short = sample.c * least * sqrt(square) <= SHORT
    # the square of a difference of means that labels at random hardly exceed
    random_square = 16.0 * len(difference) / size
    return not is_short and square > random_square


def _begin_whole(full_problem: SoftMargin) -> Walk:
    """The begin of a walk over all points: between the means of the classes, but in many
    coordinates, where a walk takes a round for each tie, with the partition that an interior point
    names.
    """
    if len(full_problem.Z) < MANY_COORDINATES:
        return full_problem.begin(full_problem.between_means())
    for point in interior_points(full_problem):
        check_cancelled()
        if point.gap <= 1e-6:  # near enough to name the partition
            break
    is_outside = point.a <= point.s * float(point.a.max())
    is_inside = 1.0 - point.a <= point.xi
    W = (~is_outside & ~is_inside).nonzero()[0].tolist()
    is_named = len(W) <= len(full_problem.Z)
    return full_problem.begin(point.theta, W if is_named else (), is_inside, is_named)


def _on_sample(
    full_problem: SoftMargin, size: int, theta: Floats | None, watch: Watch | None
) -> Floats:
    """The optimum for every k-th point, with C = c n kept."""
    sample, rows = _sample(full_problem, size)
    watch = _translate_watch(watch, rows)
    if theta is None:
        theta = sample.between_means()
    try:
        if len(rows) < BAND_FROM:
            begin = sample.begin(theta)
            # after ten steps of length zero a sample has served: no one asks for its multipliers
            begin.info[STILL_STEPS] = MOST_STILL_STEPS - 10
            state = follow(begin, watch)
        else:
            state = in_band(sample, theta, [], size // SAMPLING, watch)
        return state.theta
    except Degenerate:
        return theta  # a start only: the next level does without


def _sample(full_problem: SoftMargin, size: int) -> tuple[SoftMargin, Ints]:
    """The problem of every k-th point, with C = c n kept, and its rows; of sorted data with
    (almost) one class only in them, the first points of both.
    """
    y, n = full_problem.Z[-1], full_problem.Z.shape[1]
    stride = n // size
    rows = np.arange(0, size * stride, stride)
    if abs(float(y[: size * stride : stride].sum())) >= size - 2:
        plus, minus = (np.flatnonzero(y == sign)[: max(2, size // 2)] for sign in (1.0, -1.0))
        rows = np.sort(np.concatenate([plus, minus]))
    return part_of(full_problem, rows, c=full_problem.c * n / len(rows)), rows


def part_of(
    full_problem: SoftMargin,
    rows: Ints,
    folded_sum: Floats | None = None,
    c: float = 0.0,
    reach: float | None = None,
) -> SoftMargin:
    """The problem of some rows, with the sum of others that stay inside, and perhaps another
    ``c``.
    """
    weights = None if full_problem.weights is None else full_problem.weights[rows]
    return SoftMargin.of(
        full_problem.Z.take(rows, axis=1), c or full_problem.c, folded_sum, reach, weights
    )


def _translate_watch(watch: Watch | None, rows: Ints) -> Watch | None:
    """The same watch for a problem that holds only these rows."""
    if watch is None:
        return None
    return lambda theta, row, has_joined: watch(
        theta, int(rows[row]) if row >= 0 else row, has_joined
    )


def in_band(
    full_problem: SoftMargin,
    theta: Floats,
    W: list[int],
    sample_size: int,
    watch: Watch | None = None,
) -> State:
    """The exact minimum near ``theta``, the optimum of about ``known_from`` similar points (W: its
    working points).
    """
    Z = full_problem.Z
    d, n = Z.shape
    radius = radius_of(Z, theta, BAND * sqrt(d / sample_size))
    failed = unbalanced = 0
    least_changed = n
    for attempt in range(ROUNDS):
        inside, rows, total = sides(full_problem, theta, radius)
        if len(rows) > n / 2 or failed > LARGEST_FAILURE * n:
            break  # all at once cost no more, and need no second look
        L = inside[rows]
        problem = part_of(full_problem, rows)
        problem = replace(problem, folded_sum=total - problem.inside_sum(L))
        if len(rows) == failed or not _can_balance(problem):
            if len(rows) == unbalanced > LARGEST_FAILURE * n:
                break  # many points share one kink: no other one is near
            unbalanced = len(rows)
            radius *= 4.0
            continue
        try:
            begin = problem.begin(theta, np.isin(rows, W).nonzero()[0].tolist(), L)
            state = solve(problem, begin, _translate_watch(watch, rows))
        except Degenerate:
            failed = len(rows)
            radius *= 4.0
            continue
        inside[rows] = state.L
        W, theta = rows[state.W].tolist(), state.theta
        changed = _contradictions(Z, theta, inside, W)
        if changed.size == 0:
            return State(theta, W, inside, state.S, state.a)
        check_cancelled()
        if changed.size <= least_changed / 10:
            # Their pull is made up for by about as many points that pass their margins.
            radius = radius_of(Z, theta, (200 + 8 * changed.size) / n)
        else:
            furthest = float(np.abs(theta @ Z.take(changed, axis=1) - 1.0).max())
            radius = max(radius if attempt else 0.5 * radius, 2.0 * furthest)
        least_changed = min(least_changed, changed.size)
    return solve(full_problem, full_problem.begin(theta, W), watch)


def radius_of(Z: Floats, theta: Floats, part: float) -> float:
    """How far from 1 the margins of that part of the points lie at most, a half of them at most."""
    distances = np.abs(theta @ Z[:, :: max(1, Z.shape[1] // 4000)] - 1.0)
    return _quantile(distances, min(0.5, part)) + 1e-12


def _quantile(values: Floats, part: float) -> float:
    """The value below which so much of all lies: an order statistic, at a fifth of what an
    interpolated quantile costs.
    """
    place = ceil(part * (len(values) - 1))
    quantile: float = np.partition(values, place).item(place)
    return quantile


def _can_balance(problem: SoftMargin) -> bool:
    """Whether multipliers in [0, v] of the points can add up to what the folded ones leave over,
    with room.
    """
    y, folded_label_sum = problem.Z[-1], float(problem.folded_sum[-1])
    plus, minus = (float(counts_of(side, problem.weights).sum()) for side in (y > 0.0, y < 0.0))
    return -plus < folded_label_sum < minus


def sides(full_problem: SoftMargin, theta: Floats, radius: float) -> tuple[Bools, Ints, Floats]:
    """The points inside the margin, the rows within ``radius`` of it, and the sum of the samples
    inside, in one pass over the data.

    Block by block all of it stays in the fast cache; whole arrays would cost three times as much at
    n = 10^6.
    """
    Z, weights = full_problem.Z, full_problem.weights
    n = Z.shape[1]
    inside, near, total = np.empty(n, dtype=bool), [], np.zeros(len(Z))
    for block in blocks(n):
        part = Z[:, block]
        excess = theta.dot(part)
        excess -= 1.0
        is_inside = np.less(excess, 0.0, out=inside[block])
        total += part.dot(counts_of(is_inside, None if weights is None else weights[block]))
        near.append((np.abs(excess, out=excess) <= radius).nonzero()[0] + block.start)
    return inside, np.concatenate(near), total


def _contradictions(Z: Floats, theta: Floats, inside: Bools, W: list[int]) -> Ints:
    """The points that are clearly on another side than assumed."""
    row_blocks = []
    for block in blocks(Z.shape[1]):
        excess = theta.dot(Z[:, block])
        excess -= 1.0
        rows = ((excess < 0.0) != inside[block]).nonzero()[0]
        row_blocks.append(rows[np.abs(excess[rows]) > MARGIN_TOLERANCE] + block.start)
    rows = np.concatenate(row_blocks)
    return rows[~np.isin(rows, W)] if rows.size else rows
