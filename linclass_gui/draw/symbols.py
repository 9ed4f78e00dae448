"""The geometry of symbols that every surface shares."""

from __future__ import annotations

from math import sqrt

from ..core.theme import Shape

STROKED: frozenset[Shape] = frozenset({"plus", "cross", "diamond"})  # symbols made of strokes
SQUARE = 0.9  # a square of this side looks as large as a disc of diameter 1
INNER, OUTER = 0.35, 0.72  # a cross leaves its middle free: the point that it marks stays visible


def square_side(size: float) -> float:
    """The side of a square that looks as large as a disc of this diameter."""
    return SQUARE * size


def arms(shape: Shape, size: float) -> tuple[tuple[float, float, float, float], ...]:
    """The strokes of a plus, of a diamond or of a cross about the origin, as (x1, y1, x2, y2)."""
    r = 0.5 * size
    if shape == "plus":
        return ((-r, 0.0, r, 0.0), (0.0, -r, 0.0, r))
    if shape == "diamond":
        return ((-r, 0.0, 0.0, -r), (0.0, -r, r, 0.0), (r, 0.0, 0.0, r), (0.0, r, -r, 0.0))
    a, b = INNER * size / sqrt(2), OUTER * size / sqrt(2)
    return tuple((sx * a, sy * a, sx * b, sy * b) for sx in (-1.0, 1.0) for sy in (-1.0, 1.0))
