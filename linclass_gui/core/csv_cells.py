"""Cells of CSV tables: numbers, words that no spreadsheet computes, and rows that every reader takes apart in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What a spreadsheet computes: behind apostrophes and white space, in full width, too.
FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]")
BREAKS = re.compile(r'[",\r\n]')  # a cell with one of them needs quotation marks


def number(cell: str, decimal: str = ".") -> float | None:
    """The number in a cell (which may be infinite or NaN), or None when it is none."""
    if decimal == ",":
        if "." in cell:
            return None  # it separates thousands: 1.234 is not 1,234
        cell = cell.replace(",", ".")
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None


def guard_cell(cell: str) -> str:
    """The cell as a spreadsheet shows it instead of computing it: ``=cmd`` gets an apostrophe, which reading takes off again."""
    return f"'{cell}" if FORMULA.match(cell) and number(cell) is None else cell


def row_text(cells: Iterable[str]) -> str:
    """A line of a table with commas.

    ``csv`` leaves a carriage return outside of quotation marks, where it begins a new row.
    """
    return ",".join(map(in_a_row, cells)) + "\n"


def in_a_row(cell: str) -> str:
    """A cell as it is written between commas."""
    return '"' + cell.replace('"', '""') + '"' if BREAKS.search(cell) else cell
