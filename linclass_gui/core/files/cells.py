"""From the text of a table to its cells, and from a cell to a number: separators, decimal commas, and what spreadsheets do."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence

from ..csv_cells import FORMULA, number
from ..user_error import UserError

Row = tuple[str, ...]

SEPARATORS, BLANK = "\t;,", " "
DECIMAL_COMMA = re.compile(r"[+-]?(?:[0-9]*|[0-9]{1,3}(?:\.[0-9]{3})+),[0-9]+(?:[eE][+-]?[0-9]+)?")
DECIMAL_POINT = re.compile(r"[+-]?[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?")
QUOTED = re.compile(r'"[^"]*"')
# The lines and characters by which a table is judged, and the rows by which its columns are.
HEAD_LINES, HEAD_LENGTH, SAMPLE_ROWS = 20, 1 << 16, 200

MOST_COLUMNS = 16_384  # as many as a spreadsheet has
MOST_EMPTY = 2_000_000  # lines; a spreadsheet has half as many, and a file of nothing else would be read for minutes
MOST_CELLS = 16 * MOST_COLUMNS  # of one line, counted without looking for quotation marks


class TableError(UserError):
    """A table that cannot be used: file, line, reason, what to do."""


def split(text: str, source: str) -> tuple[list[Row], list[int], str]:
    """The rows of a table that hold anything, the line on which each starts, and the separator of their cells.

    Raises:
        TableError: a cell that is longer than any text of a table (with its line), or more than ``MOST_EMPTY`` empty lines.
    """
    separator = separator_of(text)
    reader = csv.reader(_lines(text, separator, source), delimiter=separator, skipinitialspace=separator == BLANK)
    rows: list[Row] = []
    lines: list[int] = []
    before, empty = 0, 0
    try:
        for cells in reader:
            row = tuple(map(_tidy_cell, cells))
            if any(row):
                rows.append(row)
                lines.append(before + 1)
            else:
                empty += 1
                if empty > MOST_EMPTY:
                    raise TableError(f"{source}, line {before + 1}: this table has more than {MOST_EMPTY} empty lines")
            before = reader.line_num
    except csv.Error as error:
        raise TableError(f"{source}, line {before + 1}: this is no row of a table ({error})") from None
    return rows, lines, separator


def _lines(text: str, separator: str, source: str) -> Iterator[str]:
    """The lines of a table; a line of very many cells is taken apart in one piece, and every other thread would wait for it."""
    for at, line in enumerate(io.StringIO(text), 1):
        if len(line) > MOST_CELLS and (cells := line.count(separator) + 1) > MOST_CELLS:
            raise TableError(f"{source}, line {at}: {cells} cells; a table has at most {MOST_COLUMNS} columns")
        yield f"{line.strip()}\n" if separator == BLANK else line


def _tidy_cell(cell: str) -> str:
    """A cell is one line without space around it, and without the apostrophe that keeps a spreadsheet from computing it."""
    cell = cell.strip()
    if not cell.isprintable():
        cell = " ".join(cell.split())
    return cell[1:].strip() if cell.startswith("'") and FORMULA.match(cell) else cell


def separator_of(text: str) -> str:
    """The separator that gives every one of the first lines the same three cells or more; else what the first line has most of.

    Tabs and semicolons come first: in ``1,5;2,5;yes`` the commas belong to the numbers.  Blanks separate where nothing else does.
    """
    head = QUOTED.sub("", text[:HEAD_LENGTH])
    lines = [line for line in head.split("\n")[: HEAD_LINES + 1] if line.strip()]
    # The last line of the head may be cut in two.
    whole = lines[:-1] if len(lines) > 1 and len(text) > HEAD_LENGTH else lines
    for separator in SEPARATORS:
        counts = {line.count(separator) for line in whole}
        if len(counts) == 1 and min(counts) >= 2:
            return separator
    most = max(SEPARATORS, key=lines[0].count) if lines else ","
    return BLANK if lines and not any(line.count(most) for line in whole) and all(len(line.split()) > 1 for line in whole) else most


def decimal_mark(rows: Iterable[Sequence[str]], separator: str) -> str:
    """``,`` where commas do not separate cells and stand in numbers, and where no number has a point; else ``.``."""
    if separator == ",":
        return "."
    cells = [cell for row in rows for cell in row]
    has_commas = any(map(DECIMAL_COMMA.fullmatch, cells))
    return "," if has_commas and not any(map(DECIMAL_POINT.fullmatch, cells)) else "."


def is_number(cell: str, decimal: str = ".") -> bool:
    """Whether the cell holds a finite number."""
    value = number(cell, decimal)
    return value is not None and math.isfinite(value)
