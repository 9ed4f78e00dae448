"""The columns of a table: coordinates, classes and further ones, suggested or chosen."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress

import numpy as np

from solvers.arrays import Bools

from ..errors import join_names, quote
from ..scene.planes import COLUMNS
from .cells import SAMPLE_ROWS, TableError, is_number, number
from .tables import MISSING, WITHOUT_CLASS, Table

MOST_LABELS = 20  # a column of more different values names no classes


CHUNK = 1000


MOST_BEHIND = 20_000_000  # numbers of a table that a scene takes along behind its points


MOST_TURNED = 2000  # columns of numbers of a plane: its basis has as many rows as columns


FEW_VALUES = 10  # a column of no more different ones is shown where two others have more


# Names of a column that numbers the rows, and of one that holds the classes.
ROW_NAMES = re.compile(
    r"(?i:column \d+|unnamed.*|__index_level_\d+__|(.*[ "
    r"_.-])?(index|idx|id|row|nr|no|number|#))|.*[a-z]I[dD]"
)


CODE = re.compile(r"[A-Z]{3}[ \u00a0](?=[+−-]?\d)")  # of a currency, as in CHF 1'234.50


CLASS_NAMES = re.compile(
    r"class|classes|cls|label|labels|target|species|kind|type|category|group|diagnosis|outcome|y",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes
    (None: the only two there are).

    Without ``x2`` the points are on a line, at height 0.  ``more_classes`` come behind these
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
    chosen_columns = {table.column(name) for name in (columns.x1, columns.x2, columns.label)}
    candidates = _without_row_numbers(table, [k for k in table.numeric if k not in chosen_columns])
    if columns.plane == COLUMNS:
        incomplete_rows = rows_without_value(table, replace(columns, further=()))
        candidates = [
            k
            for k in candidates
            if table.is_settled(k) and _holds_numbers(table, k, ~incomplete_rows)
        ]
    fits = (
        len(candidates) * len(table.rows) <= MOST_BEHIND
        and len(chosen_columns) - 1 + len(candidates) <= MOST_TURNED
    )
    return tuple(table.header[k] for k in candidates) if fits else ()


def with_further(table: Table, columns: Columns) -> Columns:
    """The columns with further ones, where none were chosen."""
    if columns.further:
        return columns
    return replace(columns, further=further_columns(table, columns))


def suggested_columns(table: Table) -> Columns:
    """A first guess: as the label a column with few values, by its name or the last one; as
    coordinates the first two numeric ones.

    Row numbers are never coordinates, and columns of few values come last.  If too few are left, a
    column of numbers with some bad cells is taken, too, and any column of words may name the
    classes: reading them then reports the bad line.

    Raises:
        TableError: fewer than two numeric columns, or no column that could be a label.
    """
    most = max(2, min(MOST_LABELS, len(table.rows) // 2))
    # the last one first
    label_columns = [
        k
        for k in reversed(range(len(table.header)))
        if 2 <= _different_values(table, k, most) <= most
    ]
    label_columns = [k for k in label_columns if k != table.split] or label_columns
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [k for k in range(len(table.header)) if _is_mostly_numbers(table, k)]
    is_numeric = set(numeric)
    words = [k for k in reversed(range(len(table.header))) if k not in is_numeric]
    # A column of numbers can only be the label where two others are left.
    open_to_numbers = (
        label_columns if len(numeric) > 2 else [k for k in label_columns if k not in is_numeric]
    )
    class_columns = [k for k in open_to_numbers if table.header[k] == table.label]
    class_columns = class_columns or [
        k for k in open_to_numbers if CLASS_NAMES.fullmatch(table.header[k])
    ]
    label = next(
        iter(
            class_columns
            or [k for k in label_columns if k not in is_numeric]
            or open_to_numbers
            or words
        ),
        None,
    )
    candidates = [k for k in numeric if k != label]
    coordinates = _without_few_values(table, _without_row_numbers(table, candidates))
    bad_cell = (
        (_almost_number(table, label_columns) or _empty_column(table))
        if len(candidates) < 2
        else ""
    )
    if not coordinates or label is None or bad_cell:
        fault = bad_cell or _too_many_values(table) or f"found {join_names(table.header)}"
        fault += ", one cell in each line" if len(table.header) == 1 else ""
        needs = "two columns of numbers and a column with the class of each row are needed"
        raise TableError(f"{table.source}: {needs}; {fault}")
    x1, name = table.header[coordinates[0]], table.header[label]
    x2 = table.header[coordinates[1]] if len(coordinates) > 1 else ""
    classes = table.classes(name)
    minus, plus = (*classes, None, None)[:2]
    return Columns(x1, x2, name, minus, plus)


def _holds_numbers(table: Table, k: int, rows: Bools) -> bool:
    """Whether the cells of a column are finite numbers in some rows."""
    if k in table.plain.numbers:
        return True
    decimal = table.decimal_of(k)
    if k in table.plain.contents:
        return bool(table.rows_where(k, lambda cell: is_number(cell, decimal))[rows].all())
    return all(is_number(cell, decimal) for cell in compress(table.cells(k), rows.tolist()))


def rows_without_value(table: Table, columns: Columns) -> Bools:
    """Whether each row (n,) lacks a coordinate or its class; cells that are chosen as missing lack
    one, too.
    """
    missing_words = {name.lower() for name in columns.missing} | MISSING
    values = {value for value in map(number, columns.missing) if value is not None}
    incomplete = table.rows_where(
        table.column(columns.label), lambda cell: cell.lower() in WITHOUT_CLASS
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
    return cell.lower() in words or (bool(values) and number(cell, decimal) in values)


def _without_row_numbers(table: Table, columns: list[int]) -> list[int]:
    """The columns without row numbers, which have such a name and distinct whole numbers, or count
    up while two others are left.
    """
    columns_left = [
        k
        for k in columns
        if not (ROW_NAMES.fullmatch(table.header[k]) and _numbers_rows(table, k, is_named=True))
    ]
    # A table without names often begins with the numbers of what was measured.
    measured = [
        k
        for k in columns_left
        if not _numbers_rows(table, k, is_named=k == 0 and table.header[0] == "x1")
    ]
    return measured if len(measured) > 1 else columns_left


def _without_few_values(table: Table, columns: list[int]) -> list[int]:
    """The columns that show more than a few lines of points, where there are two of them; else
    the columns of more than one value.
    """
    most = min(FEW_VALUES, len(table.rows) // 4)
    spread = [k for k in columns if _different_values(table, k, most) > most]
    if len(spread) > 1:
        return spread
    return [k for k in columns if _different_values(table, k, 1) > 1] or columns


def _numbers_rows(table: Table, k: int, is_named: bool) -> bool:
    """Whether a column holds distinct whole numbers; without a name of row numbers, all from one to
    another, in any order.
    """
    if k in table.plain.numbers:
        column = table.plain.numbers[k]
        is_whole = bool((column == np.floor(column)).all())
        if not is_whole or not (is_named or np.ptp(column) < len(column)):
            return False
        return len(np.unique(column)) == len(column) and (is_named or len(column) > 2)
    values: set[float] = set()
    low, high = math.inf, -math.inf
    decimal = table.decimal_of(k)
    for cell in table.cells(k):
        value = number(cell, decimal)
        if value is None or not value.is_integer() or value in values:
            return False
        values.add(value)
        low, high = min(low, value), max(high, value)
        if not is_named and high - low >= len(table.rows):
            return False
    return is_named or len(values) > 2


def _different_values(table: Table, k: int, most: int) -> int:
    """How many different values a column holds, counted until they are more than ``most``."""
    if k in table.plain.numbers:
        return MOST_LABELS + 1  # that is why it was not coded
    if k in table.plain.contents:
        return len(table.plain.contents[k])
    values: set[str] = set()
    for start in range(0, len(table.rows), CHUNK):
        values.update(
            row[k]
            for row in table.rows[start : start + CHUNK]
            if row[k].lower() not in WITHOUT_CLASS
        )
        if len(values) > most:
            break
    return len(values)


def _empty_column(table: Table) -> str:
    """The first column without any value, such as formulas that were never computed; empty if there
    is none.
    """
    for k, name in enumerate(table.header):
        if all(row[k].lower() in MISSING for row in table.rows):
            return f"column {quote(name)} holds no value"
    return ""


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
        cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
        bad = [cell for cell in cells if not is_number(cell, table.decimal_of(k))]
        if bad and all(CODE.sub("", cell).lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells):
            return f"column {quote(name)} holds {quote(bad[0])}, which is not a number"
    return ""


def _is_mostly_numbers(table: Table, k: int) -> bool:
    sample = table.rows[:SAMPLE_ROWS]
    return 2 * sum(is_number(row[k], table.decimal_of(k)) for row in sample) >= len(sample)
