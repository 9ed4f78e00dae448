"""Points as text for the clipboard: one a line, as a spreadsheet copies them."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from solvers import Dataset
from solvers.arrays import Ints

from ...core.csv_cells import number
from ...core.files.cells import ARRAY, SEPARATORS, decimal_mark, printed_array
from ...core.markup.ticks import MINUS
from ...core.quoting import join_names, quote
from ...core.user_error import UserError

PLUS_WORDS, MINUS_WORDS = frozenset({"+", "+1", "1"}), frozenset({"-", MINUS, "-1", f"{MINUS}1", "0"})


def points_to_text(dataset: Dataset, rows: Iterable[int]) -> str:
    """``x1 <tab> x2 <tab> class`` for each row."""
    lines = (
        f"{float(dataset.X[r, 0])!r}\t{float(dataset.X[r, 1])!r}\t{dataset.class_names[int(dataset.labels[r])]}"
        for r in sorted(rows)
    )
    return "\n".join(lines) + "\n"


def points_from_text(text: str, class_names: tuple[str, ...]) -> tuple[list[tuple[float, float]], Ints]:
    """Points and classes of a pasted table; without a third column all points are of class +.

    Cells are separated by tabs, else semicolons, else commas, else blanks; where commas are free, they may be decimal ones.  An
    array may be in brackets.

    Raises:
        UserError: no line, or a line that does not begin with two numbers, or an unknown class (with the line).
    """
    points: list[tuple[float, float]] = []
    labels: list[int] = []
    if ARRAY.match(text):
        text = printed_array(text, "Clipboard")
    separator = next((mark for mark in SEPARATORS if mark in text), "")
    rows = [_cells(line, separator) for line in text.splitlines()]
    decimal = decimal_mark((row[:2] for row in rows), separator)
    for line, cells in enumerate(rows, start=1):
        if not any(cells):
            continue
        if line == 1 and len(cells) >= 2 and _number(cells[0], decimal) is None and _number(cells[1], decimal) is None:
            continue  # a header
        points.append(_point(cells, decimal, line))
        labels.append(_label(cells[2] if len(cells) > 2 else "+", class_names, line))
    if not points:
        raise UserError("The clipboard holds no points: copy lines with x1, x2 and, if you like, a class.")
    return points, np.array(labels, dtype=np.int64)


def _cells(line: str, separator: str) -> list[str]:
    return [cell.strip() for cell in line.split(separator)] if separator and separator in line else line.split()


def _point(cells: list[str], decimal: str, line: int) -> tuple[float, float]:
    values = [_number(c, decimal) for c in cells[:2]]
    if len(values) < 2 or values[0] is None or values[1] is None:
        raise UserError(f"Clipboard, line {line}: two numbers are needed; got {quote(' '.join(cells))}.")
    return values[0], values[1]


def _number(cell: str, decimal: str) -> float | None:
    value = number(cell.replace(MINUS, "-"), decimal)
    return value if value is not None and math.isfinite(value) else None


def _label(cell: str, class_names: tuple[str, ...], line: int) -> int:
    if cell in class_names:
        return class_names.index(cell)
    if cell in PLUS_WORDS or cell in MINUS_WORDS:
        return int(cell in PLUS_WORDS)
    raise UserError(f"Clipboard, line {line}: the class must be {join_names(class_names)}, + or {MINUS}; got {quote(cell)}.")
