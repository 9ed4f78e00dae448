"""The digits that numbers need so that their printed sum is right to its last one."""

from __future__ import annotations

import math

import numpy as np

from solvers import Floats

from ...markup.numbers import number, significant

SMALLEST_PLAIN, LARGEST_PLAIN = 1e-3, 1e5  # beyond these a number has a power of ten
DIGITS = 5  # of the largest of several numbers that are added up
MOST_DECIMALS = 40
DOUBLE_DIGITS = 16  # that a number of double precision has


def decimals_of(values: Floats | float) -> int:
    """The decimals that show so many digits of the largest of some numbers."""
    numbers = np.abs(np.asarray(values))
    largest = float(numbers[np.isfinite(numbers)].max(initial=0.0)) or 1.0
    return min(max(DIGITS - 1 - math.floor(math.log10(largest)), 0), MOST_DECIMALS)


def number_to(value: float, decimals: float) -> str:
    """A number to a place after the point, or before it where ``decimals`` are negative; a long
    one with a power of ten.
    """
    if value == 0.0 or not math.isfinite(value):
        return number(value, 0)
    count = math.floor(math.log10(abs(value))) + 1 + round(decimals)
    if count < 1:
        return "0"
    if SMALLEST_PLAIN <= abs(value) < LARGEST_PLAIN:
        return without_zeros(number(value, max(round(decimals), 0)))
    return significant(value, min(count, DOUBLE_DIGITS))


def without_zeros(text: str) -> str:
    """A number without the zeros at its end."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def digits_of_factor(product: float, decimals: float) -> int:
    """How many digits a factor needs that gives a product to so many decimals."""
    digits = math.ceil(math.log10(max(abs(product), 1e-300))) + 1 + round(decimals)
    return min(max(digits, DIGITS), DOUBLE_DIGITS)


def as_columns(values: object) -> Floats:
    """A matrix; a vector is one with a single column."""
    table = np.asarray(values, dtype=np.float64)
    return table[:, None] if table.ndim == 1 else table
