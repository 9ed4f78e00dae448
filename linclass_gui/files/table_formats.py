"""Files that hold a table, told apart by their content: separated text, and the formats listed
below.

Adding a format is a module in ``formats``, with a function from its content to rows of cells, and a
line in :data:`READERS_OF_BYTES` or :data:`READERS_OF_TEXT`.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from solvers.additions import added

from .cells import HEAD_LENGTH, MOST_UNPACKED, TableError, check_cells, check_unpacked, reading
from .formats.arff import is_arff, read_arff
from .formats.arrays import read_array, read_arrays
from .formats.arrow import read_feather, read_parquet
from .formats.json_records import is_json, read_json
from .formats.libsvm import is_libsvm, read_libsvm
from .formats.matlab import read_matlab
from .formats.workbook import read_workbook
from .letters import likely_encoding
from .plain_tables import head_of, plain_table
from .tables import Table, parse_table
from .text_files import ReadingError, read_bytes, text_of

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
    ".feather",
    ".arrow",
    ".tab",
    ".jsonl",
    ".gz",
    ".bz2",
    ".xz",
)
# A table from the content of a file, its name, a sheet, and whether its first row names columns.
Reader = Callable[[bytes, str, str, bool | None], Table]
UNPACKERS: tuple[tuple[bytes, Callable[[io.BytesIO], Any]], ...] = (
    (b"\x1f\x8b", gzip.open),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ", lzma.open),
)


# Whether the first row names the columns, by the word that says so.
HEADERS = {"": None, "yes": True, "no": False}


def read_table(path: Path, encoding: str = "", sheet: str = "", header: str = "") -> Table:
    """Read a table in any of the formats above; without names the columns are called x1, x2, ...

    Text that is not UTF-8 is read in an ``encoding``, one of ``ENCODINGS``: by default the one in
    which its words are words.  Of a workbook a ``sheet`` is read, by its name; by default the first
    that holds a table.  ``header`` says yes or no to whether the first row of text names the
    columns.

    Raises:
        UserError: the file is missing, is not a table, is empty, or a line has another number of
            cells than the first.
    """
    return table_of_content(read_bytes(path), str(path), encoding, sheet, HEADERS[header])


def table_of_content(
    content: bytes,
    source: str,
    encoding: str = "",
    sheet: str = "",
    has_names: bool | None = None,
) -> Table:
    """The table in the content of a file (:func:`read_table`)."""
    with reading(source):
        unpack = next((unpack for begin, unpack in UNPACKERS if content.startswith(begin)), None)
        if unpack is not None:
            content = _unpack(content, unpack)
        read = next((read for begin, read in READERS_OF_BYTES if content.startswith(begin)), None)
        if read is not None:
            return _read_binary(read, content, source, sheet, has_names)
        if len(content) > HEAD_LENGTH and _reader_of(head_of(content).decode("latin-1")) is None:
            table = plain_table(content, source, has_names)
            if table is not None:
                return table
        return _table_in_bytes(content, source, encoding, has_names)


def _table_in_bytes(content: bytes, source: str, encoding: str, has_names: bool | None) -> Table:
    """The table in a text, of a likely encoding where it is none of Unicode."""
    with suppress(ReadingError):
        return table_in_text(text_of(content, source), source, has_names)
    if b"\0" in content:
        raise _unknown_error()
    encoding = encoding or likely_encoding(content)
    text = text_of(content.decode(encoding, "replace").encode(), source)
    return replace(table_in_text(text, source, has_names), encoding=encoding)


def _unknown_error() -> TableError:
    return TableError(
        "this table is damaged, or of a kind that is not known here; open it in its own program "
        "and save it as .xlsx or as CSV"
    )


def table_in_text(text: str, source: str, has_names: bool | None = None) -> Table:
    """The table in a text, of a file or of the clipboard."""
    read = _reader_of(text)
    if read is None:
        return parse_table(text, source, has_names)
    check_cells(1, max(text.count(","), text.count("\n")))
    return read(text, source)


def _reader_of(text: str) -> Callable[[str, str], Table] | None:
    """The reader of a text by how it begins, None of separated cells."""
    lines = map(str.rstrip, io.StringIO(text))
    begin = next((line for line in lines if line and line[0] not in "%#"), "")
    return next((read for is_of, read in READERS_OF_TEXT if is_of(begin, text)), None)


def _unpack(content: bytes, unpack: Callable[[io.BytesIO], Any]) -> bytes:
    """The content of a gzip, bzip2 or xz file.

    Raises:
        TableError: it is damaged, or too large where it is unpacked.
    """
    try:
        with unpack(io.BytesIO(content)) as file:
            unpacked: bytes = file.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        raise TableError(
            "this packed file is damaged; fetch it once more, or unpack it first"
        ) from None
    check_unpacked(len(unpacked))
    return unpacked


def _read_binary(
    read: Reader,
    content: bytes,
    source: str,
    sheet: str,
    has_names: bool | None,
) -> Table:
    """A table from another program's file: every error of its reader becomes one sentence."""
    try:
        return read(content, source, sheet, has_names)
    except ImportError as error:
        raise TableError(
            f'this kind of table needs {error.name}: pip install "linclass[files]", or save it as '
            "CSV"
        ) from None
    except TableError:
        raise
    except Exception as error:
        raise _unknown_error() from error


def _read_zip(content: bytes, source: str, *choices: Any) -> Table:
    """Several arrays (NPZ), or a ``sheet`` of an Excel workbook, which is a zip file, too."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        check_unpacked(sum(entry.file_size for entry in archive.infolist()))
        names = archive.namelist()
    if any(name.endswith(".npy") for name in names):
        return read_arrays(content, source)
    if any(name.startswith("xl/") for name in names):
        return read_workbook(content, source, *choices)
    raise TableError(
        "this is an archive, or a sheet of LibreOffice: unpack it first, or save it as .xlsx or "
        "as CSV"
    )


def _is_page(begin: str, _text: str) -> bool:
    return begin.lower().startswith(("<!doctype", "<html", "<table"))


def _refuse_page(_text: str, source: str) -> Table:
    raise TableError(f"{source}: this is a web page, not a table; download the file itself")


# How a file of each kind begins.
READERS_OF_BYTES: tuple[tuple[bytes, Reader], ...] = (
    (b"\x93NUMPY", read_array),
    (b"PK\x03\x04", _read_zip),
    (b"PAR1", read_parquet),
    (b"ARROW1", read_feather),
    (b"MATLAB ", read_matlab),
)
# Whether a text is of a kind, by its first line without comments or the whole text, and its reader.
READERS_OF_TEXT: tuple[tuple[Callable[[str, str], bool], Callable[[str, str], Table]], ...] = (
    (is_arff, read_arff),
    (is_json, read_json),
    (_is_page, _refuse_page),
    (is_libsvm, read_libsvm),
    *added("tables"),
)
