"""The columns of a table that no axis shows: words, ids, columns with gaps.  A scene does not keep
them; a table of its points takes them along from the table they came from.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..scene.document import Document
from .cells import exact_text
from .columns import Columns
from .scene_table import all_points, scene_cells
from .tables import CodedCells, Table, TypedColumn

OTHER_COLUMNS = "other columns"  # the entry of a document on its way into a table
DIGITS = ".9g"  # to which numbers are the same: they may have been scaled and turned


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
    rows = _rows_of_points(document, label, point_columns)
    texts = [list(_texts(column.cells)) for column in other_columns]
    cells = [
        [str(row + 1), *(text[row] for text in texts)] if row is not None else [] for row in rows
    ]
    entry = {"names": [column.name for column in other_columns], "rows": cells}
    return replace(document, further={**document.further, OTHER_COLUMNS: entry})


def other_cells(document: Document) -> tuple[list[str], list[list[str]]]:
    """The names of the other columns, and for each point the number of its row and its cells;
    nothing where the document has none.
    """
    entry: Any = document.further.get(OTHER_COLUMNS)
    count = len(all_points(document))
    if not _is_sound(entry, count):
        return [], [[str(k)] for k in range(1, count + 1)]
    width = 1 + len(entry["names"])
    return list(entry["names"]), [list(row) or [""] * width for row in entry["rows"]]


def _is_sound(entry: Any, count: int) -> bool:
    """Whether an entry has a row for each point: a scene file may hold anything."""
    if not isinstance(entry, dict):
        return False
    names: Any = entry.get("names")
    rows: Any = entry.get("rows")
    return (
        _are_texts(names)
        and isinstance(rows, list)
        and len(rows) == count
        and all(_are_texts(row) and len(row) in (0, 1 + len(names)) for row in rows)
    )


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _rows_of_points(
    document: Document, label: TypedColumn | None, point_columns: Sequence[TypedColumn]
) -> list[int | None]:
    """The row of each point: the first one with its class and its numbers that no other point has
    taken.
    """
    points = all_points(document)
    _, cells = scene_cells(document)
    if any(len(row) < len(point_columns) for row in cells[:1]):
        return [None] * len(points)
    names, codes = label.coded_classes if label else (("",), None)
    free: dict[tuple[str, ...], deque[int]] = defaultdict(deque)
    values = zip(*(column.numbers.tolist() for column in point_columns), strict=True)
    for row, numbers in enumerate(values):
        free[_key(names[0 if codes is None else codes[row]], numbers)].append(row)
    rows: list[int | None] = []
    for code, row_cells in zip(points.labels.tolist(), cells, strict=True):
        name = points.class_names[code] if label else ""
        free_rows = free.get(_key(name, map(float, row_cells[: len(point_columns)])))
        rows.append(free_rows.popleft() if free_rows else None)
    return rows


def _key(name: str, numbers: Any) -> tuple[str, ...]:
    return (name, *(format(value, DIGITS) for value in numbers))


def _texts(cells: CodedCells) -> Iterable[str]:
    if cells.plain_numbers is not None:
        return map(exact_text, cells.plain_numbers.tolist())
    return cells
