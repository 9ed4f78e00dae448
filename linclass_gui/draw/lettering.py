"""Text laid out with mathematics: characters and lines at their places, ready to be drawn.

A layout is measured once at 100 px without hinting and scaled, so that it has the same proportions
in the window, in a PDF and in an SVG; layouts are cached, because a window paints the same few
labels repeatedly.  A thousand are more than any window shows; numbers that change during a drag
would fill a cache of any size.  Each node of a formula becomes a box, and boxes are put together
(Knuth, The TeXbook, appendix G).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QTransform

from ..markup.mathtext import (
    Face,
    FormulaSpace,
    Fraction,
    Root,
    Row,
    Script,
    Sum,
    TextRun,
    as_math,
    parse,
    parse_math,
)
from ..scene.theme import Theme
from .fonts import EM, direction_of, font, outlines

# The look: mathematics at 1.14 times the text size, scripts at 72 % of it, subscripts dropped by 22
# % of the size.
MATH_SCALE = 1.14
SCRIPT_SCALE = 0.72
SUB_DROP = 0.22
SUP_RISE = 0.36
AXIS_HEIGHT = 0.255  # of fraction bars, the middle of + and =
BAR = 0.055  # thickness of fraction bars and roots
GAP = 0.19  # between a bar and what is above and below it
ROUNDING, AT_END = 1e-6, ",;:(–-"  # of a width; characters that end no part of a label
TREES = {"label": parse, "math": parse_math, "axis": as_math}  # how the text of each mode is read


class TextStyle(NamedTuple):
    """How a text is set: ``mode`` is that of a label, a formula, or an axis label (a formula when
    it looks like one).
    """

    weight: int = 400
    mode: str = "label"
    sans: str | None = None


PLAIN = TextStyle()


def style_in(theme: Theme, mode: str = "label") -> TextStyle:
    """How usual text is set in the letters of a theme."""
    return TextStyle(mode=mode, sans=theme.sans)


@dataclass(frozen=True)
class Glyphs:
    """Characters of one font: ``size`` in pixels, at ``(x, y)`` from the start of the base line, y
    downwards.
    """

    text: str
    face: Face
    weight: int
    size: float
    x: float
    y: float
    width: float
    sans: str | None = None

    def moved(self, dx: float, dy: float) -> Glyphs:
        """The same characters elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class FormulaLine:
    """A line of a formula (fraction bar, root) through ``points``, from the start of the base line,
    y downwards.
    """

    points: tuple[tuple[float, float], ...]
    width: float

    def moved(self, dx: float, dy: float) -> FormulaLine:
        """The same line elsewhere."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))

    def path(self, x: float = 0.0, y: float = 0.0) -> QPainterPath:
        """The line as filled quadrilaterals, which need no pen and look the same on every
        device.
        """
        result = QPainterPath()
        for (x0, y0), (x1, y1) in pairwise(self.points):
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
            nx, ny = -(y1 - y0) / length * self.width / 2, (x1 - x0) / length * self.width / 2
            result.moveTo(x + x0 + nx, y + y0 + ny)
            for px, py in ((x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)):
                result.lineTo(x + px, y + py)
            result.closeSubpath()
        return result.simplified()


Piece = Glyphs | FormulaLine


@dataclass(frozen=True, eq=False)
class Layout:
    """A text ready to be drawn: its pieces and its extent to the right of, above and below the
    start of the base line.

    ``ascent`` and ``descent`` enclose what is drawn; ``cap_height`` is the height of capitals and
    figures, by which labels are centred so that they stay in place when a descender comes in.
    ``markup`` in ``style`` at ``size`` is what was laid out: LaTeX typesets it again.
    """

    pieces: tuple[Piece, ...]
    width: float
    ascent: float
    descent: float
    cap_height: float = 0.0
    size: float = 0.0
    markup: str = ""
    style: TextStyle | None = None

    @property
    def height(self) -> float:
        """From the highest to the lowest point."""
        return self.ascent + self.descent

    @property
    def halo_width(self) -> float:
        """The width of the stroke around the letters of a backed label."""
        return 0.42 * self.cap_height

    def draw(self, painter: QPainter, x: float, baseline_y: float, colour: str | QColor) -> None:
        """Draw the text with its base line starting at ``(x, baseline_y)`` in the painter's
        units.
        """
        outer = painter.transform()
        painter.setPen(QColor(colour))
        for piece in self.pieces:
            if isinstance(piece, FormulaLine):
                painter.fillPath(piece.path(x, baseline_y), QColor(colour))
                continue
            scale = piece.size / EM
            painter.setFont(font(piece.face, piece.weight, piece.sans))
            painter.setTransform(
                QTransform(scale, 0, 0, scale, x + piece.x, baseline_y + piece.y), True
            )
            painter.setLayoutDirection(direction_of(piece.text))
            painter.drawText(QPointF(0, 0), piece.text)
            painter.setTransform(outer)

    def path(self, x: float = 0.0, baseline_y: float = 0.0) -> QPainterPath:
        """The text as outlines."""
        result = QPainterPath()
        for piece in self.pieces:
            if isinstance(piece, FormulaLine):
                result.addPath(piece.path(x, baseline_y))
                continue
            glyphs = outlines(piece.text, piece.face, piece.weight, piece.sans)
            scale = piece.size / EM
            result.addPath(
                QTransform(scale, 0, 0, scale, x + piece.x, baseline_y + piece.y).map(glyphs)
            )
        return result


def typeset(row: Row, size: float, level: int, style: TextStyle) -> Layout:
    """The nodes of a row beside each other; ``level`` counts how deep in scripts it is."""
    pieces: list[Piece] = []
    x = ascent = descent = 0.0
    previous: Layout | None = None
    for node in row:
        if isinstance(node, FormulaSpace):
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
    node: TextRun | Script | Fraction | Sum | Root,
    size: float,
    level: int,
    style: TextStyle,
    base: Layout | None,
) -> Layout:
    match node:
        case TextRun(text, face):
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
        FormulaLine(((0.0, -axis), (width, -axis)), BAR * em),
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
    pieces = (*(p.moved(hook + 0.04 * em, 0.0) for p in inside.pieces), FormulaLine(sign, BAR * em))
    return Layout(pieces, hook + inside.width + 0.12 * em, top + BAR * em / 2, bottom)


@lru_cache(maxsize=1024)
def layout(text: str, font_size_px: float, style: TextStyle = PLAIN) -> Layout:
    """Lay a label out: ``text`` in the mark-up of ``mathtext``, ``font_size_px`` in the painter's
    units (pixels, points).
    """
    box = typeset(TREES[style.mode](text), font_size_px, 0, style)
    height = cap_height(style.weight, style.sans) * font_size_px
    return replace(box, cap_height=height, size=font_size_px, markup=text, style=style)


@lru_cache(maxsize=1024)
def wrap_markup(text: str, width: float, size: float, style: TextStyle = PLAIN) -> tuple[str, ...]:
    """The lines of a label of this width; a formula is never broken."""
    lines: list[str] = []
    line = ""
    for word in _split_words(text):
        longer = f"{line} {word}" if line else word
        if line and layout(longer, size, style).width > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return (*lines, line) if line else tuple(lines)


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
    words = _split_words(text)
    starts = [
        " ".join(words[:count]).rstrip(AT_END) + " …" for count in range(len(words) - 1, 0, -1)
    ]
    # A single word, or a first one that is too long, is cut within, a formula is not.
    starts += (
        []
        if "$" in words[0]
        else [words[0][:count].rstrip("\\") + "…" for count in range(len(words[0]) - 1, 0, -1)]
    )
    boxes = (layout(start, size, style) for start in starts)
    return next(
        (shortened for shortened in boxes if shortened.width <= width), layout("…", size, style)
    )


def _split_words(text: str) -> list[str]:
    """The words of a text; the spaces inside a formula separate none, nor do the spaces of "5 %"
    and "± 0.1".
    """
    words: list[str] = []
    for piece in text.split():
        if words and (words[-1].count("$") % 2 or piece[0] in "%±" or words[-1].endswith("±")):
            words[-1] += f" {piece}"
        else:
            words.append(piece)
    return words
