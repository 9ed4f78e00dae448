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

from ...arrays import Floats, Ints, locked
from ...problem import Problem

# Scores looked at by corrections, and corrections, at the most: half a second.
WORK = 60_000_000
CORRECTIONS = 20_000


@dataclass(frozen=True, eq=False)
class Correction:
    """The weights ``a (K, d)`` after a correction, its number, and the rows and classes it
    moved.
    """

    a: Floats
    count: int
    rows: tuple[int, ...]
    classes: tuple[int, ...]


class Machine:
    """Scores of all samples ``columns (d, n)``, kept up to date while the weights change."""

    def __init__(self, columns: Floats, labels: Ints, K: int, a: Floats) -> None:
        self.columns, self.labels, self.K = columns, labels, K
        self.a = a.copy()
        self._rows = np.arange(len(labels))
        self.F = self.a @ columns
        self.count, self.epoch, self.done = 0, 0, False

    def margins(self) -> tuple[Floats, Ints]:
        """``f_y - max of the rivals`` (n,) and the strongest rival."""
        rival_scores = self.F.copy()
        rival_scores[self.labels, self._rows] = -np.inf
        rivals = rival_scores.argmax(axis=0)
        return self.F[self.labels, self._rows] - rival_scores[rivals, self._rows], rivals

    def one_by_one(
        self, margin: float, rate: float, has_falling_rate: bool, passes: Iterator[Ints]
    ) -> Iterator[Correction]:
        """Every sample in turn, as often as the passes say; it ends when a whole pass finds none at
        or below the margin.
        """
        values, rivals = self.margins()
        for epoch, order in enumerate(passes, 1):
            self.epoch = epoch
            wrong = values[order] <= margin
            if not wrong.any():
                self.done = True
                return
            position = int(wrong.argmax())
            while True:
                row = int(order[position])
                k, rival = int(self.labels[row]), int(rivals[row])
                self.count += 1
                self._correct(row, k, rival, rate / self.count if has_falling_rate else rate)
                values, rivals = self.margins()
                yield Correction(self.a, self.count, (row,), (k, rival))
                if self.count * len(order) * self.K > WORK or self.count >= CORRECTIONS:
                    return
                later = values[order[position + 1 :]] <= margin
                if not later.any():
                    break
                position += 1 + int(later.argmax())
        self.done = not (values <= margin).any()

    def all_at_once(
        self, margin: float, rate: float, has_falling_rate: bool, threshold: float, epochs: int
    ) -> Iterator[Correction]:
        """The sum over all samples at or below the margin; it ends when there is none, or the step
        is short.
        """
        for epoch in range(1, epochs + 1):
            self.epoch = epoch
            values, rivals = self.margins()
            wrong = np.flatnonzero(values <= margin)
            if not len(wrong):
                self.done = True
                return
            self.count += 1
            signs = np.zeros((self.K, len(wrong)))
            signs[self.labels[wrong], np.arange(len(wrong))] = 1.0
            signs[rivals[wrong], np.arange(len(wrong))] = -1.0
            step = (rate / self.count if has_falling_rate else rate) * (
                signs @ self.columns[:, wrong].T
            )
            self.a = self.a + step
            self.F = self.a @ self.columns
            yield Correction(
                self.a,
                self.count,
                tuple(wrong.tolist()),
                tuple(np.flatnonzero(signs.any(axis=1)).tolist()),
            )
            if (
                self.count * len(self.labels) * self.K > WORK
                or float(np.linalg.norm(step)) <= threshold
            ):
                return
        self.done = not (self.margins()[0] <= margin).any()

    def _correct(self, row: int, k: int, rival: int, rate: float) -> None:
        z = rate * self.columns[:, row]
        self.a = self.a.copy()
        self.a[k] += z
        self.a[rival] -= z
        # From the weights themselves, not by increments, so that nothing drifts.
        self.F[k] = self.a[k] @ self.columns
        self.F[rival] = self.a[rival] @ self.columns


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
