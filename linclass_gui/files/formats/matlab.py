"""Arrays in the files of MATLAB and Octave."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..cells import TableError, check_cells
from .arrays import rows_of_arrays
from .sheet_rows import SheetRows

NEW_MATLAB = b"MATLAB 7.3"


def read_matlab(content: bytes, sheet: str = "") -> SheetRows:
    """The arrays in a file of MATLAB or Octave (versions 5 to 7): matrices, cells of words, and the
    fields of a structure.
    """
    from scipy.io import loadmat, whosmat  # slow to import, and seldom needed

    if content.startswith(NEW_MATLAB):
        raise TableError("this is a file of MATLAB 7.3: save it by save(..., '-v7'), or as CSV")
    file: Any = io.BytesIO(content)  # the types of scipy know names of files only
    for _name, shape, _kind in whosmat(file):
        check_cells(shape[0] if shape else 1, math.prod(shape[1:]))
    arrays: dict[str, Any] = {}
    for name, value in loadmat(file).items():
        if not name.startswith("__"):
            arrays |= _arrays_in(name, value)
    return SheetRows(rows_of_arrays(arrays))


def _arrays_in(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The arrays in a value of MATLAB by their names: itself, or its fields."""
    if hasattr(value, "toarray"):  # a sparse matrix
        value = value.toarray()
    if not isinstance(value, np.ndarray):
        return
    if value.dtype.names and value.size == 1:
        for field in value.dtype.names:
            yield from _arrays_in(field, value[field].item())
        return
    if value.dtype.kind == "O":
        value = _words(value)
    if value.dtype.kind in "biufU":
        yield name, np.ravel(value) if 1 in value.shape else value


def _words(cells: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The words in cells; the cells themselves where they hold something else."""
    words = [
        str(cell.item()) if isinstance(cell, np.ndarray) and cell.size == 1 else ""
        for cell in cells.ravel()
    ]
    return np.array(words) if all(words) else cells
