"""The columns of a table: coordinates, classes and further ones, suggested or chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers.arrays import Bools

from ..errors import join_names, quote
from ..scene.planes import COLUMNS
from .cells import MISSING, UNITS, TableError, fault_of, is_infinite, is_number, number
from .evidence import (
    FEW_VALUES,
    MOST_LABELS,
    counts_in_order,
    different_values,
    is_calendar,
    is_date,
    is_for_holding_back,
    is_id,
    likeliest_label,
    may_be_class,
    numbers_rows,
    sampled_rows,
)
from .separation import separating_pair, telling_column
from .table_shape import CLASS_NAMES
from .tables import Table

MOST_BEHIND = 20_000_000  # numbers of a table that a scene takes along behind its points
MOST_COMPARED = 200  # columns of numbers of which the pair is found that separates the classes
MOST_TURNED = 2000  # columns of numbers of a plane: its basis has as many rows as columns


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes
    (None: the only two there are).

    Without ``x2`` the points are on a line, at height 0, or counts of the words of ``x1`` where
    that is read as sentences; without ``label`` all are of class +.  ``more_classes`` come behind
    these two; ``all_classes`` takes all there are, however many.  ``plane`` is what is shown: the
    two columns, or a plane of them and the ``further`` ones.  ``missing`` are cells of coordinates
    that count as missing, such as -999.
    """

    x1: str
    x2: str
    label: str
    minus: str | None = None
    plus: str | None = None
    more_classes: tuple[str, ...] = ()
    all_classes: bool = False
    plane: str = COLUMNS
    further: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def further_columns(table: Table, columns: Columns) -> tuple[str, ...]:
    """The other columns of numbers, without row numbers; where only the two are shown, those
    without missing values.
    """
    if not columns.x2:
        return ()
    chosen_columns = {
        table.column(name) for name in (columns.x1, columns.x2, columns.label) if name
    }
    candidates = _measurements(table, [k for k in table.numeric if k not in chosen_columns])
    if columns.plane == COLUMNS:
        complete_rows = ~rows_without_value(table, replace(columns, further=()))
        candidates = [
            k
            for k in candidates
            if table.is_settled(k) and np.isfinite(table.numbers_of(k)[complete_rows]).all()
        ]
    fits = len(candidates) * len(table.rows) <= MOST_BEHIND and 2 + len(candidates) <= MOST_TURNED
    return tuple(table.header[k] for k in candidates) if fits else ()


def with_further(table: Table, columns: Columns) -> Columns:
    """The columns with further ones, where none were chosen."""
    if columns.further:
        return columns
    return replace(columns, further=further_columns(table, columns))


@dataclass(frozen=True)
class Guess:
    """The columns that a table is first shown by, and why the class is one and the axes are two of
    several.
    """

    columns: Columns
    reasons_of_label: tuple[str, ...]
    reasons_of_axes: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """All reasons of the choice."""
        return self.reasons_of_label + self.reasons_of_axes

    def reasons_for(self, columns: Columns) -> tuple[str, ...]:
        """The reasons of those columns that are as they were guessed."""
        is_label = columns.label == self.columns.label
        guessed_axes = self.columns.x1, self.columns.x2
        are_axes = columns.plane == COLUMNS and (columns.x1, columns.x2) == guessed_axes
        return is_label * self.reasons_of_label + are_axes * self.reasons_of_axes


def suggested_columns(table: Table) -> Columns:
    """The columns of :func:`guess_columns`."""
    return guess_columns(table).columns


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
    axis_columns = [table.column(name) for name in axes if name]
    label_columns = [k for k in _label_columns(table) if k not in axis_columns]
    if table.sentences is not None:
        axis_columns = [table.sentences]
        label_columns = [k for k in label_columns if k != table.sentences]
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [k for k in range(len(table.header)) if _is_mostly_numbers(table, k)]
    class_column, label_reasons = (
        (table.column(label), ())
        if label
        else _guessed_label(table, label_columns, numeric, axis_columns)
    )
    candidates = [k for k in numeric if k != class_column]
    coordinates = axis_columns or _coordinates(table, candidates)
    bad_cell = ""
    if len(candidates) < 2 and not axis_columns:
        bad_cell = _almost_number(table, label_columns) or _empty_column(table)
    if not coordinates or class_column is None or bad_cell:
        raise _lack_error(table, bad_cell)
    name = table.header[class_column]
    x1, x2, sure_name = _guessed_axes(table, coordinates, name, bool(axis_columns))
    minus, plus = (*table.classes(name), None, None)[:2]
    reason = f"{name} is the class: {', '.join(label_reasons)}"
    return Guess(
        Columns(x1, x2, name, minus, plus),
        (reason,) if label_reasons else (),
        ()
        if axis_columns
        else _reasons_of_axes(table, candidates, coordinates, (x1, x2), sure_name)
        + _reasons_of_words(table, numeric, class_column),
    )


def _label_columns(table: Table) -> list[int]:
    """The columns of few values that may be the class, the last one first."""
    most = max(2, min(MOST_LABELS, len(table.rows) // 2))
    columns = [
        k for k in reversed(range(len(table.header))) if 2 <= different_values(table, k) <= most
    ]
    columns = [k for k in columns if not is_id(table, k)] or columns
    is_wide = len(table.numeric) > 2  # two measurements are left
    columns = [
        k
        for k in columns
        if k not in table.results
        and may_be_class(table, k)
        and (k not in table.numeric or is_wide or _repeats(table, k))
    ]
    # where nothing else names classes, a column called test holds the results of one
    return [k for k in columns if k != table.split and not is_for_holding_back(table, k)] or columns


def _repeats(table: Table, k: int) -> bool:
    """Whether the values of a column occur twice on an average."""
    return 2 * different_values(table, k) <= len(table.rows)


def _coordinates(table: Table, candidates: list[int]) -> list[int]:
    """The candidates that may be axes."""
    measurements = _measurements(table, candidates)
    undated_columns = [k for k in measurements if not is_calendar(table, k)]
    coordinates = _without_few_values(table, undated_columns)
    if len(coordinates) < 2 and len(undated_columns) < len(measurements):
        return _without_few_values(table, measurements)
    return coordinates


def _lack_error(table: Table, bad_cell: str) -> TableError:
    """Why a table shows no points of classes."""
    counts = [k for k in table.numeric if 2 < different_values(table, k) <= FEW_VALUES]
    fault = bad_cell or _too_many_values(table)
    if counts and not fault:
        names = join_names([table.header[k] for k in counts])
        fault = (
            f"if one of {names} holds classes, choose it"
            if len(counts) > 1
            else (f"if {names} holds classes, choose it")
        )
    fault = fault or _infinite_column(table) or f"found {join_names(table.header)}"
    fault += ", one cell in each line" if len(table.header) == 1 else ""
    needs = "numbers in one column or more and a column with the class of each row are needed"
    return TableError(f"{table.source}: {needs}; {fault}")


def _reasons_of_axes(
    table: Table,
    candidates: Sequence[int],
    coordinates: Sequence[int],
    axes: tuple[str, str],
    sure_name: str,
) -> tuple[str, ...]:
    """Why other ``candidates`` are no axes: ids, one that is telling too much, and
    ``coordinates`` that tell less.
    """
    ids = [k for k in candidates if is_id(table, k)]
    counters = [k for k in candidates if numbers_rows(table, k, is_named=False)]
    counter_names = [table.header[k] for k in counters if table.header[k] not in axes]
    id_names = [table.header[k] for k in ids if k not in counters]
    reasons = []
    if counter_names:
        verb = "counts" if len(counter_names) == 1 else "count"
        reasons.append(f"{join_names(counter_names)} {verb} rows")
    if id_names:
        verb = "is an id" if len(id_names) == 1 else "are ids"
        reasons.append(f"{join_names(id_names)} {verb}")
    names = [table.header[k] for k in coordinates]
    if sure_name:
        rest = "" if sure_name in axes else " and is no axis"
        reasons.append(
            f"{join_names((sure_name,))} alone tells the classes apart{rest}: is it known before?"
        )
        names = [name for name in names if name != sure_name or name in axes]
    if not table.axes and axes != (*names, "")[:2]:
        reasons.append(
            f"of {len(names)} measurements {' and '.join(axes)} tell the classes apart best"
        )
    return tuple(reasons)


def _reasons_of_words(table: Table, numeric: Sequence[int], label: int) -> tuple[str, ...]:
    """Why columns that hold numbers in most rows are no axes."""
    others = [k for k in range(len(table.header)) if k != label and k not in numeric]
    numeral_columns = [k for k in others if k not in table.texts and not is_id(table, k)]
    faults = [(table.header[k], _fault_of_axis(table, k)) for k in numeral_columns]
    return tuple(f"{join_names((name,))} is no axis: it {fault}" for name, fault in faults if fault)


def _fault_of_axis(table: Table, k: int) -> str:
    """The fault of a column that is nearly one of numbers: a cell of another kind, with a unit, or
    infinite numbers alone; empty for other words.
    """
    word = _first_word(table, k)
    if _is_mostly_numbers(table, k) or UNITS.search(word):
        return f"holds {quote(word)}" if word else ""
    return "holds no finite number" if _is_infinite(table, k) else ""


def _guessed_axes(
    table: Table, columns: Sequence[int], label: str, is_chosen: bool
) -> tuple[str, str, str]:
    """The names of two of the columns, the second one empty where there is only one, and of one
    that gives the classes away, if any.
    """
    first, second, giveaway = 0, 1, None
    if 1 < len(columns) <= MOST_COMPARED and not is_chosen:
        codes = table.coded_classes(label)[1]
        rows = sampled_rows(codes)
        values = np.column_stack([table.numbers_of(k)[rows] for k in columns])
        giveaway = telling_column(values, codes[rows])
        first, second = separating_pair(values, codes[rows])
    names = (*(table.header[k] for k in columns), "")
    shown_axes = () if is_chosen or label in table.axes else table.axes
    x1, x2 = shown_axes or (names[first], names[second])
    return x1, x2, "" if giveaway is None else names[giveaway]


def _guessed_label(
    table: Table,
    label_columns: Sequence[int],
    numeric: Sequence[int],
    axis_columns: Sequence[int],
) -> tuple[int | None, tuple[str, ...]]:
    """The column for which most speaks, of equal ones the last, and the reasons, where there are
    others; None where there is none.
    """
    # a column of numbers is the label only where another one is left
    least = 0 if axis_columns else 1
    open_columns = [k for k in label_columns if k not in numeric or len(numeric) > least]
    if not open_columns:
        words = [
            k for k in reversed(range(len(table.header))) if k not in (*numeric, *axis_columns)
        ]
        return next(iter(words), None), ()
    label, reasons = likeliest_label(table, open_columns)
    return label, reasons if len(open_columns) > 1 else ()


def rows_without_value(table: Table, columns: Columns) -> Bools:
    """Whether each row (n,) lacks a coordinate or its class; a coordinate that is chosen as missing
    or not finite is none.
    """
    incomplete = np.zeros(len(table.rows), dtype=bool)
    if columns.label:
        k = table.column(columns.label)
        words = table.without_class(k)
        incomplete = table.columns[k].rows_where(lambda cell: cell.lower() in words)
    for k in {table.column(name) for name in (columns.x1, columns.x2, *columns.further) if name}:
        incomplete |= _missing_rows(table, k, columns.missing)
    return incomplete


def _missing_rows(table: Table, k: int, missing: Sequence[str]) -> Bools:
    """Whether the cell of a column is missing, infinite or one of those that count as missing, for
    each row (n,); other words are none.
    """
    values = [value for value in map(number, missing) if value is not None]
    column, words = table.columns[k], MISSING | {cell.lower() for cell in missing}
    if k == table.sentences:
        return column.rows_where(lambda cell: cell.lower() in words)
    numbers = table.numbers_of(k)
    rows = np.isinf(numbers) | np.isin(numbers, values)
    if not column.is_plain:
        rows |= column.rows_where(lambda cell: cell.lower() in words)
    return rows


def _measurements(table: Table, columns: list[int]) -> list[int]:
    """The columns without ids, dates and marks of test rows, and without those that count rows
    while two others are left, or one is and the count is in order.
    """
    columns_left = [
        k
        for k in columns
        if not (is_id(table, k) or is_date(table, k) or is_for_holding_back(table, k))
        and k not in table.results
    ]
    # A table without names often begins with the numbers of what was measured.
    measured = [
        k
        for k in columns_left
        if not numbers_rows(table, k, is_named=k == 0 and table.header[0] == "x1")
    ]
    if len(measured) < 2:
        measured = [k for k in columns_left if not counts_in_order(table, k)]
    return measured or columns_left


def _without_few_values(table: Table, columns: list[int]) -> list[int]:
    """The columns that show more than a few lines of points, where there are two of them; else
    the columns of more than one value.
    """
    most = max(1, min(FEW_VALUES, len(table.rows) // 4))
    counts = {k: different_values(table, k) for k in columns}
    spread = [k for k in columns if counts[k] > most]
    if len(spread) > 1:
        return spread
    return [k for k in columns if counts[k] > 1] or columns


def _empty_column(table: Table) -> str:
    """The first column without any value, such as formulas that were never computed; empty if there
    is none.
    """
    for k, name in enumerate(table.header):
        if all(cell.lower() in MISSING for cell in table.columns[k].coded[0]):
            return f"column {quote(name)} holds no value"
    return ""


def _infinite_column(table: Table) -> str:
    """The first column of numbers that are all infinite; empty if there is none."""
    for k, name in enumerate(table.header):
        if _is_infinite(table, k):
            return f"column {quote(name)} holds no finite number"
    return ""


def _is_infinite(table: Table, k: int) -> bool:
    """Whether all values of a column are infinite numbers."""
    if table.columns[k].is_plain:
        return False
    values = [cell for cell in table.columns[k].coded[0] if cell.lower() not in MISSING]
    return bool(values) and all(is_infinite(cell, table.decimal_of(k)) for cell in values)


def _too_many_values(table: Table) -> str:
    """The first column that is called a class and has too many values for one, else the last one
    of words; empty if there is none.
    """
    counts = [different_values(table, k) for k in range(len(table.header))]
    for k, name in enumerate(table.header):
        if counts[k] > MOST_LABELS and CLASS_NAMES.fullmatch(name):
            return (
                f"column {quote(name)} holds {counts[k]} different values, and {MOST_LABELS} at "
                "most are classes"
            )
    return ""


def _almost_number(table: Table, label_columns: Sequence[int]) -> str:
    """The first column whose cells begin like numbers and are none, with one of them; empty if
    there is none.

    Of those with few values the cells are words, such as 1st and 2nd.
    """
    for k, name in enumerate(table.header):
        if k in label_columns:
            continue
        cells = [cell for cell in table.columns[k].sample if cell.lower() not in MISSING]
        bad = [cell for cell in cells if not is_number(cell, table.decimal_of(k))]
        if bad and all(cell.lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells):
            return f"column {quote(name)} {fault_of(bad[0])}"
    return ""


def _first_word(table: Table, k: int) -> str:
    """The first cell of a column that is neither missing nor a number; empty if there is none."""
    decimal = table.decimal_of(k)
    cells = (cell for cell in table.columns[k].sample if cell.lower() not in MISSING)
    return next((cell for cell in cells if not is_number(cell, decimal)), "")


def _is_mostly_numbers(table: Table, k: int) -> bool:
    sample = table.columns[k].sample
    return 2 * sum(is_number(cell, table.decimal_of(k)) for cell in sample) >= len(sample)
