"""Laying out text with mathematics.

A layout is measured once at 100 px without hinting and scaled, so that it has the same proportions in the window, in a PDF and in
an SVG; layouts are cached, because a window paints the same few labels repeatedly.  A thousand are more than any window shows;
numbers that change during a drag would fill a cache of any size.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ...core.markup.formula import parse_math
from ...core.markup.mathtext import as_math, parse
from .glyph_runs import Glyphs, Layout, Piece, Stroke, TextStyle
from .typeset import cap_height, typeset

__all__ = ["PLAIN", "TREES", "Glyphs", "Layout", "Piece", "Stroke", "TextStyle", "layout", "wrap_markup"]


PLAIN = TextStyle()
TREES = {"label": parse, "math": parse_math, "axis": as_math}  # how the text of each mode is read


@lru_cache(maxsize=1024)
def layout(text: str, font_size_px: float, style: TextStyle = PLAIN) -> Layout:
    """Lay a label out: ``text`` in the mark-up of ``mathtext``, ``font_size_px`` in the painter's units (pixels, points)."""
    box = typeset(TREES[style.mode](text), font_size_px, 0, style)
    height = cap_height(style.weight, style.sans) * font_size_px
    return replace(box, cap_height=height, size=font_size_px, markup=text, style=style)


def wrap_markup(text: str, width: float, size: float, style: TextStyle = PLAIN) -> list[str]:
    """The lines of a label of this width; a formula is never broken."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        longer = f"{line} {word}" if line else word
        if line and layout(longer, size, style).width > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def _words(text: str) -> list[str]:
    """The words of a text; the spaces inside a formula separate none, nor do those of "5 %" and "± 0.1"."""
    words: list[str] = []
    for piece in text.split():
        if words and (words[-1].count("$") % 2 or piece[0] in "%±" or words[-1].endswith("±")):
            words[-1] += f" {piece}"
        else:
            words.append(piece)
    return words
