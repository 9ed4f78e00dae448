"""Tables with the structure of published files and of what programs write, made-up numbers in them:
each ends in the picture, or in the sentence, that a statistician expects.
"""

import gzip
import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from linclass_gui.errors import UserError
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.read import is_table
from linclass_gui.files.table_formats import read_table

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"
N = 12
KIND = np.repeat([0, 1], N // 2)
X = (np.random.default_rng(3).normal(size=(N, 4)) + 3.0 * KIND[:, None] + 5.0).round(2)
IRIS = ("setosa", "versicolor")
REFUSED = "“"  # begins a sentence


@dataclass(frozen=True)
class Published:
    """A table in a file, and how the line of its reading begins, or what its refusal says."""

    name: str
    content: bytes | str | Callable[[], bytes]
    ends: str

    @property
    def bytes(self) -> bytes:
        """The content of the file."""
        content = self.content() if callable(self.content) else self.content
        return content.encode() if isinstance(content, str) else content


def rows(form: str, names: Sequence[object] = IRIS) -> str:
    """A line for each point: ``{0}`` to ``{3}`` are its numbers, ``{k}`` its class, ``{i}`` its
    number.
    """
    lines = (form.format(*x, k=names[k], i=i) for i, (x, k) in enumerate(zip(X, KIND, strict=True)))
    return "".join(f"{line}\n" for line in lines)


def mat(**arrays: object) -> bytes:
    file = io.BytesIO()
    savemat(file, arrays)
    return file.getvalue()


def words(names: Sequence[str]) -> object:
    return np.array([[names[k]] for k in KIND], dtype=object)


def book(
    grids: dict[str, Sequence[Sequence[object]]], merged: Sequence[str] = (), extent: bytes = b""
) -> bytes:
    """A workbook; ``merged`` cells are on its last sheet, and each sheet states the ``extent``."""
    openpyxl = pytest.importorskip("openpyxl")
    workbook, file = openpyxl.Workbook(), io.BytesIO()
    workbook.remove(workbook.active)
    for title, grid in grids.items():
        sheet = workbook.create_sheet(title)
        for row in grid:
            sheet.append(list(row))
    for place in merged:
        sheet.merge_cells(place)
    workbook.save(file)
    if not extent:
        return file.getvalue()
    changed = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(
                name, re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="%s"' % extent, part)
            )
    return changed.getvalue()


def grid(form: str = "k012", names: Sequence[str] = IRIS, once: bool = False) -> list[list[object]]:
    """Rows of a sheet: ``k`` is the class, which may stand ``once``, in the first of its rows."""

    def cell(mark: str, i: int) -> object:
        if mark != "k":
            return float(X[i, int(mark)])
        return names[KIND[i]] if not once or i in (0, N // 2) else None

    return [[cell(mark, i) for mark in form] for i in range(N)]


def feather() -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather as format

    columns = {name: X[:, k] for k, name in enumerate(("sepal_length", "sepal_width"))}
    file = pyarrow.BufferOutputStream()
    format.write_feather(pyarrow.table({**columns, "species": [IRIS[k] for k in KIND]}), file)
    return file.getvalue().to_pybytes()


COUNTS = "setosa (-, 6), versicolor (+, 6)"
SEPAL = f"sepal length (x1) against sepal width (x2), class iris: {COUNTS}"
XY = "x (x1) against y (x2), class class: "
ARFF_CLASS = "@ATTRIBUTE class {setosa,versicolor}\n@DATA\n"
PUBLISHED = {
    "exercise on SVMs of a course": Published(
        "ex6data1.mat",
        lambda: mat(X=X[:, :2], y=KIND[:, None].astype(np.uint8)),
        "x1 against x2, class y: 0 (-, 6), 1 (+, 6)",
    ),
    "exercise with points for validation": Published(
        "ex6data3.mat",
        lambda: mat(X=X[:, :2], y=KIND[:, None], Xval=X[3:9, :2] + 0.1, yval=KIND[3:9, None]),
        "x1 against x2, class y: 0 (-, 6), 1 (+, 6); 6 test points, as column 'set' says",
    ),
    "iris as MATLAB ships it": Published(
        "fisheriris.mat",
        lambda: mat(meas=X, species=words(IRIS)),
        f"x1 against x2, class species: {COUNTS}",
    ),
    "points in columns, in a structure": Published(
        "riply_trn.mat",
        lambda: mat(trn={"X": X[:, :2].T, "y": KIND[None, :] + 1}),
        "x1 against x2, class y: 1 (-, 6), 2 (+, 6)",
    ),
    "MATLAB 7.3": Published(
        "new.mat",
        b"MATLAB 7.3 MAT-file, Platform: GLNXA64" + b"\0" * 99,
        "“save it by save(..., '-v7')”",
    ),
    "iris of Orange, three lines of header": Published(
        "iris.tab",
        "sepal length\tsepal width\tpetal length\tpetal width\tiris\n"
        "c\tc\tc\tc\td\n\t\t\t\tclass\n" + rows("{0}\t{1}\t{2}\t{3}\t{k}"),
        SEPAL,
    ),
    "ARFF between tabs, blanks in names, no relation": Published(
        "yeast.arff",
        "@attribute sepal length real\n@attribute 'sepal width' real % mm\n"
        + ARFF_CLASS
        + rows("{0}\t{1}\t{k}"),
        f"sepal length (x1) against sepal width (x2), class class: {COUNTS}",
    ),
    "single quotes around classes and names": Published(
        "mammography.csv",
        "'attr 1','attr 2',class\n" + rows("{0},{1},'{k}'", (-1, 1)),
        "attr 1 (x1) against attr 2 (x2), class class: -1 (-, 6), 1 (+, 6)",
    ),
    "a workbook that states a wrong extent": Published(
        "Default.xlsx",
        lambda: book(
            {"Default": [["balance", "income", "default"], *grid("01k", ("No", "Yes"))]},
            extent=b"A1",
        ),
        "balance (x1) against income (x2), class default: No (-, 6), Yes (+, 6)",
    ),
    "a cover sheet before the table": Published(
        "Dry_Bean.xlsx",
        lambda: book(
            {
                "Citation": [["Cite", "as", "below"], ["A. Author: Beans"]],
                "Beans": [["Area", "Perimeter", "Class"], *grid("01k")],
            }
        ),
        f"Area (x1) against Perimeter (x2), class Class: {COUNTS}",
    ),
    "codes of columns above their names": Published(
        "credit_clients.xlsx",
        lambda: book(
            {
                "Data": [
                    [None, "X1", "X2", "Y"],
                    ["ID", "LIMIT_BAL", "AGE", "default payment next month"],
                    *([i, *row] for i, row in enumerate(grid("01k", ("n", "y")), 1)),
                ]
            }
        ),
        "LIMIT_BAL (x1) against AGE (x2), class default payment next month: n (-, 6), y (+, 6)",
    ),
    "a class in merged cells": Published(
        "laboratory.xlsx",
        lambda: book(
            {"May": [["kind", "length", "width"], *grid("k01", once=True)]}, ["A2:A7", "A8:A13"]
        ),
        f"length (x1) against width (x2), class kind: {COUNTS}",
    ),
    "title, merged names and units in a sheet": Published(
        "report.xlsx",
        lambda: book(
            {
                "Sheet1": [
                    ["Measurements of May"],
                    [],
                    ["kind", "sepal", None],
                    [None, "length", "width"],
                    *grid("k01"),
                ]
            },
            ["A1:C1", "A3:A4", "B3:C3"],
        ),
        f"length (x1) against width (x2), class kind: {COUNTS}",
    ),
    "points of a clustering collection": Published(
        "s1.txt", rows("    {0}    {1}").replace(".", ""), "“a column with the class of each row”"
    ),
    "Feather": Published(
        "iris.feather",
        feather,
        f"sepal_length (x1) against sepal_width (x2), class species: {COUNTS}",
    ),
    "a value of R": Published(
        "iris.rds", gzip.compress(b"X\n\0\0\0\3\0\4"), "“save it as .xlsx or as CSV”"
    ),
    "Stata": Published("old.dta", bytes((114, 2, 1, 0)) * 9, "“save it as .xlsx or as CSV”"),
}


@pytest.mark.parametrize("what", PUBLISHED)
def test_a_published_table_ends_as_a_statistician_expects(what: str, tmp_path: Path) -> None:
    published = PUBLISHED[what]
    (path := tmp_path / published.name).write_bytes(published.bytes)
    assert is_table(path)
    if published.ends.startswith(REFUSED):
        with pytest.raises(UserError, match=re.escape(published.ends.strip("“”"))) as refused:
            first_picture(read_table(path))
        assert str(refused.value).startswith(str(path))
        return
    picture = first_picture(read_table(path))
    assert picture.as_read.sentence.startswith(published.ends)
    assert np.isin(picture.document.dataset.X.round(2), [*X.ravel()]).all()


def test_the_page_lists_the_published_tables() -> None:
    page = PAGE.read_text(encoding="utf-8")
    lines = (f"| {what} | `{case.name}` | {case.ends} |" for what, case in PUBLISHED.items())
    assert [line for line in lines if line not in page] == []
