"""The linear machine's corrections: of a point on the wrong side, add it to its own class and take
it from its strongest rival.

Source: Linear discriminants slides, "Linear machine"; Nilsson, Learning Machines (1965); Duda,
Hart, Stork, sec. 5.12.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ...arrays import Floats, Ints

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
        others = self.F.copy()
        others[self.labels, self._rows] = -np.inf
        rivals = others.argmax(axis=0)
        return self.F[self.labels, self._rows] - others[rivals, self._rows], rivals

    def one_by_one(
        self, margin: float, rate: float, falling: bool, passes: Iterator[Ints]
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
            at = int(wrong.argmax())
            while True:
                row = int(order[at])
                k, rival = int(self.labels[row]), int(rivals[row])
                self.count += 1
                self._correct(row, k, rival, rate / self.count if falling else rate)
                values, rivals = self.margins()
                yield Correction(self.a, self.count, (row,), (k, rival))
                if self.count * len(order) * self.K > WORK or self.count >= CORRECTIONS:
                    return
                later = values[order[at + 1 :]] <= margin
                if not later.any():
                    break
                at += 1 + int(later.argmax())
        self.done = not (values <= margin).any()

    def all_at_once(
        self, margin: float, rate: float, falling: bool, threshold: float, epochs: int
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
            step = (rate / self.count if falling else rate) * (signs @ self.columns[:, wrong].T)
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
