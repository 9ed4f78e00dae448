"""Arrays of NumPy: a matrix with its labels, records, or columns."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ...errors import join_names
from ..cells import SET, TESTING, TRAINING, Row, TableError, check_cells
from ..tables import Table, named_table
from .values import text_of

Array = np.ndarray[Any, Any]
# Names of arrays: of words of any kind, of classes, and of columns; and of what is held back.
ARRAYS_OF_NAMES = re.compile("names|feature|column", re.IGNORECASE)
NAMES_OF_CLASSES = re.compile("(target|class|label|y)_?names", re.IGNORECASE)
NAMES_OF_COLUMNS = re.compile("feature|column|attribute|variable", re.IGNORECASE)
HELD_BACK = re.compile("test|val", re.IGNORECASE)


def read_array(content: bytes, source: str, *_choices: object) -> Table:
    """A matrix, or an array of records."""
    array = _checked_array(lambda: np.load(io.BytesIO(content), allow_pickle=False))
    if array.dtype.names:
        return _table([(name, array[name]) for name in array.dtype.names], source)
    if array.ndim != 2:
        raise TableError(
            f"a matrix with a row for each point is needed; its shape is {array.shape}"
        )
    return _table(zip(_column_names(array.shape[1]), array.T, strict=True), source)


def _table(columns: Iterable[tuple[str, Array]], source: str) -> Table:
    """The table of columns with names, which may be the same."""
    names, arrays = zip(*columns, strict=True)
    return named_table(names, (map(text_of, array.tolist()) for array in arrays), source)


def _checked_array(load: Callable[[], Array]) -> Array:
    """An array of a size that a table may have.

    Raises:
        TableError: it has too many cells, or holds objects.
    """
    try:
        array = load()
    except ValueError as error:
        if "pickle" not in str(error):
            raise
        raise TableError(
            "it holds objects of Python, which could run a program: save words by "
            "np.array(words, dtype=str)"
        ) from None
    rows, *columns = array.shape or (1,)
    check_cells(rows, math.prod(columns) * len(array.dtype.names or "1"))
    return array


def read_arrays(content: bytes, source: str) -> Table:
    """Several arrays (NPZ)."""
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        arrays = {name: _checked_array(partial(file.get, name)) for name in file.files}
        return table_of_arrays(arrays, source)


def table_of_arrays(arrays: Mapping[str, Array], source: str) -> Table:
    """A matrix with its labels, or columns of one length.

    Words as many as the columns name them, unless they name classes 0, 1, ... of the labels
    (:func:`_class_names`).  A matrix whose columns, not rows, are as many as the labels has its
    points in columns.  ``X_test`` beside ``X_train``, and ``Xval`` beside ``X``, are test points.
    """
    matrices = {name: array for name, array in arrays.items() if array.ndim == 2}
    wide = [name for name, array in matrices.items() if min(array.shape) > 1]
    wide.sort(key=lambda name: HELD_BACK.search(name) is not None)
    points = next((name for name in ("X", *wide, *matrices) if name in matrices), None)
    if points is None:
        return _table(_columns_alone(arrays), source)
    X = matrices[points]
    label = _label_of(points, len(X), arrays)
    label_of_columns = _label_of(points, X.shape[1], arrays)
    if label is None and label_of_columns and arrays[label_of_columns].dtype.kind != "U":
        X, label = X.T, label_of_columns
    labels, classes = [], None
    if label is not None:
        y, (n, width) = arrays[label].ravel(), X.shape
        test_points, test_labels = (_held_back(name, arrays) for name in (points, label))
        has_test = test_points is not None and test_labels is not None
        if has_test and test_points.shape == (test_labels.size, width):
            X, y = np.concatenate([X, test_points]), np.concatenate([y, test_labels.ravel()])
        classes = _class_names(y, arrays)
        if classes is not None:
            names, codes = arrays[classes], y.astype(np.int64)
            y = names[codes - int(codes.max() == len(names))]
        sets = np.repeat([TRAINING, TESTING], [n, len(X) - n])
        labels = [(label, y), (SET, sets)][: 1 + (len(X) > n)]
    head = _names_of_columns(X.shape[1], {label, classes}, arrays)
    return _table([*zip(head, X.T, strict=True), *labels], source)


def _label_of(points: str, n: int, arrays: Mapping[str, Any]) -> str | None:
    """The name of the labels of ``n`` points; None where there are none."""
    names = (
        "y",
        points.replace("X", "y").replace("x", "y"),
        *(name for name in arrays if not ARRAYS_OF_NAMES.search(name)),
    )
    shapes = ((n,), (n, 1), (1, n))
    labels = (name for name in names if name in arrays and arrays[name].shape in shapes)
    return next((name for name in labels if name != points), None)


def _held_back(name: str, arrays: Mapping[str, Any]) -> Any:
    """The array of test points beside one for training: X_test beside X_train, Xval beside X."""
    names = (
        [name.replace(TRAINING, TESTING)]
        if TRAINING in name
        else [f"{name}{mark}{word}" for word in (TESTING, "val") for mark in ("_", "")]
    )
    return next((arrays[other] for other in names if other in arrays), None)


def _class_names(labels: Array, arrays: Mapping[str, Any]) -> str | None:
    """The name of the words for the classes that labels count from 0, or from 1: as many as there
    are classes, or called so, and not called the names of columns.
    """
    if labels.dtype.kind not in "biuf" or not labels.size or (labels % 1 != 0).any():
        return None
    low, high = int(labels.min()), int(labels.max())
    for name, array in arrays.items():
        if not _is_words(array) or NAMES_OF_COLUMNS.search(name):
            continue
        count = len(array)
        if (low, high) in ((0, count - 1), (1, count)):
            return name
        if NAMES_OF_CLASSES.search(name) and 0 <= low <= high < count:
            return name
    return None


def _names_of_columns(width: int, taken_names: set[str | None], arrays: Mapping[str, Any]) -> Row:
    """Words as many as the columns, those that are called so first; else x1, x2, ..."""
    words = [
        name
        for name, array in arrays.items()
        if _is_words(array)
        and len(array) == width
        and name not in taken_names
        and not NAMES_OF_CLASSES.search(name)
    ]
    words.sort(key=lambda name: NAMES_OF_COLUMNS.search(name) is None)
    return tuple(arrays[words[0]].tolist()) if words else _column_names(width)


def _is_words(array: Any) -> bool:
    return array.dtype.kind == "U" and array.ndim == 1 and len(array) > 1


def _columns_alone(arrays: Mapping[str, Array]) -> list[tuple[str, Array]]:
    lengths = Counter(len(array) for array in arrays.values() if array.ndim == 1)
    n, number = lengths.most_common(1)[0] if lengths else (0, 0)
    if number < 2:
        shapes = [f"{name} {array.shape}" for name, array in arrays.items()]
        raise TableError(f"it holds no matrix of points, only {join_names(shapes)}")
    return [(name, array) for name, array in arrays.items() if array.shape == (n,)]


def _column_names(width: int) -> Row:
    return tuple(f"x{k}" for k in range(1, width + 1))
