"""From a table and its chosen columns to points, with how they were read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import Bools, Ints, locked, locked_ints

from ..errors import join_names, quote
from ..markup.numbers import count_words
from ..scene.looks import MOST_CLASSES
from ..scene.planes import COLUMNS
from ..scene.sentences import ASKED_NAME
from .as_read import AsRead
from .cells import CURRENCIES, MISSING, TableError, is_infinite, is_number, number
from .columns import Columns, rows_without_value
from .evidence import different_units, holds_sentences
from .numerals import WORDS, other
from .tables import Table

# Numbers that stand for a missing value in many tables, where they are far from all others.
CODES = re.compile(r"[-−]?9{2,6}([.,]0+)?")
NINES = [10.0**digits - 1.0 for digits in range(2, 7)]
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

    They are no numbers in at most a tenth of the rows (in any number of them where somebody chose
    that the column holds numbers), or a number of nines far from all others; cells that are chosen
    as missing are none.
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
        TableError: a cell that is no number (with its line), a class that does not occur,
            more or fewer than two classes, one column for both coordinates, a decimal mark that
            must be chosen, or no row with all values.
    """
    if columns.x2 and table.column(columns.x1) == table.column(columns.x2):
        raise TableError(
            f"{table.source}: the two coordinates must be different columns; both are "
            f"{quote(columns.x1)}"
        )
    axes = [name for name in (columns.x1, columns.x2, *columns.further) if name]
    _check_marks(table, axes)
    rows_taken = _taken_rows(table, columns)
    X = np.zeros((int(rows_taken.rows.sum()), 2))
    X[:, 0] = _numbers(table, columns.x1, rows_taken.rows)
    if columns.x2:
        X[:, 1] = _numbers(table, columns.x2, rows_taken.rows)
    behind = np.empty((len(X), len(columns.further)))
    for k, name in enumerate(columns.further):
        behind[:, k] = _numbers(table, name, rows_taken.rows)
    dataset_of_all = Dataset(locked(X), rows_taken.labels, rows_taken.classes, locked(behind))
    dataset, test = (
        (dataset_of_all.chosen(~rows_taken.is_test), dataset_of_all.chosen(rows_taken.is_test))
        if rows_taken.is_test.any()
        else (dataset_of_all, None)
    )
    shown_axes = axes if columns.plane != COLUMNS else axes[: 1 + bool(columns.x2)]
    label = table.header[table.column(columns.label)] if columns.label else ""
    class_counts = tuple(zip(dataset.class_names, dataset.counts, strict=True))
    as_read = replace(
        rows_taken.as_read,
        columns=tuple(table.header[table.column(name)] for name in shown_axes),
        classes=class_counts if columns.label else class_counts[1:],
        plane=columns.plane,
        label=label,
        split=table.header[table.split or 0],
        test_points=None if test is None else len(test),
        missing=(*columns.missing, *_infinite_cells(table, axes)),
        marks=_marks_words(table, shown_axes) + table.remarks + _capitals_words(label, dataset),
        units=_units_words(table, shown_axes),
        encoding="" if "".join((*axes, label, *rows_taken.classes)).isascii() else table.encoding,
    )
    return TablePoints(dataset, test, as_read)


@dataclass(frozen=True)
class TableSentences:
    """The sentences of a table as lines ``class: sentence``, class by class, the classes in the
    order of their numbers, and how they were read.
    """

    text: str
    classes: tuple[str, ...]
    as_read: AsRead


def are_sentences(table: Table, columns: Columns) -> bool:
    """Whether the chosen column is counted word by word, instead of being an axis."""
    return not columns.x2 and holds_sentences(table, table.column(columns.x1))


def read_sentences(table: Table, columns: Columns) -> TableSentences:
    """The sentences of the chosen column with their classes.

    Raises:
        TableError: as :func:`read_points`, no class column, or a class whose name a line of
            sentences cannot hold.
    """
    if not columns.label:
        raise TableError(f"{table.source}: sentences need a column with the class of each one")
    taken_rows = _taken_rows(table, columns)
    classes = taken_rows.classes
    for name in classes:
        if ":" in name or "：" in name or name == ASKED_NAME:
            raise TableError(
                f"{table.source}: class {quote(name)} of sentences has a name that is taken, or a "
                "colon; rename it"
            )
    texts = list(compress(table.cells(table.column(columns.x1)), taken_rows.rows.tolist()))
    labels = taken_rows.labels.tolist()
    order = sorted(range(len(texts)), key=labels.__getitem__)
    lines = [f"{classes[labels[row]]}: {texts[row]}\n" for row in order]
    counts = np.bincount(taken_rows.labels, minlength=len(classes)).tolist()
    remarks = table.remarks
    if taken_rows.is_test.any():
        split = quote(table.header[table.split or 0])
        remarks += (f"column {split} is not used: sentences have no test points",)
    as_read = replace(
        taken_rows.as_read,
        label=table.header[table.column(columns.label)],
        classes=tuple(zip(classes, counts, strict=True)),
        marks=remarks,
        encoding="" if "".join((*texts, *classes)).isascii() else table.encoding,
    )
    return TableSentences("".join(lines), classes, as_read)


@dataclass(frozen=True)
class _TakenRows:
    """The rows that become points (n,), with their classes and which ones of them are for
    testing, and the reading as far as rows are concerned.
    """

    rows: Bools
    labels: Ints
    classes: tuple[str, ...]
    is_test: Bools
    as_read: AsRead


def _taken_rows(table: Table, columns: Columns) -> _TakenRows:
    if not columns.label:
        return _rows_of_one_class(table, columns)
    chosen_classes = _chosen_classes(table, columns)
    names, codes = table.coded_classes(columns.label)
    incomplete = rows_without_value(table, columns)
    taken_rows = np.array([name in chosen_classes for name in names])[codes] & ~incomplete
    _check_some(table, taken_rows)
    tested_rows = _rows_for_testing(table, columns, taken_rows)
    trained_classes = {
        names[code] for code in np.flatnonzero(np.bincount(codes[taken_rows & ~tested_rows]))
    }
    classes = tuple(name for name in chosen_classes if name in trained_classes)
    if len(classes) < 2:
        raise TableError(
            f"{table.source}: of class {join_names(classes)} alone rows have a value in each of "
            "the chosen columns; choose others"
        )
    if len(classes) == 2 < len(chosen_classes):  # signs were chosen for none of them
        classes = table.in_order(columns.label, classes)
    lost = tuple(name for name in chosen_classes if name not in trained_classes)
    is_other = np.array([bool(name) and name not in chosen_classes for name in names])
    rows = taken_rows & np.array([name in classes for name in names])[codes]
    label_of = np.array([classes.index(name) if name in classes else -1 for name in names])
    as_read = AsRead(
        (),
        (),
        incomplete_rows=int(incomplete.sum()),
        lost_classes=lost,
        untrained_rows=int((tested_rows & np.array([name in lost for name in names])[codes]).sum()),
        other_rows=int((is_other[codes] & ~incomplete).sum()),
    )
    labels = locked_ints(label_of[_chosen_values(codes, rows)])
    return _TakenRows(rows, labels, classes, tested_rows[rows], as_read)


def _rows_of_one_class(table: Table, columns: Columns) -> _TakenRows:
    """All rows with their values; the other class has no point."""
    incomplete = rows_without_value(table, columns)
    _check_some(table, ~incomplete)
    count = int((~incomplete).sum())
    as_read = AsRead((), (), incomplete_rows=int(incomplete.sum()))
    labels = locked_ints(np.ones(count, dtype=np.int64))
    test_rows = _rows_for_testing(table, columns, ~incomplete)[~incomplete]
    return _TakenRows(~incomplete, labels, Dataset.class_names, test_rows, as_read)


def _check_some(table: Table, rows: Bools) -> None:
    if not rows.any():
        raise TableError(
            f"{table.source}: no row has a value in each of the chosen columns; choose others"
        )


def suspects(table: Table, columns: Columns) -> Suspects:
    """Cells of the axes that may stand for a missing value."""
    cells: dict[str, None] = {}
    rows: set[int] = set()
    for k in {
        table.column(name): None for name in (columns.x1, columns.x2, *columns.further) if name
    }:
        suspect_rows = [*_strange_rows(table, k), *_rows_of_far_codes(table, k)]
        column = list(table.cells(k)) if suspect_rows else []
        for i in suspect_rows:
            if column[i] not in columns.missing:
                cells[column[i]] = None
                rows.add(i)
    return Suspects(tuple(cells), len(rows))


def _strange_rows(table: Table, k: int) -> list[int]:
    """The rows whose cell is neither missing nor a number, if they are few."""
    rows: list[int] = []
    share = 1.0 if k in table.numbers else STRANGE_SHARE
    most, decimal = share * len(table.rows), table.decimal_of(k)
    if k in table.plain.numbers:
        return rows
    for i, cell in enumerate(table.cells(k)):
        if number(cell, decimal) is None and cell.lower() not in MISSING:
            rows.append(i)
            if len(rows) > most:
                return []
    return rows


def _rows_of_far_codes(table: Table, k: int) -> list[int]:
    """The rows with a number of nines that is farther from all others than three times their
    range.
    """
    if k in table.plain.numbers and not np.isin(np.abs(table.plain.numbers[k]), NINES).any():
        return []
    column = list(table.cells(k))
    coded = [i for i, cell in enumerate(column) if CODES.fullmatch(cell)]
    if not coded or 2 * len(coded) > len(column):
        return []
    coded_rows, decimal = set(coded), table.decimal_of(k)
    values = (number(cell, decimal) for i, cell in enumerate(column) if i not in coded_rows)
    rest = [value for value in values if value is not None and math.isfinite(value)]
    low, high = min(rest, default=0.0), max(rest, default=0.0)
    far = FAR * (high - low)
    return [
        i
        for i in coded
        if far > 0 and not low - far <= (number(column[i], decimal) or 0.0) <= high + far
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


def _rows_for_testing(table: Table, columns: Columns, taken_rows: Bools) -> Bools:
    """Which of some rows another column holds back for testing, where it holds back some and not
    all.
    """
    split = table.split
    if split is None or (columns.label and split == table.column(columns.label)):
        return np.zeros_like(taken_rows)
    words = table.testing_words(split)
    tested_rows: Bools = taken_rows & table.rows_where(split, lambda cell: cell.lower() in words)
    return tested_rows if tested_rows.sum() < taken_rows.sum() else np.zeros_like(taken_rows)


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


def _capitals_words(label: str, dataset: Dataset) -> tuple[str, ...]:
    """The classes that differ in capitals only, which somebody may mean as one."""
    spellings: dict[str, list[str]] = {}
    for name in dataset.class_names:
        spellings.setdefault(name.casefold(), []).append(name)
    spelled_names = ["/".join(names) for names in spellings.values() if len(names) > 1]
    if not label or not spelled_names:
        return ()
    remedy = f"{label} read as text, capitals or not, joins them"
    return (f"{', '.join(spelled_names)} differ in capitals only: {remedy}",)


def _infinite_cells(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The cells of axes that are left out as they hold no finite number."""
    columns = {k: table.decimal_of(k) for k in map(table.column, axes)}
    found_cells = (
        cell
        for k, decimal in columns.items()
        if k not in table.plain.numbers
        for cell in table.contents(k)
        if is_infinite(cell, decimal) and cell.lower() not in MISSING
    )
    return tuple(dict.fromkeys(found_cells))


def _units_words(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The units that only some cells of an axis have: nothing is converted, and the picture does
    not show it.
    """
    remarks = []
    for name in axes:
        k = table.column(name)
        if k in table.plain.numbers:
            continue
        cells = list(table.cells(k))
        text = "\n".join(cells)
        money = [currency for currency in CURRENCIES if currency in text]
        if len(money) > 1:
            remarks.append(f"{name} in {join_names(money)}, not converted")
        percents = sum("%" in cell for cell in cells) if "%" in text else 0
        if 0 < percents < sum(is_number(cell, table.decimal_of(k)) for cell in cells):
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
                "a second one is needed, or points without classes (One class, --one-class)"
                if len(classes) == 1
                else "choose two of them (the negative one first)"
            )
            names, codes = table.coded_classes(columns.label)
            missing = int((codes == names.index("")).sum()) if "" in names else 0
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


def _chosen_values(values: Any, rows: Bools) -> Any:
    """The values of some rows; all of them are not copied."""
    return values if rows.all() else values[rows]


def _numbers(table: Table, name: str, rows: Bools) -> Floats:
    column = table.column(name)
    if column in table.plain.numbers:
        return _chosen_values(table.plain.numbers[column], rows)  # type: ignore[no-any-return]
    decimal = table.decimal_of(column)
    cells = list(table.cells(column))
    indices = np.flatnonzero(rows).tolist()
    values = np.empty(len(indices))
    for k, i in enumerate(indices):
        cell = cells[i]
        value = number(cell, decimal)
        if value is None:
            units = different_units(table, column)
            if units:
                raise TableError(
                    f"{table.source}: column {quote(name)} is in {' and '.join(units)}: one unit "
                    "is needed"
                )
            reproach = _fault_of_cell(cell, decimal)
            raise TableError(
                f"{table.source}, line {table.lines[i]}: column {quote(name)} {reproach}"
            )
        values[k] = value
    return values


def _fault_of_cell(cell: str, decimal: str) -> str:
    """The fault of a cell of coordinates, as the end of a sentence."""
    is_other = number(cell, other(decimal)) is not None
    mark = {",": "comma", ".": "point"}[decimal] if decimal == "," or is_other else ""
    return f"holds {quote(cell)}, which is not a number" + (
        f" with a decimal {mark}, as the others of its column" if mark else ""
    )
