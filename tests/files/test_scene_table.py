"""What goes out of a scene is its table: names, units, all columns, all rows, with what the methods
say of each.
"""

import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawing_scenes import scene_of

import solvers
from linclass_gui.errors import UserError
from linclass_gui.figures.results import results_csv
from linclass_gui.files.cells import as_given
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.columns import MOST_TURNED, Columns, with_further
from linclass_gui.files.first_picture import first_picture, open_document
from linclass_gui.files.scene_table import own_table, with_other_columns
from linclass_gui.files.shipped import lesson_paths
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.files.tables import parse_table
from linclass_gui.scene.axes import show_plane, standardise
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back
from linclass_gui.scene.planes import COLUMNS, DISCRIMINANTS, PRINCIPAL

MORE = np.random.default_rng(2).normal(100.0, 40.0, (8, 3)).round(2).tolist()
ROWS = [
    (300.0, 1.073, 12.0),
    (42.5, 0.001, -3.25),
    (100.1, 7.0, 0.0),
    (9.9, -2.5, 1e-3),
    *map(tuple, MORE),
]
TEXT = "salary,rate,shift_work,kind\n" + "".join(
    f"{a},{b},{c},{'no' if k % 2 else 'yes'}\n" for k, (a, b, c) in enumerate(ROWS)
)


def of_rows(plane: str, *, is_standardised: bool, holds_back: bool) -> Document:
    document = first_picture(table_in_text(TEXT, "pay.csv")).document
    document = show_plane(document, plane, standardise=is_standardised)
    document = held_back(document, 0.34) if holds_back else document
    return decode(encode(document), "saved and opened")


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("holds_back", [False, True], ids=["training", "test"])
@pytest.mark.parametrize("is_standardised", [False, True], ids=["units", "standardised"])
@pytest.mark.parametrize("plane", [COLUMNS, PRINCIPAL, DISCRIMINANTS])
def test_a_saved_table_offers_its_own_columns_and_numbers(
    plane: str, is_standardised: bool, holds_back: bool
) -> None:
    """Neither the column that holds rows back as an axis, nor 299.9999 for 300."""
    document = of_rows(plane, is_standardised=is_standardised, holds_back=holds_back)
    table, columns = own_table(document)
    assert {columns.x1, columns.x2} <= {"salary", "rate", "shift_work"}
    assert columns.label == "class"
    places = [table.column(name).place for name in ("salary", "rate", "shift_work")]
    assert sorted(tuple(float(row[k]) for k in places) for row in table.first_rows) == sorted(ROWS)
    cells = [cell for row in table.first_rows for cell in row]
    assert all("99999" not in cell and "00000" not in cell for cell in cells)
    again = first_picture(table, columns).document
    assert again.dataset.counts == document.dataset.counts
    assert (again.test is not None) == holds_back


def test_a_scene_of_two_variables_keeps_their_names() -> None:
    table, columns = own_table(held_back(open_document("lesson:slack")))
    assert (columns.x1, columns.x2) == ("x1", "x2")
    assert table.header == ("x1", "x2", "set", "class")
    assert first_picture(table, columns).document.axis_names == ("$x_1$", "$x_2$")


def test_standardised_axes_go_out_in_the_units_of_the_table() -> None:
    document = replace(open_document("lesson:slack"), axis_names=("petal length", "$z$"))
    for line, row in zip(
        read(results_csv(scene_of(standardise(document)))), document.dataset.X.tolist(), strict=True
    ):
        assert [float(line["petal length"]), float(line["z"])] == row


def test_the_results_are_the_whole_table_with_every_row() -> None:
    document = of_rows(PRINCIPAL, is_standardised=True, holds_back=True)
    scene = scene_of(document)
    rows = read(results_csv(scene))
    assert len(rows) == len(ROWS)
    assert [row["row"] for row in rows] == [str(k) for k in range(1, 13)]
    n = len(document.dataset)
    assert [row["set"] for row in rows] == ["train"] * n + ["test"] * (12 - n)
    assert sorted(
        (float(r["salary"]), float(r["rate"]), float(r["shift_work"])) for r in rows
    ) == sorted(ROWS)
    across, up = document.axis_names
    assert document.test is not None
    points = np.concatenate([document.dataset.X, document.test.X])
    np.testing.assert_array_equal([[float(row[across]), float(row[up])] for row in rows], points)
    (_, fit), *_ = scene.answers
    score, prediction = (
        next(name for name in rows[0] if name.startswith(f"{what} of Fisher"))
        for what in ("score", "prediction")
    )
    np.testing.assert_array_equal(
        [float(row[score]) for row in rows], fit.decision_function(points)
    )
    names = document.dataset.class_names
    assert [row[prediction] for row in rows] == [
        names[int(label > 0)] for label in fit.predict(points)
    ]
    assert {row["class"] for row in rows} == set(names)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("plane", [COLUMNS, DISCRIMINANTS])
def test_results_opened_as_a_table_show_no_column_of_our_own(plane: str, classes: int) -> None:
    kinds = ("low", "mid", "top")[:classes]
    text = TEXT.split("\n", 1)[0] + "".join(
        f"\n{a},{b},{c},{kinds[k % classes]}" for k, (a, b, c) in enumerate(ROWS)
    )
    document = show_plane(first_picture(table_in_text(text, "t")).document, plane)
    document = document.adding(solvers.Softmax() if classes > 2 else solvers.LogisticRegression())
    document = held_back(document, 0.34)
    scene = scene_of(document)
    written = results_csv(scene)
    again = first_picture(table_in_text(written, "results.csv"))
    assert {*again.document.plane.columns} == {"salary", "rate", "shift_work"}
    assert again.as_read.label == "class"
    assert again.as_read.test_points == len(document.test)
    *_, (_, fit) = scene.answers
    chances = fit.predict_proba(np.concatenate([document.dataset.X, document.test.X]))
    rows = read(written)
    names = document.dataset.class_names[1 if classes == 2 else 0 :]
    heads = [name for name in rows[0] if name.startswith("probability of ")]
    assert [head.rpartition(" for ")[2] for head in heads] == list(names)
    np.testing.assert_array_equal(
        [[float(row[head]) for head in heads] for row in rows], chances[:, -len(names) :]
    )


@pytest.mark.parametrize("plane", [COLUMNS, PRINCIPAL])
def test_results_take_the_other_columns_of_the_table_along(plane: str) -> None:
    text = "name,size,gap,width,row,set,kind\n" + "".join(
        f"n{k},{k % 5}.5,{'' if k == 6 else k * k}.5,{7 - k}.25,{100 + k},"
        f"{'test' if k % 4 == 1 else 'train'},{'no' if k % 2 else 'yes'}\n"
        for k in range(12)
    )
    table = parse_table(text.replace(",.5,", ",?,"), "t.csv")
    columns = Columns("size", "width", "kind", plane=plane)
    columns = with_further(table, columns)
    document = first_picture(table, columns).document
    document = replace(document, dataset=document.dataset.added([(1.0, 2.0)], 0))
    document = decode(encode(with_other_columns(document, table, columns)), "carried")
    rows = read(results_csv(scene_of(document)))
    added = next(row for row in rows if not row["row"])
    kept = [row for row in rows if row is not added]
    assert added["name"] == added["row 2"] == ""
    assert [row["name"] for row in kept] == [f"n{int(row['row']) - 1}" for row in kept]
    assert [row["row 2"] for row in kept] == [str(99 + int(row["row"])) for row in kept]
    assert {row["set"] for row in kept if row["name"] in ("n1", "n5", "n9")} == {"test"}
    assert len(kept) == 12 - ("gap" in columns.further)


@pytest.mark.parametrize("entry", [3, [1] * 13, [[]] * 13, [["row", "a"], *[["1"]] * 12]])
def test_a_scene_file_may_hold_anything_for_other_columns(entry: object) -> None:
    document = open_document("lesson:slack")
    plain = results_csv(scene_of(document))
    assert results_csv(scene_of(replace(document, further={"other columns": entry}))) == plain


@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: path.stem)
def test_the_points_of_every_shipped_scene_come_back_from_their_table(path: Path) -> None:
    document = open_document(str(path))
    if not len(document.dataset):
        return
    table = parse_table(results_csv(scene_of(replace(document, methods=()))), "again")
    _, columns = own_table(document)
    names = document.dataset.class_names
    again = first_picture(table, replace(columns, classes=names)).document
    for points, read_points in ((document.dataset, again.dataset), (document.test, again.test)):
        if points is not None and set(points.labels.tolist()) == set(range(len(names))):
            assert read_points is not None
            np.testing.assert_allclose(read_points.X, points.X, rtol=1e-12, atol=1e-12)
            assert read_points.class_names == points.class_names
            np.testing.assert_array_equal(read_points.labels, points.labels)


def test_numbers_of_many_digits_are_not_shortened_beyond_their_rounding() -> None:
    values = np.array([[300.0], [1 / 3], [123.456789012345], [0.0], [-1e-15], [299.99999999999994]])
    np.testing.assert_allclose(as_given(values), values, rtol=0.0, atol=256 * 2.0**-52 * 300.0)
    assert as_given(values)[[0, 3, 4, 5], 0].tolist() == [300.0, 0.0, 0.0, 300.0]
    assert as_given(values)[1, 0] == 0.333333333333333
    tiny = np.array([[3e-310, 0.0], [1e300, 5.0]]).T
    assert np.isfinite(as_given(tiny)).all()


def test_a_table_of_very_many_columns_shows_two_of_them() -> None:
    """The basis of a plane is a square: ten thousand columns would take a gigabyte for thirty
    rows.
    """
    for d, is_whole in ((MOST_TURNED, True), (MOST_TURNED + 1, False)):
        names = [f"f{k}" for k in range(d)]
        rows = [
            ",".join([*(f"{(7 * k + row) % 11}.5" for k in range(d)), "ab"[row % 2]])
            for row in range(4)
        ]
        table = table_in_text("\n".join([",".join([*names, "class"]), *rows]), "wide.csv")
        assert len(with_further(table, Columns("f0", "f1", "class")).further) == (
            d - 2 if is_whole else 0
        )
    with pytest.raises(
        UserError,
        match=(
            f"needs three columns of numbers, at most {MOST_TURNED} of them; the table has f0, "
            "f1, f2"
        ),
    ):
        first_picture(table, Columns("f0", "f1", "class", plane=PRINCIPAL))
