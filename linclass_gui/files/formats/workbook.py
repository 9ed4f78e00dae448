"""Sheets of Excel workbooks."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any

from ...errors import join_names, quote
from ..cells import SAMPLE_ROWS, Row, TableError, check_cells, is_numeral
from .sheet_rows import SheetRows, cells_of


def read_workbook(content: bytes, sheet: str) -> SheetRows:
    """A sheet of an Excel workbook: without its name the first with two rows of several cells and
    numbers, if there is one.
    """
    from openpyxl import load_workbook  # optional

    with warnings.catch_warnings():
        # of parts that no table needs, such as printers and styles
        warnings.simplefilter("ignore", UserWarning)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    sheets = {worksheet.title: worksheet for worksheet in book.worksheets}
    if sheet and sheet not in sheets:
        raise TableError(
            f"there is no sheet {quote(sheet)}; the sheets are {join_names(tuple(sheets))}"
        )
    grids = []
    for name in [sheet] if sheet else sheets:
        rows = _rows_of_sheet(sheets[name])
        grids.append(SheetRows(rows, name, tuple(sheets)))
        if _has_points(rows):
            return grids[-1]
    return next((grid for grid in grids if grid.rows), SheetRows([]))


def _has_points(rows: Sequence[Row]) -> bool:
    """Whether two rows hold more than one cell, and one of the first rows a number: this is no
    cover and no legend.
    """
    filled_rows = [row for row in rows[:SAMPLE_ROWS] if sum(map(bool, row)) > 1]
    return len(filled_rows) > 1 and any(is_numeral(cell) for row in filled_rows for cell in row)


def _rows_of_sheet(sheet: Any) -> list[Row]:
    """The rows that hold something; the extent that a file states is often wrong, and is not
    asked.
    """
    rows: list[Row] = []
    cell_count = 0
    sheet.reset_dimensions()
    for row in map(cells_of, sheet.iter_rows(values_only=True)):
        if any(row):
            rows.append(row)
            cell_count += len(row) + 1
            check_cells(1, cell_count)
    width = max(map(len, rows), default=0)
    check_cells(len(rows), width)
    return [(*row, *("",) * (width - len(row))) for row in rows]
