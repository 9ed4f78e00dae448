"""Tables as people have them: every one ends in the points that are in it, or in one sentence that
says what to do.
"""

import io
import json
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.cells import TableError
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.read import is_table
from linclass_gui.files.table_formats import read_table

# Three flowers by length and width, with their kinds.
FLOWERS = (
    ("5.1", "1.4", "iris"),
    ("7.0", "4.7", "rose"),
    ("4.9", "1.5", "iris"),
    ("6.4", "4.5", "rose"),
)
X = [[5.1, 1.4], [7.0, 4.7], [4.9, 1.5], [6.4, 4.5]]


def lines(
    mark: str = ",",
    head: tuple[str, ...] = ("length", "width", "kind"),
    rows: tuple[tuple[str, ...], ...] = FLOWERS,
) -> str:
    return "".join(f"{mark.join(row)}\n" for row in ((head,) if head else ()) + rows)


def npz(**arrays: object) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def npy(array: object) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


RECORDS = [{"length": float(a), "width": float(b), "kind": kind} for a, b, kind in FLOWERS]
ARFF = (
    "% flowers\n@RELATION f\n\n@ATTRIBUTE length NUMERIC\n@attribute 'width' real\n@attribute "
    "kind {iris, rose}\n@DATA\n"
)
MATRIX = np.column_stack([X, [0, 1, 0, 1]])

TABLES: dict[str, tuple[str, bytes]] = {
    "NA": ("t.csv", (lines() + "NA,3.0,rose\nNaN,n/a,iris\n").encode()),
    "a missing class": ("t.csv", (lines() + "6.0,3.0,\n6.0,3.0,?\n").encode()),
    "libsvm as text": (
        "t.txt",
        b"0 qid:1 1:5.1 2:1.4\n1 qid:1 1:7 2:4.7\n0 qid:2 1:4.9 2:1.5\n1 qid:2 1:6.4 2:4.5\n",
    ),
    "structured array": (
        "t.npy",
        npy(np.array([tuple(r) for r in MATRIX], dtype=[("a", float), ("b", float), ("y", int)])),
    ),
    "arrays of other names": ("t.npz", npz(points=np.array(X), kind=np.array([0, 1, 0, 1]))),
    "names behind a comment sign": (
        "t.txt",
        b"# by hand\n# length width kind\n5.1 1.4 0\n7 4.7 1\n4.9 1.5 0\n6.4 4.5 1\n",
    ),
    "columns by the numbers of rows": (
        "t.json",
        json.dumps({k: {str(i): r[k] for i, r in enumerate(RECORDS)} for k in RECORDS[0]}).encode(),
    ),
    "runs of tabs": (
        "t.txt",
        b"5.1\t\t1.4\tiris\n7.0\t4.7\trose\n4.9\t1.5\t\tiris\n6.4\t4.5\trose\n",
    ),
}


def opened(tmp_path: Path, name: str, content: bytes) -> Path:
    (path := tmp_path / name).write_bytes(content)
    return path


@pytest.mark.parametrize("what", TABLES)
def test_every_table_gives_its_points(tmp_path: Path, what: str) -> None:
    path = opened(tmp_path, *TABLES[what])
    assert is_table(path)
    document = first_picture(read_table(path)).document
    assert document.dataset.X.tolist() == X
    assert document.dataset.labels.tolist() == [0, 1, 0, 1]
    assert document.title == "t"
    if what == "names behind a comment sign":
        assert document.axis_names == ("length", "width")


def test_a_scene_is_no_table(tmp_path: Path) -> None:
    assert not is_table(opened(tmp_path, "scene.json", b'{"format": "linclass scene"}'))


WRONG: dict[str, tuple[str, bytes, str]] = {
    "no class": (
        "t.csv",
        b"a,b\n1,2\n3,4\n",
        "a column with the class of each row are needed; found a (2 values), b (2 values)",
    ),
    "all missing": (
        "t.csv",
        b"a,b,c\n1,,x\n,2,y\n3,,x\n,4,y\n",
        "no row has a value in each of the chosen columns",
    ),
    "twelve classes": (
        "t.csv",
        b"a,b,c\n" + b"".join(b"1.5,%d.5,c%d\n" % (k, k) for k in range(12)) * 2,
        "at most 10",
    ),
    "a scalar": ("t.npy", npy(np.array(3.0)), "a matrix with a row for each point is needed"),
    "objects": ("t.npy", npy(np.array([{}], dtype=object)), "it holds objects of Python"),
    "no matrix": ("t.npz", npz(y=np.arange(3)), "no matrix of points, only y"),
    "a torn archive": ("t.npz", npz(X=np.eye(9))[:200], "is damaged"),
    "a torn libsvm": (
        "t.svm",
        b"1 1:2 2:3\n1 1:2 oops\n",
        "line 2: a label and features as in 3:0.5",
    ),
    "a feature too far": (
        "t.svm",
        b"1 1:2 2:3\n1 999999999:2\n",
        "line 2: features have numbers up to",
    ),
    "sparse ARFF": ("t.arff", (ARFF + "{0 1, 1 2}\n").encode(), "line 8: rows of pairs in braces"),
    "ARFF without rows": ("t.arff", ARFF.encode(), "here are 3 and 0"),
    "torn JSON": ("t.json", b'[{"a": 1', "this is not JSON"),
    "JSON of rows": ("t.json", b"[[1, 2], [2, 3]]", "records of one point each"),
    "mixed JSON": ("t.json", b'[{"a": 1}, 2]', "records of one point each"),
    "Parquet": ("t.parquet", b"PAR1", "CSV"),
    "Stata": ("t.dta", b"<stata_dta><header><release>118\0", "save it as .xlsx or as CSV"),
    "a torn packed file": ("t.gz", b"\x1f\x8b\x08\0", "unpack it first"),
    "a table of a web page": (
        "t.txt",
        b"<table>\n<tr><td>1</td></tr>\n</table>",
        "this is a web page",
    ),
    "a cell a line": ("t.txt", b"x\n1\n2\na\n3\n4\nb\n", "found x ("),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_table_says_why(tmp_path: Path, what: str) -> None:
    name, content, words = WRONG[what]
    path = opened(tmp_path, name, content)
    assert is_table(path)
    with pytest.raises(UserError, match=r"t[.]") as caught:
        first_picture(read_table(path))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_library_names_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as book:
        book.writestr("xl/workbook.xml", "")
    with pytest.raises(
        TableError, match=r'needs openpyxl: pip install "linclass\[files\]", or save it as CSV'
    ):
        read_table(opened(tmp_path, "t.xlsx", file.getvalue()))


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_texts_of_an_array_that_are_no_characters_are_refused(
    tmp_path: Path, suffix: str, order: str
) -> None:
    """numpy makes texts of them, on which Python fails when they are compared."""
    path = tmp_path / f"t{suffix}"
    texts = np.array([["1", "2", "a"], ["3", "4", "b"]], dtype=f"{order}U1")
    codes = texts.view(f"{order}u4").copy()
    codes[1, 2] = 0x110000
    damaged = codes.view(f"{order}U1")
    with path.open("wb") as file:
        if suffix == ".npy":
            np.save(file, damaged)
        else:
            np.savez(file, X=np.eye(2), y=damaged[:, 2])
    with pytest.raises(TableError, match="is damaged"):
        read_table(path)
    record = np.array(
        [(1.0, 2.0, "a"), (3.0, 4.0, "b")], dtype=[("u", "f8"), ("v", "f8"), ("kind", f"{order}U1")]
    )
    np.save(tmp_path / "good.npy", record)
    assert read_table(tmp_path / "good.npy").first_rows[1] == ("3", "4", "b")
