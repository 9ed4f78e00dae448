"""Exact arithmetic where floating point cannot decide: coordinates as whole numbers, and the sign
of an orientation.

Every double is a whole number times a power of two.  Multiplied by the largest denominator among
them, a handful of points has integer coordinates, and Python's integers never round: sums, products
and comparisons of such points are exact, at a third of the time of fractions because there is no
common divisor to look for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

Point = tuple[float, float]
Whole = tuple[int, int]

# Shewchuk (1997), bound A for the orientation of three points: (3 + 16 eps) eps with eps = 2^-53,
# rounded up.
_ORIENTATION_ERROR = 3.4e-16
# Below this size products of doubles may underflow, where no relative error bound holds.
_SMALLEST_PRODUCT = 1e-290


def whole_points(points: Iterable[Point]) -> tuple[list[Whole], int]:
    """The points multiplied by the smallest power of two that makes all coordinates whole, and that
    power.
    """
    ratios = [(float(x).as_integer_ratio(), float(y).as_integer_ratio()) for x, y in points]
    scale = max((max(x[1], y[1]) for x, y in ratios), default=1)
    return [(x[0] * (scale // x[1]), y[0] * (scale // y[1])) for x, y in ratios], scale


def ratio(numerator: int, denominator: int) -> float:
    """The quotient of two whole numbers, rounded once; infinite when it is beyond the range of a
    double.
    """
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if (numerator > 0) == (denominator > 0) else -math.inf


def orientation(a: Point, b: Point, c: Point) -> float:
    """A number with the exact sign of the area of the triangle a, b, c: positive counter-clockwise,
    0 exactly when collinear.

    The determinant ``(b - a) x (c - a)`` in doubles where its error bound proves the sign, in whole
    numbers elsewhere.
    """
    left = (b[0] - a[0]) * (c[1] - a[1])
    right = (b[1] - a[1]) * (c[0] - a[0])
    area, size = left - right, abs(left) + abs(right)
    # Written so that infinities (area = nan) and underflow (size too small) also end in whole
    # numbers.
    if abs(area) > _ORIENTATION_ERROR * size and size > _SMALLEST_PRODUCT:
        return area
    ((ax, ay), (bx, by), (cx, cy)), _ = whole_points((a, b, c))
    exact = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return float((exact > 0) - (exact < 0))
