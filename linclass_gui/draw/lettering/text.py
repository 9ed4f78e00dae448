"""Laying out text with mathematics.

A layout is measured once at 100 px without hinting and scaled, so that it has the same proportions
in the window, in a PDF and in an SVG; layouts are cached, because a window paints the same few
labels repeatedly.  A thousand are more than any window shows; numbers that change during a drag
would fill a cache of any size.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ...markup.formula import parse_math
from ...markup.mathtext import as_math, parse
from .glyph_runs import Glyphs, Layout, Piece, Stroke, TextStyle
from .typeset import cap_height, typeset

__all__ = [
    "PLAIN",
    "TREES",
    "Glyphs",
    "Layout",
    "Piece",
    "Stroke",
    "TextStyle",
    "fit_markup",
    "layout",
    "wrap_markup",
]


PLAIN = TextStyle()
ROUNDING, AT_END = 1e-6, ",;:(–-"  # of a width; what ends no part of a label
TREES = {"label": parse, "math": parse_math, "axis": as_math}  # how the text of each mode is read


@lru_cache(maxsize=1024)
def layout(text: str, font_size_px: float, style: TextStyle = PLAIN) -> Layout:
    """Lay a label out: ``text`` in the mark-up of ``mathtext``, ``font_size_px`` in the painter's
    units (pixels, points).
    """
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


@lru_cache(maxsize=256)
def fit_markup(
    text: str, width: float, size: float, style: TextStyle = PLAIN, smallest: float = 0.8
) -> Layout:
    """A label in a width: smaller, down to a part of its size; where that does not do, its first
    words, with an ellipsis.

    ``markup`` of the layout is then not the text.
    """
    box = layout(text, size, style)
    if box.width <= max(width, 0.0):  # of a canvas that is narrower than its margins
        return box
    size *= max(smallest, width / box.width)
    box = layout(text, size, style)
    if box.width <= width * (1.0 + ROUNDING):
        return box
    words = _words(text)
    starts = [
        " ".join(words[:count]).rstrip(AT_END) + " …" for count in range(len(words) - 1, 0, -1)
    ]
    # A single word, or a first one that is too long, is cut within, a formula is not.
    starts += (
        []
        if "$" in words[0]
        else [words[0][:count] + "…" for count in range(len(words[0]) - 1, 0, -1)]
    )
    boxes = (layout(start, size, style) for start in starts)
    return next((each for each in boxes if each.width <= width), layout("…", size, style))


def _words(text: str) -> list[str]:
    """The words of a text; the spaces inside a formula separate none, nor do those of "5 %" and "±
    0.1".
    """
    words: list[str] = []
    for piece in text.split():
        if words and (words[-1].count("$") % 2 or piece[0] in "%±" or words[-1].endswith("±")):
            words[-1] += f" {piece}"
        else:
            words.append(piece)
    return words
