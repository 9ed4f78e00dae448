"""Planes of a table: those of scikit-learn, rows that move with their points, and a scene that
keeps them.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from parameter_sets import TURNING

import solvers
from linclass_gui.answers.points_table import numbers_of as rows_of
from linclass_gui.answers.points_table import with_number
from linclass_gui.answers.scenes import scene_of
from linclass_gui.cli import main
from linclass_gui.errors import UserError
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.first_picture import first_picture, open_document
from linclass_gui.files.json_values import CodecError
from linclass_gui.files.recovery import read_snapshot, write_snapshot
from linclass_gui.files.scene_table import own_table
from linclass_gui.files.table_formats import table_in_text
from linclass_gui.lessons.numbers import numbers_of
from linclass_gui.scene.axes import in_units_of_table, show_plane, standardise
from linclass_gui.scene.class_editing import with_label
from linclass_gui.scene.document import Document
from linclass_gui.scene.generating import held_back, put_back
from linclass_gui.scene.planes import (
    COLUMNS,
    DISCRIMINANTS,
    METHOD,
    PRINCIPAL,
    discriminants,
    scatters,
)
from solvers import Fisher, HardMarginSVM, Perceptron, SoftMarginSVM

NAMES = ("sepal length", "sepal width", "petal length", "petal width")
CLOSE = {"rtol": 1e-12, "atol": 1e-9}


@pytest.fixture(scope="module")
def tables(iris: Document) -> dict[str, Document]:
    """Four columns in one unit, and thirteen of which one column's unit is everything."""
    return {"iris": iris, "wine": open_document("example:wine")}


@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
@pytest.mark.parametrize("table", ["iris", "wine"])
def test_principal_components_are_those_of_scikit_learn(
    tables: dict[str, Document], table: str, is_scaled: bool
) -> None:
    rows = rows_of(tables[table])
    Z = (rows - rows.mean(axis=0)) / (rows.std(axis=0) if is_scaled else 1.0)
    peer = pytest.importorskip("sklearn.decomposition").PCA().fit(Z)
    shown = show_plane(tables[table], PRINCIPAL, standardise=is_scaled)
    same = np.sign((shown.plane.basis * peer.components_.T).sum(axis=0))
    np.testing.assert_allclose(
        shown.plane.basis[:, :2], (peer.components_.T * same)[:, :2], **CLOSE
    )
    np.testing.assert_allclose(
        shown.plane.basis.T @ shown.plane.basis, np.eye(rows.shape[1]), atol=1e-12
    )
    np.testing.assert_allclose(shown.plane.kept, peer.explained_variance_ratio_[:2], **CLOSE)
    np.testing.assert_allclose(shown.dataset.X, peer.transform(Z)[:, :2] * same[:2], **CLOSE)


@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
@pytest.mark.parametrize("table", ["iris", "wine"])
def test_discriminants_are_those_of_scikit_learn(
    tables: dict[str, Document], table: str, is_scaled: bool
) -> None:
    document = tables[table]
    rows, labels = rows_of(document), document.dataset.labels
    Z = (rows - rows.mean(axis=0)) / (rows.std(axis=0) if is_scaled else 1.0)
    peer = (
        pytest.importorskip("sklearn.discriminant_analysis")
        .LinearDiscriminantAnalysis(solver="eigen")
        .fit(Z, labels)
    )
    plane = show_plane(document, DISCRIMINANTS, standardise=is_scaled).plane
    values, vectors = discriminants(*scatters(Z, labels))
    expected = peer.scalings_[:, :2] / np.linalg.norm(peer.scalings_[:, :2], axis=0)
    same = np.sign((vectors[:, :2] * expected).sum(axis=0))
    np.testing.assert_allclose(vectors[:, :2], expected * same, **CLOSE)
    np.testing.assert_allclose(values[:2] / values.sum(), peer.explained_variance_ratio_, **CLOSE)
    np.testing.assert_allclose(plane.kept, peer.explained_variance_ratio_, **CLOSE)
    np.testing.assert_allclose(plane.basis.T @ plane.basis, np.eye(rows.shape[1]), atol=1e-12)
    # The plane that is drawn holds both: what is left of them across it is nothing.
    np.testing.assert_allclose(plane.basis[:, 2:].T @ expected, 0.0, **CLOSE)


def test_the_numbers_of_all_columns_are_those_of_their_definition(iris: Document) -> None:
    scene = scene_of(replace(show_plane(iris, DISCRIMINANTS), methods=()))
    between, within, total = numbers_of("columns", scene).matrices
    assert total.symbol == "C = C_B + C_W"
    found = [
        np.array([[float(cell.replace("−", "-")) for cell in row] for row in each.entries])
        for each in (between, within, total)
    ]
    np.testing.assert_allclose(found[0] + found[1], found[2], atol=0.02)
    np.testing.assert_allclose(found[2], 150.0 * np.cov(rows_of(iris).T, bias=True), atol=6e-3)
    table = numbers_of("discriminants", scene).table
    assert [row[0] for row in table.rows] == [*NAMES, "$λ$", "share of $Σλ$"]
    assert table.rows[-2][1:] == ("32.1919", "0.2854")
    assert numbers_of("columns", scene_of(Document.empty())).needs
    wide = scene_of(replace(show_plane(open_document("example:wine"), DISCRIMINANTS), methods=()))
    assert [name for name, _ in numbers_of("columns", wide).lines] == [
        f"trace of ${C}$" for C in ("C_B", "C_W", "C = C_B + C_W")
    ]


def test_a_point_takes_its_row_with_it_and_a_new_one_stands_in_the_middle(iris: Document) -> None:
    shown = show_plane(iris, PRINCIPAL)
    before = rows_of(shown)
    X = shown.dataset.X[7]
    moved = replace(shown, dataset=shown.dataset.moved(7, X + np.array([0.5, -0.25])))
    np.testing.assert_allclose(
        rows_of(moved)[7] - before[7], shown.plane.basis[:, :2] @ (0.5, -0.25), atol=1e-14
    )
    np.testing.assert_array_equal(
        np.delete(rows_of(moved), 7, axis=0), np.delete(before, 7, axis=0)
    )
    added = replace(shown, dataset=shown.dataset.added([(0.0, 0.0)], 1).removed([3]).flipped([0]))
    np.testing.assert_allclose(rows_of(added)[-1], before.mean(axis=0), atol=1e-12)
    np.testing.assert_array_equal(rows_of(added)[:-1], np.delete(before, 3, axis=0))
    back = put_back(held_back(added, 0.3))
    assert sorted(map(tuple, rows_of(back).round(9).tolist())) == sorted(
        map(tuple, rows_of(added).round(9).tolist())
    )


def test_one_plane_leads_to_another_and_back(iris: Document) -> None:
    held = held_back(iris, 0.2)
    there = show_plane(standardise(show_plane(held, DISCRIMINANTS)), COLUMNS, (2, 3))
    assert there.axis_names == ("petal length, standardised", "petal width, standardised")
    np.testing.assert_allclose(there.dataset.X.std(axis=0), 1.0, rtol=1e-12)
    back = show_plane(in_units_of_table(there), COLUMNS, (0, 1))
    np.testing.assert_allclose(back.dataset.X, held.dataset.X, atol=1e-12)
    np.testing.assert_allclose(back.test.behind, held.test.behind, atol=1e-12)
    with pytest.raises(UserError, match="different columns"):
        show_plane(iris, COLUMNS, (1, 1))


def test_a_scene_and_a_snapshot_keep_the_table(iris: Document, tmp_path: Path) -> None:
    shown = held_back(show_plane(iris, DISCRIMINANTS), 0.2)
    text = encode(shown)
    again = decode(text, "t")
    assert encode(again) == text
    np.testing.assert_array_equal(rows_of(again), rows_of(shown))
    write_snapshot(shown, "t", tmp_path / "t.snapshot")
    assert encode(read_snapshot(tmp_path / "t.snapshot")) == text


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("plane", "tilted", "table.plane must be one of"),
        ("columns", ["a", "b"], "table.columns must be a list of 3 to"),
        ("basis", [[1.0, 0.0], [0.0, 1.0]], "table.basis must hold 4 x 4 finite numbers"),
        ("basis", np.ones((4, 4)).tolist(), "must have length 1"),
        ("basis", (np.eye(4) + 1e-6 * np.eye(4, k=1)).tolist(), "stand across each other"),
        ("behind", [[0.0, 1.0]], "table.behind must hold 150 x 2 finite numbers"),
        ("behind", "x", "table.behind must hold 150 x 2 finite numbers"),
        ("scale", [1.0, 0.0, 1.0, 1.0], "table.scale must be 4 positive numbers"),
    ],
)
def test_a_broken_table_is_one_sentence(
    iris: Document, name: str, value: object, words: str
) -> None:
    raw = json.loads(encode(iris))
    raw["table"][name] = value
    with pytest.raises(CodecError, match=words):
        decode(json.dumps(raw), "t")


def test_the_command_line_shows_planes(
    iris: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", "example:iris", "--method", "gaussian-generative", "--plane", "pca"]) == 0
    said = capsys.readouterr().out
    assert (
        "axis 1           0.86 petal_length + 0.36 sepal_length + 0.36 petal_width − 0.085 "
        "sepal_width"
    ) in said
    assert "training errors  6 of 150" in said
    assert (
        main(["fit", "example:iris", "--method", "gaussian-generative", "--plane", "discriminants"])
        == 0
    )
    assert "training errors  3 of 150" in capsys.readouterr().out
    assert (
        main(
            [
                "fit",
                "example:iris",
                "--method",
                "gaussian-generative",
                "--plane",
                "pca",
                "--features",
                "all-columns",
            ]
        )
        == 0
    )
    assert "training errors  3 of 150" in capsys.readouterr().out
    assert (
        main(
            [
                "fit",
                "example:iris",
                "--method",
                "fisher",
                "--plane",
                "pca",
                "--columns",
                "sepal_length,sepal_width",
            ]
        )
        == 2
    )
    assert "--columns needs three different columns or more" in capsys.readouterr().err
    (narrow := tmp_path / "narrow.csv").write_text("a,b,kind\n1,2,x\n3,4,y\n5,1,x\n")
    assert main(["fit", str(narrow), "--method", "fisher", "--plane", "pca"]) == 2
    assert "needs three columns of numbers" in capsys.readouterr().err


@pytest.mark.parametrize("method", TURNING, ids=lambda method: type(method).__name__)
@pytest.mark.parametrize("is_scaled", [False, True], ids=["as given", "standardised"])
def test_in_the_plane_of_a_method_its_line_is_that_of_all_columns(
    two: Document, method: Any, is_scaled: bool
) -> None:
    document = show_plane(two.adding(method), METHOD, standardise=is_scaled)
    rows = rows_of(document)
    Z = (rows - rows.mean(axis=0)) / (rows.std(axis=0) if is_scaled else 1.0)
    whole = solvers.fit(method, Z, document.dataset.labels)
    inside = solvers.fit(method, document.dataset.X, document.dataset.labels)
    np.testing.assert_allclose(
        inside.decision_function(document.dataset.X),
        whole.decision_function(Z),
        rtol=1e-7,
        atol=1e-9,
    )
    assert inside.certificate.primal == pytest.approx(whole.certificate.primal, rel=1e-9)
    # so distances in the picture are true
    assert inside.norm == pytest.approx(whole.norm, rel=1e-9)
    assert abs(inside.w[1]) < 1e-7 * inside.w[0]
    assert document.axis_names[0].startswith("along $w$ of all 4 columns")


def test_a_method_without_such_a_plane_says_why(iris: Document, two: Document) -> None:
    for document, words in (
        (replace(two, methods=(), selected=""), "Select a method"),
        (iris.adding(Fisher()), "one of two classes"),
        (two.adding(Perceptron()), "no plane of its own"),
        (two.adding(HardMarginSVM()), "finds no line in all columns"),
    ):
        with pytest.raises(UserError, match=words):
            show_plane(document, METHOD)


def test_test_points_stay_test_points_when_other_columns_are_chosen(iris: Document) -> None:
    held = held_back(show_plane(iris, PRINCIPAL), 0.2)
    table, columns = own_table(held)
    again = first_picture(table, columns).document
    assert (again.dataset.counts, again.test.counts) == (held.dataset.counts, held.test.counts)
    order = [again.plane.columns.index(name) for name in held.plane.columns]
    np.testing.assert_allclose(rows_of(again)[:, order], rows_of(held), atol=1e-12)


@pytest.mark.parametrize("plane", [COLUMNS, PRINCIPAL, DISCRIMINANTS])
def test_an_edit_changes_one_cell_of_the_row_behind_the_plane(plane: str) -> None:
    rows = np.random.default_rng(0).normal(size=(12, 4)).round(3)
    lines = [
        "a,b,c,d,kind",
        *(
            ",".join(map(str, row)) + f",{'no' if k % 2 else 'yes'}"
            for k, row in enumerate(rows.tolist())
        ),
    ]
    document = show_plane(
        first_picture(table_in_text("\n".join(lines), "table.csv")).document, plane
    )
    assert document.plane is not None
    assert document.plane.columns == ("a", "b", "c", "d")
    assert rows_of(document) == pytest.approx(rows)
    changed = with_number(document, 3, 2, 7.5)
    rows[3, 2] = 7.5
    assert rows_of(changed) == pytest.approx(rows)
    assert with_label(changed.dataset, [0, 3], 0).labels[[0, 3]].tolist() == [0, 0]


def test_a_table_whose_rows_were_all_erased_takes_new_points(iris: Document) -> None:
    document = show_plane(iris, PRINCIPAL)
    none = replace(document, dataset=document.dataset.chosen([]))
    again = decode(encode(none), "a scene")
    added = replace(again, dataset=again.dataset.added([[1.0, 2.0]], 0))
    assert rows_of(added).shape == (1, len(iris.plane.columns))


@pytest.mark.parametrize("is_standardised", [False, True])
@pytest.mark.parametrize(
    ("kind", "word"), [("principal", "principal component"), ("discriminants", "discriminant")]
)
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_axes_say_when_they_are_those_of_other_points(
    name: str, kind: str, word: str, is_standardised: bool
) -> None:
    document = show_plane(open_document(f"example:{name}"), kind, standardise=is_standardised)
    assert document.is_plane_current
    assert document.shown_axis_names == document.axis_names
    assert "%" in document.axis_names[0]
    assert document.plane_sentence.startswith("keeps")
    for edited in (
        document.dataset.moved(0, (document.dataset.X[0, 0] + 1.0, document.dataset.X[0, 1])),
        with_label(document.dataset, [0], (int(document.dataset.labels[0]) + 1) % 3)
        if kind == "discriminants"
        else None,
        document.dataset.removed([3]),
    ):
        if edited is None:
            continue
        changed = replace(document, dataset=edited)
        assert not changed.is_plane_current
        mark = ", standardised" if is_standardised else ""
        assert changed.shown_axis_names[0] == f"{word} 1 of the data as loaded{mark}"
        assert changed.plane_sentence.endswith("choose it again after a change")
        again = show_plane(changed, kind)
        assert again.is_plane_current
        assert again.shown_axis_names == again.axis_names


@pytest.mark.parametrize("kind", [COLUMNS, PRINCIPAL])
def test_a_column_of_one_value_is_standardised_to_nothing(kind: str) -> None:
    """As the dark corners of a picture, also from axes that were turned before."""
    X = np.random.default_rng(2).normal(size=(30, 4)) * (1.0, 3.0, 0.0, 1.0) + (0.0, 5.0, 0.1, 0.0)
    lines = [",".join(map(str, row)) + f",{'ab'[k % 2]}\n" for k, row in enumerate(X.tolist())]
    document = first_picture(table_in_text("p,q,dark,r,kind\n" + "".join(lines), "t")).document
    turned = show_plane(show_plane(document, kind), kind, standardise=True).plane
    (dark,) = (k for k, name in enumerate(turned.columns) if name == "dark")
    assert (turned.scale[dark], turned.centre[dark]) == pytest.approx((1.0, 0.1))
    assert np.abs(turned.basis[dark, :2]).max() < 1e-12
    others = np.delete(turned.scale, dark)
    assert np.sort(others) == pytest.approx(np.sort(np.delete(X, 2, axis=1).std(axis=0)))


def test_the_plane_of_the_soft_margin_is_that_of_scikit_learn(two: Document) -> None:
    """scikit-learn's kernel has single precision: the weights are those of its support vectors,
    found in double.
    """
    rows, y = rows_of(two), np.where(two.dataset.labels == 1, 1.0, -1.0)
    C = 10.0
    peer = pytest.importorskip("sklearn.svm").SVC(kernel="linear", C=C, tol=1e-9).fit(rows, y)
    alpha = np.zeros(len(y))
    alpha[peer.support_] = np.abs(peer.dual_coef_[0])
    bound, free = alpha > C * (1.0 - 1e-6), (alpha > C * 1e-6) & (alpha < C * (1.0 - 1e-6))
    # On the free ones y f = 1, and the multipliers balance: unknown are theirs and b.
    gram = (rows * y[:, None]) @ (rows * y[:, None]).T
    k = int(free.sum())
    A = np.zeros((k + 1, k + 1))
    A[:k, :k], A[:k, k], A[k, :k] = gram[np.ix_(free, free)], y[free], y[free]
    *found, b = np.linalg.solve(
        A, np.append(1.0 - C * gram[np.ix_(free, bound)].sum(axis=1), -C * y[bound].sum())
    ).tolist()
    w = rows[free].T @ (found * y[free]) + C * rows[bound].T @ y[bound]

    used = two.adding(SoftMarginSVM(C=C * len(y)))
    shown = show_plane(used, METHOD)
    across = rows - rows @ np.outer(w, w) / (w @ w)
    second = pytest.importorskip("sklearn.decomposition").PCA(1).fit(across).components_[0]
    np.testing.assert_allclose(shown.plane.basis[:, 0], w / np.linalg.norm(w), **CLOSE)
    np.testing.assert_allclose(
        shown.plane.basis[:, 1], second * np.sign(second @ shown.plane.basis[:, 1]), **CLOSE
    )
    # Every point stands at its true signed distance from the boundary.
    along = shown.dataset.X[:, 0]
    distance = (rows @ w + b) / np.linalg.norm(w)
    np.testing.assert_allclose(along - along[0], distance - distance[0], **CLOSE)


def test_with_two_classes_the_second_axis_is_the_most_variance_across(iris: Document) -> None:
    two = replace(
        iris,
        dataset=iris.dataset.removed(np.flatnonzero(iris.dataset.labels == 2)).renamed(
            ("a", "b", "c")
        ),
    )
    plane = show_plane(two, DISCRIMINANTS).plane
    assert plane.kept == (1.0, 0.0)
    assert plane.axis_name(1).startswith("most variance")
    other = plane.basis.T @ (rows_of(two) - rows_of(two).mean(axis=0)).T
    assert other[1].var() >= other[2:].var(axis=1).max()


def test_rows_that_lack_a_value_for_the_plane_are_left_out_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "a,b,c,kind",
        *(f"{k},{k * k % 7},{(3 * k) % 5},{'xy'[k % 2]}" for k in range(12)),
        "1,2,,x",
    ]
    (table := tmp_path / "t.csv").write_text("\n".join(lines))
    # two columns: the third one is left behind, not the row
    assert len(open_document(str(table)).dataset) == 13
    assert main(["fit", str(table), "--method", "fisher", "--plane", "pca"]) == 0
    assert "1 row without a value left out" in capsys.readouterr().err


def test_columns_that_depend_on_each_other_have_no_discriminants() -> None:
    rows = "".join(f"{k},{k % 5},{k + k % 5},{'xy'[k % 2]}\n" for k in range(20))
    document = first_picture(table_in_text(f"a,b,c,kind\n{rows}", "t.csv")).document
    with pytest.raises(UserError, match="depend on each other"):
        show_plane(document, DISCRIMINANTS)


def test_points_that_are_held_back_count_for_their_plane() -> None:
    document = show_plane(open_document("example:iris"), "principal")
    data, rows = document.dataset, np.arange(len(document.dataset)) % 3 == 0
    parts = [data.chosen(~rows), data.chosen(rows)]
    assert replace(document, dataset=parts[0], test=parts[1]).is_plane_current
    assert not replace(document, dataset=parts[0]).is_plane_current
