"""The text of values, and columns of values as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ..cells import asked, check_cells, shortest_text
from ..tables import Table, named_table

DEEPEST = 8  # parts within parts
MISSING_TYPES = ("NAType", "NaTType")


def text_of(value: Any) -> str:
    """The text of a value, empty where it is missing; whole numbers have no fraction, as names of
    classes.
    """
    if isinstance(value, np.generic):
        # single precision has no more digits than it shows
        value = float(str(value)) if isinstance(value, np.float32) else value.item()
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if value is None or type(value).__name__ in MISSING_TYPES:
        return ""
    if isinstance(value, float) and math.isnan(value):
        return ""
    return shortest_text(value) if isinstance(value, float) else str(value)


def table_of_columns(columns: Iterable[tuple[str, Sequence[Any]]], source: str = "") -> Table:
    """The table of named columns; parts of a value are columns of their own: ``{"at": {"x": 1}}``
    is at.x, ``{"at": [1, 2]}`` at.1 and at.2.
    """
    flat = list(_flat(columns, 0))
    texts = (map(text_of, column) for _, column in flat)
    return named_table([name for name, _ in flat], texts, source)


def _flat(
    columns: Iterable[tuple[str, Sequence[Any]]], depth: int
) -> Iterator[tuple[str, Sequence[Any]]]:
    for name, values in columns:
        parts: dict[Any, None] = {}
        for value in asked(values):
            if isinstance(value, dict):
                parts |= dict.fromkeys(value)
            elif isinstance(value, list):
                parts |= dict.fromkeys(range(len(value)))
        if not parts or depth == DEEPEST:
            yield name, values
            continue
        check_cells(len(values), len(parts))
        inner = ((f"{name}.{_key(part)}", [_part(v, part) for v in values]) for part in parts)
        yield from _flat(inner, depth + 1)


def _key(part: Any) -> str:
    return str(part + 1 if isinstance(part, int) else part)


def _part(value: Any, part: Any) -> Any:
    """A part of a value, None where it has none."""
    if isinstance(value, dict):
        return value.get(part)
    is_there = isinstance(value, list) and isinstance(part, int) and part < len(value)
    return value[part] if is_there else None
