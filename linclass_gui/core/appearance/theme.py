"""Themes: what each role looks like.  Overlays name roles; colours, widths and sizes live only here.

All sizes are in the theme's unit: logical pixels for the window's themes, points for the print theme.  Colours are "#rrggbb".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from .class_styles import class_styles
from .contrast import mixed, readable, rgb
from .styles import Style

__all__ = ["DARK", "GREY", "LIGHT", "PRINT", "PROJECTOR", "THEMES", "Palette", "Style", "Theme", "as_print", "mixed", "rgb"]

NAMES = frozenset({"label", "caption", "math"})  # words in the colour of a line, which must be readable
# The dashes of methods after the fifth, which take the first colours again: of their boundaries and of their curves.
PATTERNS: tuple[tuple[float, float] | None, ...] = (None, (10.0, 4.0), (2.5, 2.5), (14.0, 3.0))
PATTERNED = frozenset({"boundary", "curve"})


@dataclass(frozen=True)
class Palette:
    """The named colours of a theme."""

    canvas: str
    panel: str
    field: str
    hairline: str
    plot_grid: str
    ink: str
    ink_2: str
    ink_3: str
    selected_row: str
    classes: tuple[str, ...]
    methods: tuple[str, ...]
    trial: str
    half_plane_opacity: float
    hull_opacity: float
    grid_opacity: float = 0.055

    def method(self, slot: int) -> str:
        """The colour of a method; after the last one they begin anew, with dashes."""
        return self.methods[slot % len(self.methods)]

    @property
    def minus(self) -> str:
        """The colour of the first look, that of class - of two classes."""
        return self.classes[0]

    @property
    def plus(self) -> str:
        """The colour of the second look, that of class + of two classes."""
        return self.classes[1]


LIGHT_PALETTE = Palette(
    canvas="#FFFFFF",
    panel="#F6F7F8",
    field="#FFFFFF",
    hairline="#E1E4E8",
    plot_grid="#EEF0F2",
    ink="#1B1E22",
    ink_2="#56606B",
    ink_3="#808A94",
    selected_row="#E9ECEF",
    classes=(
        "#D55E00",
        "#0072B2",
        "#00875F",
        "#CFA200",
        "#7B4FB5",
        "#4BA9DE",
        "#7A4A21",
        "#D36BA0",
        "#6F8F1F",
        "#4A5763",
    ),
    methods=("#000000", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"),
    trial="#7B3FC4",
    half_plane_opacity=0.065,
    hull_opacity=0.12,
)
DARK_PALETTE = Palette(
    canvas="#14171A",
    panel="#1D2024",
    field="#282C31",
    hairline="#32373D",
    plot_grid="#1E2226",
    ink="#ECEEF0",
    ink_2="#A9B1BA",
    ink_3="#747D87",
    selected_row="#2A2F34",
    classes=(
        "#FF8F4A",
        "#4FB0EA",
        "#3CC99A",
        "#F0CB45",
        "#B79AF0",
        "#9ADCFB",
        "#C79A6B",
        "#F29BC7",
        "#B2CC5C",
        "#B4BEC8",
    ),
    methods=("#F4F5F6", "#35C89F", "#E6A3CB", "#F5BC4D", "#9AD4F5"),
    trial="#B191FF",
    half_plane_opacity=0.065,
    hull_opacity=0.15,
)
PRINT_PALETTE = replace(LIGHT_PALETTE, ink="#000000", ink_2="#000000", half_plane_opacity=0.0)
GREY_PALETTE = replace(
    PRINT_PALETTE,
    classes=("#7A7A7A", "#2B2B2B", "#565656", "#A8A8A8", "#404040", "#929292", "#1A1A1A", "#B8B8B8", "#686868", "#000000"),
    methods=("#000000", "#4D4D4D", "#777777", "#999999", "#5E5E5E"),
    trial="#3A3A3A",
)
PROJECTOR_PALETTE = replace(LIGHT_PALETTE, ink="#000000", ink_2="#33393F", half_plane_opacity=0.10, hull_opacity=0.16)


@dataclass(frozen=True, eq=False)
class Theme:
    """A palette with the sizes of points, lines and text.

    ``unit`` says what a size means ("px" or "pt"); ``line`` multiplies all line widths; ``point`` is the diameter of a data
    point; the text sizes are captions (ticks), text, formulas and labels along lines.  ``ui`` multiplies
    the sizes of panels, controls and status line, and of the text in them.
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
    ui: float = 1.0

    @cached_property
    def styles(self) -> Mapping[str, Style]:
        """The style of every role."""
        return MappingProxyType(_styles(self))

    def style(self, role: str, slot: int | None = None, emphasis: bool = False, faded: bool = False) -> Style:
        """The style of a role; ``slot`` puts a method's colour in, ``emphasis`` is the selected method, ``faded`` a stale one."""
        key = (role, slot, emphasis, faded)
        if key not in self.known:
            self.known[key] = self._variant(*key)
        return self.known[key]

    @cached_property
    def known(self) -> dict[tuple[str, int | None, bool, bool], Style]:
        """The styles asked for so far: a frame asks for the same few dozen again and again."""
        return {}

    def _variant(self, role: str, slot: int | None, emphasis: bool, faded: bool) -> Style:
        style = self.styles[role]
        if slot is not None:
            colours = self.palette.methods
            colour = self.readable(colours[slot % len(colours)]) if role in NAMES else colours[slot % len(colours)]
            style = replace(style, stroke=colour if style.stroke else None, fill=colour if style.fill else None)
            pattern = PATTERNS[slot // len(colours) % len(PATTERNS)]
            if pattern and style.dash is None and role in PATTERNED:
                on, off = pattern
                style = replace(style, dash=(on * self.line, off * self.line))
        if emphasis and style.stroke:
            style = replace(style, width=style.width * 1.25)
        if faded:
            style = replace(style, stroke_opacity=0.55 * style.stroke_opacity, fill_opacity=0.55 * style.fill_opacity)
        return style

    def readable(self, colour: str) -> str:
        """A colour for words: readable on the bare canvas and on both half-planes."""
        p = self.palette
        return readable(colour, (p.canvas, *(mixed(p.canvas, side, p.half_plane_opacity) for side in (p.plus, p.minus))))

    def with_text(self, size: float) -> Theme:
        """The theme with another size of the ticks and labels, everything else in proportion to it as before."""
        factor = size / self.caption
        return replace(
            self,
            caption=size,
            text=self.text * factor,
            formula=self.formula * factor,
            line_label=max(self.line_label * factor, 7.0 if self.unit == "pt" else 0.0),
        )


def _styles(theme: Theme) -> dict[str, Style]:
    p, line, point = theme.palette, theme.line, theme.point

    def stroke(colour: str, width: float, dash: tuple[float, ...] | None = None, **rest: float) -> Style:
        scaled = None if dash is None else tuple(length * line for length in dash)
        return Style(stroke=colour, width=width * line, dash=scaled, **rest)  # type: ignore[arg-type]

    def fill(colour: str, opacity: float) -> Style:
        return Style(fill=colour, fill_opacity=opacity)

    def text(colour: str, size: float, weight: int = 400, serif: bool = False) -> Style:
        return Style(fill=colour, size=size, weight=weight, serif=serif)

    ring = 1.9 * point
    bold = 2.6 if theme.unit == "pt" else 2.0  # of bound support vectors: in greys, too, they are told from free ones
    name = theme.text if theme.unit == "px" else 0.94 * theme.caption  # a figure has less room for names
    return {
        **class_styles(theme),
        # data
        "mean-rim": Style(shape="plus", stroke=p.canvas, width=1.6 * line + 0.3 * point, size=1.7 * point),
        "sv-free": Style(shape="ring", stroke=p.ink, width=1.3 * line, size=ring),
        "sv-bound": Style(shape="disc", fill=p.ink, fill_opacity=0.34, stroke=p.ink, width=bold * line, size=1.06 * ring),
        "sv-wrong": Style(shape="cross", stroke=p.ink, width=1.7 * line, size=ring),
        "closest": Style(shape="disc", fill=p.canvas, stroke=p.ink, width=1.3 * line, size=0.75 * point),
        "touched": Style(shape="ring", stroke=p.methods[3], width=2.4 * line, size=2.4 * point),
        "common": Style(shape="diamond", stroke=p.ink, width=2.0 * line, size=1.8 * point),
        "left-out": Style(shape="ring", stroke=p.ink, width=2.0 * line, size=1.4 * point),
        # planes and hulls
        "undecided-key": Style(fill=p.ink, fill_opacity=0.22, stroke=p.ink_3, width=1.0 * line),
        "undecided-ground": fill(p.canvas, 1.0),
        "undecided": stroke(p.ink_3, 1.0, stroke_opacity=0.8),
        "band": fill(p.ink, 0.035),
        "wash": fill(p.ink, 0.16),
        "probability": Style(fill_opacity=0.42),  # the opacity of a class colour where its probability is 1
        "landscape": fill(p.ink, 0.34),  # the opacity of the highest place
        # lines
        "boundary": stroke(p.ink, 2.0),
        "margin": stroke(p.ink, 1.0, (6.0, 4.0)),
        "bisector": stroke(p.ink_3, 1.0, (2.0, 3.0)),
        "closest-pair": stroke(p.ink, 1.6),
        "width": stroke(p.ink, 1.0),
        "way": stroke(p.ink, 2.0),
        "trial": stroke(p.trial, 2.0, (9.0, 5.0)),
        "mirror": stroke(p.ink_3, 0.8, (2.0, 3.0), stroke_opacity=0.6),
        "resample": stroke(p.ink, 0.8, stroke_opacity=0.3),
        "trial-margin": stroke(p.trial, 1.0, (2.0, 3.0)),
        "handle": Style(shape="disc", fill=p.canvas, stroke=p.ink, width=1.6 * line, size=1.15 * point),
        "trial-handle": Style(shape="disc", fill=p.canvas, stroke=p.trial, width=1.6 * line, size=1.15 * point),
        "weight": stroke(p.ink, 1.6),
        "projection-axis": stroke(p.ink_3, 1.0),
        "projector": stroke(p.ink_3, 0.8, (2.0, 3.0), stroke_opacity=0.6),
        "bayes": stroke(p.ink_2, 1.8, (8.0, 3.0)),
        "ghost": stroke(p.ink_3, 1.5, (3.0, 3.0)),
        "pointer": stroke(p.ink_2, 1.0, (1.5, 3.0)),
        "rubber": Style(fill=p.ink, fill_opacity=0.06, stroke=p.ink_2, width=1.0, dash=(4.0, 3.0)),
        # plots
        "contour": stroke(p.ink_2, 1.0, stroke_opacity=0.5),
        "grid": stroke(p.ink, 1.0, stroke_opacity=p.grid_opacity),
        "plot-grid": stroke(p.plot_grid, 1.0),
        "frame": stroke(p.ink, 1.0 if theme.unit == "px" else 0.97),
        "axis": stroke(p.ink_3, 1.0),
        "base-line": stroke(p.hairline, 1.0),
        "curve": stroke(p.ink, 2.0),
        "curve-thin": stroke(p.ink_3, 1.2),
        "curve-dashed": stroke(p.ink_3, 1.2, (4.0, 3.0)),
        "gap": stroke(p.ink, 1.4, (3.0, 2.5)),
        "curve-dotted": stroke(p.ink_2, 1.4, (1.5, 2.5)),
        "curve-long": stroke(p.ink_3, 1.2, (9.0, 3.0)),
        "curve-dash-dot": stroke(p.ink_3, 1.2, (6.0, 2.5, 1.5, 2.5)),
        "solutions": Style(fill=p.ink, fill_opacity=0.10, stroke=p.ink, width=1.0 * line),
        "step": Style(shape="disc", fill=p.ink, size=4.5 * line),
        "leader": stroke(p.ink, 1.0),
        "drop": stroke(p.ink, 1.6, stroke_opacity=0.45),
        "threshold": stroke(p.ink, 2.0),
        "trial-threshold": stroke(p.trial, 2.0),
        "marker": Style(shape="disc", fill=p.ink, stroke=p.canvas, width=1.2, size=10.0 if theme.unit == "px" else point),
        "words-ground": Style(fill=p.canvas, fill_opacity=0.92, stroke=p.hairline, width=1.0),
        # what somebody wrote into the picture
        "annotation-line": stroke(p.ink, 1.3),
        "test-point": Style(shape="diamond", fill=p.canvas, stroke=p.ink, width=1.8 * line, size=1.5 * point),
        "annotation-handle": Style(shape="disc", fill=p.canvas, stroke=p.ink_2, width=1.2 * line, size=0.8 * point),
        "annotation": text(p.ink, theme.text if theme.unit == "px" else theme.caption),
        # text
        "label": text(p.ink, theme.line_label),
        "label-trial": text(theme.readable(p.trial), theme.line_label),
        "label-bayes": text(theme.readable(p.ink_2), theme.line_label),
        "leader-foot": Style(shape="disc", fill=p.ink, size=4.5 * line),
        "math": text(p.ink, theme.text),
        "tick": text(p.ink_2, theme.caption),
        "axis-label": text(p.ink, theme.text),
        "caption": text(p.ink_2, theme.caption if theme.unit == "px" else theme.line_label),
        "value": text(p.ink, theme.text),
        "class-name": text(p.ink, name, 500),
        "title": text(p.ink, theme.text, 600),
        "message": text(p.ink_2, theme.text),
    }


LIGHT = Theme("light", LIGHT_PALETTE)
DARK = Theme("dark", DARK_PALETTE)
PROJECTOR = Theme(
    "projector", PROJECTOR_PALETTE, line=2.3, point=20.0, text=28.0, caption=22.0, formula=32.0, line_label=28.0, ui=1.3
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


THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK, PRINT, GREY, PROJECTOR)})
