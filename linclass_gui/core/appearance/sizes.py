"""Figure sizes by their use: millimetres and points at final size, so that a figure is legible
where it will be printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Size:
    """A size with the text that belongs to it; ``title`` says what it is for."""

    title: str
    width_mm: float
    height_mm: float
    font_size_pt: float


# Slides are measured as presentation programs do (a 16:9 slide is 338.7 mm wide, its text about 20
# pt); Beamer's slides are less than half as wide, and so is their text.
PRESETS: Mapping[str, Size] = MappingProxyType(
    {
        "slide-16x9": Size("Slide 16:9, full", 338.7, 190.5, 20.0),
        "slide-16x9-half": Size("Slide 16:9, half", 160.0, 140.0, 20.0),
        "slide-4x3": Size("Slide 4:3, full", 254.0, 190.5, 20.0),
        "slide-4x3-half": Size("Slide 4:3, half", 120.0, 130.0, 20.0),
        "powerpoint": Size("PowerPoint, under a title", 290.0, 140.0, 20.0),
        "beamer-16x9": Size("Beamer 16:9, under a title", 140.0, 70.0, 10.0),
        "beamer-16x9-half": Size("Beamer 16:9, half", 68.0, 62.0, 10.0),
        "beamer-4x3": Size("Beamer 4:3, under a title", 108.0, 72.0, 10.0),
        "a4-column": Size("Paper, one column", 84.0, 63.0, 8.0),
        "a4-text": Size("Paper, full width", 170.0, 105.0, 8.0),
        "poster": Size("Poster", 380.0, 285.0, 36.0),
        "square": Size("Square", 84.0, 84.0, 8.0),
    }
)
