"""How a column of a table writes its numbers: which mark is the decimal one, and which one
separates thousands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MARKS = (".", ",")
BOTH_MARKS = ".,"  # of a column that has both
WORDS = {".": "points", ",": "commas", BOTH_MARKS: "points and commas"}

_SIGN = r"[+\-−]?"
_INTEGER = re.compile(rf"{_SIGN}([0-9]+)")
# a mark before three digits, once more, and the other one behind it
_GROUPS = re.compile(
    rf"{_SIGN}[1-9][0-9]{{0,2}}([.,])[0-9]{{3}}((?:\1[0-9]{{3}})*)"
    r"((?!\1)[.,][0-9]*(?:[eE][+-]?[0-9]+)?)?"
)
_BLANKS = re.compile(rf"{_SIGN}[1-9][0-9]{{0,2}}(?:[ \u00a0\u202f'’][0-9]{{3}})+(?:([.,])[0-9]*)?")
_DECIMAL = re.compile(rf"{_SIGN}(?:[0-9]+([.,])[0-9]*|([.,])[0-9]+)(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class Numerals:
    """The marks of a column, as far as its cells show them.

    ``sure`` is the mark that can only be the decimal one: with another count of digits behind it
    than three, behind a 0 or more than three digits, or beside thousands.  ``open`` are marks that
    were followed by exactly three digits, as in ``example``: they may separate thousands.
    ``small`` says that all whole numbers without a mark are below 1 000: beside them 9,447 is 9447.
    """

    sure: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    example: str = ""
    small: bool = False

    @property
    def likely(self) -> str:
        """The decimal mark that small whole numbers beside open marks suggest; empty if none do."""
        return other(min(self.open)) if self.small and len(self.open) == 1 else ""


def other(mark: str) -> str:
    """The other mark."""
    return "." if mark == "," else ","


def numerals_of(cells: Iterable[str]) -> Numerals:
    """The marks in cells."""
    open_marks: set[str] = set()
    sure: set[str] = set()
    example, is_small, is_large = "", False, False
    for cell in cells:
        if match := _INTEGER.fullmatch(cell):
            is_large |= len(match[1]) > 3
            is_small |= len(match[1]) <= 3 and match[1] != "0"
        elif match := _GROUPS.fullmatch(cell):
            open_marks.add(match[1])
            sure |= {other(match[1])} if match[2] or match[3] else set()
            example = example or cell
        elif match := _BLANKS.fullmatch(cell):
            sure |= {match[1]} - {None}
            is_large = True  # blanks separate thousands: the marks do not
        elif match := _DECIMAL.fullmatch(cell):
            sure.add(match[1] or match[2])
    return Numerals(frozenset(sure), frozenset(open_marks), example, is_small and not is_large)


def decimal_marks(columns: Sequence[Numerals], implied: str = "") -> list[tuple[str, bool]]:
    """The decimal mark of each column, and whether it is settled.

    A column that is sure decides for itself.  Of one with open marks its own whole numbers decide,
    and what is around it: its sure neighbours, else the mark that the table's separator implies,
    else neighbours with whole numbers.  Where nothing decides, or the two contradict each
    other, the mark is the likelier one (that of what is around, or a point) and not settled.
    """
    sure = frozenset().union(*(column.sure for column in columns))
    likely = frozenset(column.likely for column in columns) - {""}
    strong = min(sure) if len(sure) == 1 else implied
    weak = min(likely) if len(likely) == 1 else ""
    marks = []
    for column in columns:
        around = strong or ("" if column.likely else weak)
        own_mark = BOTH_MARKS if len(column.sure) > 1 else min(column.sure, default="")
        votes = {column.likely, around} - {""}
        is_clear = not column.open or len(column.sure) == 1 or len(votes) == 1
        marks.append((own_mark or around or column.likely or ".", is_clear))
    return marks
