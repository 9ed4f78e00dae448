"""Newton's method for logistic regression that no point and no scale can stop: slower, and sure."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import numpy as np

from ...arrays import Floats
from .bulk import BulkProblem, Whitening

LIMIT = 300
WORK = 5e8  # points times squared coordinates of all steps together: some five seconds
MANY = 10_000  # of several times more points a sample of about so many is solved first
# The squared decrement, relative to the objective, at which nothing is left to gain.
ARRIVED = 1e-28
# A squared decrement below this part of the objective that stops falling is rounding.
STAGNANT = 1e-14
# Curvatures of points far on their side vanish; this much of the largest keeps the step in range.
FLOOR = 1e-300
SHRINK, GROW, BISECTIONS, SHORTENED, SHORTEST, LONGEST = 0.125, 4.0, 20, 12, 1e-24, 1e24
# A slope below this part of the first one is near enough to zero; where the quadratic model is good a step of length 1 will do.
SLACK, FLAT_ENOUGH = 0.1, 0.5
FEWEST = 20  # steps, however many points
PATIENCE = 40  # steps that gain nothing to speak of while a point far away may hide what there is to gain


def descend_surely(bulk: BulkProblem, theta: Floats) -> Iterator[Floats | None]:
    """The thetas on the way to the minimum, from ``theta (m+1,)``; they stop when no step gains.  None is a sign of life.

    Newton's direction comes from a factorisation of the weighted samples (:class:`Whitening`), never from their squares.  The
    step ends where the objective along it has its minimum, found by bisection of the slope, which is monotone: a point far away
    makes the loss bend within a part of 1e-12 of the step, and one on its wrong side makes it bend a million times later.

    A small decrement lambda tells how near the minimum is only where ``lambda R < 1``, R the length of the longest sample in the
    metric of H^-1: the curvature of one point far away may hide all that the others would gain beyond it.  Until then steps go on.
    """
    if bulk.n > 5 * MANY:
        start = theta
        for lower in descend_surely(bulk.sample(bulk.n // MANY), theta):
            start = start if lower is None else lower
            yield None
        theta = start if bulk.objective(start) < bulk.objective(theta) else theta
    here, previous, hidden = bulk.objective(theta), np.inf, 0
    for _ in range(min(LIMIT, max(FEWEST, int(WORK / (bulk.n * len(theta) ** 2))))):
        margins = theta @ bulk.Z
        small = np.exp(-np.abs(margins))
        p = np.where(margins > 0.0, small, 1.0) / (1.0 + small)
        whitening = Whitening.of(bulk, np.maximum(small / (1.0 + small) ** 2, FLOOR))
        if whitening is None:
            return
        T = whitening.T
        g = (bulk.L @ theta) @ (bulk.L @ T) - (bulk.Z @ p) @ T / bulk.n
        decrement = float(g @ g)
        if not decrement < np.inf:
            return
        step = -(T @ g)
        yield None
        is_near = decrement * float(np.square(T.T @ bulk.Z).sum(axis=0).max()) < 1.0
        length = yield from _length(bulk, theta, step, margins, FLAT_ENOUGH if is_near else SLACK)
        there = bulk.objective(theta + length * step)
        for _ in range(SHORTENED):  # scores that cancel are rounded anew at every place: nearer by, what is gained may be seen
            if there <= here or decrement <= STAGNANT * here:
                break
            length *= SHRINK
            there = bulk.objective(theta + length * step)
        if not there <= here and decrement > STAGNANT * here:
            return
        if there <= here or decrement <= previous:
            theta = theta + length * step
            yield theta
        hidden += not is_near and decrement <= STAGNANT * here
        if (is_near or hidden > PATIENCE) and (
            decrement <= ARRIVED * here or (decrement >= 0.25 * previous and decrement <= STAGNANT * here)
        ):
            return
        here, previous = min(here, there), decrement


def _length(bulk: BulkProblem, theta: Floats, step: Floats, margins: Floats, flat: float) -> Generator[None, None, float]:
    """A length at which the objective along the step is near its minimum: 1 where that leaves a part ``flat`` of the slope."""
    change = step @ bulk.Z
    at, to = bulk.L @ theta, bulk.L @ step

    m, small, p = np.empty_like(change), np.empty_like(change), np.empty_like(change)

    def slope(t: float) -> float:
        # In place: of many points new memory at every length costs as much as the exponentials.
        np.add(margins, np.multiply(change, t, out=m), out=m)
        np.exp(np.negative(np.abs(m, out=small), out=small), out=small)
        p.fill(1.0)
        np.copyto(p, small, where=m > 0.0)
        np.divide(p, np.add(small, 1.0, out=small), out=p)
        return float(to @ (at + t * to)) - float(p @ change) / bulk.n

    start = -slope(0.0)
    at_one = slope(1.0)
    if abs(at_one) <= flat * start and (at_one <= 0.0 or bulk.objective(theta + step) <= bulk.objective(theta)):
        return 1.0
    low, high = 0.0, 1.0
    if at_one < 0.0:
        while high < LONGEST and slope(high) < 0.0:
            low, high = high, GROW * high
            yield
    else:
        while high > SHORTEST and slope(SHRINK * high) > 0.0:
            high *= SHRINK
            yield
        low = SHRINK * high
    for _ in range(BISECTIONS):
        yield
        middle = 0.5 * (low + high)
        s = slope(middle)
        low, high = (middle, high) if s <= 0.0 else (low, middle)
        if -SLACK * start <= s <= 0.0:
            break
    return low  # the slope is not positive up to here, so the objective falls all the way
