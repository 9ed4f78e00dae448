"""Sheets of Excel workbooks."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import join_names, quote
from ..cells import SAMPLE_ROWS, Row, TableError, asked, check_cells, exact_text, is_numeral
from ..tables import Table, table_of_rows
from .values import text_of

# cells that are one, by the letters of the first column and the rows
MERGED = re.compile(
    rb'<mergeCell (?:(?!ref=)[^<>])*+ref="([A-Z]{1,3})([0-9]{1,7}):[A-Z]{1,3}([0-9]{1,7})"'
)
MOST_ROWS = 1 << 20  # that Excel has
PARTS = (".xml", ".rels")
# What begins the parts of a part that is read one by one; all others are read as a whole.
BEGINNINGS = {"xl/worksheets/": (b"<row", "a row"), "xl/sharedStrings": (b"<si", "a text")}
MOST_AT_ONCE = 8_000_000  # bytes, each of which may become a hundred in memory


def read_workbook(
    content: bytes, source: str, sheet: str = "", has_names: bool | None = None
) -> Table:
    """A sheet of an Excel workbook: without its name the first with two rows of several cells and
    numbers, if there is one.
    """
    from openpyxl import load_workbook  # optional

    archive = zipfile.ZipFile(io.BytesIO(content))
    _check_parts(archive)
    with warnings.catch_warnings():
        # of parts that no table needs, such as printers and styles
        warnings.simplefilter("ignore", UserWarning)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    sheets = {worksheet.title: worksheet for worksheet in book.worksheets}
    if not sheets:
        raise TableError("it has no sheet that can be read; save it as a usual .xlsx, or as CSV")
    if sheet and sheet not in sheets:
        raise TableError(
            f"there is no sheet {quote(sheet)}; the sheets are {join_names(tuple(sheets))}"
        )
    name, rows = "", list[Row]()
    for other in [sheet] if sheet else sheets:
        other_rows = _rows_of_sheet(sheets[other], _merged_cells(archive, sheets[other]))
        has_points = _has_points(other_rows)
        if has_points or (other_rows and not rows):
            name, rows = other, other_rows
        if has_points:
            break
    table = table_of_rows(rows, range(1, len(rows) + 1), source, has_names=has_names)
    return replace(table, sheet=name, sheets=tuple(sheets))


def _check_parts(archive: zipfile.ZipFile) -> None:
    """Refuse a row, a text, or styles that are larger than any program writes, before the reader
    makes a tree of them.

    Raises:
        TableError: nothing begins in ``MOST_AT_ONCE`` bytes.
    """
    for name in archive.namelist():
        if not name.endswith(PARTS):
            continue
        mark, words = next(
            (BEGINNINGS[place] for place in BEGINNINGS if place in name), (b"", name)
        )
        part = archive.read(name)
        pieces = part.split(mark) if mark else [part]
        check_cells(1, len(pieces) - 1)
        if max(map(len, pieces)) > MOST_AT_ONCE:
            raise TableError(
                f"{words} of it has more than {MOST_AT_ONCE // 10**6} MB; save its table as CSV"
            )


def _has_points(rows: Sequence[Row]) -> bool:
    """Whether two rows hold more than one cell, and one of the first rows a number: this is no
    cover and no legend.
    """
    filled_rows = [row for row in rows[:SAMPLE_ROWS] if sum(map(bool, row)) > 1]
    return len(filled_rows) > 1 and any(is_numeral(cell) for row in filled_rows for cell in row)


def _merged_cells(archive: zipfile.ZipFile, sheet: Any) -> dict[int, list[tuple[int, int]]]:
    """Columns of cells that are merged over several rows: by the first row, the column and the last
    row, all from 0.

    A sheet that is read row by row does not know them.
    """
    from openpyxl.utils import column_index_from_string  # optional

    path = getattr(sheet, "_worksheet_path", "").lstrip("/")
    if path not in archive.namelist():
        return {}
    merged: dict[int, list[tuple[int, int]]] = {}
    for column, first, last in MERGED.findall(archive.read(path)):
        if int(last) > int(first):
            place = (column_index_from_string(column.decode()) - 1, int(last) - 1)
            merged.setdefault(int(first) - 1, []).append(place)
    return merged


def _rows_of_sheet(sheet: Any, merged: Mapping[int, Sequence[tuple[int, int]]]) -> list[Row]:
    """The rows that hold something, a value of ``merged`` cells in each of their rows; the extent
    that a file states is often wrong, and is not asked.
    """
    rows: list[Row] = []
    cell_count = 0
    values: dict[int, tuple[str, int]] = {}  # by their columns, with the last row
    sheet.reset_dimensions()
    for number, row in enumerate(map(_cells_of, asked(sheet.iter_rows(values_only=True)))):
        if number >= MOST_ROWS:
            raise TableError(f"it has a row below {MOST_ROWS}, the last one of Excel")
        for column, last in merged.get(number, ()):
            values[column] = (row[column] if column < len(row) else "", last)
        if any(row):
            rows.append(_with_merged(row, number, values) if values else row)
            cell_count += len(row) + 1
            check_cells(1, cell_count)
    width = max(map(len, rows), default=0)
    check_cells(len(rows), width)
    return [(*row, *("",) * (width - len(row))) for row in rows]


def _cells_of(values: Iterable[Any]) -> Row:
    """The text of each value in a sheet, where texts stand beside numbers; a number with a
    fraction is a decimal one in every table.
    """
    return tuple(
        exact_text(value) if isinstance(value, float) and not value.is_integer() else text_of(value)
        for value in values
    )


def _with_merged(row: Row, number: int, values: Mapping[int, tuple[str, int]]) -> Row:
    return tuple(
        values[k][0] if not cell and k in values and number <= values[k][1] else cell
        for k, cell in enumerate(row)
    )
