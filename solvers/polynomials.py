"""Polynomials of x1 and x2 in exact arithmetic, as their coefficients by exponents: {(i, j): c} is the sum of c x1^i x2^j."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:  # they are built of maps, which are built of this
    from .problem import Problem
    from .result import Iterate

Coefficients = dict[tuple[int, int], Fraction]


def added(parts: Iterable[tuple[Fraction, Coefficients]]) -> Coefficients:
    """The sum of polynomials, each times a number."""
    total: Coefficients = {}
    for weight, part in parts:
        for power, value in part.items():
            total[power] = total.get(power, Fraction(0)) + weight * value
    return total


def multiplied(one: Coefficients, other: Coefficients) -> Coefficients:
    """The product of two polynomials."""
    return added((a, {(i + k, j + m): b for (k, m), b in other.items()}) for (i, j), a in one.items())


def monomial(i: int, j: int, origin: tuple[float, ...], units: tuple[float, ...]) -> Coefficients:
    """``((x1 - o1)/s1)^i ((x2 - o2)/s2)^j`` by the binomial theorem."""
    first, second = (_power(p, o, s) for p, o, s in zip((i, j), origin, units, strict=True))
    return {(k, m): a * b for k, a in enumerate(first) for m, b in enumerate(second)}


def _power(power: int, origin: float, unit: float) -> list[Fraction]:
    """The coefficients of ``((x - origin)/unit)^power``, from that of 1 on."""
    back, scale = -Fraction(origin), Fraction(unit) ** power
    return [comb(power, k) * back ** (power - k) / scale for k in range(power + 1)]


def in_data_units(problem: Problem, iterate: Iterate) -> Mapping[tuple[int, int], float] | None:
    """A score as the coefficients of its polynomial of x; None where it is none."""
    if iterate.expanded is not None and problem.explicit is not None:
        return in_data_units(problem.explicit, iterate.expanded)
    features = problem.features.polynomials
    if iterate.w is None or features is None:
        return None
    one: Coefficients = {(0, 0): Fraction(1)}
    centre = np.zeros(len(iterate.w)) if iterate.centre is None else iterate.centre
    slope = iterate.w if iterate.slope is None else iterate.slope
    u = [added(((Fraction(1), phi), (-Fraction(c), one))) for phi, c in zip(features, centre.tolist(), strict=True)]
    parts = [(Fraction(iterate.b if iterate.centre is None else iterate.f_centre), one)]
    parts += [(Fraction(value), phi) for value, phi in zip(slope.tolist(), u, strict=True)]
    if iterate.quadratic is not None:
        rows = zip(iterate.quadratic.tolist(), u, strict=True)
        parts += [(Fraction(a), multiplied(first, other)) for row, first in rows for a, other in zip(row, u, strict=True)]
    return MappingProxyType({power: float(value) for power, value in sorted(added(parts).items())})
