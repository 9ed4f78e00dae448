"""Files that are refused, each with a sentence that says how they become a table."""

from __future__ import annotations

from collections.abc import Callable

from ..cells import TableError
from ..tables import Table
from .sheet_rows import SheetRows

IN_R = "save it as CSV in R: write.csv({}, 'table.csv', row.names = FALSE)"
R_VALUE = f"this is a file of R; {IN_R.format('readRDS(file)')}"
R_NAMES = f"this is a file of R; load it and {IN_R.format('NAME')}"
IN_PYTHON = "in Python by pandas.read_{}(file).to_csv('table.csv', index=False)"
SPSS = f"this is a file of SPSS; save it as CSV: there, or {IN_PYTHON.format('spss')}"
STATA = (
    "this is a file of Stata; save it as CSV: there by export delimited using table.csv, or "
    f"{IN_PYTHON.format('stata')}"
)
SAS = f"this is a file of SAS; save it as CSV: there by proc export, or {IN_PYTHON.format('sas')}"
PICKLE = (
    "this is a pickle of Python, which could run a program: load it where it comes from, and save "
    "it by to_csv or numpy.savez"
)
# How such files begin; files of R are unpacked already.
REFUSALS: tuple[tuple[bytes, str], ...] = (
    (b"\xd0\xcf\x11\xe0", "this is a workbook of an old Excel: save it as .xlsx or as CSV"),
    (b"X\n\0\0\0\2", R_VALUE),
    (b"X\n\0\0\0\3", R_VALUE),
    (b"RDX2\n", R_NAMES),
    (b"RDX3\n", R_NAMES),
    (b"RDA2\n", R_NAMES),
    (b"RDA3\n", R_NAMES),
    (b"$FL2", SPSS),
    (b"$FL3", SPSS),
    (b"<stata_dta>", STATA),
    *((bytes((version, order, 1)), STATA) for version in (113, 114, 115) for order in (1, 2)),
    (b"\0" * 12 + b"\xc2\xea\x81\x60", SAS),
    *((bytes((128, version)), PICKLE) for version in range(2, 6)),
    (b"\x89HDF\r\n", "this is a file of HDF5; save its table as CSV, or its arrays by numpy.savez"),
    (
        b"FEA1",
        "this is a Feather file of version 1, whose reader trusts damaged files: save it by "
        "to_feather of a newer pandas, or as CSV",
    ),
    (b"SQLite format 3", "this is a database: save one of its tables as CSV"),
)


def refusing(sentence: str) -> Callable[[bytes, str], SheetRows]:
    """A reader that says this sentence."""

    def refuse(_content: bytes, _sheet: str) -> SheetRows:
        raise TableError(sentence)

    return refuse


REFUSERS = tuple((begin, refusing(sentence)) for begin, sentence in REFUSALS)


def is_page(begin: str, _text: str) -> bool:
    """Whether a text begins as web pages do."""
    return begin.lower().startswith(("<!doctype", "<html", "<table"))


def refuse_page(_text: str, source: str) -> Table:
    """Refuse a web page."""
    raise TableError(f"{source}: this is a web page, not a table; download the file itself")


def is_latex(begin: str, _text: str) -> bool:
    """Whether a text begins with a command of LaTeX."""
    return begin.lstrip().startswith("\\")


def refuse_latex(_text: str, source: str) -> Table:
    """Refuse a table of LaTeX."""
    raise TableError(
        f"{source}: this is a table of LaTeX; keep its rows alone, with commas for & and without "
        "\\\\"
    )
