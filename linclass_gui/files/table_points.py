"""From a table and its chosen columns to points, with how they were read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solvers import Dataset, Floats

from ..errors import join_names, quote
from ..markup.numbers import count_words
from ..scene.looks import MOST_CLASSES
from ..scene.planes import COLUMNS
from .as_read import AsRead
from .cells import TableError, number
from .columns import Columns, rows_without_value
from .numerals import WORDS, other
from .tables import MISSING, TEST, Table

# Numbers that stand for a missing value in many tables, where they are far from all others.
CODES = re.compile(r"[-−]?9{2,6}([.,]0+)?")
FAR = 3.0  # times the range of all other values
STRANGE_SHARE = (
    0.1  # of the rows; a column with more cells that are not numbers is a column of words
)


class UnsettledMarkError(TableError):
    """The decimal mark of a column must be chosen: its numbers can be read in two ways."""


@dataclass(frozen=True)
class TablePoints:
    """The points of a table, those for testing, and how they were read."""

    dataset: Dataset
    test: Dataset | None
    as_read: AsRead


@dataclass(frozen=True)
class Suspects:
    """Cells of coordinates that may stand for a missing value, and the number of rows that hold
    one.

    They are not finite numbers in at most a tenth of the rows, or a number of nines far from all
    others.
    """

    cells: tuple[str, ...] = ()
    rows: int = 0

    @property
    def words(self) -> str:
        """The cells as a sentence names them."""
        return join_names(self.cells)


def read_points(table: Table, columns: Columns) -> TablePoints:
    """The points of the chosen columns.

    Rows of other classes, rows without a value in these columns, and classes of which no row for
    training is left are left out.

    Raises:
        TableError: a cell that is not a finite number (with its line), a class that does not occur,
            more or fewer than two classes, one column for both coordinates, a decimal mark that
            must be chosen, or no row with all values.
    """
    if columns.x2 and table.column(columns.x1) == table.column(columns.x2):
        raise TableError(
            f"{table.source}: the two coordinates must be different columns; both are "
            f"{quote(columns.x1)}"
        )
    chosen_classes = _chosen_classes(table, columns)
    axes = [name for name in (columns.x1, columns.x2, *columns.further) if name]
    _check_marks(table, axes)
    labels, incomplete_rows = table.class_names(columns.label), rows_without_value(table, columns)
    rows = [
        i for i, name in enumerate(labels) if name in chosen_classes and i not in incomplete_rows
    ]
    if not rows:
        raise TableError(
            f"{table.source}: no row has a value in each of the chosen columns; choose others"
        )
    test_rows = _rows_for_testing(table, columns, rows)
    trained_classes = {labels[i] for i in rows if i not in test_rows}
    classes = tuple(name for name in chosen_classes if name in trained_classes)
    if len(classes) < 2:
        names = join_names(classes)
        raise TableError(
            f"{table.source}: of class {names} alone rows have a value in each of the chosen "
            "columns; choose others"
        )
    if len(classes) == 2 < len(chosen_classes):  # signs were chosen for none of them
        classes = table.in_order(columns.label, classes)
    number_of = {name: k for k, name in enumerate(classes)}
    rows = [i for i in rows if labels[i] in number_of]
    values = {name: _numbers(table, name, rows) for name in axes}
    x1 = values[columns.x1]
    X = np.column_stack([x1, values[columns.x2] if columns.x2 else np.zeros(len(x1))])
    behind = (
        np.array([values[name] for name in columns.further])
        .reshape(len(columns.further), len(rows))
        .T
    )
    dataset_of_all = Dataset(
        X, np.array([number_of[labels[i]] for i in rows], dtype=np.int64), classes, behind
    )
    is_test = np.array([i in test_rows for i in rows])
    dataset, test = (
        (dataset_of_all.chosen(~is_test), dataset_of_all.chosen(is_test))
        if test_rows
        else (dataset_of_all, None)
    )
    lost = tuple(name for name in chosen_classes if name not in trained_classes)
    shown_axes = axes if columns.plane != COLUMNS else axes[: 1 + bool(columns.x2)]
    label = table.header[table.column(columns.label)]
    as_read = AsRead(
        tuple(table.header[table.column(name)] for name in shown_axes),
        tuple(zip(dataset.class_names, dataset.counts, strict=True)),
        columns.plane,
        label,
        split=table.header[table.split or 0],
        test_points=None if test is None else len(test),
        incomplete_rows=len(incomplete_rows),
        missing=columns.missing,
        lost_classes=lost,
        untrained_rows=sum(labels[i] in lost for i in test_rows),
        other_rows=sum(
            bool(name) and name not in chosen_classes and i not in incomplete_rows
            for i, name in enumerate(labels)
        ),
        marks=_marks_words(table, shown_axes),
        units=_units_words(table, shown_axes),
        encoding="" if "".join((*axes, label, *classes)).isascii() else table.encoding,
    )
    return TablePoints(dataset, test, as_read)


def suspects(table: Table, columns: Columns) -> Suspects:
    """Cells of the axes that may stand for a missing value."""
    cells: dict[str, None] = {}
    rows: set[int] = set()
    for k in {
        table.column(name): None for name in (columns.x1, columns.x2, *columns.further) if name
    }:
        for suspect_rows in (_strange_rows(table, k), _rows_of_far_codes(table, k)):
            cells |= dict.fromkeys(table.rows[i][k] for i in suspect_rows)
            rows.update(suspect_rows)
    return Suspects(tuple(cells), len(rows))


def _strange_rows(table: Table, k: int) -> list[int]:
    """The rows whose cell is neither missing nor a finite number, if they are few."""
    most, decimal, rows = STRANGE_SHARE * len(table.rows), table.decimal_of(k), []
    for i, row in enumerate(table.rows):
        value = number(row[k], decimal)
        if (value is None or not math.isfinite(value)) and row[k].lower() not in MISSING:
            rows.append(i)
            if len(rows) > most:
                return []
    return rows


def _rows_of_far_codes(table: Table, k: int) -> list[int]:
    """The rows with a number of nines that is farther from all others than three times their
    range.
    """
    coded = [i for i, row in enumerate(table.rows) if CODES.fullmatch(row[k])]
    if not coded or 2 * len(coded) > len(table.rows):
        return []
    coded_rows, decimal = set(coded), table.decimal_of(k)
    values = (number(row[k], decimal) for i, row in enumerate(table.rows) if i not in coded_rows)
    rest = [value for value in values if value is not None and math.isfinite(value)]
    low, high = min(rest, default=0.0), max(rest, default=0.0)
    far = FAR * (high - low)
    return [
        i
        for i in coded
        if far > 0 and not low - far <= (number(table.rows[i][k], decimal) or 0.0) <= high + far
    ]


def _check_marks(table: Table, axes: Sequence[str]) -> None:
    for name in axes:
        k = table.column(name)
        if not table.is_settled(k):
            example = table.numerals[k].example
            raise UnsettledMarkError(
                f"{table.source}: {quote(example)} in column {quote(name)} may be a decimal "
                "number or thousands; "
                "choose the decimal mark, comma or point"
            )


def _rows_for_testing(table: Table, columns: Columns, rows: Sequence[int]) -> frozenset[int]:
    """The rows that another column holds back for testing, where it holds back some and not all."""
    split = table.split
    if split is None or split == table.column(columns.label):
        return frozenset()
    test_rows = frozenset(i for i in rows if table.rows[i][split].lower() in TEST)
    return test_rows if len(test_rows) < len(rows) else frozenset()


def _marks_words(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The reading of the marks in numbers, where they are not plain decimal points."""
    remarks: dict[str, None] = {}
    for k in map(table.column, axes):
        numerals, decimal = table.numerals[k], table.decimal_of(k)
        if other(decimal) in numerals.open:
            remarks[f"{WORDS[other(decimal)]} separate thousands"] = None
        is_open = decimal in numerals.open and not numerals.sure
        if (is_open and decimal != table.implied) or (decimal == "," and decimal in numerals.sure):
            remarks[f"numbers with decimal {WORDS[decimal]}"] = None
    return tuple(remarks)


def _units_words(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The units that only some cells of an axis have: nothing is converted, and the picture does
    not show it.
    """
    remarks = []
    for name in axes:
        cells = table.cells(name)
        text = "\n".join(cells)
        money = [sign for sign in "$€£¥" if sign in text]
        if len(money) > 1:
            remarks.append(f"{name} in {join_names(money)}, not converted")
        percents = sum("%" in cell for cell in cells) if "%" in text else 0
        if 0 < percents < sum(cell.lower() not in MISSING for cell in cells):
            remarks.append(
                f"{name} in percent in {count_words(percents, 'row')} only, not converted"
            )
    return tuple(remarks)


def _chosen_classes(table: Table, columns: Columns) -> tuple[str, ...]:
    """The classes in the order of their numbers."""
    classes = table.classes(columns.label)
    if columns.all_classes and len(classes) > 2:  # two have signs, which may be chosen
        chosen_classes = classes
    else:
        chosen_classes = tuple(
            table.class_called(columns.label, name)
            for name in (*_two_classes(table, columns, classes), *columns.more_classes)
        )
    if len(chosen_classes) > MOST_CLASSES:
        column = quote(columns.label)
        raise TableError(
            f"{table.source}: column {column} holds {len(chosen_classes)} classes; at most "
            f"{MOST_CLASSES} can be told apart: choose some of them, or another column"
        )
    for k, value in enumerate(chosen_classes):
        if value not in classes:
            column, class_list = quote(columns.label), _shown_classes(classes)
            raise TableError(
                f"{table.source}: class {quote(value)} does not occur in column {column}; it "
                f"holds {class_list}"
            )
        if value in chosen_classes[:k]:
            raise TableError(f"{table.source}: class {quote(value)} is chosen twice")
    return chosen_classes


def _shown_classes(classes: tuple[str, ...]) -> str:
    return ", ".join(map(quote, classes[:8])) + (", ..." if len(classes) > 8 else "")


def _two_classes(table: Table, columns: Columns, classes: tuple[str, ...]) -> tuple[str, str]:
    if columns.minus is None or columns.plus is None or len(classes) == 1:
        if len(classes) != 2:  # of two the table's order gives the signs
            class_list = _shown_classes(classes)
            count = "only one class" if len(classes) == 1 else f"{len(classes)} classes"
            remedy = (
                "a second one is needed"
                if len(classes) == 1
                else "choose two of them (the negative one first)"
            )
            missing = table.class_names(columns.label).count("")
            left = (
                f"; {count_words(missing, 'row')} without a class"
                if missing and len(classes) == 1
                else ""
            )
            raise TableError(
                f"{table.source}: column {quote(columns.label)} holds {count} ({class_list})"
                f"{left}: {remedy}"
            )
        return classes[0], classes[1]
    if columns.minus == columns.plus and columns.plus in classes:
        raise TableError(
            f"{table.source}: the two classes must differ; both are {quote(columns.plus)}"
        )
    return columns.minus, columns.plus


def _numbers(table: Table, name: str, rows: Sequence[int]) -> Floats:
    column = table.column(name)
    decimal = table.decimal_of(column)
    values = np.empty(len(rows))
    for k, i in enumerate(rows):
        cell = table.rows[i][column]
        value = number(cell, decimal)
        if value is None or not math.isfinite(value):
            reproach = _fault_of_cell(cell, value, decimal)
            raise TableError(
                f"{table.source}, line {table.lines[i]}: column {quote(name)} {reproach}"
            )
        values[k] = value
    return values


def _fault_of_cell(cell: str, value: float | None, decimal: str) -> str:
    """The fault of a cell of coordinates, as the end of a sentence."""
    if value is not None:
        return f"holds {quote(cell)}; a finite number is needed"
    is_other = number(cell, other(decimal)) is not None
    mark = {",": "comma", ".": "point"}[decimal] if decimal == "," or is_other else ""
    return f"holds {quote(cell)}, which is not a number" + (
        f" with a decimal {mark}, as the others of its column" if mark else ""
    )
