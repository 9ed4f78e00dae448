"""The line cut into K intervals, one a class in a given order, with the fewest training errors: exact, ties included."""

from __future__ import annotations

import numpy as np

from ...arrays import Floats, Ints


def best_intervals(p: Floats, labels: Ints, K: int) -> Floats:
    """The K - 1 cuts, rising, of the projections ``p (n,)`` with the most points in the interval of their class.

    ``labels`` count the classes from left to right.  A cut lies midway between two distinct values, or beyond all of them where an
    interval is empty.  Of equally good cuts the leftmost.

    The most points among the first j values with k + 1 intervals are ``max over a <= j of (most with k intervals up to a) +
    (points of class k in a ... j)``: a running maximum, one pass for each class.
    """
    order = np.argsort(p, kind="stable")
    values, first = np.unique(p[order], return_index=True)
    counts = np.zeros((K, len(values)))
    place = np.repeat(np.arange(len(values)), np.diff(np.append(first, len(p))))
    np.add.at(counts, (labels[order], place), 1.0)
    seen = np.concatenate([np.zeros((K, 1)), np.cumsum(counts, axis=1)], axis=1)
    best, choices = seen[0], []
    for k in range(1, K):
        ahead = best - seen[k]
        running = np.maximum.accumulate(ahead)
        choices.append(np.maximum.accumulate(np.where(np.diff(running, prepend=-np.inf) > 0.0, np.arange(len(running)), 0)))
        best = running + seen[k]
    end, ends = len(values), []
    for choice in reversed(choices):
        end = int(choice[end])
        ends.append(end)
    gap = float(values[-1] - values[0]) or 1.0
    padded = np.concatenate([[values[0] - gap], values, [values[-1] + gap]])
    cuts: Floats = 0.5 * (padded[ends[::-1]] + padded[np.array(ends[::-1]) + 1])
    return cuts
