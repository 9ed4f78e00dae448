"""Small pictures of the layers, as the layers panel shows them: each is a few marks in a box of 24
x 16, y upwards.
"""

from __future__ import annotations

import numpy as np

from ..scene.marks import Area, Dots, Field, Marks, Path, Point, Text

Swatch = Marks
WIDTH, HEIGHT = 24.0, 16.0


def line(role: str, *points: Point, **rest: object) -> Path:
    """A line through some points."""
    return Path(np.array(points, dtype=np.float64), role, **rest)  # type: ignore[arg-type]


def dots(role: str, *points: Point) -> Dots:
    """Some symbols."""
    return Dots(np.array(points, dtype=np.float64), role)


def area(role: str, *corners: Point) -> Area:
    """A polygon."""
    return Area(np.array(corners, dtype=np.float64), role)


def box(role: str, x0: float, x1: float, y0: float, y1: float) -> Area:
    """A rectangle."""
    return area(role, (x0, y0), (x1, y0), (x1, y1), (x0, y1))


def disc(role: str, radius: float) -> Area:
    """A disc in the middle."""
    t = np.linspace(0.0, 2.0 * np.pi, 33)[:-1]
    return Area(np.column_stack([12.0 + radius * np.cos(t), 8.0 + radius * np.sin(t)]), role)


def dashes(y: float) -> Path:
    """Three whole dashes: the pattern of the canvas would be cut in the middle."""
    return Path(
        np.array([(x, y) for x in (3.0, 7.5, 9.75, 14.25, 16.5, 21.0)]), "width", joined="pairs"
    )


def ellipse(role: str) -> Path:
    """A flat ellipse."""
    t = np.linspace(0.0, 2.0 * np.pi, 49)[:-1]
    return Path(np.column_stack([12.0 + 8.5 * np.cos(t), 8.0 + 4.5 * np.sin(t)]), role, closed=True)


def grid() -> Path:
    """Three lines each way."""
    lines = [((x, 1.0), (x, 15.0)) for x in (8.0, 12.0, 16.0)] + [
        ((5.0, y), (19.0, y)) for y in (4.0, 8.0, 12.0)
    ]
    return Path(np.array(lines).reshape(-1, 2), "axis", joined="pairs")


def field(role: str) -> Field:
    """From one class to the other."""
    return Field(np.tile(np.linspace(-1.0, 1.0, 36), (2, 1)), (3.0, 21.0, 3.0, 13.0), role)


def word(text: str) -> Text:
    """A formula in the middle."""
    return Text((12.0, 8.0), text, "math")


PLAIN: Swatch = (line("axis", (4, 8), (20, 8)),)
