"""The first picture of a table that comes without options: its columns with their reasons, the
scales of its axes, and the C of its soft margin.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linclass_gui
from linclass_gui.answers.scenes import scene_of
from linclass_gui.files.codec import decode, encode
from linclass_gui.files.columns import guess_columns
from linclass_gui.files.first_picture import (
    document_of_arrays,
    first_picture,
    open_document,
    suggested_penalty,
    with_first_methods,
    with_methods_like,
    with_usual_penalties,
)
from linclass_gui.files.tables import parse_table
from linclass_gui.markup.mathtext import plain
from linclass_gui.scene.document import Document
from solvers import SoftMarginSVM

AGES = 20.0 + np.arange(40.0) * 7.0 % 40.0  # in no order: they count no rows
IS_BUYER = AGES + 7.0 * np.sin(AGES) > 40.0


def csv_of(header: str, *columns: object) -> str:
    rows = zip(*columns, strict=True)  # type: ignore[call-overload]
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


def buyers(unit: float = 1.0) -> str:
    """Forty buyers with a number, a gender, an age, a salary, and whether they bought."""
    salaries = unit * (2e4 + 1500.0 * (AGES * 7 % 40))
    bought = IS_BUYER.astype(int)
    genders = ["Male" if age % 3 else "Female" for age in AGES]
    header = "User ID,Gender,Age,Salary,Purchased"
    return csv_of(header, 10_000 + 7 * AGES, genders, AGES, salaries, bought)


def penalty_of(document: Document) -> float:
    method = document.methods[1].method
    assert isinstance(method, SoftMarginSVM)
    return method.C


# --- reasons --------------------------------------------------------------------------------------


def test_the_reasons_of_a_guess_are_told() -> None:
    as_read = first_picture(parse_table(buyers(), "t")).as_read
    assert as_read.reasons == (
        "Purchased is the class: named Purchased, last column, two values",
        "row numbers or ids: User ID",
    )
    assert as_read.sentence == (
        "Age (x1) against Salary (x2), class Purchased: 0 (-, 21), 1 (+, 19); "
        "Purchased is the class: named Purchased, last column, two values; row numbers or ids: "
        "User ID"
    )


def test_a_column_that_gives_the_class_away_is_named_and_no_axis() -> None:
    returns = np.sin(7.0 * AGES)
    days = ["up" if value > 0.0 else "down" for value in returns]
    header = "lag,volume,today,direction"
    text = csv_of(header, np.cos(5.0 * AGES), np.cos(3.0 * AGES), returns, days)
    guess = guess_columns(parse_table(text, "days.csv"))
    assert (guess.columns.x1, guess.columns.x2) == ("lag", "volume")
    words = "today alone tells the classes apart and is no axis: is it known before?"
    assert words in guess.reasons_of_axes
    only = csv_of("volume,today,direction", np.cos(3.0 * AGES), returns, days)
    (said,) = guess_columns(parse_table(only, "days.csv")).reasons_of_axes
    assert said == "today alone tells the classes apart: is it known before?"


def test_row_numbers_and_the_best_of_several_columns_are_told() -> None:
    noise = AGES * 31 % 17
    text = csv_of(
        "rownames,a,b,c,kind",
        range(1, 41),
        noise,
        AGES * 13 % 11,
        AGES / 8,
        np.where(IS_BUYER, 1, 0),
    )
    guess = guess_columns(parse_table(text, "t"))
    assert guess.reasons_of_axes == (
        "row numbers or ids: rownames",
        f"of 3 measurements {guess.columns.x1} and {guess.columns.x2} tell the classes apart best",
    )
    assert "c" in (guess.columns.x1, guess.columns.x2)


def test_a_column_of_numbers_that_is_no_axis_for_its_words_is_named() -> None:
    rows = [f"{k}.5,{3 * k % 7}.25,{k % 5}.1,{'ab'[k % 2]}" for k in range(20)]
    rows[4] = "4.5,traces,4.1,a"
    sentence = first_picture(
        parse_table("\n".join(["mass,lead,zinc,kind", *rows]), "t")
    ).as_read.sentence
    assert "lead is no axis: it holds 'traces'" in sentence
    assert "mass (x1) against zinc (x2)" in sentence


# --- scales ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1.0, 0.05, 20.0])
def test_an_axis_that_would_be_squeezed_has_its_own_scale(times: float) -> None:
    ages = AGES * times
    text = csv_of("a,b,kind", ages, AGES * 7 % 40, IS_BUYER)
    document = first_picture(parse_table(text, "t")).document
    assert (document.stretch == 1.0) == (times == 1.0)
    scene = scene_of(document)
    across = np.ptp(document.dataset.X[:, 0]) / scene.view.width
    assert across > 0.5  # of the picture
    assert decode(encode(document), "t").stretch == document.stretch


def test_scales_can_be_chosen() -> None:
    table = parse_table(buyers(), "t")
    assert first_picture(table).document.stretch < 0.01
    assert first_picture(table, scales="equal").document.stretch == 1.0
    standardised = first_picture(table, scales="standardised").document
    assert standardised.stretch == 1.0
    assert standardised.dataset.X.std(axis=0) == pytest.approx([1.0, 1.0])
    assert penalty_of(standardised) == 50.0


@pytest.mark.usefixtures("qapp")
def test_arrays_have_the_scales_of_a_table_and_a_figure_says_so() -> None:
    X = np.column_stack([AGES, 1000.0 * (AGES * 7 % 40)])
    assert document_of_arrays(X, IS_BUYER).stretch != 1.0
    assert "each axis has its own scale" in linclass_gui.figure((X, IS_BUYER)).as_read
    equal = linclass_gui.figure((X, IS_BUYER), own_scales=False)
    assert equal.document.stretch == 1.0
    assert "scale" not in equal.as_read


# --- C --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [1e-6, 1e-3, 1.0, 1e3])
def test_the_price_follows_the_units(unit: float) -> None:
    """The same points in smaller units have the same soft margin, up to the rounding of C."""
    X = np.column_stack([AGES / 60.0, AGES * 7 % 40 / 40.0])
    text = csv_of("a,b,kind", *(unit * X).T.tolist(), IS_BUYER)
    document = first_picture(parse_table(text, "t")).document
    C, spread = penalty_of(document), unit * X.std(axis=0).min()
    if C > 1.0:
        assert 0.5 < C * spread**2 / len(X) < 2.0
    else:
        assert len(X) / spread**2 < 2.0
    fit = scene_of(document).fits[document.methods[1].id]
    errors = (np.sign(fit.decision_function(document.dataset.X)) != document.dataset.y).sum()
    assert errors <= 6


def test_the_price_is_a_round_number_and_at_least_one() -> None:
    rng = np.random.default_rng(1)
    for scale in [1e-44, *10.0 ** np.arange(-12, 13, 1.7)]:
        C = suggested_penalty(scale * rng.normal(size=(50, 2)))
        assert 1.0 <= C <= 1e75
        assert f"{C:e}"[0] in "125"
        assert float(f"{C:.0e}") == C


@pytest.mark.parametrize(
    "X", [np.zeros((0, 2)), np.zeros((3, 2)), np.array([[1e300, -1e300], [-1e300, 1e300]])]
)
def test_points_without_a_spread_that_can_be_computed_leave_the_usual_price(X: np.ndarray) -> None:
    assert suggested_penalty(X) == 1.0


def test_a_column_without_spread_does_not_count() -> None:
    on_a_line = np.column_stack([AGES / 40.0, np.zeros(40)])
    assert suggested_penalty(on_a_line) == suggested_penalty(on_a_line[:, :1])


def test_very_uneven_columns_do_not_drive_the_price_beyond_rounding() -> None:
    X = np.column_stack([AGES, 1e-9 * (AGES * 7 % 40)])
    assert suggested_penalty(X) <= 2e14 * len(X) / X.var(axis=0).max()


def test_the_price_is_a_parameter_like_any_other_and_is_said() -> None:
    table = parse_table(csv_of("a,b,kind", AGES / 100, AGES % 7 / 10, IS_BUYER), "t")
    document = first_picture(table).document
    C = penalty_of(document)
    assert penalty_of(decode(encode(document), "t")) == C
    assert C == 2000.0


def test_only_what_nobody_has_changed_follows_a_new_table() -> None:
    small = first_picture(parse_table(csv_of("a,b,k", AGES / 100, AGES % 7, IS_BUYER), "t"))
    large = first_picture(parse_table(csv_of("a,b,k", AGES * 100, AGES % 7 * 90, IS_BUYER), "t"))
    begun = with_first_methods(Document.empty())
    assert penalty_of(with_methods_like(small.document, begun)) == penalty_of(small.document)
    assert penalty_of(with_methods_like(large.document, small.document)) == 1.0
    first, second = small.document.methods
    chosen = replace(small.document, methods=(first, replace(second, method=SoftMarginSVM(C=30.0))))
    assert penalty_of(with_methods_like(large.document, chosen)) == 30.0
    assert with_methods_like(small.document, Document.empty()) is small.document
    # what a scene began with is not set by anybody
    begun = with_usual_penalties(chosen, chosen)
    assert penalty_of(with_methods_like(small.document, begun)) == penalty_of(small.document)
    assert with_usual_penalties(chosen, small.document).methods == chosen.methods


# --- rows for training and testing ----------------------------------------------------------------


def held_back(name: str, yes: str, no: str, every: int) -> str:
    """Forty rows of which each fourth or so has ``yes`` in a column of this name."""
    cells = [yes if k % every == 0 else no for k in range(40)]
    return csv_of(f"a,b,{name},kind", AGES / 8, AGES * 7 % 40, cells, np.where(IS_BUYER, "u", "v"))


@pytest.mark.parametrize(
    ("name", "yes", "no", "tested"),
    [
        ("Set", "test", "train", 10),
        ("anything", "holdout", "training", 10),
    ],
)
def test_a_column_of_training_and_testing_divides_the_rows(
    name: str, yes: str, no: str, tested: int
) -> None:
    picture = first_picture(parse_table(held_back(name, yes, no, 4), "t"))
    assert picture.document.test is not None
    assert (len(picture.document.dataset), len(picture.document.test)) == (40 - tested, tested)
    assert f"{tested} test points, as column '{name}' says" in picture.as_read.sentence
    assert (picture.as_read.columns, picture.as_read.label) == (("a", "b"), "kind")


@pytest.mark.parametrize(
    ("name", "yes", "no", "every"),
    [("split", "1", "0", 4), ("train", "T", "F", 4), ("set", "1", "2", 4)],
)
def test_where_a_column_does_not_say_which_rows_are_for_testing_all_are_for_training(
    name: str, yes: str, no: str, every: int
) -> None:
    picture = first_picture(parse_table(held_back(name, yes, no, every), "t"))
    assert picture.document.test is None
    assert (picture.as_read.columns, picture.as_read.label) == (("a", "b"), "kind")


def test_a_test_may_also_be_the_class() -> None:
    text = csv_of("glucose,bmi,test", AGES * 3, AGES * 7 % 40, IS_BUYER.astype(int))
    picture = first_picture(parse_table(text, "t"))
    assert picture.as_read.label == "test"
    assert picture.document.test is None
    assert len(picture.document.dataset) == 40


def test_a_title_keeps_the_words_of_the_name_apart(tmp_path: Path) -> None:
    """An underscore would begin an index."""
    (path := tmp_path / "Social_Network_Ads.csv").write_text(buyers())
    assert plain(open_document(str(path)).title) == "Social Network Ads"


def test_a_table_of_one_column_opens_with_the_plot_of_one_variable() -> None:
    rows = [f"{value},{name}" for value, name in zip((1, 2, 3, 5, 6, 8), "aababb", strict=True)]
    table = parse_table("height,class\n" + "\n".join(rows) + "\n", "heights.csv")
    document = first_picture(table).document
    assert document.plots == ("one-variable",)
    assert not document.dataset.X[:, 1].any()
    plane = parse_table("a,b,class\n1,2,x\n2,4,y\n3,1,x\n", "plane.csv")
    assert first_picture(plane).document.plots == ()
