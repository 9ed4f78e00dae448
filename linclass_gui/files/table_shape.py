"""Where a table begins and what its columns are called: titles, missing or repeated names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import compress

from ..markup.numbers import count_words
from .cells import MISSING, MOST_COLUMNS, SAMPLE_ROWS, Row, TableError, is_numeral, number

# What Orange writes below the names of columns.
ORANGE_TYPE = re.compile(r"[cdst]|continuous|discrete|string|time|basket|\S+( \S+)+")
ORANGE_ROLE = re.compile(r"|class|meta|meta .*|ignore|weight|[cmiw]")
WIDE = 100  # columns of a table of which fewer rows are looked at
SURELY_FAR = 3  # names that are numbers far from those below them
LEAST_WIDTH = 3  # columns of a table that may have a title above it


def _rows_below_names(rows: Sequence[Row]) -> int:
    """How many rows below the names are no points: the types of the columns that Orange writes
    there and their roles, or the questions and the keys of Qualtrics.
    """
    names, *below = rows[:4]
    if len(below) > 2 and all(cell.startswith('{"ImportId"') for cell in below[1]):
        return 2
    if len(below) < 2 or not _fill(below[0], names, ORANGE_TYPE):
        return 0
    count = 1 + _fill(below[1], names, ORANGE_ROLE)
    first = (*below, ())[count]
    has_numbers = any(
        kind in ("c", "continuous") and is_numeral(cell)
        for kind, cell in zip(below[0], first, strict=False)
    )
    return count * has_numbers


def _fill(row: Row, names: Row, form: re.Pattern[str]) -> bool:
    return len(row) == len(names) and all(map(form.fullmatch, row))


def shape_rows(
    rows: Sequence[Row], lines: Sequence[int], source: str, has_names: bool | None = None
) -> tuple[tuple[str, ...], Sequence[Row], Sequence[int], bool]:
    """The names of the columns, the rows of their cells, the line of each row, and whether the
    first row may be names or a row.

    ``has_names`` says whether the first row names the columns; else its cells tell
    (:func:`_vote`).  Rows with one cell more than the names begin with a row name.

    Raises:
        TableError: too many columns, rows of different lengths, or no row.
    """
    if len(rows[0]) > MOST_COLUMNS:
        raise TableError(
            f"{source}, line {lines[0]}: {len(rows[0])} cells; a table has at most {MOST_COLUMNS} "
            "columns"
        )
    count = _rows_below_names(rows)
    rows, lines = [rows[0], *rows[1 + count :]], [lines[0], *lines[1 + count :]]
    titles = _titles(rows)
    rows, lines = _without_empty_columns(rows[titles:]), lines[titles:]
    head = rows[0]
    is_header, is_open = _judge_head(rows) if has_names is None else (has_names, False)
    header = tuple(f"x{k + 1}" for k in range(len(head)))
    if is_header:
        rows, lines = rows[1:], lines[1:]
        if rows and all(len(row) == len(head) + 1 for row in rows[:SAMPLE_ROWS]):
            head = ("", *head)
        header = tuple(name or f"column {k + 1}" for k, name in enumerate(head))
    rows, lines = _whole_rows(rows, lines, len(header), source)
    if is_header and _are_names_below_codes(head, rows):
        header = tuple(below or name for name, below in zip(header, rows[0], strict=True))
        rows, lines = rows[1:], lines[1:]
    return distinct_names(header), rows, lines, is_open


def _whole_rows(
    rows: Sequence[Row], lines: Sequence[int], width: int, source: str
) -> tuple[Sequence[Row], Sequence[int]]:
    """The rows without comments between or below them.

    Raises:
        TableError: a row of another length, or no row.
    """
    whole = [len(row) == width or not row[0].startswith("#") for row in rows]
    rows, lines = list(compress(rows, whole)), list(compress(lines, whole))
    for row, line in zip(rows, lines, strict=True):
        if len(row) != width:
            count = f"{count_words(len(row), 'cell')} where the first line has {width}"
            raise TableError(
                f"{source}, line {line}: {count}; delete this line if it is no row, or begin it "
                "with #"
            )
    if not rows:
        raise TableError(f"{source}: the table has a header but no rows")
    return rows, lines


def _judge_head(rows: Sequence[Row]) -> tuple[bool, bool]:
    """Whether the first row names the columns, and whether something speaks for names and something
    against them.
    """
    votes = _votes(rows)
    names, row, far, near = (votes[kind] for kind in ("names", "row", "far", "near"))
    is_far = far >= max(1, near)
    if names or row:
        return names > row, row > 0 and (names > 0 or is_far)
    if far or near:
        return far > near, is_far and (near > 0 or far < SURELY_FAR)
    head = rows[0]
    return sum(map(is_numeral, head)) < min(2, len(head)), False


def _votes(rows: Sequence[Row]) -> Counter[str]:
    """The votes of the cells of the first row, each against the column below it."""
    head, *below = rows[: SAMPLE_ROWS if len(rows[0]) <= WIDE else WIDE // 2]
    # names may stand once more between the rows
    rows_below = (row for row in below if len(row) == len(head) and row != head)
    columns = list(zip(*rows_below, strict=True))
    if len(columns) != len(head):
        return Counter()
    numbered = [cell for cell in head if cell]
    counts = list(map(str, range(len(numbered) + 1)))
    has_fractions = any("." in cell for cells in columns for cell in cells[:2])
    if len(numbered) >= LEAST_WIDTH and numbered in (counts[:-1], counts[1:]) and has_fractions:
        return Counter(names=len(numbered))  # as programs count columns
    return Counter(map(_vote, head, columns))


def _vote(head: str, cells: Sequence[str]) -> str:
    """Whether a cell differs from those below it as ``names`` do, is ``far`` from their numbers,
    ``near`` them, or part of a ``row`` with them; empty where nothing tells.
    """
    values = [cell for cell in cells if cell.lower() not in MISSING]
    numerals = [cell for cell in values if is_numeral(cell)]
    if head.lower() in MISSING or len(values) < 2:
        return "names" if not head and len(numerals) == len(cells) > 1 else ""
    if len(numerals) < len(values):
        if is_numeral(head):
            return "" if numerals else "names"
        counts = Counter(values)
        if counts[head] == 1 and cells[0] == head:
            return ""  # perhaps merged cells
        return "row" if head in counts else "names" if min(counts.values()) > 1 else ""
    if not is_numeral(head):
        return "names"
    mark = "," if any("," in cell for cell in numerals) else "."
    numbers = [value for cell in numerals if not math.isnan(value := number(cell, mark))]
    value, low, high = number(head, mark), min(numbers, default=0.0), max(numbers, default=0.0)
    if math.isnan(value) or low == high:
        return ""
    return "near" if 2 * low - high <= value <= 2 * high - low else "far"


def _titles(rows: Sequence[Row]) -> int:
    """How many rows above the names hold one cell at the most, as a title does."""
    width = Counter(map(len, rows[:SAMPLE_ROWS])).most_common(1)[0][0]
    if width < LEAST_WIDTH:
        return 0
    return next((k for k, row in enumerate(rows[:-1]) if sum(map(bool, row)) > 1), 0)


def _without_empty_columns(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows without empty cells behind the end of the names, and columns of nothing."""
    width = len(rows[0])
    if any(len(row) > width for row in rows):
        rows = [row[:width] if not any(row[width:]) else row for row in rows]
    empty = {
        k
        for k, name in enumerate(rows[0])
        if not name and not any(len(row) > k and row[k] for row in rows)
    }
    if not empty:
        return rows
    return [tuple(cell for k, cell in enumerate(row) if k not in empty) for row in rows]


def _are_names_below_codes(head: Row, rows: Sequence[Row]) -> bool:
    """Whether the first row holds different words, one of them without a name above it, above two
    columns of numbers or more: names below codes of columns, or below titles of groups.
    """
    first, *further_rows = rows[:SAMPLE_ROWS]
    words = list(filter(None, first))
    if len(further_rows) < 2 or any(map(is_numeral, first)) or len(set(words)) < len(words):
        return False
    numbered = [
        bool(cell) and all(is_numeral(row[k]) for row in further_rows)
        for k, cell in enumerate(first)
    ]
    is_lonely = any(cell and not name for cell, name in zip(first, head, strict=True))
    return is_lonely and sum(numbered) > 1


def distinct_names(header: tuple[str, ...]) -> tuple[str, ...]:
    """The names made distinct: a repeated one gets its number."""
    names: list[str] = []
    used_names = set(header)
    counts: Counter[str] = Counter()
    for name in header:
        counts[name] += 1
        name_of_column = name
        while counts[name] > 1 and name_of_column in used_names:
            name_of_column = f"{name} {counts[name]}"
            counts[name] += name_of_column in used_names
        used_names.add(name_of_column)
        names.append(name_of_column)
    return tuple(names)
