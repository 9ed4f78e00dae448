"""The comparison of methods: the numbers in its cells, and the table as text, CSV and LaTeX."""

import csv
import io
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

import numpy as np
import pytest
from parameter_sets import settings_of

from linclass_gui.answers.comparison import comparison, method_titles, norm
from linclass_gui.answers.number_table import (
    Column,
    NumberCell,
    NumberTable,
    to_csv,
    to_latex,
    to_text,
)
from linclass_gui.files.codec import decode, encode
from linclass_gui.scene.document import Document
from linclass_gui.scene.scene import PairScene, Scene
from linclass_gui.scene.view import View
from solvers import (
    METHODS,
    Dataset,
    GaussianKernel,
    HardMarginSVM,
    LogisticRegression,
    Method,
    SoftMarginSVM,
    fit,
    parameters_of,
)

SQUARE = Dataset(
    np.array([[-2.0, 1.0], [-2.0, -1.0], [2.0, 1.0], [2.0, -1.0]]), np.array([0, 0, 1, 1])
)


def _document(*methods: Method) -> Document:
    document = Document(SQUARE)
    for method in methods:
        document = document.adding(method)
    return document


def _scene(document: Document, seconds: float = 0.0015) -> Scene:
    y = document.dataset.y
    fits = {
        m.id: replace(
            fit(m.method, document.dataset.X, y, features=m.features, kernel=m.kernel),
            seconds=seconds,
        )
        for m in document.enabled_methods
    }
    return PairScene(document, View.around(document.dataset.X), 0.01, MappingProxyType(fits))


def test_the_numbers_of_a_hard_margin_with_a_known_answer() -> None:
    table = comparison(_scene(_document(HardMarginSVM())))
    row = {
        column.name: cell.value for column, cell in zip(table.columns, table.rows[0], strict=True)
    }
    assert row["method"] == "Hard-margin SVM"
    assert [
        row["w1"],
        row["w2"],
        row["b"],
        row["norm_w"],
        row["margin"],
        row["smallest_distance"],
    ] == pytest.approx([0.5, 0.0, 0.0, 0.5, 2.0, 2.0], abs=1e-12)
    assert row["training_errors"] == 0
    assert row["log_loss"] is None
    assert abs(float(str(row["relative_gap"]))) < 1e-12
    assert row["seconds"] == 0.0015
    assert row["status"] == "optimal"


def test_a_method_without_an_answer_says_why() -> None:
    scene = replace(_scene(_document(SoftMarginSVM())), fits=MappingProxyType({}))
    assert [cell.value for cell in comparison(scene).rows[0] if cell.shown_text] == [
        "Soft-margin SVM",
        "…",
    ]
    one_class = replace(
        _document(SoftMarginSVM()), dataset=Dataset(SQUARE.X[:2], SQUARE.labels[:2])
    )
    row = comparison(_scene(one_class)).rows[0]
    assert [cell.value for cell in row if cell.shown_text] == ["Soft-margin SVM", "no data"]
    assert "Class +" in row[0].tip


def test_log_loss_agrees_with_the_probabilities_and_survives_their_rounding() -> None:
    answer = fit(LogisticRegression(l2=0.01), SQUARE.X, SQUARE.y)
    p = answer.predict_proba(SQUARE.X)[np.arange(4), SQUARE.labels]
    assert answer.log_loss == pytest.approx(float(-np.log(p).mean()), rel=1e-12)
    X = np.array([[-50.0, 0.0], [50.0, 0.0], [60.0, 0.0], [-60.0, 1.0], [55.0, 1.0]])
    wrong = fit(LogisticRegression(l2=1e-6), X, np.array([-1, 1, 1, -1, -1]))
    exact = np.logaddexp(0.0, -wrong.certificate.margins).mean()
    assert wrong.log_loss == pytest.approx(float(exact), rel=1e-12)


def test_the_norm_of_a_kernel_method_is_that_of_its_function() -> None:
    answer = fit(
        SoftMarginSVM(C=8.0, algorithm="smo"), SQUARE.X, SQUARE.y, kernel=GaussianKernel(2.0)
    )
    signed = answer.alpha * SQUARE.y
    gram = np.exp(-((SQUARE.X[:, None] - SQUARE.X[None]) ** 2).sum(axis=2) / 8.0)
    assert norm(answer) == pytest.approx(float(np.sqrt(signed @ gram @ signed)), rel=1e-12)


@pytest.mark.parametrize("kind", METHODS, ids=lambda k: k.name)
def test_any_two_settings_of_a_method_are_told_apart_and_saved(kind: type[Method]) -> None:
    for one, other in combinations(settings_of(kind), 2):
        document = _document(one, other)
        titles = method_titles(document)
        matters = any(
            p.applies(m) and getattr(one, p.name) != getattr(other, p.name)
            for p in parameters_of(kind)
            for m in (one, other)
        )
        assert not matters or len(set(titles.values())) == 2, titles
        again = decode(encode(document), "a scene")
        assert [m.method for m in again.methods] == [one, other]


@pytest.mark.parametrize("kind", METHODS, ids=lambda k: k.name)
def test_every_method_fills_a_row_that_can_be_written(kind: type[Method]) -> None:
    table = comparison(_scene(_document(kind())))
    lines = list(csv.reader(io.StringIO(to_csv(table))))
    assert len(lines) == 2
    assert len(lines[1]) == len(table.columns) == len(table.rows[0])
    assert to_latex(table).count("&") == 2 * (len(table.columns) - 1)


# --- writers --------------------------------------------------------------------------------------

TABLE = NumberTable(
    (
        Column("Method", "method", is_words=True),
        Column("$w_1$", "w1"),
        Column("$1/‖w‖$", "margin"),
        Column("gap", "gap"),
        Column("time", "seconds"),
        Column("Status", "status", is_words=True),
    ),
    (
        (
            NumberCell.words("A & B_1"),
            NumberCell.number(-0.1724, "−0.172"),
            NumberCell.number(12.5, "12.500"),
            NumberCell.number(7.2e-13, "7·10^{−13}"),
            NumberCell.number(0.0015, "1.50 ms"),
            NumberCell.words("optimal"),
        ),
        (
            NumberCell.words("C"),
            NumberCell.number(1 / 3, "0.333"),
            NumberCell(),
            NumberCell(),
            NumberCell(),
            NumberCell.words("not separable"),
        ),
    ),
)


def test_text_is_aligned() -> None:
    assert to_text(TABLE) == (
        "Method       w1   1/‖w‖      gap     time  Status\n"
        "A & B_1  −0.172  12.500  7·10⁻¹³  1.50 ms  optimal\n"
        "C         0.333                            not separable\n"
    )


def test_csv_holds_all_digits() -> None:
    assert to_csv(TABLE) == (
        "method,w1,margin,gap,seconds,status\nA & "
        "B_1,-0.1724,12.5,7.2e-13,0.0015,optimal\nC,0.3333333333333333,,,,not separable\n"
    )


def test_latex_is_a_plain_tabular_with_true_mathematics() -> None:
    assert to_latex(TABLE) == (
        "\\begin{tabular}{lrrrrl}\n"
        "\\hline\n"
        "Method & $w_1$ & $1/\\|w\\|$ & gap & time & Status \\\\\n"
        "\\hline\n"
        "A \\& B\\_1 & $-0.172$ & $12.500$ & $7\\cdot10^{-13}$ & $1.50$\\,ms & optimal \\\\\n"
        "C & $0.333$ &  &  &  & not separable \\\\\n"
        "\\hline\n"
        "\\end{tabular}\n"
    )
