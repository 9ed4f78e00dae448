"""Functions that one types: what they compute, how they are written, and the sentence that refuses
everything else.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from solvers import (
    FormulaFeatures,
    FormulaKernel,
    HardMarginSVM,
    LeastSquares,
    Monomials,
    PolynomialKernel,
    SoftMarginSVM,
    Status,
)
from solvers.expressions import parse

NAMES = {"x1": "x_1", "x2": "x_2"}
AT = {"x1": 2.0, "x2": 3.0}
XOR, SIGNS = (
    np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]]),
    np.array([1, 1, -1, -1]),
)


@pytest.mark.parametrize(
    ("text", "value", "markup"),
    [
        ("sin(3 x1)", math.sin(6.0), "sin(3 x_1)"),
        ("2x1x2^2-3", 33.0, "2 x_1 x_2^{2} − 3"),
        ("-x1^2", -4.0, "−x_1^{2}"),
        ("(-x1)^2", 4.0, "(−x_1)^{2}"),
        ("2^3^2", 512.0, "2^{3^{2}}"),
        ("x1 - (x2 - 1) - 1", -1.0, "x_1 − (x_2 − 1) − 1"),
        ("12/x1/x2", 2.0, "12/x_1/x_2"),
        ("12/(x1 x2)", 2.0, "12/(x_1 x_2)"),
        ("|x1-5| |x2|", 9.0, "|x_1 − 5| |x_2|"),
        ("max(0, 1 - x1)", 0.0, "max(0, 1 − x_1)"),
        ("exp(−(x₁²+x_2**2)/2)", math.exp(-6.5), "exp(−(x_1^{2} + x_2^{2})/2)"),
        ("2 * -x1", -4.0, "2 · −x_1"),
        ("1e-7 x1", 2e-7, "1·10^{−7} x_1"),
        ("2 pi", 2.0 * math.pi, "2 π"),
        ("1", 1.0, "1"),
    ],
)
def test_a_function_is_what_one_writes(text: str, value: float, markup: str) -> None:
    (found,) = parse(text, NAMES)
    assert float(found(AT)) == pytest.approx(value, rel=1e-15)
    assert found.markup == markup


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it ends where"),
        ("x1,", "it ends where"),
        ("(x1", "a “)” is missing at the end"),
        ("x1)", "“)” is not expected"),
        ("sin x1", "a “(” is missing before “x1”"),
        ("x3", "“x3” is not known; there are x1, x2"),
        ("__import__('os').system('true')", "“_” is no part"),
        ("x1.__class__", "“.” is no part"),
        ("lambda: 1", "“:” is no part"),
        ("(" * 30 + "x1" + ")" * 30, "more than 20 brackets"),
        ("-".join(["x1"] * 99), "characters, of at most 200"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(
        ValueError, match=r"^FormulaFeatures: functions must be functions of x1 and x2"
    ) as refused:
        FormulaFeatures(text)
    assert words in str(refused.value)


@given(st.text(alphabet="x12z+-*/^()|, .e9sinminp'‖", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        functions = parse(text, NAMES)
    except ValueError:
        return
    for function in functions:  # the mark-up is the same function
        assert function(AT).shape == ()
        (again,) = parse(
            function.markup.replace("_", "").replace("{", "(").replace("}", ")"), NAMES
        )
        np.testing.assert_allclose(again(AT), function(AT), rtol=1e-9, equal_nan=True)


def test_written_features_are_the_monomials_that_one_ticks() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(30, 2))
    y = np.where(X[:, 0] * X[:, 1] + 0.3 * rng.normal(size=30) > 0.0, 1, -1)
    ticked = solvers.fit(SoftMarginSVM(C=5.0), X, y, features=Monomials(product=True).as_written)
    written = solvers.fit(SoftMarginSVM(C=5.0), X, y, features=FormulaFeatures("x1, x2, x1 x2"))
    np.testing.assert_allclose([*written.w, written.b], [*ticked.w, ticked.b], rtol=1e-8)
    assert FormulaFeatures("x1, x2").is_linear


def test_the_constant_feature_without_an_offset_is_the_offset() -> None:
    """The plane through the origin of (1, x1, x2) is the line with b."""
    X, y = np.random.default_rng(2).normal(size=(20, 2)) + 3.0, np.arange(20) % 2
    line = solvers.fit(LeastSquares(), X, y)
    plane = solvers.fit(
        LeastSquares(fit_intercept=False), X, y, features=FormulaFeatures("1, x1, x2")
    )
    assert plane.b == 0.0
    np.testing.assert_allclose(plane.w, [line.b, *line.w], rtol=1e-9)


@pytest.mark.parametrize("method", [HardMarginSVM(), SoftMarginSVM(C=1e4)])
def test_a_written_kernel_is_the_one_of_the_list(method: solvers.Method) -> None:
    listed = solvers.fit(method, XOR, SIGNS, kernel=PolynomialKernel(2).as_written)
    written = solvers.fit(method, XOR, SIGNS, kernel=FormulaKernel("(x'z + 1)^2"))
    assert written.status is Status.CONVERGED
    np.testing.assert_allclose(written.alpha, [0.125] * 4, rtol=1e-6)
    np.testing.assert_allclose(
        written.decision_function(XOR), listed.decision_function(XOR), rtol=1e-6
    )


def test_the_gram_matrix_says_whether_a_written_kernel_is_an_inner_product() -> None:
    """tanh(2 x'z + 1), printed as an example that satisfies Mercer's condition, has the eigenvalue
    -1.518 on XOR.
    """
    fit = solvers.fit(SoftMarginSVM(), XOR, SIGNS, kernel=FormulaKernel("tanh(2 x'z + 1)"))
    assert fit.problem.smallest_eigenvalue == pytest.approx(-1.518, abs=5e-4)
    assert fit.status is Status.STATIONARY
    assert (
        solvers.Problem(XOR, SIGNS, kernel=FormulaKernel("exp(-|x-z|)")).smallest_eigenvalue == 0.0
    )


def test_a_written_kernel_without_an_inner_product_is_not_called_tanh() -> None:
    fit = solvers.fit(HardMarginSVM(), XOR, SIGNS, kernel=FormulaKernel("-exp(-|x-z|)"))
    assert fit.status is Status.NOT_APPLICABLE
    assert fit.explanation.startswith(
        "This kernel is not known to be an inner product (Mercer's condition)"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [("x1", "must be the same"), ("x1 z1, x2 z2", "one function"), ("y", "not known")],
)
def test_a_kernel_that_is_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FormulaKernel(text)


def test_a_feature_without_a_value_is_said() -> None:
    fit = solvers.fit(LeastSquares(), XOR, SIGNS, features=FormulaFeatures("ln(x1)"))
    assert fit.status is Status.NOT_APPLICABLE
    assert "features that exist at all points" in fit.explanation


def test_a_kernel_without_a_value_is_said() -> None:
    fit = solvers.fit(SoftMarginSVM(), XOR, SIGNS, kernel=FormulaKernel("ln(x1 z1)"))
    assert fit.status is Status.NOT_APPLICABLE
    assert "exist at all points" in fit.explanation
