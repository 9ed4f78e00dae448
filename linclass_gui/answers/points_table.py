"""The points as rows: a table of numbers, edits of its cells, and rows that can be selected at
once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solvers import AnyFit, Dataset, Floats
from solvers.arrays import Bools, Ints

from ..files.scene_table import column_names
from ..markup.mathtext import escape_label
from ..markup.numbers import score_decimals
from ..scene.document import Document
from ..scene.memo import memo
from ..scene.scene import Scene
from .comparison import method_titles
from .decision import support

DIGITS = 6  # of the largest number of a column
MOST_REGULAR = 1e6  # scores up to here are written with all their digits before the point


@dataclass(frozen=True, eq=False)
class PointsTable:
    """One row a point: ``numbers (n, m)`` under ``names``, its class, and what the selected method
    says of it.

    ``scores (n,)`` are f of two classes, of more the lead of the predicted class over the next one
    (``score_name`` says which), ``predicted (n,)`` the classes it gives; None: it has no answer.
    ``labels`` are the names in the mark-up, ``decimals`` those of each column of numbers, and
    ``score_decimals`` those of the scores, as the status line has them; None: too different sizes.
    """

    names: tuple[str, ...]
    numbers: Floats
    dataset: Dataset
    scores: Floats | None = None
    predicted: Ints | None = None
    score_name: str = "f(x)"
    labels: tuple[str, ...] = ()
    score_decimals: int | None = None

    @cached_property
    def decimals(self) -> tuple[int | None, ...]:
        """How many decimals all numbers of a column are written with."""
        return tuple(decimals_of(column) for column in self.numbers.T)


def decimals_of(values: Floats) -> int | None:
    """The decimals that write all values of a column, at the most six digits of the largest one;
    None where small ones would lose all of theirs.
    """
    sizes = np.abs(values[np.isfinite(values)])
    largest, smallest = sizes.max(initial=0.0), sizes[sizes > 0.0].min(initial=np.inf)
    if not 1e-4 < largest < 1e7:
        return 0 if largest == 0.0 else None
    most = max(0, DIGITS - 1 - max(0, math.floor(math.log10(largest))))
    if smallest < 10.0**-most:
        return None
    exact = (d for d in range(most) if np.array_equal(np.round(values, d), values))
    return next(exact, most)


def points_table(scene: Scene) -> PointsTable:
    """The points of a scene: the columns of the table behind them, or their two coordinates."""
    document, dataset = scene.document, scene.document.dataset
    fit = None if scene.is_stale else scene.drawn_answer
    plane = document.plane
    labels = document.axis_names if plane is None else tuple(map(escape_label, plane.columns))
    table = PointsTable(column_names(document)[0], numbers_of(document), dataset, labels=labels)
    if fit is None or len(fit.training_winners) != len(dataset):
        return table
    name = "f(x)" if fit.as_pair is not None else "lead"
    scores, predicted = leads_of(fit), fit.training_winners
    decimals = 3 if fit.as_pair is None else score_decimals(fit.as_pair)
    sizes = np.abs(scores)
    largest = float(sizes.max(initial=0.0))
    is_legible = largest == 0.0 or largest >= 10.0 ** (1 - decimals)  # else all show as 0
    is_regular = bool(np.isfinite(sizes).all()) and largest < MOST_REGULAR and is_legible
    return replace(
        table,
        scores=scores,
        predicted=predicted,
        score_name=name,
        score_decimals=decimals if is_regular else None,
    )


def numbers_of(document: Document) -> Floats:
    """The numbers of all points (n, m): of a table those of its columns, in its units."""
    plane, dataset = document.plane, document.dataset
    return dataset.X if plane is None else plane.rows(dataset.X, dataset.behind)


def leads_of(answer: AnyFit) -> Floats:
    """The lead (n,) of class + over class - at the training points, f; of more classes that of the
    predicted one over the next.
    """
    if answer.as_pair is not None:
        return answer.as_pair.training_scores
    next_one, first = np.sort(answer.training_scores, axis=1)[:, -2:].T
    leads: Floats = first - next_one
    return leads


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


Choice = tuple[str, frozenset[int]]


def choices_of_rows(scene: Scene) -> list[Choice]:
    """The choices of points in words, with their rows; a choice without rows is listed, too."""
    dataset = scene.document.dataset
    choices = [(name, _rows(dataset.labels == k)) for k, name in enumerate(dataset.class_names)]
    fit = scene.drawn_answer
    if fit is not None and not scene.is_stale and len(fit.wrong) == len(dataset):
        of = method_titles(scene.document)[scene.document.selected]
        choices.append((f"Wrong with {of}", _rows(fit.wrong)))
        vectors = support(fit)
        if vectors is not None:
            choices.append((f"Support vectors of {of}", frozenset(vectors.rows.tolist())))
    other_rows = frozenset(range(len(dataset))) - scene.selection
    return [*choices, ("All others", other_rows)]


@memo
def few_of_each(classes: Ints | Floats, step: int) -> Ints:
    """Every k-th row of each class: of a table whose classes alternate, every second row would be
    one class alone.
    """
    if step == 1:
        return np.arange(len(classes))
    return np.sort(np.argsort(classes, kind="stable")[::step])


def _rows(mask: Bools) -> frozenset[int]:
    return frozenset(np.flatnonzero(mask).tolist())
