"""Variables that Octave saves as text, its own default."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..cells import TableError, check_cells
from .arrays import rows_of_arrays
from .sheet_rows import SheetRows

ATTRIBUTE = re.compile(r"# (\w+): ?(.*)")
CELL = "<cell-element>"


def read_octave(content: bytes, sheet: str = "") -> SheetRows:
    """The matrices, texts and cells of words in a text such as ``# name: X``, ``# type: matrix``,
    ``# rows: 5``, ``# columns: 2`` and its rows.
    """
    text = content.decode("utf-8", "replace").replace("\r\n", "\n")
    check_cells(1, text.count(" ") + text.count("\n"))
    arrays: dict[str, Any] = {}
    words_of: dict[str, list[str]] = {}
    owner = ""
    for part in re.split(r"^# name: ", text, flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("\n")
        name, kind = head.strip(), _attributes(rest).get("type", "")
        if name != CELL:
            owner = name
        if kind == "string" and name == CELL:
            words_of.setdefault(owner, []).append(" ".join(_values(rest)))
        elif kind == "string":
            arrays[name] = np.array(_values(rest))
        elif name != CELL and kind.endswith("matrix") and "complex" not in kind:
            arrays[name] = _matrix(name, rest)
    arrays |= {name: np.array(words) for name, words in words_of.items()}
    return SheetRows(
        rows_of_arrays(
            {name: np.ravel(array) if 1 in array.shape else array for name, array in arrays.items()}
        )
    )


def _attributes(part: str) -> dict[str, str]:
    return dict(ATTRIBUTE.findall(part))


def _values(part: str) -> list[str]:
    """The lines of a variable that are no attributes."""
    lines = map(str.strip, part.split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


def _matrix(name: str, part: str) -> np.ndarray[Any, Any]:
    """A matrix, row by row; one of whole numbers or truth values is written column by column, below
    its shape.
    """
    lines = _values(part)
    try:
        if "ndims" in _attributes(part):
            shape = tuple(map(int, lines[0].split()))
            return np.array(lines[1:], dtype=np.float64).reshape(shape, order="F")
        return np.array([line.split() for line in lines], dtype=np.float64)
    except (ValueError, IndexError):
        raise TableError(f"its matrix {name} is damaged") from None
