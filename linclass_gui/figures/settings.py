"""The settings of a figure. Its look is one value (size, type, theme); the table has a row for each
setting, with its names in a recipe, on the command line and in the export dialog.

The options of the command line, the reading and writing of recipes, the command that redraws a
figure, and the fields of the dialog follow from the table: a new setting is a field of
``ExportOptions`` or of ``Recipe``, and a row here.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Self

from ..answers.sweeps import Axes
from ..errors import UserError
from ..scene.theme import PRESETS, THEMES, Theme, as_print

LARGEST_MM = 2000.0
DESIGNED_PT = 8.0  # the size of tick labels for which the lengths of the theme were chosen
SMALLEST_LABEL_PT, SMALLEST_TEXT_PT = 7.0, 7.5  # of labels along lines, and of composites
MM_OF_POINT = 25.4 / 72.0
# the width and the height of a panel with text of full size, in tick labels
WIDE, HIGH = 16.0, 14.0
# of a composite: its width, each row, and the legend below
WIDE_MM, ROW_MM, LEGEND_MM = PRESETS["a4-text"].width_mm, 58.0, 14.0
NAMES = {
    "width_mm": "width",
    "height_mm": "height",
    "font_size_pt": "font",
    "line_factor": "lines",
    "point_factor": "points",
}


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
                raise UserError(
                    f"{NAMES.get(name, name)}: {value:g} {unit} is outside {low:g} to {high:g} "
                    f"{unit}"
                )
        if self.theme not in THEMES:
            raise UserError(f"no theme is called {self.theme}; there are {', '.join(THEMES)}")

    @classmethod
    def sized(cls, preset: str, **changes: Any) -> Self:
        """The settings of a named size (``scene.theme``).

        Raises:
            UserError: no size has this name.
        """
        if preset not in PRESETS:
            raise UserError(f"no size is called {preset}; there are {', '.join(PRESETS)}")
        size = PRESETS[preset]
        return cls(
            # where its letters become shapes, its own fonts are not there
            **(
                {"font_size_pt": size.font_size_pt, "text_as_outlines": preset == "powerpoint"}
                | changes
            ),
            width_mm=size.width_mm,
            height_mm=size.height_mm,
        )

    def roomy(self, panels: int, rows: int) -> Self:
        """The options with the page for this many panels, where its size is not set: the width of a
        text, and a height for each row.
        """
        return (
            self
            if panels < 2
            else replace(self, width_mm=WIDE_MM, height_mm=LEGEND_MM + ROW_MM * rows)
        )

    def beside(self, columns: int, rows: int) -> Self:
        """The options with the text of a composite: smaller where its panels are."""
        room = min(self.width_mm / columns / WIDE, self.height_mm / rows / HIGH) / MM_OF_POINT
        size = min(self.font_size_pt, max(SMALLEST_TEXT_PT, room))
        return replace(self, font_size_pt=size) if columns * rows > 1 else self

    @property
    def drawing_theme(self) -> Theme:
        """The theme in points; labels along lines have at least 7 pt, however small the other text
        is.
        """
        return _theme_of(
            self.theme, self.line_factor, self.point_factor, self.font_size_pt, self.font
        )


@lru_cache(maxsize=64)
def _theme_of(
    name: str, line_factor: float, point_factor: float, font_size: float, font: str | None
) -> Theme:
    """The theme of some options; the same object for the same ones, because styles and drawings
    are cached by it.
    """
    theme = as_print(THEMES[name]).at_scale(font_size / DESIGNED_PT)
    return replace(
        theme,
        name=f"{theme.name}-{line_factor:g}-{point_factor:g}-{font_size:g}",
        line=line_factor * theme.line,
        point=point_factor * theme.point,
        line_label=max(
            theme.line_label,
            SMALLEST_TEXT_PT if font_size < DESIGNED_PT else SMALLEST_LABEL_PT,
        ),
        sans=font,
    )


Motion = Literal["", "run", "sweep", "drag"]
Series = Literal["", "frames", "layers"]
# "mm" and "pt" are lengths, "count" is a whole number from ``least``, "text" is one line,
# "paragraph" a text of several, and "either" a switch that may be left to the scene.
Kind = Literal["mm", "pt", "number", "count", "choice", "text", "paragraph", "switch", "either"]
Tab = Literal["", "figure", "panels", "look"]
Choices = tuple[tuple[str | int, str], ...]

AXES: tuple[tuple[Axes, str], ...] = (
    ("fit", "the same where they are alike"),
    ("free", "each its own"),
    ("same", "the same"),
    ("same-x", "the same x₁"),
)
MOTIONS: tuple[tuple[Motion, str], ...] = (
    ("", "nothing moves"),
    ("sweep", "film of the values"),
    ("run", "film of the run"),
    ("drag", "film of a drag"),
)
SERIES: tuple[tuple[Series, str], ...] = (
    ("", "one file"),
    ("frames", "a film, frame by frame"),
    ("layers", "growing layer by layer"),
)
COLUMNS: Choices = ((0, "as it fits"), *((k, str(k)) for k in range(1, 7)))


@dataclass(frozen=True)
class Setting:
    """One setting of a figure.

    ``key`` is its name in a recipe, ``field`` that in ``Recipe``.  ``option``
    is its name on the command line, empty where other arguments set it; a switch of an option
    ``--no-...`` is on without it.  In the dialog it is a field on a ``tab`` behind its ``label``;
    boxes of one label share a row and have ``words`` of their own.  Of its ``choices`` there, 0 and
    the empty text stand for the default.
    """

    key: str
    field: str
    kind: Kind
    option: str = ""
    help: str = ""
    metavar: str | None = None
    tab: Tab = ""
    label: str = ""
    words: str = ""
    tip: str = ""
    choices: Choices = ()
    least: int = 0

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return self.kind in ("switch", "either")


WHITE = "print and grey are white paper, without half-planes"
# In the order of the dialog.
OPTIONS = (
    Setting(
        "width", "width_mm", "mm", "--width", "width at final size, as in 84mm", "MM",
        "figure", "Width, mm",
    ),
    Setting(
        "height", "height_mm", "mm", "--height", "height at final size, as in 63mm", "MM",
        "figure", "Height, mm",
    ),
    Setting(
        "text", "font_size_pt", "pt", "--font-size",
        "size of the tick labels at final size, as in 8pt", "PT", "figure", "Text size, pt",
    ),
    Setting(
        "theme", "theme", "text", "--theme", f"{' | '.join(THEMES)}; {WHITE}", None,
        "figure", "Theme", tip=WHITE[:1].upper() + WHITE[1:],
        choices=tuple((name, name) for name in THEMES),
    ),
    Setting(
        "dpi", "dpi", "number", "--dpi", "dots per inch of PNG files (default 300)", None,
        "figure", "Dots per inch",
    ),
    Setting(
        "font", "font", "text", "--font", "text family (default: Inter)", "FAMILY", "look", "Font"
    ),
    Setting(
        "lines", "line_factor", "number", "--lines", "thicker or thinner lines", "FACTOR",
        "look", "Lines, times",
    ),
    Setting(
        "points", "point_factor", "number", "--points", "larger or smaller points", "FACTOR",
        "look", "Points, times",
    ),
    Setting(
        "transparent", "transparent", "switch", "--transparent", "no background",
        tab="look", words="transparent background",
    ),
    Setting(
        "outlines", "text_as_outlines", "switch", "--outlines",
        "text as outlines, which need no fonts", tab="look", words="text as outlines",
    ),
    Setting(
        "alt", "alt", "paragraph", "--alt",
        "the figure in words, for readers who cannot see it (default: proposed)", "TEXT",
        "look", "Text for\nscreen readers", "Alternative text",
    ),
    Setting("letter", "letter", "text"),
)  # fmt: skip
REQUEST = (
    Setting(
        "columns", "columns", "count", tab="panels", label="Columns", choices=COLUMNS, least=1
    ),
    Setting(
        "axes", "axes", "choice", "--axes",
        "of canvases: fit (same where they are alike), free, same, same-x", None,
        "panels", "Axes", choices=AXES,
    ),
    Setting("motion", "motion", "choice", tab="panels", label="Motion", choices=MOTIONS),
    Setting(
        "captions", "captions", "switch", "--no-captions",
        "films without the sentence of the step below", None, "panels", "Film", "sentence below",
        "What happens in each step of a run, in words below the picture",
    ),
    Setting(
        "steps", "steps", "switch", "--steps",
        "a film of its stops only, one page for each step of a run", None,
        "panels", "Film", "stops only", "One page a step or value: nothing glides between them",
    ),
    Setting("series", "series", "choice", tab="panels", label="Files", choices=SERIES),
    Setting(
        "letters", "letters", "switch", "--no-letters", "panels without (a), (b), ...", None,
        "panels", "With", "letters",
    ),
    Setting(
        "notes", "notes", "switch", "--no-notes",
        "panels without margin, errors and undecided points", None, "panels", "With", "numbers",
    ),
    Setting(
        "note", "note", "text", "--note",
        "what the line above each panel says, as in '{sv} support vectors' (default: margin and "
        "errors)", "TEXT",
    ),
    Setting(
        "legend", "legend", "switch", "--no-legend",
        "names in every panel instead of one legend; with one, names of classes are in both of two"
        " canvases, in the first of more with the same classes, or once in the legend",
        None, "panels", "With", "one legend",
        "Names of classes are in both of two canvases, of more in the first with the same classes; "
        "where one of them has no room, all are once in the legend. Without it every panel has all",
    ),
    Setting(
        "names", "names", "either", "--names", "names of lines, or none (default: as in the scene)",
        None, "panels", "With", "names", "Names of all lines",
    ),
    Setting(
        "live", "live", "switch", "--live",
        "an HTML page that computes while its points are dragged", None,
        "panels", "HTML", "live: points can be dragged",
        "An HTML page that computes while its points are dragged",
    ),
    Setting(
        "step", "step", "count", "--step", "draw step K of the selected method's history", "K"
    ),
)  # fmt: skip
SETTINGS = (*OPTIONS, *REQUEST)


# formats that are a folder of files
FOLDERS: Mapping[str | None, Series] = {"frames": "frames", "layers": "layers"}
ALIASES = {".python": ".py", ".htm": ".html"}


def suffix_named(options: argparse.Namespace) -> str:
    """The suffix that the arguments name, of frames and layers that of each file; empty where they
    name none.
    """
    name = options.frame_format if options.format in FOLDERS else options.format
    suffix = options.output.suffix if options.output else ""
    suffix = (f".{name.lstrip('.')}" if name else suffix).lower()
    return ALIASES.get(suffix, suffix)
