"""SVG, written by hand: a disc is a circle, a line is a line, text is text, and the same page gives
the same bytes.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QPainterPath

from solvers import Floats

from ..draw.fonts import family
from ..draw.lettering import Glyphs, Layout
from ..draw.paper import MM, Page, draw_page
from ..draw.qt_surface import qt_image
from ..draw.surface import STROKED, Rect, arms, corners, square_side
from ..files.embedded_scene import armour
from ..live.web import escape
from ..scene.styles import Style
from .png import png_bytes
from .settings import ExportOptions

FINE_SCALE = 4.0  # pixels of a picture a point, at the most
FALLBACKS = {
    "sans": "'Helvetica Neue', Arial, sans-serif",
    "serif": "'STIX Two Text', 'Times New Roman', serif",
}


def encode(page: Page, options: ExportOptions) -> bytes:
    """The page as an SVG 1.1 file whose user unit is the point."""
    return (picture(page, options.text_as_outlines) + "\n").encode()


def picture(
    page: Page, outlines: bool = False, layered: bool = False, carrying: bool = True
) -> str:
    """The page as an SVG element; ``layered`` puts the marks of each layer in a group that says its
    name.
    """
    surface = LayeredSurface(outlines) if layered else SvgSurface(outlines)
    draw_page(surface, page)
    title = f"<title>{escape(page.title)}</title>\n" if page.title else ""
    words = f"<desc>{escape(page.alt)}</desc>\n" if page.alt else ""
    scene = f"<metadata>{armour(page.scene)}</metadata>\n" if page.scene and carrying else ""
    role = f'role="img" aria-label="{escape(page.alt)}" ' if page.alt else ""
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'version="1.1" {role}'
        f'width="{number(page.width / MM, 3)}mm" height="{number(page.height / MM, 3)}mm" '
        f'viewBox="0 0 {number(page.width)} {number(page.height)}">\n'
    )
    return head + title + words + scene + "\n".join(surface.elements) + "\n</svg>"


def number(value: float, decimals: int = 2) -> str:
    """A coordinate with two decimals (0.01 pt = 3.5 micrometres), without trailing zeros."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class SvgSurface:
    """Collects the elements of a file."""

    scale = FINE_SCALE

    def __init__(self, outlines: bool = False) -> None:
        self.elements: list[str] = []
        self.outlines = outlines

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        if style.stroke is None:
            return
        tag = "polygon" if closed else "polyline"
        lines = [f'<{tag} points="{_points(run)}"/>' for run in runs]
        self._group(f'fill="none" {_stroke(style)} stroke-linejoin="round"', lines)

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        self.elements.append(f'<polygon points="{_points(points)}" {_fill(fill, opacity)}/>')

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols: a group holds the style, so that each costs a few bytes."""
        diameters = style.size * (np.ones(len(xy)) if sizes is None else sizes)
        shapes = [
            _symbol(style, x, y, d)
            for (x, y), d in zip(xy.tolist(), diameters.tolist(), strict=True)
        ]
        fill = _fill(style.fill, style.fill_opacity) if style.fill else 'fill="none"'
        self._group(f"{fill} {_stroke(style)}" if style.stroke else fill, shapes)

    def image(self, rect: Rect, picture: NDArray[np.uint8]) -> None:
        """Embed a coloured grid as a PNG image."""
        data = base64.b64encode(png_bytes(qt_image(picture))).decode()
        x, y, width, height = map(number, rect)
        place = f'x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none"'
        self.elements.append(f'<image {place} xlink:href="data:image/png;base64,{data}"/>')

    def text(
        self,
        layout: Layout,
        x: float,
        y: float,
        colour: str,
        angle: float = 0.0,
        opacity: float = 1.0,
        halo: str | None = None,
    ) -> None:
        """Draw a text: one element for each run of a font, or its outlines."""
        place = (
            f'transform="translate({number(x)} '
            f'{number(y)}){f" rotate({number(angle)})" if angle else ""}"'
        )
        if halo is not None:
            stroke = (
                f'stroke="{halo}" stroke-width="{number(layout.halo_width)}" '
                'stroke-linejoin="round"'
            )
            self.elements.append(
                f'<path {place} d="{_outline(layout.path())}" fill="none" {stroke}/>'
            )
        if self.outlines:
            self.elements.append(
                f'<path {place} d="{_outline(layout.path())}" {_fill(colour, opacity)}/>'
            )
            return
        pieces = [
            _run(p) if isinstance(p, Glyphs) else f'<path d="{_outline(p.path())}"/>'
            for p in layout.pieces
        ]
        self._group(f"{place} {_fill(colour, opacity)}", pieces)

    def _group(self, attributes: str, elements: list[str]) -> None:
        if len(elements) == 1:
            name, rest = elements[0].split(" ", 1)
            self.elements.append(f"{name} {attributes} {rest}")
        elif elements:
            self.elements.extend([f"<g {attributes}>", *elements, "</g>"])


class LayeredSurface(SvgSurface):
    """Keeps the layers of the canvas in groups of their own, so that a page can show and hide
    them.
    """

    def open_layer(self, name: str) -> None:
        """Begin a group."""
        self.elements.append(f'<g data-layer="{escape(name)}">')

    def close_layer(self) -> None:
        """End the group, or forget it when nothing is in it (on white paper half-planes are
        white).
        """
        if self.elements[-1].startswith("<g data-layer="):
            self.elements.pop()
        else:
            self.elements.append("</g>")


def _symbol(style: Style, x: float, y: float, size: float) -> str:
    if style.shape == "square":
        side = square_side(size)
        corner = f'x="{number(x - 0.5 * side)}" y="{number(y - 0.5 * side)}"'
        return f'<rect {corner} width="{number(side)}" height="{number(side)}"/>'
    if style.shape in STROKED:
        strokes = (
            f"M{number(x + a)} {number(y + b)}L{number(x + c)} {number(y + d)}"
            for a, b, c, d in arms(style.shape, size)
        )
        return f'<path d="{"".join(strokes)}"/>'
    if outline := corners(style.shape):
        points = " ".join(
            f"{number(x + 0.5 * size * a)},{number(y + 0.5 * size * b)}" for a, b in outline
        )
        return f'<polygon points="{points}"/>'
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(0.5 * size)}"/>'


def _points(points: Floats) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points.tolist())


def _fill(colour: str, opacity: float) -> str:
    return f'fill="{colour}"' + (f' fill-opacity="{opacity:.4g}"' if opacity < 1.0 else "")


def _stroke(style: Style) -> str:
    result = f'stroke="{style.stroke}" stroke-width="{style.width:.4g}"'
    if style.stroke_opacity < 1.0:
        result += f' stroke-opacity="{style.stroke_opacity:.4g}"'
    if style.dash is not None:
        result += f' stroke-dasharray="{" ".join(f"{length:.4g}" for length in style.dash)}"'
    return result


def _run(glyphs: Glyphs) -> str:
    sans = glyphs.face == "sans"
    families = (
        f"'{glyphs.sans or family('sans')}', {FALLBACKS['sans']}"
        if sans
        else f"'{family('serif')}', {FALLBACKS['serif']}"
    )
    attributes = (
        f'x="{number(glyphs.x)}" y="{number(glyphs.y)}" font-family="{families}" '
        f'font-size="{number(glyphs.size)}"'
    )
    if glyphs.face == "italic":
        attributes += ' font-style="italic"'
    if glyphs.weight != 400 and sans:
        attributes += f' font-weight="{glyphs.weight}"'
    if len(glyphs.text) > 1:  # where the font is missing another one gets the same width
        attributes += f' textLength="{number(glyphs.width)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {attributes} xml:space="preserve">{escape(glyphs.text)}</text>'


def _outline(path: QPainterPath) -> str:
    """A painter path as path data; curves are cubic."""
    parts: list[str] = []
    curve: list[str] = []
    for k in range(path.elementCount()):
        element = path.elementAt(k)
        place = f"{number(element.x)} {number(element.y)}"
        match element.type:
            case QPainterPath.ElementType.MoveToElement:
                parts.append(f"M{place}")
            case QPainterPath.ElementType.LineToElement:
                parts.append(f"L{place}")
            case QPainterPath.ElementType.CurveToElement:
                curve = [place]
            case _:
                curve.append(place)
                if len(curve) == 3:
                    parts.append("C" + " ".join(curve))
    return "".join(parts)
