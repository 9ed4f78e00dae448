"""From a table and its chosen columns to points, with how they were read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from solvers import Dataset, Floats
from solvers.arrays import Bools, Ints, locked, locked_ints

from ..errors import join_names, quote
from ..markup.numbers import count_words
from ..scene.looks import MOST_CLASSES
from ..scene.planes import COLUMNS
from ..scene.sentences import ASKED_NAME
from .as_read import AsRead
from .cells import MISSING, TableError, fault_of, number
from .columns import Columns, rows_without_value
from .numerals import BOTH_MARKS, WORDS, other
from .tables import NUMBERS, TEST, Table, TypedColumn

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
            fewer than two classes, one column for both coordinates, a decimal mark that
            must be chosen, or no row with all values.
    """
    axes = [table.column(name) for name in columns.axes]
    _check_axes(table, columns, axes)
    rows = _taken_rows(table, columns, table.split, _infinite_cells(axes))
    numbers = [_numbers(table, axis, rows.taken) for axis in axes]
    if not columns.x2:
        numbers.insert(1, np.zeros(len(rows.labels)))
    X = np.column_stack(numbers[:2])
    behind = np.column_stack([X[:, :0], *numbers[2:]])
    dataset, test = Dataset(locked(X), rows.labels, rows.classes, locked(behind)), None
    if rows.is_test.any():
        dataset, test = dataset.chosen(~rows.is_test), dataset.chosen(rows.is_test)
    shown_axes = axes if columns.plane != COLUMNS else axes[: 1 + bool(columns.x2)]
    remarks = (
        *rows.as_read.remarks,
        *_marks_words(table, shown_axes),
        *table.remarks,
        *_spelling_words(columns.label, rows.classes),
        *_header_words(table),
        *_letters_words(table, (*columns.axes, columns.label, *rows.classes)),
    )
    shown_names = tuple(axis.name for axis in shown_axes)
    return TablePoints(dataset, test, replace(rows.as_read, columns=shown_names, remarks=remarks))


def _check_axes(table: Table, columns: Columns, axes: Sequence[TypedColumn]) -> None:
    """Refuse one column in two places, and a mark that must be chosen."""
    if axes[0] in axes[1:2]:
        raise TableError(
            f"{table.source}: the two coordinates must be different columns; both are "
            f"{quote(columns.x1)}"
        )
    if columns.label and table.column(columns.label) in axes:
        raise TableError(
            f"{table.source}: column {quote(columns.label)} is the class, which would give it away "
            "as an axis: choose another axis"
        )
    for axis in axes:
        if not axis.is_settled:
            raise UnsettledMarkError(
                f"{table.source}: {quote(axis.numerals.example)} in column {quote(axis.name)} may "
                "be a decimal number or thousands; choose the decimal mark, comma or point"
            )


def are_sentences(table: Table, columns: Columns) -> bool:
    """Whether the chosen column is counted word by word, instead of being an axis."""
    return not columns.x2 and table.column(columns.x1) is table.sentences


def read_sentences(table: Table, columns: Columns) -> tuple[str, AsRead]:
    """The sentences of the chosen column as lines ``class: sentence``, class by class, the classes
    in the order of their numbers, and how they were read.

    Raises:
        TableError: as :func:`read_points`, no class column, or a class whose name a line of
            sentences cannot hold.
    """
    if not columns.label:
        raise TableError(f"{table.source}: sentences need a column with the class of each one")
    rows = _taken_rows(table, columns, None, ())
    for name in rows.classes:
        if ":" in name or "：" in name or name == ASKED_NAME:
            raise TableError(
                f"{table.source}: class {quote(name)} of sentences has a name that is taken, or a "
                "colon; rename it"
            )
    texts = list(compress(table.column(columns.x1).cells, rows.taken.tolist()))
    labels = rows.labels.tolist()
    order = sorted(range(len(texts)), key=labels.__getitem__)
    lines = [f"{rows.classes[labels[row]]}: {texts[row]}\n" for row in order]
    remarks = (*rows.as_read.remarks, *table.remarks)
    if table.split and table.split.name != columns.label:
        name = quote(table.split.name)
        remarks += (f"column {name} is not used: sentences have no test points",)
    remarks += _letters_words(table, (*texts, *rows.classes))
    return "".join(lines), replace(rows.as_read, remarks=remarks)


@dataclass(frozen=True)
class _Rows:
    """Whether each row of a table is ``taken`` (n,); of those that are the labels, by ``classes``,
    and whether they are for testing, and the reading as far as rows are concerned.
    """

    taken: Bools
    labels: Ints
    classes: tuple[str, ...]
    is_test: Bools
    as_read: AsRead


def _taken_rows(
    table: Table, columns: Columns, split: TypedColumn | None, infinite_cells: tuple[str, ...]
) -> _Rows:
    """The rows of the chosen classes with a value in each chosen column; ``split`` may hold some
    back, and ``infinite_cells`` count as missing.
    """
    incomplete = rows_without_value(table, columns)
    label = table.column(columns.label) if columns.label else None
    chosen_classes: tuple[str, ...] = Dataset.class_names
    codes: Ints = np.ones(len(incomplete), dtype=np.int64)
    if label is not None:
        names, places = label.coded_classes
        chosen_classes = _chosen_classes(table, columns, label)
        codes = _codes(names, chosen_classes)[places]
    taken = (codes >= 0) & ~incomplete
    if not taken.any():
        raise TableError(
            f"{table.source}: no row has a value in each of the chosen columns; choose others"
        )
    tested = np.zeros_like(taken)
    if split is not None and split is not label:
        tested = taken & split.rows_where(lambda cell: cell.lower() in TEST)
    if (tested == taken).all():  # none would be left for training
        tested[:] = False
    counts = np.bincount(codes[taken & ~tested], minlength=len(chosen_classes)).tolist()
    # where there is no label, the other class has no point
    lost = [name for name, n in zip(chosen_classes, counts, strict=True) if label and not n]
    classes = tuple(name for name in chosen_classes if name not in lost)
    if len(classes) < 2:
        raise TableError(
            f"{table.source}: of class {join_names(classes)} alone rows have a value in each of "
            "the chosen columns; choose others"
        )
    if label is not None and len(classes) == 2 < len(chosen_classes):  # nobody chose their signs
        classes = label.in_order(classes)
    count_of = dict(zip(chosen_classes, counts, strict=True))
    labels = np.where(taken, _codes(chosen_classes, classes)[codes], -1)
    rows = labels >= 0
    as_read = AsRead(
        (),
        tuple((name, count_of[name]) for name in classes)[label is None :],
        columns.plane,
        label.name if label else "",
        split.name if split and tested[rows].any() else "",
        test_points=int(tested[rows].sum()),
        incomplete_rows=int(incomplete.sum()),
        untrained_rows=int(tested[~rows].sum()),
        other_rows=int((~incomplete & ~taken).sum()),
    )
    remarks = _rows_words(as_read, (*columns.missing, *infinite_cells), lost)
    return _Rows(
        rows, locked_ints(labels[rows]), classes, tested[rows], replace(as_read, remarks=remarks)
    )


def _codes(names: Sequence[str], classes: Sequence[str]) -> Ints:
    """The place of each name among the classes, -1 where it is none of them."""
    return np.array([classes.index(name) if name in classes else -1 for name in names])


def _rows_words(
    as_read: AsRead, missing: Sequence[str], lost_classes: Sequence[str]
) -> tuple[str, ...]:
    """What became of the rows that are not shown as points for training."""
    remarks = []
    if as_read.test_points:
        count = count_words(as_read.test_points, "test point")
        remarks.append(f"{count}, as column {quote(as_read.split)} says")
    if as_read.incomplete_rows:
        count = count_words(as_read.incomplete_rows, "row")
        remark = f" ({join_names(missing)} counted as missing)" if missing else ""
        remarks.append(f"{count} without a value left out{remark}")
    if lost_classes:
        count = count_words(as_read.untrained_rows, "test row")
        remark = f" for training; {count} of it left out" if as_read.untrained_rows else ""
        remarks.append(f"no row of class {join_names(lost_classes)} is left{remark}")
    if as_read.other_rows:
        remarks.append(f"{count_words(as_read.other_rows, 'row')} of other classes left out")
    return tuple(remarks)


def _letters_words(table: Table, texts: Iterable[str]) -> tuple[str, ...]:
    """The encoding that some texts were read in, where it was guessed and they show it."""
    if not table.encoding or "".join(texts).isascii():
        return ()
    return (f"letters of {table.encoding}, which the file does not say",)


def suspects(table: Table, columns: Columns) -> Suspects:
    """Cells of the axes that may stand for a missing value."""
    cells: dict[str, None] = {}
    rows: set[int] = set()
    for column in dict.fromkeys(map(table.column, columns.axes)):
        if column is table.sentences:
            continue
        for row in np.flatnonzero(_strange_rows(column) | _far_codes(column.numbers)).tolist():
            cell = column.cell(row)
            if cell not in columns.missing:
                cells[cell] = None
                rows.add(row)
    return Suspects(tuple(cells), len(rows))


def _strange_rows(column: TypedColumn) -> Bools:
    """The rows (n,) whose cell is neither missing nor a number, if they are few."""
    share = 1.0 if column.read_as == NUMBERS else STRANGE_SHARE
    rows: Bools = np.isnan(column.numbers)
    if rows.any():
        rows &= ~column.rows_where(lambda cell: cell.lower() in MISSING)
    rows &= rows.sum() <= share * len(rows)
    return rows


def _far_codes(numbers: Floats) -> Bools:
    """The rows (n,) with a number of nines that is farther from all others than three times their
    range.
    """
    coded = np.isin(np.abs(numbers), NINES)
    rest = numbers[np.isfinite(numbers) & ~coded]
    if not coded.any() or 2 * coded.sum() > len(coded) or not len(rest):
        return np.zeros_like(coded)
    far = FAR * np.ptp(rest)
    beyond: Bools = (numbers < rest.min() - far) | (numbers > rest.max() + far)
    return coded & beyond & bool(far > 0)


def _marks_words(table: Table, axes: Iterable[TypedColumn]) -> tuple[str, ...]:
    """The reading of the marks in numbers, where they are not plain decimal points."""
    remarks: dict[str, None] = {}
    for axis in axes:
        numerals, decimal = axis.numerals, axis.decimal
        if decimal == BOTH_MARKS:
            remarks[f"{join_names((axis.name,))} with decimal {WORDS[BOTH_MARKS]}"] = None
            continue
        if other(decimal) in numerals.open:
            remarks[f"{WORDS[other(decimal)]} separate thousands"] = None
        is_open = decimal in numerals.open and not numerals.sure
        if (is_open and decimal != table.implied) or (decimal == "," and decimal in numerals.sure):
            remarks[f"numbers with decimal {WORDS[decimal]}"] = None
    return tuple(remarks)


def _spelling_words(label: str, classes: Sequence[str]) -> tuple[str, ...]:
    """The classes that differ in capitals only, which somebody may mean as one."""
    spellings: dict[str, list[str]] = {}
    for name in classes:
        spellings.setdefault(name.casefold(), []).append(name)
    names = ["/".join(names) for names in spellings.values() if len(names) > 1]
    remedy = f"{label} read as text, capitals or not, joins them"
    return (f"{', '.join(names)} differ in capitals only: {remedy}",) if names else ()


def _header_words(table: Table) -> tuple[str, ...]:
    """How the first row was taken where it could be taken otherwise."""
    if not table.is_header_open:
        return ()
    if table.has_names:
        return ("the first row was taken for names, not for a point (--header no makes it one)",)
    return ("the first row was taken for a point, not for names (--header yes makes it names)",)


def _infinite_cells(axes: Iterable[TypedColumn]) -> tuple[str, ...]:
    """The cells of axes that are left out as they hold no finite number."""
    found_cells = (
        cell
        for axis in axes
        if np.isinf(axis.numbers).any()
        for cell in axis.values
        if math.isinf(number(cell, axis.decimal))
    )
    return tuple(dict.fromkeys(found_cells))


def _chosen_classes(table: Table, columns: Columns, label: TypedColumn) -> tuple[str, ...]:
    """The classes in the order of their numbers."""
    classes = label.classes
    place = f"{table.source}: column {quote(columns.label)} holds"
    if len(classes) < 2:
        raise TableError(f"{place} {_lack_of_classes(label, classes)}")
    chosen_classes = tuple(map(label.class_called, columns.classes)) or classes
    if len(chosen_classes) > MOST_CLASSES:
        raise TableError(
            f"{place} {len(chosen_classes)} classes; at most {MOST_CLASSES} can be told "
            "apart: choose some of them, or another column"
        )
    for k, value in enumerate(chosen_classes):
        if value not in classes:
            raise TableError(
                f"{table.source}: class {quote(value)} does not occur in column "
                f"{quote(columns.label)}; it holds {_shown_classes(classes)}"
            )
        if value in chosen_classes[:k]:
            raise TableError(f"{table.source}: class {quote(value)} is chosen twice")
    return chosen_classes


def _lack_of_classes(label: TypedColumn, classes: tuple[str, ...]) -> str:
    """How a column lacks a second class, as the end of a sentence."""
    missing = int(label.rows_where(lambda cell: cell not in label.class_of).sum())
    left = f"; {count_words(missing, 'row')} without a class" if missing else ""
    remedy = "a second one is needed, or points without classes (One class, --one-class)"
    if "NA" in label.contents and missing:
        remedy += ", or to read the column as text, if NA is one"
    count = f"only one class ({_shown_classes(classes)})" if classes else "no class"
    return f"{count}{left}: {remedy}"


def _shown_classes(classes: tuple[str, ...]) -> str:
    return ", ".join(map(quote, classes[:8])) + (", ..." if len(classes) > 8 else "")


def _numbers(table: Table, axis: TypedColumn, rows: Bools) -> Floats:
    strange_rows = np.flatnonzero(rows & np.isnan(axis.numbers))
    if len(strange_rows):
        row, mark = int(strange_rows[0]), axis.decimal
        cell, words = axis.cell(row), {",": "comma", ".": "point"}
        is_other = mark == "," or not math.isnan(number(cell, other(mark)))
        place = f"{table.source}, line {table.lines[row]}: column {quote(axis.name)}"
        raise TableError(
            f"{place} {fault_of(cell)}"
            + is_other * f" with a decimal {words.get(mark)}, as the others of its column"
        )
    values: Floats = axis.numbers[rows]
    return values
