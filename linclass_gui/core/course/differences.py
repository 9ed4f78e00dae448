"""How the points of a document differ from those that a lesson began with."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from solvers import Dataset

from ..document import Document, MethodInUse
from ..memo import memo


@dataclass(frozen=True)
class Differences:
    """The numbers of points ``moved``, ``added`` and ``removed``, and how far the one moved furthest went (in data units).

    A point that changed its class counts as one removed and one added; one that was deleted and added again elsewhere counts as
    moved, because the outcome is the same.
    """

    moved: int
    added: int
    removed: int
    furthest: float

    @property
    def any(self) -> bool:
        """Whether anything is different."""
        return bool(self.moved or self.added or self.removed)


@memo
def differences(before: Dataset, now: Dataset) -> Differences:
    """The differences between two data sets, whatever the order of their rows."""
    if now is before:
        return Differences(0, 0, 0, 0.0)
    gone, new = _rows(before), _rows(now)
    gone, new = gone - new, new - gone
    moved, furthest = 0, 0.0
    for label in {row[2] for row in (*gone, *new)}:
        left = [row[:2] for row in gone.elements() if row[2] == label]
        came = [row[:2] for row in new.elements() if row[2] == label]
        moved += min(len(left), len(came))
        if left and came:
            furthest = max(furthest, _furthest(left, came))
    return Differences(moved, new.total() - moved, gone.total() - moved, furthest)


def has_same_methods(before: Document, now: Document) -> bool:
    """Whether every method of a lesson is still there with its parameters, map and kernel, on or off, under any name."""
    return {m.id: _substance(m) for m in before.methods}.items() <= {m.id: _substance(m) for m in now.methods}.items()


def _substance(used: MethodInUse) -> tuple[object, ...]:
    return used.method, used.features, used.kernel, used.scheme


def _rows(dataset: Dataset) -> Counter[tuple[float, float, int]]:
    return Counter((x1, x2, label) for (x1, x2), label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True))


def _furthest(left: list[tuple[float, float]], came: list[tuple[float, float]]) -> float:
    """The largest displacement of a point, each new place paired with the nearest old one."""
    if len(left) * len(came) > 1_000_000:
        return math.nan  # a thousand points are not moved one by one
    away = np.hypot(*(np.array(came)[:, None, :] - np.array(left)[None, :, :]).transpose(2, 0, 1))
    return float(away.min(axis=1).max())
