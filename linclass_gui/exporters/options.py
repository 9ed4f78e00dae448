"""What a figure file looks like: size, type, theme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import UserError
from ..core.sizes import SIZES
from ..core.theme import THEMES, Theme, as_print

LARGEST_MM = 2000.0


class ExportError(UserError):
    """A figure that cannot be written: the sentence says why and what to do."""


@dataclass(frozen=True)
class ExportOptions:
    """The settings of an export.

    ``width_mm`` and ``height_mm`` are the page, exactly; ``font_size_pt`` is the size of the tick labels at final size, the other
    sizes follow.  ``font`` replaces Inter by another family.  ``dpi`` matters for PNG alone.
    """

    width_mm: float = 84.0
    height_mm: float = 63.0
    font_size_pt: float = 8.0
    font: str | None = None
    theme: str = "print"
    transparent: bool = False
    dpi: float = 300.0
    text_as_outlines: bool = False
    letter: str = ""

    def __post_init__(self) -> None:
        for name, low, high, unit in (
            ("width_mm", 10.0, LARGEST_MM, "mm"),
            ("height_mm", 10.0, LARGEST_MM, "mm"),
            ("font_size_pt", 2.0, 100.0, "pt"),
            ("dpi", 10.0, 2400.0, "dots per inch"),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ExportError(f"{name.split('_')[0]}: {value:g} {unit} is outside {low:g} to {high:g} {unit}")
        if self.theme not in THEMES:
            raise ExportError(f"no theme is called {self.theme}; there are {', '.join(THEMES)}")

    @staticmethod
    def sized(preset: str, **others: Any) -> ExportOptions:
        """The settings of a named size (``core.sizes``).

        Raises:
            ExportError: no size has this name.
        """
        if preset not in SIZES:
            raise ExportError(f"no size is called {preset}; there are {', '.join(SIZES)}")
        width_mm, height_mm = SIZES[preset]
        return ExportOptions(width_mm, height_mm, **others)

    @property
    def drawing_theme(self) -> Theme:
        """The theme in points, with its text at the wanted size."""
        theme = as_print(THEMES[self.theme]).with_text(self.font_size_pt)
        return replace(theme, name=f"{theme.name}-{self.font_size_pt:g}pt")
