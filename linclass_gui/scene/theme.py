"""Themes: the look of each role, and the sizes of figures by their use.

Layers name roles; colours, widths and sizes live in the themes alone.  All sizes are in the theme's
unit: logical pixels for the window's themes, points for the print theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from .colours import (
    DARK_PALETTE,
    GREY_PALETTE,
    LIGHT_PALETTE,
    PRINT_PALETTE,
    PROJECTOR_PALETTE,
    Design,
)
from .looks import MOST_FULL_SIZED
from .styles import Style, role_styles

# The roles of a method's lines, which take its dashes.
PATTERNED = frozenset({"boundary", "boundary-key", "curve"})
# the line of a gap between lines that are told apart by their dashes: thin, and hardly there
GAP_ROLE, GAP_WIDTH, SPARSE_DASHES = "gap", 1.1, (1.4, 3.2)
SMALLEST = 0.34  # the share of their size that points of a crowd keep


@dataclass(frozen=True, eq=False)
class Theme(Design):
    """A design with the style of every role.  Styles are made once, because drawings are cached by
    them.

    ``slots`` are the methods of a picture that tells them apart by their order (``for_methods``).
    """

    slots: tuple[int, ...] = ()
    sans: str | None = None

    @cached_property
    def styles(self) -> Mapping[str, Style]:
        """The style of every role."""
        return role_styles(self)

    def style(
        self, role: str, slot: int | None = None, emphasis: bool = False, is_faded: bool = False
    ) -> Style:
        """The style of a role; ``slot`` puts a method's colour in, ``emphasis`` is the selected
        method, ``is_faded`` a stale one.
        """
        key = (role, slot, emphasis, is_faded)
        if key not in self.styles_made:
            self.styles_made[key] = self._variant(*key)
        return self.styles_made[key]

    @cached_property
    def styles_made(self) -> dict[tuple[str, int | None, bool, bool], Style]:
        """The styles made so far; every frame uses the same few dozen."""
        return {}

    def _variant(self, role: str, slot: int | None, emphasis: bool, is_faded: bool) -> Style:
        if role not in self.styles:
            raise KeyError(
                f"no look is known for the role {role!r}: use one of "
                "scene/styles.py, or add it there"
            )
        style = self.styles[role]
        if self.sans is not None:
            style = replace(style, sans=self.sans)
        if slot is not None:
            colour, pattern = self._line_look(slot)
            style = replace(
                style, stroke=colour if style.stroke else None, fill=colour if style.fill else None
            )
            if pattern and style.dash is None and role in PATTERNED:
                style = replace(style, dash=tuple(length * self.line for length in pattern))
        if role == GAP_ROLE and self.slots:
            dash = tuple(length * self.line for length in SPARSE_DASHES)
            style = replace(style, width=GAP_WIDTH * self.line, dash=dash)
        if emphasis and style.stroke:
            style = replace(style, width=style.width * 1.25)
        if is_faded:
            style = replace(
                style,
                stroke_opacity=0.55 * style.stroke_opacity,
                fill_opacity=0.55 * style.fill_opacity,
            )
        return style

    def _line_look(self, slot: int) -> tuple[str, tuple[float, ...] | None]:
        """The colour and the dashes of a method's lines."""
        if slot in self.slots:
            return self.palette.method_of_several(self.slots.index(slot))
        return self.palette.method(slot)

    def for_methods(self, slots: tuple[int, ...]) -> Theme:
        """The theme for a picture of several methods: without colours their dashes tell them
        apart.
        """
        return _of_several(self, slots) if self.palette.patterns and len(slots) > 1 else self

    def for_points(self, n: int) -> Theme:
        """The theme for a picture of ``n`` points: of more than 400 each is smaller."""
        crowd = max(round((MOST_FULL_SIZED / max(n, MOST_FULL_SIZED)) ** 0.25, 2), SMALLEST)
        return self if crowd == 1.0 else _in_crowd(self, crowd)

    def with_text(self, size: float) -> Theme:
        """The theme with another size of the ticks and labels, everything else in proportion to it
        as before.
        """
        factor = size / self.caption
        return replace(
            self,
            caption=size,
            text=self.text * factor,
            formula=self.formula * factor,
            line_label=max(self.line_label * factor, 7.0 if self.unit == "pt" else 0.0),
        )

    def at_scale(self, factor: float) -> Theme:
        """The theme with everything ``factor`` times as large."""
        if factor == 1.0:
            return self
        names = ("line", "point", "text", "caption", "formula", "line_label", "ui")
        return replace(self, **{name: getattr(self, name) * factor for name in names})


@lru_cache(maxsize=64)
def _in_crowd(theme: Theme, crowd: float) -> Theme:
    """The same object for the same share, because drawings are cached by it."""
    return replace(theme, crowd=crowd)


@lru_cache(maxsize=64)
def _of_several(theme: Theme, slots: tuple[int, ...]) -> Theme:
    return replace(theme, slots=slots)


LIGHT = Theme("light", LIGHT_PALETTE, menu="&Light", tip="Dark lines on white")
DARK = Theme("dark", DARK_PALETTE, menu="&Dark", tip="Light lines on black")
PROJECTOR = Theme(
    "projector",
    PROJECTOR_PALETTE,
    line=2.3,
    point=20.0,
    text=28.0,
    caption=22.0,
    formula=32.0,
    line_label=28.0,
    ui=1.3,
    coloured_names=True,
    menu="&Projector",
    tip="Large points and thick lines, to be seen from the back of a room",
)
PRINT = Theme(
    "print",
    PRINT_PALETTE,
    unit="pt",
    line=0.62,
    point=4.6,
    text=9.0,
    caption=8.0,
    formula=9.0,
    line_label=7.0,
    white_half_planes=True,
)
GREY = replace(PRINT, name="grey", palette=GREY_PALETTE)


def as_print(theme: Theme) -> Theme:
    """A window theme in points, for figures in that theme's colours."""
    if theme.unit == "pt":
        return theme
    return replace(PRINT, name=theme.name, palette=theme.palette, white_half_planes=False)


# Every theme, in the order of the menus: adding one is a line here.
EVERY_THEME: tuple[Theme, ...] = (
    LIGHT,
    DARK,
    PRINT,
    GREY,
    PROJECTOR,
)
THEMES: Mapping[str, Theme] = {theme.name: theme for theme in EVERY_THEME}
# Those of them that the window can wear.
WINDOW_THEMES: Mapping[str, Theme] = {theme.name: theme for theme in EVERY_THEME if theme.menu}


@dataclass(frozen=True)
class Size:
    """A size with the text that belongs to it; ``title`` says what it is for."""

    title: str
    width_mm: float
    height_mm: float
    font_size_pt: float


# Slides are measured as presentation programs do (a 16:9 slide is 338.7 mm wide, its text about 20
# pt); Beamer's slides are less than half as wide, and so is their text.
PRESETS: Mapping[str, Size] = {
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
