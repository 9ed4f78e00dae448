"""CSV tables: reading with the line of every mistake, choosing columns and classes, writing."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np

from solvers import Dataset

from ..classes.looks import MOST_CLASSES
from ..csv_cells import guard_cell, in_a_row, number, row_text
from ..planes import COLUMNS, Plane
from ..quoting import join_names, quote
from .cells import DECIMAL_COMMA, SAMPLE_ROWS, TableError, decimal_mark, is_number, split
from .table_shape import shape_rows

WITHOUT_CLASS = frozenset({"", "na", "n/a", "#n/a", "nan", "nat", "?", "<na>"})
MISSING = WITHOUT_CLASS | {"null", "none", "-", "--", "–", "—", ".", "n.a.", "missing", "#div/0!"}  # a class may be called so
MOST_LABELS = 20  # a column of more different values names no classes
CHUNK = 1000
MOST_BEHIND = 20_000_000  # numbers of a table that a scene takes along behind its points
FEW_VALUES = 10  # a column of no more different ones is shown where two others have more
# What a column says that holds rows back for testing, in small letters.
TRAIN = frozenset({"train", "training", "learn"})
TEST = frozenset({"test", "testing", "holdout", "validation", "valid", "val"})
# Names of a column that numbers the rows, and of one that holds the classes.
ROW_NAMES = re.compile(r"(?i:column \d+|unnamed.*|__index_level_\d+__|(.*[ _.-])?(index|idx|id|row|nr|no|number|#))|.*[a-z]I[dD]")
CLASS_NAMES = re.compile(
    r"class|classes|cls|label|labels|target|species|kind|type|category|group|diagnosis|outcome|y", re.IGNORECASE
)


@dataclass(frozen=True)
class Table:
    """A table of text cells: ``header`` names, ``rows`` of cells, and the line of the file on which each row starts.

    ``decimal`` is the mark in its numbers, a point or a comma; ``encoding`` is the one assumed where the file does not state it;
    ``sheet`` is its sheet among the ``sheets`` of a workbook.
    """

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    decimal: str = "."
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()

    def column(self, name: str) -> int:
        """The index of a column, by name or by number (1 is the first).

        Raises:
            TableError: no such column; the sentence lists those there are.
        """
        if name in self.header:
            return self.header.index(name)
        if name.isascii() and name.isdigit() and len(name) <= 9 and 1 <= int(name) <= len(self.header):
            return int(name) - 1
        raise TableError(f"{self.source}: there is no column {quote(name)}; the columns are {join_names(self.header)}")

    def cells(self, name: str) -> tuple[str, ...]:
        """The cells of one column."""
        at = self.column(name)
        return tuple(row[at] for row in self.rows)

    @property
    def numeric(self) -> tuple[int, ...]:
        """The indices of the columns that hold numbers and at most half of them missing (judged by the first rows)."""
        return tuple(k for k in range(len(self.header)) if self._is_numeric([row[k] for row in self.rows[:SAMPLE_ROWS]]))

    def _is_numeric(self, cells: Sequence[str]) -> bool:
        held = [cell for cell in cells if cell.lower() not in MISSING]
        return 2 * len(held) >= len(cells) and all(is_number(cell, self.decimal) for cell in held)

    @cached_property
    def split(self) -> int | None:
        """The index of the column that says which rows are for training and which for testing, None where there is none."""
        for k in range(len(self.header)):
            # Most columns are numbers: the first cells tell.
            if any(row[k].lower() in TRAIN | TEST for row in self.rows[:SAMPLE_ROWS]):
                found = {row[k].lower() for row in self.rows}
                if found <= TRAIN | TEST and found & TRAIN and found & TEST:
                    return k
        return None

    def classes(self, label: str) -> tuple[str, ...]:
        """The values of the label column, in order: numbers by size, False before True, anything else as first met."""
        values = tuple(value for value in dict.fromkeys(self.cells(label)) if value.lower() not in WITHOUT_CLASS)
        if {value.lower() for value in values} <= {"false", "true"}:
            return tuple(sorted(values, key=str.lower))  # as solvers.fit orders them: True is class +
        if not all(is_number(value, self.decimal) for value in values):
            return values
        return tuple(sorted(values, key=partial(number, decimal=self.decimal)))  # type: ignore[arg-type]  # all are numbers


def parse_table(text: str, source: str) -> Table:
    """:func:`read_table` on text that is already in memory."""
    rows, lines, separator = split(text, source)
    if not rows:
        raise TableError(f"{source}: the file is empty")
    return table_of_rows(rows, lines, source, decimal_mark(rows[:SAMPLE_ROWS], separator))


def table_of_rows(rows: Sequence[tuple[str, ...]], lines: Sequence[int], source: str, decimal: str = ".") -> Table:
    """The table in rows of cells, of which the first may name the columns; ``lines`` says where each row stands.

    Raises:
        TableError: the rows have not the shape of a table (:func:`shape_rows`).
    """
    header, rows, lines = shape_rows(rows, lines, source, decimal)
    return Table(source, header, rows, lines, decimal)


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes (None: the only two there are).

    Without ``x2`` the points are on a line, at height 0.  ``others`` are further classes behind these two; ``every`` takes all
    there are, however many.  ``plane`` is what is shown: the two columns, or a plane of them and the ``further`` ones.
    """

    x1: str
    x2: str
    label: str
    minus: str | None = None
    plus: str | None = None
    others: tuple[str, ...] = ()
    every: bool = False
    plane: str = COLUMNS
    further: tuple[str, ...] = ()


def further_columns(table: Table, columns: Columns) -> tuple[str, ...]:
    """The other columns of numbers, without row numbers; where only the two are shown, those without missing values."""
    if not columns.x2:
        return ()
    taken = {table.column(name) for name in (columns.x1, columns.x2, columns.label)}
    found = _without_row_numbers(table, [k for k in table.numeric if k not in taken])
    if columns.plane == COLUMNS:
        lacking = rows_without_value(table, replace(columns, further=()))
        rows = [row for i, row in enumerate(table.rows) if i not in lacking]
        found = [k for k in found if all(is_number(row[k], table.decimal) for row in rows)]
    return tuple(table.header[k] for k in found) if len(found) * len(table.rows) <= MOST_BEHIND else ()


def suggested_columns(table: Table) -> Columns:
    """A first guess: as the label a column with few values, by its name or the last one; as coordinates the first two numeric ones.

    Row numbers are no coordinates, and columns of few values come last.  If too few are left, a column of numbers with some bad
    cells is taken, too, and any column of words may name the classes: reading them then reports the bad line.

    Raises:
        TableError: fewer than two numeric columns, or no column that could be a label.
    """
    most = max(2, min(MOST_LABELS, len(table.rows) // 2))
    few = [k for k in reversed(range(len(table.header))) if 2 <= _different_values(table, k, most) <= most]  # the last one first
    few = [k for k in few if k != table.split] or few
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [k for k in range(len(table.header)) if _is_mostly_numbers(table, k)]
    is_numeric = set(numeric)
    words = [k for k in reversed(range(len(table.header))) if k not in is_numeric]
    # A column of numbers can only be the label where two others are left.
    open_to_numbers = few if len(numeric) > 2 else [k for k in few if k not in is_numeric]
    called = [k for k in open_to_numbers if CLASS_NAMES.fullmatch(table.header[k])]
    label = next(iter(called or [k for k in few if k not in is_numeric] or open_to_numbers or words), None)
    candidates = [k for k in numeric if k != label]
    coordinates = _without_few_values(table, _without_row_numbers(table, candidates))
    if not coordinates or label is None or (len(candidates) < 2 and len(table.header) > 2):
        found = _almost_number(table) or f"found {join_names(table.header)}"
        found += ", one cell in each line" if len(table.header) == 1 else ""
        needed = "two columns of numbers and a column with the class of each row are needed"
        raise TableError(f"{table.source}: {needed}; {found}")
    x1, name = table.header[coordinates[0]], table.header[label]
    x2 = table.header[coordinates[1]] if len(coordinates) > 1 else ""
    classes = table.classes(name)
    minus, plus = (*classes, None, None)[:2]
    return Columns(x1, x2, name, minus, plus)


def _without_row_numbers(table: Table, columns: list[int]) -> list[int]:
    """The columns without row numbers, which have such a name and distinct whole numbers, or count up while two others are left."""
    named = [k for k in columns if not (ROW_NAMES.fullmatch(table.header[k]) and _numbers_rows(table, k, is_named=True))]
    # A table without names often begins with the numbers of what was measured.
    measured = [k for k in named if not _numbers_rows(table, k, is_named=k == 0 and table.header[0] == "x1")]
    return measured if len(measured) > 1 else named


def _without_few_values(table: Table, columns: list[int]) -> list[int]:
    """The columns that show more than a few lines of points, where there are two of them; else those of more than one value."""
    most = min(FEW_VALUES, len(table.rows) // 4)
    spread = [k for k in columns if _different_values(table, k, most) > most]
    if len(spread) > 1:
        return spread
    return [k for k in columns if _different_values(table, k, 1) > 1] or columns


def _numbers_rows(table: Table, k: int, is_named: bool) -> bool:
    """Whether a column holds distinct whole numbers; without a name that says so each must be the one before plus 1."""
    seen: set[float] = set()
    before = None
    for row in table.rows:
        value = number(row[k], table.decimal)
        if value is None or not value.is_integer() or value in seen or not (is_named or before is None or value == before + 1.0):
            return False
        seen.add(value)
        before = value
    return is_named or len(seen) > 2


def _different_values(table: Table, k: int, most: int) -> int:
    """How many different values a column holds, counted until they are more than ``most``."""
    values: set[str] = set()
    for start in range(0, len(table.rows), CHUNK):
        values.update(row[k] for row in table.rows[start : start + CHUNK] if row[k].lower() not in WITHOUT_CLASS)
        if len(values) > most:
            break
    return len(values)


def _almost_number(table: Table) -> str:
    """The first column whose cells begin like numbers and are none, with one of them; empty if there is none."""
    for k, name in enumerate(table.header):
        cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
        bad = [cell for cell in cells if not is_number(cell, table.decimal)]
        if bad and all(cell.lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells):
            return f"column {quote(name)} holds {quote(bad[0])}, which is not a number"
    return ""


def _is_mostly_numbers(table: Table, k: int) -> bool:
    sample = table.rows[:SAMPLE_ROWS]
    return 2 * sum(is_number(row[k], table.decimal) for row in sample) >= len(sample)


def to_datasets(table: Table, columns: Columns) -> tuple[Dataset, Dataset | None]:
    """The points of the chosen columns for training, and those for testing where another column tells them apart.

    Rows of other classes and rows without a value in these columns are left out.

    Raises:
        TableError: a cell that is not a finite number (with its line), a class that does not occur, more or fewer than two
            classes, one column for both coordinates, or no row with all values.
    """
    if columns.x2 and table.column(columns.x1) == table.column(columns.x2):
        raise TableError(f"{table.source}: the two coordinates must be different columns; both are {quote(columns.x1)}")
    classes = _chosen_classes(table, columns)
    labels, number_of = table.cells(columns.label), {name: k for k, name in enumerate(classes)}
    lacking = rows_without_value(table, columns)
    wanted = [i for i, value in enumerate(labels) if value in number_of and i not in lacking]
    if not wanted:
        raise TableError(f"{table.source}: no row has a value in each of the chosen columns; choose others")
    x1 = _numbers(table, columns.x1, wanted)
    X = np.column_stack([x1, _numbers(table, columns.x2, wanted) if columns.x2 else np.zeros(len(x1))])
    behind = np.array([_numbers(table, name, wanted) for name in columns.further]).reshape(len(columns.further), len(wanted)).T
    every = Dataset(X, np.array([number_of[labels[i]] for i in wanted], dtype=np.int64), classes, behind)
    if table.split in (None, table.column(columns.label)):
        return every, None
    is_test = np.array([table.rows[i][table.split].lower() in TEST for i in wanted])
    return (every.chosen(~is_test), every.chosen(is_test)) if is_test.any() and not is_test.all() else (every, None)


def rows_without_value(table: Table, columns: Columns) -> frozenset[int]:
    """The rows (by their index) that lack a coordinate or their class."""
    missing = [(table.column(name), MISSING) for name in (columns.x1, columns.x2, *columns.further) if name]
    missing.append((table.column(columns.label), WITHOUT_CLASS))
    return frozenset(i for i, row in enumerate(table.rows) if any(row[at].lower() in words for at, words in missing))


def _chosen_classes(table: Table, columns: Columns) -> tuple[str, ...]:
    """The classes in the order of their numbers."""
    found = table.classes(columns.label)
    takes_all = columns.every and len(found) > 2
    chosen = found if takes_all else (*_two_classes(table, columns), *columns.others)
    for k, value in enumerate(chosen):
        if value not in found:
            column, shown = quote(columns.label), _shown_classes(found)
            raise TableError(f"{table.source}: class {quote(value)} does not occur in column {column}; it holds {shown}")
        if value in chosen[:k]:
            raise TableError(f"{table.source}: class {quote(value)} is chosen twice")
    if len(chosen) > MOST_CLASSES:
        raise TableError(f"{table.source}: {len(chosen)} classes; at most {MOST_CLASSES} can be told apart: choose some of them")
    return chosen


def _shown_classes(found: tuple[str, ...]) -> str:
    return ", ".join(map(quote, found[:8])) + (", ..." if len(found) > 8 else "")


def _two_classes(table: Table, columns: Columns) -> tuple[str, str]:
    found = table.classes(columns.label)
    if columns.minus is None or columns.plus is None or len(found) == 1:
        if len(found) != 2:
            shown = _shown_classes(found)
            what = "only one class" if len(found) == 1 else f"{len(found)} classes"
            remedy = "a second one is needed" if len(found) == 1 else "choose two of them (the negative one first)"
            raise TableError(f"{table.source}: column {quote(columns.label)} holds {what} ({shown}): {remedy}")
        return found[0], found[1]
    if columns.minus == columns.plus and columns.plus in found:
        raise TableError(f"{table.source}: the two classes must differ; both are {quote(columns.plus)}")
    return columns.minus, columns.plus


def _numbers(table: Table, name: str, wanted: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    at = table.column(name)
    values = np.empty(len(wanted))
    for k, i in enumerate(wanted):
        cell = table.rows[i][at]
        value = number(cell, table.decimal)
        if value is None or not math.isfinite(value):
            raise TableError(f"{table.source}, line {table.lines[i]}: column {quote(name)} {_reproach(cell, value, table.decimal)}")
        values[k] = value
    return values


def _reproach(cell: str, value: float | None, decimal: str) -> str:
    """What is wrong with a cell of coordinates, as the end of a sentence."""
    if value is not None:
        return f"holds {quote(cell)}; a finite number is needed"
    mark = {",": "comma", ".": "point"}[decimal] if decimal == "," or DECIMAL_COMMA.fullmatch(cell) else ""
    return f"holds {quote(cell)}, which is not a number" + (f" with a decimal {mark}, as its table has" if mark else "")


def csv_text(dataset: Dataset, names: tuple[str, ...] = ("x1", "x2"), plane: Plane | None = None) -> str:
    """The points as a CSV table; coordinates are written so that reading restores the same numbers.

    All columns of a table behind the points are written, to the 15 digits that survive rotation.

    Raises:
        TableError: both classes have one name, so that the table would lose them.
    """
    if len(set(dataset.class_names)) < len(dataset.class_names):
        known = dataset.class_names
        name, who = quote(next(name for k, name in enumerate(known) if name in known[:k])), "both" if len(known) == 2 else "two"
        raise TableError(f"{who} classes are called {name}, and a table would lose them; give them different names first")
    classes = [in_a_row(guard_cell(name)) for name in dataset.class_names]
    X, form = dataset.X, "{!r}"
    if plane is not None:
        X, names, form = plane.rows(X, dataset.behind), plane.columns, "{:.15g}"
    head = row_text([*map(guard_cell, names), "class"])
    row = ",".join([form] * len(names))
    return head + "".join(
        f"{row.format(*values)},{classes[label]}\n" for values, label in zip(X.tolist(), dataset.labels.tolist(), strict=True)
    )
