"""Files that hold a table, told apart by their content: separated text, libsvm, ARFF, JSON, NumPy arrays, Excel, Parquet.

Adding a format is a function from its content to rows of cells, and a line in :data:`BINARY` or :data:`WRITTEN`.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..quoting import quote
from .cells import MOST_COLUMNS, Row, TableError
from .tables import Table, parse_table, table_of_rows
from .text_files import MOST_BYTES, ReadingError, read_bytes, text_of

SUFFIXES = (
    ".csv",
    ".tsv",
    ".txt",
    ".data",
    ".dat",
    ".arff",
    ".libsvm",
    ".svm",
    ".npy",
    ".npz",
    ".xlsx",
    ".parquet",
    ".jsonl",
    ".gz",
)
OTHERS = (".xls", ".ods", ".zip", ".mat", ".sav", ".rds", ".pkl", ".feather", ".h5")  # tables that are refused with a sentence
GZIP, WHOLE = b"\x1f\x8b", 1e15
LIBSVM = re.compile(r"\s*[+-]?[0-9.]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?")
ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+.*", re.IGNORECASE)


WESTERN = "cp1252"
# What text may be written in that does not say it, with the words of the dialog.
ENCODINGS = {
    WESTERN: "Western Europe",
    "cp1250": "Central Europe",
    "cp1251": "Cyrillic",
    "cp1253": "Greek",
    "cp1254": "Turkish",
    "gb18030": "Chinese, simplified",
    "big5hkscs": "Chinese, traditional",
    "cp932": "Japanese",
    "cp949": "Korean",
    "mac_roman": "Macintosh",
}


def read_table(path: Path, encoding: str = "") -> Table:
    """Read a table in any of the formats above; without names the columns are called x1, x2, ...

    Text that is not UTF-8 is read in an ``encoding``, one of ``ENCODINGS``: Windows-1252 unless another one is asked for.

    Raises:
        TableError: the file is missing, is no table, is empty, or a line has another number of cells than the first.
    """
    try:
        content = read_bytes(path)
        if content.startswith(GZIP):
            content = _unpack(content)
        read = next((read for begin, read in BINARY if content.startswith(begin)), None)
        if read is not None:
            return _of_binary(read, content, str(path))
        try:
            return table_in_text(text_of(content, path), str(path))
        except ReadingError:
            return _in_encoding(content, path, encoding or WESTERN)
    except ReadingError as error:
        raise TableError(str(error)) from error


def table_in_text(text: str, source: str) -> Table:
    """The table in a text, of a file or of the clipboard."""
    begin = next((line for line in text.splitlines() if line.strip() and line[0] not in "%#"), "")
    read = next((read for is_written, read in WRITTEN if is_written(begin)), parse_table)
    return read(text, source)


def _in_encoding(content: bytes, path: Path, encoding: str) -> Table:
    if b"\0" in content:
        raise TableError(f"{path}: this is no table that can be read; save it as CSV") from None
    text = text_of(content.decode(encoding, "replace").encode(), path)
    return replace(table_in_text(text, str(path)), encoding=encoding)


def _unpack(content: bytes) -> bytes:
    """What gzip has packed.

    Raises:
        ReadingError: it is damaged, or unpacked too large.
    """
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            unpacked = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ReadingError(f"this packed file cannot be read ({error}); unpack it first") from None
    if len(unpacked) > MOST_BYTES:
        raise ReadingError(f"unpacked it is larger than {MOST_BYTES >> 30} GB, which is more than can be read")
    return unpacked


def _of_binary(read: Callable[[bytes], list[Row]], content: bytes, source: str) -> Table:
    """A table from another program's file: whatever its reader finds wrong is one sentence."""
    try:
        rows = read(content)
    except ImportError as error:
        raise TableError(
            f'{source}: this kind of table needs {error.name}: pip install "linclass[files]", or save it as CSV'
        ) from None
    except TableError as error:
        raise TableError(f"{source}: {error}") from None
    except Exception as error:
        raise TableError(f"{source}: this table cannot be read ({type(error).__name__}: {error}); save it as CSV") from error
    if not rows:
        raise TableError(f"{source}: the file is empty")
    return table_of_rows(rows, range(1, len(rows) + 1), source)


def _cells(values: Iterable[Any]) -> Row:
    return tuple(map(_cell, values))


def _cell(value: Any) -> str:
    """The text of a value; whole numbers stand without a fraction, as names of classes do."""
    if isinstance(value, float) and value.is_integer() and abs(value) < WHOLE:
        return str(int(value))
    return "" if value is None else str(value)


# --- NumPy ---------------------------------------------------------------------------------------------------------------------


def _of_array(content: bytes) -> list[Row]:
    return _rows_of_arrays([np.load(io.BytesIO(content), allow_pickle=False)], ())


def _of_zip(content: bytes) -> list[Row]:
    """Several arrays (NPZ), or an Excel workbook, which is a zip file, too."""
    with zipfile.ZipFile(io.BytesIO(content)) as held:
        if sum(each.file_size for each in held.infolist()) > MOST_BYTES:
            raise TableError(f"unpacked it is larger than {MOST_BYTES >> 30} GB, which is more than can be read")
        names = held.namelist()
        if not any(name.endswith(".npy") for name in names):
            if not any(name.startswith("xl/") for name in names):
                raise TableError("this is an archive: unpack it first, or save its table as CSV")
            return _of_workbook(content)
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        points = next((name for name in ("X", *arrays.files) if name in arrays and arrays[name].ndim == 2), None)
        if points is None:
            raise TableError(f"it holds no matrix of points, only {', '.join(arrays.files)}")
        n = len(arrays[points])
        label = next((name for name in ("y", *arrays.files) if name in arrays and arrays[name].shape in ((n,), (n, 1))), None)
        chosen = [arrays[points]] + ([] if label is None else [arrays[label].reshape(n, 1)])
        return _rows_of_arrays(chosen, () if label is None else (label,))


def _rows_of_arrays(arrays: Sequence[Any], last: tuple[str, ...]) -> list[Row]:
    """The columns of matrices beside each other; ``last`` names the last one."""
    if arrays[0].dtype.names:
        return [arrays[0].dtype.names, *(_cells(row) for row in arrays[0].tolist())]
    if arrays[0].ndim != 2:
        raise TableError(f"a matrix with a row for each point is needed; its shape is {arrays[0].shape}")
    width = sum(array.shape[1] for array in arrays)
    names = (*(f"x{k + 1}" for k in range(width - len(last))), *last)
    columns = zip(*(array.tolist() for array in arrays), strict=True)
    return [names, *(_cells(value for part in row for value in part) for row in columns)]


# --- other programs ------------------------------------------------------------------------------------------------------------


def _of_workbook(content: bytes) -> list[Row]:
    """The first sheet of an Excel workbook that holds anything."""
    from openpyxl import load_workbook  # optional

    sheets = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets
    found = ([row for row in map(_cells, sheet.iter_rows(values_only=True)) if any(row)] for sheet in sheets)
    return next(filter(None, found), [])


def _of_old_workbook(content: bytes) -> list[Row]:
    raise TableError("this is a workbook of an old Excel: save it as .xlsx or as CSV")


def _of_parquet(content: bytes) -> list[Row]:
    from pyarrow import BufferReader, parquet  # optional

    table = parquet.read_table(BufferReader(content))
    return [tuple(table.column_names), *map(_cells, zip(*(column.to_pylist() for column in table.columns), strict=True))]


# --- text ----------------------------------------------------------------------------------------------------------------------


def _of_libsvm(text: str, source: str) -> Table:
    """``label index:value ...``, indices from 1; a feature that is not written is 0."""
    labels: list[str] = []
    samples: list[dict[int, str]] = []
    lines: list[int] = []
    for line, words in enumerate(text.splitlines(), 1):
        label, *parts = words.partition("#")[0].split() or [""]
        if not label:
            continue
        try:
            features = {int(at): value for at, _, value in (part.partition(":") for part in parts if not part.startswith("qid:"))}
        except ValueError:
            raise TableError(
                f"{source}, line {line}: a label and features as in 3:0.5 are needed; got {quote(words[:60])}"
            ) from None
        if any(not 0 <= at <= MOST_COLUMNS for at in features):
            raise TableError(f"{source}, line {line}: features have numbers up to {MOST_COLUMNS}")
        labels.append(label)
        samples.append(features)
        lines.append(line)
    first, last = min(map(min, filter(None, samples)), default=1), max(map(max, filter(None, samples)), default=0)
    at = range(min(first, 1), last + 1)
    rows: list[Row] = [(*(f"x{k}" for k in at), "label")]
    rows += [(*(sample.get(k, "0") for k in at), label) for sample, label in zip(samples, labels, strict=True)]
    return table_of_rows(rows, [0, *lines], source)


def _of_arff(text: str, source: str) -> Table:
    """``@attribute`` names, then rows with commas; ``?`` is a missing value."""
    names: list[str] = []
    rows: list[Row] = []
    lines: list[int] = []
    is_data = False
    for line, words in enumerate(map(str.strip, text.splitlines()), 1):
        if not words or words.startswith("%"):
            continue
        if is_data:
            if words.startswith("{"):
                raise TableError(f"{source}, line {line}: rows of pairs in braces cannot be read; save the table as CSV")
            rows.append(tuple(cell.strip() for cell in next(csv.reader([words], quotechar="'", skipinitialspace=True))))
            lines.append(line)
        elif found := ATTRIBUTE.fullmatch(words):
            names.append(found[1].strip("'\""))
        is_data = is_data or words.lower() == "@data"
    if not names or not rows:
        raise TableError(f"{source}: an ARFF table has @attribute lines, @data and rows; here are {len(names)} and {len(rows)}")
    return table_of_rows([tuple(names), *rows], [0, *lines], source)


def _of_page(text: str, source: str) -> Table:
    raise TableError(f"{source}: this is a web page, not a table; download the file itself")


def _of_json(text: str, source: str) -> Table:
    """Records ``[{"a": 1, "label": "x"}, ...]``, or one a line; rows ``[[1, 2, "x"], ...]``; or columns ``{"a": [1, ...]}``."""
    try:
        held = _json(text)
    except (ValueError, RecursionError) as error:
        raise TableError(f"{source}: this is not JSON ({error})") from None
    if isinstance(held, dict):
        rows = _rows_of_columns(held)
    elif held and all(isinstance(record, dict) for record in held):
        names = tuple(dict.fromkeys(name for record in held for name in record))
        rows = [names, *(_cells(record.get(name) for name in names) for record in held)]
    elif all(isinstance(row, list) for row in held):
        rows = [_cells(row) for row in held]
    else:
        rows = None
    if rows is None:
        raise TableError(f"{source}: records of one point each are needed")
    if not rows:
        raise TableError(f"{source}: the file is empty")
    return table_of_rows(rows, range(len(rows)), source)


def _json(text: str) -> Any:
    """The value of a JSON text, or the values of its lines."""
    begin = text.lstrip().split("\n", 1)
    if len(begin) == 2 and begin[0].startswith("{") and begin[0].rstrip().endswith("}") and begin[1].lstrip().startswith("{"):
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    return json.loads(text)


def _rows_of_columns(held: dict[str, Any]) -> list[Row] | None:
    """The rows of columns by their names, as data frames write them; None where this is something else."""
    if isinstance(held.get("columns"), list) and isinstance(held.get("data"), list):
        return [_cells(held["columns"]), *map(_cells, held["data"])]
    columns = [list(column.values()) if isinstance(column, dict) else column for column in held.values()]
    if not columns or not all(isinstance(column, list) and len(column) == len(columns[0]) for column in columns):
        return None
    return [tuple(held), *map(_cells, zip(*columns, strict=True))]


# How a file of each kind begins.
BINARY: tuple[tuple[bytes, Callable[[bytes], list[Row]]], ...] = (
    (b"\x93NUMPY", _of_array),
    (b"PK\x03\x04", _of_zip),
    (b"PAR1", _of_parquet),
    (b"\xd0\xcf\x11\xe0", _of_old_workbook),
)
WRITTEN: tuple[tuple[Callable[[str], object], Callable[[str, str], Table]], ...] = (
    (lambda begin: begin.lower().startswith("@relation"), _of_arff),
    (lambda begin: begin.startswith(("[", "{")), _of_json),
    (lambda begin: begin.lower().startswith(("<!doctype", "<html")), _of_page),
    (LIBSVM.fullmatch, _of_libsvm),
)
