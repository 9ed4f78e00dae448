"""Tables of text cells, with the line of every row; each column is typed once: its different cells,
its marks of numbers, its numbers and its classes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Bools, Floats
from solvers.signs import signed_pair

from ..errors import join_names, quote
from .cells import (
    MISSING,
    SAMPLE_ROWS,
    WITHOUT_CLASS,
    WITHOUT_VALUE,
    Row,
    TableError,
    is_infinite,
    is_number,
    is_numeral,
    number,
    split,
)
from .numerals import MARKS, Numerals, decimal_marks, numerals_of, other
from .table_shape import DIALECTS, distinct_names, shape_rows

# The words of a column that holds rows back for testing, in small letters.
TRAIN = frozenset({"train", "training", "learn"})
TEST = frozenset({"test", "testing", "holdout", "validation", "valid", "val"})
# Names of such a column where it holds yes or no, and what they say in small letters.
SPLIT_NAME = re.compile(
    r"(?:is|in)?[ _.-]?(?:(?P<train>train|training)|(?P<test>test|testing|holdout|held[ _.-]?out)|"
    r"traintest|set|subset|split|partition)[ _.-]?(?:set|id|split)?",
    re.IGNORECASE,
)
YES = frozenset({"t", "true", "yes", "y", "1", "1.0"})
NO = frozenset({"f", "false", "no", "n", "0", "0.0"})
PLAIN = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
# Whole numbers as programs write them: 1, 1.0 and 1.000e+00, but neither 007 nor 1E3.
WHOLE_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]{0,14})(\.0*)?|[+-]?[0-9](\.[0-9]*)?e[+-]?[0-9]{1,2}")
Codes = NDArray[np.integer[Any]]
# Columns of a table of results.
PREDICTION = "prediction of "
OWN_AXIS = re.compile(
    r"(principal component|discriminant|turned axis) \d.*|(along|most variance across) .*|"
    r".*, standardised"
)


class TableColumn:
    """A column of cells: its different ``contents``, and which of them each row has (n,)."""

    def __init__(
        self,
        rows: Sequence[Row],
        k: int,
        contents: Sequence[str] = (),
        codes: Codes | None = None,
        numbers: Floats | None = None,
    ) -> None:
        self._rows, self._k = rows, k
        # of a table that was read as arrays
        self._coded = (contents, codes) if codes is not None else None
        self.plain_numbers = numbers
        self._numbers: dict[str, Floats] = {}

    @property
    def is_plain(self) -> bool:
        """Whether it was read as numbers, and is no column of a few values."""
        return self.plain_numbers is not None

    @cached_property
    def sample(self) -> list[str]:
        """Its cells in the first rows."""
        return [row[self._k] for row in self._rows[:SAMPLE_ROWS]]

    @property
    def coded(self) -> tuple[Sequence[str], Codes]:
        """Its different cells in the order of their rows, and which one each row has (n,)."""
        if self._coded is None:
            code_of: dict[str, int] = {}
            codes = (code_of.setdefault(row[self._k], len(code_of)) for row in self._rows)
            indices = np.fromiter(codes, dtype=np.int64, count=len(self._rows))
            self._coded = tuple(code_of), indices
        return self._coded

    @property
    def cells(self) -> Iterator[str]:
        """Its cells, row by row."""
        if self.plain_numbers is not None:
            return (row[self._k] for row in self._rows)
        contents, codes = self.coded
        return map(contents.__getitem__, codes.tolist())

    def rows_where(self, holds: Callable[[str], bool]) -> Bools:
        """Whether a cell has a property, for each row (n,)."""
        contents, codes = self.coded
        return np.array(list(map(holds, contents)), dtype=bool)[codes]

    def numbers(self, decimal: str) -> Floats:
        """Its numbers (n,), infinite or NaN where there is none."""
        if self.plain_numbers is not None:
            return self.plain_numbers
        if decimal not in self._numbers:
            contents, codes = self.coded
            values = (number(cell, decimal) for cell in contents)
            numbers = np.array([math.nan if value is None else value for value in values])
            self._numbers[decimal] = numbers[codes] if len(numbers) else np.empty(0)
        return self._numbers[decimal]

    @cached_property
    def numerals(self) -> Numerals:
        """The marks in its numbers, as far as its cells show them."""
        numerals = numerals_of(self.sample)
        if self.plain_numbers is not None:
            return numerals
        if is_word_column(self.sample):
            return numerals if numerals.sure else Numerals()
        text = "\n".join(self.coded[0])
        new_marks = set(MARKS) - numerals.sure
        return numerals_of(self.coded[0]) if any(mark in text for mark in new_marks) else numerals


@dataclass(frozen=True)
class Table:
    """A table of text cells: ``header`` names, ``rows`` of cells, and the line of the file on which
    each row starts.

    ``decimal`` is the decimal mark that somebody chose, for columns that are not sure of theirs,
    and ``implied`` the one that goes with the separator of the cells (empty: none); ``is_asked``
    means that a dialog offers the choice, with the likelier one chosen.  ``encoding`` is the
    one assumed where the file does not state it; ``sheet`` is its sheet among the ``sheets`` of a
    workbook; ``axes`` are the two columns that its maker shows first (empty: nobody says so).
    ``is_typed`` says that the format knows what is missing, and ``is_header_open`` that the first
    row may be names or a row.
    ``typed_columns`` are the columns of a table that was read as arrays; ``texts``, ``numbers`` and
    ``sentences`` are the indices of those that somebody chose to read so, and ``remarks`` say what
    else was chosen.
    """

    source: str
    header: tuple[str, ...]
    rows: Sequence[Row]
    lines: Sequence[int]
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    implied: str = ""
    axes: tuple[()] | tuple[str, str] = ()
    is_asked: bool = False
    is_typed: bool = False
    is_header_open: bool = False
    typed_columns: tuple[TableColumn | None, ...] = ()
    texts: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    sentences: int | None = None
    remarks: tuple[str, ...] = ()

    def column(self, name: str) -> int:
        """The index of a column, by name or by number (1 is the first).

        Raises:
            TableError: no such column; the sentence lists those there are.
        """
        if name in self.header:
            return self.header.index(name)
        number_of_column = int(name) if name.isascii() and name.isdigit() and len(name) < 10 else 0
        if 1 <= number_of_column <= len(self.header):
            return number_of_column - 1
        raise TableError(
            f"{self.source}: there is no column {quote(name)}; the columns are "
            f"{join_names(self.header)}"
        )

    @cached_property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns, each typed where it is first asked."""
        found_columns = self.typed_columns or (None,) * len(self.header)
        return tuple(column or TableColumn(self.rows, k) for k, column in enumerate(found_columns))

    @cached_property
    def results(self) -> frozenset[int]:
        """The indices of the columns that this program wrote: scores, predictions and probabilities
        of methods, and the axes of a picture.
        """
        methods = [
            name.removeprefix(PREDICTION) for name in self.header if name.startswith(PREDICTION)
        ]
        if not methods:
            return frozenset()
        begins = tuple(f"{word} of {m}" for m in methods for word in ("score", "probability"))
        return frozenset(
            k
            for k, name in enumerate(self.header)
            if name.startswith((PREDICTION, *begins)) or OWN_AXIS.fullmatch(name)
        )

    def numbers_of(self, k: int) -> Floats:
        """The numbers of a column (n,), infinite or NaN where there is none."""
        return self.columns[k].numbers(self.decimal_of(k))

    def values_of(self, k: int) -> list[str]:
        """The different cells of a column that are not missing."""
        words = self.without_class(k)
        return [cell for cell in self.columns[k].coded[0] if cell.lower() not in words]

    def without_class(self, k: int) -> frozenset[str]:
        """The cells of a column, in small letters, that are no class: NA is one, where the format
        or somebody knows that it is a text.
        """
        return WITHOUT_VALUE if self.is_typed or k in self.texts else WITHOUT_CLASS

    @cached_property
    def _marks(self) -> tuple[tuple[str, ...], tuple[bool, ...]]:
        return decimal_marks([column.numerals for column in self.columns], self.implied)

    def decimal_of(self, k: int) -> str:
        """The decimal mark of a column: its own where it is sure, else the chosen one, else the
        likelier one.
        """
        is_chosen = self.decimal and not self.columns[k].numerals.sure
        return self.decimal if is_chosen else self._marks[0][k]

    def is_settled(self, k: int) -> bool:
        """Whether the decimal mark of a column is known, chosen or offered as a choice."""
        return bool(self.decimal) or self.is_asked or self._marks[1][k]

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The columns whose mark nothing settles, or was taken for one of thousands because of the
        numbers beside it.
        """
        columns = enumerate(zip(self.columns, *self._marks, strict=True))
        return tuple(
            k
            for k, (column, mark, is_settled) in columns
            if not column.numerals.sure
            and (not is_settled or other(mark) in column.numerals.open)
            and not self.is_typed
        )

    @cached_property
    def numeric(self) -> tuple[int, ...]:
        """The indices of the columns that hold numbers and at most half of them missing or infinite
        (judged by the first rows).
        """
        return tuple(
            k
            for k in range(len(self.header))
            if k in self.numbers or (k not in self.texts and self._is_numeric(k))
        )

    def _is_numeric(self, k: int) -> bool:
        cells = self.columns[k].sample
        decimal = self.decimal_of(k)
        values = [
            cell for cell in cells if cell.lower() not in MISSING and not is_infinite(cell, decimal)
        ]
        return 2 * len(values) >= len(cells) and all(is_number(cell, decimal) for cell in values)

    @cached_property
    def split(self) -> int | None:
        """The index of the column that says which rows are for training and which for testing, None
        where there is none.
        """
        return next((k for k in range(len(self.header)) if self.testing_words(k)), None)

    def testing_words(self, k: int) -> frozenset[str]:
        """The cells, in small letters, by which a column holds rows back for testing; none where it
        does not.

        Of yes and no its name tells which one: ``train`` or ``test``; of a name that says neither,
        such as ``set``, it is the rarer one.
        """
        sample = {cell.lower() for cell in self.columns[k].sample}
        name = SPLIT_NAME.fullmatch(self.header[k])
        # Most columns are numbers: the first cells suffice.
        if not (sample <= TRAIN | TEST or (name and sample <= YES | NO)):
            return frozenset()
        words = frozenset(cell.lower() for cell in self.columns[k].coded[0])
        if words <= TRAIN | TEST:
            return words & TEST if words & TRAIN else frozenset()
        if name is None or len(words & YES) != 1 or len(words & NO) != 1 or len(words) != 2:
            return frozenset()
        if name["train"]:
            return words & NO
        if name["test"]:
            return words & YES
        share = float(self.columns[k].rows_where(lambda cell: cell.lower() in YES).mean())
        if share == 0.5:
            return frozenset()
        return words & (YES if share < 0.5 else NO)

    def coded_classes(self, label: str) -> tuple[tuple[str, ...], Codes]:
        """The classes in the label column, and the index of its class for each row (n,).

        The class is empty where it is missing; names are spelled as they stand, but whole numbers
        are numbers: 1, 1.0 and 1.000e+00 are one class.
        """
        k = self.column(label)
        contents, codes = self.columns[k].coded
        name_of = self._class_names(k, self.values_of(k))
        names = [name_of.get(cell, "") for cell in contents]
        code_of = {name: code for code, name in enumerate(dict.fromkeys(names))}
        return tuple(code_of), np.array([code_of[name] for name in names], dtype=codes.dtype)[codes]

    def classes(self, label: str) -> tuple[str, ...]:
        """The classes in the label column, in an order that no order of rows changes: numbers by
        size, words in their order.

        Of two words one may say that it is the positive one, the second
        (:func:`solvers.signs.signed_pair`).
        """
        k = self.column(label)
        return self.in_order(label, set(self._class_names(k, self.values_of(k)).values()))

    def in_order(self, label: str, names: Iterable[str]) -> tuple[str, ...]:
        """Some classes of the label column in the order of :meth:`classes`."""
        k = self.column(label)
        class_names, decimal = sorted(names), self.decimal_of(k)
        values = {name: number(name, decimal) for name in class_names}
        if k not in self.texts and None not in values.values():
            return tuple(sorted(class_names, key=lambda name: values[name] or 0.0))
        return signed_pair(*class_names) if len(class_names) == 2 else tuple(class_names)

    def class_called(self, label: str, name: str) -> str:
        """The class with a name: 1 where the name is 1.0."""
        k = self.column(label)
        classes = self.classes(label)
        if name in classes or k in self.texts:
            return name
        number_name = whole_numbers([name], self.decimal_of(k)).get(name, name)
        return number_name if number_name in classes else name

    def joined_spellings(self, label: str) -> list[list[str]]:
        """The different spellings of one whole number that are one class."""
        spellings: dict[str, list[str]] = {}
        k = self.column(label)
        for cell, name in self._class_names(k, self.values_of(k)).items():
            spellings.setdefault(name, []).append(cell)
        return [cells for cells in spellings.values() if len(cells) > 1]

    def _class_names(self, k: int, cells: Sequence[str]) -> dict[str, str]:
        """The name of the class of each cell."""
        names = {cell: cell for cell in cells}
        return names if k in self.texts else names | whole_numbers(cells, self.decimal_of(k))


def is_word_column(sample: Sequence[str]) -> bool:
    """Whether most cells of a sample are no numbers."""
    return 2 * sum(map(is_numeral, sample)) < len(sample)


def whole_numbers(cells: Iterable[str], decimal: str) -> dict[str, str]:
    """The shortest form of each cell, if all are whole numbers as programs write them; else
    nothing.
    """
    shortest: dict[str, str] = {}
    for cell in cells:
        plain = cell.replace("−", "-").replace(decimal, ".")
        value = float(plain) if WHOLE_NUMBER.fullmatch(plain) else 0.5
        if not value.is_integer():
            return {}
        shortest[cell] = str(int(value))
    return shortest


def parse_table(text: str, source: str, has_names: bool | None = None) -> Table:
    """The table in separated text; ``has_names`` says whether its first row names the columns
    (None: its cells tell).
    """
    rows, lines, separator = split(text, source)
    if not rows:
        raise TableError(f"{source}: the file is empty")
    # Where commas separate the cells, they are seldom decimal ones.
    return table_of_rows(rows, lines, source, "." if separator == "," else "", has_names)


def table_of_rows(
    rows: Sequence[Row],
    lines: Sequence[int],
    source: str,
    implied: str = "",
    has_names: bool | None = None,
) -> Table:
    """The table in rows of cells, of which the first may name the columns; ``lines`` says where
    each row stands.

    Raises:
        TableError: the rows have not the shape of a table (:func:`shape_rows`).
    """
    for dialect in DIALECTS:
        rows, lines = dialect(rows, lines)
    shape = shape_rows(rows, lines, source, has_names)
    return Table(
        source,
        shape.header,
        shape.rows,
        shape.lines,
        implied=implied,
        is_header_open=shape.is_open,
    )


def named_table(
    names: Iterable[str], rows: Iterable[Row], lines: Sequence[int], source: str
) -> Table:
    """The table of a format that knows the names of its columns, what is missing and what a number
    is.
    """
    header = tuple(name or f"column {k}" for k, name in enumerate(names, 1))
    cells = tuple(rows)
    if not cells or not header:
        raise TableError(f"{source}: the table has no rows")
    return Table(source, distinct_names(header), cells, lines, decimal=".", is_typed=True)
