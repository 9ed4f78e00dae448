"""The table of a scene: all points, also those held back for testing, in the units and with the
names of their table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from solvers import Dataset

from ..errors import join_names, quote
from ..markup.mathtext import plain
from ..scene.axes import in_units_of_table
from ..scene.document import Document
from ..scene.planes import COLUMNS, Plane
from .cells import (
    SET,
    TESTING,
    TRAINING,
    TableError,
    as_given,
    exact_text,
    guard_cell,
    in_a_row,
    row_text,
)
from .columns import Columns
from .tables import Table, number_classes, parse_table

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

    def unscaled(points: Dataset) -> Dataset:
        return Dataset(as_given(points.X), points.labels, points.class_names)

    return replace(
        document,
        dataset=unscaled(document.dataset),
        test=None if document.test is None else unscaled(document.test),
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


def csv_text(
    dataset: Dataset,
    names: tuple[str, ...] = ("x1", "x2"),
    plane: Plane | None = None,
    sets: Sequence[str] = (),
) -> str:
    """The points as a CSV table; coordinates are written so that reading restores the same numbers.

    All columns of a table behind the points are written, to the digits that survive rotation;
    ``sets`` holds a word for each point: for training, or for testing.

    Raises:
        TableError: both classes have one name, so that the table would lose them.
    """
    check_classes(dataset.class_names)
    classes = [in_a_row(guard_cell(name)) for name in dataset.class_names]
    names = names if plane is None else plane.columns
    set_name = (
        [next(name for name in (SET, "train or test", "") if name not in names)] if sets else []
    )
    head = row_text([*map(guard_cell, names), *set_name, "class"])
    ends = (
        [
            f"{set_word},{classes[label]}"
            for set_word, label in zip(sets, dataset.labels.tolist(), strict=True)
        ]
        if sets
        else None
    )
    ends = ends or [classes[label] for label in dataset.labels.tolist()]
    return head + "".join(
        f"{','.join(cells)},{end}\n"
        for cells, end in zip(coordinate_cells(dataset, plane), ends, strict=True)
    )


def check_classes(class_names: tuple[str, ...]) -> None:
    """Refuse classes that a table could not tell apart.

    Raises:
        TableError: two classes have one name, or are one number.
    """
    if len(set(class_names)) < len(class_names):
        name, count_word = (
            quote(next(name for k, name in enumerate(class_names) if name in class_names[:k])),
            "both" if len(class_names) == 2 else "two",
        )
        raise TableError(
            f"{count_word} classes are called {name}, and a table would lose them; give them "
            "different names first"
        )
    forms = number_classes(class_names, ".")
    if len(set(forms.values())) < len(forms):
        raise TableError(
            f"classes {join_names(class_names)} are equal as numbers, and a table would "
            "lose one; rename it first"
        )


def coordinate_cells(dataset: Dataset, plane: Plane | None = None) -> Iterator[list[str]]:
    """The coordinates of each point as cells; of a plane all columns of the table behind it, in
    their units.
    """
    X = dataset.X if plane is None else as_given(plane.rows(dataset.X, dataset.behind))
    in_text = repr if plane is None else exact_text
    return (list(map(in_text, values)) for values in X.tolist())


def table_of_document(document: Document) -> tuple[Table, Columns]:
    """The points of a document with their further columns, as a table in its own units, and the
    columns and classes shown.

    Raises:
        TableError: two classes have one name.
    """
    table = parse_table(scene_csv(document), document.title or "This scene")
    across, up = (0, 1) if document.plane is None else document.plane.pair
    kind = COLUMNS if document.plane is None else document.plane.kind
    label = table.header[-1]
    class_counts = zip(document.dataset.class_names, document.dataset.counts, strict=True)
    classes = [table.class_called(label, name) for name, n in class_counts if n]
    minus, plus, *more_classes = (
        classes if set(classes) <= set(table.classes(label)) and len(classes) > 1 else (None, None)
    )
    return table, Columns(
        table.header[across], table.header[up], label, minus, plus, tuple(more_classes), plane=kind
    )
