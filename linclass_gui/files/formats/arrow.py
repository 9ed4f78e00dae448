"""Columns that Arrow stores: Parquet and Feather."""

from __future__ import annotations

from typing import Any

from ..cells import check_cells
from ..table_shape import distinct_names
from .sheet_rows import SheetRows, flat_columns


def read_parquet(content: bytes, sheet: str = "") -> SheetRows:
    """The columns of a Parquet file."""
    from pyarrow import BufferReader, parquet  # optional

    announced = parquet.ParquetFile(BufferReader(content)).metadata
    check_cells(announced.num_rows, announced.num_columns)
    return _rows_of_columns(parquet.read_table(BufferReader(content)))


def read_feather(content: bytes, sheet: str = "") -> SheetRows:
    """The columns of a Feather file of version 2."""
    from pyarrow import BufferReader, feather  # optional

    columns = feather.read_table(BufferReader(content), memory_map=False)
    check_cells(columns.num_rows, columns.num_columns)
    return _rows_of_columns(columns)


def _rows_of_columns(table: Any) -> SheetRows:
    table.validate(full=True)  # a damaged file would have it read memory that is not there
    columns = (column.to_pylist() for column in table.columns)
    names = distinct_names(tuple(table.column_names))
    return SheetRows(flat_columns(dict(zip(names, columns, strict=True))))
