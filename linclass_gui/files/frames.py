"""Frames: named columns of pandas, polars or Arrow, records of NumPy, or a dict of columns, as a
table.  None of these packages is imported: a frame has names, and a column of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import quote
from .cells import TableError, check_cells
from .formats.values import table_of_columns
from .tables import Table

SOURCE = "the frame"  # in sentences


def is_frame(value: object) -> bool:
    """Whether a value has columns with names."""
    return isinstance(value, Mapping) or bool(_names(value))


def table_of_frame(frame: Any) -> Table:
    """The table that has the columns of a frame.

    Raises:
        TableError: no columns, columns of different lengths, two of one name, or no rows.
    """
    if hasattr(frame, "collect_schema") and hasattr(frame, "collect"):
        frame = frame.collect()  # a lazy one of polars
    if isinstance(frame, Mapping) and {"data", "target", "frame"} <= set(frame):
        frame = frame["frame"]  # a data set of scikit-learn
        if frame is None:
            raise TableError(
                f"{SOURCE} is none: load it with as_frame=True, or give its points and labels, "
                "(d.data, d.target)"
            )
    names = list(frame) if isinstance(frame, Mapping) else list(_names(frame))
    columns: dict[str, list[Any]] = {}
    for name in names:
        parts = name if isinstance(name, tuple) else (name,)
        column_name = " ".join(map(str, parts)).strip()
        if column_name in columns or names.count(name) > 1:
            raise TableError(f"{SOURCE}: two columns are called {quote(column_name)}")
        columns[column_name] = _values(frame[name], column_name)
    first, *_ = columns or ("",)
    for name, values in columns.items():
        if len(values) != len(columns[first]):
            raise TableError(
                f"{SOURCE}: column {quote(name)} has {len(values)} values, and {quote(first)} has "
                f"{len(columns[first])}"
            )
    if not columns or not columns[first]:
        raise TableError(f"{SOURCE} has no rows")
    check_cells(len(columns[first]), len(columns))
    return table_of_columns(columns.items(), SOURCE)


def _values(column: Any, name: str) -> list[Any]:
    """The values of a column."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "mM":
        column = column.astype(str)  # dates are no numbers
    for to_list in ("to_pylist", "tolist", "to_list"):
        if hasattr(column, to_list):
            column = getattr(column, to_list)()
            break
    if isinstance(column, str) or not hasattr(column, "__iter__"):
        raise TableError(f"{SOURCE}: {quote(name)} is no column of values")
    return list(column)


def _names(frame: Any) -> Sequence[Any]:
    """The names of the columns of anything but a mapping; none where it has no such names."""
    if isinstance(frame, np.ndarray):
        return frame.dtype.names or ()
    for attribute in ("column_names", "columns"):
        names = getattr(frame, attribute, None)
        if names is not None and not callable(names) and hasattr(frame, "__getitem__"):
            return list(names)
    return list(frame.collect_schema()) if hasattr(frame, "collect_schema") else ()
