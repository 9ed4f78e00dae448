"""A surface that draws enlarged: drawing units become points of the device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solvers import Floats

from ...scene.styles import Style
from ..lettering.text import Glyphs, Layout, Piece, Stroke
from ..surface import Rect, Surface


class Enlarged:
    """Draws on another surface with everything ``scale`` times as large."""

    def __init__(self, surface: Surface, scale: float) -> None:
        self.surface = surface
        self.scale = scale

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        larger = (
            self.scale * runs
            if isinstance(runs, np.ndarray)
            else [self.scale * run for run in runs]
        )
        self.surface.lines(larger, enlarge_style(style, self.scale), closed)

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        self.surface.polygon(self.scale * points, fill, opacity, smooth)

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols."""
        self.surface.symbols(self.scale * xy, enlarge_style(style, self.scale), sizes)

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        """Fill a rectangle with a coloured grid."""
        left, top, width, height = (self.scale * side for side in rect)
        self.surface.image((left, top, width, height), rgb)

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
        """Draw a text."""
        self.surface.text(
            enlarge_text(layout, self.scale),
            self.scale * x,
            self.scale * y,
            colour,
            angle,
            opacity,
            halo,
        )


@lru_cache(maxsize=512)
def enlarge_style(style: Style, scale: float) -> Style:
    """A style with its lengths enlarged; the same object for the same style, because drawings are
    cached by it.
    """
    dash = None if style.dash is None else (scale * style.dash[0], scale * style.dash[1])
    return replace(
        style, width=scale * style.width, dash=dash, size=scale * style.size, rim=scale * style.rim
    )


@lru_cache(maxsize=512)
def enlarge_text(layout: Layout, scale: float) -> Layout:
    """A text, enlarged."""
    pieces = tuple(_piece(piece, scale) for piece in layout.pieces)
    width, ascent, descent = (
        scale * length for length in (layout.width, layout.ascent, layout.descent)
    )
    height, size = scale * layout.cap_height, scale * layout.size
    return replace(
        layout,
        pieces=pieces,
        width=width,
        ascent=ascent,
        descent=descent,
        cap_height=height,
        size=size,
    )


def _piece(piece: Piece, scale: float) -> Piece:
    if isinstance(piece, Stroke):
        return Stroke(tuple((scale * x, scale * y) for x, y in piece.points), scale * piece.width)
    assert isinstance(piece, Glyphs)
    return replace(
        piece,
        size=scale * piece.size,
        x=scale * piece.x,
        y=scale * piece.y,
        width=scale * piece.width,
    )
