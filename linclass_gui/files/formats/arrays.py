"""Arrays of NumPy: a matrix with its labels, records, or columns."""

from __future__ import annotations

import io
import math
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

from ...errors import join_names
from ..cells import SET, TESTING, TRAINING, Row, TableError, check_cells
from .sheet_rows import SheetRows, cells_of

# Names of arrays of words: of any, of classes, and of columns.
ARRAYS_OF_NAMES, NAMES_OF_CLASSES = (
    re.compile("names|feature|column", re.IGNORECASE),
    re.compile("(target|class|label|y)_?names", re.IGNORECASE),
)
NAMES_OF_COLUMNS = re.compile("feature|column|attribute|variable", re.IGNORECASE)


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


def holds_arrays(archive: zipfile.ZipFile) -> bool:
    """Whether a zip file is one of arrays (NPZ)."""
    return any(name.endswith(".npy") for name in archive.namelist())


def read_arrays(content: bytes) -> SheetRows:
    """Several arrays (NPZ)."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            if name.endswith(".npy"):
                with archive.open(name) as array:
                    _check_announced(array)
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        return SheetRows(
            rows_of_arrays({name: _checked_array(arrays[name]) for name in arrays.files})
        )


def rows_of_arrays(arrays: Mapping[str, Any]) -> list[Row]:
    """A matrix with its labels, or columns of one length.

    Words as many as the columns name them, unless their name says that they name classes: those
    stand for labels 0, 1, ...  A matrix whose columns, not rows, are as many as the labels has its
    points in columns.  ``X_test`` beside ``X_train``, and ``Xval`` beside ``X``, are test points.
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
    test_points, test_labels = (_held_back(name, arrays) for name in (points, label))
    if test_labels is None or test_points is None or test_points.shape != (test_labels.size, width):
        return [head, *rows]
    test_rows = [
        (*row, TESTING) for row in _labelled_rows(test_points, _named_labels(test_labels, arrays))
    ]
    return [(*head, SET), *((*row, TRAINING) for row in rows), *test_rows]


def _held_back(name: str | None, arrays: Mapping[str, Any]) -> Any:
    """The array of test points beside one for training: X_test beside X_train, Xval beside X."""
    if name is None:
        return None
    names = (
        [name.replace(TRAINING, TESTING)]
        if TRAINING in name
        else [f"{name}{mark}{word}" for word in (TESTING, "val") for mark in ("_", "")]
    )
    return next((arrays[other] for other in names if other in arrays), None)


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
