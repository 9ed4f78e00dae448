"""Tables in the files of other programs, read from their bytes: NumPy arrays, Excel workbooks,
Parquet.
"""

from __future__ import annotations

import io
import math
import re
import sys
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from ..errors import join_names, quote
from .cells import (
    SAMPLE_ROWS,
    SET,
    TESTING,
    TRAINING,
    Row,
    TableError,
    check_cells,
    exact_text,
    is_numeral,
)
from .text_files import MOST_BYTES

LARGEST_WHOLE_NUMBER = 1e15
NEW_MATLAB = b"MATLAB 7.3"
# Names of arrays of words: of any, of classes, and of columns.
ARRAYS_OF_NAMES, NAMES_OF_CLASSES = (
    re.compile("names|feature|column", re.IGNORECASE),
    re.compile("(target|class|label|y)_?names", re.IGNORECASE),
)
NAMES_OF_COLUMNS = re.compile("feature|column|attribute|variable", re.IGNORECASE)


@dataclass(frozen=True)
class SheetRows:
    """The rows of a file, the first of which names the columns; their sheet, and all sheets of the
    file.
    """

    rows: list[Row]
    sheet: str = ""
    sheets: tuple[str, ...] = ()


def cells_of(values: Iterable[Any]) -> Row:
    """The text of each value."""
    return tuple(map(_cell, values))


def _cell(value: Any) -> str:
    """The text of a value; whole numbers have no fraction, as names of classes, and others are
    decimal numbers in every table.
    """
    if isinstance(value, float):
        return (
            str(int(value))
            if value.is_integer() and abs(value) < LARGEST_WHOLE_NUMBER
            else exact_text(value)
        )
    return "" if value is None else str(value)


# --- NumPy ----------------------------------------------------------------------------------------


def read_array(content: bytes, sheet: str = "") -> SheetRows:
    """A matrix, or an array of records."""
    _check_announced(io.BytesIO(content))
    array = _checked_array(np.load(io.BytesIO(content), allow_pickle=False))
    if array.dtype.names:
        return SheetRows([array.dtype.names, *map(cells_of, array.tolist())])
    if array.ndim != 2:
        raise TableError(
            f"a matrix with a row for each point is needed; its shape is {array.shape}"
        )
    return SheetRows([_column_names(array.shape[1]), *map(cells_of, array.tolist())])


def _check_announced(file: IO[bytes]) -> None:
    """Refuse an array by its header, before its numbers are read: too many cells, or cells that
    hold nothing.

    Raises:
        TableError: with its shape, or that its cells are empty.
    """
    version = np.lib.format.read_magic(file)
    read = (
        np.lib.format.read_array_header_1_0
        if version == (1, 0)
        else np.lib.format.read_array_header_2_0
    )
    shape, _, dtype = read(file)
    if not dtype.itemsize:
        raise TableError(
            f"the cells of an array of shape {shape} hold nothing (its type is {dtype})"
        )
    check_cells(shape[0] if shape else 1, math.prod(shape[1:]) * max(1, len(dtype.names or ())))


def _checked_array(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array whose texts hold characters only: numpy makes texts of any bytes, and
    Python fails later on them.

    Raises:
        TableError: there are others.
    """
    fields = [array[name] for name in array.dtype.names] if array.dtype.names else [array]
    for field in fields:
        if field.dtype.kind == "U" and field.size:
            codes = (
                np.ascontiguousarray(field)
                .reshape(-1)
                .view(np.dtype(np.uint32).newbyteorder(field.dtype.byteorder))
            )
            if codes.max() > sys.maxunicode:
                raise TableError("its texts are damaged")
    return array


def read_zip(content: bytes, sheet: str = "") -> SheetRows:
    """Several arrays (NPZ), or a ``sheet`` of an Excel workbook, which is a zip file, too."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
            raise TableError(
                f"unpacked it is larger than {MOST_BYTES >> 30} GB, which is more than can be read"
            )
        names = archive.namelist()
        for name in (name for name in names if name.endswith(".npy")):
            with archive.open(name) as array:
                _check_announced(array)
    if any(name.endswith(".npy") for name in names):
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            return SheetRows(
                _rows_of_arrays({name: _checked_array(arrays[name]) for name in arrays.files})
            )
    if any(name.startswith("xl/") for name in names):
        return _read_workbook(content, sheet)
    if "mimetype" in names:
        raise TableError("this is a sheet of LibreOffice: save it as .xlsx or as CSV")
    raise TableError("this is an archive: unpack it first, or save its table as CSV")


def _rows_of_arrays(arrays: Mapping[str, Any]) -> list[Row]:
    """A matrix with its labels, or columns of one length.

    Words as many as the columns name them, unless their name says that they name classes: those
    stand for labels 0, 1, ...  A matrix whose columns, not rows, are as many as the labels has its
    points in columns.  ``X_test`` beside ``X_train`` are test points.
    """
    matrices = {name: array for name, array in arrays.items() if array.ndim == 2}
    wide = [name for name, array in matrices.items() if min(array.shape) > 1]
    points = next((name for name in ("X", *wide, *matrices) if name in matrices), None)
    if points is None:
        return _rows_of_columns(arrays)
    X = matrices[points]
    label_names = (
        "y",
        points.replace("X", "y").replace("x", "y"),
        *(name for name in arrays if not ARRAYS_OF_NAMES.search(name)),
    )
    label = next(
        (
            name
            for name in label_names
            if name in arrays and name != points and _is_vector(arrays[name], len(X))
        ),
        None,
    )
    column_label = next(
        (
            name
            for name in label_names
            if name in arrays and name != points and _is_vector(arrays[name], X.shape[1])
        ),
        None,
    )
    if label is None and column_label is not None and arrays[column_label].dtype.kind != "U":
        X, label = X.T, column_label
    width = X.shape[1]
    words = [
        name
        for name, array in arrays.items()
        if array.dtype.kind == "U" and array.shape == (width,) and name != label
    ]
    words = sorted(
        (name for name in words if not NAMES_OF_CLASSES.search(name)),
        key=lambda name: NAMES_OF_COLUMNS.search(name) is None,
    )
    head = tuple(arrays[words[0]].tolist()) if words else _column_names(width)
    rows = _labelled_rows(X, None if label is None else _named_labels(arrays[label], arrays))
    head = head if label is None else (*head, label)
    test_points, test_labels = (
        None if name is None else arrays.get(name.replace(TRAINING, TESTING))
        for name in (points, label)
    )
    if (
        TRAINING not in points
        or test_labels is None
        or test_points is None
        or test_points.shape != (len(test_labels), width)
    ):
        return [head, *rows]
    test_rows = [
        (*row, TESTING) for row in _labelled_rows(test_points, _named_labels(test_labels, arrays))
    ]
    return [(*head, SET), *((*row, TRAINING) for row in rows), *test_rows]


def _is_vector(array: Any, n: int) -> bool:
    return array.shape in ((n,), (n, 1), (1, n))


def _named_labels(labels: Any, arrays: Mapping[str, Any]) -> Any:
    """The labels, or the names of classes that they count from 0."""
    names = next(
        (
            array
            for name, array in arrays.items()
            if NAMES_OF_CLASSES.search(name) and _is_words(array)
        ),
        None,
    )
    if (
        names is None
        or labels.dtype.kind not in "biu"
        or not labels.size
        or not 0 <= labels.min() <= labels.max() < len(names)
    ):
        return labels
    return names[labels.ravel().astype(np.int64)]


def _is_words(array: Any) -> bool:
    return array.dtype.kind == "U" and array.ndim == 1 and len(array) > 1


def _rows_of_columns(arrays: Mapping[str, Any]) -> list[Row]:
    lengths = Counter(len(array) for array in arrays.values() if array.ndim == 1)
    n, number = lengths.most_common(1)[0] if lengths else (0, 0)
    columns = {name: array for name, array in arrays.items() if array.shape == (n,)}
    if number < 2:
        shapes = [f"{name} {array.shape}" for name, array in arrays.items()]
        raise TableError(f"it holds no matrix of points, only {join_names(shapes)}")
    return [
        tuple(columns),
        *map(cells_of, zip(*(column.tolist() for column in columns.values()), strict=True)),
    ]


def _labelled_rows(points: Any, labels: Any) -> list[Row]:
    if labels is None:
        return [cells_of(row) for row in points.tolist()]
    return [
        cells_of((*row, label))
        for row, label in zip(points.tolist(), labels.ravel().tolist(), strict=True)
    ]


def _column_names(width: int) -> Row:
    return tuple(f"x{k}" for k in range(1, width + 1))


# --- other programs -------------------------------------------------------------------------------


def _read_workbook(content: bytes, sheet: str) -> SheetRows:
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


def read_matlab(content: bytes, sheet: str = "") -> SheetRows:
    """The arrays in a file of MATLAB or Octave (versions 5 to 7)."""
    from scipy.io import loadmat, whosmat  # slow to import, and seldom needed

    if content.startswith(NEW_MATLAB):
        raise TableError("this is a file of MATLAB 7.3: save it by save(..., '-v7'), or as CSV")
    file: Any = io.BytesIO(content)  # the types of scipy know names of files only
    for _name, shape, _kind in whosmat(file):
        check_cells(shape[0] if shape else 1, math.prod(shape[1:]))
    matrices = {
        name: array for name, array in loadmat(file).items() if isinstance(array, np.ndarray)
    }
    arrays = {
        name: np.ravel(array) if 1 in array.shape else array
        for name, array in matrices.items()
        if array.dtype.kind in "biufU"
    }
    return SheetRows(_rows_of_arrays(arrays))


def refuse_old_workbook(content: bytes, sheet: str = "") -> SheetRows:
    """Refuse it."""
    raise TableError("this is a workbook of an old Excel: save it as .xlsx or as CSV")


def read_parquet(content: bytes, sheet: str = "") -> SheetRows:
    """The columns of a Parquet file."""
    from pyarrow import BufferReader, parquet  # optional

    announced = parquet.ParquetFile(BufferReader(content)).metadata
    check_cells(announced.num_rows, announced.num_columns)
    table = parquet.read_table(BufferReader(content))
    rows = map(cells_of, zip(*(column.to_pylist() for column in table.columns), strict=True))
    return SheetRows([tuple(table.column_names), *rows])
