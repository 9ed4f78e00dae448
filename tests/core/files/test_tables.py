"""CSV tables: what is read, and the sentence for everything that cannot be."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.core.files import cells
from linclass_gui.core.files.cells import TableError
from linclass_gui.core.files.opening import document_of_table
from linclass_gui.core.files.resources import assets
from linclass_gui.core.files.table_formats import read_table
from linclass_gui.core.files.tables import (
    Columns,
    Table,
    csv_text,
    parse_table,
    suggested_columns,
    to_datasets,
)
from solvers import Dataset, Fisher, Problem, fit, solve

SMALL = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n"


def test_iris_opens_with_the_chosen_columns_and_classes() -> None:
    table = read_table(assets() / "data" / "iris.csv")
    dataset = to_datasets(table, Columns("petal_length", "petal_width", "species", "versicolor", "virginica"))[0]
    assert dataset.counts == (50, 50)
    assert dataset.class_names == ("versicolor", "virginica")
    assert dataset.X[0].tolist() == [4.7, 1.4]
    assert dataset.X[-1].tolist() == [5.1, 1.8]


def test_the_first_guess_takes_two_numeric_columns_and_the_text_column_as_label() -> None:
    guess = suggested_columns(read_table(assets() / "data" / "iris.csv"))
    assert guess == Columns("sepal_length", "sepal_width", "species", "setosa", "versicolor")


def test_a_table_without_header_gets_numbered_columns() -> None:
    table = parse_table("1,2,0\n3,4,1\n", "t")
    assert table.header == ("x1", "x2", "x3")
    assert to_datasets(table, Columns("x1", "x2", "x3"))[0].counts == (1, 1)


def test_a_first_line_with_two_numbers_is_a_point() -> None:
    table = parse_table("1,2,neg\n3,4,pos\n", "t")
    assert table.header == ("x1", "x2", "x3")
    assert to_datasets(table, suggested_columns(table))[0].X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b,kind\n1,2,x\n1,oops,y\n3,4,y\n", "t, line 3: column 'b' holds 'oops', which is not a number"),
        ("a,b,kind\n1,,x\n,2,y\n", "t: no row has a value in each of the chosen columns; choose others"),
        ("a,b,kind\n1,2,x\n3,4,x\n", "t: column 'kind' holds only one class ('x'): a second one is needed"),
        (
            "a,b,kind\n1,2,x\n1,2,y\n1,2,z\n",
            "t: column 'kind' holds 3 classes ('x', 'y', 'z'): choose two of them (the negative one first)",
        ),
        ("a,b,c\n1,x,u\n2,y,v\n", "t: two columns of numbers and a column with the class of each row are needed; found a, b, c"),
    ],
)
def test_a_guess_leads_to_the_line_that_is_wrong(text: str, sentence: str) -> None:
    table = parse_table(text, "t")
    with pytest.raises(TableError) as caught:
        to_datasets(table, replace(suggested_columns(table), minus=None, plus=None))
    assert str(caught.value) == sentence


def test_one_column_is_no_two_coordinates() -> None:
    with pytest.raises(TableError, match="the two coordinates must be different columns; both are 'a'"):
        to_datasets(parse_table("a,b,kind\n1,2,x\n3,4,y\n", "t"), Columns("a", "1", "kind"))


@pytest.mark.parametrize(
    "text",
    [
        "a;b;kind\n1,5;-2,25;x\n3;,5;y\n",
        "1,5;-2,25;x\n3;,5;y\n",
        "1,5\t-2,25\tx\n3\t,5\ty\n",
        '"1,5";"-2,25";"x, y"\n3;",5";y\n',
        "a;b;kind\n1.5;-2.25;x\n3;.5;y\n",
    ],
    ids=["header", "no header", "tabs", "quotes", "points"],
)
def test_decimal_commas_are_read_where_commas_do_not_separate(text: str) -> None:
    table = parse_table(text, "t")
    assert to_datasets(table, suggested_columns(table))[0].X.tolist() == [[1.5, -2.25], [3.0, 0.5]]


@pytest.mark.parametrize("text", ["a;b;k\n1,5;2;x\n1,5;1.234;y\n", "a;b;k\n" + "1,5;2;x\n" * 300 + "1,5;1.234;y\n"])
def test_points_among_decimal_commas_are_not_guessed(text: str) -> None:
    table = parse_table(text, "t")
    with pytest.raises(TableError, match="which is not a number"):
        to_datasets(table, Columns("a", "b", "k"))


def test_labels_with_decimal_commas_are_ordered_as_numbers() -> None:
    assert parse_table("a;b;k\n1;2;10,5\n1;2;9,5\n", "t").classes("k") == ("9,5", "10,5")


@pytest.mark.parametrize("text", [",,,\n", ",,,\n,,,\n", '""\n', ";;\n", " , \n", "\t\t\n\n"])
def test_a_table_of_separators_is_empty(text: str) -> None:
    with pytest.raises(TableError, match="t: the file is empty"):
        parse_table(text, "t")


def test_columns_without_a_name_are_called_by_their_number() -> None:
    table = parse_table("a,b,\n1,2,x\n3,4,y\n", "t")
    assert table.header == ("a", "b", "column 3")
    assert suggested_columns(table).label == "column 3"


@pytest.mark.parametrize("name", ["²", "٣", "9" * 5000, "0", "-1"])
def test_digits_that_are_no_column_number_are_no_column(name: str) -> None:
    with pytest.raises(TableError, match="there is no column"):
        parse_table(SMALL, "t").column(name)


def test_underscores_make_no_number() -> None:
    with pytest.raises(TableError, match="'1_0', which is not a number"):
        to_datasets(parse_table("a,b,kind\n1_0,2,x\n3,4,y\n", "t"), Columns("a", "b", "kind"))


def test_long_cells_and_many_columns_are_repeated_in_short() -> None:
    long = "x" * 5000
    with pytest.raises(TableError) as caught:
        to_datasets(parse_table(f"a,b,kind\n{long},2,x\n3,4,y\n", "t"), Columns("a", "b", "kind"))
    assert len(str(caught.value)) < 160
    with pytest.raises(TableError) as caught:
        parse_table(",".join(f"{long}{k}" for k in range(99)) + "\n" + ",".join("a" * 99) + "\n", "t").column("z")
    assert len(str(caught.value)) < 700
    with pytest.raises(TableError) as caught:
        parse_table(f"a,b,kind\n1,2,{long}\n3,4,y\n5,6,z\n", "t").column("z" * 5000)
    assert len(str(caught.value)) < 160


def test_a_file_of_one_line_is_refused_for_its_columns() -> None:
    points = ", ".join("[1.0, 2.0, 0]" for _ in range(100_000))
    with pytest.raises(TableError, match="300001 cells; a table has at most 16384 columns"):
        parse_table(f'{{"data": 1, "points": [{points}]}}', "t")


def test_a_line_of_very_many_cells_is_not_split_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "_tidy_cell", pytest.fail)
    with pytest.raises(TableError, match="t, line 1: 300000 cells; a table has at most 16384 columns"):
        parse_table(",".join(["1"] * 300_000), "t")


def test_the_guess_looks_at_every_cell_a_few_times_only() -> None:
    class Counting(tuple[str, ...]):
        looks = 0
        __slots__ = ()

        def __getitem__(self, at: object) -> object:
            Counting.looks += 1
            return super().__getitem__(at)

    width = 2000
    table = parse_table("\n".join(",".join(f"{r}{c}" for c in range(width - 1)) + f",{'xy'[r]}" for r in range(2)), "t")
    counted = replace(table, rows=tuple(Counting(row) for row in table.rows))
    assert suggested_columns(counted).label == f"x{width}"
    assert Counting.looks < 8 * 2 * width


@pytest.mark.parametrize(
    "name", ["=cmd|' /C calc'!A0", "+x", "-y", "@sum", "'=x", "''=x", "'quoted'", "＝1+1", "－y", "＋x", "＠x"]
)
def test_names_that_a_spreadsheet_would_compute_are_text_there_and_come_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(csv_text(Dataset(np.eye(2), np.array([0, 1]), (name, "other")), ("=x", "y")).encode())
    for line in path.read_text(encoding="utf-8").splitlines():
        assert not any(cell.strip('"').startswith(("=", "+", "@", "-y", "＝", "＋", "＠", "－")) for cell in line.split(","))
    table = read_table(path)
    assert table.header == ("=x", "y", "class")
    assert to_datasets(table, Columns("=x", "y", "class", name, "other"))[0].class_names == (name, "other")


@pytest.mark.parametrize("space", ["\t", " ", "\r", "\n", "\u3000", "\u2028"])
@pytest.mark.parametrize("formula", ["=1+1", "＝1+1", "'=1", "@x"])
def test_formulas_behind_a_space_are_text_there_and_come_back_without_it(tmp_path: Path, space: str, formula: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(csv_text(Dataset(np.eye(2), np.array([0, 1]), (space + formula, "other"))).encode())
    written = [cell for row in csv.reader(io.StringIO(path.read_bytes().decode(), newline="")) for cell in row]
    assert not any(cell.lstrip().startswith(("=", "＝", "@")) for cell in written)
    assert set(read_table(path).classes("class")) == {formula, "other"}


@pytest.mark.parametrize("name", ["a\rb", "a\r\nb", "a\nb", 'a"b', "a,b"])
def test_every_name_stays_in_its_row(tmp_path: Path, name: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(csv_text(Dataset(np.eye(2), np.array([0, 1]), (name, "other"))).encode())
    table = read_table(path)
    assert len(table.rows) == 2
    assert table.classes("class") == (" ".join(name.split()), "other")


def test_numbers_as_names_need_no_apostrophe(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(csv_text(Dataset(np.eye(2), np.array([0, 1]), ("-1", "+1"))).encode())
    assert "'" not in path.read_text(encoding="utf-8")


def test_two_classes_of_one_name_are_not_written() -> None:
    with pytest.raises(TableError, match="both classes are called 'a'"):
        csv_text(Dataset(np.eye(2), np.array([0, 1]), ("a", "a")))


@pytest.mark.parametrize("text", [f"a,b,k\n1,2,{'x' * 1001}\n3,4,y\n", f"{'a' * 1001},b,k\n1,2,x\n3,4,y\n"])
def test_names_that_no_scene_could_hold_are_refused(text: str) -> None:
    with pytest.raises(TableError, match=r"names have at most 1000 characters; got '[ax]"):
        document_of_table(parse_table(text, "t"))


def test_names_are_one_line() -> None:
    table = parse_table('a,b,"kind\u2028of"\n1,2,"x\u2028y"\n3,4,"z\nz"\n', "t")
    assert table.header[2] == "kind of"
    assert to_datasets(table, Columns("a", "b", "kind of"))[0].class_names == ("x y", "z z")


def test_columns_can_be_given_by_number() -> None:
    assert to_datasets(parse_table(SMALL, "t"), Columns("1", "2", "3"))[0].X.tolist() == [[1, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "t: the file is empty"),
        ("a,b,kind\n", "t: the table has a header but no rows"),
        ("a,b,kind\n1,2\n", "t, line 2: 2 cells where the first line has 3"),
        ("a,b,kind\n1,2,x\n\n1,oops,y\n", "t, line 4: column 'b' holds 'oops', which is not a number"),
        ("a,b,kind\n1,2,x\n1,inf,y\n", "t, line 3: column 'b' holds 'inf'; a finite number is needed"),
    ],
)
def test_wrong_tables_say_file_line_and_reason(text: str, sentence: str) -> None:
    with pytest.raises(TableError) as caught:
        to_datasets(parse_table(text, "t"), Columns("a", "b", "kind"))
    assert str(caught.value) == sentence


def test_a_row_of_a_class_left_out_may_hold_anything() -> None:
    table = parse_table("a,b,kind\n1,2,x\n?,?,z\n3,4,y\n", "t")
    assert len(to_datasets(table, Columns("a", "b", "kind", "x", "y"))[0]) == 2


def test_a_quoted_cell_with_a_line_break_keeps_the_line_numbers_right() -> None:
    table = parse_table('a,b,kind\n1,2,"x\ny"\n1,bad,z\n', "t")
    with pytest.raises(TableError, match="line 4: column 'b'"):
        to_datasets(table, Columns("a", "b", "kind"))


def test_unknown_columns_and_classes_list_what_there_is() -> None:
    table = parse_table(SMALL, "t")
    with pytest.raises(TableError, match="there is no column 'c'; the columns are a, b, kind"):
        to_datasets(table, Columns("a", "c", "kind"))
    with pytest.raises(TableError, match="class 'w' does not occur in column 'kind'; it holds 'x', 'y'"):
        to_datasets(table, Columns("a", "b", "kind", "x", "w"))


def test_missing_files_and_binary_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no such file"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(TableError, match="this is a folder"):
        read_table(tmp_path)
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(TableError, match="no table that can be read; save it as CSV"):
        read_table(tmp_path / "b.csv")


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e3, 1e3), st.integers(0, 1)),
        min_size=2,
        max_size=20,
    )
)
def test_written_tables_read_back_as_the_very_same_numbers(points: list[tuple[float, float, int]]) -> None:
    labels = [p[2] for p in points]
    labels[:2] = [0, 1]
    dataset = Dataset(np.array([p[:2] for p in points]), np.array(labels), ("no, thanks", "yes"))
    again = to_datasets(parse_table(csv_text(dataset), "t"), Columns("x1", "x2", "class", "no, thanks", "yes"))[0]
    assert np.array_equal(again.X, dataset.X)
    assert np.array_equal(again.labels, dataset.labels)


def test_one_column_of_numbers_beside_the_classes_is_points_on_a_line() -> None:
    table = parse_table("x,kind\n-2,in\n1.5,out\n0.25,in\n", "t")
    columns = suggested_columns(table)
    assert (columns.x1, columns.x2, columns.label) == ("x", "", "kind")
    dataset = to_datasets(table, columns)[0]
    assert dataset.X.tolist() == [[-2.0, 0.0], [1.5, 0.0], [0.25, 0.0]]
    assert dataset.class_names == ("in", "out")


def test_a_table_of_nearly_nothing_but_empty_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MOST_EMPTY", 3)
    assert len(parse_table(SMALL + "\n,,\n\n", "t").rows) == 3
    with pytest.raises(TableError, match="t, line 8: this table has more than 3 empty lines"):
        parse_table(SMALL + "\n\n,,\n\n", "t")


ROWS = [(0, 0.3, 5, "u"), (1, 0.1, 7, "v"), (2, 0.9, 6, "u"), (3, 0.2, 9, "v")]


def _table_of(header: str, order: tuple[int, ...], rows: list[tuple[object, ...]] = ROWS) -> Table:
    lines = [",".join(str(row[k]) for k in order) for row in rows]
    return parse_table("\n".join([header, *lines]) + "\n", "t")


@pytest.mark.parametrize(
    ("header", "order"),
    [
        (",a,b,kind", (0, 1, 2, 3)),
        ("id,a,b,kind", (0, 1, 2, 3)),
        ("kind,Index,a,b", (3, 0, 1, 2)),
        ("sample,a,b,kind", (0, 1, 2, 3)),
        ("a,b,nr,kind", (1, 2, 0, 3)),
        ("Unnamed: 0,a,b,kind", (0, 1, 2, 3)),
    ],
)
def test_row_numbers_are_never_suggested(header: str, order: tuple[int, ...]) -> None:
    guess = suggested_columns(_table_of(header, order))
    assert (guess.x1, guess.x2, guess.label) == ("a", "b", "kind")


def test_an_index_that_was_shuffled_is_one_by_its_name() -> None:
    rows = [ROWS[k] for k in (2, 0, 3, 1)]
    assert suggested_columns(_table_of(",a,b,kind", (0, 1, 2, 3), rows)).x1 == "a"


def test_counting_coordinates_of_a_table_of_two_are_kept() -> None:
    guess = suggested_columns(parse_table("x1,x2,class\n0,5,a\n1,7,b\n2,6,a\n", "t"))
    assert (guess.x1, guess.x2) == ("x1", "x2")


def test_one_column_beside_row_numbers_is_a_line() -> None:
    guess = suggested_columns(parse_table("id,a,kind\n0,5.5,u\n1,7,v\n2,6,u\n", "t"))
    assert (guess.x1, guess.x2, guess.label) == ("a", "", "kind")


@pytest.mark.parametrize("words", [("True", "False"), ("true", "false"), ("FALSE", "TRUE")])
def test_true_has_the_sign_that_solvers_give_it(words: tuple[str, str]) -> None:
    table = parse_table(f"a,b,label\n0,1,{words[0]}\n1,0,{words[1]}\n2,0,{words[0]}\n", "t")
    data = to_datasets(table, suggested_columns(table))[0]
    truth = np.array([row[2].lower() == "true" for row in table.rows])
    assert data.class_names[1].lower() == "true"
    by_array = fit(Fisher(), data.X, truth)
    by_table = solve(Fisher(), Problem(data.X, data.y))
    np.testing.assert_allclose(by_array.w, by_table.w)
