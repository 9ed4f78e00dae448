"""CSV tables: reading with the line of every mistake, choosing columns and classes, writing."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from solvers import Dataset
from solvers.signs import signed_pair

from ..csv_cells import SET, as_given, exact_text, guard_cell, in_a_row, number, row_text
from ..planes import COLUMNS, Plane
from ..quoting import join_names, quote
from .cells import SAMPLE_ROWS, TableError, is_number, is_numeral, split
from .numerals import MARKS, Numerals, decimal_marks, numerals_of, other
from .table_shape import shape_rows, without_orange

WITHOUT_CLASS = frozenset({"", "na", "n/a", "#n/a", "nan", "nat", "?", "<na>"})
# a class may be called so
MISSING = WITHOUT_CLASS | {"null", "none", "-", "--", "–", "—", ".", "n.a.", "missing", "#div/0!"}
MOST_LABELS = 20  # a column of more different values names no classes
CHUNK = 1000
MOST_BEHIND = 20_000_000  # numbers of a table that a scene takes along behind its points
MOST_TURNED = 2000  # columns of numbers of a plane: its basis has as many rows as columns
FEW_VALUES = 10  # a column of no more different ones is shown where two others have more
# What a column says that holds rows back for testing, in small letters.
TRAIN = frozenset({"train", "training", "learn"})
TEST = frozenset({"test", "testing", "holdout", "validation", "valid", "val"})
PLAIN = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
WHOLE = re.compile(r"[+-]?[0-9]+")
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
class Table:
    """A table of text cells: ``header`` names, ``rows`` of cells, and the line of the file on which
    each row starts.

    ``decimal`` is the decimal mark that somebody chose, for columns that are not sure of theirs,
    and ``implied`` the one that goes with the separator of the cells (empty: none); ``is_asked``
    says that somebody is asked for it, and sees the likelier one meanwhile.  ``encoding`` is the
    one assumed where the file does not state it; ``sheet`` is its sheet among the ``sheets`` of a
    workbook; ``label`` is the column that the file itself calls the class.
    """

    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    implied: str = ""
    label: str = ""
    is_asked: bool = False

    def column(self, name: str) -> int:
        """The index of a column, by name or by number (1 is the first).

        Raises:
            TableError: no such column; the sentence lists those there are.
        """
        if name in self.header:
            return self.header.index(name)
        if (
            name.isascii()
            and name.isdigit()
            and len(name) <= 9
            and 1 <= int(name) <= len(self.header)
        ):
            return int(name) - 1
        raise TableError(
            f"{self.source}: there is no column {quote(name)}; the columns are "
            f"{join_names(self.header)}"
        )

    def cells(self, name: str) -> tuple[str, ...]:
        """The cells of one column."""
        at = self.column(name)
        return tuple(row[at] for row in self.rows)

    @cached_property
    def numerals(self) -> tuple[Numerals, ...]:
        """What the cells of each column say about the marks in its numbers."""
        return tuple(map(self._numerals, range(len(self.header))))

    def _numerals(self, k: int) -> Numerals:
        sample = [row[k] for row in self.rows[:SAMPLE_ROWS]]
        found = numerals_of(sample)
        if found.sure or len(self.rows) <= SAMPLE_ROWS:
            return found
        if 2 * sum(map(is_numeral, sample)) < len(sample):
            return Numerals()  # words
        every = [row[k] for row in self.rows]
        text = "\n".join(every)
        return numerals_of(every) if any(mark in text for mark in MARKS) else found

    @cached_property
    def _marks(self) -> tuple[tuple[str, ...], tuple[bool, ...]]:
        return decimal_marks(self.numerals, self.implied)

    def decimal_of(self, k: int) -> str:
        """The decimal mark of a column: its own where it is sure, else the chosen one, else the
        likelier one.
        """
        return self.decimal if self.decimal and not self.numerals[k].sure else self._marks[0][k]

    def is_settled(self, k: int) -> bool:
        """Whether the decimal mark of a column is known, chosen or asked for elsewhere."""
        return bool(self.decimal) or self.is_asked or self._marks[1][k]

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The columns whose mark nothing settles, or was taken for one of thousands because of the
        numbers beside it.
        """
        columns = enumerate(zip(self.numerals, *self._marks, strict=True))
        return tuple(
            k
            for k, (held, mark, is_settled) in columns
            if not held.sure and (not is_settled or other(mark) in held.open)
        )

    @cached_property
    def numeric(self) -> tuple[int, ...]:
        """The indices of the columns that hold numbers and at most half of them missing (judged by
        the first rows).
        """
        return tuple(
            k
            for k in range(len(self.header))
            if self._is_numeric([row[k] for row in self.rows[:SAMPLE_ROWS]], k)
        )

    def _is_numeric(self, cells: Sequence[str], k: int) -> bool:
        held = [cell for cell in cells if cell.lower() not in MISSING]
        return 2 * len(held) >= len(cells) and all(
            is_number(cell, self.decimal_of(k)) for cell in held
        )

    @cached_property
    def split(self) -> int | None:
        """The index of the column that says which rows are for training and which for testing, None
        where there is none.
        """
        for k in range(len(self.header)):
            # Most columns are numbers: the first cells tell.
            if any(row[k].lower() in TRAIN | TEST for row in self.rows[:SAMPLE_ROWS]):
                found = {row[k].lower() for row in self.rows}
                if found <= TRAIN | TEST and found & TRAIN and found & TEST:
                    return k
        return None

    def class_names(self, label: str) -> tuple[str, ...]:
        """The class of each row, empty where it is missing; numbers in their shortest form: 1, 1.0
        and 1e0 are one class.
        """
        cells = tuple("" if cell.lower() in WITHOUT_CLASS else cell for cell in self.cells(label))
        names = _as_numbers(set(cells) - {""}, self.decimal_of(self.column(label)))
        return tuple(map({**names, "": ""}.__getitem__, cells)) if names else cells

    def classes(self, label: str) -> tuple[str, ...]:
        """The classes in the label column, whatever the order of the rows: numbers by size, words
        in their order.

        Of two words one may say that it is the positive one, the second
        (:func:`solvers.signs.signed_pair`).
        """
        return self.in_order(label, set(self.class_names(label)) - {""})

    def in_order(self, label: str, names: Iterable[str]) -> tuple[str, ...]:
        """Some classes of the label column in the order of :meth:`classes`."""
        found, decimal = sorted(names), self.decimal_of(self.column(label))
        if _as_numbers(found, decimal):
            return tuple(sorted(found, key=lambda name: _value(name, decimal) or 0))
        return signed_pair(*found) if len(found) == 2 else tuple(found)

    def class_called(self, label: str, name: str) -> str:
        """The class that somebody calls so: 1 where 1.0 is asked for."""
        found = _as_numbers([name], self.decimal_of(self.column(label)))
        return (
            found.get(name, name)
            if _as_numbers(self.classes(label), self.decimal_of(self.column(label)))
            else name
        )


def _as_numbers(cells: Iterable[str], decimal: str) -> dict[str, str]:
    """The shortest form of each cell, if all are plain numbers; else nothing."""
    found: dict[str, str] = {}
    for cell in cells:
        value = _value(cell, decimal)
        if value is None:
            return {}
        found[cell] = str(value) if isinstance(value, int) else repr(value).replace(".", decimal)
    return found


def _value(cell: str, decimal: str) -> int | float | None:
    """The finite number in a cell without other signs; whole numbers are exact."""
    plain = cell.replace("−", "-").replace(decimal, ".")
    if not PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    if WHOLE.fullmatch(plain):
        return int(plain)
    return (
        (int(value) if value.is_integer() and abs(value) < 1e15 else value)
        if math.isfinite(value)
        else None
    )


def parse_table(text: str, source: str) -> Table:
    """:func:`read_table` on text that is already in memory."""
    rows, lines, separator = split(text, source)
    if not rows:
        raise TableError(f"{source}: the file is empty")
    # Where commas separate the cells, they are seldom decimal ones.
    return table_of_rows(rows, lines, source, "." if separator == "," else "")


def table_of_rows(
    rows: Sequence[tuple[str, ...]], lines: Sequence[int], source: str, implied: str = ""
) -> Table:
    """The table in rows of cells, of which the first may name the columns; ``lines`` says where
    each row stands.

    Raises:
        TableError: the rows have not the shape of a table (:func:`shape_rows`).
    """
    rows, lines, label = without_orange(rows, lines)
    header, rows, lines = shape_rows(rows, lines, source)
    return Table(source, header, rows, lines, implied=implied, label=label)


@dataclass(frozen=True)
class Columns:
    """Which columns of a table become points: two coordinates, the label, and the two classes
    (None: the only two there are).

    Without ``x2`` the points are on a line, at height 0.  ``others`` are further classes behind
    these two; ``every`` takes all there are, however many.  ``plane`` is what is shown: the two
    columns, or a plane of them and the ``further`` ones.  ``missing`` are cells of coordinates that
    count as missing, such as -999.
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
    missing: tuple[str, ...] = ()


def further_columns(table: Table, columns: Columns) -> tuple[str, ...]:
    """The other columns of numbers, without row numbers; where only the two are shown, those
    without missing values.
    """
    if not columns.x2:
        return ()
    taken = {table.column(name) for name in (columns.x1, columns.x2, columns.label)}
    found = _without_row_numbers(table, [k for k in table.numeric if k not in taken])
    if columns.plane == COLUMNS:
        lacking = rows_without_value(table, replace(columns, further=()))
        rows = [row for i, row in enumerate(table.rows) if i not in lacking]
        found = [
            k
            for k in found
            if table.is_settled(k) and all(is_number(row[k], table.decimal_of(k)) for row in rows)
        ]
    fits = (
        len(found) * len(table.rows) <= MOST_BEHIND and len(taken) - 1 + len(found) <= MOST_TURNED
    )
    return tuple(table.header[k] for k in found) if fits else ()


def suggested_columns(table: Table) -> Columns:
    """A first guess: as the label a column with few values, by its name or the last one; as
    coordinates the first two numeric ones.

    Row numbers are no coordinates, and columns of few values come last.  If too few are left, a
    column of numbers with some bad cells is taken, too, and any column of words may name the
    classes: reading them then reports the bad line.

    Raises:
        TableError: fewer than two numeric columns, or no column that could be a label.
    """
    most = max(2, min(MOST_LABELS, len(table.rows) // 2))
    # the last one first
    few = [
        k
        for k in reversed(range(len(table.header)))
        if 2 <= _different_values(table, k, most) <= most
    ]
    few = [k for k in few if k != table.split] or few
    numeric = list(table.numeric)
    if len(numeric) < 2:
        numeric = [k for k in range(len(table.header)) if _is_mostly_numbers(table, k)]
    is_numeric = set(numeric)
    words = [k for k in reversed(range(len(table.header))) if k not in is_numeric]
    # A column of numbers can only be the label where two others are left.
    open_to_numbers = few if len(numeric) > 2 else [k for k in few if k not in is_numeric]
    called = [k for k in open_to_numbers if table.header[k] == table.label]
    called = called or [k for k in open_to_numbers if CLASS_NAMES.fullmatch(table.header[k])]
    label = next(
        iter(called or [k for k in few if k not in is_numeric] or open_to_numbers or words), None
    )
    candidates = [k for k in numeric if k != label]
    coordinates = _without_few_values(table, _without_row_numbers(table, candidates))
    almost = (_almost_number(table, few) or _empty_column(table)) if len(candidates) < 2 else ""
    if not coordinates or label is None or almost:
        found = almost or _too_many_values(table) or f"found {join_names(table.header)}"
        found += ", one cell in each line" if len(table.header) == 1 else ""
        needed = "two columns of numbers and a column with the class of each row are needed"
        raise TableError(f"{table.source}: {needed}; {found}")
    x1, name = table.header[coordinates[0]], table.header[label]
    x2 = table.header[coordinates[1]] if len(coordinates) > 1 else ""
    classes = table.classes(name)
    minus, plus = (*classes, None, None)[:2]
    return Columns(x1, x2, name, minus, plus)


def rows_without_value(table: Table, columns: Columns) -> frozenset[int]:
    """The rows (by their index) that lack a coordinate or their class; cells that are chosen as
    missing lack one, too.
    """
    named = {name.lower() for name in columns.missing}
    values = {value for value in map(number, columns.missing) if value is not None}
    found: set[int] = set()
    for k in {table.column(name) for name in (columns.x1, columns.x2, *columns.further) if name}:
        decimal = table.decimal_of(k)
        found.update(
            i
            for i, row in enumerate(table.rows)
            if (cell := row[k].lower()) in MISSING
            or cell in named
            or (values and number(cell, decimal) in values)
        )
    at = table.column(columns.label)
    found.update(i for i, row in enumerate(table.rows) if row[at].lower() in WITHOUT_CLASS)
    return frozenset(found)


def _without_row_numbers(table: Table, columns: list[int]) -> list[int]:
    """The columns without row numbers, which have such a name and distinct whole numbers, or count
    up while two others are left.
    """
    named = [
        k
        for k in columns
        if not (ROW_NAMES.fullmatch(table.header[k]) and _numbers_rows(table, k, is_named=True))
    ]
    # A table without names often begins with the numbers of what was measured.
    measured = [
        k for k in named if not _numbers_rows(table, k, is_named=k == 0 and table.header[0] == "x1")
    ]
    return measured if len(measured) > 1 else named


def _without_few_values(table: Table, columns: list[int]) -> list[int]:
    """The columns that show more than a few lines of points, where there are two of them; else
    those of more than one value.
    """
    most = min(FEW_VALUES, len(table.rows) // 4)
    spread = [k for k in columns if _different_values(table, k, most) > most]
    if len(spread) > 1:
        return spread
    return [k for k in columns if _different_values(table, k, 1) > 1] or columns


def _numbers_rows(table: Table, k: int, is_named: bool) -> bool:
    """Whether a column holds distinct whole numbers; without a name that says so, all from one to
    another, in any order.
    """
    seen: set[float] = set()
    low, high = math.inf, -math.inf
    for row in table.rows:
        value = number(row[k], table.decimal_of(k))
        if value is None or not value.is_integer() or value in seen:
            return False
        seen.add(value)
        low, high = min(low, value), max(high, value)
        if not is_named and high - low >= len(table.rows):
            return False
    return is_named or len(seen) > 2


def _different_values(table: Table, k: int, most: int) -> int:
    """How many different values a column holds, counted until they are more than ``most``."""
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
        values = len({row[k] for row in table.rows}) if CLASS_NAMES.fullmatch(name) else 0
        if values > MOST_LABELS:
            return (
                f"column {quote(name)} holds {values} different values, and {MOST_LABELS} at most "
                "are classes"
            )
    return ""


def _almost_number(table: Table, few: Sequence[int]) -> str:
    """The first column whose cells begin like numbers and are none, with one of them; empty if
    there is none.

    Of those with ``few`` values the cells are words, such as 1st and 2nd.
    """
    for k, name in enumerate(table.header):
        if k in few:
            continue
        cells = [row[k] for row in table.rows[:SAMPLE_ROWS] if row[k].lower() not in MISSING]
        bad = [cell for cell in cells if not is_number(cell, table.decimal_of(k))]
        if bad and all(CODE.sub("", cell).lstrip("+-−$€£¥(")[:1].isdigit() for cell in cells):
            return f"column {quote(name)} holds {quote(bad[0])}, which is not a number"
    return ""


def _is_mostly_numbers(table: Table, k: int) -> bool:
    sample = table.rows[:SAMPLE_ROWS]
    return 2 * sum(is_number(row[k], table.decimal_of(k)) for row in sample) >= len(sample)


def csv_text(
    dataset: Dataset,
    names: tuple[str, ...] = ("x1", "x2"),
    plane: Plane | None = None,
    sets: Sequence[str] = (),
) -> str:
    """The points as a CSV table; coordinates are written so that reading restores the same numbers.

    All columns of a table behind the points are written, to the digits that survive rotation;
    ``sets`` says of each point whether it is one for training or for testing.

    Raises:
        TableError: both classes have one name, so that the table would lose them.
    """
    if len(set(dataset.class_names)) < len(dataset.class_names):
        known = dataset.class_names
        name, who = (
            quote(next(name for k, name in enumerate(known) if name in known[:k])),
            "both" if len(known) == 2 else "two",
        )
        raise TableError(
            f"{who} classes are called {name}, and a table would lose them; give them different "
            "names first"
        )
    forms = _as_numbers(dataset.class_names, ".")
    if len(set(forms.values())) < len(forms):
        raise TableError(
            f"classes {join_names(dataset.class_names)} are equal as numbers, and a table would "
            "lose one; rename it first"
        )
    classes = [in_a_row(guard_cell(name)) for name in dataset.class_names]
    names = names if plane is None else plane.columns
    set_name = (
        [next(name for name in (SET, "train or test", "") if name not in names)] if sets else []
    )
    head = row_text([*map(guard_cell, names), *set_name, "class"])
    ends = (
        [
            f"{each},{classes[label]}"
            for each, label in zip(sets, dataset.labels.tolist(), strict=True)
        ]
        if sets
        else None
    )
    ends = ends or [classes[label] for label in dataset.labels.tolist()]
    return head + "".join(
        f"{','.join(cells)},{end}\n"
        for cells, end in zip(coordinate_cells(dataset, plane), ends, strict=True)
    )


def coordinate_cells(dataset: Dataset, plane: Plane | None = None) -> Iterator[list[str]]:
    """The coordinates of each point as cells; of a plane all columns of the table behind it, in
    their units.
    """
    X = dataset.X if plane is None else as_given(plane.rows(dataset.X, dataset.behind))
    in_text = repr if plane is None else exact_text
    return (list(map(in_text, values)) for values in X.tolist())
