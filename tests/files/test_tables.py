"""CSV tables: what is read, and the sentence for everything that cannot be."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from written_tables import written_table

from linclass_gui.files import cells
from linclass_gui.files.cells import TableError
from linclass_gui.files.columns import Columns, guess_columns
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.scene_table import check_classes
from linclass_gui.files.table_formats import read_table
from linclass_gui.files.table_points import TablePoints, read_points
from linclass_gui.files.tables import parse_table
from solvers import Dataset

SMALL = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n"


ROWS = [(0, 0.3, 5, "u"), (1, 0.1, 7, "v"), (2, 0.9, 6, "u"), (3, 0.2, 9, "v")]


def in_columns(header: str, *order: int, rows: list[tuple[object, ...]] = ROWS) -> str:
    """A table of a row number, two coordinates and a class, in any order."""
    return "\n".join([header, *(",".join(str(row[k]) for k in order) for row in rows)]) + "\n"


DECIMALS = [[1.5, -2.25], [3.0, 0.5]]
COORDINATES = [[0.3, 5.0], [0.1, 7.0], [0.9, 6.0], [0.2, 9.0]]
SHUFFLED = [2, 0, 3, 1]

# What stands in the file, the columns of the first guess (coordinates and class), and the points in
# them.
GUESSED: dict[str, tuple[str, tuple[str, str, str], list[list[float]]]] = {
    "a column without a name": ("a,b,\n1,2,x\n3,4,y\n", ("a", "b", "column 3"), [[1, 2], [3, 4]]),
    "decimal commas": ("a;b;kind\n1,5;-2,25;x\n3;,5;y\n", ("a", "b", "kind"), DECIMALS),
    "decimal commas, quotes": ('"1,5";"-2,25";"x, y"\n3;",5";y\n', ("x1", "x2", "x3"), DECIMALS),
    "one column is points on a line": (
        "x,kind\n-2,in\n1.5,out\n0.25,in\n",
        ("x", "", "kind"),
        [[-2, 0], [1.5, 0], [0.25, 0]],
    ),
    "row numbers beside one column": (
        "id,a,kind\n0,5.5,u\n1,7,v\n2,6,u\n",
        ("a", "", "kind"),
        [[5.5, 0], [7, 0], [6, 0]],
    ),
    "a constant column": (
        "c,b,kind\n7,1,x\n7,2,y\n7,3,x\n7,4,y\n",
        ("b", "", "kind"),
        [[1, 0], [2, 0], [3, 0], [4, 0]],
    ),
    "counting coordinates": (
        "x1,x2,class\n0,5,a\n1,7,b\n2,6,a\n",
        ("x1", "x2", "class"),
        [[0, 5], [1, 7], [2, 6]],
    ),
    "row numbers of no such name that were shuffled": (
        "customer,a,b,kind\n102,1.5,2,u\n100,3,4.5,v\n101,2,5.5,u\n103,1,3.5,v\n",
        ("a", "b", "kind"),
        [[1.5, 2], [3, 4.5], [2, 5.5], [1, 3.5]],
    ),
    "row numbers that were shuffled": (
        in_columns(",a,b,kind", 0, 1, 2, 3, rows=[ROWS[k] for k in SHUFFLED]),
        ("a", "b", "kind"),
        [COORDINATES[k] for k in SHUFFLED],
    ),
}


@pytest.mark.parametrize("what", GUESSED)
def test_the_first_guess_takes_columns_of_numbers_and_no_row_numbers(what: str) -> None:
    text, columns, points = GUESSED[what]
    table = parse_table(text, "t")
    guess = guess_columns(table).columns
    assert (guess.x1, guess.x2, guess.label) == columns
    assert read_points(table, guess).dataset.X.tolist() == points


CHOSEN = Columns("a", "b", "kind")
NUMBERS = "numbers in one column or more and a column with the class of each row are needed"
NO_ROW = "delete this line if it is no row, or begin it with #"

# What stands in the file, the columns (those of the first guess, all classes), and what is said.
REFUSED: dict[str, tuple[str, Columns | None, str]] = {
    "a word in the guess": (
        "a,b,kind\n1,2,x\n1,oops,y\n3,4,y\n",
        None,
        ", line 3: column 'b' holds 'oops', which is not a number",
    ),
    "no whole row": (
        "a,b,kind\n1,,x\n,2,y\n",
        None,
        ": no row has a value in each of the chosen columns; choose others",
    ),
    "one class": (
        "a,b,kind\n1,2,x\n3,4,x\n",
        None,
        ": column 'kind' holds only one class ('x'): a second one is needed, or points without "
        "classes (One class, --one-class)",
    ),
    "no column of numbers": (
        "a,b,c\nx,x,u\ny,y,v\n",
        None,
        f": {NUMBERS}; found a (2 values), b (2 values), c (2 values)",
    ),
    "a column without a value": (
        "a,b,c\n1,,\n2,,\n",
        None,
        ": column 'c' holds no class; 2 rows without a class: a second one is needed, or points "
        "without classes (One class, --one-class)",
    ),
    "infinite numbers alone": (
        "a,kind\ninf,x\n-inf,y\n",
        None,
        f": {NUMBERS}; found a (2 values), kind (2 values)",
    ),
    "the class as an axis": (
        SMALL,
        Columns("a", "b", "b"),
        ": column 'b' is the class, which would give it away as an axis: choose another axis",
    ),
    "a class of too many values": (
        "a,b,class\n" + "".join(f"{k}.5,{k},{k % 31}\n" for k in range(99)),
        None,
        f": {NUMBERS}; found a (numbers), b (numbers), class (numbers)",
    ),
    "nothing": ("", CHOSEN, ": the file is empty"),
    "no rows": ("a,b,kind\n", CHOSEN, ": the table has a header but no rows"),
    "a short row": (
        "a,b,kind\n1,2\n",
        CHOSEN,
        f", line 2: 2 cells where the first line has 3; {NO_ROW}",
    ),
    "a word": (
        "a,b,kind\n1,2,x\n\n1,oops,y\n",
        CHOSEN,
        ", line 4: column 'b' holds 'oops', which is not a number",
    ),
    "an underscore": (
        "a,b,kind\n1_0,2,x\n3,4,y\n",
        CHOSEN,
        ", line 2: column 'a' holds '1_0', which is not a number",
    ),
    "below a cell of two lines": (
        'a,b,kind\n1,2,"x\ny"\n1,bad,z\n',
        CHOSEN,
        ", line 4: column 'b' holds 'bad', which is not a number",
    ),
    "one column twice": (
        SMALL,
        Columns("a", "1", "kind"),
        ": the two coordinates must be different columns; both are 'a'",
    ),
    "no such column": (
        SMALL,
        Columns("a", "c", "kind"),
        ": there is no column 'c'; the columns are a, b, kind",
    ),
    "no such class": (
        SMALL,
        replace(CHOSEN, classes=("x", "w")),
        ": class 'w' does not occur in column 'kind'; it holds 'x', 'y'",
    ),
    **{
        f"separators alone: {text!r}": (text, None, ": the file is empty")
        for text in (",,,\n", ",,,\n,,,\n", '""\n', ";;\n", " , \n", "\t\t\n\n")
    },
}


def points_of(text: str, columns: Columns | None) -> TablePoints:
    table = parse_table(text, "t")
    return read_points(table, columns or guess_columns(table).columns)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_table_of_points_is_said_with_its_line(what: str) -> None:
    text, columns, sentence = REFUSED[what]
    with pytest.raises(TableError) as caught:
        points_of(text, columns)
    assert str(caught.value) == f"t{sentence}"


def test_labels_with_decimal_commas_are_ordered_as_numbers() -> None:
    assert parse_table("a;b;k\n1;2;10,5\n1;2;9,5\n", "t").column("k").classes == ("9,5", "10,5")


@pytest.mark.parametrize("mark", [",", ";"])
def test_quotes_behind_the_space_after_a_separator_are_quotes(mark: str) -> None:
    lines = ['a| b| "kind, of it"', '1.5| 2.5| "not, yet"', '2.5| 1.5| "done"']
    table = parse_table("\n".join(lines).replace("|", mark), "t")
    assert table.header == ("a", "b", "kind, of it")
    assert table.first_rows == [("1.5", "2.5", "not, yet"), ("2.5", "1.5", "done")]


@pytest.mark.parametrize("name", ["²", "٣", "9" * 5000, "0", "-1"])
def test_digits_that_are_no_column_number_are_no_column(name: str) -> None:
    with pytest.raises(TableError, match="there is no column"):
        parse_table(SMALL, "t").column(name)


def test_long_cells_and_many_columns_are_repeated_in_short() -> None:
    long = "x" * 5000
    with pytest.raises(TableError) as caught:
        read_points(parse_table(f"a,b,kind\n{long},2,x\n3,4,y\n", "t"), Columns("a", "b", "kind"))
    assert len(str(caught.value)) < 160
    with pytest.raises(TableError) as caught:
        parse_table(
            ",".join(f"{long}{k}" for k in range(99)) + "\n" + ",".join("a" * 99) + "\n", "t"
        ).column("z")
    assert len(str(caught.value)) < 700
    with pytest.raises(TableError) as caught:
        parse_table(f"a,b,kind\n1,2,{long}\n3,4,y\n5,6,z\n", "t").column("z" * 5000)
    assert len(str(caught.value)) < 160


def test_a_line_of_very_many_cells_is_not_split_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "tidy_cell", pytest.fail)
    with pytest.raises(
        TableError, match="t, line 1: 300000 cells; a table has at most 16384 columns"
    ):
        parse_table(",".join(["1"] * 300_000), "t")


def written(tmp_path: Path, *names: str, axes: tuple[str, str] = ("x1", "x2")) -> Path:
    """A table of two points of two classes."""
    path = tmp_path / "t.csv"
    path.write_bytes(written_table(Dataset(np.eye(2), np.array([0, 1]), names), axes).encode())
    return path


# of no width: zero width space, byte order mark, word joiner, soft hyphen
UNSEEN = "\u200b\ufeff\u2060\u00ad"


@pytest.mark.parametrize(
    "name",
    [
        "=cmd|' /C calc'!A0",
        "+x",
        "-y",
        "@sum",
        "'=x",
        "''=x",
        "'quoted'",
        "＝1+1",
        "－y",
        "＋x",
        "＠x",
        *(f"{each}=1" for each in UNSEEN),
    ],
)
def test_names_that_a_spreadsheet_would_compute_are_text_there_and_come_back(
    tmp_path: Path, name: str
) -> None:
    path = written(tmp_path, name, "other", axes=("=x", "y"))
    for line in path.read_text(encoding="utf-8").splitlines():
        assert not any(
            cell.strip(f'"{UNSEEN}').startswith(("=", "+", "@", "-y", "＝", "＋", "＠", "－"))
            for cell in line.split(",")
        )
    table = read_table(path)
    assert table.header == ("=x", "y", "class", "row")
    assert read_points(table, Columns("=x", "y", "class", (name, "other"))).dataset.class_names == (
        name,
        "other",
    )


@pytest.mark.parametrize("space", ["\t", " ", "\r", "\n", "\u3000", "\u2028"])
@pytest.mark.parametrize("formula", ["=1+1", "＝1+1", "'=1", "@x"])
def test_formulas_behind_a_space_are_text_there_and_come_back_without_it(
    tmp_path: Path, space: str, formula: str
) -> None:
    path = written(tmp_path, space + formula, "other")
    found = [
        cell
        for row in csv.reader(io.StringIO(path.read_bytes().decode(), newline=""))
        for cell in row
    ]
    assert not any(cell.lstrip().startswith(("=", "＝", "@")) for cell in found)
    assert set(read_table(path).column("class").classes) == {formula, "other"}


@pytest.mark.parametrize("name", ["a\rb", "a\r\nb", "a\nb", 'a"b', "a,b"])
def test_every_name_stays_in_its_row(tmp_path: Path, name: str) -> None:
    table = read_table(written(tmp_path, name, "other"))
    assert len(table.lines) == 2
    assert table.column("class").classes == (" ".join(name.split()), "other")


def test_numbers_as_names_need_no_apostrophe(tmp_path: Path) -> None:
    assert "'" not in written(tmp_path, "-1", "+1").read_text(encoding="utf-8")


def test_two_classes_of_one_name_are_not_written() -> None:
    with pytest.raises(TableError, match="two classes are called 'a'"):
        check_classes(("a", "a"))


@pytest.mark.parametrize(
    "text", [f"a,b,k\n1,2,{'x' * 1001}\n3,4,y\n", f"{'a' * 1001},b,k\n1,2,x\n3,4,y\n"]
)
def test_names_that_no_scene_could_hold_are_refused(text: str) -> None:
    with pytest.raises(TableError, match=r"names have at most 1000 characters; got '[ax]"):
        first_picture(parse_table(text, "t"))


def test_names_are_one_line() -> None:
    table = parse_table('a,b,"kind\u2028of"\n1,2,"x\u2028y"\n3,4,"z\nz"\n', "t")
    assert table.header[2] == "kind of"
    assert read_points(table, Columns("a", "b", "kind of")).dataset.class_names == ("x y", "z z")


def test_a_row_of_a_class_left_out_may_hold_anything() -> None:
    table = parse_table("a,b,kind\n1,2,x\n?,?,z\n3,4,y\n", "t")
    assert len(read_points(table, Columns("a", "b", "kind", ("x", "y"))).dataset) == 2


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.floats(allow_nan=False, allow_infinity=False),
            st.floats(-1e3, 1e3),
            st.integers(0, 1),
        ),
        min_size=2,
        max_size=20,
    )
)
def test_written_tables_read_back_as_the_very_same_numbers(
    points: list[tuple[float, float, int]],
) -> None:
    labels = [p[2] for p in points]
    labels[:2] = [0, 1]
    dataset = Dataset(np.array([p[:2] for p in points]), np.array(labels), ("no, thanks", "yes"))
    again = read_points(
        parse_table(written_table(dataset), "t"),
        Columns("x1", "x2", "class", ("no, thanks", "yes")),
    ).dataset
    assert np.array_equal(again.X, dataset.X)
    assert np.array_equal(again.labels, dataset.labels)


def test_empty_lines_count_as_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_CELLS", 20)
    assert len(parse_table(SMALL + "\n", "t").lines) == 3
    with pytest.raises(TableError, match="more than the 20 cells"):
        parse_table(SMALL + "\n" * 8, "t")
