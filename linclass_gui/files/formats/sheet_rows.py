"""The rows that the reader of a binary format gives, and the text of their cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..cells import Row, exact_text

LARGEST_WHOLE_NUMBER = 1e15


@dataclass(frozen=True)
class SheetRows:
    """The rows of a file, the first of which names the columns; their sheet, and all sheets of the
    file.
    """

    rows: list[Row]
    sheet: str = ""
    sheets: tuple[str, ...] = ()


def cells_of(values: Iterable[Any]) -> Row:
    """The text of each value."""
    return tuple(map(_cell, values))


def _cell(value: Any) -> str:
    """The text of a value; whole numbers have no fraction, as names of classes, and others are
    decimal numbers in every table.
    """
    if isinstance(value, float):
        return (
            str(int(value))
            if value.is_integer() and abs(value) < LARGEST_WHOLE_NUMBER
            else exact_text(value)
        )
    return "" if value is None else str(value)
