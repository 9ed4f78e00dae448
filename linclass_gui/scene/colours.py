"""The colours of the themes, by name, with the sizes of points, lines and text that make a design
of them; and colours as numbers: mixed, made readable on a ground, and as other eyes see them.

Vision without one kind of cone: Machado, Oliveira and Fernandes (2009), severity 1, a matrix on
linear RGB for each of the three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

COLOURS, SLOTS = 5, 20  # looks of methods in use: each colour whole and in three patterns of dashes
INK = SLOTS  # the look of the selected method among three and more classes; then come dashes
Dashes = tuple[float, ...]
PATTERNS: tuple[Dashes | None, ...] = (None, (10.0, 4.0), (2.5, 2.5), (14.0, 3.0))
INK_PATTERNS: tuple[Dashes, ...] = (  # none as that of Bayes' boundary
    (2.5, 2.5),
    (14.0, 3.0, 2.0, 3.0),
    (10.0, 3.0, 2.0, 3.0, 2.0, 3.0),
)
# Where greys alone do not tell methods apart, in their order: a short sample in a legend shows a
# whole period, and none is that of margins, trial line, projection or Bayes' boundary.
GREY_PATTERNS: tuple[Dashes | None, ...] = (
    None,
    (2.0, 2.0),
    (8.0, 2.0, 2.0, 2.0),
    (4.5, 2.0),
    (6.0, 2.0, 2.0, 2.0, 2.0, 2.0),
)
LINE_LOOKS = INK + 1 + 2 * len(INK_PATTERNS)  # then those of ink repeat


@dataclass(frozen=True)
class Palette:
    """The named colours of a theme.

    Lines, points and edges of fields (``ink_3``) stand out from their grounds by 3 to 1, words
    (``ink``, ``ink_2``) by 4.5 to 1: WCAG 2.1, criteria 1.4.11 and 1.4.3.  ``patterns`` are dashes
    of the methods of one picture in their order, where ``methods`` alone do not tell them apart.
    """

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
    patterns: tuple[Dashes | None, ...] = ()

    def method(self, slot: int) -> tuple[str, Dashes | None]:
        """The colour and the dashes of a method's lines.

        After the last one the colours repeat, with dashes; from ``INK`` on they are ink.
        """
        if slot < INK:
            turn, colour = divmod(slot, len(self.methods))
            return self.methods[colour], PATTERNS[turn % len(PATTERNS)]
        if slot == INK:
            return self.ink, None
        turn, pattern = divmod(slot - INK - 1, len(INK_PATTERNS))
        return (self.ink_2, self.ink_3)[turn % 2], INK_PATTERNS[pattern]

    def method_of_several(self, number: int) -> tuple[str, Dashes | None]:
        """The colour and the dashes of the lines of one of several methods in a palette with
        ``patterns``; after the last one the dashes repeat in other greys.
        """
        turn, k = divmod(number, len(self.patterns))
        return self.methods[(k + turn) % len(self.methods)], self.patterns[k]

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
    ink_3="#7A848E",
    selected_row="#E9ECEF",
    classes=(
        "#D55E00",
        "#0072B2",
        "#00875F",
        "#B58E00",
        "#7854C0",
        "#549CA8",
        "#784824",
        "#D8609C",
        "#5E7400",
        "#54545F",
    ),
    methods=("#000000", "#009E73", "#CC6FA5", "#C08000", "#3493D0"),
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
        "#9C8CF2",
        "#54F0FC",
        "#9C8460",
        "#F09CCC",
        "#90D824",
        "#C0C0C0",
    ),
    methods=("#F4F5F6", "#35C89F", "#E6A3CB", "#F5BC4D", "#9AD4F5"),
    trial="#B191FF",
    half_plane_opacity=0.065,
    hull_opacity=0.15,
)
PRINT_PALETTE = replace(LIGHT_PALETTE, ink="#000000", ink_2="#000000", half_plane_opacity=0.0)
GREY_PALETTE = replace(
    PRINT_PALETTE,
    classes=(
        "#7A7A7A",
        "#2B2B2B",
        "#565656",
        "#8C8C8C",
        "#404040",
        "#838383",
        "#1A1A1A",
        "#949494",
        "#686868",
        "#000000",
    ),
    methods=("#000000", "#4D4D4D", "#777777", "#919191", "#5E5E5E"),
    trial="#3A3A3A",
    patterns=GREY_PATTERNS,
)
DARK_PROJECTOR_PALETTE = replace(DARK_PALETTE, half_plane_opacity=0.10, hull_opacity=0.18)
PROJECTOR_PALETTE = replace(
    LIGHT_PALETTE, ink="#000000", ink_2="#33393F", half_plane_opacity=0.10, hull_opacity=0.16
)


@dataclass(frozen=True, eq=False)
class Design:
    """A palette with the sizes of points, lines and text.

    ``unit`` says what a size means ("px" or "pt"); ``line`` multiplies all line widths; ``point``
    is the diameter of a data point, times ``crowd`` where there are many; the text sizes are
    captions (ticks), text, formulas and labels along lines.  ``ui`` multiplies the sizes of panels,
    controls and status line, and of the text in them; ``plots`` those of the linked plots, where
    they have more room than below a canvas; ``coloured_names``: words are large enough to name two
    sides in the colours of their classes.  A theme with a ``menu`` text can be chosen for the
    window; ``tip`` says what it is for.
    """

    name: str
    palette: Palette
    unit: Literal["px", "pt"] = "px"
    line: float = 1.0
    point: float = 9.0
    crowd: float = 1.0
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


READABLE = 4.5  # the contrast at which small text can be read (WCAG 2.1, criterion 1.4.3)
STEPS = 40  # from a colour to black or white


def rgb(colour: str) -> tuple[int, int, int]:
    """The three channels of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix_colours(below: str, above: str, opacity: float) -> str:
    """The colour that ``above`` with an opacity gives over ``below``."""
    return "#" + "".join(
        f"{round(b + opacity * (a - b)):02X}" for b, a in zip(rgb(below), rgb(above), strict=True)
    )


def luminance(colour: str) -> float:
    """The relative luminance, 0 for black and 1 for white."""
    return float(_linear(np.array(rgb(colour)) / 255.0) @ LUMINANCE)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, grounds: tuple[str, ...]) -> str:
    """The colour, darkened or lightened just enough to be readable on every ground."""
    end = "#000000" if luminance(grounds[0]) > 0.18 else "#FFFFFF"
    steps = (mix_colours(colour, end, k / STEPS) for k in range(STEPS + 1))
    return next(
        (step for step in steps if min(contrast(step, ground) for ground in grounds) >= READABLE),
        end,
    )


LUMINANCE = (0.2126, 0.7152, 0.0722)  # of linear RGB, Rec. 709
EYES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "grey": (LUMINANCE, LUMINANCE, LUMINANCE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def simulate_vision(rgb: NDArray[np.uint8], eyes: str) -> NDArray[np.uint8]:
    """Colours (..., 3) as they are seen: ``eyes`` is a key of ``EYES``; any other sees them as they
    are.
    """
    if eyes not in EYES:
        return rgb
    shape = rgb.shape
    colours, back = np.unique(rgb.reshape(-1, 3), axis=0, return_inverse=True)
    linear = _linear(colours / 255.0) @ np.array(EYES[eyes]).T
    return (
        np.round(255.0 * _display(np.clip(linear, 0.0, 1.0)))
        .astype(np.uint8)[back.ravel()]
        .reshape(shape)
    )


def _linear(values: Floats) -> Floats:
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _display(values: Floats) -> Floats:
    return np.where(values <= 0.0031308, 12.92 * values, 1.055 * values ** (1.0 / 2.4) - 0.055)
