"""No table is built that has more cells or bytes than may be held, in whatever file it comes; it is
counted before.
"""

import gzip
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from linclass_gui.files import cells, tables
from linclass_gui.files.cells import TableError
from linclass_gui.files.formats import values
from linclass_gui.files.formats import workbook as workbooks
from linclass_gui.files.table_formats import read_table
from solvers.cancellation import CancelledError, cancelled_unless


def npy(descr: str, shape: tuple[int, ...], data: bytes = b"") -> bytes:
    head = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': {shape}, }}\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def npz(*matrices: bytes) -> bytes:
    with zipfile.ZipFile(file := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as held:
        for k, matrix in enumerate(matrices):
            held.writestr(f"X{k}.npy", matrix)
    return file.getvalue()


def workbook(rows: int) -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [["a", "b", "kind"], *([k, k * k, "xy"[k % 2]] for k in range(rows))]:
        book.active.append(row)
    book.save(file := io.BytesIO())
    return file.getvalue()


LINES = b"".join(b"%d,%d,%s\n" % (k, k * k, b"xy"[k % 2 : k % 2 + 1]) for k in range(600))
LARGE: dict[str, tuple[str, bytes]] = {
    "text": ("t.csv", b"a,b,kind\n" + LINES),
    "text in quotes": ("t.csv", b'"a",b,kind\n' + LINES),
    "blanks": ("t.txt", LINES.replace(b",", b" ")),
    "a packed text": ("t.csv.gz", gzip.compress(LINES)),
    "libsvm": ("t.svm", b"".join(b"%d 1:2 900:3\n" % (k % 2) for k in range(4))),
    "libsvm of many rows": ("t.svm", b"".join(b"%d 1:2 2:3\n" % (k % 2) for k in range(1200))),
    "records of many names": (
        "t.json",
        json.dumps([{f"a{k}": 1, f"b{k}": 2} for k in range(60)]).encode(),
    ),
    "rows in JSON": ("t.json", json.dumps([[k, k, "x"] for k in range(800)]).encode()),
    "ARFF": (
        "t.arff",
        b"@relation t\n@attribute a real\n@attribute b real\n@attribute class {x,y}\n@data\n"
        + LINES * 2,
    ),
    "a matrix": ("t.npy", npy("<f8", (600, 3), bytes(600 * 24))),
    "a matrix in an archive": ("t.npz", npz(npy("<i1", (600, 4), bytes(2400)))),
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_CELLS", 2000)


@pytest.mark.parametrize("what", LARGE)
def test_too_many_cells_are_refused_before_a_table_is_built(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "Table", pytest.fail)
    monkeypatch.setattr(values, "text_of", lambda value: pytest.fail("a row was made"))
    name, content = LARGE[what]
    (tmp_path / name).write_bytes(content)
    if what == "records of many names":
        monkeypatch.undo()
        monkeypatch.setattr(cells, "MOST_CELLS", 2000)
    with pytest.raises(
        TableError, match=r"more than the 2,000 cells that a table may have; take a sample"
    ) as caught:
        read_table(tmp_path / name)
    assert re.match(r".*t\.[a-z.]+: ", str(caught.value))


@pytest.mark.parametrize("descr", ["<U0", "|V0", "|S0"])
def test_cells_that_hold_nothing_are_refused(descr: str, tmp_path: Path) -> None:
    (tmp_path / "t.npy").write_bytes(npy(descr, (50_000_000, 2)))
    with pytest.raises(TableError, match="more than the 2,000 cells"):
        read_table(tmp_path / "t.npy")


def test_a_workbook_is_counted_while_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.xlsx").write_bytes(workbook(600))
    with pytest.raises(TableError, match="more than the 2,000 cells"):
        read_table(tmp_path / "t.xlsx")


def test_parquet_is_counted_by_what_it_announces(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(
        pyarrow.table({"a": np.zeros(5000), "b": np.zeros(5000)}), tmp_path / "t.parquet"
    )
    with pytest.raises(TableError, match="more than the 2,000 cells"):
        read_table(tmp_path / "t.parquet")


def matlab() -> bytes:
    savemat(file := io.BytesIO(), {"X": np.zeros((9000, 1))}, do_compression=True)
    return file.getvalue()


def feather() -> bytes:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather

    feather.write_feather(pyarrow.table({"a": np.zeros(9000)}), file := io.BytesIO(), "zstd")
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv.gz", lambda: gzip.compress(b"1" * 60_000)),
        ("t.mat", matlab),
        ("t.xlsx", lambda: npz(bytes(72_000)).replace(b"X0.npy", b"xl/x.x")),
        ("t.feather", feather),
    ],
)
def test_what_is_large_where_it_is_unpacked_is_refused(
    name: str, content: Callable[[], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "MOST_UNPACKED", 50_000)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it was unpacked"))
    (path := tmp_path / name).write_bytes(content())
    assert path.stat().st_size < 5000
    with pytest.raises(TableError, match="unpacked it is larger") as caught:
        read_table(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("place", "mark", "extra", "words"),
    [
        ("styles", b"</styleSheet>", b"<ext/>" * 30_000, "xl/styles.xml"),
        ("sheet1", b"</row>", b"<c/>" * 30_000, "a row"),
        ("sheet1", b"</row>", b"<c><v>" + b"1" * 99_999 + b"</v></c>", "a row"),
        ("sharedStrings", b"</si>", b"<t>" + b"a" * 99_999 + b"</t>", "a text"),
    ],
)
def test_no_part_of_a_workbook_is_read_that_no_program_writes(
    place: str,
    mark: bytes,
    extra: bytes,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workbooks, "MOST_AT_ONCE", 60_000)
    openpyxl = pytest.importorskip("openpyxl")
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *_, **__: pytest.fail("it was read"))
    with zipfile.ZipFile(io.BytesIO(workbook(20))) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    parts["xl/sharedStrings.xml"] = b"<sst><si></si></sst>"
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as new:
        for name, part in parts.items():
            new.writestr(name, part.replace(mark, extra + mark, 1) if place in name else part)
    with pytest.raises(TableError, match=f"{words} of it has more than"):
        read_table(tmp_path / "t.xlsx")


def test_reading_ends_where_it_is_cancelled(tmp_path: Path) -> None:
    (tmp_path / "t.xlsx").write_bytes(workbook(20))
    with cancelled_unless(lambda: False), pytest.raises(CancelledError):
        read_table(tmp_path / "t.xlsx")


def test_reading_ends_where_it_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "MOST_SECONDS", 0.0)
    for name, content in {**LARGE, "slow": ("t.csv", b"a,b,kind\n1,2,x\n3,4,y\n")}.values():
        (path := tmp_path / name).write_bytes(content)
        with pytest.raises(TableError, match=r"more than 0 seconds; take a sample") as caught:
            read_table(path)
        assert str(caught.value).startswith(f"{path}: ")
