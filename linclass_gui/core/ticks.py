"""Round tick values and how numbers are written: one function for the window's axes and for every exported figure."""

from __future__ import annotations

import itertools
import math

MINUS = "\u2212"


def tick_values(low: float, high: float, most: int = 8) -> tuple[float, ...]:
    """At most ``most`` round values (1, 2 or 5 times a power of ten apart) inside [low, high]."""
    span = high - low
    if not math.isfinite(span) or span <= 0 or most < 1:
        return ()
    step = _round_step(span / most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    # Multiples of the step, computed from integers: adding steps up would drift off the round values.
    return tuple(k * step + 0.0 for k in range(first, last + 1))


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    factor = next((f for f in (1.0, 2.0, 5.0, 10.0) if f * power >= rough * (1 - 1e-12)), 10.0)
    # Negative powers of ten are not exact in binary; dividing by the exact positive power gives the nearest double.
    exponent = math.floor(math.log10(rough))
    return factor * 10.0**exponent if exponent >= 0 else factor / 10.0**-exponent


def tick_labels(values: tuple[float, ...], suffix: str = "") -> tuple[str, ...]:
    """The ticks in words: as many decimals as their distance needs, a true minus sign, powers of ten where numbers get long."""
    if not values:
        return ()
    step = min((b - a for a, b in itertools.pairwise(values)), default=abs(values[0]) or 1.0)
    largest = max(abs(v) for v in values)
    if largest >= 1e5 or (0 < largest < 1e-3):
        exponent = math.floor(math.log10(largest))
        decimals = max(0, exponent - math.floor(math.log10(step) + 1e-9))
        if decimals <= 4:
            return tuple(_scientific(v, exponent, decimals) + suffix for v in values)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return tuple(number(v, decimals) + suffix for v in values)


def _scientific(value: float, exponent: int, decimals: int) -> str:
    if value == 0:
        return "0"
    mantissa = value / 10.0**exponent if exponent >= 0 else value * 10.0**-exponent
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
    """A number with ``digits`` significant digits, in plain or power-of-ten form, with a true minus sign."""
    if not math.isfinite(value) or value == 0:
        return number(value, 0)
    exponent = math.floor(math.log10(abs(value)))
    if -4 <= exponent < max(digits, 6):
        return number(value, max(0, digits - 1 - exponent))
    return _scientific(value, exponent, digits - 1)


def magnitude(value: float) -> str:
    """A tiny number as one digit times a power of ten (``7·10^{−13}``), for gaps and violations; 0 stays 0."""
    if value == 0 or not math.isfinite(value):
        return number(value, 0)
    exponent = math.floor(math.log10(abs(value)))
    digit = round(value / 10.0**exponent)
    if abs(digit) == 10:
        digit, exponent = digit // 10, exponent + 1
    return f"{number(digit, 0)}·10^{{{number(exponent, 0)}}}"
