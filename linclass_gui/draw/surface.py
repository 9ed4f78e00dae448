"""The device of a drawing: six operations, in the device's own units with y downwards.

The window, PNG and PDF implement them with QPainter, SVG by writing text.  Callers clip first: no
surface has to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

from ..scene.styles import Shape, Style
from .lettering import Layout

Rect = tuple[float, float, float, float]  # left, top, width, height
STROKED: frozenset[Shape] = frozenset({"plus", "cross", "diamond"})  # symbols made of strokes
SQUARE = 0.9  # a square of this side looks as large as a disc of diameter 1
INNER, OUTER = 0.35, 0.72  # a cross leaves its middle free: the point that it marks stays visible


class Surface(Protocol):
    """A device to draw on, with so many pixels a unit (``scale``); 0: one that holds no pictures of
    points.
    """

    scale: float

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines, each (k, 2), with the stroke, width and dashes of ``style``."""

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon (k, 2); the edge of one that is pale or outlined need not be
        ``smooth``.
        """

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw ``style.shape`` at every row of ``xy (n, 2)``; ``sizes (n,)`` multiplies
        ``style.size``.
        """

    def image(self, rect: Rect, picture: NDArray[np.uint8]) -> None:
        """Fill a rectangle with a coloured grid (rows, columns, 3), first row on top, interpolated
        smoothly; a fourth number of a colour is its opacity.
        """

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        """Draw a text with its base line starting at (x, y), turned clockwise by ``angle`` degrees
        about that place.

        ``halo`` is a colour around the letters, which keeps them readable over lines.
        """


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


# Outlines of a unit disc's neighbours, y downwards: each has about the area of the disc, so that
# none looks larger.
# corners, angle of the first one in turns, radius
_REGULAR: dict[Shape, tuple[int, float, float]] = {
    "triangle": (3, -0.25, 1.28),
    "triangle-down": (3, 0.25, 1.28),
    "rhombus": (4, -0.25, 1.25),
    "pentagon": (5, -0.25, 1.12),
    "hexagon": (6, 0.0, 1.08),
}
_THIN = 0.42  # half the width of the bars of a cross


@cache
def corners(shape: Shape) -> tuple[tuple[float, float], ...]:
    """The corners of a filled symbol of diameter 2 about the origin; empty for a disc, a square and
    what is made of strokes.
    """
    if shape in _REGULAR:
        count, first, radius = _REGULAR[shape]
        return tuple(_on_circle(first + k / count, radius) for k in range(count))
    if shape == "star":
        return tuple(_on_circle(-0.25 + k / 10, 1.42 if k % 2 == 0 else 0.62) for k in range(10))
    if shape == "greek-cross":
        a, r = _THIN, 1.12
        quarter = ((a, -r), (a, -a), (r, -a))
        return tuple(_turn(x, y, k) for k in range(4) for x, y in quarter)
    if shape == "arrow":
        return ((-0.95, -1.05), (1.2, 0.0), (-0.95, 1.05), (-0.4, 0.0))
    return ()


@cache
def reach(shape: Shape) -> float:
    """The extent of a symbol of diameter 2 from its centre, horizontally or vertically, without its
    stroke.
    """
    if shape in STROKED:
        return max(abs(c) for arm in arms(shape, 2.0) for c in arm)
    return max(
        (abs(c) for corner in corners(shape) for c in corner),
        default=SQUARE if shape == "square" else 1.0,
    )


def _on_circle(turns: float, radius: float) -> tuple[float, float]:
    return radius * cos(2.0 * pi * turns), radius * sin(2.0 * pi * turns)


def _turn(x: float, y: float, quarters: int) -> tuple[float, float]:
    for _ in range(quarters):
        x, y = -y, x
    return x, y
