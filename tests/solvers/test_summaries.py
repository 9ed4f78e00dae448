"""Values in one line, and as small tables for a notebook."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import solvers
from solvers.summaries import html_rows

rng = np.random.default_rng(0)
X, Y = rng.normal(size=(90, 2)), np.arange(90) % 2
FIT = solvers.fit(solvers.SoftMarginSVM(), X, Y)
MANY = solvers.fit(solvers.Softmax(), X, np.array(["a", "b", "<c>"])[np.arange(90) % 3])
CROSS_VALIDATION = solvers.cross_validate(solvers.Fisher(), X, Y)
PATH = solvers.soft_margin_path(X, Y)
PENALTIES = solvers.logistic_path(X, Y, np.logspace(-3, 1, 30))
TABLES = {
    "fit": FIT,
    "many": MANY,
    "scheme": solvers.fit(solvers.OneVsOne(), X, np.arange(90) % 3),
    "kernel": solvers.fit(solvers.SoftMarginSVM(), X, Y, kernel=solvers.GaussianKernel()),
    "nothing": solvers.fit(solvers.HardMarginSVM(), X, Y),
    "one class": solvers.fit(solvers.Fisher(), X, np.zeros(90)),
    "cross-validation": CROSS_VALIDATION,
    "path": PATH,
    "penalties": PENALTIES,
}
LINES = {
    **TABLES,
    "certificate": FIT.certificate,
    "certificate of many": MANY.certificate,
    "problem": FIT.problem,
    "problem of many": MANY.problem,
    "step": FIT.last,
    "step of many": MANY.last,
    "data set": solvers.Dataset(X, Y),
    "method": solvers.SoftMarginSVM(),
    "fisher curve": solvers.fisher_curve(X, Y, np.arange(100.0)),
    "separability": solvers.separability(X, Y),
}


@pytest.mark.parametrize("value", LINES.values(), ids=LINES)
def test_a_value_is_one_line(value: Any) -> None:
    text = repr(value)
    assert "\n" not in text
    assert len(text) < 700
    assert text.startswith(type(value).__name__)


@pytest.mark.parametrize("value", TABLES.values(), ids=TABLES)
def test_a_table_is_small_and_well_formed(value: Any) -> None:
    html = value._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == html.count("</tr>") <= 12
    assert len(html) < 2500
    assert not re.search(r"[1-9]\.?\d{7}", html)  # no pages of digits


def test_a_table_says_what_one_asks_first() -> None:
    html = FIT._repr_html_()
    assert "<th>method</th><td>SoftMarginSVM()</td>" in html
    assert f"<td>converged: {FIT.explanation}</td>" in html
    assert "<th>classes</th><td>0 (45), 1 (45)</td>" in html
    assert f"<td>{FIT.certificate.errors} of 90" in html
    assert f"<th>objective</th><td>{FIT.certificate.primal:.6g}</td>" in html
    assert "&lt;c&gt; (30)" in MANY._repr_html_()
    cross_validation = CROSS_VALIDATION._repr_html_()
    assert f"{CROSS_VALIDATION.mean:.4g} ± " in cross_validation
    assert f"mean={CROSS_VALIDATION.mean:.6g}" in repr(CROSS_VALIDATION)
    assert PATH._repr_html_().count("<tr>") == 1 + len(PATH.C)
    assert PENALTIES._repr_html_().count("<tr>") == 11
    assert "10 of 30 rows" in PENALTIES._repr_html_()


def test_rows_are_thinned_out_evenly() -> None:
    html = html_rows(("k",), [(str(k),) for k in range(100)])
    assert re.findall(r"<td>(\d+)</td>", html) == [str(11 * k) for k in range(10)]


def test_parameters_are_those_of_a_class_or_a_method() -> None:
    for kind in (*solvers.METHODS, *solvers.SCHEMES):
        assert solvers.parameters_of(kind()) == solvers.parameters_of(kind)
