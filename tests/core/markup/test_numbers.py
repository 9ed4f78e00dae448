"""How sentences of the solvers are shown."""

from dataclasses import replace

import numpy as np
import pytest

import solvers
from linclass_gui.core.markup.mathtext import parse
from linclass_gui.core.markup.mathtree import plain_text
from linclass_gui.core.markup.numbers import components, is_certified, sentence_label, status_word


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("(-0.12, -.06) lies in both.", "(−0.12, −.06) lies in both."),
        ("gap 4.6e-25, step 3e+02.", "gap 4.6·10^{−25}, step 3·10^{2}."),
        ("violation 2.0e+00", "violation 2.0"),
        ("hard-margin, 1-2, e-3, p(1 − p), x1e-5", "hard-margin, 1-2, e-3, p(1 − p), x1e-5"),
        ("class a_b costs 3$", r"class a\_b costs 3\$"),
        ("-2e-9", "−2·10^{−9}"),
    ],
)
def test_a_sentence_gets_true_signs_and_powers(sentence: str, label: str) -> None:
    assert sentence_label(sentence) == label


def test_the_rounding_of_a_component_is_zero() -> None:
    assert components(np.array([-4e-16, 0.7071, 1e-9]), 3) == ("0.000", "0.707", "1.00·10^{−9}")
    assert components(np.array([]), 3) == ()


def test_no_character_is_lost() -> None:
    assert plain_text(parse(sentence_label("a_b^c $x$ {y}"))) == "a_b^c $x$ {y}"


def test_only_a_closed_gap_is_called_optimal() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([1, -1])
    arrived, optimal = solvers.fit(solvers.SoftMarginSVM(), X, y), solvers.fit(solvers.SoftMarginSVM(), X, y)
    vars(arrived)["certificate"] = replace(arrived.certificate, gap=1e-5)
    assert optimal.status is solvers.Status.CONVERGED
    assert (status_word(arrived), is_certified(arrived)) == ("stopped short", False)
    assert (status_word(optimal), is_certified(optimal)) == ("optimal", True)
