"""Long tables of plain cells are read as arrays, and agree with the careful reader."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linclass_gui.errors import UserError
from linclass_gui.files import table_formats
from linclass_gui.files.cells import SAMPLE_ROWS, number
from linclass_gui.files.columns import Columns, guess_columns, rows_without_value
from linclass_gui.files.first_picture import first_picture
from linclass_gui.files.plain_tables import plain_table
from linclass_gui.files.table_formats import read_table
from linclass_gui.files.table_points import suspects
from linclass_gui.files.tables import MOST_LABELS, Table, parse_table
from linclass_gui.files.text_files import text_of

MARKS = st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", "."), ("\t", ",")])
PLAIN_NUMBERS = st.one_of(
    st.floats(-100.0, 100.0).map(lambda value: f"{value:.3f}"),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-2000, 2000).map(str),
    st.sampled_from(["1e5", "+1.", ".5", "-0.0", "007", "1.125", "9,447", "99", "-999"]),
)
HOSTILE = st.sampled_from(
    [
        *("", " 1", "1 ", "NaN", "nan", "inf", "?", "NA", '"1"', '"a,b"', "'x'", "1_0", "0x1"),
        *("1,234", "1.234,5", "45 %", "$5", "−1", "# note", "é", "5.0.1", "1e999"),
        "12345678901234567890",
    ]
)
WORDS = st.sampled_from(["yes", "no", "Iris setosa", "1", "0", "1.0", "2.5", "test", "train", "b"])


@st.composite
def _tables(draw: st.DrawFn) -> bytes:
    """A table of rows drawn of few, with perhaps one cell of another kind, anywhere."""
    separator, mark = draw(MARKS)
    kinds = draw(st.lists(st.sampled_from(["number", "id", "class"]), min_size=2, max_size=4))
    seed, count = draw(st.integers(0, 10**6)), draw(st.sampled_from([3, 30, SAMPLE_ROWS + 60]))
    random = np.random.default_rng(seed)
    columns: list[list[str]] = []
    for kind in kinds:
        if kind == "id":
            columns.append([str(k + 1) for k in range(count)])
            continue
        most = 40 if kind == "number" else 3
        values = draw(
            st.lists(PLAIN_NUMBERS if kind == "number" else WORDS, min_size=1, max_size=most)
        )
        spread = [f"{value:.4f}" for value in random.normal(size=30)] if kind == "number" else []
        cells = random.choice([*values, *(spread if draw(st.booleans()) else [])], count)
        columns.append([str(cell).replace(".", mark) for cell in cells])
    rows = [list(row) for row in zip(*columns, strict=True)]
    if draw(st.booleans()):
        rows[draw(st.integers(0, count - 1))][draw(st.integers(0, len(kinds) - 1))] = draw(HOSTILE)
    if draw(st.integers(0, 9)) == 0:
        rows[draw(st.integers(0, count - 1))].append(draw(st.sampled_from(["", "1"])))
    if draw(st.booleans()):
        rows.insert(0, draw(st.permutations(["x", "id", "class", "set", "x2"]))[: len(kinds)])
    lines = [separator.join(row) for row in rows]
    if draw(st.integers(0, 9)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(["", "# words", "x"])))
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n"]))
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return draw(st.sampled_from([b"", b"\xef\xbb\xbf"])) + text.encode()


def told(table: Table) -> object:
    """What becomes of a table: its points and how they were read, or why there are none."""
    try:
        columns = guess_columns(table).columns
        picture = first_picture(table)
        doubtful = suspects(table, columns)
    except UserError as error:
        return str(error)
    document = picture.document
    dataset = document.dataset
    arrays = (dataset.X, dataset.labels, dataset.behind)
    test = document.test and (document.test.X.tolist(), document.test.labels.tolist())
    return (
        columns,
        picture.as_read,
        [array.tobytes() for array in arrays],
        dataset.class_names,
        test,
        document.axis_names,
        doubtful,
        [column.name for column in table.numeric],
        tuple(column.numerals for column in table.columns),
        [column.name for column in table.doubtful],
        [column.classes for column in table.columns if column.count <= MOST_LABELS],
    )


@given(_tables())
@settings(deadline=None)
def test_both_readers_agree_on_all_that_the_plain_one_takes(content: bytes) -> None:
    text = text_of(content, Path("t.csv"))
    plain = plain_table(content, "t.csv")
    if plain is not None:
        careful = parse_table(text, "t.csv")
        assert (plain.header, list(plain.lines)) == (careful.header, list(careful.lines))
        assert told(plain) == told(careful)
        for one, other in zip(plain.columns, careful.columns, strict=True):
            assert one.is_plain or list(one.cells) == list(other.cells)
            numbers = np.array([number(cell, one.decimal) for cell in one.cells], dtype=float)
            np.testing.assert_array_equal(numbers, other.numbers)


def rows_of_numbers(count: int, separator: str = ",", mark: str = ".") -> list[str]:
    values = np.random.default_rng(0).normal(size=(count, 2))
    return [
        separator.join((f"{x:.6f}", f"{y:.6f}", str(int(x + y > 0)))).replace(".", mark)
        for x, y in values.tolist()
    ]


@pytest.mark.parametrize("marks", [(",", "."), (";", ","), ("\t", ".")])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_long_table_of_numbers_and_a_class_is_plain(
    tmp_path: Path, marks: tuple[str, str], end: str
) -> None:
    lines = [marks[0].join(("width", "height", "class")), *rows_of_numbers(5000, *marks)]
    path = tmp_path / "long.csv"
    path.write_bytes((end.join(lines) + end).encode())
    table = read_table(path)
    assert [column.is_plain for column in table.columns] == [True, True, False]
    assert table.columns[2].contents in (("0", "1"), ("1", "0"))
    assert told(table) == told(parse_table("\n".join(lines), str(path)))


@pytest.mark.parametrize(
    "cell", ["", "?", "1,5", '"1.5"', " 1.5", "nan", "1.5 %", "word", "1 234.5", "−1.5", "1e999"]
)
def test_where_the_plain_reader_refuses_the_careful_one_reads(tmp_path: Path, cell: str) -> None:
    lines = ["width;height;class", *rows_of_numbers(5000, ";")]
    lines[4000] = f"{cell};1.5;0"
    path = tmp_path / "long.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    table = read_table(path)
    assert not any(column.is_plain for column in table.columns)
    assert told(table) == told(parse_table("\n".join(lines), str(path)))


@pytest.mark.parametrize("missing", ["9.999", "9,9990", "-7.5"])
def test_a_missing_value_has_the_decimal_mark_of_its_column(missing: str) -> None:
    lines = ["x;y;class", *rows_of_numbers(100, ";", ",")]
    lines += ["9.999;1,5;0"] * (missing == "9.999") + ["9,999;1,5;0", "-7,5;1,5;0"]
    text = "\n".join(lines)
    plain, careful = plain_table(text.encode(), "t"), parse_table(text, "t")
    assert (plain is None) == (missing == "9.999")
    chosen = Columns("x", "y", "class", missing=(missing,))
    for table in filter(None, (plain, careful)):
        assert rows_without_value(table, chosen).sum() == 1


def test_a_short_table_is_read_with_care(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_formats, "plain_table", pytest.fail)
    path = tmp_path / "short.csv"
    path.write_text("\n".join(rows_of_numbers(100)), encoding="utf-8")
    assert len(read_table(path).lines) == 100


def test_a_long_table_takes_no_more_than_twice_its_numbers(tmp_path: Path) -> None:
    count = 60_000
    path = tmp_path / "long.csv"
    path.write_text("\n".join(rows_of_numbers(count)), encoding="utf-8")
    first_picture(read_table(path))
    tracemalloc.start()
    try:
        first_picture(read_table(path))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    head = 1_500_000  # the lines that are read with care
    assert most < 2 * 3 * 8 * count + head
