"""Blocks of worked numbers laid out: matrices, lines, tables and formulas in a column, for the
window and for figures.

Lengths are those of the window at its usual size, y downwards; a figure has them in points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Literal

import numpy as np

from solvers.arrays import locked

from ..lessons.numbers.block import Matrix, Numbers, TableOfNumbers
from ..scene.marks import Axis, Figure, Mark, Path, Text
from ..scene.theme import PRINT
from .lettering import Layout, TextStyle, layout, wrap_markup

Tone = Literal["ink", "ink_2"]
Point = tuple[float, float]
Blocks = tuple[tuple[str, Numbers], ...]  # under their titles

TEXT, TABLE = 13.0, 11.0  # the type, and that of tables
ROW, GAP, COLUMN_GAP, BRACKET, TITLE = 20.0, 10.0, 14.0, 5.0, 20.0
TABLE_GAP = 10.0  # between the columns of a table
SMALLEST = 0.9  # of the type of a table that can be parted
BASELINE = 14.0  # from the top of a row to its base line
PART_GAP = 6.0  # between the parts of a table
STROKE = 1.2  # of a bracket
NARROWEST = 100.0
MATH, BOLD = TextStyle(mode="math"), TextStyle(weight=600)

# In a figure: the size of its text for that of the window, the shares of it that are tried, by the
# last of which tables have 6 pt, and the widest line of a name and a value.
USUAL, SHARES, WIDEST_LINE = PRINT.text / TEXT, (1.0, 0.93, 0.86, 0.8), 440.0
ROUNDING = 1e-6
ROLES: dict[Tone, str] = {"ink": "value", "ink_2": "message"}
MORE, NO_ROOM = "…", "There is no room for these numbers here."


@dataclass(frozen=True)
class PlacedText:
    """A text, the left end of its base line, and its tone; ``is_right``: its right end stays
    in its place.
    """

    box: Layout
    x: float
    baseline: float
    tone: Tone = "ink"
    is_right: bool = False


@dataclass(frozen=True)
class Stroke:
    """A line, such as a bracket."""

    corners: tuple[Point, ...]
    width: float


@dataclass(frozen=True)
class SheetRow:
    """Texts and strokes beside each other, which are shown or left out together; the next row
    begins at its ``bottom``.
    """

    bottom: float
    texts: tuple[PlacedText, ...]
    strokes: tuple[Stroke, ...] = ()


Rows = list[SheetRow]


@dataclass(frozen=True)
class Sheet:
    """Blocks in a column: their rows from the top down, and their height."""

    rows: tuple[SheetRow, ...]
    height: float


def lay_out_blocks(
    blocks: Blocks,
    width: float,
    *,
    with_titles: bool = False,
    widest_line: float = inf,
) -> Sheet:
    """The blocks in a column of a width; the value of a pair that is too wide stands below its
    name, and so do columns of a table that would be too small beside the others.
    """
    rows: Rows = []
    y, width = 0.0, max(width, NARROWEST)
    for title, numbers in blocks:
        if with_titles:
            box = layout(title, TEXT, BOLD) if title else None
            texts = () if box is None else (PlacedText(box, 0.0, y + BASELINE),)
            rows.append(SheetRow(y + TITLE + 4.0, texts))
            y = rows[-1].bottom
        line_width = min(width, widest_line)
        rows += _text_rows(numbers.needs, y, width, "ink_2", TABLE)
        rows += _text_rows(numbers.heading, _bottom(rows, y), width, "ink_2", TEXT)
        rows += _matrix_rows(numbers.matrices, _bottom(rows, y), width)
        rows += _line_rows(numbers.lines, _bottom(rows, y), line_width)
        gap = 0.0
        tables = () if numbers.table is None else (numbers.table,)
        for table in _readable_tables(tables, width):
            rows += _table_rows(table, _bottom(rows, y) + gap, width)
            gap = PART_GAP
        rows += _text_rows(numbers.formula, _bottom(rows, y), width, "ink", TEXT)
        y = _bottom(rows, y) + GAP
    return Sheet(tuple(rows), max(0.0, y - GAP))


def _bottom(rows: Rows, y: float) -> float:
    """Where the next row begins: below the last one, or at ``y``, where that is lower."""
    return max(rows[-1].bottom, y) if rows else y


def _text_rows(text: str, y: float, width: float, tone: Tone, size: float) -> Rows:
    """Words that wrap."""
    rows: Rows = []
    for line in wrap_markup(text, width, size):
        box = layout(line, size)
        height = max(1.5 * size, box.height + 4.0)
        lowest = height - 2.0 - box.descent  # the index of a sum reaches low
        baseline = y + min(0.5 * height + 0.36 * size, lowest)
        y += height
        rows.append(SheetRow(y, (PlacedText(box, 0.0, baseline, tone),)))
    return rows


def _ending(box: Layout, end: float, baseline: float, tone: Tone = "ink") -> PlacedText:
    return PlacedText(box, end - box.width, baseline, tone, is_right=True)


def _line_rows(lines: tuple[tuple[str, str], ...], y: float, width: float) -> Rows:
    """Names on the left and values on the right, the value of a pair that is too wide below its
    name.
    """
    rows: Rows = []
    for name, value in lines:
        value_width = layout(value, TEXT).width
        size = TEXT * min(1.0, width / max(value_width, 1.0))
        names: tuple[PlacedText, ...] = ()
        if layout(name, TEXT).width + value_width + COLUMN_GAP > width:
            rows += _text_rows(name, y, width, "ink_2", TEXT)
            y = _bottom(rows, y)
        else:
            names = (PlacedText(layout(name, TEXT), 0.0, y + BASELINE, "ink_2"),)
        rows.append(SheetRow(y + ROW, (*names, _ending(layout(value, size), width, y + BASELINE))))
        y += ROW
    return rows


def _matrix_rows(matrices: tuple[Matrix, ...], y: float, width: float) -> Rows:
    """The matrices side by side, as many as fit a row, equally many in each where that takes no
    more rows.
    """
    groups = _side_by_side(matrices, width, len(matrices))
    even_groups = _side_by_side(matrices, width, ceil(len(matrices) / max(1, len(groups))))
    rows: Rows = []
    for group in even_groups if len(even_groups) == len(groups) else groups:
        texts: list[PlacedText] = []
        strokes: list[Stroke] = []
        x = row_height = 0.0
        for matrix in group:
            need, height = matrix_size(matrix)
            scale = min(1.0, width / need)
            texts += _matrix_texts(matrix, (x, y), height, scale)
            strokes += _brackets(matrix, (x, y), height, scale)
            x += scale * need + 2.0 * COLUMN_GAP
            row_height = max(row_height, scale * height)
        rows.append(SheetRow(y + row_height + GAP, tuple(texts), tuple(strokes)))
        y = rows[-1].bottom
    if rows:
        rows[-1] = replace(rows[-1], bottom=y - 0.4 * GAP)
    return rows


def _side_by_side(matrices: tuple[Matrix, ...], width: float, most: int) -> list[list[Matrix]]:
    """The matrices of each row, at most so many."""
    groups: list[list[Matrix]] = []
    x = 0.0
    for matrix in matrices:
        need, _ = matrix_size(matrix)
        if not groups or len(groups[-1]) == most or x + need > width:
            groups.append([])
            x = 0.0
        groups[-1].append(matrix)
        x += min(need, width) + 2.0 * COLUMN_GAP
    return groups


def _matrix_texts(matrix: Matrix, corner: Point, height: float, scale: float) -> list[PlacedText]:
    """``symbol = `` and the entries of a matrix, at its upper left corner."""
    (left, top), size = corner, scale * TEXT
    symbol, equals = layout(matrix.symbol, size, MATH), layout("=", size, MATH)
    middle = top + scale * (0.5 * height + 0.36 * TEXT)
    texts = [
        PlacedText(symbol, left, middle),
        PlacedText(equals, left + symbol.width + scale * 5.0, middle),
    ]
    x = left + scale * (_head_width(matrix) + BRACKET)
    for k, column_width in enumerate(column_widths(matrix)):
        for row, entries in enumerate(matrix.entries):
            baseline = top + scale * (ROW * row + 15.0)
            texts.append(_ending(layout(entries[k], size), x + scale * column_width, baseline))
        if matrix.more:
            dots = layout(MORE, size)
            start = x + 0.5 * (scale * column_width - dots.width)
            baseline = top + scale * (ROW * len(matrix.entries) + 12.0)
            texts.append(PlacedText(dots, start, baseline, "ink_2"))
        x += scale * (column_width + COLUMN_GAP)
    return texts


def _brackets(matrix: Matrix, corner: Point, height: float, scale: float) -> list[Stroke]:
    """Both brackets of a matrix."""
    (x, y), (right, _) = corner, matrix_size(matrix)
    return [
        Stroke(
            tuple(
                (x + scale * across, y + scale * down)
                for across, down in (
                    (edge + inwards, 1.0),
                    (edge, 1.0),
                    (edge, height - 1.0),
                    (edge + inwards, height - 1.0),
                )
            ),
            scale * STROKE,
        )
        for edge, inwards in ((_head_width(matrix), 4.0), (right, -4.0))
    ]


def _readable_tables(tables: Iterable[TableOfNumbers], width: float) -> list[TableOfNumbers]:
    """Each table whole, or, where it would be too small, in parts below each other, with its first
    column in each; a single row as a list.
    """
    parts = []
    for table in tables:
        widths = _table_widths(table)
        groups, needed = [[0]], widths[0]
        for column in range(1, len(widths)):
            if len(groups[-1]) > 1 and SMALLEST * (needed + TABLE_GAP + widths[column]) > width:
                groups.append([0])
                needed = widths[0]
            groups[-1].append(column)
            needed += TABLE_GAP + widths[column]
        has_one_row = len(groups) > 1 and len(table.rows) == 1 and not table.more
        parts += (
            [_upright_table(table)] if has_one_row else [_columns(table, group) for group in groups]
        )
    return parts


def _upright_table(table: TableOfNumbers) -> TableOfNumbers:
    """A table of a single row as a list of names and values."""
    head, *rows = zip(table.head, table.rows[0], strict=True)
    return replace(table, head=head, rows=tuple(rows), in_words=False)


def _columns(table: TableOfNumbers, columns: Sequence[int]) -> TableOfNumbers:
    """Some columns of a table."""
    return replace(
        table,
        head=tuple(table.head[k] for k in columns),
        rows=tuple(tuple(row[k] for k in columns) for row in table.rows),
        in_words=table.in_words and columns[-1] == len(table.head) - 1,
    )


def _table_widths(table: TableOfNumbers) -> list[float]:
    """The widths of the columns of a table."""
    entries = (table.head, *table.rows)
    return [max(layout(row[k], TABLE).width for row in entries) for k in range(len(table.head))]


def _table_rows(table: TableOfNumbers, y: float, width: float) -> Rows:
    """The columns, numbers to the right and words to the left, drawn smaller where they are too
    wide.
    """
    last_row = ((MORE,) + ("",) * (len(table.head) - 1),) if table.more else ()
    entries = (table.head, *table.rows, *last_row)
    widths = _table_widths(table)
    widths[0] = max(widths[0], layout(entries[-1][0], TABLE).width)
    scale = min(1.0, width / (sum(widths) + TABLE_GAP * (len(widths) - 1)))
    return [
        SheetRow(
            y + scale * ROW * (place + 1),
            _table_texts(
                row,
                [scale * column for column in widths],
                y + scale * (ROW * place + BASELINE),
                scale,
                "ink" if place else "ink_2",
                len(widths) - 1 if table.in_words else None,
            ),
        )
        for place, row in enumerate(entries)
    ]


def _table_texts(
    row: tuple[str, ...],
    widths: list[float],
    baseline: float,
    scale: float,
    tone: Tone,
    in_words: int | None,
) -> tuple[PlacedText, ...]:
    """The entries of a row of a table; the column ``in_words`` begins at its left."""
    texts, x = [], 0.0
    for k, (entry, width) in enumerate(zip(row, widths, strict=True)):
        box = layout(entry, scale * TABLE)
        if k == in_words:
            texts.append(PlacedText(box, x, baseline, tone))
        elif entry:
            texts.append(_ending(box, x + width, baseline, tone))
        x += width + scale * TABLE_GAP
    return tuple(texts)


def column_widths(matrix: Matrix) -> list[float]:
    """The widths of the columns of a matrix."""
    return [
        max(layout(row[k], TEXT).width for row in matrix.entries)
        for k in range(len(matrix.entries[0]))
    ]


def _head_width(matrix: Matrix) -> float:
    return layout(matrix.symbol, TEXT, MATH).width + layout("=", TEXT, MATH).width + 12.0


def matrix_size(matrix: Matrix) -> tuple[float, float]:
    """The width and height of ``symbol = (entries)``."""
    widths = column_widths(matrix)
    inside = sum(widths) + COLUMN_GAP * (len(widths) - 1) + 2.0 * BRACKET
    return _head_width(matrix) + inside, ROW * (len(matrix.entries) + bool(matrix.more))


# --- in a figure ----------------------------------------------------------------------------------


def figure_of_blocks(blocks: Blocks, width: float, height: float) -> Figure:
    """Blocks in a plot area, in drawing units: in the usual size, or as much smaller as they must
    be and may be; rows for which there is no room then are left out, which the figure says.
    """
    empty_panel = empty_figure(blocks, width, height)
    if all(numbers.needs for _, numbers in blocks):
        return replace(empty_panel, message=blocks[0][1].needs)
    unit, sheet = _fitted(side_by_side(blocks), width, height)
    rows = list(sheet.rows)
    if unit * sheet.height > height + ROUNDING:
        rows = [row for row in rows if unit * row.bottom <= height]
        while len(rows) > 1 and unit * (rows[-1].bottom + ROW) > height:
            rows.pop()  # for the dots
    left_out = len(sheet.rows) - len(rows)
    if left_out and rows and unit * (rows[-1].bottom + ROW) <= height:
        baseline = rows[-1].bottom + BASELINE
        rows.append(SheetRow(baseline, (PlacedText(layout(MORE, TEXT), 0.0, baseline, "ink_2"),)))
    marks = tuple(mark for row in rows for mark in _marks(row, unit, height))
    message = "" if rows else NO_ROOM
    words = (f"{left_out} of {len(sheet.rows)} rows of {empty_panel.title}",) if left_out else ()
    least_text = unit * min((text.box.size for row in rows for text in row.texts), default=inf)
    return replace(empty_panel, marks=marks, message=message, left_out=words, least_text=least_text)


def empty_figure(blocks: Blocks, width: float, height: float) -> Figure:
    """The figure of blocks in a plot area without its marks; its axes are not drawn."""
    x, y = (Axis(0.0, end, ticks=(), visible=False) for end in (width, height))
    return Figure(x, y, (), title=", ".join(title for title, _ in blocks))


def _fitted(blocks: Blocks, width: float, height: float) -> tuple[float, Sheet]:
    """The largest of the tried sizes in which the blocks fit an area, the smallest legible one
    where they do not.
    """
    unit, sheet = 0.0, Sheet((), 0.0)
    for share in SHARES:
        unit = share * USUAL
        sheet = lay_out_blocks(blocks, width / unit, widest_line=WIDEST_LINE)
        if unit * sheet.height <= height:
            break
    return unit, sheet


def _marks(row: SheetRow, unit: float, height: float) -> Sequence[Mark]:
    """A row as marks in the plane of its area, y upwards."""
    marks: list[Mark] = []
    for text in row.texts:
        box = text.box
        markup = f"${box.markup}$" if box.style is MATH else box.markup
        # The mark is placed by the middle of its capitals.
        place = (
            unit * (text.x + text.is_right * box.width),
            height - unit * (text.baseline - 0.5 * box.cap_height),
        )
        scale = unit * box.size / PRINT.text
        marks.append(
            Text(place, markup, ROLES[text.tone], "right" if text.is_right else "left", scale=scale)
        )
    for stroke in row.strokes:
        corners = np.array([(unit * x, height - unit * y) for x, y in stroke.corners])
        marks.append(Path(locked(corners), "frame"))
    return marks


def side_by_side(blocks: Blocks) -> Blocks:
    """The blocks of which neighbours that are matrices alone share a row, and neighbours with the
    same lines below them their lines.
    """
    pieces: list[tuple[str, Numbers]] = []
    for title, numbers in blocks:
        last = pieces[-1][1] if pieces else None
        if last is not None and not (
            last.lines not in ((), numbers.lines)
            or last.needs
            or last.formula
            or last.table
            or numbers.needs
            or numbers.heading
        ):
            matrices = (*last.matrices, *numbers.matrices)
            pieces[-1] = (title, replace(numbers, matrices=matrices))
        else:
            pieces.append((title, numbers))
    return tuple(pieces)
