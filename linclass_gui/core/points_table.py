"""The points as rows of numbers: what a table of them shows, and what an edit of one cell makes of
the document.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solvers import Dataset, Fit, Floats
from solvers.arrays import Ints

from .classes.verdicts import training_winners
from .document import Document
from .fits.asking import AnyFit
from .fits.decision import training_scores
from .markup.mathtext import plain
from .scene import Scene


@dataclass(frozen=True, eq=False)
class PointsTable:
    """One row a point: ``numbers (n, m)`` under ``names``, its class, and what the selected method
    says of it.

    ``scores (n,)`` are those of two classes, ``predicted (n,)`` the classes it gives; None: it has
    no answer.
    """

    names: tuple[str, ...]
    numbers: Floats
    dataset: Dataset
    scores: Floats | None = None
    predicted: Ints | None = None


def points_table(scene: Scene) -> PointsTable:
    """The points of a scene: the columns of the table behind them, or their two coordinates."""
    document, dataset = scene.document, scene.document.dataset
    answer = scene.with_answer
    fit = None if answer is None or answer[0].id in scene.stale else answer[1]
    scores, predicted = _said(fit, len(dataset))
    return PointsTable(names_of(document), numbers_of(document), dataset, scores, predicted)


def names_of(document: Document) -> tuple[str, ...]:
    """The names of the columns of numbers."""
    plane = document.plane
    return tuple(plain(name) for name in document.axis_names) if plane is None else plane.columns


def numbers_of(document: Document) -> Floats:
    """The numbers of all points (n, m): of a table those of its columns, in its units."""
    plane, dataset = document.plane, document.dataset
    return dataset.X if plane is None else plane.rows(dataset.X, dataset.behind)


def _said(fit: AnyFit | None, n: int) -> tuple[Floats | None, Ints | None]:
    if fit is None:
        return None, None
    if isinstance(fit, Fit):
        scores = training_scores(fit)
        return (scores, (scores > 0.0).astype(np.int64)) if len(scores) == n else (None, None)
    winners = training_winners(fit)
    return None, winners if len(winners) == n else None


def with_number(document: Document, row: int, column: int, value: float) -> Document:
    """The document with another number in one cell; its point moves accordingly."""
    plane, dataset = document.plane, document.dataset
    numbers = numbers_of(document)[row].copy()
    numbers[column] = value
    if plane is None:
        return replace(document, dataset=dataset.moved(row, numbers))
    X, behind = plane.coordinates(numbers[None, :])
    changed = dataset.behind.copy()
    changed[row] = behind[0]
    moved = dataset.moved(row, X[0])
    return replace(document, dataset=Dataset(moved.X, moved.labels, moved.class_names, changed))
