"""How the points of a document differ from those that a lesson began with."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from solvers import Dataset

from ..document import Document, MethodInUse
from ..memo import memo
from ..standardising import in_units_of_table

# of the largest coordinate: there and back between units of the axes a point may move so far
ROUNDING, SMALLEST = 1e-11, 1e-300


@dataclass(frozen=True)
class Differences:
    """The numbers of points ``moved``, ``added`` and ``removed``, and how far the one moved
    furthest went (in data units).

    A point that changed its class counts as one removed and one added; one that was deleted and
    added again elsewhere counts as moved, because the outcome is the same.
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
    """The differences between two data sets in the same units, whatever the order of their rows."""
    if now is before:
        return Differences(0, 0, 0, 0.0)
    step = _rounding(before)
    gone, new = _rows(before, step), _rows(now, step)
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
    """Whether every method of a lesson is still there with its parameters, map and kernel, on or
    off, under any name.
    """
    return {m.id: _substance(m) for m in before.methods}.items() <= {
        m.id: _substance(m) for m in now.methods
    }.items()


def _substance(used: MethodInUse) -> tuple[object, ...]:
    return used.method, used.features, used.kernel, used.scheme


def in_first_units(document: Document, first: Document) -> Dataset:
    """The points of a document in the units that it had at first: axes that were standardised since
    have moved no point.
    """
    is_changed = document.units != first.units and first.units is None and first.plane is None
    return in_units_of_table(document).dataset if is_changed else document.dataset


def _rounding(dataset: Dataset) -> float:
    """What two ways of computing a coordinate may differ by; at least a step of numbers near 0."""
    return max(ROUNDING * float(np.abs(dataset.X).max(initial=0.0)), SMALLEST)


def _rows(dataset: Dataset, step: float) -> Counter[tuple[float, float, int]]:
    places = step * np.round(dataset.X / step)
    return Counter(
        (x1, x2, label)
        for (x1, x2), label in zip(places.tolist(), dataset.labels.tolist(), strict=True)
    )


def _furthest(left: list[tuple[float, float]], came: list[tuple[float, float]]) -> float:
    """The largest displacement of a point, each new place paired with the nearest old one."""
    if len(left) * len(came) > 1_000_000:
        return math.nan  # a thousand points are not moved one by one
    away = np.hypot(*(np.array(came)[:, None, :] - np.array(left)[None, :, :]).transpose(2, 0, 1))
    return float(away.min(axis=1).max())
