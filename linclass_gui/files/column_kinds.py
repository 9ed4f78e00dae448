"""How somebody chose to read a column of a table: as numbers with a mark, as text, as 0 and 1, as
indicators, as two classes on both sides of a cut, or not at all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solvers.signs import signed_pair

from ..errors import UserError, quote
from ..markup.numbers import count_words
from .cells import MISSING, TableError, check_cells, exact_text, number
from .evidence import MOST_LABELS
from .table_shape import distinct_names
from .tables import Table, TableColumn, whole_numbers

POINT, COMMA, TEXT, ANY_CASE, YES_NO, INDICATORS, ABOVE, SENTENCES, LEFT_OUT = (
    "point",
    "comma",
    "text",
    "any-case",
    "yes-no",
    "indicators",
    "above",
    "sentences",
    "out",
)
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
        cut = number(rest) if rest else None
        if name not in KINDS or (rest and name != ABOVE):
            raise UserError(
                f"a column is read as {', '.join(KINDS)} or {ABOVE}:NUMBER; got {quote(text)}"
            )
        if rest and (cut is None or not math.isfinite(cut)):
            raise UserError(f"a number is needed behind {ABOVE}:; got {quote(rest)}")
        return cls(name, cut)

    @property
    def text(self) -> str:
        """The text that :meth:`parse` reads."""
        return self.name if self.cut is None else f"{self.name}:{self.cut!r}"


@dataclass(frozen=True)
class _ReadColumn:
    """A column of the table as it is read: each cell a function of one of the table as it is."""

    name: str
    source: int
    cell: Callable[[str], str] | None = None  # None: as it stands

    def cells(self, table: Table) -> Iterable[str]:
        """Its cells."""
        cells = table.columns[self.source].cells
        return cells if self.cell is None else map(self.cell, cells)


def with_kinds(table: Table, kinds: Mapping[str, ColumnKind], missing: Sequence[str] = ()) -> Table:
    """The table with some columns read as chosen; cells in ``missing`` have no value there.

    Raises:
        TableError: a column cannot be read so; the sentence says why, and what can.
    """
    if not kinds:
        return table
    words = MISSING | {cell.lower() for cell in missing}
    chosen_kinds = {table.column(name): kind for name, kind in kinds.items()}
    parts: list[_ReadColumn] = []
    texts: set[int] = set()
    numbers: set[int] = set()
    sentences: int | None = None
    remarks: list[str] = []
    for k, name in enumerate(table.header):
        kind = chosen_kinds.get(k)
        if kind is None:
            parts.append(_ReadColumn(name, k))
            continue
        new_parts, remark = _READERS[kind.name](table, k, kind, words)
        if kind.name in (TEXT, ANY_CASE):
            texts.add(len(parts))
        if kind.name in MARKS:
            numbers.add(len(parts))
        if kind.name == SENTENCES:
            sentences = len(parts)
        parts += new_parts
        remarks += [remark] if remark else []
    if not parts:
        raise TableError(f"{table.source}: all columns are left out; take some of them")
    check_cells(len(table.rows), len(parts), table.source)
    header = distinct_names(tuple(part.name for part in parts))
    axes = tuple(name for name in table.axes if name in header)
    return replace(
        table,
        header=header,
        rows=tuple(zip(*(part.cells(table) for part in parts), strict=True)),
        axes=axes if len(axes) == 2 else (),
        typed_columns=tuple(_typed_column(table, part) for part in parts),
        texts=frozenset(texts),
        numbers=frozenset(numbers),
        sentences=sentences,
        remarks=(*table.remarks, *remarks),
    )


def _typed_column(table: Table, part: _ReadColumn) -> TableColumn | None:
    """A column that is read as it stands."""
    return table.columns[part.source] if part.cell is None else None


def values_of(table: Table, k: int, missing: Iterable[str] = MISSING) -> tuple[str, ...]:
    """The different values of a column, numbers by size and words in their order."""
    words = frozenset(missing)
    values = [cell for cell in table.columns[k].coded[0] if cell.lower() not in words]
    shortest = whole_numbers(values, table.decimal_of(k))
    return table.in_order(table.header[k], {shortest.get(value, value) for value in values})


def folded_values(table: Table, k: int) -> tuple[str, ...]:
    """The values of a column that differ in more than capitals, each as it is written most."""
    counts = Counter(cell for cell in table.columns[k].cells if cell.lower() not in MISSING)
    spellings: dict[str, str] = {}
    for cell, _ in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
        spellings.setdefault(cell.casefold(), cell)
    return tuple(sorted(spellings.values()))


_Reader = Callable[[Table, int, ColumnKind, frozenset[str]], tuple[list[_ReadColumn], str]]


def _as_numbers(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    """The numbers in a form that every reader reads alike; other cells stay as they are."""

    def cell(text: str) -> str:
        value = number(text, MARKS[kind.name])
        return text if value is None or not math.isfinite(value) else exact_text(value)

    name = table.header[k]
    return [_ReadColumn(name, k, cell)], f"{name} with decimal {kind.name}s"


def _as_text(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    return [_ReadColumn(table.header[k], k)], ""


def _in_any_case(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    spelling = {value.casefold(): value for value in folded_values(table, k)}
    name = table.header[k]
    return [
        _ReadColumn(name, k, lambda text: spelling.get(text.casefold(), text))
    ], f"{name} in capitals or not"


def _as_yes_no(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    name = table.header[k]
    values = [value for value in folded_values(table, k) if value.lower() not in missing]
    if len(values) != 2:
        remedy = "; choose indicator columns" if 2 < len(values) <= MOST_LABELS else ""
        raise TableError(
            f"{table.source}: column {quote(name)} holds {_value_words(values)}, and 0 and 1 stand "
            f"for two{remedy}"
        )
    no, yes = signed_pair(*values)
    digit = {no.casefold(): "0", yes.casefold(): "1"}
    return [
        _ReadColumn(name, k, lambda text: digit.get(text.casefold(), ""))
    ], f"{name} is 1 for {quote(yes)}"


def _as_indicators(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    """A column for each value but the first: with all of them each would follow from the
    others.
    """
    name, decimal = table.header[k], table.decimal_of(k)
    values = values_of(table, k, missing)
    if not 2 <= len(values) <= MOST_LABELS:
        raise TableError(
            f"{table.source}: column {quote(name)} holds {_value_words(values)}; indicator columns "
            f"need 2 to {MOST_LABELS} values: leave it out, or read it as text"
        )
    cells = [cell for cell in table.columns[k].coded[0] if cell.lower() not in missing]
    shortest = whole_numbers(cells, decimal)
    first, *further_values = values

    def indicator(value: str) -> Callable[[str], str]:
        digit = {cell: str(int(shortest.get(cell, cell) == value)) for cell in cells}
        return lambda text: digit.get(text, "")

    count = count_words(len(further_values), "indicator column")
    return [
        _ReadColumn(f"{name} = {value}", k, indicator(value)) for value in further_values
    ], f"{name} in {count}, all 0 for {quote(first)}"


def _as_sides(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    """Two classes: up to the cut, and above it."""
    name, decimal = table.header[k], table.decimal_of(k)

    def value_of(text: str) -> float | None:
        value = None if text.lower() in missing else number(text, decimal)
        return None if value is None or not math.isfinite(value) else value

    cut = kind.cut
    if cut is None:
        values = [value for value in map(value_of, table.columns[k].cells) if value is not None]
        if not values:
            raise TableError(
                f"{table.source}: column {quote(name)} holds no number, so it has no median; "
                "choose another column"
            )
        cut = float(np.median(values))
    below, above = f"{name} ≤ {cut:.12g}", f"{name} > {cut:.12g}"

    def side(text: str) -> str:
        value = value_of(text)
        return "" if value is None else above if value > cut else below

    return [
        _ReadColumn(name, k, side)
    ], "" if kind.cut is not None else f"cut at the median of {name}"


def _left_out(
    table: Table, k: int, kind: ColumnKind, missing: frozenset[str]
) -> tuple[list[_ReadColumn], str]:
    return [], ""


def _value_words(values: Sequence[str]) -> str:
    names = ", ".join(map(quote, values[:SHOWN_VALUES])) + (
        ", ..." if len(values) > SHOWN_VALUES else ""
    )
    return f"{count_words(len(values), 'different value')} ({names})" if values else "no value"


_READERS: dict[str, _Reader] = {
    POINT: _as_numbers,
    COMMA: _as_numbers,
    TEXT: _as_text,
    ANY_CASE: _in_any_case,
    YES_NO: _as_yes_no,
    INDICATORS: _as_indicators,
    ABOVE: _as_sides,
    SENTENCES: _as_text,
    LEFT_OUT: _left_out,
}


def join_labels(table: Table, labels: Table) -> Table:
    """The table with the columns of another one behind its own, row by row.

    Where the other one has one row less, its first row was taken for a name and is a label.

    Raises:
        TableError: they have not the same number of rows.
    """
    header, rows = labels.header, list(labels.rows)
    is_named = header != ("x1",)
    if len(header) == 1 and is_named and len(rows) == len(table.rows) - 1:
        rows, is_named = [header, *rows], False
    if len(rows) != len(table.rows):
        raise TableError(
            f"{labels.source}: {count_words(len(rows), 'row')} of labels for "
            f"{count_words(len(table.rows), 'row')} of {table.source}; each row needs one"
        )
    header = header if is_named else ("label",)
    check_cells(len(rows), len(table.header) + len(header), table.source)
    return replace(
        table,
        header=distinct_names((*table.header, *header)),
        rows=tuple((*row, *more) for row, more in zip(table.rows, rows, strict=True)),
        typed_columns=(*table.typed_columns, *(None,) * len(header)) if table.typed_columns else (),
    )
