"""An attempt at a lesson: the document so far with its fits, and how its points differ from
those at the beginning.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from solvers import AnyFit, Dataset, Fit

from ..answers.decision import PlaneLine, plane_line, trial_line
from ..files.names import kebab
from ..scene.axes import in_units_of_table
from ..scene.document import Document
from ..scene.memo import memo
from ..scene.methods import MethodInUse, fit_now
from .lesson import Lesson

# of the largest coordinate: there and back between units of the axes a point may move so far
ROUNDING, SMALLEST = 1e-11, 1e-300


@dataclass(frozen=True)
class Differences:
    """The numbers of moved, added and removed points, and the longest way of a moved point (in data
    units).

    A point that changed its class counts as one removed and one added; one that was deleted and
    added again elsewhere counts as moved, because the outcome is the same.
    """

    moved_points: int
    added_points: int
    removed_points: int
    furthest: float

    @property
    def has_any(self) -> bool:
        """Whether anything is different."""
        return bool(self.moved_points or self.added_points or self.removed_points)


@memo
def differences(before: Dataset, after: Dataset) -> Differences:
    """The differences between two data sets in the same units; the order of their rows does not
    count.
    """
    if after is before:
        return Differences(0, 0, 0, 0.0)
    step = _rounding(before)
    lost_rows, new_rows = _rows(before, step), _rows(after, step)
    lost_rows, new_rows = lost_rows - new_rows, new_rows - lost_rows
    moved, furthest = 0, 0.0
    for label in {row[2] for row in (*lost_rows, *new_rows)}:
        left = [row[:2] for row in lost_rows.elements() if row[2] == label]
        came = [row[:2] for row in new_rows.elements() if row[2] == label]
        moved += min(len(left), len(came))
        if left and came:
            furthest = max(furthest, _furthest(left, came))
    return Differences(moved, new_rows.total() - moved, lost_rows.total() - moved, furthest)


def has_same_methods(before: Document, after: Document) -> bool:
    """Whether every method of a lesson is still there with its parameters, map and kernel, on or
    off, under any name.
    """
    return {m.id: _substance(m) for m in before.methods}.items() <= {
        m.id: _substance(m) for m in after.methods
    }.items()


def _substance(method: MethodInUse) -> tuple[object, ...]:
    return method.method, method.features, method.kernel, method.scheme


def in_first_units(document: Document, first: Document) -> Dataset:
    """The points of a document in the units that it had at first: axes that were standardised since
    have moved no point.
    """
    is_changed = document.units != first.units and first.units is None and first.plane is None
    return in_units_of_table(document).dataset if is_changed else document.dataset


def _rounding(dataset: Dataset) -> float:
    """The largest difference between two ways of computing a coordinate; at least a step of numbers
    near 0.
    """
    return max(ROUNDING * float(np.abs(dataset.X).max(initial=0.0)), SMALLEST)


def _rows(dataset: Dataset, step: float) -> Counter[tuple[float, float, int]]:
    with np.errstate(over="ignore"):  # so far away, a place is infinite
        places = step * np.round(dataset.X / step)
    return Counter(
        (x1, x2, label)
        for (x1, x2), label in zip(places.tolist(), dataset.labels.tolist(), strict=True)
    )


def _furthest(left: list[tuple[float, float]], came: list[tuple[float, float]]) -> float:
    """The largest displacement of a point, each new place paired with the nearest old one."""
    if len(left) * len(came) > 1_000_000:
        return math.nan  # a thousand points are not moved one by one
    distances = np.hypot(
        *(np.array(came)[:, None, :] - np.array(left)[None, :, :]).transpose(2, 0, 1)
    )
    return float(distances.min(axis=1).max())


TRIAL, BAYES = "trial", "bayes"


@dataclass(frozen=True, eq=False)
class Attempt:
    """``document`` with its fits by method id and the ``answers`` given so far, at a ``lesson``."""

    lesson: Lesson
    document: Document
    fits: Mapping[str, AnyFit]
    answers: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def beginning(self) -> Attempt:
        """The lesson as it began; its fits are computed when they are first used."""
        return begin_lesson(self.lesson)

    @property
    def changes(self) -> Differences:
        """How the points differ from those of the beginning, in its units."""
        first = self.lesson.document
        return differences(first.dataset, in_first_units(self.document, first))

    @property
    def has_same_methods(self) -> bool:
        """Whether the methods are those of the beginning."""
        return has_same_methods(self.lesson.document, self.document)

    def method(self, name: str) -> MethodInUse | None:
        """The method in use that a name means in this document."""
        return find_method(self.document, name)

    def answer(self, name: str) -> AnyFit | None:
        """The newest answer of a method, None while there is none (it is switched off, or being
        fitted).
        """
        method = self.method(name)
        return None if method is None else self.fits.get(method.id)

    def boundary(self, name: str) -> Fit | None:
        """The one boundary of an answer: of two classes; of more there is none, so that a goal
        never measures a pair that nobody chose.
        """
        answer = self.answer(name)
        return None if answer is None else answer.as_pair

    def line(self, name: str) -> PlaneLine | None:
        """The straight boundary of a subject, None where it has none."""
        if name == TRIAL:
            return None if self.document.trial is None else trial_line(self.document.trial)
        boundary = self.boundary(name)
        return None if boundary is None else plane_line(boundary)


def find_method(document: Document, name: str) -> MethodInUse | None:
    """The first method in use with this id, or whose name in kebab case is or starts with this
    one.
    """
    by_id = next((m for m in document.methods if m.id == name), None)
    if by_id is not None:
        return by_id
    return next(
        (m for m in document.methods if f"{kebab(type(m.method))}-".startswith(f"{name}-")), None
    )


@memo
def fit_of(document: Document, method: MethodInUse) -> AnyFit:
    """The fit of a method in use, computed here and now."""
    return fit_now(document.dataset, method)


def begin_lesson(lesson: Lesson) -> Attempt:
    """A lesson as it begins, with its fits."""
    start = lesson.document
    return Attempt(lesson, start, {m.id: fit_of(start, m) for m in start.methods})
