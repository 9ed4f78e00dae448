"""How one mark is drawn.  Colours are "#rrggbb"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = Literal[
    "disc",
    "square",
    "ring",
    "cross",
    "plus",
    "diamond",
    "triangle",
    "rhombus",
    "pentagon",
    "triangle-down",
    "hexagon",
    "star",
    "greek-cross",
    "arrow",
]


@dataclass(frozen=True, eq=False)
class Style:
    """How one mark is drawn.  A theme has one object for each look, so that drawings can be cached
    by it.

    ``stroke`` and ``fill`` are colours or None, ``fill_opacity`` and ``stroke_opacity`` in [0, 1],
    ``width`` the line width, ``dash`` on-off lengths, ``size`` the symbol's diameter (a square's
    side is 0.9 of it), ``rim`` the width of the outline of a symbol in the canvas colour, ``shape``
    the symbol; ``weight`` and ``serif`` are for text, whose height is ``size``.
    """

    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] | None = None
    fill: str | None = None
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    shape: Shape = "disc"
    size: float = 9.0
    rim: float = 0.0
    weight: int = 400
    serif: bool = False
