"""Tables of text cells, with the line of every row, their marks of numbers and their classes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.arrays import Bools, Bytes, Floats
from solvers.signs import signed_pair

from ..errors import join_names, quote
from .cells import (
    MISSING,
    SAMPLE_ROWS,
    WITHOUT_CLASS,
    TableError,
    is_infinite,
    is_number,
    is_numeral,
    split,
)
from .layouts import brought_to_rows, stacked_pairs
from .numerals import MARKS, Numerals, decimal_marks, numerals_of, other
from .table_shape import shape_rows, without_orange

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
Codes = NDArray[np.integer[Any]]
# Columns of a table of results.
PREDICTION = "prediction of "
OWN_AXIS = re.compile(
    r"(principal component|discriminant|turned axis) \d.*|(along|most variance across) .*|"
    r".*, standardised"
)
INTEGER = re.compile(r"[+-]?[0-9]+")


@dataclass(frozen=True, eq=False)
class PlainColumns:
    """Columns of plain cells, by their index: numbers, or codes of different contents (n,)."""

    numbers: Mapping[int, Floats] = field(default_factory=dict)
    codes: Mapping[int, Bytes] = field(default_factory=dict)
    contents: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def knows(self, k: int) -> bool:
        """Whether a column is here."""
        return k in self.numbers or k in self.contents


NOT_PLAIN = PlainColumns()


@dataclass(frozen=True)
class Table:
    """A table of text cells: ``header`` names, ``rows`` of cells, and the line of the file on which
    each row starts.

    ``decimal`` is the decimal mark that somebody chose, for columns that are not sure of theirs,
    and ``implied`` the one that goes with the separator of the cells (empty: none); ``is_asked``
    means that a dialog offers the choice, with the likelier one chosen.  ``encoding`` is the
    one assumed where the file does not state it; ``sheet`` is its sheet among the ``sheets`` of a
    workbook; ``label`` is the column that the file itself calls the class, ``axes`` are the two
    that its maker shows first (empty: nobody says so).  ``plain`` are the columns of a table that
    was read as arrays, ``texts`` and ``numbers`` those that somebody chose to read so, whatever
    they hold, and ``remarks`` say what else was chosen.
    """

    source: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    lines: Sequence[int]
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    implied: str = ""
    label: str = ""
    axes: tuple[()] | tuple[str, str] = ()
    is_asked: bool = False
    plain: PlainColumns = NOT_PLAIN
    texts: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    remarks: tuple[str, ...] = ()

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

    def cells(self, k: int) -> Iterator[str]:
        """The cells of a column."""
        if k in self.plain.contents:
            return map(self.plain.contents[k].__getitem__, self.plain.codes[k].tolist())
        return (row[k] for row in self.rows)

    def contents(self, k: int) -> Sequence[str]:
        """The different cells of a column, in the order of their rows."""
        return self.plain.contents.get(k) or tuple(dict.fromkeys(self.cells(k)))

    def rows_where(self, k: int, holds: Callable[[str], bool]) -> Bools:
        """Whether the cell of a column has a property, for each row (n,)."""
        if k in self.plain.contents:
            return np.array(list(map(holds, self.plain.contents[k])))[self.plain.codes[k]]
        return np.fromiter(map(holds, self.cells(k)), dtype=bool, count=len(self.rows))

    @cached_property
    def numerals(self) -> tuple[Numerals, ...]:
        """The marks in the numbers of each column, as far as its cells show them."""
        return tuple(map(self._numerals, range(len(self.header))))

    def _numerals(self, k: int) -> Numerals:
        sample = [row[k] for row in self.rows[:SAMPLE_ROWS]]
        numerals = numerals_of(sample)
        if numerals.sure or len(self.rows) <= SAMPLE_ROWS:
            return numerals
        if is_word_column(sample):
            return Numerals()
        if self.plain.knows(k):
            return numerals
        cells = [row[k] for row in self.rows]
        text = "\n".join(cells)
        return numerals_of(cells) if any(mark in text for mark in MARKS) else numerals

    @cached_property
    def _marks(self) -> tuple[tuple[str, ...], tuple[bool, ...]]:
        return decimal_marks(self.numerals, self.implied)

    def decimal_of(self, k: int) -> str:
        """The decimal mark of a column: its own where it is sure, else the chosen one, else the
        likelier one.
        """
        return self.decimal if self.decimal and not self.numerals[k].sure else self._marks[0][k]

    def is_settled(self, k: int) -> bool:
        """Whether the decimal mark of a column is known, chosen or offered as a choice."""
        return bool(self.decimal) or self.is_asked or self._marks[1][k]

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The columns whose mark nothing settles, or was taken for one of thousands because of the
        numbers beside it.
        """
        columns = enumerate(zip(self.numerals, *self._marks, strict=True))
        return tuple(
            k
            for k, (numerals, mark, is_settled) in columns
            if not numerals.sure and (not is_settled or other(mark) in numerals.open)
        )

    @cached_property
    def numeric(self) -> tuple[int, ...]:
        """The indices of the columns that hold numbers and at most half of them missing or infinite
        (judged by the first rows).
        """
        return tuple(
            k
            for k in range(len(self.header))
            if k in self.numbers
            or (
                k not in self.texts
                and self._is_numeric([row[k] for row in self.rows[:SAMPLE_ROWS]], k)
            )
        )

    def _is_numeric(self, cells: Sequence[str], k: int) -> bool:
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
        sample = {row[k].lower() for row in self.rows[:SAMPLE_ROWS]}
        name = SPLIT_NAME.fullmatch(self.header[k])
        # Most columns are numbers: the first cells suffice.
        if not (sample <= TRAIN | TEST or (name and sample <= YES | NO)):
            return frozenset()
        words = frozenset(cell.lower() for cell in self.contents(k))
        if words <= TRAIN | TEST:
            return words & TEST if words & TRAIN else frozenset()
        if name is None or len(words & YES) != 1 or len(words & NO) != 1 or len(words) != 2:
            return frozenset()
        if name["train"]:
            return words & NO
        if name["test"]:
            return words & YES
        share = float(self.rows_where(k, lambda cell: cell.lower() in YES).mean())
        if share == 0.5:
            return frozenset()
        return words & (YES if share < 0.5 else NO)

    def coded_classes(self, label: str) -> tuple[tuple[str, ...], Codes]:
        """The classes in the label column, and the index of its class for each row (n,).

        The class is empty where it is missing; numbers are in their shortest form: 1, 1.0 and 1e0
        are one class.
        """
        k = self.column(label)
        contents, codes = self._coded(k)
        names = ["" if cell.lower() in WITHOUT_CLASS else cell for cell in contents]
        shortest = self._shortest(k, set(names) - {""})
        names = [shortest.get(name, name) for name in names]
        code_of = {name: code for code, name in enumerate(dict.fromkeys(names))}
        return tuple(code_of), np.array([code_of[name] for name in names], dtype=codes.dtype)[codes]

    def _coded(self, k: int) -> tuple[Sequence[str], Codes]:
        """The different cells of a column, and which one each row has (n,)."""
        if k in self.plain.contents:
            return self.plain.contents[k], self.plain.codes[k]
        code_of: dict[str, int] = {}
        codes = (code_of.setdefault(cell, len(code_of)) for cell in self.cells(k))
        indices = np.fromiter(codes, dtype=np.int64, count=len(self.rows))
        return tuple(code_of), indices

    def classes(self, label: str) -> tuple[str, ...]:
        """The classes in the label column, in an order that no order of rows changes: numbers by
        size, words in their order.

        Of two words one may say that it is the positive one, the second
        (:func:`solvers.signs.signed_pair`).
        """
        return self.in_order(label, set(self.coded_classes(label)[0]) - {""})

    def in_order(self, label: str, names: Iterable[str]) -> tuple[str, ...]:
        """Some classes of the label column in the order of :meth:`classes`."""
        k = self.column(label)
        class_names, decimal = sorted(names), self.decimal_of(k)
        if self._shortest(k, class_names):
            return tuple(sorted(class_names, key=lambda name: _value(name, decimal) or 0))
        return signed_pair(*class_names) if len(class_names) == 2 else tuple(class_names)

    def class_called(self, label: str, name: str) -> str:
        """The class with a name: 1 where the name is 1.0."""
        k = self.column(label)
        shortest = self._shortest(k, [name])
        return shortest.get(name, name) if self._shortest(k, self.classes(label)) else name

    def _shortest(self, k: int, names: Iterable[str]) -> dict[str, str]:
        """The shortest form of the classes of a column of numbers; text stays as it is."""
        return {} if k in self.texts else number_classes(names, self.decimal_of(k))


def is_word_column(sample: Sequence[str]) -> bool:
    """Whether most cells of a sample are no numbers."""
    return 2 * sum(map(is_numeral, sample)) < len(sample)


def number_classes(cells: Iterable[str], decimal: str) -> dict[str, str]:
    """The shortest form of each cell, if all are plain numbers; else nothing."""
    shortest: dict[str, str] = {}
    for cell in cells:
        value = _value(cell, decimal)
        if value is None:
            return {}
        shortest[cell] = str(value) if isinstance(value, int) else repr(value).replace(".", decimal)
    return shortest


def _value(cell: str, decimal: str) -> int | float | None:
    """The finite number in a cell without other signs; whole numbers are exact."""
    plain = cell.replace("−", "-").replace(decimal, ".")
    if not PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    if INTEGER.fullmatch(plain):
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
    header, rows, lines = shape_rows(*brought_to_rows(rows, lines), source)
    header, rows, lines = stacked_pairs(header, rows, lines) or (header, rows, lines)
    return Table(source, header, rows, lines, implied=implied, label=label)
