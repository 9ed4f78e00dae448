"""Columns that Arrow stores: Parquet and Feather."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..cells import check_cells, check_unpacked
from ..table_shape import distinct_names
from .sheet_rows import SheetRows, flat_columns

MARK = 8  # bytes before the stream of messages in a file
ROWS_AT_ONCE = 10_000


def read_parquet(content: bytes, sheet: str = "") -> SheetRows:
    """The columns of a Parquet file."""
    from pyarrow import BufferReader, parquet  # optional

    file = parquet.ParquetFile(BufferReader(content))
    return _rows_of_batches(file.iter_batches(batch_size=ROWS_AT_ONCE), file.schema_arrow)


def read_feather(content: bytes, sheet: str = "") -> SheetRows:
    """The columns of a Feather file of version 2: a stream of messages behind a mark."""
    from pyarrow import ipc, py_buffer  # optional

    stream = ipc.open_stream(py_buffer(content).slice(MARK))
    return _rows_of_batches(stream, stream.schema)


def _rows_of_batches(batches: Iterable[Any], schema: Any) -> SheetRows:
    from pyarrow import Table  # optional

    kept_batches, size = [], 0
    for batch in batches:
        check_unpacked(size := size + batch.nbytes)
        kept_batches.append(batch)
    table = Table.from_batches(kept_batches, schema)
    check_cells(table.num_rows, table.num_columns)
    table.validate(full=True)  # a damaged file would have it read memory that is not there
    columns = (column.to_pylist() for column in table.columns)
    names = distinct_names(tuple(table.column_names))
    return SheetRows(flat_columns(dict(zip(names, columns, strict=True))))
