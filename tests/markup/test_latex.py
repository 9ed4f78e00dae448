"""Formulas as LaTeX, character by character."""

import re

import numpy as np
import pytest

from linclass_gui.answers.score_formula import score_formula, score_latex
from linclass_gui.markup.latex import escape_latex, label_to_latex, math_to_latex, objective_latex
from solvers import (
    KERNELS,
    METHODS,
    Circle,
    FeatureMap,
    Fisher,
    Fit,
    GaussianGenerative,
    GaussianKernel,
    HardMarginSVM,
    Iterate,
    LogisticRegression,
    Outcome,
    Parabola,
    Polynomial,
    Problem,
    Product,
    QuadraticDiagonal,
    SoftMarginSVM,
    Status,
    fit,
    takes_many,
)

X = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.5], [-1.0, -3.0]])
Y = np.array([1, 1, -1, -1])


def _answer(w: list[float], b: float, features: FeatureMap | None = None) -> Fit:
    """A fit with the weights of the test."""
    problem = Problem.from_labels(X, Y, features)
    last = Iterate(np.array(w), b)
    return Fit(SoftMarginSVM(), problem, last, Outcome(Status.CONVERGED), (last,), 0.001)


@pytest.mark.parametrize(
    ("markup", "latex"),
    [
        ("λ ‖w‖^2", r"\lambda \|w\|^2"),
        ("2σx", r"2\sigma x"),
        ("max(0, 1 − y_i f(x_i))", r"\max(0, 1 - y_i f(x_i))"),
        ("<w, m_+ − m_−>^2", r"\langle w, m_+ - m_-\rangle^2"),
        ("min ‖w‖, y_i f(x_i) ≥ 1", r"\min \|w\|,\quad y_i f(x_i) \ge 1"),
        ("√2 x_1", r"\sqrt{2} x_1"),
        ("√{15} x_1^2", r"\sqrt{15} x_1^2"),
        ("√{x}", r"\sqrt{x}"),
        ("x_i^T x", r"x_i^\top x"),
        ("7·10^{−13}", r"7\cdot10^{-13}"),
        ("argmin f", r"\operatorname{argmin} f"),
    ],
)
def test_mathematics(markup: str, latex: str) -> None:
    assert math_to_latex(markup) == latex


def test_words_are_shown_character_by_character() -> None:
    assert escape_latex("50% of R&D_{1} #2 ~^\\") == (
        r"50\% of R\&D\_\{1\} \#2 \textasciitilde{}\textasciicircum{}\textbackslash{}"
    )


def test_labels_mix_words_and_mathematics() -> None:
    assert label_to_latex("100 % of $w_1$") == r"100 \% of $w_1$"


@pytest.mark.parametrize(
    ("w", "b", "features", "formula"),
    [
        ([0.745, 0.48], -0.172, None, "f(x) = 0.745 x_1 + 0.480 x_2 - 0.172"),
        ([-0.745, -0.48], 2.0, None, "f(x) = -0.745 x_1 - 0.480 x_2 + 2.000"),
        ([0.00123, -0.0004], 0.002, None, "f(x) = 0.00123 x_1 - 0.00040 x_2 + 0.00200"),
        (
            [1.0, 2.0, 0.5],
            0.25,
            Circle().as_written,
            "f(x) = 1.000 x_1 + 2.000 x_2 + 0.500 (x_1^2 + x_2^2) + 0.250",
        ),
        (
            [1.0, 0.5],
            0.0,
            Parabola().as_written,
            "f(x) = 1.000 x_1 + 0.500 (x_1^2 + x_2^2) + 0.000",
        ),
        (
            [1.0, 2.0, 3.0],
            0.0,
            Product().as_written,
            "f(x) = 1.000 x_1 + 2.000 x_2 + 3.000 x_1 x_2 + 0.000",
        ),
        (
            [1.0, 2.0, 3.0],
            0.0,
            Product(2.5).as_written,
            r"f(x) = 1.000 x_1 + 2.000 x_2 + 3.000 \cdot 2.5 x_1 x_2 + 0.000",
        ),
        (
            [1.0, 2.0, 3.0, -4.0],
            0.0,
            QuadraticDiagonal().as_written,
            "f(x) = 1.000 x_1 + 2.000 x_2 + 3.000 x_1^2 - 4.000 x_2^2 + 0.000",
        ),
        (
            [2.0, 3.0, -4.0],
            1.0,
            Product(origin=(170.0, -70.0), units=(8.0, 1.0)),
            (
                r"f(x) = 2.000000 u_1 + 3.000000 u_2 - 4.000000 u_1 u_2 + 1.000000,\quad u_1 = "
                r"(x_1 - "
                r"170)/8,\quad u_2 = x_2 + 70"
            ),
        ),
        (
            [1.0, 2.0, 3.0, 4.0, 5.0],
            -6.0,
            Polynomial(2).as_written,
            (
                r"f(x) = 1.000 \sqrt{2} x_1 + 2.000 \sqrt{2} x_2 + 3.000 \sqrt{2} x_1 x_2 + 4.000 "
                r"x_1^2 + 5.000 x_2^2 - 6.000"
            ),
        ),
    ],
    ids=[
        "plane",
        "minus signs",
        "small weights",
        "circle",
        "parabola",
        "product",
        "scaled product",
        "diagonal",
        "about a centre",
        "polynomial",
    ],
)
def test_the_score_of_a_line_and_of_every_feature_map(
    w: list[float], b: float, features: FeatureMap | None, formula: str
) -> None:
    assert score_latex(_answer(w, b, features)) == formula


@pytest.mark.parametrize("shift", [0.0, 1e2, 1e4, 1e6])
def test_the_printed_numbers_give_the_score_wherever_the_origin_lies(shift: float) -> None:
    answer = fit(SoftMarginSVM(C=8.0), X + shift, Y)
    formula = score_latex(answer)
    assert formula is not None
    w1, w2, b = (float(v.replace(" ", "")) for v in re.findall(r"-?\s?\d+\.\d+", formula))
    printed = (X + shift) @ [w1, w2] + b
    assert np.abs(printed - answer.decision_function(X + shift)).max() < 0.01


def test_a_quadratic_score_is_written_out() -> None:
    answer = fit(
        GaussianGenerative(covariance="separate"),
        np.concatenate([X, 2.0 * X]),
        np.concatenate([Y, Y]),
    )
    formula, (quadratic, w) = score_latex(answer), (answer.last.quadratic, answer.last.w)
    assert formula is not None
    values = [float(v.replace(" ", "")) for v in re.findall(r"-?\s?\d+\.\d+", formula)]
    expected = [quadratic[0, 0], 2 * quadratic[0, 1], quadratic[1, 1], *w, answer.b]
    assert re.sub(r"[-+ ]*\d+\.\d+ ?", "|", formula) == "f(x) =|x_1^2|x_1 x_2|x_2^2|x_1|x_2|"
    np.testing.assert_allclose(values, expected, atol=0.001)


def test_a_kernel_score_is_a_sum_over_the_support_vectors() -> None:
    answer = fit(SoftMarginSVM(C=8.0, algorithm="smo"), X[1:], Y[1:], kernel=GaussianKernel(0.5))
    vectors, b = np.count_nonzero(answer.alpha), answer.b
    assert score_latex(answer) == (
        rf"f(x) = \sum_{{i \in S}} \alpha_i y_i \exp(-\frac{{\|x_i - x\|^2}}{{2 \cdot 0.5^2}}) "
        rf"{'-' if b < 0 else '+'} {abs(b):.3f},\quad |S| = {vectors}"
    )


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.name)
def test_every_kernel_has_a_formula(kernel: type) -> None:
    assert str(score_latex(fit(SoftMarginSVM(algorithm="smo"), X, Y, kernel=kernel()))).startswith(
        "f(x) = "
    )


def test_no_boundary_no_formula() -> None:
    assert score_formula(fit(HardMarginSVM(), X, np.array([1, -1, 1, 1]) * 0 + 1)) is None


@pytest.mark.parametrize(
    ("method", "latex"),
    [
        (
            SoftMarginSVM(C=8.0),
            (
                r"\min \frac{1}{2} \|w\|^2 + \frac{C}{n} \sum_{i=1}^{n} \max(0, 1 - y_i "
                r"f(x_i)),\quad "
                r"C = 8"
            ),
        ),
        (
            LogisticRegression(l2=0.01),
            (
                r"\min \frac{1}{n} \sum_{i=1}^{n} \log(1 + e^{-y_i f(x_i)}) + \lambda "
                r"\|w\|^2,\quad "
                r"\lambda = 0.01"
            ),
        ),
        (HardMarginSVM(), r"\min \frac{1}{2} \|w\|^2,\quad y_i f(x_i) \ge 1"),
    ],
    ids=["soft margin", "logistic", "hard margin"],
)
def test_objectives_with_their_parameters(method: object, latex: str) -> None:
    assert objective_latex(method) == latex


@pytest.mark.parametrize("classes", [2, 3], ids=["two classes", "many classes"])
@pytest.mark.parametrize("kind", METHODS, ids=lambda k: k.name)
def test_every_objective_is_plain_ascii_with_balanced_braces(kind: type, classes: int) -> None:
    latex = objective_latex(kind(), classes)
    assert latex
    assert latex.isascii()
    assert latex.count("{") == latex.count("}")


def test_many_classes_have_a_formula_without_plus_and_minus() -> None:
    assert objective_latex(Fisher(), classes=3) == (
        r"\max J(w) = \frac{\langle w, C_B w\rangle}{\langle w, C_W w\rangle}"
    )
    for kind in METHODS:
        assert ("_+" in objective_latex(kind(), classes=3)) <= (not takes_many(kind()))
