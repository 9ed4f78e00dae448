"""Files that hold a table, told apart by their content: separated text, libsvm, ARFF, JSON, NumPy
arrays, Excel, Parquet.

Adding a format is a function from its content to rows of cells, and a line in
:data:`READERS_OF_BYTES` or :data:`READERS_OF_TEXT`.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..errors import quote
from ..markup.numbers import count_words
from .binary_tables import (
    SheetRows,
    cells_of,
    read_array,
    read_matlab,
    read_parquet,
    read_zip,
    refuse_old_workbook,
)
from .cells import ARRAY, HEAD_LENGTH, MOST_COLUMNS, Row, TableError, check_cells, printed_array
from .plain_tables import head_of, plain_table
from .shipped import is_shipped
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
    ".mat",
    ".tab",
    ".jsonl",
    ".gz",
    ".bz2",
    ".xz",
)
# Tables that are refused with a sentence.
REFUSED_SUFFIXES = (
    ".xls",
    ".ods",
    ".zip",
    ".sav",
    ".dta",
    ".sas7bdat",
    ".rds",
    ".pkl",
    ".feather",
    ".h5",
)
UNPACKERS: tuple[tuple[bytes, Callable[[io.BytesIO], Any]], ...] = (
    (b"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ", lzma.LZMAFile),
)
LIBSVM = re.compile(r"\s*[+-]?[0-9.]+(\s+qid:\d+)?(\s+\d+:\S+)+\s*(#.*)?")
ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+.*", re.IGNORECASE)


WESTERN = "cp1252"
# The encodings of text that does not state its own, with the words of the dialog.
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


def read_table(path: Path, encoding: str = "", sheet: str = "") -> Table:
    """Read a table in any of the formats above; without names the columns are called x1, x2, ...

    Text that is not UTF-8 is read in an ``encoding``, one of ``ENCODINGS``: Windows-1252 by
    default.  Of a workbook a ``sheet`` is read, by its name; by default the first that holds a
    table.

    Raises:
        TableError: the file is missing, is not a table, is empty, or a line has another number of
            cells than the first.
    """
    table = _read_table(path, encoding, sheet, is_hasty=True)
    # A shipped table begins as lessons and documentation show it.
    return replace(table, axes=(table.header[0], table.header[1])) if is_shipped(path) else table


def _read_table(path: Path, encoding: str, sheet: str, is_hasty: bool) -> Table:
    """:func:`read_table`; in haste a long table of plain cells becomes arrays.

    Its rows are read once more, with care, where somebody asks for their text.
    """
    try:
        content = read_bytes(path)
        unpack = next((unpack for begin, unpack in UNPACKERS if content.startswith(begin)), None)
        if unpack is not None:
            content = _unpack(content, unpack, path)
        read = next((read for begin, read in READERS_OF_BYTES if content.startswith(begin)), None)
        if read is not None:
            return _read_binary(read, content, str(path), sheet)
        if is_hasty and len(content) > HEAD_LENGTH:
            table = _plain_table(content, path, encoding)
            if table is not None:
                return table
        try:
            return table_in_text(text_of(content, path), str(path))
        except ReadingError:
            return _in_encoding(content, path, encoding or WESTERN)
    except ReadingError as error:
        raise TableError(str(error)) from error


def _plain_table(content: bytes, path: Path, encoding: str) -> Table | None:
    """The table in a text of plain cells; None where it is not plain."""
    if _reader_of(head_of(content).decode("latin-1")) is not parse_table:
        return None
    return plain_table(content, str(path), lambda: _read_table(path, encoding, "", False).rows)


def table_in_text(text: str, source: str) -> Table:
    """The table in a text, of a file or of the clipboard."""
    return _reader_of(text)(text, source)


def _reader_of(text: str) -> Callable[[str, str], Table]:
    """The reader of a text, by how it begins."""
    begin = next((line for line in text.splitlines() if line.strip() and line[0] not in "%#"), "")
    return next((read for is_written, read in READERS_OF_TEXT if is_written(begin)), parse_table)


def _in_encoding(content: bytes, path: Path, encoding: str) -> Table:
    if b"\0" in content:
        raise TableError(f"{path}: this is no table that can be read; save it as CSV") from None
    text = text_of(content.decode(encoding, "replace").encode(), path)
    return replace(table_in_text(text, str(path)), encoding=encoding)


def _unpack(content: bytes, unpack: Callable[[io.BytesIO], Any], path: Path) -> bytes:
    """The content of a gzip, bzip2 or xz file.

    Raises:
        ReadingError: it is damaged, or unpacked too large.
    """
    try:
        with unpack(io.BytesIO(content)) as file:
            unpacked: bytes = file.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ReadingError(
            f"{path}: this packed file cannot be read ({error}); unpack it first"
        ) from None
    if len(unpacked) > MOST_BYTES:
        raise ReadingError(
            f"{path}: unpacked it is larger than {MOST_BYTES >> 30} GB, which is more than can be "
            "read"
        )
    return unpacked


def _read_binary(
    read: Callable[[bytes, str], SheetRows], content: bytes, source: str, sheet: str
) -> Table:
    """A table from another program's file: every error of its reader becomes one sentence."""
    try:
        grid = read(content, sheet)
    except ImportError as error:
        raise TableError(
            f'{source}: this kind of table needs {error.name}: pip install "linclass[files]", or '
            "save it as CSV"
        ) from None
    except TableError as error:
        raise TableError(f"{source}: {error}") from None
    except Exception as error:
        raise TableError(
            f"{source}: this table cannot be read ({type(error).__name__}: {error}); save it as CSV"
        ) from error
    if not grid.rows:
        raise TableError(f"{source}: the file is empty")
    table = table_of_rows(grid.rows, range(1, len(grid.rows) + 1), source)
    return replace(table, sheet=grid.sheet, sheets=grid.sheets)


def _read_libsvm(text: str, source: str) -> Table:
    """``label index:value ...``, indices from 1; a feature that is not written is 0."""
    check_cells(text.count("\n"), 1, source)
    labels: list[str] = []
    samples: list[dict[int, str]] = []
    lines: list[int] = []
    for line, words in enumerate(text.splitlines(), 1):
        label, *parts = words.partition("#")[0].split() or [""]
        if not label:
            continue
        try:
            features = {
                int(feature): value
                for feature, _, value in (
                    part.partition(":") for part in parts if not part.startswith("qid:")
                )
            }
        except ValueError:
            raise TableError(
                f"{source}, line {line}: a label and features as in 3:0.5 are needed; got "
                f"{quote(words[:60])}"
            ) from None
        if any(not 0 <= feature <= MOST_COLUMNS for feature in features):
            raise TableError(f"{source}, line {line}: features have numbers up to {MOST_COLUMNS}")
        labels.append(label)
        samples.append(features)
        lines.append(line)
    first, last = (
        min(map(min, filter(None, samples)), default=1),
        max(map(max, filter(None, samples)), default=0),
    )
    numbers = range(min(first, 1), last + 1)
    check_cells(len(samples) + 1, len(numbers) + 1, source)
    rows: list[Row] = [(*(f"x{k}" for k in numbers), "label")]
    rows += [
        (*(sample.get(k, "0") for k in numbers), label)
        for sample, label in zip(samples, labels, strict=True)
    ]
    return table_of_rows(rows, [0, *lines], source)


def _read_arff(text: str, source: str) -> Table:
    """``@attribute`` names, then rows with commas; ``?`` is a missing value."""
    check_cells(text.count("\n"), 1, source)
    check_cells(1, text.count(","), source)
    names: list[str] = []
    rows: list[Row] = []
    lines: list[int] = []
    is_data = False
    for line, words in enumerate(map(str.strip, text.splitlines()), 1):
        if not words or words.startswith("%"):
            continue
        if is_data:
            if words.startswith("{"):
                raise TableError(
                    f"{source}, line {line}: rows of pairs in braces cannot be read; save the "
                    "table as CSV"
                )
            mark = '"' if '"' in words else "'"
            delimiter = "," if "," in words else " "
            cells = next(
                csv.reader([words], delimiter=delimiter, quotechar=mark, skipinitialspace=True)
            )
            if len(cells) != len(names):
                raise TableError(
                    f"{source}, line {line}: {count_words(len(cells), 'cell')} for {len(names)} "
                    "attributes"
                )
            rows.append(tuple(cell.strip().strip("'") for cell in cells))
            lines.append(line)
        elif attribute := ATTRIBUTE.fullmatch(words):
            names.append(attribute[1].strip("'\""))
        is_data = is_data or words.lower() == "@data"
    if not names or not rows:
        raise TableError(
            f"{source}: an ARFF table has @attribute lines, @data and rows; here are {len(names)} "
            f"and {len(rows)}"
        )
    return table_of_rows([tuple(names), *rows], [0, *lines], source)


def _refuse_page(text: str, source: str) -> Table:
    raise TableError(f"{source}: this is a web page, not a table; download the file itself")


def _refuse_latex(text: str, source: str) -> Table:
    raise TableError(
        f"{source}: this is a table of LaTeX; keep its rows alone, with commas for & and without "
        "\\\\"
    )


def _read_json(text: str, source: str) -> Table:
    """Records ``[{"a": 1, "label": "x"}, ...]``, or one a line; rows ``[[1, 2, "x"], ...]``; or
    columns ``{"a": [1, ...]}``.
    """
    check_cells(1, text.count(","), source)
    try:
        values = _json_value(text)
    except (ValueError, RecursionError) as error:
        if ARRAY.match(text):
            return _read_printed_array(text, source)
        raise TableError(f"{source}: this is not JSON ({error})") from None
    records = _records(values)
    if records is not None:
        values = records
    if isinstance(values, dict):
        rows = _rows_of_columns(values)
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


def _read_printed_array(text: str, source: str) -> Table:
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


# How a file of each kind begins.
READERS_OF_BYTES: tuple[tuple[bytes, Callable[[bytes, str], SheetRows]], ...] = (
    (b"\x93NUMPY", read_array),
    (b"PK\x03\x04", read_zip),
    (b"PAR1", read_parquet),
    (b"MATLAB ", read_matlab),
    (b"\xd0\xcf\x11\xe0", refuse_old_workbook),
)
READERS_OF_TEXT: tuple[tuple[Callable[[str], object], Callable[[str, str], Table]], ...] = (
    (lambda begin: begin.lower().startswith(("@relation", "@attribute")), _read_arff),
    (lambda begin: begin.startswith(("[", "{")), _read_json),
    (lambda begin: begin.lower().startswith(("<!doctype", "<html", "<table")), _refuse_page),
    (lambda begin: begin.lstrip().startswith("\\"), _refuse_latex),
    (LIBSVM.fullmatch, _read_libsvm),
    (ARRAY.match, _read_printed_array),
)
