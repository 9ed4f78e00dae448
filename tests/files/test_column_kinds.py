"""Columns read as somebody chose: numbers, text, 0 and 1, indicators, classes on both sides of a
number.
"""

import random
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.errors import UserError
from linclass_gui.files.column_kinds import (
    KINDS,
    ColumnKind,
    folded_values,
    join_labels,
    with_kinds,
)
from linclass_gui.files.columns import Columns, guess_columns, with_further
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.plain_tables import plain_table
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.files.tables import Table

ROWS = (
    "1.5;3;Yes;red;01",
    "2,5;1;no;blue;1",
    "0,25;;YES;green;02",
    "4;2;No;red;2",
    "1;7;NA;?;1",
)


def table(*rows: str, head: str = "a;b;smoker;colour;site") -> Table:
    return table_in_text("\n".join([head, *(rows or ROWS)]), "t.csv")


def read(
    kinds: dict[str, str], source: Table | None = None, missing: tuple[str, ...] = ()
) -> Table:
    chosen = {name: ColumnKind.parse(text) for name, text in kinds.items()}
    return with_kinds(source or table(), chosen, missing)


def column(of: Table, name: str) -> list[str]:
    return list(of.column(name).cells)


def test_yes_and_no_in_any_capitals_are_1_and_0() -> None:
    changed = read({"smoker": "yes-no"})
    assert column(changed, "smoker") == ["1", "0", "1", "0", ""]
    assert changed.column("smoker") in changed.numeric
    assert changed.remarks == ("smoker is 1 for 'YES'",)
    with pytest.raises(UserError, match=r"3 different values .*0 and 1 stand for two; choose ind"):
        read({"colour": "yes-no"})
    with pytest.raises(UserError, match=r"0 and 1 stand for two$"):
        read({"smoker": "yes-no"}, missing=("yes",))


def test_a_category_becomes_a_column_for_each_value_but_the_first() -> None:
    changed = read({"colour": "indicators"})
    assert changed.header == ("a", "b", "smoker", "colour = green", "colour = red", "site")
    assert column(changed, "colour = red") == ["1", "0", "0", "1", ""]
    assert column(changed, "colour = green") == ["0", "0", "1", "0", ""]
    numbers = read({"site": "indicators"}).header
    assert numbers[-1] == "site = 2"  # 01 and 1 are one number
    many = table(*(f"{k};{k}" for k in range(21)), head="a;b")
    with pytest.raises(UserError, match=r"21 different values .*need 2 to 20 values"):
        read({"a": "indicators"}, many)


def test_the_mark_of_one_column_is_chosen_and_that_of_another_is_not() -> None:
    rows = [f"{k}.447;{k},5;{'xy'[k % 2]}" for k in range(1, 9)]
    plain = table(*rows, head="a;b;kind")
    points = read({"a": "point"}, plain)
    commas = read({"a": "comma"}, plain)
    for changed, first in ((points, 1.447), (commas, 1447.0)):
        dataset = first_picture(changed, Columns("a", "b", "kind")).document.dataset
        assert dataset.X[0].tolist() == [first, 1.5]
    assert points.remarks == ("a with decimal points",)


def test_text_is_no_axis_and_is_not_compared_as_numbers() -> None:
    changed = read({"site": "text", "b": "text"})
    assert changed.column("b") not in changed.numeric
    assert changed.column("site").classes == ("01", "02", "1", "2")
    assert with_further(changed, Columns("a", "", "site")).further == ()


def test_capitals_are_join_labels_in_the_spelling_that_occurs_most() -> None:
    source = table("1;2;Yes", "2;3;yes", "3;4;yes", "4;5;NO", "5;6;no", head="a;b;kind")
    assert folded_values(source.columns[2]) == ("NO", "yes")
    assert column(read({"kind": "any-case"}, source), "kind") == ["yes", "yes", "yes", "NO", "NO"]


def test_classes_above_and_below_a_number_have_its_signs() -> None:
    source = table(*(f"{k};{k * k}" for k in range(5)), "?;3", head="a;b")
    above = read({"a": "above:2.5"}, source)
    assert above.column("a").classes == ("a ≤ 2.5", "a > 2.5")
    assert column(above, "a") == ["a ≤ 2.5"] * 3 + ["a > 2.5"] * 2 + [""]
    assert above.remarks == ()
    median = read({"a": "above"}, source)
    assert median.column("a").classes == ("a ≤ 2", "a > 2")
    assert median.remarks == ("cut at the median of a",)
    coded = read({"a": "above"}, source, missing=("4",))
    assert coded.column("a").classes == ("a ≤ 1.5", "a > 1.5")
    assert column(coded, "a")[4] == ""
    with pytest.raises(UserError, match="holds no number, so it has no median"):
        read({"colour": "above"})


def test_a_column_left_out_is_gone_and_not_all_can_go() -> None:
    changed = read({"b": "out", "site": "out"})
    assert changed.header == ("a", "smoker", "colour")
    assert changed.first_rows[0] == ("1.5", "Yes", "red")
    with pytest.raises(UserError, match="all columns are left out"):
        read(dict.fromkeys(table().header, "out"))


def test_nothing_chosen_is_the_same_table() -> None:
    source = table()
    assert with_kinds(source, {}) is source


@pytest.mark.parametrize("text", [*KINDS, "above:-2.5", "above:1e-05"])
def test_a_kind_is_read_from_its_text(text: str) -> None:
    assert ColumnKind.parse(text).text == text


@pytest.mark.parametrize("text", ["", "number", "text:3", "above:x", "above:inf", "above:nan"])
def test_a_text_that_names_no_kind_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        ColumnKind.parse(text)


def test_a_table_read_as_arrays_changes_as_the_same_table_read_with_care() -> None:
    generator = random.Random(1)
    lines = [
        f"{generator.random():.4f},{generator.random():.4f},{generator.choice('pqr')},"
        f"{generator.choice(['yes', 'no'])},{generator.random():.3f}"
        for _ in range(900)
    ]
    text = "\n".join(["a,b,kind,smoker,c", *lines]) + "\n"
    careful = table_in_text(text, "t.csv")
    hasty = plain_table(text.encode(), "t.csv")
    assert hasty is not None
    kinds = {"smoker": "yes-no", "b": "out", "c": "above:0.5"}
    one, other = read(kinds, careful), read(kinds, hasty)
    assert one.header == other.header
    assert [c.name for c in one.numeric] == [c.name for c in other.numeric]
    columns = Columns("a", "smoker", "c")
    X, Y = (first_picture(each, columns).document.dataset for each in (one, other))
    np.testing.assert_array_equal(X.X, Y.X)
    np.testing.assert_array_equal(X.labels, Y.labels)


def test_labels_of_a_file_stand_behind_the_columns_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "y.csv"
    points = table("1;2", "2;1", "3;3", head="a;b")
    for text in ("p\nq\np\n", "kind\np\nq\np\n"):
        path.write_text(text)
        both = join_labels(points, path)
        assert both.first_rows == [("1", "2", "p"), ("2", "1", "q"), ("3", "3", "p")]
        assert both.header == ("a", "b", "kind" if "kind" in text else "label")
        assert both.lines == points.lines
        assert guess_columns(both).columns.label == both.header[-1]
    path.write_text("1\n0\n1\n")
    assert join_labels(points, path).header == ("a", "b", "label")
    path.write_text("1\n0\n")
    with pytest.raises(UserError, match=r"y.csv: 2 rows of labels for 3 rows of t.csv"):
        join_labels(points, path)


def test_points_without_labels_are_of_one_class() -> None:
    source = table("1;2", "2;1", "NA;3", "4;4", head="a;b")
    picture = first_picture(source, Columns("a", "b", ""))
    assert picture.document.dataset.counts == (0, 3)
    assert picture.as_read.sentence == (
        "a (x1) against b (x2), one class: 3 points; 1 row without a value left out"
    )
