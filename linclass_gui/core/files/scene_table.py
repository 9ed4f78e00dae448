"""The table of a scene: all points, also those held back for testing, in the units and with the
names of their table.
"""

from __future__ import annotations

import re
from dataclasses import replace

from solvers import Dataset

from ..csv_cells import TESTING, TRAINING, as_given
from ..document import Document
from ..markup.mathtext import plain
from ..standardising import in_units_of_table
from .tables import coordinate_cells, csv_text

VARIABLE = re.compile(r"\$(\w)(?:_(\w))?\$")


def column_name(axis: str) -> str:
    """The name of a column for an axis label: a variable with its index as one types it, words as
    they are.
    """
    variable = VARIABLE.fullmatch(axis)
    return f"{variable[1]}{variable[2] or ''}" if variable else plain(axis)


def all_points(document: Document) -> Dataset:
    """The points, and behind them those held back for testing."""
    return document.dataset if document.test is None else document.dataset.joined(document.test)


def sets_of(document: Document) -> list[str]:
    """Of all points, whether they are for training or for testing; empty where none are held
    back.
    """
    if document.test is None:
        return []
    return [TRAINING] * len(document.dataset) + [TESTING] * len(document.test)


def _in_units(document: Document) -> Document:
    """The document with axes that are columns; of a plane the columns are those behind it."""
    if document.units is None or document.plane is not None:
        return document
    document = in_units_of_table(document)

    def given(points: Dataset) -> Dataset:
        return Dataset(as_given(points.X), points.labels, points.class_names)

    return replace(
        document,
        dataset=given(document.dataset),
        test=None if document.test is None else given(document.test),
    )


def scene_csv(document: Document) -> str:
    """The table of a scene as CSV.

    Raises:
        TableError: two classes have one name.
    """
    document = _in_units(document)
    names = tuple(map(column_name, document.axis_names))
    return csv_text(all_points(document), names, document.plane, sets_of(document))


def scene_cells(document: Document) -> tuple[tuple[str, ...], list[list[str]]]:
    """The names of the columns and the cells of all points, without classes and sets."""
    document = _in_units(document)
    names = (
        tuple(map(column_name, document.axis_names))
        if document.plane is None
        else document.plane.columns
    )
    return names, list(coordinate_cells(all_points(document), document.plane))
