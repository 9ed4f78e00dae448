"""How a table was read goes through a scene file, and leads back to the table."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linclass_gui.files.codec import decode, encode
from linclass_gui.files.column_kinds import ColumnKind
from linclass_gui.files.columns import Columns
from linclass_gui.files.reading import TableReading, read_picture, read_source, table_as
from linclass_gui.files.scene_table import file_called, own_table, shows
from linclass_gui.scene.axes import show_plane, standardise
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.planes import PRINCIPAL

WHOLE = TableReading(
    Columns("a", "", "kind", ("x", "y", "z"), missing=("-999", "n.d.")),
    {"b": ColumnKind("above", 2.5), "c": ColumnKind("indicators")},
    "t.csv",
    "cp1252",
    "Sheet 2",
    ",",
    "labels.csv",
    "part",
)


def test_a_reading_comes_back_from_its_json() -> None:
    assert TableReading.from_json(WHOLE.to_json()) == WHOLE
    far = replace(WHOLE, source="/far/away/t.csv", labels="/far/labels.csv")
    assert TableReading.from_json(far.to_json()) == WHOLE  # no folder of this machine
    least = TableReading(Columns("a", "b", ""))
    assert TableReading.from_json(least.to_json()) == least
    assert TableReading.from_json(None) == TableReading()


@pytest.mark.parametrize(
    "change",
    [
        {"x1": 3},
        {"classes": ["x"]},
        {"classes": "xy"},
        {"missing": [None]},
        {"kinds": {"a": "number"}},
        {"kinds": ["a"]},
        {"plane": "flat"},
        {"decimal": "·"},
        {"encoding": "latin-99"},
    ],
    ids=str,
)
def test_a_reading_of_another_program_is_left_alone(change: dict[str, object]) -> None:
    raw = WHOLE.to_json() | change
    assert TableReading.from_json(raw) == TableReading()
    document = replace(Document.empty(), reading=raw)
    assert decode(encode(document), "scene").reading == raw


TEXT = "id,pay,rate,smoker,part,result\n" + "".join(
    f"{k},{300 + 7 * (k % 11)}.{k % 7},{1.073 + k % 5:.3f},{'ny'[k % 2]},"
    f"{'test' if k % 4 == 0 else 'train'},{'lost' if k % 3 else 'won'}\n"
    for k in range(60)
)


def opened(tmp_path: Path, reading: TableReading) -> tuple[Path, Document]:
    (path := tmp_path / "t.csv").write_text(TEXT)
    reading = replace(reading, source=str(path))
    table = table_as(read_source(path, reading), reading)
    return path, read_picture(table, reading).document


READING = TableReading(
    Columns("pay", "rate", "result", ("lost", "won")), {"smoker": ColumnKind("yes-no")}
)


@pytest.mark.parametrize("plane", ["columns", PRINCIPAL])
@pytest.mark.parametrize("is_standardised", [False, True])
def test_a_saved_scene_shows_its_file_until_a_point_moves(
    plane: str, is_standardised: bool, tmp_path: Path
) -> None:
    reading = replace(READING, columns=replace(READING.columns, plane=plane))
    path, document = opened(tmp_path, reading)
    document = standardise(document) if is_standardised else document
    document = decode(encode(document), "again")
    found = TableReading.from_json(document.reading)
    assert (found.source, found.split) == ("t.csv", "part")
    source = read_source(path, found)
    assert shows(document, source, found)
    dataset = document.dataset
    moved = replace(document, dataset=dataset.moved([0], dataset.X[:1] + 0.25))
    assert not shows(moved, source, found)
    assert not shows(document, source, replace(found, kinds={}))
    path.write_text(TEXT.replace("300.0", "999.5", 1))
    assert not shows(document, read_source(path, found), found)


def test_rows_held_back_otherwise_are_still_those_of_the_file(tmp_path: Path) -> None:
    reading = replace(READING, kinds={**READING.kinds, "part": ColumnKind("out")})
    path, document = opened(tmp_path, reading)
    assert document.test is None
    held = held_back(show_plane(document, PRINCIPAL), 0.3)
    assert shows(held, read_source(path, reading), reading)


def test_the_table_of_a_scene_has_the_names_of_its_file(tmp_path: Path) -> None:
    _, document = opened(tmp_path, READING)
    document = decode(encode(standardise(document)), "again")
    table, columns = own_table(document)
    assert set(table.header) == {"pay", "rate", "smoker", "part", "result"}
    assert (columns.x1, columns.x2, columns.label) == ("pay", "rate", "result")
    assert "300.0" in set(table.column("pay").cells)
    assert np.unique(list(table.column("part").cells)).tolist() == ["test", "train"]
    table, columns = own_table(replace(document, reading=None))
    assert (table.header[-2:], columns.label) == (("set", "class"), "class")


def test_a_file_is_found_beside_the_scene_or_among_those_used_lately(tmp_path: Path) -> None:
    (path := tmp_path / "t.csv").write_text(TEXT)
    other = tmp_path / "other.csv"
    assert file_called("t.csv", (tmp_path / "none", tmp_path)) == path
    assert file_called("t.csv", (other, path)) == path
    assert file_called("t.csv", (other,)) is None
    assert file_called("", (tmp_path,)) is None
