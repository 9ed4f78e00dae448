"""Cells of tables: from text to cells and from a cell to a number, and cells as CSV writes them."""

from __future__ import annotations

import csv
import io
import math
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np

from solvers.arrays import Floats
from solvers.cancellation import CancelledError, cancelled_unless, check_cancelled

from ..errors import UserError, printable, quote

WITHOUT_CLASS = frozenset({"", "na", "n/a", "#n/a", "nan", "nat", "?", "<na>"})
# in text that a program or somebody wrote as text: NA is Namibia
WITHOUT_VALUE = frozenset({"", "nan", "nat", "?", "<na>"})
# a class may be called so
MISSING = WITHOUT_CLASS.union(
    ["null", "none", "-", "--", "–", "—", ".", "n.a.", "missing", "#div/0!"]
)
# the column that holds rows back, and its words, as written
SET, TRAINING, TESTING = "set", "train", "test"
# The start of a formula of a spreadsheet: behind apostrophes, white space and characters without
# width, in full width, too.
FORMULA = re.compile(
    r"['\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]*[=+\-@＝＋－＠]"
)
# Groups of three digits, where the mark between them cannot be the decimal one; no group of
# thousands begins with 0.
THOUSANDS = {
    ".": re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?"),
    ",": re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]*)?"),
}
# marks of thousands that no program writes
GROUPS = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3}(\D|$))")
UNITS = re.compile("[%$€£¥₹₽₩₺]")
# Of a column that was scaled and turned, relative to its largest number; and the digits of a number
# that somebody wrote down.
ROUNDING, FEW_DIGITS = 256 * 2.0**-52, 11
QUOTES = re.compile(r"('+)[^']+\1")  # around a whole cell, as Weka and databases write words
BREAKS = re.compile(r'[",\r\n]')  # a cell with one of them needs quotation marks


def number(cell: str, decimal: str = ".") -> float:
    """The number in a cell (which may be infinite), NaN where there is none.

    Separators of thousands are dropped.  Beside a decimal comma 1.234 is a thousand.  Of a column
    with both marks the last one of a cell is the decimal one.
    """
    if len(decimal) > 1:
        decimal = "," if cell.rfind(",") > cell.rfind(".") else "."
    value = _number(cell, decimal)
    if math.isnan(value):
        as_typed = GROUPS.sub("", cell).replace("−", "-")
        value = _number(as_typed, decimal) if as_typed != cell else value
    return value


def _number(cell: str, decimal: str) -> float:
    plain = cell
    if (decimal == "," or "," in cell) and THOUSANDS[decimal].fullmatch(cell):
        plain = cell.replace("." if decimal == "," else ",", "")
    if decimal == ",":
        if "." in plain:
            return math.nan
        plain = plain.replace(",", ".")
    try:
        return math.nan if "_" in plain else float(plain)
    except ValueError:
        return math.nan


def exact_text(value: float) -> str:
    """The shortest text of a number that is read again as this number.

    Three digits behind a point may be thousands: 1.125 becomes 1.1250, whose digits are
    decimals in every table.
    """
    text = repr(value)
    return f"{text}0" if THOUSANDS[","].fullmatch(text) else text


def shortest_text(value: float) -> str:
    """The text of a number of a table: a whole one has no fraction, as names of classes."""
    is_whole = value.is_integer() and abs(value) < LARGEST_WHOLE_NUMBER
    return str(int(value)) if is_whole else repr(value)


def as_given(values: Floats) -> Floats:
    """The numbers of columns (n, d) as they were before they were scaled and turned, and back.

    Within the rounding of that the number of few digits, where there is one, else the 15 digits
    that survive.
    """
    originals = np.empty_like(values)
    for k, largest in enumerate(np.abs(values).max(axis=0, initial=0.0).tolist()):
        rounding = ROUNDING * largest
        decimals = math.floor(-math.log10(rounding)) if rounding else 0
        for row, value in enumerate(values[:, k].tolist()):
            short = float(f"{round(value, decimals):.{FEW_DIGITS}g}") + 0.0  # no minus zero
            originals[row, k] = short if abs(short - value) <= rounding else float(f"{value:.15g}")
    return originals


def fault_of(cell: str) -> str:
    """The fault of a cell that should hold a number, as the end of a sentence."""
    remedy = "; write a unit above its column, not in its cells" if UNITS.search(cell) else ""
    return f"holds {quote(cell)}, which is not a number{remedy}"


def guard_cell(cell: str) -> str:
    """The cell as a spreadsheet shows it instead of computing it: ``=cmd`` gets an apostrophe,
    which the reader removes.

    The reader takes single quotes around a cell away, too: one that has them gets another pair.
    """
    guarded = f"'{cell}" if FORMULA.match(cell) and math.isnan(number(cell)) else cell
    return f"'{guarded}'" if QUOTES.fullmatch(guarded) else guarded


def row_text(cells: Iterable[str]) -> str:
    """A line of a table with commas.

    ``csv`` leaves a carriage return outside of quotation marks, where it begins a new row.
    """
    quoted = (
        '"' + cell.replace('"', '""') + '"' if BREAKS.search(cell) else cell for cell in cells
    )
    return ",".join(quoted) + "\n"


Row = tuple[str, ...]

SEPARATORS, BLANK, TAB = "\t;,|", " ", "\t"
RUN_OF_TABS = re.compile(r"\t+")
# Comments above a table, and the hint for a spreadsheet.
BEFORE = re.compile(r"([#%][^\n]*\n|sep=.\n|[^\S\n]*\n)*+")
QUOTED = re.compile(r'"[^"]*"')
# The lines and characters by which a table is judged, and the rows by which its columns are.
HEAD_LINES, HEAD_LENGTH, SAMPLE_ROWS = 20, 1 << 16, 200

LARGEST_WHOLE_NUMBER = 1e15
MOST_COLUMNS = 16_384  # as many as a spreadsheet has
MOST_IN_A_LINE = 16 * MOST_COLUMNS  # cells, counted without looking for quotation marks
# of a table, and the number of each row counted as one; each takes some 60 bytes
MOST_CELLS = 20_000_000
# bytes that a file of another program may have where it is unpacked: some kilobytes can become more
# than the memory holds
MOST_UNPACKED = 300_000_000
MOST_SECONDS = 100.0  # of processor time for reading a table
T = TypeVar("T")
QUESTION = 4096  # items until a loop asks whether it is still wanted


class TableError(UserError):
    """A table that cannot be used: file, line, reason, what to do."""


@contextmanager
def reading(source: str) -> Iterator[None]:
    """A block that reads: it ends after ``MOST_SECONDS`` of processor time, which its loops ask for
    as they ask for *Cancel*, and each of its refusals names the ``source``.

    Raises:
        TableError: it takes longer, or there is no table.
    """
    end = time.thread_time() + MOST_SECONDS
    try:
        with cancelled_unless(lambda: time.thread_time() < end):
            yield
    except CancelledError:
        check_cancelled()  # somebody cancelled it
        raise TableError(
            f"{source}: reading it takes more than {MOST_SECONDS:g} seconds; take a sample of its "
            "rows"
        ) from None
    except TableError as error:
        is_placed = str(error).startswith(printable(source))
        raise error if is_placed else TableError(f"{source}: {error}") from None


def asked(items: Iterable[T]) -> Iterator[T]:
    """The items of a long loop, which can be cancelled."""
    for k, item in enumerate(items):
        if k % QUESTION == 0:
            check_cancelled()
        yield item


def check_cells(rows: int, columns: int) -> None:
    """Refuse a table of too many cells before it is built; a loop that asks can be cancelled.

    Raises:
        TableError: more than ``MOST_CELLS``.
    """
    check_cancelled()
    if rows * (columns + 1) > MOST_CELLS:
        raise TableError(
            f"it has more than the {MOST_CELLS:,} cells that a table may have; take a sample of "
            "its rows"
        )


def check_unpacked(size: int) -> None:
    """Refuse what is larger than it may be, before it is unpacked.

    Raises:
        TableError: more than ``MOST_UNPACKED`` bytes.
    """
    check_cancelled()
    if size > MOST_UNPACKED:
        raise TableError(
            f"unpacked it is larger than {MOST_UNPACKED // 10**6} MB, which is more than can be "
            "read; save its table as CSV"
        )


def split(text: str, source: str) -> tuple[list[Row], list[int], str]:
    """The rows of a table that are not empty, the line on which each starts, and the separator of
    their cells.

    Raises:
        TableError: a cell that is longer than any text of a table (with its line), or more than
            ``MOST_CELLS`` cells.
    """
    above, text = _split_comments(text)
    separator = separator_of(text)
    has_runs = separator == TAB and _has_runs(text)
    if '"' not in text and separator != BLANK and not has_runs:
        check_cells(text.count("\n"), text.count(separator) // max(1, text.count("\n")) + 1)
    has_quotes = not (separator == TAB and _has_quotes_as_letters(text))
    reader = csv.reader(
        _lines(text, separator, source, has_runs),
        delimiter=separator,
        quoting=csv.QUOTE_MINIMAL if has_quotes else csv.QUOTE_NONE,
        skipinitialspace=True,  # cells lose it anyway, and quotes behind it are quotes
    )
    rows: list[Row] = []
    lines: list[int] = []
    before, cells_held = above, 0
    try:
        for cells in reader:
            row = tuple(map(tidy_cell, cells))
            if any(row):
                rows.append(row)
                lines.append(before + 1)
            cells_held += len(row) + 1
            if cells_held > MOST_CELLS:
                check_cells(1, cells_held)
            before = above + reader.line_num
    except csv.Error as error:
        longest = csv.field_size_limit()
        is_long = "field limit" in str(error)
        reason = (
            f"a cell has more than {longest:,} letters: shorten it"
            if is_long
            else "its quotation marks do not go with its cells"
        )
        raise TableError(
            f"{source}, line {before + 1}: this is no row of a table ({reason})"
        ) from None
    return rows, lines, separator


def _has_quotes_as_letters(text: str) -> bool:
    """Whether quotes between tabs belong to the text of cells: some line has a lonely one, and
    without regard to quotes all lines have equally many cells.
    """
    if '"' not in text:
        return False
    lines = [line for line in text.split("\n") if line]
    if all(line.count('"') % 2 == 0 for line in lines):
        return False
    return len({line.count(TAB) for line in lines}) == 1


def _split_comments(text: str) -> tuple[int, str]:
    """How many lines of comments stand above a table, and the table; a comment that names the
    columns of numbers belongs to it.
    """
    block = BEFORE.match(text)
    comments, rest = (block[0], text[block.end() :]) if block and block[0].strip() else ("", text)
    names, first = (comments.splitlines() or [""])[-1], rest[:HEAD_LENGTH].split("\n", 1)[0]
    if names.startswith(("#", "%")) and is_number(re.split(r"[\s;,]+", first.strip())[0]):
        mark = separator_of(rest)
        words = names[1:].split(None if mark == BLANK else mark)
        if len(words) == len(first.split(None if mark == BLANK else mark)) > 1:
            return comments.count("\n") - 1, f"{names[1:].strip()}\n{rest}"
    return comments.count("\n"), rest


def _lines(text: str, separator: str, source: str, has_runs: bool) -> Iterator[str]:
    """The lines of a table; a line of very many cells is taken apart in one piece, and every other
    thread would wait for it.
    """
    for row, line in enumerate(asked(io.StringIO(text)), 1):
        if len(line) > MOST_IN_A_LINE and (cells := line.count(separator) + 1) > MOST_IN_A_LINE:
            raise TableError(
                f"{source}, line {row}: {cells} cells; a table has at most {MOST_COLUMNS} columns"
            )
        if separator == BLANK:
            yield f"{line.strip().replace(TAB, BLANK)}\n"
        else:
            yield RUN_OF_TABS.sub(TAB, line) if has_runs else line


def _head(text: str) -> list[str]:
    """The first lines of a table that hold something, whole and without quoted text."""
    head = QUOTED.sub("", text[:HEAD_LENGTH])
    lines = [line for line in head.split("\n")[: HEAD_LINES + 1] if line.strip()]
    # The last line of the head may be cut in two.
    return lines[:-1] if len(lines) > 1 and len(text) > HEAD_LENGTH else lines


def _has_runs(text: str) -> bool:
    """Whether only runs of tabs, taken as one, give each of the first lines the same cells."""
    lines = [line.strip(" ") for line in _head(text)]
    counts, counts_of_runs = (
        {len(form.findall(line)) for line in lines} for form in (re.compile(TAB), RUN_OF_TABS)
    )
    return len(counts) > 1 == len(counts_of_runs)


def tidy_cell(cell: str) -> str:
    """A cell is one line without space or single quotes around it, or the apostrophe that keeps a
    spreadsheet from computing it.
    """
    cell = cell.strip()
    if not cell.isprintable():
        cell = " ".join(cell.split())
    if cell.startswith("'") and QUOTES.fullmatch(cell):
        cell = cell[1:-1].strip()
    return cell[1:].strip() if cell.startswith("'") and FORMULA.match(cell) else cell


def separator_of(text: str) -> str:
    """The separator that splits three in four of the first lines into equally many cells, at least
    three; else the most frequent one of the first line.

    Tabs and semicolons come first: in ``1,5;2,5;yes`` the commas belong to the numbers.  Blanks
    separate where nothing else does.
    """
    lines = _head(text)
    if not lines:
        return ","
    for separator in SEPARATORS:  # all but titles and notes
        [(count, line_count)] = Counter(line.count(separator) for line in lines).most_common(1)
        if count >= 2 and 4 * line_count >= 3 * len(lines):
            return separator
    for separator in SEPARATORS:  # a word and a sentence, which may have the others in it
        if all(line.count(separator) == 1 for line in lines):
            return separator
    # A title stands alone above the others.
    most = max(
        SEPARATORS, key=lambda mark: (lines[0].count(mark), sum(line.count(mark) for line in lines))
    )
    return (
        BLANK
        if not any(line.count(most) for line in lines)
        and all(len(line.split()) > 1 for line in lines[1:] or lines)
        else most
    )


def is_number(cell: str, decimal: str = ".") -> bool:
    """Whether the cell holds a finite number."""
    return math.isfinite(number(cell, decimal))


def is_numeral(cell: str) -> bool:
    """Whether the cell holds a finite number, whichever mark is the decimal one."""
    return is_number(cell) or is_number(cell, ",")
