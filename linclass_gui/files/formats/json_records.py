"""JSON: records or columns."""

from __future__ import annotations

import json
from typing import Any

from ..cells import TableError, asked, check_cells
from ..tables import Table
from .values import table_of_columns


def is_json(begin: str, _text: str) -> bool:
    """Whether a text begins as lists and objects do."""
    return begin.startswith(("[", "{"))


def read_json(text: str, source: str) -> Table:
    """Records ``[{"a": 1, "label": "x"}, ...]``, or one a line; or columns ``{"a": [1, ...]}``."""
    try:
        values = _json_value(text)
    except json.JSONDecodeError as error:
        raise TableError(
            f"{source}, line {error.lineno}: this is not JSON from letter {error.colno} on; save "
            "the table once more, or as CSV"
        ) from None
    except (ValueError, RecursionError):
        raise TableError(f"{source}: this is not JSON; save the table as CSV") from None
    columns = _columns(values, source)
    if not columns:
        raise TableError(f"{source}: records of one point each are needed; save it as CSV")
    return table_of_columns(columns.items(), source)


def _json_value(text: str) -> Any:
    """The value of a JSON text, or the values of its lines."""
    first, _, rest = map(str.strip, text.strip().partition("\n"))
    if first.startswith("{") and first.endswith("}") and rest.startswith("{"):
        return [json.loads(line) for line in asked(text.splitlines()) if line.strip()]
    return json.loads(text)


def _columns(values: Any, source: str) -> dict[str, list[Any]]:
    """The columns of records, or of an object that has them by their names; none where this is
    something else.
    """
    if isinstance(values, dict):
        are_columns = all(isinstance(column, dict | list) for column in values.values())
        columns = {
            name: list(column.values() if isinstance(column, dict) else column)
            for name, column in values.items()
            if are_columns
        }
        return columns if len(set(map(len, columns.values()))) == 1 else {}
    if not (isinstance(values, list) and all(isinstance(record, dict) for record in values)):
        return {}
    names = dict.fromkeys(name for record in asked(values) for name in record)
    check_cells(len(values) + 1, len(names))
    return {name: [record.get(name) for record in values] for name in names}
