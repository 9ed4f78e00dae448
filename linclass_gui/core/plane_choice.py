"""Choosing what is shown of a table of more than two columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solvers import Dataset

from .document import LONGEST_NAME, Document
from .planes import COLUMNS, Plane, plane_of
from .user_error import UserError


def table_behind(dataset: Dataset, columns: tuple[str, ...]) -> Plane:
    """The plane of a data set whose points and what stands behind them are the columns of a table, in this order."""
    return plane_of(COLUMNS, columns, np.column_stack([dataset.X, dataset.behind]), dataset.labels)


def show_plane(document: Document, kind: str, pair: tuple[int, int] | None = None, standardise: bool | None = None) -> Document:
    """The document with another plane of its table; what is drawn in the plane before belongs to that one and goes.

    Raises:
        UserError: two equal columns, or the table has no such plane (:func:`plane_of`).
    """
    plane = document.plane
    if plane is None:
        return document
    pair = pair or plane.pair
    if kind == COLUMNS and pair[0] == pair[1]:
        raise UserError("The two axes are different columns: choose another one for one of them.")
    scaled = plane.is_standardised if standardise is None else standardise
    dataset = document.dataset
    shown = plane_of(kind, plane.columns, plane.rows(dataset.X, dataset.behind), dataset.labels, pair, scaled)

    def turned(points: Dataset) -> Dataset:
        X, behind = shown.coordinates(plane.rows(points.X, points.behind))
        return Dataset(X, points.labels, points.class_names, behind)

    across, up = (shown.axis_name(axis)[:LONGEST_NAME] for axis in (0, 1))
    changed = turned(dataset)
    return replace(
        document,
        dataset=changed,
        test=None if document.test is None else turned(document.test),
        plane=shown,
        axis_names=(across, up),
        methods=tuple(method.anew(changed.X) for method in document.methods),
        trial=None,
        annotations=(),
        view=None,
        units=None,
    )
