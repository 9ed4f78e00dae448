"""From a table to its points: which class is positive, which rows are left out, and the one
sentence that says so.
"""

import random
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.cli import main
from linclass_gui.files.cells import TableError
from linclass_gui.files.columns import Columns, guess_columns
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.scene_table import check_classes, own_table
from linclass_gui.files.table_formats import read_table
from linclass_gui.files.table_points import read_points, suspects
from linclass_gui.files.tables import parse_table
from linclass_gui.scene.document import Document
from linclass_gui.scene.planes import PRINCIPAL
from solvers import Dataset, Fisher, fit

AXES = [
    (1.2, 0.4),
    (2.9, 3.1),
    (0.8, 1.1),
    (3.3, 2.2),
    (1.0, 0.1),
    (2.5, 2.7),
    (0.3, 0.6),
    (3.0, 3.6),
]
CHOSEN = Columns("x", "y", "kind")


def table_of(labels: list[str], head: str = "x,y,kind") -> str:
    return f"{head}\n" + "".join(
        f"{x},{y},{label}\n" for (x, y), label in zip(AXES, labels, strict=False)
    )


PAIRS = [
    ("B", "M"),
    ("no", "YES"),
    ("-", "+"),
    ("nein", "ja"),
    ("<=50K", ">50K"),
    ("cat", "dog"),
    ("-1", "1"),
    ("normal", "abnormal"),
]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("seed", range(3))
def test_the_positive_class_does_not_depend_on_the_order_of_the_rows(
    pair: tuple[str, str], seed: int
) -> None:
    lines = table_of([pair[k % 2] for k in range(8)]).splitlines(keepends=True)
    rows = lines[1:]
    random.Random(seed).shuffle(rows)
    dataset = read_points(parse_table(lines[0] + "".join(rows), "t"), CHOSEN).dataset
    assert dataset.class_names == pair
    by_hand = fit(Fisher(), dataset.X, [pair[k] for k in dataset.labels])
    assert by_hand.problem.y.tolist() == dataset.y.tolist()


def test_several_classes_stand_in_their_order_not_in_that_of_the_rows() -> None:
    assert parse_table(table_of(["c", "a", "b", "10"] * 2), "t").column("kind").classes == (
        "10",
        "a",
        "b",
        "c",
    )
    assert parse_table(table_of(["10", "9", "-1", "2e0"] * 2), "t").column("kind").classes == (
        "-1",
        "2",
        "9",
        "10",
    )


NUMERIC = {
    "as numpy writes them": (
        ["0.000000000000000000e+00", "1.000000000000000000e+00"] * 4,
        ("0", "1"),
    ),
    "in many forms": (["0", "0.0", "1", "1.0", "0.0e0", "1e0", "-0", "1."], ("0", "1")),
    "with signs": (["+1", "-1", "−1", "1"] * 2, ("-1", "1")),
    "fractions stay as they are": (["1.10", "1.1"] * 4, ("1.1", "1.10")),
    "and so do codes": (["007", "7"] * 4, ("007", "7")),
    "larger than doubles count": (
        ["9007199254740993", "9007199254740992"] * 4,
        ("9007199254740992", "9007199254740993"),
    ),
    "words beside numbers stay as they are": (["0.0", "x"] * 4, ("0.0", "x")),
}


@pytest.mark.parametrize("what", NUMERIC)
def test_labels_that_are_numbers_are_compared_and_written_as_numbers(what: str) -> None:
    labels, names = NUMERIC[what]
    dataset = read_points(parse_table(table_of(labels), "t"), CHOSEN).dataset
    assert dataset.class_names == names
    assert sum(dataset.counts) == 8


def test_a_class_may_be_asked_for_as_it_stands_in_the_file() -> None:
    table = parse_table(table_of(["1.0", "2.0", "3.0", "1.0"] * 2), "t")
    columns = Columns("x", "y", "kind", ("3.0", "1"))
    assert read_points(table, columns).dataset.class_names == ("3", "1")


RARE = "x,y,kind\n1,2,u\n2,1,v\n3,5,u\n4,4,v\n,3,rare\n2,,rare\n"


def test_a_class_without_a_whole_row_is_none() -> None:
    picture = first_picture(parse_table(RARE, "t"))
    assert picture.document.dataset.class_names == ("u", "v")
    assert picture.as_read.incomplete_rows == 2
    assert picture.as_read.sentence == (
        "x (x1) against y (x2), class kind: u (-, 2), v (+, 2); 2 rows without a value left out; "
        "no row of class rare is left"
    )
    with pytest.raises(
        TableError, match="of class u alone rows have a value in each of the chosen columns"
    ):
        read_points(parse_table(RARE, "t"), Columns("x", "y", "kind", ("u", "rare")))


def test_columns_chosen_by_number_are_told_by_name() -> None:
    table = parse_table("a,b,c,kind\n1,2,3,u\n2,1,5,v\n3,5,1,u\n4,4,2,v\n", "t")
    chosen = Columns("1", "2", "4", plane=PRINCIPAL, further=("3",))
    as_read = first_picture(table, chosen).as_read
    assert (as_read.columns, as_read.label) == (("a", "b", "c"), "kind")
    assert as_read.sentence == "principal components of a, b, c, class kind: u (-, 2), v (+, 2)"


def test_a_class_that_is_only_tested_is_none() -> None:
    text = "x,y,kind,set\n1,2,u,train\n2,1,v,train\n3,5,u,test\n4,4,v,train\n2,3,w,test\n"
    reading = read_points(parse_table(text, "t"), CHOSEN)
    assert (reading.dataset.class_names, len(reading.test)) == (("u", "v"), 1)
    assert reading.as_read.sentence.endswith(
        "; no row of class w is left for training; 1 test row of it left out"
    )


@pytest.mark.parametrize("columns", [CHOSEN, Columns("x", "y", "kind", ("ja", "nein", "unklar"))])
@pytest.mark.parametrize("lost", ["9,,unklar,train\n", "9,3,unklar,test\n"])
def test_of_two_classes_that_are_left_the_word_that_tells_is_positive(
    columns: Columns, lost: str
) -> None:
    text = f"x,y,kind,set\n1,2,ja,train\n2,1,nein,train\n4,4,nein,train\n3,2,ja,test\n{lost}"
    assert read_points(parse_table(text, "t"), columns).dataset.class_names == ("nein", "ja")


def test_the_order_of_two_chosen_classes_is_kept() -> None:
    text = "x,y,kind\n1,2,ja\n2,1,nein\n4,4,nein\n3,2,unklar\n"
    assert read_points(
        parse_table(text, "t"), Columns("x", "y", "kind", ("ja", "nein"))
    ).dataset.class_names == ("ja", "nein")


SENTENCES = {
    "two classes": (table_of(["no", "yes"] * 4), "class kind: no (-, 4), yes (+, 4)"),
    "three classes": (table_of(["a", "b", "c", "a"] * 2), "class kind: a (4), b (2), c (2)"),
    "on a line": (
        "x,kind\n1,a\n2,b\n3,a\n2.5,b\n",
        "x (x1) on a line, class kind: a (-, 2), b (+, 2)",
    ),
    "decimal commas": ("x;y;kind\n1,5;2;a\n2;3;b\n", "; numbers with decimal commas"),
    "amounts of money": (
        "x;y;kind\n$1.5;2;a\n2 €;3;b\n",
        "; x is no axis: it holds '$1.5'",
    ),
    "thousands": ("x;y;kind\n1,500;2;a\n2;3;b\n", "; commas separate thousands"),
}


@pytest.mark.parametrize("what", SENTENCES)
def test_how_a_table_was_read_is_said(what: str) -> None:
    text, words = SENTENCES[what]
    assert first_picture(parse_table(text, "t")).as_read.sentence.count(words) == 1


def test_letters_that_were_guessed_are_said_where_they_are_shown(tmp_path: Path) -> None:
    (path := tmp_path / "t.csv").write_bytes("x,y,kupił\n1,2,nie\n2,1,tak\n".encode("cp1250"))
    assert first_picture(read_table(path)).as_read.sentence.endswith(
        "class kupił: nie (-, 1), tak (+, 1); letters of cp1250, which the file does not say"
    )
    assert "class kupi³: " in first_picture(read_table(path, "cp1252")).as_read.sentence
    path.write_text("x,y,kupił\n1,2,nie\n2,1,tak\n", encoding="utf-8")
    assert "letters" not in first_picture(read_table(path)).as_read.sentence


def test_rows_of_other_classes_are_counted() -> None:
    table = parse_table(table_of(["a", "b", "c", "a"] * 2), "t")
    assert read_points(table, Columns("x", "y", "kind", ("a", "b"))).as_read.sentence.endswith(
        "; 2 rows of other classes left out"
    )


def measured(cell: str, n: int = 40) -> str:
    rows = [f"{0.1 * k % 1.7:.3f},{0.3 * k % 2.3:.3f},{'ab'[k % 2]}\n" for k in range(n)]
    rows[7] = f"{cell},0.5,b\n"
    return "x,y,kind\n" + "".join(rows)


@pytest.mark.parametrize(
    "cell", ["-999", "9999", "−999.0", "#VALUE!", "Unknown", "<0.5", "2.04*", '"(1,265)"']
)
def test_one_suspicious_value_is_offered_as_missing(
    cell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = cell.strip('"')
    table = parse_table(measured(cell), "t")
    guess = guess_columns(table).columns
    assert (guess.x1, guess.x2) == ("x", "y")
    assert (found := suspects(table, guess)).cells == (plain,)
    assert found.rows == 1
    reading = read_points(table, Columns("x", "y", "kind", missing=(plain,)))
    assert len(reading.dataset) == 39
    assert (
        f"1 row without a value left out ({plain} counted as missing)" in reading.as_read.sentence
    )
    (path := tmp_path / "t.csv").write_text(measured(cell), encoding="utf-8")
    is_number = "99" in cell
    assert main(["fit", str(path), "--method", "fisher"]) == (0 if is_number else 2)
    assert f"; --missing={shlex.quote(plain)} leaves such rows out" in capsys.readouterr().err
    assert main(["fit", str(path), "--method", "fisher", f"--missing={plain}"]) == 0
    assert "--missing" not in capsys.readouterr().err


@pytest.mark.parametrize("cell", ["inf", "-inf", "-Infinity", "1e999"])
def test_an_infinite_value_is_left_out_as_nan_is(cell: str) -> None:
    table = parse_table(measured(cell), "t")
    assert table.column("x") in table.numeric
    picture = first_picture(table)
    assert picture.document.axis_names == ("x", "y")
    assert len(picture.document.dataset) == 39
    assert f"1 row without a value left out ({cell} counted as missing)" in (
        picture.as_read.sentence
    )
    assert suspects(table, guess_columns(table).columns).cells == ()


def test_what_belongs_to_a_column_is_not_suspicious() -> None:
    percent = "x,y,kind\n" + "".join(
        f"{k % 100},{9999 if k == 3 else 100 * k},{'ab'[k % 2]}\n" for k in range(120)
    )
    assert suspects(parse_table(percent, "t"), CHOSEN).cells == ()
    words = "x,y,kind\n" + "".join(
        f"{'oops' if k % 3 == 0 else k},{k},{'ab'[k % 2]}\n" for k in range(30)
    )
    assert suspects(parse_table(words, "t"), CHOSEN).cells == ()


def test_a_class_called_na_is_named_as_what_is_missing() -> None:
    with pytest.raises(
        TableError, match=r"holds only one class .*; 4 rows without a class: a second one is needed"
    ):
        first_picture(parse_table(table_of(["EU", "NA"] * 4), "t"), Columns("x", "y", "kind"))


def test_too_many_classes_are_refused_at_once_and_their_column_is_named() -> None:
    n = 40_000
    table = parse_table("name,x,y\n" + "".join(f"n{k},{k % 97},{k % 89}\n" for k in range(n)), "t")
    with pytest.raises(TableError, match="column 'name' holds 40000 classes; at most 10"):
        read_points(table, Columns("x", "y", "name"))


def test_the_columns_of_a_scene_keep_its_classes_and_signs() -> None:
    dataset = Dataset(
        np.array([[0.0, 1.0], [2.0, 1.5], [1.0, 0.5], [3.0, 2.0]]),
        np.array([0, 1, 0, 1]),
        ("yes", "no"),
    )
    table, columns = own_table(replace(Document.empty(), dataset=dataset))
    again = read_points(table, columns).dataset
    assert (again.class_names, again.labels.tolist()) == (("yes", "no"), [0, 1, 0, 1])
    three = replace(
        Document.empty(), dataset=dataset.relabelled(np.array([0, 1, 2, 1]), ("c", "a", "b"))
    )
    table, columns = own_table(three)
    assert read_points(table, columns).dataset.class_names == ("c", "a", "b")


def test_classes_that_are_equal_as_numbers_are_not_written() -> None:
    with pytest.raises(TableError, match=r"classes 1, 1\.0 are equal as numbers"):
        check_classes(("1", "1.0"))


def test_a_panel_of_a_table_says_how_it_was_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, qapp: object
) -> None:
    (tmp_path / "t.csv").write_text(table_of(["no", "yes"] * 4))
    asked = [
        "export",
        "lesson:xor",
        "--panel",
        ".",
        "--panel",
        str(tmp_path / "t.csv"),
        "-o",
        str(tmp_path / "f.svg"),
    ]
    assert main(asked) == 0
    words = (
        "x (x1) against y (x2), class kind: no (-, 4), yes (+, 4); "
        "soft margin with C = 5 for 8 points of this spread"
    )
    assert [record.getMessage() for record in caplog.records] == [f"{tmp_path / 't.csv'}: {words}"]


def test_classes_that_differ_in_capitals_only_are_named_with_the_remedy() -> None:
    table = parse_table(table_of(["Yes", "no", "yes", "No", "maybe"] * 2), "t")
    sentence = first_picture(table).as_read.sentence
    wanted = "No/no, Yes/yes differ in capitals only: kind read as text, capitals or not, joins"
    assert wanted in sentence
    plain = parse_table(table_of(["yes", "no"] * 4), "t")
    assert "capitals" not in first_picture(plain).as_read.sentence
