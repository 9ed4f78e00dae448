"""Tables as other programs lay them out: the names, classes and numbers that are meant."""

import io
import re
import zipfile
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.cells import TableError, guard_cell
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.scene_table import csv_text
from linclass_gui.files.table_formats import read_table, table_in_text
from linclass_gui.files.tables import parse_table
from solvers import Dataset

ROWS = [(1.2, 0.4), (2.9, 3.1), (0.8, 1.1), (3.3, 2.2), (1.0, 0.1), (2.5, 2.7)]
KINDS = [0, 1] * 3
X = np.array(ROWS)


def lines(form: str, names: tuple[str, str] = ("u", "v")) -> str:
    return "".join(
        form.format(a, b, names[k]) + "\n" for (a, b), k in zip(ROWS, KINDS, strict=True)
    )


SHAPES = {
    "single quotes": ("'x len','y len',kind\n" + lines("{},{},'{}'", ("-1", "1")), ("x len",
    "y len"), ("-1", "1")),
    "words in single quotes": ("x,y,kind\n" + lines("'{}',{},'{}'"), ("x", "y"), ("u", "v")),
    "Orange, three lines of names": ("len\twid\tkind\nc\tc\td\n\t\tclass\n" + lines("{}\t{}\t{}"),
    ("len", "wid"), ("u", "v")),
    "Orange, words and values": ("kind\tlen\twid\nu v\tcontinuous\tcontinuous\nclass\t\t\n" + "".join(  # noqa: E501
        f"{'uv'[k]}\t{a}\t{b}\n" for (a, b), k in zip(ROWS, KINDS, strict=True)), ("len", "wid"),
        ("u", "v")),
    "ARFF between blanks": ("@relation t\n@attribute len real\n@attribute wid real\n@attribute kind {u,v}\n@data\n"  # noqa: E501
                            + lines("{} {} {}"), ("len", "wid"), ("u", "v")),
    "ARFF without its first line": ("@attribute len real\n@attribute wid real\n@attribute kind {u,v}\n@data\n"  # noqa: E501
                                    + lines("{},{},{}"), ("len", "wid"), ("u", "v")),
}  # fmt: skip


@pytest.mark.parametrize("what", SHAPES)
def test_a_table_has_the_names_and_classes_that_are_meant(what: str) -> None:
    text, axes, classes = SHAPES[what]
    document = first_picture(table_in_text(text, "t")).document
    assert (document.axis_names, document.dataset.class_names) == (axes, classes)
    assert document.dataset.X.tolist() == X.tolist()
    assert document.dataset.labels.tolist() == KINDS


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
    text = csv_text(Dataset(np.eye(2), np.array([0, 1]), (name, "other")))
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


def test_a_column_of_labels_and_numbers_of_matlab_are_read_and_its_newest_format_is_named(
    tmp_path: Path,
) -> None:
    (path := tmp_path / "t.mat").write_bytes(mat(y=Y[:, None].astype(float), X=X, C=1.0))
    assert first_picture(read_table(path)).document.dataset.X.tolist() == X.tolist()
    path.write_bytes(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(512))
    with pytest.raises(UserError, match="save it by save"):
        read_table(path)
    path.write_bytes(mat(X=X)[:150])
    with pytest.raises(UserError, match=r"t[.]mat: "):
        read_table(path)


HEAD, TABLE = ["x", "y", "kind"], [[*row, "uv"[k]] for row, k in zip(ROWS, KINDS, strict=True)]


def workbook(path: Path, *sheets: list[list[object]], extent: bytes = b"") -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"s{number}")
        for row in rows:
            sheet.append(row)
    book.save(file := io.BytesIO())
    with zipfile.ZipFile(file) as held, zipfile.ZipFile(path, "w") as target:
        for name in held.namelist():
            content = held.read(name)
            target.writestr(
                name,
                re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="%s"' % extent, content)
                if extent
                else content,
            )
    return path


@pytest.mark.parametrize("extent", [b"A1", b"A1:B3", b"A1:ZZ99999"])
def test_a_workbook_that_states_a_wrong_extent_is_read_whole(extent: bytes, tmp_path: Path) -> None:
    ragged = [HEAD, *TABLE, [9.5, None, "u"], [8.5]]
    table = read_table(workbook(tmp_path / "t.xlsx", ragged, extent=extent))
    assert table.header == ("x", "y", "kind")
    assert len(table.rows) == 8
    assert first_picture(table).document.dataset.X.tolist() == X.tolist()


def test_a_cover_is_no_table(tmp_path: Path) -> None:
    table = read_table(workbook(tmp_path / "t.xlsx", [["see", "sheet", "2"]], [HEAD, *TABLE]))
    assert (table.sheet, table.sheets) == ("s1", ("s0", "s1"))
    assert first_picture(table).document.dataset.X.tolist() == X.tolist()


def test_of_several_sheets_the_one_that_is_a_table_is_read(tmp_path: Path) -> None:
    legend = [
        ["x", "length", "in", "mm"],
        ["y", "width", "in", "mm"],
        ["kind"],
        ["see", "the", "next", "sheet"],
    ]
    first = [["one", "two"], ["only", "two", "and", "three"]]
    table = read_table(
        workbook(tmp_path / "t.xlsx", first, [["a", "b", "c"]], [HEAD, *TABLE], legend)
    )
    assert table.sheet == "s2"
    assert read_table(tmp_path / "t.xlsx", sheet="s3").sheet == "s3"


def test_formulas_without_values_are_named(tmp_path: Path) -> None:
    table = read_table(
        workbook(
            tmp_path / "t.xlsx",
            [["x", "y", "kind"], *([k, f"={k}+1", "pq"[k % 2]] for k in range(9))],
        )
    )
    with pytest.raises(TableError, match="column 'y' holds no value"):
        first_picture(table)


def test_a_line_below_the_table_is_named_with_what_to_do() -> None:
    with pytest.raises(
        TableError,
        match="line 8: 2 cells where the first line has 3; delete this line if it is no row",
    ):
        table_in_text("x,y,kind\n" + lines("{},{},{}") + "mean,0.5\n", "t")


# --- the first row of scikit-learn ----------------------------------------------------------------


def sklearn_text(count: int) -> str:
    """Rows of three measurements and a class from 0, below their numbers and the classes."""
    rows = [f"{k % 7}.5,{k % 5}.25,{k % 3}.125,{k % 2}\n" for k in range(count)]
    return f"{count},3,malignant,benign\n{''.join(rows)}"


@pytest.mark.parametrize("count", [8, 5000])
def test_the_classes_of_the_first_row_name_the_numbers_of_the_last_column(
    count: int, tmp_path: Path
) -> None:
    (path := tmp_path / "breast_cancer.csv").write_text(sklearn_text(count))
    picture = first_picture(read_table(path))
    assert picture.as_read.label == "class"
    # of two classes the one that says so is class +, whatever its number is
    assert picture.as_read.classes == (("benign", count // 2), ("malignant", count // 2))
    assert len(picture.document.dataset) == count
    assert read_table(path).header == ("x1", "x2", "x3", "class")


@pytest.mark.parametrize(
    "text",
    [
        "150,4,setosa,versicolor\n" + "1.5,2.5,3\n2.5,1.5,4\n" * 4,  # no class from 0
        "150,4,a,b\n" + "1,2,3,b\n2,3,4,a\n" * 4,  # the same number of cells, and words
    ],
)
def test_other_first_rows_are_what_they_were(text: str) -> None:
    try:
        header = table_in_text(text, "t.csv").header
    except TableError:
        return
    assert "class" not in header


@pytest.mark.parametrize(("name", "K"), [("iris", 3), ("wine_data", 3), ("breast_cancer", 2)])
def test_the_files_of_scikit_learn_open(name: str, K: int) -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    path = Path(datasets.__file__).parent / "data" / f"{name}.csv"
    bunch = getattr(datasets, f"load_{name.removesuffix('_data')}")()
    dataset = first_picture(read_table(path)).document.dataset
    assert dataset.class_names == tuple(sorted(bunch.target_names))
    assert len(dataset.class_names) == K
    assert sorted(dataset.counts) == sorted(np.bincount(bunch.target).tolist())
