"""Cells of CSV tables: numbers, text that no spreadsheet evaluates, and rows that every reader splits alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What a spreadsheet computes: behind apostrophes and white space, in full width, too.
FORMULA = re.compile(r"['\s]*[=+\-@＝＋－＠]")
# Groups of three digits, where the mark between them cannot be the decimal one; no group of thousands begins with 0.
THOUSANDS = {
    ".": re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?"),
    ",": re.compile(r"[+-]?[1-9][0-9]{0,2}((\.[0-9]{3})+,[0-9]+|(\.[0-9]{3}){2,})"),
}
PRINTED = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3}(\D|$))|\s*%$")  # marks of thousands that no program writes, and percent
MONEY = re.compile(r"(?<![^+-])[$€£¥]\s*|\s*[$€£¥]$")  # before a number, behind its sign, or behind it
BREAKS = re.compile(r'[",\r\n]')  # a cell with one of them needs quotation marks


def number(cell: str, decimal: str = ".") -> float | None:
    """The number in a cell (which may be infinite or NaN), or None when it is none.

    Separators of thousands and signs of percent and money are dropped: 45 % is 45.
    """
    plain = cell = without_money(cell)
    if (decimal == "," or "," in cell) and THOUSANDS[decimal].fullmatch(cell):
        plain = cell.replace("." if decimal == "," else ",", "")
    if decimal == ",":
        if "." in plain:
            return None  # it may separate thousands: 1.234 is not 1,234
        plain = plain.replace(",", ".")
    try:
        return None if "_" in plain else float(plain)
    except ValueError:
        as_typed = PRINTED.sub("", plain).replace("−", "-")
        return None if as_typed == plain else number(as_typed)


def without_money(cell: str) -> str:
    """The cell without the sign of a currency."""
    return MONEY.sub("", cell) if any(sign in cell for sign in "$€£¥") else cell


def guard_cell(cell: str) -> str:
    """The cell as a spreadsheet shows it instead of computing it: ``=cmd`` gets an apostrophe, which the reader removes."""
    return f"'{cell}" if FORMULA.match(cell) and number(cell) is None else cell


def row_text(cells: Iterable[str]) -> str:
    """A line of a table with commas.

    ``csv`` leaves a carriage return outside of quotation marks, where it begins a new row.
    """
    return ",".join(map(in_a_row, cells)) + "\n"


def in_a_row(cell: str) -> str:
    """A cell as it is written between commas."""
    return '"' + cell.replace('"', '""') + '"' if BREAKS.search(cell) else cell
