"""Tables of plain cells, read as arrays: a million rows in a tenth of a second.

Only the begin of the file is read with care (:mod:`.cells`): separator, names, marks of numbers.
The rest is one loop over the bytes. Where a cell is more than a plain number, or one of a few
words, everything is read with care, and nothing is different but the time.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from solvers import core
from solvers.core import Cells

from .cells import HEAD_LENGTH, MISSING, MOST_CELLS, SAMPLE_ROWS, TableError, split, tidy_cell
from .numerals import MARKS, numerals_of
from .tables import MOST_LABELS, CodedCells, PlainCells, Table, is_word_column, table_of_rows

PLAIN = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
HEAD_ROWS = 2 * SAMPLE_ROWS  # with titles, comments and names all samples of a whole table
LONGEST_WORD = 1000


def head_of(content: bytes) -> bytes:
    """The first lines of a table: all by which its shape is judged."""
    *rows, rest = content.split(b"\n", HEAD_ROWS)
    end = content.find(b"\n", HEAD_LENGTH) + 1
    if not end or len(rows) < HEAD_ROWS:
        return content
    return content[: max(end, len(content) - len(rest))]


def plain_table(content: bytes, source: str, has_names: bool | None = None) -> Table | None:
    """The table in a text of plain cells; None where it is not plain."""
    content = content.removeprefix(BYTE_ORDER_MARK)
    head = head_of(content)
    try:
        rows, lines, separator = split(head.decode("ascii").replace("\r\n", "\n"), source)
        table = table_of_rows(rows, lines, source, "." if separator == "," else "", has_names)
    except (UnicodeDecodeError, TableError, IndexError):
        return None
    has_all_columns = len(table.header) == len(rows[-1])
    if not has_all_columns or "\r" in head.replace(b"\r\n", b"\n").decode("ascii"):
        return None
    first = table.lines[0]
    is_gapless = table.lines[-1] - first == len(table.lines) - 1
    mark = _mark(table)
    if separator not in ("\t", ";", ",") or mark in ("", separator) or not is_gapless:
        return None
    is_coded = [_is_coded(set(cells.sample)) for cells in table.cells]
    begin = len(head) - len(head.split(b"\n", first - 1)[-1])
    read_cells = core.cells(
        content, separator.encode(), mark.encode(), is_coded, begin, _end(content)
    )
    if read_cells is None or not np.isfinite(read_cells.numbers).all():
        return None
    count = read_cells.codes.shape[1]
    columns = [cells for cells in _columns(table, read_cells, is_coded, mark) if cells is not None]
    if len(columns) < len(is_coded) or count * (len(is_coded) + 1) > MOST_CELLS:
        return None
    return replace(table, cells=tuple(columns), lines=range(first, first + count))


def _mark(table: Table) -> str:
    """The one decimal mark of all columns; empty where some have another, or might."""
    marks: set[str] = set()
    for cells in table.cells:
        numerals = numerals_of(cells.sample)
        if numerals.open and not numerals.sure:
            return ""
        marks |= numerals.sure
    return next(iter(marks or {"."})) if len(marks) < 2 else ""


def _is_coded(sample: Collection[str]) -> bool:
    """Whether a column holds words, or so few numbers that they may be classes."""
    return len(sample) <= MOST_LABELS or not all(
        PLAIN.fullmatch(cell.replace(",", ".")) for cell in sample
    )


def _end(content: bytes) -> int:
    """The end of the text without the empty lines behind it."""
    end = len(content)
    while end and content[end - 1] in b"\r\n":
        end -= 1
    return end


def _columns(
    table: Table, read_cells: Cells, is_coded: Sequence[bool], mark: str
) -> Iterator[CodedCells | None]:
    """Each column; None where the careful reader sees more in it."""
    words = zip(read_cells.contents, read_cells.codes, strict=True)
    numbers = zip(read_cells.numbers, read_cells.marked, strict=True)
    for sampled, is_one in zip(table.cells, is_coded, strict=True):
        sample, is_plain = sampled.sample, True
        cells: CodedCells
        if is_one:
            raw_words, codes = next(words)
            contents = tuple(word.decode("ascii") for word in raw_words)
            is_marked = any(sign in word for word in contents for sign in MARKS)
            is_plain = all(map(_is_plain_word, contents))
            cells = CodedCells(contents, codes)
        else:
            values, count = next(numbers)
            is_marked, cells = count > 0, PlainCells(values, sample, mark)
        shows_mark = bool(numerals_of(sample).sure) or is_word_column(sample)
        yield cells if is_plain and (shows_mark or not is_marked) else None


def _is_plain_word(word: str) -> bool:
    """Whether a cell is read as it stands, and is not a missing one."""
    return (
        tidy_cell(word) == word
        and '"' not in word
        and word.lower() not in MISSING
        and len(word) <= LONGEST_WORD
    )
