"""Numbers as they are written: ticks, round and enough of them, and those in sentences of the
solvers.
"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import solvers
from linclass_gui.markup.numbers import (
    components,
    is_certified,
    magnitude,
    number,
    sentence_label,
    significant,
    status_word,
    tick_labels,
    tick_values,
)

lows = st.floats(-1e6, 1e6)
spans = st.floats(1e-3, 1e6)


@given(lows, spans, st.integers(2, 12))
def test_ticks_are_inside_equally_far_apart_and_not_too_many(
    low: float, span: float, most: int
) -> None:
    high = low + span
    values = tick_values(low, high, most)
    assert len(values) <= most + 1
    slack = 1e-8 * span
    assert all(low - slack <= value <= high + slack for value in values)
    steps = [b - a for a, b in itertools.pairwise(values)]
    if steps:
        assert max(steps) - min(steps) <= 1e-9 * (abs(low) + span)
        lead = min(steps) / 10 ** math.floor(math.log10(min(steps) * (1 + 1e-6)))
        assert any(lead == pytest.approx(round_step, rel=1e-4) for round_step in (1, 2, 5, 10))


@given(lows, spans, st.integers(4, 12))
def test_there_are_at_least_a_third_of_the_ticks_allowed(
    low: float, span: float, most: int
) -> None:
    assert len(tick_values(low, low + span, most)) >= most // 3


@pytest.mark.parametrize(
    ("low", "high", "most", "values"),
    [
        (-4, 4, 4, (-4, -2, 0, 2, 4)),
        (0, 1, 5, (0, 0.2, 0.4, 0.6, 0.8, 1)),
        (0.1, 0.31, 3, (0.1, 0.2, 0.3)),
        (5, 5, 4, ()),
        (1, 0, 4, ()),
        (0, math.nan, 4, ()),
        (0, math.inf, 4, ()),
    ],
)
def test_examples(low: float, high: float, most: int, values: tuple[float, ...]) -> None:
    assert tick_values(low, high, most) == pytest.approx(values)


def test_ticks_are_the_round_numbers_themselves() -> None:
    assert 0.3 in tick_values(0, 1, 10)
    assert 0.0 in tick_values(-0.3, 0.3, 6)
    assert all(math.copysign(1, value) > 0 for value in tick_values(-1, 1, 4) if value == 0)


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ((-1.0, 0.0, 1.0), ("−1", "0", "1")),
        ((0.0, 0.5, 1.0), ("0.0", "0.5", "1.0")),
        ((0.0, 0.25), ("0.00", "0.25")),
        ((0.0, 1e6, 2e6), ("0", "1·10^{6}", "2·10^{6}")),
        ((0.0, 1e-5, 2e-5), ("0", "1·10^{−5}", "2·10^{−5}")),
        ((), ()),
    ],
)
def test_labels(values: tuple[float, ...], labels: tuple[str, ...]) -> None:
    assert tick_labels(values) == labels


@given(lows, spans)
def test_labels_are_all_different(low: float, span: float) -> None:
    if span > 1e-6 * abs(low):
        labels = tick_labels(tick_values(low, low + span, 6))
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (number(-1.5, 1), "−1.5"),
        (number(-0.001, 2), "0.00"),
        (number(math.nan, 2), "–"),
        (number(-math.inf, 2), "−∞"),
        (significant(0.00012345, 3), "0.000123"),
        (significant(-123456.7, 4), "−123457"),
        (significant(1.2345e9, 3), "1.23·10^{9}"),
        (significant(0.0), "0"),
        (magnitude(7e-13), "7·10^{−13}"),
        (magnitude(9.7e-5), "1·10^{−4}"),
        (magnitude(0.0), "0"),
    ],
)
def test_numbers_in_words(text: str, expected: str) -> None:
    assert text == expected


def test_the_smallest_number_of_all_can_be_written() -> None:
    assert significant(5e-324, 1) == magnitude(5e-324) == "5·10^{−324}"


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (1.0, 1.0 + 2.3e-16),
        (1e8, 1e8 + 1e-7),
        (0.0, 1e-320),
        (-1e308, 1e308),
        (1.0, 1.0 + 1e-14),
        (math.nan, 1.0),
        (1e300, 1e300),
    ],
)
def test_ranges_that_numbers_cannot_divide_have_no_ticks_or_different_ones(
    low: float, high: float
) -> None:
    values = tick_values(low, high, 6)
    assert len(set(values)) == len(values)
    assert len(tick_labels(values)) == len(values)
    assert tick_labels((1.0, 1.0)) == ("1", "1")


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


def test_a_component_keeps_two_digits_unless_it_is_rounding() -> None:
    assert components(np.array([-4e-16, 0.7071, 6e-4]), 3) == ("0.000", "0.707", "0.00060")
    assert components(np.array([6.12e-5, -6e-8]), 7) == ("0.0000612", "−6.0·10^{−8}")


def test_only_a_closed_gap_is_called_optimal() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([1, -1])
    arrived, optimal = (
        solvers.fit(solvers.SoftMarginSVM(), X, y),
        solvers.fit(solvers.SoftMarginSVM(), X, y),
    )
    vars(arrived)["certificate"] = replace(arrived.certificate, gap=1e-5)
    assert optimal.status is solvers.Status.CONVERGED
    assert (status_word(arrived), is_certified(arrived)) == ("stopped short", False)
    assert (status_word(optimal), is_certified(optimal)) == ("optimal", True)
