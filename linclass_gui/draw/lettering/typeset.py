"""Typesetting mathematics: each node of the tree becomes a box, and boxes are put together (Knuth,
The TeXbook, appendix G).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtGui import QFontMetricsF

from ...markup.formula import Face, Fraction, Root, Row, Run, Script, Space, Sum
from .fonts import EM, font
from .glyph_runs import Glyphs, Layout, Piece, Stroke, TextStyle

# The look: mathematics at 1.14 times the text size, scripts at 72 % of it, subscripts dropped by 22
# % of the size.
MATH_SCALE = 1.14
SCRIPT_SCALE = 0.72
SUB_DROP = 0.22
SUP_RISE = 0.36
AXIS_HEIGHT = 0.255  # of fraction bars, the middle of + and =
BAR = 0.055  # thickness of fraction bars and roots
GAP = 0.19  # between a bar and what is above and below it


def typeset(row: Row, size: float, level: int, style: TextStyle) -> Layout:
    """The nodes of a row beside each other; ``level`` counts how deep in scripts it is."""
    pieces: list[Piece] = []
    x = ascent = descent = 0.0
    previous: Layout | None = None
    for node in row:
        if isinstance(node, Space):
            x += node.width * _math_size(size, level)
            continue
        base = previous if isinstance(node, Script) and not node.base else None
        box = _box(node, size, level, style, base)
        pieces += (piece.moved(x, 0.0) for piece in box.pieces)
        x += box.width
        ascent, descent = max(ascent, box.ascent), max(descent, box.descent)
        previous = box
    return Layout(tuple(pieces), x, ascent, descent)


def _box(
    node: Run | Script | Fraction | Sum | Root,
    size: float,
    level: int,
    style: TextStyle,
    base: Layout | None,
) -> Layout:
    match node:
        case Run(text, face):
            return _run(text, face, size, level, style)
        case Script():
            return _script(node, size, level, style, base)
        case Fraction(numerator, denominator):
            return _fraction(numerator, denominator, size, level, style)
        case Sum():
            return _sum(node, size, level, style)
        case Root(radicand):
            return _root(radicand, size, level, style)


def _math_size(size: float, level: int) -> float:
    return size * MATH_SCALE * SCRIPT_SCALE ** min(level, 2)


def _run(text: str, face: Face, size: float, level: int, style: TextStyle) -> Layout:
    size = size * SCRIPT_SCALE ** min(level, 2) if face == "sans" else _math_size(size, level)
    weight = style.weight if face == "sans" else 400
    advance, ascent, descent, lead, correction = _measure(text, face, weight, style.sans)
    scale = size / EM
    glyphs = Glyphs(text, face, weight, size, lead * scale, 0.0, advance * scale, style.sans)
    return Layout((glyphs,), (lead + advance + correction) * scale, ascent * scale, descent * scale)


@lru_cache(maxsize=2048)
def _measure(
    text: str, face: Face, weight: int, sans: str | None
) -> tuple[float, float, float, float, float]:
    """Advance, ascent, descent, lead and italic correction at ``EM`` pixels.

    Lead and correction are how far italics stick out to the left (the tail of an f) and to the
    right (its head): without them neighbours in other faces would touch.
    """
    metrics = QFontMetricsF(font(face, weight, sans))
    tight = metrics.tightBoundingRect(text)
    advance = metrics.horizontalAdvance(text)
    ascent, descent = max(0.0, -tight.top()), max(0.0, tight.bottom())
    lead, correction = (
        (max(0.0, -0.7 * tight.left()), max(0.0, tight.right() - advance))
        if face == "italic"
        else (0.0, 0.0)
    )
    return advance, ascent, descent, lead, correction


@lru_cache(maxsize=64)
def cap_height(weight: int, sans: str | None) -> float:
    """The height of capitals relative to the text size."""
    return QFontMetricsF(font("sans", weight, sans)).capHeight() / EM


def _script(
    node: Script, size: float, level: int, style: TextStyle, before: Layout | None
) -> Layout:
    base = typeset(node.base, size, level, style)
    anchor = before if before is not None else base
    sub, sup = typeset(node.sub, size, level + 1, style), typeset(node.sup, size, level + 1, style)
    em = _math_size(size, level) if node.base else size * SCRIPT_SCALE ** min(level, 2)
    # A tall base (a fraction, a bracketed sum) carries its scripts at its own top and bottom.
    drop = max(SUB_DROP * em, anchor.descent - 0.1 * em)
    rise = max(SUP_RISE * em, anchor.ascent - 0.45 * em)
    if node.sub and node.sup:
        # Four bar widths between the two, as in TeX.
        overlap = (sup.descent - rise) - (drop - sub.ascent) + 4 * BAR * em * 0.5
        rise += max(0.0, overlap)
    correction = base.width - _advance(base)
    pieces = [*base.pieces, *(p.moved(base.width, -rise) for p in sup.pieces)]
    pieces += (p.moved(base.width - correction, drop) for p in sub.pieces)
    width = base.width + max(sub.width - correction if node.sub else 0.0, sup.width)
    ascent = max(base.ascent, rise + sup.ascent if node.sup else 0.0)
    descent = max(base.descent, drop + sub.descent if node.sub else 0.0)
    return Layout(tuple(pieces), width + 0.03 * em, ascent, descent)


def _advance(box: Layout) -> float:
    """The width without the italic correction of the last letter: where a subscript starts."""
    last = box.pieces[-1] if box.pieces else None
    return last.x + last.width if isinstance(last, Glyphs) else box.width


def _fraction(
    numerator: Row, denominator: Row, size: float, level: int, style: TextStyle
) -> Layout:
    em = _math_size(size, level)
    inner = level if level == 0 else level + 1
    above, below = typeset(numerator, size, inner, style), typeset(denominator, size, inner, style)
    width = max(above.width, below.width) + 0.2 * em
    axis, gap = AXIS_HEIGHT * em, GAP * em
    up, down = axis + gap + above.descent, axis - gap - below.ascent
    pieces = [
        *(p.moved((width - above.width) / 2, -up) for p in above.pieces),
        *(p.moved((width - below.width) / 2, -down) for p in below.pieces),
        Stroke(((0.0, -axis), (width, -axis)), BAR * em),
    ]
    return Layout(tuple(pieces), width, up + above.ascent, below.descent - down)


def _sum(node: Sum, size: float, level: int, style: TextStyle) -> Layout:
    em = _math_size(size, level)
    symbol = _run(node.symbol, "serif", size * 1.42, level, style)
    # The sign is centred about the axis of the formula.
    lift = (symbol.ascent - symbol.descent) / 2 - AXIS_HEIGHT * em
    parts: list[tuple[Layout, float]] = [(symbol, lift)]
    ascent, descent = symbol.ascent - lift, symbol.descent + lift
    if node.above:
        above = typeset(node.above, size, level + 1, style)
        parts.append((above, -(ascent + GAP * em + above.descent)))
        ascent += GAP * em + above.height
    if node.below:
        below = typeset(node.below, size, level + 1, style)
        parts.append((below, descent + GAP * em + below.ascent))
        descent += GAP * em + below.height
    return _centre(parts, ascent, descent)


def _centre(parts: Iterable[tuple[Layout, float]], ascent: float, descent: float) -> Layout:
    parts = list(parts)
    width = max(box.width for box, _ in parts)
    pieces = tuple(
        piece.moved((width - box.width) / 2, y) for box, y in parts for piece in box.pieces
    )
    return Layout(pieces, width, ascent, descent)


def _root(radicand: Row, size: float, level: int, style: TextStyle) -> Layout:
    em = _math_size(size, level)
    inside = typeset(radicand, size, level, style)
    top = max(inside.ascent, 0.5 * em) + GAP * em
    bottom = max(inside.descent, 0.05 * em)
    hook = 0.55 * em
    sign = (
        (0.0, -0.28 * em),
        (0.12 * em, -0.36 * em),
        (0.3 * em, bottom),
        (hook, -top),
        (hook + inside.width + 0.08 * em, -top),
    )
    pieces = (*(p.moved(hook + 0.04 * em, 0.0) for p in inside.pieces), Stroke(sign, BAR * em))
    return Layout(pieces, hook + inside.width + 0.12 * em, top + BAR * em / 2, bottom)
