"""What a theme is made of: a palette with the sizes of points, lines and text, all in the theme's
unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .palette import Palette


@dataclass(frozen=True, eq=False)
class Design:
    """A palette with the sizes of points, lines and text.

    ``unit`` says what a size means ("px" or "pt"); ``line`` multiplies all line widths; ``point``
    is the diameter of a data point; the text sizes are captions (ticks), text, formulas and labels
    along lines.  ``ui`` multiplies the sizes of panels, controls and status line, and of the text
    in them; ``plots`` those of the linked plots, where they have more room than below a canvas;
    ``coloured_names``: words are large enough to name two sides in the colours of their classes.  A
    theme with a ``menu`` text can be chosen for the window; ``tip`` says what it is for.
    """

    name: str
    palette: Palette
    unit: Literal["px", "pt"] = "px"
    line: float = 1.0
    point: float = 9.0
    text: float = 13.0
    caption: float = 11.0
    formula: float = 15.0
    line_label: float = 13.0
    white_half_planes: bool = False
    coloured_names: bool = False
    ui: float = 1.0
    plots: float = 1.0
    menu: str = ""
    tip: str = ""
