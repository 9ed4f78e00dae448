"""Axes that the classes chose: errors on points left out that the same classes judge are too small.

Source: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed. (2009),
section 7.10.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers import AllColumns, Dataset, Floats
from solvers.arrays import Ints

from ..files.separation import best_pair, telling_column
from ..scene.document import Document
from ..scene.memo import memo
from ..scene.methods import MethodInUse
from ..scene.planes import COLUMNS, DISCRIMINANTS, METHOD, Plane, plane_of


@dataclass(frozen=True)
class ChosenAxes:
    """How the classes chose the axes: of so many ``pairs`` of columns, or as a plane (0)."""

    pairs: int

    @property
    def sentence(self) -> str:
        """The warning beside errors on points left out."""
        beginning = (
            f"The axes are the best of {self.pairs:,} pairs of columns for"
            if self.pairs
            else "The plane was chosen by"
        )
        return (
            f"{beginning} all points and classes, those left out included: the errors may be "
            "smaller than on new points."
        )

    @property
    def heading(self) -> str:
        """The same above a plot."""
        return (
            f"axes: best of {self.pairs:,} pairs" if self.pairs else "plane chosen by the classes"
        )


def chosen_axes(document: Document, methods: Iterable[MethodInUse]) -> ChosenAxes | None:
    """How the classes chose the axes that some of the methods see; None where they did not."""
    plane = document.plane
    if plane is None or not len(document.dataset) or not any(map(_sees_plane, methods)):
        return None
    return _chosen_axes(plane, document.dataset, document.test)


def plane_by_classes(document: Document, method: MethodInUse) -> Plane | None:
    """The plane that a method sees, where the classes chose it."""
    return None if chosen_axes(document, (method,)) is None else document.plane


def places_chosen_again(plane: Plane, points: Dataset, labels: Ints) -> Floats:
    """The points (n, 2) in the plane that other ``labels`` (n,) would have chosen.

    Raises:
        UserError: there is no such plane.
    """
    rows = plane.rows(points.X, points.behind)
    if plane.kind == COLUMNS:
        pair = list(best_pair(rows, labels))
        return np.asarray(((rows - plane.centre) / plane.scale)[:, pair])
    new_plane = plane_of(
        DISCRIMINANTS, plane.columns, rows, labels, standardise=plane.is_standardised
    )
    return new_plane.coordinates(rows)[0]


def _sees_plane(method: MethodInUse) -> bool:
    return method.kernel is not None or not isinstance(method.features, AllColumns)


@memo
def _chosen_axes(plane: Plane, dataset: Dataset, test: Dataset | None) -> ChosenAxes | None:
    points = dataset if test is None else dataset.joined(test)
    d, pairs = len(plane.columns), 0
    if plane.kind == COLUMNS:
        rows, labels = plane.rows(points.X, points.behind), points.labels
        telling_index = telling_column(rows, labels)
        columns = [k for k in range(d) if k != telling_index]
        best = {columns[k] for k in best_pair(rows[:, columns], labels)}
        is_first = set(plane.pair) == set(columns[:2])  # as tables open where none is better
        if is_first or set(plane.pair) != best:
            return None
        pairs = d * (d - 1) // 2
    elif plane.kind not in (DISCRIMINANTS, METHOD):
        return None
    return ChosenAxes(pairs)
