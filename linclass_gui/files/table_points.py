"""From a table and its chosen columns to points, with how they were read."""

from __future__ import annotations

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
from .cells import MISSING, TableError, fault_of, is_infinite, number
from .columns import Columns, rows_without_value
from .evidence import has_names
from .numerals import BOTH_MARKS, WORDS, other
from .tables import Table

# Numbers that stand for a missing value in many tables, where they are far from all others.
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
    axes = [name for name in (columns.x1, columns.x2, *columns.further) if name]
    _check_different(table, axes, columns.label)
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
        marks=_marks_words(table, shown_axes)
        + table.remarks
        + _spelling_words(table, label, dataset)
        + _header_words(table),
        encoding="" if "".join((*axes, label, *rows_taken.classes)).isascii() else table.encoding,
    )
    return TablePoints(dataset, test, as_read)


def _check_different(table: Table, axes: Sequence[str], label: str) -> None:
    """Refuse one column in two places."""
    places = [table.column(name) for name in axes]
    if len(places) > 1 and places[0] == places[1]:
        raise TableError(
            f"{table.source}: the two coordinates must be different columns; both are "
            f"{quote(axes[0])}"
        )
    if label and table.column(label) in places:
        raise TableError(
            f"{table.source}: column {quote(label)} is the class, which would give it away as an "
            "axis: choose another axis"
        )


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
    return not columns.x2 and table.column(columns.x1) == table.sentences


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
    cells = table.columns[table.column(columns.x1)].cells
    texts = list(compress(cells, taken_rows.rows.tolist()))
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
        if k == table.sentences:
            continue
        suspect_rows = np.flatnonzero(_strange_rows(table, k) | _far_codes(table, k)).tolist()
        column = list(table.columns[k].cells) if suspect_rows else []
        for i in suspect_rows:
            if column[i] not in columns.missing:
                cells[column[i]] = None
                rows.add(i)
    return Suspects(tuple(cells), len(rows))


def _strange_rows(table: Table, k: int) -> Bools:
    """The rows (n,) whose cell is neither missing nor a number, if they are few."""
    column, decimal = table.columns[k], table.decimal_of(k)
    if column.is_plain:
        return np.zeros(len(table.rows), dtype=bool)
    share = 1.0 if k in table.numbers else STRANGE_SHARE
    rows = column.rows_where(
        lambda cell: number(cell, decimal) is None and cell.lower() not in MISSING
    )
    is_rare: Bools = rows & (rows.sum() <= share * len(rows))
    return is_rare


def _far_codes(table: Table, k: int) -> Bools:
    """The rows (n,) with a number of nines that is farther from all others than three times their
    range.
    """
    numbers = table.numbers_of(k)
    coded = np.isin(np.abs(numbers), NINES)
    rest = numbers[np.isfinite(numbers) & ~coded]
    if not coded.any() or 2 * coded.sum() > len(coded) or not len(rest):
        return np.zeros(len(coded), dtype=bool)
    far = FAR * np.ptp(rest)
    is_near = (numbers >= rest.min() - far) & (numbers <= rest.max() + far)
    is_far: Bools = coded & ~is_near & (far > 0)
    return is_far


def _check_marks(table: Table, axes: Sequence[str]) -> None:
    for name in axes:
        k = table.column(name)
        if not table.is_settled(k):
            example = table.columns[k].numerals.example
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
    is_test = table.columns[split].rows_where(lambda cell: cell.lower() in words)
    tested_rows: Bools = taken_rows & is_test
    return tested_rows if tested_rows.sum() < taken_rows.sum() else np.zeros_like(taken_rows)


def _marks_words(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The reading of the marks in numbers, where they are not plain decimal points."""
    remarks: dict[str, None] = {}
    for k in map(table.column, axes):
        numerals, decimal = table.columns[k].numerals, table.decimal_of(k)
        if decimal == BOTH_MARKS:
            remarks[f"{join_names((table.header[k],))} with decimal {WORDS[BOTH_MARKS]}"] = None
            continue
        if other(decimal) in numerals.open:
            remarks[f"{WORDS[other(decimal)]} separate thousands"] = None
        is_open = decimal in numerals.open and not numerals.sure
        if (is_open and decimal != table.implied) or (decimal == "," and decimal in numerals.sure):
            remarks[f"numbers with decimal {WORDS[decimal]}"] = None
    return tuple(remarks)


def _spelling_words(table: Table, label: str, dataset: Dataset) -> tuple[str, ...]:
    """The classes that differ in capitals only, which somebody may mean as one, and those that were
    spelled in several ways.
    """
    if not label:
        return ()
    spellings: dict[str, list[str]] = {}
    for name in dataset.class_names:
        spellings.setdefault(name.casefold(), []).append(name)
    spelled_names = ["/".join(names) for names in spellings.values() if len(names) > 1]
    remarks = []
    if spelled_names:
        remedy = f"{label} read as text, capitals or not, joins them"
        remarks.append(f"{', '.join(spelled_names)} differ in capitals only: {remedy}")
    joined_names = ["/".join(cells) for cells in table.joined_spellings(label)]
    if joined_names:
        remarks.append(
            f"{', '.join(joined_names)} are one number each: {label} read as text parts them"
        )
    return tuple(remarks)


def _header_words(table: Table) -> tuple[str, ...]:
    """How the first row was taken where it could be taken otherwise."""
    if not table.is_header_open:
        return ()
    if has_names(table):
        return ("the first row was taken for names, not for a point (--header no makes it one)",)
    return ("the first row was taken for a point, not for names (--header yes makes it names)",)


def _infinite_cells(table: Table, axes: Iterable[str]) -> tuple[str, ...]:
    """The cells of axes that are left out as they hold no finite number."""
    columns = {k: table.decimal_of(k) for k in map(table.column, axes)}
    found_cells = (
        cell
        for k, decimal in columns.items()
        if not table.columns[k].is_plain and k != table.sentences
        for cell in table.columns[k].coded[0]
        if is_infinite(cell, decimal) and cell.lower() not in MISSING
    )
    return tuple(dict.fromkeys(found_cells))


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
            left = ""
            if missing and len(classes) == 1:
                left = f"; {count_words(missing, 'row')} without a class"
                if "NA" in table.columns[table.column(columns.label)].coded[0]:
                    remedy += ", or to read the column as text, if NA is one"
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
    k = table.column(name)
    values: Floats = _chosen_values(table.numbers_of(k), rows)
    strange_rows = np.flatnonzero(np.isnan(values))
    if len(strange_rows):
        i = int(np.flatnonzero(rows)[strange_rows[0]])
        reproach = _fault_of_cell(table.rows[i][k], table.decimal_of(k))
        raise TableError(f"{table.source}, line {table.lines[i]}: column {quote(name)} {reproach}")
    return values


def _fault_of_cell(cell: str, decimal: str) -> str:
    """The fault of a cell of coordinates, as the end of a sentence."""
    is_other = number(cell, other(decimal)) is not None
    mark = {",": "comma", ".": "point"}[decimal] if decimal == "," or is_other else ""
    return fault_of(cell) + (f" with a decimal {mark}, as the others of its column" if mark else "")
