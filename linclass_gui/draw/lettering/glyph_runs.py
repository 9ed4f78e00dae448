"""A text that has been laid out: characters and lines at their places, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from ...markup.formula import Face
from .fonts import EM, font


class TextStyle(NamedTuple):
    """How a text is set: ``mode`` says whether it is a label, a formula, or an axis label (a
    formula when it looks like one).
    """

    weight: int = 400
    mode: str = "label"
    sans: str | None = None


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
        x, y = self.x + dx, self.y + dy
        return Glyphs(self.text, self.face, self.weight, self.size, x, y, self.width, self.sans)


@dataclass(frozen=True)
class Stroke:
    """A line of a formula (fraction bar, root) through ``points``, from the start of the base line,
    y downwards.
    """

    points: tuple[tuple[float, float], ...]
    width: float

    def moved(self, dx: float, dy: float) -> Stroke:
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


Piece = Glyphs | Stroke


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
            if isinstance(piece, Stroke):
                painter.fillPath(piece.path(x, baseline_y), QColor(colour))
                continue
            scale = piece.size / EM
            painter.setFont(font(piece.face, piece.weight, piece.sans))
            painter.setTransform(
                QTransform(scale, 0, 0, scale, x + piece.x, baseline_y + piece.y), True
            )
            painter.drawText(QPointF(0, 0), piece.text)
            painter.setTransform(outer)

    def path(self, x: float = 0.0, baseline_y: float = 0.0) -> QPainterPath:
        """The text as outlines."""
        result = QPainterPath()
        for piece in self.pieces:
            if isinstance(piece, Stroke):
                result.addPath(piece.path(x, baseline_y))
                continue
            glyphs = QPainterPath()
            glyphs.addText(QPointF(0, 0), font(piece.face, piece.weight, piece.sans), piece.text)
            scale = piece.size / EM
            result.addPath(
                QTransform(scale, 0, 0, scale, x + piece.x, baseline_y + piece.y).map(glyphs)
            )
        return result
