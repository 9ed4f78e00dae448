"""The look of a figure file: size, type, theme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..errors import UserError
from ..scene.theme import PRESETS, THEMES, Theme, as_print

LARGEST_MM = 2000.0
DESIGNED_PT = 8.0  # the size of tick labels for which the lengths of the theme were chosen
SMALLEST_LABEL_PT = 7.0
NARROW_MM = 45.0  # from this width on a panel has text of full size
# of a composite: its width, each row, and the legend below
WIDE_MM, ROW_MM, LEGEND_MM = PRESETS["a4-text"].width_mm, 58.0, 14.0
NAMES = {
    "width_mm": "width",
    "height_mm": "height",
    "font_size_pt": "font",
    "line_factor": "lines",
    "point_factor": "points",
}


class ExportError(UserError):
    """A figure that cannot be written: the sentence says why and what to do."""


@dataclass(frozen=True)
class ExportOptions:
    """The settings of an export.

    ``width_mm`` and ``height_mm`` are the page, exactly; ``font_size_pt`` is the size of the tick
    labels at final size, and all else (text, lines, points, rings, gaps) follows in proportion;
    ``line_factor`` and ``point_factor`` make lines and points thicker besides.  ``font`` replaces
    Inter by another family.  ``dpi`` matters for pictures of pixels alone. ``alt`` describes the
    figure to readers who cannot see it (nothing: a proposed sentence).
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
    line_factor: float = 1.0
    point_factor: float = 1.0
    alt: str = ""

    def __post_init__(self) -> None:
        for name, low, high, unit in (
            ("width_mm", 10.0, LARGEST_MM, "mm"),
            ("height_mm", 10.0, LARGEST_MM, "mm"),
            ("font_size_pt", 2.0, 100.0, "pt"),
            ("dpi", 10.0, 2400.0, "dots per inch"),
            ("line_factor", 0.1, 10.0, "times"),
            ("point_factor", 0.1, 10.0, "times"),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ExportError(
                    f"{NAMES.get(name, name)}: {value:g} {unit} is outside {low:g} to {high:g} "
                    f"{unit}"
                )
        if self.theme not in THEMES:
            raise ExportError(f"no theme is called {self.theme}; there are {', '.join(THEMES)}")

    @staticmethod
    def sized(preset: str, **changes: Any) -> ExportOptions:
        """The settings of a named size (``scene.theme``).

        Raises:
            ExportError: no size has this name.
        """
        if preset not in PRESETS:
            raise ExportError(f"no size is called {preset}; there are {', '.join(PRESETS)}")
        size = PRESETS[preset]
        return ExportOptions(
            **({"font_size_pt": size.font_size_pt} | changes),
            width_mm=size.width_mm,
            height_mm=size.height_mm,
        )

    def roomy(self, panels: int, rows: int) -> ExportOptions:
        """The options with the page for this many panels, where its size is not set: the width of a
        text, and a height for each row.
        """
        return (
            self
            if panels < 2
            else replace(self, width_mm=WIDE_MM, height_mm=LEGEND_MM + ROW_MM * rows)
        )

    def beside(self, columns: int) -> ExportOptions:
        """The options with the text of a composite: smaller where many panels beside each other are
        narrow.
        """
        share = self.width_mm / columns / NARROW_MM
        size = (
            self.font_size_pt
            if columns == 1
            else min(self.font_size_pt, max(SMALLEST_LABEL_PT, share * self.font_size_pt))
        )
        return replace(self, font_size_pt=size)

    @property
    def scale(self) -> float:
        """The points of a drawing unit: figures are laid out with tick labels of ``DESIGNED_PT``
        units, and then enlarged.
        """
        return self.font_size_pt / DESIGNED_PT

    @property
    def drawing_theme(self) -> Theme:
        """The theme in drawing units; labels along lines have at least 7 pt on paper, however small
        the other text is.
        """
        theme = as_print(THEMES[self.theme])
        line, point = self.line_factor * theme.line, self.point_factor * theme.point
        name = f"{theme.name}-{self.line_factor:g}-{self.point_factor:g}-{self.scale:g}"
        return replace(
            theme,
            name=name,
            line=line,
            point=point,
            line_label=max(theme.line_label, SMALLEST_LABEL_PT / self.scale),
        )
