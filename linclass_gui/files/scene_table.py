"""The table of a scene: all points, also those held back for testing, in the units and with the
names of their table.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from solvers import Dataset, Floats

from ..errors import UserError, join_names, quote
from ..markup.mathtext import plain
from ..scene.axes import in_units_of_table
from ..scene.document import Document
from ..scene.planes import COLUMNS, as_axis
from .cells import SET, TESTING, TRAINING, TableError, as_given, exact_text
from .columns import Columns
from .reading import TableReading, are_texts, read_picture, read_source, table_as
from .shipped import EXAMPLES, example_path
from .tables import Table, TypedColumn, named_table, whole_numbers

SAME_POINTS = 1e-9  # relative to the largest number of a column: rounding of scaled and turned rows
CLASS = "class"  # the name of the column of classes that have none
OTHER_COLUMNS = "other columns"  # the entry of a document on its way into a table
DIGITS = ".9g"  # to which numbers are the same: they may have been scaled and turned
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
    return document if document.plane is not None else in_units_of_table(document)


def table_values(document: Document) -> Floats:
    """The columns of numbers of all points (n, d), in their units; of a plane all columns of the
    table behind it, to the digits that survive scaling and rotation.
    """
    points, plane = all_points(_in_units(document)), document.plane
    if plane is not None:
        return as_given(plane.rows(points.X, points.behind))
    return points.X if document.units is None else as_given(points.X)


def column_names(document: Document) -> tuple[tuple[str, ...], str]:
    """The names of the columns of numbers, and of the class, as they are in the table that a scene
    was made of; an axis that has another name since keeps that one.
    """
    columns, plane = TableReading.from_json(document.reading).columns, document.plane
    given_names = {as_axis(name): name for name in (columns.x1, columns.x2)}
    axes = (given_names.get(axis) or column_name(axis) for axis in document.axis_names)
    names = tuple(axes) if plane is None else plane.columns
    return names, (columns.label if columns.label not in names else "") or CLASS


def scene_cells(document: Document) -> tuple[tuple[str, ...], list[list[str]]]:
    """The names of the columns and the cells of all points, without classes and sets."""
    names, _ = column_names(_in_units(document))
    in_text = repr if document.plane is None else exact_text
    return names, [list(map(in_text, values)) for values in table_values(document).tolist()]


def check_classes(class_names: tuple[str, ...]) -> None:
    """Refuse classes that a table could not tell apart.

    Raises:
        TableError: two classes have one name, or are one number.
    """
    if len(set(class_names)) < len(class_names):
        name = next(name for k, name in enumerate(class_names) if name in class_names[:k])
        raise TableError(
            f"two classes are called {quote(name)}, and a table would lose them; give them "
            "different names first"
        )
    forms = whole_numbers(class_names, ".")
    if len(set(forms.values())) < len(forms):
        raise TableError(
            f"classes {join_names(class_names)} are equal as numbers, and a table would "
            "lose one; rename it first"
        )


def own_table(document: Document) -> tuple[Table, Columns]:
    """The points of a document with their further columns, as a table in its own units, and the
    columns and classes shown.

    The class, and the column that holds rows back, have the names of the file they came from.

    Raises:
        TableError: two classes have one name, so that the table would lose them, or no points.
    """
    class_names, plane = document.dataset.class_names, document.plane
    check_classes(class_names)
    names, cells = scene_cells(document)
    _, label = column_names(document)
    split, sets = TableReading.from_json(document.reading).split or SET, sets_of(document)
    labels = all_points(document).labels.tolist()
    table = named_table(
        (*names, *([split] if sets else ()), label),
        [
            *zip(*cells, strict=True),
            *([sets] if sets else ()),
            map(class_names.__getitem__, labels),
        ],
        document.title or "This scene",
    )
    across, up = (0, 1) if plane is None else plane.pair
    kind = COLUMNS if plane is None else plane.kind
    column = table.columns[-1]
    counts = zip(class_names, document.dataset.counts, strict=True)
    classes = tuple(column.class_called(name) for name, n in counts if n)
    if len(classes) == 1:  # of points without labels
        return table, Columns(table.header[across], table.header[up], "", plane=kind)
    return table, Columns(table.header[across], table.header[up], column.name, classes, kind)


@dataclass(frozen=True)
class TableAtHand:
    """A table with its reading, the file it is in (None: it is that of the scene), and a remark
    where it might have been another one.
    """

    table: Table
    reading: TableReading
    path: Path | None = None
    remark: str = ""


def table_at_hand(document: Document, places: Sequence[Path]) -> TableAtHand:
    """The table that a scene was made of, if its file is among some files or in some folders and
    its points are still those of the scene; else the table of the scene itself.

    Raises:
        TableError: two classes have one name.
    """
    reading, remark = TableReading.from_json(document.reading), ""
    if reading.source:
        shipped = example_path(next(iter(EXAMPLES))).parent
        path = file_called(reading.source, (*places, shipped))
        beside = () if path is None else (path.parent,)
        labels = file_called(reading.labels, (*beside, *places))
        if path is None or (labels is None and reading.labels):
            missing = reading.source if path is None else reading.labels
            remark = f"{missing} is not at hand: these are the columns of the scene"
        else:
            reading = replace(reading, labels=str(labels or ""))
            with suppress(UserError):
                table = read_source(path, reading)
                if shows(document, table, reading):
                    return TableAtHand(table, reading, path)
            remark = f"{reading.source} has other points: these are the columns of the scene"
    table, columns = own_table(document)
    return TableAtHand(table, TableReading(columns), None, remark)


def file_called(name: str, places: Iterable[Path]) -> Path | None:
    """The file with a name in one of some folders, or among some files."""
    for place in places:
        path = place if place.name == name else place / name
        if name and path.is_file():
            return path
    return None


def shows(document: Document, source: Table, reading: TableReading) -> bool:
    """Whether the points of a document are still those that the reading makes of a table."""
    source = replace(source, is_asked=True)  # a mark that nothing settled was offered as a choice
    try:
        read = read_picture(table_as(source, reading), reading).document
    except UserError:
        return False
    (values, classes), (own_values, own_classes) = map(_rows_and_classes, (read, document))
    if values.shape != own_values.shape or classes != own_classes:
        return False
    rounding = SAME_POINTS * np.abs(values).max(axis=0, initial=0.0)
    return np.allclose(values, own_values, 0.0, rounding)


def _rows_and_classes(document: Document) -> tuple[Any, list[str]]:
    """All rows in the units of the table, in an order of their own, with the classes of each."""
    points, values = all_points(document), table_values(document)
    order = np.lexsort((points.labels, *values.T))
    return values[order], [points.class_names[label] for label in points.labels[order].tolist()]


# --- columns that no axis shows: words, ids, columns with gaps ------------------------------------


def with_other_columns(document: Document, table: Table, columns: Columns) -> Document:
    """The document with the other columns of its table: a row of cells for each point that is as it
    was in the table, the first of them the number of its row.

    Points that were moved or added have none.  ``columns`` are those that became the points.
    """
    point_columns = [table.column(name) for name in columns.axes]
    label = table.column(columns.label) if columns.label else None
    chosen_columns = (*point_columns, label, table.split)
    other_columns = [
        column
        for column in table.columns
        if column not in chosen_columns and column.name not in table.results
    ]
    if document.plane is not None:
        point_columns.sort(key=lambda column: column.place)  # as its columns are
    texts = [list(column.cells) for column in other_columns]
    cells = [["row", *(column.name for column in other_columns)]]
    for row in _rows_of_points(document, label, point_columns):
        cells.append(
            [str(row + 1), *(t[row] for t in texts)] if row is not None else [""] * len(cells[0])
        )
    return replace(document, further={**document.further, OTHER_COLUMNS: cells})


def other_cells(document: Document) -> tuple[list[str], list[list[str]]]:
    """The names of the other columns, and for each point the number of its row and its cells;
    nothing where the document has none.
    """
    rows: Any = document.further.get(OTHER_COLUMNS)
    count = len(all_points(document))
    # a scene file may hold anything
    is_sound = isinstance(rows, list) and len(rows) == 1 + count and all(map(are_texts, rows))
    if is_sound and len(set(map(len, rows))) == 1 and rows[0]:
        return rows[0][1:], rows[1:]
    return [], [[str(k)] for k in range(1, count + 1)]


def _rows_of_points(
    document: Document, label: TypedColumn | None, point_columns: Sequence[TypedColumn]
) -> list[int | None]:
    """The row of each point: the first one with its class and its numbers that no other point has
    taken.
    """
    points, numbers = all_points(document), table_values(document)[:, : len(point_columns)]
    if numbers.shape[1] < len(point_columns):
        return [None] * len(points)
    values = np.column_stack([column.numbers for column in point_columns])
    names, codes = label.coded_classes if label else ((), None)
    class_names = points.class_names if label else ()
    free: dict[tuple[str, ...], deque[int]] = defaultdict(deque)
    for row, key in enumerate(_keys(names, codes, values)):
        free[key].append(row)
    keys = _keys(class_names, points.labels, numbers)
    return [free[key].popleft() if free[key] else None for key in keys]


def _keys(names: Sequence[str], codes: Any, values: Floats) -> list[tuple[str, ...]]:
    """What tells rows from one another: the name of their class, where they have some, and their
    numbers.
    """
    classes = [names[code] for code in codes.tolist()] if names else [""] * len(values)
    return [
        (name, *(format(value, DIGITS) for value in row))
        for name, row in zip(classes, values.tolist(), strict=True)
    ]
