"""Frames: named columns of pandas, polars or Arrow, records of NumPy, or a dict of columns, as a
table.  None of these packages is imported: a frame has names, and a column of each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import quote
from .cells import TableError, check_cells
from .formats.sheet_rows import cells_of
from .tables import Table, table_of_rows

SOURCE = "the frame"  # in sentences


def is_frame(value: object) -> bool:
    """Whether a value has columns with names."""
    return isinstance(value, Mapping) or bool(_names(value))


def table_of_frame(frame: Any) -> Table:
    """The table that has the columns of a frame.

    Raises:
        TableError: columns of different lengths, two of one name, or no rows.
    """
    names = column_names(frame)
    columns = [values_of(frame, name) for name in names]
    for name, column in zip(names, columns, strict=True):
        if len(column) != len(columns[0]):
            raise TableError(
                f"{SOURCE}: column {quote(str(name))} has {len(column)} values, and "
                f"{quote(str(names[0]))} has {len(columns[0])}"
            )
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise TableError(f"{SOURCE}: two columns are called {quote(str(twice))}")
    if not columns or not len(columns[0]):
        raise TableError(f"{SOURCE} has no rows")
    check_cells(len(columns[0]), len(names), SOURCE)
    rows = [tuple(map(str, names)), *map(cells_of, zip(*columns, strict=True))]
    return table_of_rows(rows, range(len(rows)), SOURCE)


def column_names(frame: Any) -> list[Any]:
    """The names of the columns, in their order."""
    return list(frame) if isinstance(frame, Mapping) else list(_names(frame))


def values_of(frame: Any, name: Any) -> list[Any]:
    """The values of a column as a list; a number that is missing is None."""
    column = frame[name]
    if isinstance(column, np.ndarray) and column.dtype.kind in "mM":
        column = column.astype(str)  # dates are no numbers
    for to_list in ("to_pylist", "tolist", "to_list"):
        if hasattr(column, to_list):
            column = getattr(column, to_list)()
            break
    return list(map(_plain, column))


def _plain(value: Any) -> Any:
    """A value as a text, a number, or None where it is missing."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and math.isnan(value):
        return None
    return value if isinstance(value, str | int | float | None) else str(value)


def _names(frame: Any) -> Sequence[Any]:
    """The names of the columns of anything but a mapping; none where it has no such names."""
    if isinstance(frame, np.ndarray):
        return frame.dtype.names or ()
    for attribute in ("column_names", "columns"):
        names = getattr(frame, attribute, None)
        if names is not None and hasattr(frame, "__getitem__") and not callable(names):
            return list(names)
    return ()
