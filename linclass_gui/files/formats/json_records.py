"""JSON: records, rows or columns."""

from __future__ import annotations

import json
from typing import Any

from ..cells import ARRAY, Row, TableError, check_cells, printed_array
from ..tables import Table, parse_table, table_of_rows
from .sheet_rows import cells_of


def is_json(begin: str, _text: str) -> bool:
    """Whether a text begins as lists and objects do."""
    return begin.startswith(("[", "{"))


def is_printed_array(begin: str, _text: str) -> bool:
    """Whether a text begins as a printed array of numbers does."""
    return ARRAY.match(begin) is not None


def read_json(text: str, source: str) -> Table:
    """Records ``[{"a": 1, "label": "x"}, ...]``, or one a line; rows ``[[1, 2, "x"], ...]``; or
    columns ``{"a": [1, ...]}``.
    """
    check_cells(1, text.count(","), source)
    try:
        values = _json_value(text)
    except (ValueError, RecursionError) as error:
        if ARRAY.match(text):
            return read_printed_array(text, source)
        raise TableError(f"{source}: this is not JSON ({error})") from None
    records = _records(values)
    if records is not None:
        values = records
    rows: list[Row] | None
    if isinstance(values, dict):
        rows = _rows_of_columns(values)
    elif not isinstance(values, list):
        rows = None
    elif values and all(isinstance(record, dict) for record in values):
        values = list(map(_flat_record, values))
        names = tuple(dict.fromkeys(name for record in values for name in record))
        check_cells(len(values) + 1, len(names), source)
        rows = [names, *(cells_of(record.get(name) for name in names) for record in values)]
    elif all(isinstance(row, list) for row in values):
        rows = [cells_of(row) for row in values]
    else:
        rows = None
    if rows is None:
        raise TableError(f"{source}: records of one point each are needed")
    rows = [row for row in rows if row]  # empty ones count as little as blank lines
    if not rows:
        raise TableError(f"{source}: the file is empty")
    return table_of_rows(rows, range(len(rows)), source)


def read_printed_array(text: str, source: str) -> Table:
    """The rows of an array as Python or MATLAB print it."""
    return parse_table(printed_array(text, source), source)


def _json_value(text: str) -> Any:
    """The value of a JSON text, or the values of its lines."""
    begin = text.lstrip().split("\n", 1)
    if (
        len(begin) == 2
        and begin[0].startswith("{")
        and begin[0].rstrip().endswith("}")
        and begin[1].lstrip().startswith("{")
    ):
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return json.loads(text)


def _records(values: Any) -> list[Any] | None:
    """The records in an object that holds nothing else that is long: a list of them, or each by the
    number of its row.
    """
    parts = list(values.values()) if isinstance(values, dict) else []
    lists = [
        value
        for value in parts
        if isinstance(value, list) and value and all(isinstance(record, dict) for record in value)
    ]
    if len(lists) == 1:
        return lists[0]
    numbered = (
        parts and all(isinstance(value, dict) for value in parts) and all(map(str.isdigit, values))
    )
    return parts if numbered and not all(map(str.isdigit, parts[0])) else None


def _flat_record(record: dict[str, Any]) -> dict[str, Any]:
    """A record whose parts are entries of their own: ``{"at": {"x": 1}}`` is at.x, ``{"at": [1,
    2]}`` at.1 and at.2.
    """
    entries: dict[str, Any] = {}
    for name, value in record.items():
        parts = (
            enumerate(value, 1)
            if isinstance(value, list)
            else value.items()
            if isinstance(value, dict)
            else ()
        )
        entries |= {f"{name}.{key}": part for key, part in parts} or {name: value}
    return entries


def _rows_of_columns(table: dict[str, Any]) -> list[Row] | None:
    """The rows of columns by their names, as data frames write them; None where this is something
    else.
    """
    if isinstance(table.get("columns"), list) and isinstance(table.get("data"), list):
        return [cells_of(table["columns"]), *map(cells_of, table["data"])]
    columns = [
        list(column.values()) if isinstance(column, dict) else column for column in table.values()
    ]
    if not columns or not all(
        isinstance(column, list) and len(column) == len(columns[0]) for column in columns
    ):
        return None
    return [tuple(table), *map(cells_of, zip(*columns, strict=True))]
