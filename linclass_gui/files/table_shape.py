"""Where a table begins and what its columns are called: titles above it, missing or repeated names,
units below them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..markup.numbers import count_words
from .cells import MISSING, MOST_COLUMNS, SAMPLE_ROWS, Row, TableError, is_numeral

# below the names, as polars and R print them
TYPES = re.compile(r"<\w+>|[iuf](8|16|32|64)|str|bool|cat|date|datetime\[.*\]")
# What Orange writes below the names of columns, their types and roles, and before a name.
ORANGE_TYPE = re.compile(r"[cdst]|continuous|discrete|string|time|basket|\S+( \S+)+")
ORANGE_ROLE = re.compile(r"|class|meta|meta .*|ignore|weight|[cmiw]")
ORANGE_FLAG = re.compile(r"([mciw]?[CDSTN]|[mciw])#(.+)")
# a number and its unit, as in 168 cm, 30 km/h and 21 °C; of two letters also close to it: 70kg;
# digits behind degrees are minutes: 83°12'
WITH_UNIT = re.compile(
    r"([+\-−]?[0-9][0-9.,]*)(?:[ \u00a0\u202f](?=[^\W\d_]|°)|(?=[^\W\d_]{2}|°))((?!°\S*\d)\D\S*)"
)
LEAST_WIDTH = 3  # columns of a table that may have a title above it
MOST_ON_ITS_SIDE = 200  # most rows of a table that may be columns

Rows = tuple[tuple[str, ...], tuple[Row, ...], tuple[int, ...]]


def without_orange(
    rows: Sequence[Row], lines: Sequence[int]
) -> tuple[Sequence[Row], Sequence[int], str]:
    """The rows and lines without the types and flags of Orange, and the column that it calls the
    class (empty: none).

    Its tables have a row of types and one of roles below the names, or flags before the names:
    ``cD#kind``.
    """
    names, *below = rows
    if len(below) > 1 and len(below[0]) == len(names) and all(map(ORANGE_TYPE.fullmatch, below[0])):
        measured = [k for k, kind in enumerate(below[0]) if kind in ("c", "continuous")]
        has_roles = (
            len(below[1]) == len(names)
            and all(map(ORANGE_ROLE.fullmatch, below[1]))
            and any(below[1])
        )
        if len(below) > 1 + has_roles and any(
            k < len(below[1 + has_roles]) and is_numeral(below[1 + has_roles][k]) for k in measured
        ):
            label = names[below[1].index("class")] if has_roles and "class" in below[1] else ""
            return [names, *below[1 + has_roles :]], [lines[0], *lines[2 + has_roles :]], label
    flags = [ORANGE_FLAG.fullmatch(name) for name in names]
    label = next((flag[2] for flag in flags if flag and "c" in flag[1]), "")
    if label or sum(map(bool, flags)) > 1:
        rows = [
            tuple(flag[2] if flag else name for flag, name in zip(flags, names, strict=True)),
            *below,
        ]
    return rows, lines, label


def shape_rows(rows: Sequence[Row], lines: Sequence[int], source: str) -> Rows:
    """The names of the columns, the rows of their cells, and the line of each row.

    Two numbers in the first row are a point, unless words beside them name a column of classes.
    Otherwise the first row names the columns; rows with one cell more begin with a row name.

    Raises:
        TableError: too many columns, rows of different lengths, a table on its side, or no row.
    """
    if len(rows[0]) > MOST_COLUMNS:
        raise TableError(
            f"{source}, line {lines[0]}: {len(rows[0])} cells; a table has at most {MOST_COLUMNS} "
            "columns"
        )
    titles = _titles(rows)
    names = tuple(rows[titles - 1][0].split()) if titles else ()
    rows, lines = rows[titles:], lines[titles:]
    if (
        len(names) == len(rows[0])
        and not any(map(is_numeral, names))
        and any(map(is_numeral, rows[0]))
    ):
        # names between blanks above rows between tabs
        rows, lines = (names, *rows), (lines[0] - 1, *lines)
    if len(rows) > 1 and all(map(TYPES.fullmatch, rows[1])):
        rows, lines = (rows[0], *rows[2:]), (lines[0], *lines[2:])
    rows = _without_empty_ends(rows)
    head = rows[0]
    counts = sum(is_numeral(cell) or _has_unit_of_column(rows, k) for k, cell in enumerate(head))
    is_point = counts >= min(2, len(head))
    if (is_point and not _names_a_class(rows)) or _begins_with_sentence(rows):
        header = tuple(f"x{k + 1}" for k in range(len(head)))
        if _lies_on_its_side(rows):
            raise TableError(
                f"{source}: this table lies on its side, with a column in each row; transpose it "
                "first"
            )
    else:
        rows, lines = rows[1:], lines[1:]
        if rows and all(len(row) == len(head) + 1 for row in rows[:SAMPLE_ROWS]):
            head = ("", *head)
        header = tuple(name or f"column {k + 1}" for k, name in enumerate(head))
    whole_rows = [
        k for k, row in enumerate(rows) if len(row) == len(header) or not row[0].startswith("#")
    ]
    if len(whole_rows) < len(rows):  # comments between the rows, or below them
        rows, lines = [rows[k] for k in whole_rows], [lines[k] for k in whole_rows]
    for row, line in zip(rows, lines, strict=True):
        if len(row) != len(header):
            count = f"{count_words(len(row), 'cell')} where the first line has {len(header)}"
            raise TableError(
                f"{source}, line {line}: {count}; delete this line if it is no row, or begin it "
                "with #"
            )
    if not rows:
        raise TableError(f"{source}: the table has a header but no rows")
    if _are_units(rows):
        header = _joined_header(header, head, rows[0])
        rows, lines = rows[1:], lines[1:]
    header, rows = _without_units_in_cells(header, rows)
    return distinct_names(header), tuple(rows), tuple(lines)


def _titles(rows: Sequence[Row]) -> int:
    """How many rows above the names hold one cell at the most, as a title does."""
    width = Counter(map(len, rows[:SAMPLE_ROWS])).most_common(1)[0][0]
    if width < LEAST_WIDTH:
        return 0
    return next((k for k, row in enumerate(rows[:-1]) if sum(map(bool, row)) > 1), 0)


def _without_empty_ends(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows without the empty cells that follow where the names have ended."""
    width = len(rows[0])
    if not any(len(row) > width for row in rows):
        return rows
    return [row[:width] if len(row) > width and not any(row[width:]) else row for row in rows]


def _names_a_class(rows: Sequence[Row]) -> bool:
    """Whether a word of the first row occurs only there and the words below it repeat: then it is a
    name, not a class.
    """
    sample = rows[:SAMPLE_ROWS]
    for k, word in enumerate(rows[0]):
        below = Counter(row[k] for row in sample[1:] if k < len(row))
        if (
            word
            and not is_numeral(word)
            and below
            and word not in below
            and min(below.values()) > 1
        ):
            return not any(is_numeral(cell) for cell in below)
    return False


def _has_unit_of_column(rows: Sequence[Row], k: int) -> bool:
    """Whether the first row has a number there with the unit of those below it."""
    if len(rows) < 2 or not WITH_UNIT.fullmatch(rows[0][k]):
        return False
    return bool(_unit_of(row[k] for row in rows[:SAMPLE_ROWS] if k < len(row)))


def _begins_with_sentence(rows: Sequence[Row]) -> bool:
    """Whether the first row is a sentence with its class, not names: its class occurs again among
    the few of its column, and no number has a name above it.
    """
    head, *below = rows[:SAMPLE_ROWS]
    columns = list(zip(*(row for row in below if len(row) == len(head)), strict=True))
    if head in below or not any(map(_are_sentences, columns)):
        return False
    named_columns = list(zip(head, columns, strict=True))
    if any(not is_numeral(cell) and all(map(is_numeral, cells)) for cell, cells in named_columns):
        return False
    return any(
        cell and cell in cells and 2 * len(set(cells)) <= len(cells)
        for cell, cells in named_columns
    )


def _are_sentences(cells: Sequence[str]) -> bool:
    return 2 * sum(" " in cell for cell in cells) > len(cells)


def _are_units(rows: Sequence[Row]) -> bool:
    """Whether the first row holds words above two columns of numbers or more, and no number."""
    first, *further_rows = rows[:SAMPLE_ROWS]
    if len(further_rows) < 2 or any(is_numeral(cell) for cell in first):
        return False
    return (
        sum(
            bool(cell) and all(is_numeral(row[k]) for row in further_rows)
            for k, cell in enumerate(first)
        )
        > 1
    )


def _without_units_in_cells(
    header: tuple[str, ...], rows: Sequence[Row]
) -> tuple[tuple[str, ...], Sequence[Row]]:
    """The names with the unit that all cells of their column have behind their number, and the rows
    without it.
    """
    found_units = {k: _unit_of(row[k] for row in rows) for k in range(len(header))}
    units = {k: unit for k, unit in found_units.items() if unit}
    if not units:
        return header, rows
    names = (f"{name} [{units[k]}]" if k in units else name for k, name in enumerate(header))
    return tuple(names), [
        tuple(
            cell.removesuffix(units[k]).rstrip() if k in units else cell
            for k, cell in enumerate(row)
        )
        for row in rows
    ]


def _unit_of(cells: Iterable[str]) -> str:
    """The unit that all cells with a value have behind their number; empty where they have none."""
    values = (cell for cell in cells if cell.lower() not in MISSING)
    first = next(values, "")
    match = None if is_numeral(first) else WITH_UNIT.fullmatch(first)
    if match is None:
        return ""
    other_matches = map(WITH_UNIT.fullmatch, values)
    have_it = all(other is not None and other[2] == match[2] for other in other_matches)
    return match[2] if have_it else ""


def _joined_header(header: tuple[str, ...], above: Row, below: Row) -> tuple[str, ...]:
    """Names with their units below them; or names below titles of groups, which stand over the
    first column of each.
    """
    if all(above[k] or not word for k, word in enumerate(below)):
        titles = list(filter(None, above))
        form = "{} [{}]" if len(set(titles)) == len(titles) else "{} {}"
        return tuple(
            form.format(name, word) if word not in ("", name) else name
            for name, word in zip(header, below, strict=True)
        )
    words = [word for word in below if word]
    if len(set(words)) == len(words):
        return tuple(word or name for name, word in zip(header, below, strict=True))
    names, title = [], ""
    for k, word in enumerate(below):
        title = above[k] or title
        names.append(f"{title} {word}".strip() if word else header[k])
    return tuple(names)


def _lies_on_its_side(rows: Sequence[Row]) -> bool:
    """Whether each row is a name and numbers, except one with a name and words: the classes."""
    if len(rows) > MOST_ON_ITS_SIDE or any(
        is_numeral(row[0]) or len(row) != len(rows[0]) for row in rows
    ):
        return False
    numbers = [sum(is_numeral(cell) for cell in row[1:]) for row in rows]
    return (
        len(rows[0]) > LEAST_WIDTH
        and numbers.count(0) == 1
        and set(numbers) == {0, len(rows[0]) - 1}
    )


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
