"""Cells of CSV tables: numbers, text that no spreadsheet evaluates, and rows that every reader
splits alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

from solvers.arrays import Floats

# the column that holds rows back, and what it says, as written
SET, TRAINING, TESTING = "set", "train", "test"
# What a spreadsheet computes: behind apostrophes, white space and what has no width, in full width,
# too.
FORMULA = re.compile(
    r"['\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]*[=+\-@＝＋－＠]"
)
# Groups of three digits, where the mark between them cannot be the decimal one; no group of
# thousands begins with 0.
THOUSANDS = {
    ".": re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?"),
    ",": re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+(,[0-9]*)?"),
}
# marks of thousands that no program writes, and percent
PRINTED = re.compile(r"(?<=\d)[ \u00a0\u202f'’](?=\d{3}(\D|$))|\s*%$")
# before a number, behind its sign, or behind it
MONEY = re.compile(r"(?<![^+-])[$€£¥]\s*|\s*[$€£¥]$")
# Of a column that was scaled and turned, relative to its largest number; and the digits of a number
# that somebody wrote down.
ROUNDING, FEW_DIGITS = 256 * 2.0**-52, 11
QUOTES = re.compile(r"('+)[^']+\1")  # around a whole cell, as Weka and databases write words
BREAKS = re.compile(r'[",\r\n]')  # a cell with one of them needs quotation marks


def number(cell: str, decimal: str = ".") -> float | None:
    """The number in a cell (which may be infinite or NaN), or None when it is none.

    Separators of thousands and signs of percent and money are dropped: 45 % is 45.  Beside a
    decimal comma 1.234 is a thousand.
    """
    value = _number(cell, decimal)
    if (
        value is None
        and (as_typed := PRINTED.sub("", without_money(cell)).replace("−", "-")) != cell
    ):
        value = _number(as_typed, decimal)
    return value


def _number(cell: str, decimal: str) -> float | None:
    plain = cell
    if (decimal == "," or "," in cell) and THOUSANDS[decimal].fullmatch(cell):
        plain = cell.replace("." if decimal == "," else ",", "")
    if decimal == ",":
        if "." in plain:
            return None
        plain = plain.replace(",", ".")
    try:
        return None if "_" in plain else float(plain)
    except ValueError:
        return None


def exact_text(value: float) -> str:
    """The shortest text of a number that is read again as this number.

    Three digits behind a point may be those of a thousand: 1.125 becomes 1.1250, whose digits are
    decimals in every table.
    """
    text = repr(value)
    return f"{text}0" if THOUSANDS[","].fullmatch(text) else text


def as_given(values: Floats) -> Floats:
    """The numbers of columns (n, d) as they were before they were scaled and turned, and back.

    Within the rounding of that the number of few digits, where there is one, else the 15 digits
    that survive.
    """
    found = np.empty_like(values)
    for k, largest in enumerate(np.abs(values).max(axis=0, initial=0.0).tolist()):
        rounding = ROUNDING * largest
        decimals = math.floor(-math.log10(rounding)) if rounding else 0
        for row, value in enumerate(values[:, k].tolist()):
            short = float(f"{round(value, decimals):.{FEW_DIGITS}g}") + 0.0  # no minus zero
            found[row, k] = short if abs(short - value) <= rounding else float(f"{value:.15g}")
    return found


def without_money(cell: str) -> str:
    """The cell without the sign of a currency."""
    return MONEY.sub("", cell) if any(sign in cell for sign in "$€£¥") else cell


def guard_cell(cell: str) -> str:
    """The cell as a spreadsheet shows it instead of computing it: ``=cmd`` gets an apostrophe,
    which the reader removes.

    The reader takes single quotes around a cell away, too: one that has them gets another pair.
    """
    guarded = f"'{cell}" if FORMULA.match(cell) and number(cell) is None else cell
    return f"'{guarded}'" if QUOTES.fullmatch(guarded) else guarded


def row_text(cells: Iterable[str]) -> str:
    """A line of a table with commas.

    ``csv`` leaves a carriage return outside of quotation marks, where it begins a new row.
    """
    return ",".join(map(in_a_row, cells)) + "\n"


def in_a_row(cell: str) -> str:
    """A cell as it is written between commas."""
    return '"' + cell.replace('"', '""') + '"' if BREAKS.search(cell) else cell
