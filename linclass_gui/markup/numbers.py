"""How numbers are written: round ticks, fixed decimals, gaps, times, and the word for how a fit
ended.
"""

from __future__ import annotations

import itertools
import math
import re

import numpy as np

from solvers import Answer, Fit, Floats, Status

from .mathtext import escape_label

MINUS = "\u2212"
NARROWEST, SMALLEST = 1e-14, 1e-300  # a range with ticks, relative to its numbers and by itself


def count_words(number: int, thing: str) -> str:
    """A number of things in words, as in "3 points"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def tick_values(
    low: float, high: float, most: int = 8, *, whole_numbers: bool = False
) -> tuple[float, ...]:
    """At most ``most`` round values (1, 2 or 5 times a power of ten apart) inside [low, high];
    ``whole_numbers``: there is nothing else on the axis.
    """
    span = high - low
    # Where the numbers themselves are hardly closer than the ticks, two ticks would fall on one
    # number.
    if (
        not math.isfinite(span)
        or span <= max(NARROWEST * max(abs(low), abs(high)), SMALLEST)
        or most < 1
    ):
        return ()
    factor, exponent = round_step(max(span / most, 1.0) if whole_numbers else span / most)
    # Dividing by the exact positive power gives the nearest double (0.3, which 3 * 0.1 is not).
    power = 10.0 ** abs(exponent)
    step = factor * power if exponent >= 0 else factor / power
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    # Multiples of the step, computed from integers: adding steps up would drift off the round
    # values. Written out: axes follow every frame of a drag.
    if exponent >= 0:
        return tuple([k * factor * power + 0.0 for k in range(first, last + 1)])
    return tuple([k * factor / power + 0.0 for k in range(first, last + 1)])


def round_step(rough: float) -> tuple[int, int]:
    """The smallest of 1, 2, 5 or 10 times a power of ten that is not below ``rough``, as (factor,
    exponent).
    """
    exponent = math.floor(math.log10(rough))
    least = rough * (1 - 1e-12)
    for factor in (1, 2, 5):
        if (factor * 10.0**exponent if exponent >= 0 else factor / 10.0**-exponent) >= least:
            return factor, exponent
    return 10, exponent


def tick_labels(values: tuple[float, ...], suffix: str = "") -> tuple[str, ...]:
    """The ticks in words: as many decimals as their distance needs, a true minus sign, powers of
    ten where numbers get long.
    """
    if not values:
        return ()
    step = min((b - a for a, b in itertools.pairwise(values)), default=abs(values[0])) or 1.0
    largest = max(abs(v) for v in values)
    if largest >= 1e5 or (0 < largest < 1e-3):
        exponent = math.floor(math.log10(largest))
        decimals = max(0, exponent - math.floor(math.log10(step) + 1e-9))
        if decimals <= 4:
            return tuple(
                (_with_power(v / 10.0**exponent, exponent, decimals) if v else "0") + suffix
                for v in values
            )
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    # Steps like 0.25 need more decimals than their size has; with more than two more the values
    # would not be round.
    exact = (
        d
        for d in range(decimals, decimals + 3)
        if all(abs(v - round(v, d)) < 1e-6 * step for v in values)
    )
    decimals = next(exact, decimals)
    return tuple(number(v, decimals) + suffix for v in values)


def power_labels(exponents: tuple[float, ...]) -> tuple[str, ...]:
    """The ticks of an axis of log10 in words: powers of ten."""
    return tuple(f"10^{{{number(exponent, 0)}}}" for exponent in exponents)


def _scientific(value: float, decimals: int) -> str:
    """A number with a power of ten of its own."""
    mantissa, exponent = f"{value:.{decimals}e}".split("e")
    return _with_power(float(mantissa), int(exponent), decimals)


def _with_power(mantissa: float, exponent: int, decimals: int) -> str:
    return f"{number(mantissa, decimals)}·10^{{{number(exponent, 0)}}}"


def number(value: float, decimals: int) -> str:
    """A number with a fixed count of decimals and a true minus sign; no minus before zero."""
    if not math.isfinite(value):
        return "–" if math.isnan(value) else (MINUS if value < 0 else "") + "∞"
    text = f"{value:.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else MINUS + text[1:]
    return text


def significant(value: float, digits: int = 4) -> str:
    """A number with ``digits`` significant digits, in plain or power-of-ten form, with a true minus
    sign.
    """
    if not math.isfinite(value) or value == 0:
        return number(value, 0)
    exponent = math.floor(math.log10(abs(value)))
    if -4 <= exponent < max(digits, 6):
        return number(value, max(0, digits - 1 - exponent))
    return _scientific(value, digits - 1)


def plain_number(value: float, digits: int) -> str:
    """A number with ``digits`` digits, whole numbers as whole numbers, without zeros at the end."""
    if value == round(value) and abs(value) < 1e6:
        return number(value, 0)
    mantissa, times, power = significant(value, digits).partition("·")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + times + power


def magnitude(value: float) -> str:
    """A tiny number as one digit times a power of ten (``7·10^{−13}``), for gaps and violations; 0
    stays 0.
    """
    if value == 0 or not math.isfinite(value):
        return number(value, 0)
    return _scientific(value, 0)


# A gap between these is the rounding of two equal numbers: its sign and digits mean nothing.
LOW_ROUNDING, ROUNDING = -1e-12, 1e-14
# of the numbers that went into a calculation: a smaller difference is rounding
DUST = 1e-12
CERTIFIED = 1e-7  # a gap up to this cannot be seen
# The names of the steps of a method in the facts of its outcome.
PASSES = ("updates", "iterations", "epochs")  # of rules without a bound of the optimum

_POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d+)\b")
_SIGN = re.compile(r"(?<![\w.)])-(?=\.?\d)")


def fixed_number(value: float, decimals: int = 3) -> str:
    """A number with ``decimals`` while they show something of it and fit the column, else in three
    digits.
    """
    if math.isfinite(value) and (abs(value) >= 1000 or 0 < abs(value) < 0.5 * 10.0**-decimals):
        return significant(value, 3)
    return number(value, decimals if abs(value) < 100 else 1)


def criterion_number(J: float) -> str:
    """Fisher's J, which falls with the number of points: in decimals, or in three digits where
    these would show hardly one, so that two directions are told apart.
    """
    return significant(J, 3) if 0.0 < abs(J) < 0.01 else fixed_number(J)


def without_rounding(value: float, scale: float) -> float:
    """A number that is the rounding of a calculation with numbers as large as ``scale`` is 0."""
    return value if not abs(value) <= DUST * scale else 0.0


def score_scale(fit: Fit) -> float:
    """How large the numbers are that a score is the difference of: the offset, and w times the
    points.
    """
    if fit.w is None:
        return abs(fit.b) + float(np.abs(fit.certificate.margins).max(initial=0.0))
    rms = fit.problem.norm / math.sqrt(max(1, len(fit.problem.y)))
    return abs(fit.b) + float(np.abs(fit.w).max(initial=0.0)) * rms


def offset(fit: Fit) -> float:
    """The offset b to be shown: 0 where it is only rounding of w times the points."""
    return without_rounding(fit.b, score_scale(fit))


def mean_slack(fit: Fit) -> float:
    """The mean of max(0, 1 - y f) to be shown: 0 for points on their margin lines but for
    rounding.
    """
    slack = np.maximum(0.0, 1.0 - fit.certificate.margins)
    return without_rounding(float(slack.mean()), max(1.0, score_scale(fit)))


def coefficient(value: float, decimals: int, scale: float = 0.0) -> str:
    """A weight or an offset with ``decimals``, a small one with two digits that count; 0 where it
    is rounding beside ``scale``.
    """
    value = without_rounding(value, scale)
    if 0.0 < abs(value) < 10.0 ** (1 - decimals):
        return significant(value, 2)
    return number(value, decimals)


def short_coefficient(value: float, decimals: int, scale: float = 0.0) -> str:
    """The same where a column is narrow."""
    if abs(value) >= 100.0:
        return fixed_number(value, decimals)
    return coefficient(value, decimals, scale)


def components(w: Floats, decimals: int) -> tuple[str, ...]:
    """The components of a vector; one that is only the rounding of the largest is 0."""
    largest = float(np.abs(w).max(initial=0.0))
    return tuple(short_coefficient(v, decimals, largest) for v in w.tolist())


def coefficient_decimals(fit: Fit) -> int:
    """How many decimals w and b are printed with: three, more where w is so small that three would
    hide it.
    """
    w = fit.last.w
    return 3 if w is None else weight_decimals(float(np.abs(w).max(initial=0.0)))


def weight_decimals(largest: float) -> int:
    """How many decimals weights up to this size are printed with."""
    return 3 if not 1e-6 < largest < 0.1 else 2 - math.floor(math.log10(largest))


def score_decimals(fit: Fit) -> int:
    """How many decimals f(x) is printed with: one less than its coefficients."""
    return coefficient_decimals(fit) - 1


def gap_text(gap: float) -> str:
    """A relative duality gap; within rounding it is 0."""
    return "0" if LOW_ROUNDING <= gap <= ROUNDING else magnitude(gap)


_DECIMALS = re.compile(r"(?<![\w.,])\d+\.\d+(?![\w.])")


def with_fewer_digits(text: str, digits: int = 3) -> str:
    """The text with its decimal numbers rounded to ``digits`` significant digits; whole parts stay
    whole (``1234.5`` is 1234 or 1235, not 1230).
    """
    return _DECIMALS.sub(lambda match: _rounded(match[0], digits), text)


def _rounded(text: str, digits: int) -> str:
    whole, decimals = text.split(".")
    leading = len(whole.lstrip("0")) or -(len(decimals) - len(decimals.lstrip("0")))
    kept = max(0, digits - leading)
    if kept >= len(decimals) or not float(text):
        return text
    return f"{float(text):.{kept}f}"


def sentence_label(sentence: str) -> str:
    """A solver's sentence as a label: character by character, but with true minus signs and powers
    of ten (``2e-07``).
    """
    text = _POWER.sub(_power, escape_label(sentence))
    return _SIGN.sub(MINUS, text)


def _power(match: re.Match[str]) -> str:
    exponent = int(match[2])
    return f"{match[1]}·10^{{{number(exponent, 0)}}}" if exponent else match[1]


def duration(seconds: float) -> str:
    """A time with its unit, in about three digits."""
    milliseconds = 1000.0 * seconds
    if milliseconds < 10:
        return f"{milliseconds:.2f} ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    return f"{seconds:.2f} s"


def status_word(answer: Answer) -> str:
    """One or two words for how a fit ended."""
    if answer.status is not Status.CONVERGED:
        return str(answer.status.value)
    if not answer.method.iterative:
        return "closed form"
    counted = [name for name in PASSES if name in answer.facts]
    if counted and answer.certificate.gap is None:
        count, name = round(answer.facts[counted[0]]), counted[0]
        if name == "epochs":  # the sentence calls them passes
            return f"{count} pass{'es' * (count != 1)}"
        return count_words(count, name.removesuffix("s"))
    return "optimal" if is_certified(answer) else "converged"


def is_certified(fit: Answer) -> bool:
    """Whether the certificate closes the gap; LMS, say, converges long before that."""
    gap = fit.certificate.gap
    return gap is not None and abs(gap) <= CERTIFIED


def iterations(answer: Answer) -> int | None:
    """How many steps an iterative method took, of a scheme the longest of its pairs; None for
    closed forms, and where none was counted (a fit without history).
    """
    number: int | None = answer.history[-1].number
    return number if answer.method.iterative else None
