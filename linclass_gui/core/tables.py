"""CSV tables: reading with the line of every mistake, choosing columns and classes, writing."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from solvers import Dataset

from .atomic import write_atomically
from .errors import UserError

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "?"})


class TableError(UserError):
    """A table that cannot be used: file, line, reason, what to do."""


@dataclass(frozen=True)
class Table:
    """A table of text cells: ``header`` names, ``rows`` of cells, and the line of the file on which each row starts."""

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]

    def column(self, name: str) -> int:
        """The index of a column, by name or by number (1 is the first).

        Raises:
            TableError: no such column; the sentence lists those there are.
        """
        if name in self.header:
            return self.header.index(name)
        if name.isdigit() and 1 <= int(name) <= len(self.header):
            return int(name) - 1
        raise TableError(f"{self.source}: there is no column {name!r}; the columns are {', '.join(self.header)}")

    def cells(self, name: str) -> tuple[str, ...]:
        """The cells of one column."""
        at = self.column(name)
        return tuple(row[at] for row in self.rows)

    @property
    def numeric(self) -> tuple[str, ...]:
        """The columns that hold numbers only (judged by the first 200 rows)."""
        return tuple(h for k, h in enumerate(self.header) if all(_is_number(row[k]) for row in self.rows[:200]))

    def classes(self, label: str) -> tuple[str, ...]:
        """The values of the label column, in order: numbers by size, anything else as first met."""
        values = list(Counter(self.cells(label)))
        return tuple(sorted(values, key=float)) if all(_is_number(v) for v in values) else tuple(values)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def read_table(path: Path) -> Table:
    """Read a table separated by commas, semicolons or tabs; without a header line the columns are called x1, x2, ...

    Raises:
        TableError: the file is missing or is not text, is empty, or a line has another number of cells than the header.
    """
    return parse_table(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a file in UTF-8 (with or without byte order mark).

    Raises:
        TableError: the file is missing, is a folder, cannot be read, or is not text.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise TableError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise TableError(f"{path}: this is a folder, not a file") from None
    except UnicodeDecodeError:
        raise TableError(f"{path}: this is not a text file in UTF-8") from None
    except OSError as error:
        raise TableError(f"{path}: cannot be read ({error.strerror or error})") from error


def parse_table(text: str, source: str) -> Table:
    """:func:`read_table` on text that is already in memory."""
    if not text.strip():
        raise TableError(f"{source}: the file is empty")
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text))
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    before = 0
    try:
        for cells in reader:
            if cells and any(cell.strip() for cell in cells):
                rows.append(tuple(cell.strip() for cell in cells))
                lines.append(before + 1)
            before = reader.line_num
    except csv.Error as error:
        raise TableError(f"{source}, line {reader.line_num}: {error}") from None
    header = rows[0]
    if sum(map(_is_number, header)) >= min(2, len(header)):
        # Two numbers are a point, whatever names its class: a header names its columns.
        header = tuple(f"x{k + 1}" for k in range(len(header)))
    else:
        rows, lines = rows[1:], lines[1:]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != len(header):
            raise TableError(f"{source}, line {line}: {len(row)} cells where the first line has {len(header)}")
    if not rows:
        raise TableError(f"{source}: the table has a header but no rows")
    return Table(source, header, tuple(rows), tuple(lines))


def _delimiter(text: str) -> str:
    """The separator that the first line uses most."""
    first = text.lstrip("\n\r").split("\n", 1)[0]
    return max(",;\t", key=first.count)


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes (None: the only two there are)."""

    x1: str
    x2: str
    label: str
    minus: str | None = None
    plus: str | None = None


def suggested_columns(table: Table) -> Columns:
    """A first guess: the last column with few values as the label, the first two numeric ones as coordinates.

    Where that leaves something open, a column of numbers with some bad cells is one, too, and any column of words may name the
    classes: reading them then says on which line what is wrong.

    Raises:
        TableError: fewer than two numeric columns, or no column that could be a label.
    """
    labels = [h for h in reversed(table.header) if 2 <= len(set(table.cells(h))) <= max(2, min(20, len(table.rows) // 2))]
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [h for h in table.header if _is_mostly_numbers(table.cells(h)[:200])]
    words = [h for h in reversed(table.header) if h not in numeric]
    # A column of numbers can only be the label where two others are left.
    label = ([h for h in labels if h in words] or (labels if len(numeric) > 2 else []) or words or [""])[0]
    coordinates = [h for h in numeric if h != label]
    if len(coordinates) < 2 or not label:
        raise TableError(
            f"{table.source}: two columns of numbers and a column with the classes are needed; found {', '.join(table.header)}"
        )
    classes = table.classes(label)
    return Columns(coordinates[0], coordinates[1], label, classes[0], classes[1] if len(classes) > 1 else None)


def _is_mostly_numbers(cells: Sequence[str]) -> bool:
    return 2 * sum(map(_is_number, cells)) >= len(cells)


def to_dataset(table: Table, columns: Columns) -> Dataset:
    """The data set of the chosen columns; rows of other classes are left out.

    Raises:
        TableError: a cell that is not a finite number (with its line), a class that does not occur, more or fewer than two
            classes, one column for both coordinates.
    """
    if table.column(columns.x1) == table.column(columns.x2):
        raise TableError(f"{table.source}: the two coordinates must be different columns; both are {columns.x1!r}")
    minus, plus = _two_classes(table, columns)
    labels = table.cells(columns.label)
    wanted = [i for i, value in enumerate(labels) if value in (minus, plus)]
    X = np.column_stack([_numbers(table, name, wanted) for name in (columns.x1, columns.x2)])
    return Dataset(X, np.array([labels[i] == plus for i in wanted], dtype=np.int64), (minus, plus))


def _two_classes(table: Table, columns: Columns) -> tuple[str, str]:
    found = table.classes(columns.label)
    shown = ", ".join(repr(v) for v in found[:8]) + (", ..." if len(found) > 8 else "")
    if columns.minus is None or columns.plus is None:
        if len(found) != 2:
            what = "only one class" if len(found) == 1 else f"{len(found)} classes"
            remedy = "a second one is needed" if len(found) == 1 else "choose two of them (the negative one first)"
            raise TableError(f"{table.source}: column {columns.label!r} holds {what} ({shown}): {remedy}")
        return found[0], found[1]
    for value in (columns.minus, columns.plus):
        if value not in found:
            raise TableError(f"{table.source}: class {value!r} does not occur in column {columns.label!r}; it holds {shown}")
    if columns.minus == columns.plus:
        raise TableError(f"{table.source}: the two classes must differ; both are {columns.plus!r}")
    return columns.minus, columns.plus


def _numbers(table: Table, name: str, wanted: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    at = table.column(name)
    values = np.empty(len(wanted))
    for k, i in enumerate(wanted):
        cell = table.rows[i][at]
        try:
            values[k] = float(cell)
        except ValueError:
            what = "is empty" if cell.lower() in MISSING else f"holds {cell!r}, which is not a number"
            raise TableError(f"{table.source}, line {table.lines[i]}: column {name!r} {what}") from None
        if not math.isfinite(values[k]):
            raise TableError(f"{table.source}, line {table.lines[i]}: column {name!r} holds {cell!r}; a finite number is needed")
    return values


def write_csv(dataset: Dataset, path: Path, names: tuple[str, str] = ("x1", "x2")) -> None:
    """Write the points as a CSV table; coordinates are written so that reading gives the very same numbers."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*names, "class"])
    for (x1, x2), label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True):
        writer.writerow([repr(x1), repr(x2), dataset.class_names[label]])
    write_atomically(path, text.getvalue().encode())
