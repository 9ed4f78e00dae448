"""Zip files: arrays, workbooks, or a sentence."""

from __future__ import annotations

import io
import zipfile

from ..cells import TableError
from ..text_files import MOST_BYTES
from .arrays import holds_arrays, read_arrays
from .sheet_rows import SheetRows
from .workbook import read_workbook


def read_zip(content: bytes, sheet: str = "") -> SheetRows:
    """Several arrays (NPZ), or a ``sheet`` of an Excel workbook, which is a zip file, too."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_BYTES:
            raise TableError(
                f"unpacked it is larger than {MOST_BYTES >> 30} GB, which is more than can be read"
            )
        names = archive.namelist()
        is_of_arrays = holds_arrays(archive)
    if is_of_arrays:
        return read_arrays(content)
    if any(name.startswith("xl/") for name in names):
        return read_workbook(content, sheet)
    if "mimetype" in names:
        raise TableError("this is a sheet of LibreOffice: save it as .xlsx or as CSV")
    raise TableError("this is an archive: unpack it first, or save its table as CSV")
