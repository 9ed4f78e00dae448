"""Layouts of rows as other programs and people write them, brought to the one form of a table: the
names of the columns, then a row for each point.

Adding a layout is a function from rows and their lines to others, and a line in :data:`LAYOUTS`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from .cells import SAMPLE_ROWS, Row, is_numeral

Grid = tuple[Sequence[Row], Sequence[int]]

LEAST_WIDTH = 3  # columns of a table that may have lines of text above and below it
MOST_LINES = 20  # of text above a table, or below it
MOST_LEVELS, MOST_INDICES = 3, 4  # of names above one another, and of columns that name the rows
BELOW = re.compile(r"(sources?|notes?|quellen?|anmerkung|fuente)\b.*|//.*|\*.*", re.IGNORECASE)
UNNAMED = re.compile(r"Unnamed: .*")
WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")


def brought_to_rows(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """The rows of a table without all that belongs to the layout of its file."""
    for layout in LAYOUTS:
        rows, lines = layout(rows, lines)
    return rows, lines


def _width(rows: Sequence[Row]) -> int:
    """The number of cells that most rows have."""
    return Counter(map(len, rows[:SAMPLE_ROWS])).most_common(1)[0][0]


def _filled(row: Row) -> int:
    return sum(map(bool, row))


def with_class_names(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """With the classes of scikit-learn, which stand in the first row behind the numbers of rows and
    of measurements: the last cell of each row counts them from 0.
    """
    first, *below = rows
    if len(first) < 4 or not (below and all(map(WHOLE_NUMBER.fullmatch, first[:2]))):
        return rows, lines
    width, class_names = int(first[1]), first[2:]
    class_of = {str(k): name for k, name in enumerate(class_names)}
    if any(map(is_numeral, class_names)) or not all(
        len(row) == width + 1 and row[-1] in class_of for row in below
    ):
        return rows, lines
    header = (*(f"x{k + 1}" for k in range(width)), "class")
    return [header, *((*row[:-1], class_of[row[-1]]) for row in below)], lines


def without_text_above(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """Without titles that separators have split into a few cells."""
    width = _width(rows)
    if width <= LEAST_WIDTH or len(rows[0]) >= width - 1:
        return rows, lines
    begin = next(
        (
            k
            for k, row in enumerate(rows[:MOST_LINES])
            if len(row) >= width - 1 and _filled(row) > 1
        ),
        0,
    )
    if any(is_numeral(row[0]) for row in rows[:begin]):
        return rows, lines
    while begin and _filled(rows[begin - 1]) < 2:  # a title, or names between blanks
        begin -= 1
    return rows[begin:], lines[begin:]


def without_text_below(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """Without sources and notes below the table."""
    width = _width(rows)
    if width < LEAST_WIDTH:
        return rows, lines
    end = len(rows)
    for k in range(len(rows) - 1, max(1, len(rows) - 1 - MOST_LINES), -1):
        if _is_text(rows, k, width):
            end = k
        elif len(rows[k]) == width:
            break
    is_gap = end < len(rows) and all(len(row) != width or _filled(row) < 2 for row in rows[end:])
    return (rows[:end], lines[:end]) if is_gap else (rows, lines)


def _is_text(rows: Sequence[Row], k: int, width: int) -> bool:
    """Whether a row is a line of text: one cell that occurs nowhere above it, or another number of
    cells, the first of which says what this is.
    """
    row = rows[k]
    if not row[0] or is_numeral(row[0]):
        return False
    if BELOW.fullmatch(row[0]) and (len(row) != width or _filled(row) == 1):
        return True
    is_alone = _filled(row) == 1 and " " in row[0]
    return is_alone and all(row[0] != other[0] for other in rows[:k])


def without_questions(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """Without the questions and the keys that Qualtrics writes below the names."""
    if len(rows) > 3 and all(cell.startswith('{"ImportId"') for cell in rows[2]):
        return [rows[0], *rows[3:]], [lines[0], *lines[3:]]
    return rows, lines


def with_one_header(rows: Sequence[Row], lines: Sequence[int]) -> Grid:
    """With the names of several levels in one, as pandas writes them: levels, then a row with the
    names of the columns that index the rows.
    """
    for levels in range(2, MOST_LEVELS + 1):
        if len(rows) > levels + 1 and (indices := _indices(rows, levels)):
            names = list(rows[levels][:indices])
            above = [_level_names(rows[k], indices, k < levels - 1) for k in range(levels)]
            for words in zip(*above, strict=True):
                level_names = dict.fromkeys(
                    word for word in words if word and not UNNAMED.match(word)
                )
                names.append(" ".join(level_names))
            return [tuple(names), *rows[levels + 1 :]], [lines[0], *lines[levels + 1 :]]
    return rows, lines


def _indices(rows: Sequence[Row], levels: int) -> int:
    """How many columns index the rows, where names of so many levels stand above; 0 where this is
    no such header.
    """
    header_row, below = rows[levels], rows[levels + 1]
    count = next((k for k, cell in enumerate(header_row) if not cell), len(header_row))
    if not 0 < count <= MOST_INDICES or any(header_row[count:]) or count == len(header_row):
        return 0
    header = rows[: levels + 1]
    if any(len(row) != len(below) or any(map(is_numeral, row)) for row in header):
        return 0
    has_numbers = any(is_numeral(cell) for cell in below[count:])
    return count if has_numbers and all(_filled(row[count:]) for row in rows[:levels]) else 0


def _level_names(row: Row, begin: int, is_group: bool) -> list[str]:
    """The names of a level; one of groups stands over the first column of each in a sheet."""
    names: list[str] = []
    for name in row[begin:]:
        names.append(name or (names[-1] if is_group and names else ""))
    return names


LAYOUTS: tuple[Callable[[Sequence[Row], Sequence[int]], Grid], ...] = (
    with_class_names,
    without_questions,
    without_text_above,
    without_text_below,
    with_one_header,
)
