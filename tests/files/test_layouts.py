"""Tables as other programs lay them out: the names, classes and numbers that are meant."""

import io
from pathlib import Path

import numpy as np
import pytest
from written_tables import written_table

from linclass_gui.files.cells import guard_cell
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.table_formats import read_table
from linclass_gui.files.tables import parse_table
from solvers import Dataset

ROWS = [(1.2, 0.4), (2.9, 3.1), (0.8, 1.1), (3.3, 2.2), (1.0, 0.1), (2.5, 2.7)]
KINDS = [0, 1] * 3
X = np.array(ROWS)


@pytest.mark.parametrize(
    "name",
    [
        "'a'",
        "''a''",
        "'=x'",
        "=x'",
        "'=x",
        "''=x'",
        "'-1'",
        "-1'",
        "'",
        "''",
        "'a",
        "a'",
        "'a'b'",
        "''a'",
        "= 'a'",
        "'+'",
    ],
)
def test_names_with_quotes_of_their_own_come_back(name: str) -> None:
    assert parse_table(f"{guard_cell(name)},b,kind\n1,2,x\n3,4,y\n", "t").header[0] == name
    text = written_table(Dataset(np.eye(2), np.array([0, 1]), (name, "other")))
    assert name in parse_table(text, "t").column("class").classes


Y = np.array(KINDS)
ARRAYS: dict[str, tuple[dict[str, object], tuple[str, str], tuple[str, str]]] = {
    "names of classes and of columns": (
        {
            "data": X,
            "target": Y,
            "target_names": np.array(["cat", "dog"]),
            "feature_names": np.array(["len", "wid"]),
        },
        ("len", "wid"),
        ("cat", "dog"),
    ),
    "names of classes alone": (
        {"data": X, "target": Y, "class_names": np.array(["cat", "dog"])},
        ("$x_1$", "$x_2$"),
        ("cat", "dog"),
    ),
    "words for the labels, which count them": (
        {"X": X, "y": Y, "levels": np.array(["cat", "dog"])},
        ("$x_1$", "$x_2$"),
        ("cat", "dog"),
    ),
    "names of another name": (
        {"X": X, "y": Y, "variables": np.array(["len", "wid"])},
        ("len", "wid"),
        ("0", "1"),
    ),
    "points in columns": ({"X": X.T, "y": Y}, ("$x_1$", "$x_2$"), ("0", "1")),
    "points in columns, with names": (
        {"X": X.T, "y": Y, "columns": np.array(["len", "wid"])},
        ("len", "wid"),
        ("0", "1"),
    ),
}


def npz(**arrays: object) -> bytes:
    np.savez(file := io.BytesIO(), **arrays)
    return file.getvalue()


def mat(**arrays: object) -> bytes:
    from scipy.io import savemat

    savemat(file := io.BytesIO(), arrays)
    return file.getvalue()


@pytest.mark.parametrize("what", ARRAYS)
@pytest.mark.parametrize("write", [npz, mat])
def test_arrays_say_which_words_name_what(what: str, write: object, tmp_path: Path) -> None:
    arrays, axes, classes = ARRAYS[what]
    path = tmp_path / ("t.npz" if write is npz else "t.mat")
    path.write_bytes(write(**arrays))
    document = first_picture(read_table(path)).document
    assert (document.axis_names, document.dataset.class_names) == (axes, classes)
    assert document.dataset.X.tolist() == X.tolist()
    assert document.dataset.labels.tolist() == KINDS
