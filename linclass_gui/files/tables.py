"""Tables of text cells, with the line of every row; each column is typed once: its different cells,
its marks of numbers, its numbers and its classes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Bools, Floats, Ints
from solvers.signs import signed_pair

from ..errors import join_names, quote
from .cells import (
    MISSING,
    SAMPLE_ROWS,
    WITHOUT_CLASS,
    WITHOUT_VALUE,
    Row,
    TableError,
    asked,
    is_numeral,
    number,
    shortest_text,
    split,
)
from .numerals import MARKS, Numerals, decimal_marks, numerals_of, other
from .table_shape import distinct_names, shape_rows

MOST_LABELS = 20  # a column of more different values names no classes
SAMPLE, LEAST_OF_CLASS = 1000, 20  # rows of a sample, drawn with a fixed seed, and of each class
# The words of a column that holds rows back for testing, in small letters.
TRAIN = frozenset(["train", "training", "learn"])
TEST = frozenset(["test", "testing", "holdout", "validation", "valid", "val"])
# Whole numbers as programs write them: 1, 1.0 and 1.000e+00, but neither 007 nor 1E3.
WHOLE_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]{0,14})(\.0*)?|[+-]?[0-9](\.[0-9]*)?e[+-]?[0-9]{1,2}")
Codes = NDArray[np.integer[Any]]
# Columns of a table of results.
PREDICTION = "prediction of "
OWN_AXIS = re.compile(
    r"(principal component|discriminant|turned axis) \d.*|(along|most variance across) .*|"
    r".*, standardised"
)
TEXT, NUMBERS, SENTENCES = "text", "numbers", "sentences"  # what a column is read as


class CodedCells:
    """The cells of a column: its different cells in the order of their rows, and which one each row
    has (n,).
    """

    def __init__(self, contents: Sequence[str], codes: Codes) -> None:
        self.coded = contents, codes
        self._numbers: dict[str, Floats] = {}

    @classmethod
    def of(cls, texts: Iterable[str]) -> CodedCells:
        """The cells of some texts, one of each row."""
        code_of: dict[str, int] = {}
        codes = (code_of.setdefault(text, len(code_of)) for text in asked(texts))
        indices = np.fromiter(codes, dtype=np.int64)
        return cls(tuple(code_of), indices)

    def changed(self, change: Callable[[str], str]) -> CodedCells:
        """The cells with a change of each."""
        contents, codes = self.coded
        cells = CodedCells.of(map(change, contents))
        return CodedCells(cells.coded[0], cells.coded[1][codes])

    @cached_property
    def sample(self) -> list[str]:
        """Its cells in the first rows."""
        contents, codes = self.coded
        return [contents[code] for code in codes[:SAMPLE_ROWS].tolist()]

    def __iter__(self) -> Iterator[str]:
        contents, codes = self.coded
        return map(contents.__getitem__, codes.tolist())

    def numbers(self, decimal: str) -> Floats:
        """Its numbers (n,), infinite or NaN where there is none."""
        if decimal not in self._numbers:
            contents, codes = self.coded
            numbers = (number(cell, decimal) for cell in asked(contents))
            self._numbers[decimal] = np.fromiter(numbers, dtype=np.float64)[codes]
        return self._numbers[decimal]

    @cached_property
    def numerals(self) -> Numerals:
        """The marks in its numbers, as far as its cells show them."""
        numerals = numerals_of(self.sample)
        if is_word_column(self.sample):
            return numerals if numerals.sure else Numerals()
        text = "\n".join(self.coded[0])
        new_marks = set(MARKS) - numerals.sure
        return numerals_of(self.coded[0]) if any(mark in text for mark in new_marks) else numerals


class PlainCells(CodedCells):
    """Cells that were read as ``numbers (n,)`` at once, with the decimal ``mark`` in their text:
    beyond the first rows it is the shortest text of each number.
    """

    def __init__(self, numbers: Floats, sample: list[str], mark: str) -> None:
        self.plain_numbers, self.sample, self._mark = numbers, sample, mark

    @cached_property
    def coded(self) -> tuple[Sequence[str], Codes]:  # type: ignore[override]
        """Its different cells, and which one each row has (n,)."""
        texts = map(shortest_text, self.plain_numbers.tolist())
        return CodedCells.of(text.replace(".", self._mark) for text in texts).coded

    def numbers(self, decimal: str) -> Floats:
        """Its numbers."""
        return self.plain_numbers

    @cached_property
    def numerals(self) -> Numerals:
        """The marks in its first numbers, which are those of all."""
        return numerals_of(self.sample)


@dataclass(frozen=True, eq=False)
class TypedColumn:
    """A column of a table: its ``name`` and ``place`` from 0, its cells, the ``decimal`` mark of
    its numbers (``is_settled``: known, chosen or offered as a choice), and how somebody chose to
    read it.  ``is_typed`` says that its format knows what is missing, ``is_nameless`` that the file
    names no column.
    """

    name: str
    place: int
    cells: CodedCells
    decimal: str
    is_settled: bool
    read_as: str
    is_typed: bool
    is_last: bool
    is_nameless: bool

    @property
    def is_plain(self) -> bool:
        """Whether it was read as numbers, and is no column of a few values."""
        return isinstance(self.cells, PlainCells)

    @property
    def is_text(self) -> bool:
        """Whether somebody chose to read it as text."""
        return self.read_as == TEXT

    @property
    def sample(self) -> list[str]:
        """Its cells in the first rows."""
        return self.cells.sample

    @property
    def contents(self) -> Sequence[str]:
        """Its different cells."""
        return self.cells.coded[0]

    @property
    def values(self) -> list[str]:
        """Its different cells that are not missing."""
        return [cell for cell in self.contents if cell.lower() not in MISSING]

    @property
    def numerals(self) -> Numerals:
        """The marks in its numbers."""
        return self.cells.numerals

    @property
    def numbers(self) -> Floats:
        """Its numbers (n,), infinite or NaN where there is none."""
        return self.cells.numbers(self.decimal)

    @cached_property
    def some_numbers(self) -> Floats:
        """Its finite numbers in a sample of the rows."""
        numbers = self.numbers
        values: Floats = numbers[sampled_rows(np.zeros(len(numbers), dtype=np.int8))]
        return values[np.isfinite(values)]

    @property
    def has_whole_numbers(self) -> bool:
        """Whether all these are whole."""
        return len(self.some_numbers) > 0 and are_whole(self.some_numbers)

    def rows_where(self, holds: Callable[[str], bool]) -> Bools:
        """Whether a cell has a property, for each row (n,)."""
        contents, codes = self.cells.coded
        return np.array(list(map(holds, contents)), dtype=bool)[codes]

    def cell(self, row: int) -> str:
        """The cell of a row."""
        return self.contents[int(self.cells.coded[1][row])]

    @cached_property
    def sample_numbers(self) -> list[float]:
        """The numbers in the cells of its sample, NaN where there is none."""
        return [number(cell, self.decimal) for cell in self.sample]

    @property
    def strange_cells(self) -> list[str]:
        """The cells of its sample that are neither missing nor numbers."""
        return [
            cell
            for cell, value in zip(self.sample, self.sample_numbers, strict=True)
            if math.isnan(value) and cell.lower() not in MISSING
        ]

    @property
    def is_mostly_numbers(self) -> bool:
        """Whether at least half of its first cells are finite numbers."""
        return 2 * sum(map(math.isfinite, self.sample_numbers)) >= len(self.sample)

    @cached_property
    def is_numeric(self) -> bool:
        """Whether it holds numbers, and at most half of them missing or infinite (judged by the
        first rows).
        """
        if self.read_as in (TEXT, NUMBERS):
            return not self.is_text
        return self.is_mostly_numbers and not self.strange_cells

    @cached_property
    def labels(self) -> list[str]:
        """Its different cells that have a class: NA has one where the format or somebody knows that
        it is a text.
        """
        words = WITHOUT_VALUE if self.is_typed or self.is_text else WITHOUT_CLASS
        return [cell for cell in self.contents if cell.lower() not in words]

    @cached_property
    def class_of(self) -> dict[str, str]:
        """The class of each of these cells: it is spelled as it stands, but whole numbers are
        numbers: 1, 1.0 and 1.000e+00 are one class.
        """
        return self.names_of(self.labels)

    def names_of(self, cells: Sequence[str]) -> dict[str, str]:
        """The name of each of some different cells."""
        names = dict(zip(cells, cells, strict=True))
        return names if self.is_text else names | whole_numbers(cells, self.decimal)

    @cached_property
    def count(self) -> int:
        """The number of its different values; more than ``MOST_LABELS`` where it was read as
        numbers.
        """
        if self.is_plain:
            return MOST_LABELS + 1
        labels = self.labels
        return len(labels if len(labels) > 2 * MOST_LABELS else set(self.class_of.values()))

    @property
    def coded_classes(self) -> tuple[Sequence[str], Codes]:
        """Its classes, and the index of its class for each row (n,); the class is empty where it is
        missing.
        """
        return self.cells.changed(lambda cell: self.class_of.get(cell, "")).coded

    @property
    def classes(self) -> tuple[str, ...]:
        """Its classes in an order that no order of rows changes: numbers by size, words in their
        order.

        Of two words one may say that it is the positive one, the second
        (:func:`solvers.signs.signed_pair`).
        """
        return self.in_order(set(self.class_of.values()))

    def in_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Some of its classes in the order of :attr:`classes`."""
        class_names = sorted(names)
        values = {name: number(name, self.decimal) for name in class_names}
        if not (self.is_text or any(map(math.isnan, values.values()))):
            return tuple(sorted(class_names, key=values.__getitem__))
        return signed_pair(*class_names) if len(class_names) == 2 else tuple(class_names)

    def class_called(self, name: str) -> str:
        """The class with a name: 1 where the name is 1.0."""
        is_known = self.is_text or name in self.class_of.values()
        return name if is_known else whole_numbers([name], self.decimal).get(name, name)

    @cached_property
    def holds_back(self) -> bool:
        """Whether it says of each row whether it is for training or for testing, of some so and of
        some so.
        """
        # Most columns are numbers: the first cells suffice.
        if not {cell.lower() for cell in self.sample} <= TRAIN | TEST:
            return False
        words = {cell.lower() for cell in self.contents}
        return words <= TRAIN | TEST and bool(words & TRAIN) and bool(words & TEST)


@dataclass(frozen=True)
class Table:
    """A table of text cells: ``header`` names, the cells of each column, and the line of the file
    on which each row starts.

    ``decimal`` is the decimal mark that somebody chose, for columns that are not sure of theirs,
    and ``implied`` the one that goes with the separator of the cells (empty: none); ``is_asked``
    means that a dialog offers the choice, with the likelier one chosen.  ``encoding`` is the
    one assumed where the file does not state it; ``sheet`` is its sheet among the ``sheets`` of a
    workbook.
    ``is_typed`` says that the format knows what is missing, and ``is_header_open`` that the first
    row may be names or a row.  ``read_as`` are the places of columns with what somebody chose to
    read them as, and ``remarks`` say what else was chosen.
    """

    source: str
    header: tuple[str, ...]
    cells: tuple[CodedCells, ...]
    lines: Sequence[int]
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    implied: str = ""
    is_asked: bool = False
    is_typed: bool = False
    is_header_open: bool = False
    read_as: Mapping[int, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def first_rows(self) -> list[Row]:
        """The rows of a sample."""
        return list(zip(*(cells.sample for cells in self.cells), strict=True))

    def column(self, name: str) -> TypedColumn:
        """A column by its name or its number (1 is the first).

        Raises:
            TableError: no such column; the sentence lists those there are.
        """
        names = self.header
        if name not in names:
            names = tuple(map(str, range(1, len(names) + 1)))
        if name in names:
            return self.columns[names.index(name)]
        raise TableError(
            f"{self.source}: there is no column {quote(name)}; the columns are "
            f"{join_names(self.header)}"
        )

    @cached_property
    def columns(self) -> tuple[TypedColumn, ...]:
        """The columns, each typed: its decimal mark is its own where it is sure, else the chosen
        one, else the likelier one.
        """
        return tuple(
            TypedColumn(
                self.header[k],
                k,
                cells,
                self.decimal if self.decimal and not cells.numerals.sure else mark,
                bool(self.decimal) or self.is_asked or is_settled,
                self.read_as.get(k, ""),
                self.is_typed,
                k == len(self.header) - 1,
                not self.has_names,
            )
            for k, (cells, (mark, is_settled)) in enumerate(
                zip(self.cells, self._marks, strict=True)
            )
        )

    @cached_property
    def _marks(self) -> list[tuple[str, bool]]:
        """The likelier decimal mark of each column, and whether it is settled."""
        return decimal_marks([cells.numerals for cells in self.cells], self.implied)

    @cached_property
    def has_names(self) -> bool:
        """Whether the file names the columns."""
        return self.header != tuple(f"x{k + 1}" for k in range(len(self.header)))

    @cached_property
    def numeric(self) -> tuple[TypedColumn, ...]:
        """The columns of numbers."""
        return tuple(column for column in self.columns if column.is_numeric)

    @cached_property
    def sentences(self) -> TypedColumn | None:
        """The column whose words are counted, None where there is none."""
        return next((column for column in self.columns if column.read_as == SENTENCES), None)

    @cached_property
    def split(self) -> TypedColumn | None:
        """The column that says which rows are for training and which for testing, None where there
        is none.
        """
        return next((column for column in self.columns if column.holds_back), None)

    @cached_property
    def results(self) -> frozenset[str]:
        """The names of the columns that this program wrote: scores, predictions and probabilities
        of methods, and the axes of a picture.
        """
        methods = [
            name.removeprefix(PREDICTION) for name in self.header if name.startswith(PREDICTION)
        ]
        begins = tuple(f"{word} of {m}" for m in methods for word in ("score", "probability"))
        return frozenset(
            name
            for name in self.header
            if methods and (name.startswith((PREDICTION, *begins)) or OWN_AXIS.fullmatch(name))
        )

    @property
    def doubtful(self) -> tuple[TypedColumn, ...]:
        """The columns whose mark nothing settles, or was taken for one of thousands because of the
        numbers beside it.
        """
        return tuple(
            column
            for column, (mark, is_settled) in zip(self.columns, self._marks, strict=True)
            if not column.numerals.sure
            and (not is_settled or other(mark) in column.numerals.open)
            and not self.is_typed
        )


def sampled_rows(codes: Codes) -> Ints:
    """Some rows of each class, ``codes (n,)``, in proportion to its number; all if they are few."""
    if len(codes) <= SAMPLE:
        return np.arange(len(codes))
    chance = np.random.default_rng(0)
    parts = []
    for code in np.unique(codes):
        rows = np.flatnonzero(codes == code)
        count = max(min(len(rows), LEAST_OF_CLASS), SAMPLE * len(rows) // len(codes))
        parts.append(chance.choice(rows, count, replace=False))
    return np.sort(np.concatenate(parts))


def are_whole(values: Floats) -> bool:
    """Whether all numbers are whole."""
    return bool((values == np.floor(values)).all())


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
    if not rows:
        raise TableError(f"{source}: the file is empty")
    header, rows, lines, is_open = shape_rows(rows, lines, source, has_names)
    cells = tuple(map(CodedCells.of, zip(*rows, strict=True)))
    return Table(source, header, cells, lines, implied=implied, is_header_open=is_open)


def named_table(
    names: Iterable[str],
    columns: Iterable[Iterable[str]],
    source: str,
    lines: Sequence[int] = (),
) -> Table:
    """The table of a format that knows the names of its columns, what is missing and what a number
    is; without ``lines`` its rows are numbered.
    """
    header = tuple(name or f"column {k}" for k, name in enumerate(names, 1))
    cells = tuple(map(CodedCells.of, columns))
    count = len(cells[0].coded[1]) if cells else 0
    if not count:
        raise TableError(f"{source}: the table has no rows")
    rows = lines or range(1, count + 1)
    return Table(source, distinct_names(header), cells, rows, decimal=".", is_typed=True)
