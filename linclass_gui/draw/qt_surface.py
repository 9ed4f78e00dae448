"""The surface of QPainter: the window, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import floor

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF

from solvers import Floats

from ..core.theme import Style
from .surface import Rect
from .symbols import arms, square_side
from .text import Layout


class QtSurface:
    """Draws with a QPainter whose unit is the unit of the theme.

    ``outlines`` draws text as shapes, without fonts.  ``snap`` puts level and upright lines on whole pixels, where they are
    crisp: for the window.
    """

    def __init__(self, painter: QPainter, outlines: bool = False, snap: bool = False) -> None:
        self.painter = painter
        self.outlines = outlines
        self.snap = snap
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)

    def lines(self, runs: Sequence[Floats], style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        if style.stroke is None:
            return
        self.painter.setPen(pen(style))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        if all(len(run) == 2 for run in runs):
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            slanted = [run for run in runs if not (self.snap and self._bar(run, style))]
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.painter.drawLines([QLineF(*run.ravel().tolist()) for run in slanted])
            return
        draw: Callable[[QPolygonF], None] = self.painter.drawPolygon if closed else self.painter.drawPolyline
        for run in runs:
            draw(polygon(run))

    def _bar(self, run: Floats, style: Style) -> bool:
        """Draw a level or upright segment as a bar of whole pixels, which is crisp and cheap; False for any other segment."""
        (x0, y0), (x1, y1) = run.tolist()
        if style.dash is not None or (x0 == x1) == (y0 == y1):
            return False
        device = self.painter.deviceTransform()
        scale = device.m11()
        thick = max(1.0, floor(style.width * scale + 0.5))
        low_x, low_y = min(x0, x1) * scale + device.dx(), min(y0, y1) * scale + device.dy()
        if x0 == x1:
            left, top, width, height = floor(low_x - 0.5 * thick + 0.5), low_y, thick, abs(y1 - y0) * scale
        else:
            left, top, width, height = low_x, floor(low_y - 0.5 * thick + 0.5), abs(x1 - x0) * scale, thick
        bar = QRectF((left - device.dx()) / scale, (top - device.dy()) / scale, width / scale, height / scale)
        self.painter.fillRect(bar, colour(style.stroke or "", style.stroke_opacity))
        return True

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour(fill, opacity))
        # Smooth edges make the fill of a large area ten times as dear.
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth or not self.snap)
        self.painter.drawPolygon(polygon(points))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols as shapes, one by one."""
        self.painter.setPen(pen(style) if style.stroke else QPen(Qt.PenStyle.NoPen))
        self.painter.setBrush(colour(style.fill, style.fill_opacity) if style.fill else QBrush(Qt.BrushStyle.NoBrush))
        diameters = style.size * (np.ones(len(xy)) if sizes is None else sizes)
        draw = {"square": self._square, "cross": self._arms, "plus": self._arms}.get(style.shape, self._disc)
        for (x, y), size in zip(xy.tolist(), diameters.tolist(), strict=True):
            draw(style, x, y, size)

    def _disc(self, style: Style, x: float, y: float, size: float) -> None:
        self.painter.drawEllipse(QPointF(x, y), 0.5 * size, 0.5 * size)

    def _square(self, style: Style, x: float, y: float, size: float) -> None:
        side = square_side(size)
        self.painter.drawRect(QRectF(x - 0.5 * side, y - 0.5 * side, side, side))

    def _arms(self, style: Style, x: float, y: float, size: float) -> None:
        self.painter.drawLines([QLineF(x + a, y + b, x + c, y + d) for a, b, c, d in arms(style.shape, size)])

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        """Draw a coloured grid, smoothly interpolated."""
        rgb = np.ascontiguousarray(rgb)
        rows, columns = rgb.shape[:2]
        # QPdfWriter applies the opacity of the current brush to images.
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        picture = QImage(rgb.data, columns, rows, 3 * columns, QImage.Format.Format_RGB888)
        self.painter.drawImage(QRectF(*rect), picture)

    def text(self, layout: Layout, x: float, y: float, colour: str, angle: float = 0.0, opacity: float = 1.0) -> None:
        """Draw a text, turned about the start of its base line."""
        if angle == 0.0 and not self.outlines:
            layout.draw(self.painter, x, y, translucent(colour, opacity))
            return
        outer = self.painter.transform()
        self.painter.translate(x, y)
        self.painter.rotate(angle)
        if self.outlines:
            self.painter.fillPath(layout.path(), translucent(colour, opacity))
        else:
            layout.draw(self.painter, 0.0, 0.0, translucent(colour, opacity))
        self.painter.setTransform(outer)


@lru_cache(maxsize=512)
def translucent(name: str, opacity: float = 1.0) -> QColor:
    """A colour with an opacity."""
    result = QColor(name)
    result.setAlphaF(opacity)
    return result


@lru_cache(maxsize=512)
def colour(name: str, opacity: float = 1.0) -> QBrush:
    """A brush of a colour with an opacity."""
    return QBrush(translucent(name, opacity))


@lru_cache(maxsize=512)
def pen(style: Style) -> QPen:
    """The pen of a style; dashes count in units there and in pen widths in Qt."""
    result = QPen(colour(style.stroke or "#000000", style.stroke_opacity), style.width)
    result.setCapStyle(Qt.PenCapStyle.FlatCap)
    result.setJoinStyle(Qt.PenJoinStyle.MiterJoin if style.shape == "square" else Qt.PenJoinStyle.RoundJoin)
    if style.dash is not None:
        result.setDashPattern([length / style.width for length in style.dash])
    return result


def polygon(points: Floats) -> QPolygonF:
    """Points (k, 2) for Qt."""
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])
