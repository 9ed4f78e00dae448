"""Columns read otherwise, on the command line: the same readings as in the import dialog."""

import io
import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from linclass_gui.cli import main
from linclass_gui.files.codec import load_document
from linclass_gui.files.reading import TableReading, read_source, table_as
from linclass_gui.files.scene_table import shows, table_at_hand

ROWS = [
    f"{20 + k % 17}.5,{3 * k % 23}.25,{('yes', 'no')[k % 2]},"
    f"{('red', 'green', 'blue')[k % 3]},{k % 7}"
    for k in range(60)
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (path := tmp_path / "t.csv").write_text("\n".join(["age,pay,smoker,colour,quality", *ROWS]))
    return path


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--read", "quality=above:3"], "class quality: quality ≤ 3 (-, 36), quality > 3 (+, 24)"),
        (["--read", "quality=above"], "cut at the median of quality"),
        (["--read", "smoker=yes-no", "--label", "colour"], "smoker is 1 for 'yes'"),
        (
            ["--read", "colour=indicators", "--label", "smoker"],
            "colour in 2 indicator columns, all 0 for 'blue'",
        ),
        (["--one-class"], "one class: 60 points"),
        (["--read", "smoker=out", "--read", "quality=text"], "class "),
    ],
)
def test_a_column_is_read_as_asked(
    options: list[str], words: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", str(table), "--method", "mean-difference", *options]) == 0
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--read", "quality"], "--read needs a column and its kind, as in age=text"),
        (["--read", "quality=number"], "a column is read as point, comma, text"),
        (["--read", "size=text"], "there is no column 'size'"),
        (["--read", "colour=yes-no"], "holds 3 different values"),
        (["--labels", "none.csv"], "none.csv: no such file"),
    ],
)
def test_a_reading_that_cannot_be_is_one_sentence(
    options: list[str], words: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", str(table), "--method", "mean-difference", *options]) == 2
    assert words in capsys.readouterr().err


def test_labels_stand_in_another_file(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (labels := tmp_path / "y.csv").write_text("p\nq\n" * 30)
    assert main(["fit", str(table), "--method", "mean-difference", "--labels", str(labels)]) == 0
    assert "class label: p (-, 30), q (+, 30)" in capsys.readouterr().err


def test_a_table_without_classes_is_told_of_the_two_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (path := tmp_path / "x.csv").write_text("a,b\n" + "".join(f"{k}.5,{k}.25\n" for k in range(30)))
    assert main(["fit", str(path), "--method", "fisher"]) == 2
    said = capsys.readouterr().err
    assert "the class of each row are needed" in said
    assert "--labels FILE" in said
    assert "--one-class" in said


def test_a_figure_of_a_table_knows_how_it_was_read(
    table: Path, tmp_path: Path, qapp: QApplication
) -> None:
    figure = tmp_path / "figure.svg"
    options = ["--read", "quality=above:3", "--read", "smoker=yes-no"]
    assert main(["export", str(table), "-o", str(figure), *options]) == 0
    document = load_document(figure)
    found = table_at_hand(document, (tmp_path,))
    assert found.path == table
    assert found.reading.kinds["quality"].text == "above:3.0"
    reading = TableReading.from_json(document.reading)
    assert shows(document, read_source(table, reading), reading)
    assert table_as(found.table, reading).header == found.table.header


def test_one_column_is_drawn_with_its_plot_first_unless_something_else_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QApplication
) -> None:
    (path := tmp_path / "t.csv").write_text("x,kind\n1,a\n2,a\n3,b\n1.5,a\n4,b\n2.5,b\n")
    for options, views in (
        ([], ["one-variable", "canvas"]),
        (["--width", "84mm"], ["one-variable", "canvas"]),
        (["--view", "canvas"], ["canvas"]),
        (["--sweep", "C=1,2"], ["canvas"]),
    ):
        assert main(["export", str(path), "-o", str(tmp_path / "t.svg"), *options]) == 0
        recipe = load_document(tmp_path / "t.svg").recipe
        assert recipe is not None
        assert recipe["views"] == views
        is_narrow, is_double = "--width" in options, len(views) == 2
        assert not is_double or recipe["height"] == (105.0 if is_narrow else 130.0)
    assert main(["export", str(path), "-o", str(tmp_path / "t.html"), "--live"]) == 0
    bare = tmp_path / "bare.csv"
    bare.write_text("x\n1\n2\n4\n")
    assert main(["export", str(bare), "-o", str(tmp_path / "bare.svg")]) == 2
    assert "--one-class shows points without classes" in capsys.readouterr().err
    assert main(["export", str(bare), "-o", str(tmp_path / "bare.svg"), "--one-class"]) == 0


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("x,kind\n1,a\n2,a\n3,b\n1.5,a\n4,b\n2.5,b\n", ("html", "htm")),
        ("x,y,word,kind\n1,2,u,a\n2,1,v,a\n3,5,u,b\n4,6,w,b\n", ("csv", ".CSV")),
    ],
)
def test_a_format_is_the_same_however_it_is_written(
    tmp_path: Path, text: str, forms: tuple[str, ...], qapp: QApplication
) -> None:
    (path := tmp_path / "t.csv").write_text(text)
    contents = []
    for form in forms:
        (folder := tmp_path / form).mkdir()
        assert main(["export", str(path), "-o", str(folder), "--format", form]) == 0
        contents.append(next(folder.iterdir()).read_bytes())
    assert contents[0] == contents[1]


def test_a_table_comes_from_standard_input_and_names_may_have_commas(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    qapp: object,
) -> None:
    rows = [f"{k % 7}.5,{k % 5},{'no, not' if k % 2 else 'yes'}" for k in range(40)]
    content = "\n".join(['"income, net",age,"class, of"', *rows])
    content = content.replace("no, not", '"no, not"')
    options = ["--columns", '"income, net",age', "--classes", '"no, not",yes', "--hold-back", "30"]

    def give_input() -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))

    give_input()
    assert main(["fit", "-", *options, "--label", "class, of", "--method", "fisher", "--json"]) == 0
    out, said = capsys.readouterr()
    answer = json.loads(out)
    assert answer["columns"] == ["income, net", "age"]
    assert answer["classes"] == ["no, not", "yes"]
    assert answer["label"] == "class, of"
    assert answer["n_test"] == 12
    assert said.startswith("linclass-gui: standard input: income, net (x1) against age (x2)")
    give_input()
    target = tmp_path / "points.csv"
    assert main(["export", "-", *options, "--label", "class, of", "-o", str(target)]) == 0
    lines = target.read_text().splitlines()
    assert lines[0].startswith('"income, net",age,"class, of",set,')
    numbers = [int(line.rsplit(",", 1)[1]) for line in lines[1:]]
    assert sorted(numbers) == list(range(1, 41))
    for number, line in zip(numbers, lines[1:], strict=True):
        assert float(line.split(",")[0]) == (number - 1) % 7 + 0.5


HOURS = "hours,treated,passed\n" + "".join(f"{k % 7}.5,{k % 2},{int(k > 9)}\n" for k in range(20))


@pytest.mark.parametrize(
    ("text", "options", "begins"),
    [
        (HOURS, ["--label", "treated"], "hours (x1) against passed (x2), class treated: 0"),
        (HOURS, ["--columns", "hours"], "hours (x1) on a line, class passed: 0 (-, 10)"),
        (HOURS, ["--columns", "hours", "--json"], '"axes": [\n    "hours"\n  ]'),
        (HOURS, ["--columns", "hours,passed"], "hours (x1) against passed (x2), class treated: 0"),
        ("1,2,u\n2,1,v\n4,3,u\n", ["--header", "yes"], "1 (x1) against 2 (x2), class u: "),
        ("a,b,k\n1,2,u\n2,1,v\n", ["--header", "no"], "column 'x1' holds 'a'"),
    ],
)
def test_one_choice_suffices_and_no_column_is_class_and_axis(
    text: str,
    options: list[str],
    begins: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (path := tmp_path / "t.csv").write_text(text)
    main(["fit", str(path), "--method", "fisher", *options])
    assert begins in "".join(capsys.readouterr())
