"""Values in one line, and as small tables for a notebook: never pages of digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from html import escape
from typing import Any, cast

import numpy as np

# numbers of a vector, rows of a table, letters of a value within a line
SHOWN_NUMBERS, SHOWN_ROWS, SHOWN_LETTERS = 8, 10, 200


class OneLine:
    """A dataclass that shows itself in one line: numbers shortened, of arrays the shape."""

    def __repr__(self) -> str:
        names = [field.name for field in fields(cast(Any, self))]
        parts = (f"{name}={_in_short(getattr(self, name))}" for name in names)
        return f"{type(self).__name__}({', '.join(parts)})"


def _in_short(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return vector_text(value) if value.ndim == 1 and len(value) <= 4 else _shape_text(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    is_long = isinstance(value, tuple | list) and len(value) > SHOWN_NUMBERS
    text = "" if is_long else repr(value)
    if text and "\n" not in text and len(text) <= SHOWN_LETTERS:
        return text
    is_sequence = isinstance(value, tuple | list)
    return f"<{len(value)} values>" if is_sequence else f"<{type(value).__name__}>"


def _shape_text(array: np.ndarray[Any, Any]) -> str:
    return f"<array of {' x '.join(map(str, array.shape))}>"


def vector_text(values: np.ndarray[Any, Any]) -> str:
    """A few numbers in brackets, of many the first and the last ones."""
    return np.array2string(
        values,
        formatter={"float_kind": lambda value: f"{value:.6g}"},
        separator=", ",
        threshold=SHOWN_NUMBERS,
        edgeitems=2,
        max_line_width=10_000,
    )


def share_text(count: int, total: int) -> str:
    """How many of them: ``3 of 100 (3 %)``."""
    return f"{count} of {total}" + (f" ({100.0 * count / total:.3g} %)" if total else "")


def html_facts(facts: Iterable[tuple[str, str]]) -> str:
    """Names and their values as a table of two columns."""
    rows = (f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts)
    return f"<table>{''.join(rows)}</table>"


def html_rows(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows below a heading; of many some, evenly spread, the first and the last among them."""
    count = len(rows)
    places = list(range(count))
    if count > SHOWN_ROWS:
        places = np.linspace(0, count - 1, SHOWN_ROWS).round().astype(int).tolist()
    head = "".join(f"<th>{escape(word)}</th>" for word in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in rows[place]) + "</tr>"
        for place in places
    )
    note = f"<caption>{SHOWN_ROWS} of {count} rows</caption>" if count > SHOWN_ROWS else ""
    return f"<table>{note}<tr>{head}</tr>{body}</table>"
