"""The styles of the roles of classes: one family for each look, made from its colour and its
symbol.
"""

from __future__ import annotations

from ..classes.looks import ENDS, MOST_CLASSES, REST
from .contrast import mix_colours, readable
from .design import Design
from .styles import Shape, Style

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
TURNED = 0.45  # how much of its colour a point on the other side of the origin has
FIRST = SHAPES[:2]  # those of a two-class scene, whose words have always had these colours


def class_styles(design: Design) -> dict[str, Style]:
    """The styles of every role that ends in the name of a look."""
    colours, styles = design.palette.classes, {}
    for look in range(MOST_CLASSES):
        styles.update(
            {
                f"{family}-{ENDS[look]}": style
                for family, style in _family(design, colours[look], SHAPES[look]).items()
            }
        )
    styles.update(
        {
            f"{family}-{REST}": style
            for family, style in _family(design, design.palette.ink_3, "disc").items()
        }
    )
    styles.update(_wrong(design))
    styles.update(_members(design))
    return styles


def _family(design: Design, colour: str, shape: Shape) -> dict[str, Style]:
    p, line, point = design.palette, design.line, design.point
    rim = 0.13 * point
    own = colour if shape in FIRST else readable(colour, (p.canvas,))
    # a figure has less room for names
    name = design.text if design.unit == "px" else 0.94 * design.caption

    def stroke(
        width: float, dash: tuple[float, float] | None = None, opacity: float = 1.0
    ) -> Style:
        scaled = None if dash is None else (dash[0] * line, dash[1] * line)
        return Style(stroke=colour, width=width * line, dash=scaled, stroke_opacity=opacity)

    return {
        "class": Style(shape=shape, fill=colour, stroke=p.canvas, width=rim, size=point, rim=rim),
        "test": Style(
            shape=shape, fill=p.canvas, stroke=colour, width=1.6 * line, size=0.9 * point
        ),
        # Pale and with a rim: neither a point of the data nor a hollow test point.
        "turned": Style(
            shape=shape,
            fill=mix_colours(p.canvas, colour, TURNED),
            stroke=p.canvas,
            width=rim,
            size=point,
            rim=rim,
        ),
        # No outline, wider than any ring, in the colour of the class: so it is mistaken for no
        # other mark of a point.
        "halo": Style(shape="disc", fill=colour, fill_opacity=0.36, size=2.8 * point),
        "mean": Style(shape="plus", stroke=colour, width=1.6 * line, size=1.5 * point),
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
        "area": Style(fill=colour, fill_opacity=p.hull_opacity),
        "rug": stroke(1.0),
        "sample": stroke(0.8, opacity=0.24),
        "margin-mark": stroke(1.0, (4.0, 3.0)),
        "class-name": Style(fill=own, size=name, weight=600),
        "side-name": (
            Style(fill=own, size=name * 32 / 28, weight=600)
            if design.coloured_names
            else Style(fill=p.ink, size=name, weight=500)
        ),
    }


def _wrong(design: Design) -> dict[str, Style]:
    """Outline and shape by truth, fill by prediction."""
    colours, line, point = design.palette.classes, design.line, design.point
    styles = {}
    for truth in range(MOST_CLASSES):
        for said in range(MOST_CLASSES):
            style = Style(
                shape=SHAPES[truth],
                fill=colours[said],
                stroke=colours[truth],
                width=2.4 * line,
                size=1.2 * point,
            )
            styles[f"wrong-{ENDS[truth]}-{ENDS[said]}"] = style
    return styles


def _members(design: Design) -> dict[str, Style]:
    """The line between two classes in the mix of their colours; of a class against the rest in its
    own.
    """
    colours, line = design.palette.classes, design.line
    dash = (7.0 * line, 4.0 * line)
    styles = {}
    for one in range(MOST_CLASSES):
        styles[f"member-{ENDS[one]}-{REST}"] = Style(
            stroke=colours[one], width=1.3 * line, dash=dash
        )
        for other in range(one + 1, MOST_CLASSES):
            both = mix_colours(colours[one], colours[other], 0.5)
            styles[f"member-{ENDS[one]}-{ENDS[other]}"] = Style(
                stroke=both, width=1.3 * line, dash=dash
            )
    return styles
