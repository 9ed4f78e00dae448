"""A score of features as a polynomial of x in data units: the exact change of basis."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from types import MappingProxyType

import numpy as np

from .maps import Coefficients, add_polynomials, multiply_polynomials
from .problem import Problem
from .result import Iterate


def in_data_units(problem: Problem, iterate: Iterate) -> Mapping[tuple[int, int], float] | None:
    """A score as the coefficients of its polynomial of x; None where it is not one."""
    if iterate.expanded is not None and problem.explicit is not None:
        return in_data_units(problem.explicit, iterate.expanded)
    features = problem.features.polynomials
    if iterate.w is None or features is None or not np.isfinite(iterate.w).all():
        return None
    one: Coefficients = {(0, 0): Fraction(1)}
    slope, centre, at_centre = iterate.about_centre
    u = [
        add_polynomials(((Fraction(1), phi), (-Fraction(c), one)))
        for phi, c in zip(features, centre.tolist(), strict=True)
    ]
    parts = [(Fraction(at_centre), one)]
    parts += [(Fraction(value), phi) for value, phi in zip(slope.tolist(), u, strict=True)]
    if iterate.quadratic is not None:
        rows = zip(iterate.quadratic.tolist(), u, strict=True)
        parts += [
            (Fraction(a), multiply_polynomials(first, other))
            for row, first in rows
            for a, other in zip(row, u, strict=True)
        ]
    return MappingProxyType(
        {power: _nearest_double(value) for power, value in sorted(add_polynomials(parts).items())}
    )


def _nearest_double(value: Fraction) -> float:
    """The double nearest to a number, infinite where none is that large."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf
