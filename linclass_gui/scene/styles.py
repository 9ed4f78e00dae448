"""The style of every role of marks and words: lines, classes and methods."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from .annotations import HIGHLIGHTER, PENS
from .colours import Design, mix_colours, readable
from .looks import ENDS, MOST_CLASSES, REST

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
    the symbol; ``weight`` and ``sans`` are for text, whose height is ``size``.
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
    sans: str | None = None


RIMMED = 0.55  # of the size of points: below it they have no rim

# Look 0 is class - of a two-class scene, look 1 class +.
SHAPES: tuple[Shape, ...] = (
    "square",
    "disc",
    "triangle",
    "rhombus",
    "pentagon",
    "triangle-down",
    "hexagon",
    "star",
    "greek-cross",
    "arrow",
)
TURNED_SHARE = 0.45  # how much of its colour a point on the other side of the origin has
FIRST = SHAPES[:2]  # those of a two-class scene, whose words have always had these colours


def _stroke(line: float, colour: str, width: float, opacity: float = 1.0, *dash: float) -> Style:
    """A line whose width and dashes are in units of ``line``."""
    scaled = tuple(length * line for length in dash) or None
    return Style(stroke=colour, width=width * line, dash=scaled, stroke_opacity=opacity)


def class_styles(design: Design) -> dict[str, Style]:
    """The styles of the roles that end in the name of a class, or in those of two."""
    looks = [*zip(ENDS, design.palette.classes, SHAPES, strict=True)]
    looks.append((REST, design.palette.ink_3, "disc"))
    families = {
        f"{family}-{end}": style
        for end, colour, shape in looks
        for family, style in _family(design, colour, shape).items()
    }
    return families | _wrong_styles(design) | _member_styles(design)


def _family(design: Design, colour: str, shape: Shape) -> dict[str, Style]:
    p, line, point_size = design.palette, design.line, design.point
    point = design.crowd * point_size
    rim = 0.13 * point if design.crowd > RIMMED else 0.0
    text_colour = colour if shape in FIRST else readable(colour, (p.canvas,))
    # a figure has less room for names
    name = design.text if design.unit == "px" else 0.94 * design.caption

    stroke = partial(_stroke, line, colour)

    return {
        "class": Style(
            shape=shape,
            fill=colour,
            stroke=p.canvas if rim else None,
            width=rim,
            size=point,
            rim=rim,
        ),
        "key": Style(shape=shape, fill=colour, size=point_size),  # before the name of a class
        "test": Style(
            shape=shape, fill=p.canvas, stroke=colour, width=1.6 * line, size=0.9 * point
        ),
        # Pale and with a rim: neither a point of the data nor a hollow test point.
        "turned": Style(
            shape=shape,
            fill=mix_colours(p.canvas, colour, TURNED_SHARE),
            stroke=p.canvas if rim else None,
            width=rim,
            size=point,
            rim=rim,
        ),
        # No outline, wider than any ring, in the colour of the class: so it is mistaken for no
        # other mark of a point.
        "halo": Style(shape="disc", fill=colour, fill_opacity=0.36, size=2.8 * point),
        "mean": Style(shape="plus", stroke=colour, width=1.6 * line, size=1.5 * point_size),
        # Half-planes lie on the bare canvas: mixed beforehand they look the same, cost less and
        # need no transparency on paper.
        "half-plane": Style(
            fill=mix_colours(p.canvas, colour, p.half_plane_opacity),
            fill_opacity=min(1.0, 1e3 * p.half_plane_opacity),
        ),
        "hull": Style(fill=colour, fill_opacity=p.hull_opacity, stroke=colour, width=1.0 * line),
        "reduced-hull": Style(
            fill=colour, fill_opacity=p.hull_opacity, stroke=colour, width=1.4 * line
        ),
        "slack": stroke(1.4),
        "slack-foot": Style(shape="disc", fill=colour, size=3.8 * line),
        "covariance": stroke(1.2),
        "curve": stroke(2.0),
        "curve-thin": stroke(1.2, 0.6),
        "area": Style(fill=colour, fill_opacity=p.hull_opacity),
        "rug": stroke(1.0),
        "sample": stroke(0.8, 0.24),
        "margin-mark": stroke(1.0, 1.0, 4.0, 3.0),
        "class-name": Style(fill=text_colour, size=name, weight=600),
        "side-name": (
            Style(fill=text_colour, size=name * 32 / 28, weight=600)
            if design.coloured_names
            else Style(fill=p.ink, size=name, weight=500)
        ),
    }


def _wrong_styles(design: Design) -> dict[str, Style]:
    """Outline and shape by truth, fill by prediction."""
    colours, line, point = design.palette.classes, design.line, design.crowd * design.point
    return {
        f"wrong-{ENDS[truth]}-{ENDS[winner]}": Style(
            shape=SHAPES[truth],
            fill=colours[winner],
            stroke=colours[truth],
            width=2.4 * line,
            size=1.2 * point,
        )
        for truth in range(MOST_CLASSES)
        for winner in range(MOST_CLASSES)
    }


def _member_styles(design: Design) -> dict[str, Style]:
    """The line between two classes in the mix of their colours; of a class against the rest in its
    own.
    """
    looks = list(zip(ENDS, design.palette.classes, strict=True))
    lines = {f"{end}-{REST}": colour for end, colour in looks}
    for k, (end, colour) in enumerate(looks):
        for other, other_colour in looks[k + 1 :]:
            lines[f"{end}-{other}"] = mix_colours(colour, other_colour, 0.5)
    return {
        f"member-{ends}": _stroke(design.line, colour, 1.3, 1.0, 7.0, 4.0)
        for ends, colour in lines.items()
    }


# Lines: the role, a colour of the palette, width, opacity, dashes and gaps.
STROKES = """
undecided           ink_3      1    0.8
boundary            ink        2    1
boundary-rim        canvas     5.2  1
margin              ink        1    1    6 4
bisector            ink_3      1    1    2 3
closest-pair        ink        1.6  1
width               ink        1    1
way                 ink        2    1
trial               trial      2    1    9 5
mirror              ink_3      0.8  0.6  2 3
resample            ink        0.8  0.3
trial-weight        trial      2    1
trial-margin        trial      1    1    2 3
weight              ink        1.6  1
sum                 ink        2    1
projection-axis     ink_3      1    1
projector           ink_3      0.8  0.6  2 3
bayes               ink_2      1.8  1    8 3
ghost               ink_3      1.5  1    3 3
pointer             ink_2      1    1    1.5 3
frame-of-selection  ink_2      1    1    4 3
contour             ink_2      1    0.5
plot-grid           plot_grid  1    1
axis                ink_3      1    1
base-line           hairline   1    1
carried-grid        ink_3      0.9  0.5
curve               ink        2    1
curve-thin          ink_3      1.2  1
curve-dashed        ink_3      1.2  1    4 3
gap                 ink        1.4  1    3 2.5
curve-dotted        ink_2      1.4  1    1.5 2.5
curve-long          ink_3      1.2  1    9 3
curve-dash-dot      ink_3      1.2  1    6 2.5 1.5 2.5
fold-spread         ink        2    1
boundary-key        ink        2    1
trial-key           trial      2    1    5 3
bayes-key           ink_2      1.8  1    5 2
leader              ink        1    1
drop                ink        1.6  0.45
threshold           ink        2    1
trial-threshold     trial      2    1
annotation-line     ink        1.3  1
"""


def role_styles(design: Design) -> dict[str, Style]:
    """The style of every role, classes and methods included."""
    p, line, point = design.palette, design.line, design.point
    stroke = partial(_stroke, line)

    def fill(colour: str, opacity: float) -> Style:
        return Style(fill=colour, fill_opacity=opacity)

    def text(colour: str, size: float, weight: int = 400) -> Style:
        return Style(fill=colour, size=size, weight=weight)

    def symbol(
        shape: Shape, size: float, colour: str, width: float, ground: str | None = None
    ) -> Style:
        return Style(shape=shape, stroke=colour, width=width * line, fill=ground, size=size * point)

    # the few free support vectors are found in any crowd
    ring, halo = 1.9 * design.crowd, 2.1 * design.crowd * point
    # smaller only on the smallest screens
    marker = min(10.0 / point, 10.0 / 9.0) if design.unit == "px" else 1.0
    return {
        **class_styles(design),
        **{
            role: stroke(getattr(p, colour), *map(float, numbers))
            for role, colour, *numbers in map(str.split, STROKES.strip().splitlines())
        },
        # data
        "mean-rim": Style(
            shape="plus", stroke=p.canvas, width=1.6 * line + 0.3 * point, size=1.7 * point
        ),
        "origin": symbol("plus", 1.5, p.ink_2, 1.2),
        # A strong ring and a halo without an outline: told apart at a glance, however small and
        # many they are.
        "sv-free": symbol("ring", max(ring, 1.3), p.ink, 1.8),
        "sv-bound": Style(shape="disc", fill=p.ink, fill_opacity=0.26, size=halo),
        "sv-wrong": Style(
            shape="cross",
            stroke=p.ink,
            width=1.7 * line * design.crowd,
            size=ring * point,
        ),
        # of a crowd, in its hatch
        "wrong-share": Style(shape="disc", fill=p.ink, size=design.crowd * point),
        "newton-weight": Style(
            shape="disc",
            fill=p.ink,
            fill_opacity=0.14,
            stroke=p.ink_3,
            width=0.8 * line,
            size=3.4 * point,
        ),
        "closest": symbol("disc", 0.75, p.ink, 1.3, p.canvas),
        "touched": symbol("ring", 2.4, p.methods[3], 2.4),
        "on-line": symbol("diamond", 1.9, p.ink, 1.4),
        "common": symbol("diamond", 1.8, p.ink, 2.0),
        "several-points": symbol("disc", 2.2, p.ink_2, 1.0, p.canvas),
        "left-out": symbol("ring", 1.4, p.ink, 2.0),
        # planes and hulls
        "undecided-key": Style(fill=p.canvas, stroke=p.ink_3, width=1.0 * line),
        "wrong-key": fill(p.ink, 0.3),
        "undecided-ground": fill(p.canvas, 1.0),
        "band": fill(p.ink, 0.035),
        "wash": fill(p.ink, 0.16),
        # the opacity of a class colour where its probability is 1
        "probability": Style(fill_opacity=0.42),
        "surface": Style(fill=p.canvas, stroke=p.ink_3, width=0.6 * line),
        "landscape": fill(p.ink, 0.34),  # the opacity of the highest place
        # lines
        "handle": symbol("disc", 1.15, p.ink, 1.6, p.canvas),
        "trial-handle": symbol("disc", 1.15, p.trial, 1.6, p.canvas),
        "rubber": Style(fill=p.ink, fill_opacity=0.06, stroke=p.ink_2, width=1.0, dash=(4.0, 3.0)),
        "lattice": Style(shape="disc", fill=p.ink_3, fill_opacity=0.7, size=0.35 * point),
        "frame-handle": symbol("square", 1.0, p.ink_2, 1.3, p.canvas),
        "frame-ring": symbol("disc", 1.15, p.ink_2, 1.3, p.canvas),
        # plots
        "grid": stroke(p.ink, 1.0, p.grid_opacity),
        "frame": stroke(p.ink, 1.0 if design.unit == "px" else 0.97),
        # lighter than any place that is no solution
        "solutions": Style(fill=p.canvas, stroke=p.ink, width=1.0 * line),
        "step": Style(shape="disc", fill=p.ink, size=4.5 * line),
        # errors of a method: three shapes, so that the colour is free for the method
        "training-error": symbol("ring", 1.2 * marker, p.ink, 1.4),
        "fold-error": Style(shape="disc", fill=p.ink, size=0.65 * marker * point),
        "test-error": symbol("diamond", 1.5 * marker, p.ink, 1.4),
        # pieces of lines before their names
        "marker": Style(
            shape="disc",
            fill=p.ink,
            stroke=p.canvas,
            width=1.2,
            size=marker * point,
        ),
        "words-ground": Style(fill=p.canvas, fill_opacity=0.92, stroke=p.hairline, width=1.0),
        # annotations of the user
        **{f"pen-{name}": stroke(colour, 2.2) for name, colour in PENS.items()},
        f"pen-{HIGHLIGHTER}": stroke(PENS[HIGHLIGHTER], 14.0, 0.45),
        "test-point": symbol("diamond", 1.5, p.ink, 1.8, p.canvas),
        "annotation-handle": symbol("disc", 0.8, p.ink_2, 1.2, p.canvas),
        "annotation": text(p.ink, design.text if design.unit == "px" else design.caption),
        # text
        "part-name": text(
            p.ink, design.text if design.unit == "px" else 0.94 * design.caption, 600
        ),
        "label": text(p.ink, design.line_label),
        "label-selected": text(p.ink, design.line_label, 600),
        "math": text(p.ink, design.text),
        "tick": text(p.ink_2, design.caption),
        "axis-label": text(p.ink, design.text),
        "name": text(p.ink, design.caption),  # of a curve, a hill or a dot of a plot
        "caption": text(p.ink_2, design.caption if design.unit == "px" else design.line_label),
        "point-count": text(p.ink, min(design.caption, 1.3 * point)),
        "value": text(p.ink, design.text),
        "title": text(p.ink, design.text, 600),
        "message": text(p.ink_2, design.text),
    }
