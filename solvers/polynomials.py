"""Polynomials of x1 and x2 in exact arithmetic, as their coefficients by exponents: {(i, j): c} is
the sum of c x1^i x2^j.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

Coefficients = dict[tuple[int, int], Fraction]


def add(parts: Iterable[tuple[Fraction, Coefficients]]) -> Coefficients:
    """The sum of polynomials, each times a number."""
    total: Coefficients = {}
    for weight, part in parts:
        for power, value in part.items():
            total[power] = total.get(power, Fraction(0)) + weight * value
    return total


def multiply(one: Coefficients, other: Coefficients) -> Coefficients:
    """The product of two polynomials."""
    return add((a, {(i + k, j + m): b for (k, m), b in other.items()}) for (i, j), a in one.items())


def monomial(i: int, j: int, origin: tuple[float, ...], units: tuple[float, ...]) -> Coefficients:
    """``((x1 - o1)/s1)^i ((x2 - o2)/s2)^j`` by the binomial theorem."""
    first, second = (_power(p, o, s) for p, o, s in zip((i, j), origin, units, strict=True))
    return {(k, m): a * b for k, a in enumerate(first) for m, b in enumerate(second)}


def _power(power: int, origin: float, unit: float) -> list[Fraction]:
    """The coefficients of ``((x - origin)/unit)^power``, from that of 1 on."""
    back, scale = -Fraction(origin), Fraction(unit) ** power
    return [comb(power, k) * back ** (power - k) / scale for k in range(power + 1)]
