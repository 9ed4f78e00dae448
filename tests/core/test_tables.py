"""CSV tables: what is read, and the sentence for everything that cannot be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.core.resources import assets
from linclass_gui.core.tables import Columns, TableError, parse_table, read_table, suggested_columns, to_dataset, write_csv
from solvers import Dataset

SMALL = "a,b,kind\n1,2,x\n3,4,y\n5,6,x\n"


def test_iris_opens_with_the_chosen_columns_and_classes() -> None:
    table = read_table(assets() / "data" / "iris.csv")
    dataset = to_dataset(table, Columns("petal_length", "petal_width", "species", "versicolor", "virginica"))
    assert dataset.counts == (50, 50)
    assert dataset.class_names == ("versicolor", "virginica")
    assert dataset.X[0].tolist() == [4.7, 1.4]
    assert dataset.X[-1].tolist() == [5.1, 1.8]


def test_the_first_guess_takes_two_numeric_columns_and_the_text_column_as_label() -> None:
    guess = suggested_columns(read_table(assets() / "data" / "iris.csv"))
    assert guess == Columns("sepal_length", "sepal_width", "species", "setosa", "versicolor")


@pytest.mark.parametrize(
    ("text", "separator"), [(SMALL, "commas"), (SMALL.replace(",", ";"), "semicolons"), (SMALL.replace(",", "\t"), "tabs")]
)
def test_separators_are_recognised(text: str, separator: str) -> None:
    assert parse_table(text, separator).header == ("a", "b", "kind")


def test_a_table_without_header_gets_numbered_columns() -> None:
    table = parse_table("1,2,0\n3,4,1\n", "t")
    assert table.header == ("x1", "x2", "x3")
    assert to_dataset(table, Columns("x1", "x2", "x3")).counts == (1, 1)


def test_a_first_line_with_two_numbers_is_a_point() -> None:
    table = parse_table("1,2,neg\n3,4,pos\n", "t")
    assert table.header == ("x1", "x2", "x3")
    assert to_dataset(table, suggested_columns(table)).X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,b,kind\n1,2,x\n1,oops,y\n3,4,y\n", "t, line 3: column 'b' holds 'oops', which is not a number"),
        ("a,b,kind\n1,2,x\n1,,y\n", "t, line 3: column 'b' is empty"),
        ("a,b,kind\n1,2,x\n3,4,x\n", "t: column 'kind' holds only one class ('x'): a second one is needed"),
        (
            "a,b,kind\n1,2,x\n1,2,y\n1,2,z\n",
            "t: column 'kind' holds 3 classes ('x', 'y', 'z'): choose two of them (the negative one first)",
        ),
        ("a,a,kind\n1,2,x\n3,4,y\n", "t: the two coordinates must be different columns; both are 'a'"),
        ("a,b\n1,x\n2,y\n", "t: two columns of numbers and a column with the classes are needed; found a, b"),
    ],
)
def test_a_guess_leads_to_the_line_that_is_wrong(text: str, sentence: str) -> None:
    table = parse_table(text, "t")
    with pytest.raises(TableError) as caught:
        to_dataset(table, replace(suggested_columns(table), minus=None, plus=None))
    assert str(caught.value) == sentence


def test_columns_can_be_given_by_number() -> None:
    assert to_dataset(parse_table(SMALL, "t"), Columns("1", "2", "3")).X.tolist() == [[1, 2], [3, 4], [5, 6]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "t: the file is empty"),
        ("a,b,kind\n", "t: the table has a header but no rows"),
        ("a,b,kind\n1,2\n", "t, line 2: 2 cells where the first line has 3"),
        ("a,b,kind\n1,2,x\n\n1,oops,y\n", "t, line 4: column 'b' holds 'oops', which is not a number"),
        ("a,b,kind\n1,2,x\n1,nan,y\n", "t, line 3: column 'b' holds 'nan'; a finite number is needed"),
        ("a,b,kind\n1,2,x\n1,,y\n", "t, line 3: column 'b' is empty"),
        ("a,b,kind\n1,2,x\n1,2,x\n", "t: column 'kind' holds only one class ('x'): a second one is needed"),
        (
            "a,b,kind\n1,2,x\n1,2,y\n1,2,z\n",
            "t: column 'kind' holds 3 classes ('x', 'y', 'z'): choose two of them (the negative one first)",
        ),
    ],
)
def test_wrong_tables_say_file_line_and_reason(text: str, sentence: str) -> None:
    with pytest.raises(TableError) as caught:
        to_dataset(parse_table(text, "t"), Columns("a", "b", "kind"))
    assert str(caught.value) == sentence


def test_a_row_of_a_class_left_out_may_hold_anything() -> None:
    table = parse_table("a,b,kind\n1,2,x\n?,?,z\n3,4,y\n", "t")
    assert len(to_dataset(table, Columns("a", "b", "kind", "x", "y"))) == 2


def test_a_quoted_cell_with_a_line_break_keeps_the_line_numbers_right() -> None:
    table = parse_table('a,b,kind\n1,2,"x\ny"\n1,bad,z\n', "t")
    with pytest.raises(TableError, match="line 4: column 'b'"):
        to_dataset(table, Columns("a", "b", "kind"))


def test_unknown_columns_and_classes_list_what_there_is() -> None:
    table = parse_table(SMALL, "t")
    with pytest.raises(TableError, match="there is no column 'c'; the columns are a, b, kind"):
        to_dataset(table, Columns("a", "c", "kind"))
    with pytest.raises(TableError, match="class 'w' does not occur in column 'kind'; it holds 'x', 'y'"):
        to_dataset(table, Columns("a", "b", "kind", "x", "w"))


def test_missing_files_and_binary_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="no such file"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(TableError, match="this is a folder"):
        read_table(tmp_path)
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(TableError, match="not a text file"):
        read_table(tmp_path / "b.csv")


@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e3, 1e3), st.integers(0, 1)),
        min_size=2,
        max_size=20,
    )
)
def test_written_tables_read_back_as_the_very_same_numbers(points: list[tuple[float, float, int]]) -> None:
    import tempfile

    labels = [p[2] for p in points]
    labels[:2] = [0, 1]
    dataset = Dataset(np.array([p[:2] for p in points]), np.array(labels), ("no, thanks", "yes"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        write_csv(dataset, path)
        again = to_dataset(read_table(path), Columns("x1", "x2", "class", "no, thanks", "yes"))
    assert np.array_equal(again.X, dataset.X)
    assert np.array_equal(again.labels, dataset.labels)
