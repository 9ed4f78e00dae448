"""Round tick values and how numbers are written: one function for the window's axes and for every
exported figure.
"""

from __future__ import annotations

import itertools
import math

MINUS = "\u2212"
NARROWEST, SMALLEST = 1e-14, 1e-300  # a range with ticks, relative to its numbers and by itself


def count_words(number: int, thing: str) -> str:
    """A number of things in words, as in "3 points"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def tick_values(
    low: float, high: float, most: int = 8, *, whole: bool = False
) -> tuple[float, ...]:
    """At most ``most`` round values (1, 2 or 5 times a power of ten apart) inside [low, high];
    ``whole`` numbers if that is all there is on the axis.
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
    factor, exponent = round_step(max(span / most, 1.0) if whole else span / most)
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
    # Steps like 0.25 need more decimals than their size says; more than two more would be no round
    # values.
    decimals = next(
        (d for d in range(decimals, decimals + 3) if _are_exact(values, d, step)), decimals
    )
    return tuple(number(v, decimals) + suffix for v in values)


def power_labels(exponents: tuple[float, ...]) -> tuple[str, ...]:
    """The ticks of an axis of log10 in words: powers of ten."""
    return tuple(f"10^{{{number(exponent, 0)}}}" for exponent in exponents)


def _are_exact(values: tuple[float, ...], decimals: int, step: float) -> bool:
    return all(abs(v - round(v, decimals)) < 1e-6 * step for v in values)


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
    text = significant(value, digits)
    return text.rstrip("0").rstrip(".") if "." in text and "·" not in text else text


def magnitude(value: float) -> str:
    """A tiny number as one digit times a power of ten (``7·10^{−13}``), for gaps and violations; 0
    stays 0.
    """
    if value == 0 or not math.isfinite(value):
        return number(value, 0)
    return _scientific(value, 0)
