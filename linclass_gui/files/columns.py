"""The columns of a table: coordinates, classes and further ones, suggested or chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress

import numpy as np

from solvers.arrays import Bools

from ..errors import join_names, quote
from ..scene.planes import COLUMNS
from .cells import MISSING, SAMPLE_ROWS, WITHOUT_CLASS, TableError, is_infinite, is_number, number
from .evidence import (
    FEW_VALUES,
    MOST_LABELS,
    different_units,
    different_values,
    holds_sentences,
    is_calendar,
    is_date,
    is_for_holding_back,
    is_id,
    likeliest_label,
    may_be_class,
    numbers_rows,
    repeated_sentences,
    sampled_numbers,
    sampled_rows,
    sentence_column,
)
from .separation import separating_pair, telling_column
from .tables import Table

MOST_BEHIND = 20_000_000  # numbers of a table that a scene takes along behind its points


MOST_COMPARED = 200  # columns of numbers of which the pair is found that separates the classes


MOST_TURNED = 2000  # columns of numbers of a plane: its basis has as many rows as columns


CODE = re.compile(r"[A-Z]{3}[ \u00a0](?=[+−-]?\d)")  # of a currency, as in CHF 1'234.50


CLASS_NAMES = re.compile(
    r"class|classes|cls|label|labels|target|species|kind|type|category|group|diagnosis|outcome|y",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes
    (None: the only two there are).

    Without ``x2`` the points are on a line, at height 0, or counts of the words of ``x1`` where
    that holds sentences; without ``label`` all are of class +.  ``more_classes`` come behind these
    two; ``all_classes`` takes all there are, however many.  ``plane`` is what is shown: the two
    columns, or a plane of them and the ``further`` ones.  ``missing`` are cells of coordinates that
    count as missing, such as -999.
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
    chosen_names = (columns.x1, columns.x2, columns.label)
    chosen_columns = {table.column(name) for name in chosen_names if name}
    axis_count = sum(map(bool, chosen_names[:2]))
    candidates = _measurements(table, [k for k in table.numeric if k not in chosen_columns])
    if columns.plane == COLUMNS:
        incomplete_rows = rows_without_value(table, replace(columns, further=()))
        candidates = [
            k
            for k in candidates
            if table.is_settled(k) and _holds_numbers(table, k, ~incomplete_rows)
        ]
    fits = (
        len(candidates) * len(table.rows) <= MOST_BEHIND
        and axis_count + len(candidates) <= MOST_TURNED
    )
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


def guess_columns(table: Table) -> Guess:
    """A first guess: as the label the column of few values for which most speaks; as coordinates
    the two measurements that tell the classes apart best, or the first two if these are as good.

    Row numbers, ids and dates are never coordinates, and columns of few values come last.  If too
    few are left, a column of numbers with some bad cells is taken, too, and any column of words may
    name the classes: reading them then reports the bad line.  A table of sentences and classes
    without any measurement has the sentences in place of the coordinates.

    Raises:
        TableError: no column of measurements, or no column that could be a label.
    """
    most = max(2, min(MOST_LABELS, len(table.rows) // 2))
    # the last one first
    label_columns = [
        k
        for k in reversed(range(len(table.header)))
        if 2 <= different_values(table, k, most) <= most
    ]
    label_columns = [k for k in label_columns if not is_id(table, k)] or label_columns
    undivided_columns = [
        k for k in label_columns if k != table.split and not is_for_holding_back(table, k)
    ]
    # where nothing else names classes, a column called test holds the results of one
    if any(may_be_class(table, k) for k in undivided_columns):
        label_columns = undivided_columns
    label_columns = [k for k in label_columns if k not in table.results]
    sentences = _guessed_sentences(table, label_columns)
    if sentences is not None:
        return sentences
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [k for k in range(len(table.header)) if _is_mostly_numbers(table, k)]
    label, label_reasons = _guessed_label(table, label_columns, numeric)
    candidates = [k for k in numeric if k != label]
    measurements = _measurements(table, candidates)
    undated_columns = [k for k in measurements if not is_calendar(table, k)]
    coordinates = _without_few_values(table, undated_columns)
    if len(coordinates) < 2 and len(undated_columns) < len(measurements):
        coordinates = _without_few_values(table, measurements)
    bad_cell = (
        (_almost_number(table, label_columns) or _empty_column(table))
        if len(candidates) < 2
        else ""
    )
    if not coordinates or label is None or bad_cell:
        fault = bad_cell or _too_many_values(table) or _lonely_sentences(table)
        fault = fault or _infinite_column(table) or f"found {join_names(table.header)}"
        fault += ", one cell in each line" if len(table.header) == 1 else ""
        needs = "numbers in one column or more and a column with the class of each row are needed"
        raise TableError(f"{table.source}: {needs}; {fault}")
    name = table.header[label]
    x1, x2, telling = _guessed_axes(table, coordinates, name)
    classes = table.classes(name)
    minus, plus = (*classes, None, None)[:2]
    reason = f"{name} is the class: {', '.join(label_reasons)}"
    return Guess(
        Columns(x1, x2, name, minus, plus),
        (reason,) if label_reasons else (),
        _reasons_of_axes(table, candidates, coordinates, (x1, x2), telling)
        + _reasons_of_words(table, numeric, label)
        + _reason_of_sentences(table, (x1, x2)),
    )


def _guessed_sentences(table: Table, label_columns: Sequence[int]) -> Guess | None:
    """The column of sentences with that of their classes; None where there are two columns of
    measurements, or one of more than two different numbers beside the class, or no sentences.
    """
    text = sentence_column(table)
    labels = [k for k in label_columns if k != text and not holds_sentences(table, k)]
    if text is None or not labels:
        return None
    label, reasons = likeliest_label(table, labels)
    measured = _measurements(table, list(table.numeric))
    if len(measured) > 1 or any(different_values(table, k, 2) > 2 for k in measured if k != label):
        return None
    name = table.header[label]
    minus, plus = (*table.classes(name), None, None)[:2]
    reason = (f"{name} is the class: {', '.join(reasons)}",) if len(labels) > 1 else ()
    return Guess(Columns(table.header[text], "", name, minus, plus), reason, ())


def _reasons_of_axes(
    table: Table,
    candidates: Sequence[int],
    coordinates: Sequence[int],
    axes: tuple[str, str],
    telling: str,
) -> tuple[str, ...]:
    """Why other ``candidates`` are no axes: ids, one that is ``telling`` too much, and
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
    if telling:
        rest = "" if telling in axes else " and is no axis"
        reasons.append(
            f"{join_names((telling,))} alone tells the classes apart{rest}: is it known before?"
        )
        names = [name for name in names if name != telling or name in axes]
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
    """The fault of a column that is nearly one of numbers: a cell of another kind, infinite numbers
    alone, units that differ; empty for other words.
    """
    if _is_mostly_numbers(table, k):
        word = _first_word(table, k)
        return f"holds {quote(word)}" if word else ""
    if _is_infinite(table, k):
        return "holds no finite number"
    units = different_units(table, k)
    return f"is in {' and '.join(units)}" if units else ""


def _reason_of_sentences(table: Table, axes: tuple[str, str]) -> tuple[str, ...]:
    """What else a table of one measurement may show: the words of its sentences."""
    text = None if axes[1] else sentence_column(table)
    if text is None:
        return ()
    name = join_names((table.header[text],))
    return (f"{name} holds sentences: as the only axis its words are counted",)


def _guessed_axes(table: Table, columns: Sequence[int], label: str) -> tuple[str, str, str]:
    """The names of two of the columns, the second one empty where there is only one, and of one
    that gives the classes away, if any.
    """
    first, second, telling = 0, 1, None
    if 1 < len(columns) <= MOST_COMPARED:
        codes = table.coded_classes(label)[1][list(sampled_rows(table))]
        values = np.column_stack([sampled_numbers(table, k) for k in columns])
        telling = telling_column(values, codes)
        first, second = separating_pair(values, codes)
    names = (*(table.header[k] for k in columns), "")
    x1, x2 = table.axes or (names[first], names[second])
    return x1, x2, "" if telling is None else names[telling]


def _guessed_label(
    table: Table, label_columns: Sequence[int], numeric: Sequence[int]
) -> tuple[int | None, tuple[str, ...]]:
    """The column for which most speaks, of equal ones the last, and the reasons, where there are
    others; None where there is none.
    """
    # A column of numbers can only be the label where two others are left.
    is_numeric = set(numeric)
    open_columns = [k for k in label_columns if len(numeric) > 2 or k not in is_numeric]
    of_file = [k for k in open_columns if table.header[k] == table.label]
    if of_file:
        return of_file[0], ("the file calls it the class",)
    if not open_columns:
        words = [k for k in reversed(range(len(table.header))) if k not in is_numeric]
        return next(iter(words), None), ()
    label, reasons = likeliest_label(table, open_columns)
    return label, reasons if len(open_columns) > 1 else ()


def _holds_numbers(table: Table, k: int, rows: Bools) -> bool:
    """Whether the cells of a column are finite numbers in some rows."""
    if k in table.plain.numbers:
        return True
    decimal = table.decimal_of(k)
    if k in table.plain.contents:
        return bool(table.rows_where(k, lambda cell: is_number(cell, decimal))[rows].all())
    return all(is_number(cell, decimal) for cell in compress(table.cells(k), rows.tolist()))


def rows_without_value(table: Table, columns: Columns) -> Bools:
    """Whether each row (n,) lacks a coordinate or its class; a coordinate that is chosen as missing
    or not finite is none.
    """
    missing_words = {name.lower() for name in columns.missing} | MISSING
    values = {value for value in map(number, columns.missing) if value is not None}
    incomplete = (
        table.rows_where(table.column(columns.label), lambda cell: cell.lower() in WITHOUT_CLASS)
        if columns.label
        else np.zeros(len(table.rows), dtype=bool)
    )
    for k in {table.column(name) for name in (columns.x1, columns.x2, *columns.further) if name}:
        if k in table.plain.numbers:
            incomplete |= np.isin(table.plain.numbers[k], list(values))
            continue
        decimal = table.decimal_of(k)
        is_missing = partial(_is_missing, words=missing_words, values=values, decimal=decimal)
        incomplete |= table.rows_where(k, is_missing)
    return incomplete


def _is_missing(cell: str, words: Set[str], values: Set[float], decimal: str) -> bool:
    if cell.lower() in words or is_infinite(cell, decimal):
        return True
    return bool(values) and number(cell, decimal) in values


def _measurements(table: Table, columns: list[int]) -> list[int]:
    """The columns without ids, dates and marks of test rows, and without those that count rows
    while two others are left.
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
    return measured if len(measured) > 1 else columns_left


def _without_few_values(table: Table, columns: list[int]) -> list[int]:
    """The columns that show more than a few lines of points, where there are two of them; else
    the columns of more than one value.
    """
    most = min(FEW_VALUES, len(table.rows) // 4)
    counts = {k: different_values(table, k, max(most, 1)) for k in columns}
    spread = [k for k in columns if counts[k] > most]
    if len(spread) > 1:
        return spread
    return [k for k in columns if counts[k] > 1] or columns


def _empty_column(table: Table) -> str:
    """The first column without any value, such as formulas that were never computed; empty if there
    is none.
    """
    for k, name in enumerate(table.header):
        if all(row[k].lower() in MISSING for row in table.rows):
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
    if k in table.plain.numbers:
        return False
    decimal = table.decimal_of(k)
    contents = table.contents(k)
    return all(cell.lower() in MISSING or is_infinite(cell, decimal) for cell in contents) and any(
        cell.lower() not in MISSING for cell in contents
    )


def _lonely_sentences(table: Table) -> str:
    """What sentences lack, classes or differences; empty where there are none."""
    text = sentence_column(table)
    if text is None:
        return repeated_sentences(table)
    return f"{join_names((table.header[text],))} holds sentences, and no other column two classes"


def _too_many_values(table: Table) -> str:
    """The first column that is called a class and has too many values for one; empty if there is
    none.
    """
    for k, name in enumerate(table.header):
        values = len(table.contents(k)) if CLASS_NAMES.fullmatch(name) else 0
        if values > MOST_LABELS:
            return (
                f"column {quote(name)} holds {values} different values, and {MOST_LABELS} at most "
                "are classes"
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
        units = different_units(table, k)
        if units:
            return f"column {quote(name)} is in {' and '.join(units)}: one unit is needed"
        cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
        bad = [cell for cell in cells if not is_number(cell, table.decimal_of(k))]
        if bad and all(CODE.sub("", cell).lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells):
            return f"column {quote(name)} holds {quote(bad[0])}, which is not a number"
    return ""


def _first_word(table: Table, k: int) -> str:
    """The first cell of a column that is neither missing nor a number; empty if there is none."""
    decimal = table.decimal_of(k)
    cells = (row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING)
    return next((cell for cell in cells if not is_number(cell, decimal)), "")


def _is_mostly_numbers(table: Table, k: int) -> bool:
    sample = table.rows[:SAMPLE_ROWS]
    return 2 * sum(is_number(row[k], table.decimal_of(k)) for row in sample) >= len(sample)
