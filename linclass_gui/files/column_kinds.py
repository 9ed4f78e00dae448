"""How somebody chose to read a column of a table: as numbers with a mark, as text, as 0 and 1, as
indicators, as two classes on both sides of a cut, or not at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from solvers.signs import signed_pair

from ..errors import UserError, quote
from ..markup.numbers import count_words
from .cells import MISSING, TableError, check_cells, exact_text, number, reading
from .table_shape import distinct_names
from .tables import MOST_LABELS, NUMBERS, SENTENCES, TEXT, Table, TypedColumn

POINT, COMMA, ANY_CASE, YES_NO = "point", "comma", "any-case", "yes-no"
INDICATORS, ABOVE, LEFT_OUT = "indicators", "above", "out"
# The kinds in the order of a menu, in words.
KINDS = {
    POINT: "Numbers with decimal points",
    COMMA: "Numbers with decimal commas",
    TEXT: "Text",
    ANY_CASE: "Text, capitals or not",
    YES_NO: "0 and 1",
    INDICATORS: "Indicator columns",
    ABOVE: "Classes above and below a number",
    SENTENCES: "Sentences, whose words are counted",
    LEFT_OUT: "Leave out",
}
MARKS = {POINT: ".", COMMA: ","}
SHOWN_VALUES = 3  # values that a sentence names


@dataclass(frozen=True)
class ColumnKind:
    """One of ``KINDS``; ``cut`` is the number between two classes (None: the median)."""

    name: str
    cut: float | None = None

    @classmethod
    def parse(cls, text: str) -> ColumnKind:
        """The kind in a text such as ``indicators`` or ``above:40``.

        Raises:
            UserError: there is no such kind, or the cut is no number.
        """
        name, _, rest = text.partition(":")
        cut = number(rest)
        if name not in KINDS or (rest and name != ABOVE):
            raise UserError(
                f"a column is read as {', '.join(KINDS)} or {ABOVE}:NUMBER; got {quote(text)}"
            )
        if rest and not math.isfinite(cut):
            raise UserError(f"a number is needed behind {ABOVE}:; got {quote(rest)}")
        return cls(name, cut if rest else None)

    @property
    def text(self) -> str:
        """The text that :meth:`parse` reads."""
        return self.name if self.cut is None else f"{self.name}:{self.cut!r}"


# A column that another one becomes: its name, and each cell as a function of one of the other
# (None: as it stands).
Part = tuple[str, Callable[[str], str] | None]
Parts = tuple[list[Part], str]  # with a remark


def with_kinds(table: Table, kinds: Mapping[str, ColumnKind], missing: Sequence[str] = ()) -> Table:
    """The table with some columns read as chosen; cells in ``missing`` have no value there.

    Raises:
        TableError: a column cannot be read so; the sentence says why, and what can.
    """
    if not kinds:
        return table
    words = MISSING | {cell.lower() for cell in missing}
    chosen_kinds = {table.column(name): kind for name, kind in kinds.items()}
    parts: list[tuple[TypedColumn, Part]] = []
    read_as: dict[int, str] = {}
    remarks = list(table.remarks)
    with reading(table.source):
        for column in table.columns:
            kind = chosen_kinds.get(column)
            new_parts, remark = _as_it_stands(column)
            if kind is not None:
                new_parts, remark = _READERS.get(kind.name, _as_it_stands)(column, kind, words)
                read_as[len(parts)] = READ_AS.get(kind.name, "")
            parts += [(column, part) for part in new_parts]
            remarks += [remark] if remark else []
        if not parts:
            raise TableError("all columns are left out; take some of them")
        check_cells(len(table.lines), len(parts))
    header = distinct_names(tuple(name for _, (name, _) in parts))
    cells = (
        column.cells if change is None else column.cells.changed(change)
        for column, (_, change) in parts
    )
    return replace(
        table,
        header=header,
        cells=tuple(cells),
        read_as=read_as,
        remarks=tuple(remarks),
    )


def values_of(column: TypedColumn) -> tuple[str, ...]:
    """The different values of a column, numbers by size and words in their order."""
    return column.in_order(set(column.names_of(column.values).values()))


def folded_values(column: TypedColumn) -> tuple[str, ...]:
    """The values of a column that differ in more than capitals, each as it is written most."""
    counts = Counter(column.cells)
    spellings: dict[str, str] = {}
    for cell in sorted(column.values, key=lambda cell: (-counts[cell], cell)):
        spellings.setdefault(cell.casefold(), cell)
    return tuple(sorted(spellings.values()))


def _as_it_stands(column: TypedColumn, *_choice: object) -> Parts:
    return [(column.name, None)], ""


def _as_numbers(column: TypedColumn, kind: ColumnKind, *_choice: object) -> Parts:
    """The numbers in a form that every reader reads alike; other cells stay as they are."""

    def cell(text: str) -> str:
        value = number(text, MARKS[kind.name])
        return exact_text(value) if math.isfinite(value) else text

    return [(column.name, cell)], f"{column.name} with decimal {kind.name}s"


def _in_any_case(column: TypedColumn, *_choice: object) -> Parts:
    spelling = {value.casefold(): value for value in folded_values(column)}
    part: Part = (column.name, lambda text: spelling.get(text.casefold(), text))
    return [part], f"{column.name} in capitals or not"


def _as_yes_no(column: TypedColumn, kind: ColumnKind, missing: frozenset[str]) -> Parts:
    values = [value for value in folded_values(column) if value.lower() not in missing]
    if len(values) != 2:
        remedy = "; choose indicator columns" if 2 < len(values) <= MOST_LABELS else ""
        raise TableError(
            f"column {quote(column.name)} holds {_value_words(values)}, and 0 and 1 stand for two"
            f"{remedy}"
        )
    no, yes = signed_pair(*values)
    digit = {no.casefold(): "0", yes.casefold(): "1"}
    part: Part = (column.name, lambda text: digit.get(text.casefold(), ""))
    return [part], f"{column.name} is 1 for {quote(yes)}"


def _as_indicators(column: TypedColumn, kind: ColumnKind, missing: frozenset[str]) -> Parts:
    """A column for each value but the first: with all of them each would follow from the
    others.
    """
    value_of = column.names_of([cell for cell in column.contents if cell.lower() not in missing])
    values = column.in_order(set(value_of.values()))
    if not 2 <= len(values) <= MOST_LABELS:
        raise TableError(
            f"column {quote(column.name)} holds {_value_words(values)}; indicator columns need 2 "
            f"to {MOST_LABELS} values: leave it out, or read it as text"
        )
    first, *further_values = values

    def indicator(value: str) -> Callable[[str], str]:
        digit = {cell: str(int(name == value)) for cell, name in value_of.items()}
        return lambda text: digit.get(text, "")

    count = count_words(len(further_values), "indicator column")
    return [
        (f"{column.name} = {value}", indicator(value)) for value in further_values
    ], f"{column.name} in {count}, all 0 for {quote(first)}"


def _as_sides(column: TypedColumn, kind: ColumnKind, missing: frozenset[str]) -> Parts:
    """Two classes: up to the cut, and above it."""
    name, decimal, cut = column.name, column.decimal, kind.cut
    if cut is None:
        gaps = column.rows_where(lambda cell: cell.lower() in missing)
        values = column.numbers[np.isfinite(column.numbers) & ~gaps]
        if not len(values):
            raise TableError(
                f"column {quote(name)} holds no number, so it has no median; choose another column"
            )
        cut = float(np.median(values))
    below, above = f"{name} ≤ {cut:.12g}", f"{name} > {cut:.12g}"

    def side(text: str) -> str:
        value = number(text, decimal)
        if text.lower() in missing or not math.isfinite(value):
            return ""
        return above if value > cut else below

    return [(name, side)], "" if kind.cut is not None else f"cut at the median of {name}"


def _value_words(values: Sequence[str]) -> str:
    names = ", ".join(map(quote, values[:SHOWN_VALUES])) + (
        ", ..." if len(values) > SHOWN_VALUES else ""
    )
    return f"{count_words(len(values), 'different value')} ({names})" if values else "no value"


READ_AS = {POINT: NUMBERS, COMMA: NUMBERS, TEXT: TEXT, ANY_CASE: TEXT, SENTENCES: SENTENCES}
_READERS: dict[str, Callable[[TypedColumn, ColumnKind, frozenset[str]], Parts]] = {
    POINT: _as_numbers,
    COMMA: _as_numbers,
    ANY_CASE: _in_any_case,
    YES_NO: _as_yes_no,
    INDICATORS: _as_indicators,
    ABOVE: _as_sides,
    LEFT_OUT: lambda *_: ([], ""),
}


def join_labels(table: Table, path: Path) -> Table:
    """The table with the columns of a file behind its own, row by row.

    Where the file has one row less, its first row was taken for a name and is a label.

    Raises:
        TableError: the file cannot be read, or they have not the same number of rows.
    """
    from .table_formats import read_table  # a window without a table waits for no format

    labels, n = read_table(path), len(table.lines)
    if len(labels.header) == 1 and len(labels.lines) == n - 1:
        labels = read_table(path, header="no")
    if len(labels.lines) != n:
        raise TableError(
            f"{labels.source}: {count_words(len(labels.lines), 'row')} of labels for "
            f"{count_words(n, 'row')} of {table.source}; each row needs one"
        )
    header = (*table.header, *(labels.header if labels.header != ("x1",) else ("label",)))
    with reading(table.source):
        check_cells(n, len(header))
    return replace(table, header=distinct_names(header), cells=(*table.cells, *labels.cells))
