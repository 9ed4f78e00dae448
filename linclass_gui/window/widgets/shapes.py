"""Shapes that widgets paint alike: rounded boxes, and strokes with round ends."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


def round_pen(colour: QColor | str, width: float) -> QPen:
    """A pen whose ends and corners are round."""
    style, cap, join = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    return QPen(QColor(colour), width, style, cap, join)


def paint_box(
    painter: QPainter,
    area: QRectF,
    radius: float,
    ground: QColor | str | None = None,
    edge: QColor | str | None = None,
    width: float = 1.0,
) -> None:
    """A box with round corners: its ground, its edge, or both."""
    painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(QColor(edge), width))
    painter.setBrush(Qt.BrushStyle.NoBrush if ground is None else QColor(ground))
    painter.drawRoundedRect(area, radius, radius)


def paint_stroke(
    painter: QPainter,
    colour: QColor | str,
    width: float,
    middle: QPointF,
    corners: Sequence[tuple[float, float]],
    scale: float = 1.0,
) -> None:
    """A stroke about a place, by the places of its corners from there."""
    painter.setPen(round_pen(colour, width * scale))
    painter.drawPolyline([middle + QPointF(x, y) * scale for x, y in corners])


def paint_done(painter: QPainter, middle: QPointF, ground: str, tick: str) -> None:
    """A filled circle with a tick in it."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawEllipse(middle, 7.0, 7.0)
    paint_stroke(painter, tick, 1.7, middle, ((-3.2, 0.2), (-0.9, 2.5), (3.3, -2.3)))
