"""The columns of a table: coordinates, classes and further ones, suggested or chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from solvers.arrays import Bools

from ..errors import join_names, quote
from ..markup.numbers import count_words
from ..scene.planes import COLUMNS
from .cells import MISSING, UNITS, TableError, fault_of, number
from .evidence import (
    FEW_VALUES,
    counts_in_order,
    is_calendar,
    is_date,
    is_for_holding_back,
    is_id,
    likeliest_label,
    may_be_class,
    numbers_rows,
)
from .separation import separating_pair, telling_column
from .shipped import is_shipped
from .tables import MOST_LABELS, SENTENCES, Table, TypedColumn, sampled_rows

MOST_COMPARED = 200  # columns of numbers of which the pair is found that separates the classes
MOST_TURNED = 2000  # columns of numbers of a plane: its basis has as many rows as columns


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the classes, the
    negative one of two first (none: all there are).

    Without ``x2`` the points are on a line, at height 0, or counts of the words of ``x1`` where
    that is read as sentences; without ``label`` all are of class +.  ``plane`` is what is shown:
    the two columns, or a plane of them and the ``further`` ones.  ``missing`` are cells of
    coordinates that count as missing, such as -999.
    """

    x1: str
    x2: str
    label: str
    classes: tuple[str, ...] = ()
    plane: str = COLUMNS
    further: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def axes(self) -> tuple[str, ...]:
        """The columns of coordinates, further ones among them."""
        return tuple(name for name in (self.x1, self.x2, *self.further) if name)


NO_COLUMNS = Columns("", "", "")


def with_further(table: Table, columns: Columns) -> Columns:
    """The columns with the other ones of numbers, where none were chosen, without row numbers;
    where only the two are shown, those without missing values.
    """
    if columns.further or not columns.x2:
        return columns
    chosen_columns = [table.column(name) for name in (*columns.axes, columns.label) if name]
    candidates = _measurements(table, [c for c in table.numeric if c not in chosen_columns])
    if columns.plane == COLUMNS:
        complete_rows = ~rows_without_value(table, columns)
        candidates = [
            column
            for column in candidates
            if column.is_settled and np.isfinite(column.numbers[complete_rows]).all()
        ]
    names = tuple(column.name for column in candidates)
    return replace(columns, further=names if 2 + len(names) <= MOST_TURNED else ())


@dataclass(frozen=True)
class Guess:
    """The columns that a table is first shown by, and why the class is one and the axes are two of
    several.
    """

    columns: Columns
    reasons_of_label: tuple[str, ...]
    reasons_of_axes: tuple[str, ...]

    def reasons_for(self, columns: Columns) -> tuple[str, ...]:
        """The reasons of those columns that are as they were guessed."""
        is_label = columns.label == self.columns.label
        guessed_axes = self.columns.x1, self.columns.x2
        are_axes = columns.plane == COLUMNS and (columns.x1, columns.x2) == guessed_axes
        return is_label * self.reasons_of_label + are_axes * self.reasons_of_axes


def guess_columns(table: Table, label: str = "", axes: Sequence[str] = ()) -> Guess:
    """A first guess: as the label the column of few values for which most speaks; as coordinates
    the two measurements that tell the classes apart best, or the first two if these are as good.

    A ``label`` or ``axes`` that are chosen stay, and no column is both.  Row numbers, ids and dates
    are never coordinates while there is a measurement, and columns of few values come last.  If too
    few are left, a column of numbers with some bad cells is taken, too, and any column of words may
    name the classes: reading them then reports the bad line.

    Raises:
        TableError: no column of measurements, or no column that could be a label.
    """
    chosen_axes = [table.column(name) for name in axes if name]
    if table.sentences is not None:
        chosen_axes = [table.sentences]
    label_columns = [column for column in _label_columns(table) if column not in chosen_axes]
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [column for column in table.columns if column.is_mostly_numbers]
    class_column, label_reasons = (
        (table.column(label), ())
        if label
        else _guessed_label(table, label_columns, numeric, chosen_axes)
    )
    candidates = [column for column in numeric if column is not class_column]
    coordinates = chosen_axes or _coordinates(table, candidates)
    is_lacking = len(candidates) < 2 and not chosen_axes
    bad_cell = _almost_number(table, label_columns) if is_lacking else ""
    if not coordinates or class_column is None or bad_cell:
        fault = bad_cell or f"found {join_names(list(map(_in_short, table.columns)))}"
        needs = "numbers in one column or more and a column with the class of each row are needed"
        raise TableError(f"{table.source}: {needs}; {fault}")
    if chosen_axes:
        x1, x2, *_ = (*(column.name for column in chosen_axes), "")
        return Guess(Columns(x1, x2, class_column.name), label_reasons, ())
    x1, x2, reasons = _guessed_axes(table, candidates, coordinates, class_column)
    reasons += _reasons_of_words(table, numeric, class_column)
    return Guess(Columns(x1, x2, class_column.name), label_reasons, reasons)


def _label_columns(table: Table) -> list[TypedColumn]:
    """The columns of few values that may be the class, the last one first."""
    most = min(MOST_LABELS, len(table.lines) // 2)  # values occur twice on an average
    columns = [
        column
        for column in reversed(table.columns)
        if 2 <= column.count <= (most if column.is_numeric else max(2, most))
    ]
    columns = [column for column in columns if not is_id(column)] or columns
    columns = [
        column for column in columns if column.name not in table.results and may_be_class(column)
    ]
    # where nothing else names classes, a column called test holds the results of one
    return [c for c in columns if c is not table.split and not is_for_holding_back(c)] or columns


def _coordinates(table: Table, candidates: list[TypedColumn]) -> list[TypedColumn]:
    """The candidates that may be axes."""
    measurements = _measurements(table, candidates)
    undated_columns = [column for column in measurements if not is_calendar(column)]
    coordinates = _without_few_values(table, undated_columns)
    if len(coordinates) < 2 and len(undated_columns) < len(measurements):
        return _without_few_values(table, measurements)
    return coordinates


def _in_short(column: TypedColumn) -> str:
    """A column with what it holds: numbers, or so many different values."""
    if column.is_numeric and column.count > MOST_LABELS:
        return f"{column.name} (numbers)"
    return f"{column.name} ({count_words(column.count, 'value')})"


def _reasons_of_words(
    table: Table, numeric: Sequence[TypedColumn], label: TypedColumn
) -> tuple[str, ...]:
    """Why columns that hold numbers in most rows are no axes."""
    taken_columns = (label, *numeric)
    word_columns = [c for c in table.columns if not (c in taken_columns or c.is_text or is_id(c))]
    faults = [(column.name, _fault_of_axis(column)) for column in word_columns]
    return tuple(f"{join_names((name,))} is no axis: it {fault}" for name, fault in faults if fault)


def _fault_of_axis(column: TypedColumn) -> str:
    """The fault of a column that is nearly one of numbers: a cell of another kind, or with a unit;
    empty for other words.
    """
    word = next(iter(column.strange_cells), "")
    is_nearly = bool(word) and (column.is_mostly_numbers or UNITS.search(word))
    return f"holds {quote(word)}" if is_nearly else ""


def _guessed_axes(
    table: Table,
    candidates: Sequence[TypedColumn],
    columns: Sequence[TypedColumn],
    label: TypedColumn,
) -> tuple[str, str, tuple[str, ...]]:
    """The names of two of the columns, the second one empty where there is only one, and why other
    ``candidates`` are no axes: ids, one that tells too much, and columns that tell less.
    """
    names = [column.name for column in columns]
    first, second, giveaway = 0, 1, None
    # a shipped table begins as lessons and documentation show it
    if 1 < len(columns) <= MOST_COMPARED and not is_shipped(Path(table.source)):
        codes = label.coded_classes[1]
        rows = sampled_rows(codes)
        values = np.column_stack([column.numbers[rows] for column in columns])
        giveaway = telling_column(values, codes[rows])
        first, second = separating_pair(values, codes[rows], giveaway)
    axes = (names[first], (*names, "")[second])
    id_names = [
        c.name
        for c in candidates
        if c.name not in axes and (is_id(c) or numbers_rows(c, is_named=False))
    ]
    reasons = [f"row numbers or ids: {join_names(id_names)}"] if id_names else []
    if giveaway is not None:
        name = names[giveaway]
        rest = "" if name in axes else " and is no axis"
        reasons.append(
            f"{join_names((name,))} alone tells the classes apart{rest}: is it known before?"
        )
        if rest:
            names.remove(name)
    if axes != (*names, "")[:2]:
        reasons.append(
            f"of {len(names)} measurements {' and '.join(axes)} tell the classes apart best"
        )
    return *axes, tuple(reasons)


def _guessed_label(
    table: Table,
    label_columns: Sequence[TypedColumn],
    numeric: Sequence[TypedColumn],
    chosen_axes: Sequence[TypedColumn],
) -> tuple[TypedColumn | None, tuple[str, ...]]:
    """The column for which most speaks, of equal ones the last, and the reasons, where there are
    others; None where there is none.
    """
    # a column of numbers is the label only where another one is left
    least = 0 if chosen_axes else 1
    open_columns = [c for c in label_columns if c not in numeric or len(numeric) > least]
    if len(open_columns) > 1:
        label, reasons = likeliest_label(table, open_columns)
        return label, (f"{label.name} is the class: {', '.join(reasons)}",) if reasons else ()
    taken_columns = (*numeric, *chosen_axes)
    words = [column for column in reversed(table.columns) if column not in taken_columns]
    return next(iter((*open_columns, *words)), None), ()


def rows_without_value(table: Table, columns: Columns) -> Bools:
    """Whether each row (n,) lacks a coordinate or its class; a coordinate that is chosen as missing
    or not finite is none.
    """
    incomplete = np.zeros(len(table.lines), dtype=bool)
    if columns.label:
        label = table.column(columns.label)
        incomplete = ~label.rows_where(label.class_of.__contains__)
    for column in {table.column(name) for name in columns.axes}:
        incomplete |= _missing_rows(column, columns.missing)
    return incomplete


def _missing_rows(column: TypedColumn, missing: Sequence[str]) -> Bools:
    """Whether the cell of a column is missing, infinite or one of those that count as missing, for
    each row (n,); other words are none.  A number is read as those of the column, else with a
    point.
    """
    pairs = [(number(cell, column.decimal), number(cell)) for cell in missing]
    values = [point if np.isnan(value) else value for value, point in pairs]
    words = MISSING | {cell.lower() for cell in missing}
    if column.is_plain:
        return np.isin(column.numbers, values)
    rows = column.rows_where(lambda cell: cell.lower() in words)
    if column.read_as != SENTENCES:
        rows |= np.isinf(column.numbers) | np.isin(column.numbers, values)
    return rows


def _measurements(table: Table, columns: Sequence[TypedColumn]) -> list[TypedColumn]:
    """The columns without ids, dates and marks of test rows, and without those that count rows
    while two others are left, or one is and the count is in order.
    """
    columns_left = [
        column
        for column in columns
        if not (is_id(column) or is_date(column) or is_for_holding_back(column))
        and column.name not in table.results
    ]
    # A table without names often begins with the numbers of what was measured.
    measured = [
        column
        for column in columns_left
        if not numbers_rows(column, is_named=column.place == 0 and column.name == "x1")
    ]
    if len(measured) < 2:
        measured = [column for column in columns_left if not counts_in_order(column)]
    return measured or columns_left


def _without_few_values(table: Table, columns: list[TypedColumn]) -> list[TypedColumn]:
    """The columns that show more than a few lines of points, where there are two of them; else
    the columns of more than one value.
    """
    most = max(1, min(FEW_VALUES, len(table.lines) // 4))
    spread = [column for column in columns if column.count > most]
    if len(spread) > 1:
        return spread
    return [column for column in columns if column.count > 1] or columns


def _almost_number(table: Table, label_columns: Sequence[TypedColumn]) -> str:
    """The first column whose cells begin like numbers and are none, with one of them; empty if
    there is none.

    Of those with few values the cells are words, such as 1st and 2nd.
    """
    for column in table.columns:
        cells = [cell for cell in column.sample if cell.lower() not in MISSING]
        are_like_numbers = all(cell.lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells)
        if column.strange_cells and are_like_numbers and column not in label_columns:
            return f"column {quote(column.name)} {fault_of(column.strange_cells[0])}"
    return ""
