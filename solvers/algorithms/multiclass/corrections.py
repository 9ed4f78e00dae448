"""The linear machine's corrections: of a point on the wrong side, add it to its own class and take
it from its strongest rival.

Kesler's construction: K classes as one class, in a space K times as large.

A point of class k with rival l is the vector ``z = (e_k - e_l) (x) (1, phi)`` of K blocks: the
weights a = (b_1, w_1, ..., b_K, w_K) prefer the own class exactly where ``<a, z> > 0``.  So the
classes are separable, each score largest on its own class, exactly when some a has a positive
product with all z, that is when the origin is not in their convex hull.  The nearest point of that
hull is the best such direction: its length is gamma, the largest margin of a unit vector.  The
two-class hull distance answers both.

Source: Linear discriminants slides, "Linear machine" and "Kesler's construction"; Nilsson, Learning
Machines (1965); Duda, Hart, Stork, sec. 5.12.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import frexp

import numpy as np

from ... import core
from ...arrays import Floats, Ints, locked
from ...problem import Problem
from ..visits import HEARTBEAT, most_passes, passes

# How the samples are visited: as entered or shuffled, and by which seed.
Order = tuple[str, int]

CORRECTIONS = 20_000  # at the most, of single corrections


@dataclass(frozen=True, eq=False)
class Correction:
    """The weights ``a (K, d)`` after a step, its number, and the rows and classes it moved."""

    a: Floats
    step: int
    rows: tuple[int, ...]
    classes: tuple[int, ...]


class Machine:
    """The samples ``columns (d, n)`` with their labels, and the weights ``a (K, d)``, which change.

    ``most`` passes are made at the most.
    """

    def __init__(self, columns: Floats, labels: Ints, a: Floats, most: int) -> None:
        self.columns, self.labels, self.a, self.most = columns, labels, a.copy(), most
        self.done = False
        # passes made, position in the pass at hand, corrections made, those before this pass, row
        # and rival of the last one
        self._progress: Ints = np.zeros(6, dtype=np.int64)

    @property
    def count(self) -> int:
        """The corrections that are made."""
        return int(self._progress[2])

    @property
    def epoch(self) -> int:
        """The passes that are begun."""
        return int(self._progress[0]) + bool(self._progress[1])

    def margins(self) -> tuple[Floats, Ints]:
        """``f_y - max of the rivals`` (n,) and the strongest rival."""
        F, rows = self.a @ self.columns, np.arange(len(self.labels))
        own = F[self.labels, rows]
        F[self.labels, rows] = -np.inf
        rivals = F.argmax(axis=0)
        return own - F[rivals, rows], rivals

    def one_by_one(
        self, margin: float, rate: float, has_falling_rate: bool, order: Order, trace: bool
    ) -> Iterator[Correction | None]:
        """Every sample in turn, in so many passes; it ends when a whole pass finds none at or below
        the margin.

        With ``trace`` it yields every correction, without it None now and then.
        """
        z, n = np.ascontiguousarray(self.columns.T), len(self.labels)
        chunk = 1 if trace else most_passes(z.shape, HEARTBEAT, self.most)
        for end, rows in passes(n, *order, self.most, chunk):
            begin = int(self._progress[0])
            while self._progress[0] < end and not self.done:
                count = self.count
                ahead = None if rows is None else rows[(int(self._progress[0]) - begin) * n :]
                self.done = core.correct_many(
                    *(z, self.labels, ahead, margin, rate, int(has_falling_rate), end),
                    *(count + 1 if trace else CORRECTIONS, self.a, self._progress),
                )
                if trace and self.count > count:
                    row, rival = self._progress[4:].tolist()
                    classes = int(self.labels[row]), rival
                    yield Correction(self.a.copy(), self.count, (row,), classes)
                if self.count >= CORRECTIONS:
                    break
            if self.done or self.count >= CORRECTIONS:
                return
            yield None
        self.done = not (self.margins()[0] <= margin).any()

    def all_at_once(
        self, margin: float, rate: float, has_falling_rate: bool, threshold: float
    ) -> Iterator[Correction]:
        """The sum over all samples at or below the margin; it ends when there is none, or the step
        is short.
        """
        for epoch in range(1, self.most + 1):
            self._progress[0] = epoch
            values, rivals = self.margins()
            wrong = np.flatnonzero(values <= margin)
            if not len(wrong):
                self.done = True
                return
            self._progress[2] += len(wrong)
            signs = np.zeros((len(self.a), len(wrong)))
            signs[self.labels[wrong], np.arange(len(wrong))] = 1.0
            signs[rivals[wrong], np.arange(len(wrong))] = -1.0
            step = (rate / epoch if has_falling_rate else rate) * (signs @ self.columns[:, wrong].T)
            self.a = self.a + step
            classes = np.flatnonzero(signs.any(axis=1))
            yield Correction(self.a, epoch, tuple(wrong.tolist()), tuple(classes.tolist()))
            if float(np.linalg.norm(step)) <= threshold:
                return
        self.done = not (self.margins()[0] <= margin).any()


def kesler_vectors(columns: Floats, labels: Ints, K: int) -> Floats:
    """All z (n (K-1), K d) for samples ``columns (d, n)``; the K-1 rivals of a point stand
    together, in the order (y+1) % K ...
    """
    d, n = columns.shape
    z = np.zeros((n, K - 1, K, d))
    rows = np.arange(n)
    for step in range(1, K):
        z[rows, step - 1, labels] = columns.T
        z[rows, step - 1, (labels + step) % K] = -columns.T
    return z.reshape(n * (K - 1), K * d)


def kesler_problem(columns: Floats, labels: Ints, K: int) -> Problem:
    """The vectors as class + against the origin, the last row, alone."""
    z = kesler_vectors(columns, labels, K)
    Phi = locked(np.concatenate([z, np.zeros((1, z.shape[1]))]))
    return Problem(Phi, locked(np.append(np.ones(len(z)), -1.0)))


def exact_samples(Phi: Floats) -> tuple[Floats, Floats, float]:
    """``(1, (phi - centre) / scale)`` as columns (m+1, n), without any rounding, and what it was
    shifted and divided by.

    Separability does not depend on the origin and the unit, but far from the origin, or in large
    units, the ones and the features differ so much that doubles decide nothing.  The centre is a
    point near the middle of the data, the scale a power of two; where a difference would be rounded
    the centre is the origin.
    """
    middle = np.median(Phi, axis=0)
    centre = Phi[int(((Phi - middle) ** 2).sum(axis=1).argmin())].copy()
    steps = Phi - centre
    if _is_rounded(Phi, centre, steps):
        centre, steps = np.zeros_like(centre), Phi
    size = float(np.abs(steps).max(initial=0.0))
    scale = 2.0 ** frexp(size)[1] if size > 0.0 else 1.0
    if size > 0.0 and float(np.abs(steps[steps != 0.0]).min()) / scale < 1e-290:
        scale = 1.0
    return np.concatenate([np.ones((1, len(Phi))), (steps / scale).T]), centre, scale


def _is_rounded(Phi: Floats, centre: Floats, difference: Floats) -> bool:
    """Whether ``Phi - centre`` is not exact in doubles (Knuth's error of a sum)."""
    back = difference - Phi
    error = (Phi - (difference - back)) + (-centre - back)
    return bool(error.any())
