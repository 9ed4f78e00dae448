"""Columns that Arrow stores: Parquet and Feather."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

from ..cells import check_cells, check_unpacked
from ..tables import Table
from .values import table_of_columns

MARK = 8  # bytes before the stream of messages in a file
ROWS_AT_ONCE = 10_000
RECORDS, WORDS = "record batch", "dictionary"  # kinds of messages with data
# The numbers of fields: of a message, of words, and of a batch.
HEADER, DATA, BUFFERS, COMPRESSION = 2, 1, 2, 3
OFFSET, SIGNED, SHORT, LENGTH = map(struct.Struct, ("<I", "<i", "<H", "<q"))
PLACE = struct.Struct("<qq")  # of a buffer, and its length


def read_parquet(content: bytes, source: str, *_choices: object) -> Table:
    """The columns of a Parquet file."""
    from pyarrow import BufferReader, parquet  # optional

    file = parquet.ParquetFile(BufferReader(content))
    return _table_of_batches(file.iter_batches(batch_size=ROWS_AT_ONCE), file.schema_arrow, source)


def read_feather(content: bytes, source: str, *_choices: object) -> Table:
    """The columns of a Feather file of version 2: a stream of messages behind a mark."""
    from pyarrow import ipc, py_buffer  # optional

    packed_bytes, size = py_buffer(content).slice(MARK), 0
    for message in ipc.MessageReader.open_stream(packed_bytes):
        if message.type in (RECORDS, WORDS):
            check_unpacked(size := size + _unpacked_size(message))
    stream = ipc.open_stream(packed_bytes)
    return _table_of_batches(stream, stream.schema, source)


def _unpacked_size(message: Any) -> int:
    """The bytes of a batch where it is unpacked: each packed buffer begins with its own.

    Source: Apache Arrow, Message.fbs, and FlatBuffers Internals.
    """
    head, body = message.metadata.to_pybytes(), message.body
    (root,) = OFFSET.unpack_from(head)
    batch = _target(head, _field(head, root, HEADER))
    if message.type == WORDS:
        batch = _target(head, _field(head, batch, DATA))
    if not _field(head, batch, COMPRESSION):
        return int(body.size)
    buffers = _target(head, _field(head, batch, BUFFERS))
    (count,) = OFFSET.unpack_from(head, buffers)
    size = 0
    for place in range(buffers + 4, buffers + 4 + PLACE.size * count, PLACE.size):
        begin, length = PLACE.unpack_from(head, place)
        if length:
            size += max(length, *LENGTH.unpack_from(body, begin))
    return size


def _field(head: bytes, table: int, number: int) -> int:
    """Where a field of a table is, 0 of one that is not there."""
    fields = table - SIGNED.unpack_from(head, table)[0]
    place = 4 + 2 * number
    if place >= SHORT.unpack_from(head, fields)[0]:
        return 0
    offset = SHORT.unpack_from(head, fields + place)[0]
    return table + int(offset) if offset else 0


def _target(head: bytes, place: int) -> int:
    return place + int(OFFSET.unpack_from(head, place)[0])


def _table_of_batches(batches: Iterable[Any], schema: Any, source: str) -> Table:
    from pyarrow import Table as Stored  # optional

    kept_batches, size = [], 0
    for batch in batches:
        check_unpacked(size := size + batch.nbytes)
        kept_batches.append(batch)
    table = Stored.from_batches(kept_batches, schema)
    check_cells(table.num_rows, table.num_columns)
    table.validate(full=True)  # a damaged file would have it read memory that is not there
    columns = (column.to_pylist() for column in table.columns)
    return table_of_columns(zip(table.column_names, columns, strict=True), source)
