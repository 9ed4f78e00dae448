"""The surface of QPainter: the window, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

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
            runs = [self._snapped(run, style.width) for run in runs] if self.snap else runs
            self.painter.drawLines([QLineF(*run.ravel().tolist()) for run in runs])
            return
        draw: Callable[[QPolygonF], None] = self.painter.drawPolygon if closed else self.painter.drawPolyline
        for run in runs:
            draw(polygon(run))

    def _snapped(self, run: Floats, width: float) -> Floats:
        """A level or upright segment moved so that its width covers whole pixels; any other segment as it is."""
        still = np.flatnonzero(run[0] == run[1])
        if len(still) != 1:
            return run
        device, axis = self.painter.deviceTransform(), int(still[0])
        scale, origin = device.m11(), (device.dx(), device.dy())[axis]
        half = 0.5 * (max(1, round(width * scale)) % 2)
        result = run.copy()
        result[:, axis] = (np.floor(run[0, axis] * scale + origin - half + 0.5) + half - origin) / scale
        return result

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0) -> None:
        """Fill a polygon."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour(fill, opacity))
        self.painter.drawPolygon(polygon(points))

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
