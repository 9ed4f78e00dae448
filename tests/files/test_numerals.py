"""Numbers as people and programs write them: a mark is a decimal one or one of thousands in a whole
column, or it is asked for.
"""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linclass_gui.cli import main
from linclass_gui.files.cells import exact_text, number
from linclass_gui.files.columns import Columns, guess_columns
from linclass_gui.files.numerals import decimal_marks, numerals_of
from linclass_gui.files.table_formats import read_table, table_in_text
from linclass_gui.files.table_points import UnsettledMarkError, read_points

# Columns a and b as they stand in the file, and as they are meant.
COMPANIES = (["848", "9,447", "12", "1,200"], ["31,326", "54,160", "12,001", "1,100"])
MEANT = [[848, 31326], [9447, 54160], [12, 12001], [1200, 1100]]
KINDS = ["Asia", "Europe", "Asia", "Europe"]


def written(separator: str, *columns: list[str]) -> str:
    rows = [("a", "b", "kind"), *zip(*columns, KINDS, strict=True)]
    return "".join(separator.join(row) + "\n" for row in rows)


def dotted(cells: list[str]) -> list[str]:
    return [cell.translate(str.maketrans(",.", ".,")) for cell in cells]


def points(text: str) -> list[list[float]]:
    table = table_in_text(text, "t")
    return read_points(table, guess_columns(table).columns).dataset.X.tolist()


TABLES = {
    "tabs": written("\t", *COMPANIES),
    "commas and quotes": written(",", *([f'"{cell}"' for cell in column] for column in COMPANIES)),
    "semicolons, points": written(";", *map(dotted, COMPANIES)),
}


@pytest.mark.parametrize("what", TABLES)
def test_three_digits_beside_small_whole_numbers_are_thousands(what: str) -> None:
    assert points(TABLES[what]) == MEANT


def test_one_late_cell_decides_for_its_column() -> None:
    many = "a\tb\tkind\n" + "9,447\t0.5\tx\n8,000\t0.25\ty\n" * 200
    assert points(f"{many}8,000\t0.5\tx\n")[0] == [9447, 0.5]
    late = "a;b;kind\n" + "9,447;0,5;x\n8,000;0,25;y\n" * 200
    assert points(f"{late}8,0;0,5;x\n")[0] == [9.447, 0.5]


# Two columns, and what they mean.
CLEAR: dict[str, tuple[list[str], list[str], list[list[float]]]] = {
    "thousands beside a decimal comma": (
        ["9.447", "4.475,14"],
        ["1,5", "2,5"],
        [[9447, 1.5], [4475.14, 2.5]],
    ),
    "thousands among whole numbers beside points": (
        ["33281", "67,060"],
        ["1.5", "2.5"],
        [[33281, 1.5], [67060, 2.5]],
    ),
    "zeros in front": (["0,447", "9,125"], ["1", "2"], [[0.447, 1], [9.125, 2]]),
    "many digits in front": (["1234,447", "9,125"], ["1", "2"], [[1234.447, 1], [9.125, 2]]),
    "neighbours with decimal commas": (
        ["9,447", "1,125"],
        ["0,5", "2,5"],
        [[9.447, 0.5], [1.125, 2.5]],
    ),
    "neighbours with decimal points": (
        ["9,447", "1,125"],
        ["0.5", "2.5"],
        [[9447, 0.5], [1125, 2.5]],
    ),
    "a minus as printed": (["−9,447", "848"], ["0.5", "2.5"], [[-9447, 0.5], [848, 2.5]]),
}


@pytest.mark.parametrize("what", CLEAR)
def test_what_can_mean_one_thing_only_is_read(what: str) -> None:
    a, b, meant = CLEAR[what]
    text = "a\tb\tkind\n" + "".join(
        f"{x}\t{y}\t{kind}\n" for x, y, kind in zip(a, b, KINDS, strict=False)
    )
    assert (
        read_points(table_in_text(text, "t"), Columns("a", "b", "kind")).dataset.X.tolist() == meant
    )


OPEN = "a\tb\tkind\n9,447\t31,326\tx\n1,447\t54,160\ty\n"
CONTRADICTION = "a\tb\tkind\n9.447\t0.5\tx\n848\t0.25\ty\n"
AMONG = "a\tb\tkind\n33281\t5\tx\n67,060\t7\ty\n9,761\t4\tx\n"  # somebody typed one with a mark
LARGE = "a\tb\tkind\n1500\t1\tx\n9,447\t2\ty\n900,250\t3\tx\n"


@pytest.mark.parametrize("text", [OPEN, OPEN.replace(",", "."), CONTRADICTION, AMONG, LARGE])
def test_what_can_be_read_in_two_ways_must_be_chosen(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(
        UnsettledMarkError, match="in column 'a' may be a decimal number or thousands"
    ):
        points(text)
    path = tmp_path / "t.tsv"
    path.write_text(text, encoding="utf-8")
    asked = ["fit", str(path), "--method", "fisher", "--json"]
    assert main(asked) == 2
    assert "--decimal comma or --decimal point" in capsys.readouterr().err
    assert main([*asked, "--decimal", "comma"]) == 0
    assert main([*asked, "--decimal", "point"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert sum("separate thousands" in line for line in said) == 1


def test_commas_between_cells_imply_decimal_points() -> None:
    assert points("a,b,kind\n9.447,3.125,x\n1.447,4.160,y\n") == [[9.447, 3.125], [1.447, 4.16]]


def test_numbers_of_a_program_are_what_they_are(tmp_path: Path) -> None:
    values = np.array([[1.125, 2.0, 0], [2.0, 3.375, 1], [3.0, 5.0, 0]])
    np.save(path := tmp_path / "t.npy", values)
    assert (
        read_points(read_table(path), Columns("x1", "x2", "x3")).dataset.X.tolist()
        == values[:, :2].tolist()
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_an_exact_text_is_read_as_its_number_beside_anything(value: float) -> None:
    text = exact_text(value)
    for beside in ("848", "12345", "9.447"):
        numerals = numerals_of([beside, text])
        ((mark, settled),) = decimal_marks([numerals])
        assert number(text, ".") == value
        assert not numerals.open - {"."}
        assert ("." in text) <= settled
        assert "." not in text or mark == "."


def test_pasted_points_follow_the_rule(qapp: object) -> None:
    from linclass_gui.files.table_formats import table_in_text
    from linclass_gui.window.commands.points import points_in, points_to_text
    from solvers import Dataset

    names = ("class −", "class +")

    def pasted(text: str) -> list[list[float]] | None:
        found = points_in(table_in_text(text, "Clipboard"), names)
        return None if found is None else found[0].tolist()

    assert pasted("848\t31,326\n9,447\t54,160\n") == [[848, 31326], [9447, 54160]]
    assert pasted("9,447\t54,160\n") is None  # asked for in the dialog of a table
    copied = points_to_text(Dataset(np.array([[1.125, 2.0]]), np.array([1]), names), [0])
    assert pasted(copied) == [[1.125, 2.0]]
