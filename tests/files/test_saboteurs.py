"""Files that are no table, or nearly one: every reader answers with a table or with one sentence of
our own, and never with another error.
"""

import io
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy.io import loadmat, savemat

from linclass_gui.errors import UserError
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.formats import matlab as matlab_arrays
from linclass_gui.files.table_formats import (
    READERS_OF_BYTES,
    READERS_OF_TEXT,
    read_table,
    table_in_text,
)

QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ROWS = "a,b,kind\n1,2,p\n2,1,q\n3,2,p\n1,4,q\n"


def matlab(is_compressed: bool = False) -> bytes:
    file = io.BytesIO()
    kind = np.array([["pq"[k % 2]] for k in range(12)], dtype=object)
    arrays = {"X": np.arange(24.0).reshape(12, 2), "kind": kind, "more": {"y": np.arange(12) % 2}}
    savemat(file, arrays, do_compression=is_compressed)
    return file.getvalue()


MATLAB = matlab()
OCTAVE = (
    b"# Created by Octave\n# name: X\n# type: matrix\n# rows: 2\n# columns: 2\n 1 2\n 3 4\n\n"
    b"# name: y\n# type: bool matrix\n# ndims: 2\n 2 1\n 0\n 1\n"
)
BEGINS = [begin for begin, _ in READERS_OF_BYTES]


def ends_in_words(path: Path) -> None:
    """A table and its picture, or an error of ours with the name of the file."""
    try:
        first_picture(read_table(path))
    except UserError as error:
        sentence = str(error)
        assert sentence.startswith(str(path))
        assert "\n" not in sentence
        assert len(sentence) < 2000 + len(str(path))


SABOTEURS = {
    "nothing": b"",
    "a line end": b"\n",
    "blanks": b"  \t \n \n",
    "a mark of UTF-8 alone": b"\xef\xbb\xbf",
    "a mark of UTF-16 alone": b"\xff\xfe",
    "UTF-16": ROWS.encode("utf-16"),
    "UTF-16, an odd number of bytes": ROWS.encode("utf-16")[:-1],
    "UTF-16 without its mark": ROWS.encode("utf-16-le"),
    "UTF-32": ROWS.encode("utf-32"),
    "a mark of UTF-8 and rows": ROWS.encode("utf-8-sig"),
    "carriage returns alone": ROWS.replace("\n", "\r").encode(),
    "a NUL in a cell": ROWS.replace("3", "\0").encode(),
    "NULs alone": b"\0" * 5000,
    "all bytes": bytes(range(256)) * 20,
    "names and no rows": b"a,b,kind\n",
    "one cell": b"1",
    "a quotation mark that never ends": b'a,b,"kind\n' + b"1,2,p\n" * 50,
    "quotation marks alone": b'"' * 999,
    "separators alone": b",,,,\n" * 20,
    "many separators alone": b"," * 99_999,
    "numbers beyond all": ROWS.replace("3", "1e999").replace("4", "-" + "9" * 400).encode(),
    "a number of 5000 digits": ROWS.replace("3", "1" * 5000).encode(),
    "not a number anywhere": ROWS.replace("1", "nan").replace("2", "inf").encode(),
    "a hundred thousand columns": b",".join([b"1"] * 100_000) + b"\n" + b"2," * 99_999 + b"2\n",
    "a hundred thousand names": b",".join(b"c%d" % k for k in range(100_000)) + b"\n",
    "a cell of a million letters": b"a,b,kind\n1,2," + b"x" * 1_000_000 + b"\n",
    "rows of any length": b"1\n1,2\n1,2,3\n1,2,3,4\n",
    "levels of names without a row": b",a,b\n,c,d\ne,,\n",
    "a count of what is not there": b"12 2\n1 2 0 0\n",
    "pairs without rows": b"x1,y1,x2,y2\n",
    "pairs, all empty": b"x1,y1,x2,y2\n,,,\n,,,\n",
    "blocks of nothing": b"1 2\n3 4\n\n\n\n\n# a\n\n\n# b\n",
    "flags without names": b"C#,D#,cD#\n1,2,p\n2,3,q\n",
    "roles without columns": b"a\tb\nc\td\n\tclass\n",
    "attributes without names": b"@attribute\n@attribute  \n@data\n1,2\n",
    "an attribute of blanks": b"@relation r\n@attribute a" + b" " * 50_000 + b"b\n@data\n1\n",
    "an array of Octave that is cut": OCTAVE[:90],
    "a shape of Octave that is wrong": OCTAVE.replace(b" 2 1\n", b" 9 9\n"),
    "a shape of Octave of words": OCTAVE.replace(b" 2 1\n", b" two one\n"),
    "Octave without arrays": b"# name: x\n# type: scalar\n3\n",
    "MATLAB, cut in its head": MATLAB[:100],
    "MATLAB, cut in its numbers": MATLAB[:-40],
    "MATLAB, an empty part": MATLAB[:128],
    "MATLAB, a wild length": MATLAB[:132] + struct.pack("<I", 2**31 - 1) + MATLAB[136:],
    "MATLAB of no arrays": MATLAB[:128] + b"\0" * 64,
    "a zip without entries": b"PK\x05\x06" + b"\0" * 18,
    "a zip that is cut": b"PK\x03\x04" + b"\0" * 40,
    "JSON that never ends": b'[{"a": 1, "b": ',
    "JSON, deep": b"[" * 100_000,
    "JSON, a number of 5000 digits": b'[{"a": ' + b"9" * 5000 + b', "b": 1, "k": "p"}]',
}


@pytest.mark.parametrize("what", SABOTEURS)
def test_a_saboteur_ends_in_words(what: str, tmp_path: Path) -> None:
    for name in ("t.csv", "t"):
        (path := tmp_path / name).write_bytes(SABOTEURS[what])
        ends_in_words(path)


@QUICK
@given(begin=st.sampled_from([b"", *BEGINS]), rest=st.binary(max_size=200))
def test_any_bytes_end_in_words(begin: bytes, rest: bytes, tmp_path: Path) -> None:
    (path := tmp_path / "t.dat").write_bytes(begin + rest)
    ends_in_words(path)


@QUICK
@given(
    content=st.sampled_from([MATLAB, MATLAB, OCTAVE, matlab(is_compressed=True)]),
    place=st.floats(0.0, 1.0),
    byte=st.integers(0, 255),
    cut=st.integers(0, 60),
)
def test_a_changed_byte_ends_in_words(
    content: bytes, place: float, byte: int, cut: int, tmp_path: Path
) -> None:
    at = int(place * (len(content) - 1))
    changed = content[:at] + bytes((byte,)) + content[at + 1 :]
    (path := tmp_path / "t.mat").write_bytes(changed[: len(changed) - cut])
    ends_in_words(path)


CELLS = st.sampled_from(
    ["", "1", "2.5", "-3", "1,5", "p", "q", "x1", "y1", "x2", "y2", "# p", "c", "d", "class", "12",
     "2", "Source: us", "C#a", "cD#b", "mass", "1e400", "é", "'q'", "{", "@data", "nan"]
)  # fmt: skip
GRIDS = st.lists(st.lists(CELLS, max_size=6), max_size=14)


@QUICK
@given(
    grid=GRIDS,
    mark=st.sampled_from([",", ";", "\t", " ", "|"]),
    end=st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
)
@example(grid=[["12"], [], ["# p"], ["1", "2"]], mark=" ", end="\n\n")
def test_any_grid_of_cells_ends_in_words(
    grid: list[list[str]], mark: str, end: str, tmp_path: Path
) -> None:
    (path := tmp_path / "t.csv").write_bytes(end.join(map(mark.join, grid)).encode())
    ends_in_words(path)


@QUICK
@given(
    reader=st.sampled_from([read for _, read in READERS_OF_TEXT]),
    text=st.text(st.sampled_from("12.,-eE \t\n'\"{}[]()#%@:attributedx\\"), max_size=120),
)
def test_each_reader_of_text_refuses_in_words(reader: object, text: str) -> None:
    for read in (reader, table_in_text):
        try:
            first_picture(read(text, "t"))  # type: ignore[operator]
        except UserError as error:
            assert str(error).startswith("t")  # noqa: PT017


@pytest.mark.parametrize("is_compressed", [False, True])
def test_files_of_matlab_hold_what_scipy_finds_in_them(is_compressed: bool, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    arrays = {
        "X": rng.normal(size=(9, 3)),
        "few": rng.integers(0, 200, (9, 2)).astype(np.uint8),
        "deep": {"y": rng.normal(size=(1, 9)), "words": "ab"},
        "nothing": np.empty((0, 0)),
        "none": np.empty((0, 3)),
        "complex": np.array([[1j]]),
    }
    savemat(tmp_path / "t.mat", arrays, do_compression=is_compressed)
    content = (tmp_path / "t.mat").read_bytes()
    found = dict(
        pair
        for data in matlab_arrays._matrices(content[128:])
        for pair in matlab_arrays._arrays_in(*matlab_arrays._matrix(data))
    )
    expected = loadmat(tmp_path / "t.mat")
    for name in ("X", "few"):
        np.testing.assert_array_equal(found[name], expected[name])
    np.testing.assert_array_equal(found["y"], expected["deep"]["y"].item().ravel())
    assert found["words"].tolist() == ["ab"]
    assert set(found) == {"X", "few", "y", "words"}
