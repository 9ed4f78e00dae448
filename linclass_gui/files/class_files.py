"""A table in several files: the points of one class in each, or points and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import join_names
from .cells import TableError, check_cells
from .column_kinds import join_labels
from .table_formats import read_table
from .tables import Table

CLASS = "class"


def read_together(paths: Sequence[Path]) -> Table:
    """The table in several files: of two, of which one has a single column, the points with their
    labels; else each file is a class.

    Raises:
        TableError: they make no table.
    """
    tables = sorted((read_table(path) for path in paths), key=lambda table: len(table.header) == 1)
    if [len(table.header) == 1 for table in tables] == [False, True]:
        table = join_labels(*tables)
        return replace(table, label=table.header[-1])
    return of_class_files(tables)


def of_class_files(tables: Sequence[Table]) -> Table:
    """The rows of all tables below one another, with the columns that all have; the class of a row
    is called as its file.

    Raises:
        TableError: two files have one name, or they share no column.
    """
    first, *_ = tables
    classes = [Path(table.source).stem for table in tables]
    if len(set(classes)) < len(classes):
        raise TableError(
            f"{first.source}: each file is a class called as the file; two are called "
            f"{join_names([name for name in dict.fromkeys(classes) if classes.count(name) > 1])}"
        )
    header = tuple(name for name in first.header if all(name in table.header for table in tables))
    if not header:
        raise TableError(
            f"{first.source}: it has no column of the same name as in each of the other files"
        )
    check_cells(sum(len(table.rows) for table in tables), len(header) + 1, first.source)
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for table, name in zip(tables, classes, strict=True):
        places = [table.column(column) for column in header]
        rows += [(*(row[k] for k in places), name) for row in table.rows]
        lines += table.lines
    label = next(name for name in (CLASS, "file", "") if name not in header)
    return replace(
        first,
        header=(*header, label),
        rows=tuple(rows),
        lines=tuple(lines),
        axes=(),
        typed_columns=(),
    )
