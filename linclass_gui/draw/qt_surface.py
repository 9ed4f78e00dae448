"""The surface of QPainter: the window, PNG and PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import floor
from typing import Any, cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap, QPolygonF

from solvers import Floats

from ..core.styles import Shape, Style
from .lettering.text import Layout
from .surface import Rect
from .symbols import STROKED, arms, corners, square_side

LONG, FLAT = 64, 0.04  # points; pixels
STAIRS = 64  # a line of level and upright steps with more corners than this is drawn thin in the window

# As objects: an enum is asked for its value in Python whenever it is handed to Qt.
NO_PEN, NO_BRUSH = QPen(Qt.PenStyle.NoPen), QBrush(Qt.BrushStyle.NoBrush)

_AROUND = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))


class QtSurface:
    """Draws with a QPainter whose unit is the unit of the theme.

    ``outlines`` draws text as shapes, without fonts.  ``snap`` puts level and upright lines on whole pixels, where they are
    crisp: for the window.
    """

    def __init__(self, painter: QPainter, outlines: bool = False, snap: bool = False) -> None:
        self.painter = painter
        self.outlines = outlines
        self.snap = snap
        self._is_smooth = False
        self._smooth(True)
        # Smooth pictures only where they are stretched: with the hint a sprite between two pixels goes the slow way round.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)

    def _smooth(self, wanted: bool) -> None:
        """Smooth edges or not; Qt is told only when that changes."""
        if wanted is not self._is_smooth:
            self._is_smooth = wanted
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, wanted)

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        if style.stroke is None or len(runs) == 0:
            return
        self.painter.setPen(pen(style))
        self.painter.setBrush(NO_BRUSH)
        if isinstance(runs, np.ndarray) or max(map(len, runs)) == 2:
            segments = np.asarray(runs, dtype=np.float64)
            slanted = self._bars(segments, style) if self.snap and style.dash is None else segments.reshape(-1, 4).tolist()
            if slanted:
                self.painter.drawLines([QLineF(*segment) for segment in slanted])
            return
        draw: Callable[[QPolygonF], None] = self.painter.drawPolygon if closed else self.painter.drawPolyline
        if self.snap:
            self.painter.setPen(curve_pen(style))
        for run in runs:
            if self.snap and len(run) > STAIRS and _is_stairs(run):
                self._stairs(run, style)
            else:
                draw(polygon(_thinned(run) if self.snap else run))

    def _bars(self, segments: Floats, style: Style) -> list[list[float]]:
        """Draw level and upright segments (k, 2, 2) as bars of whole pixels, which are crisp and cheap; the others come back.

        Plain numbers, not arrays: a frame has dozens of lists too short for numpy to pay.
        """
        device = self.painter.deviceTransform()
        scale, dx, dy = device.m11(), device.dx(), device.dy()
        thick = max(1.0, floor(style.width * scale + 0.5))
        slanted = []
        self._smooth(False)
        for (x0, y0), (x1, y1) in segments.tolist():
            if (x0 == x1) == (y0 == y1):
                slanted.append([x0, y0, x1, y1])
            elif x0 == x1:
                left = (floor(x0 * scale + dx - 0.5 * thick + 0.5) - dx) / scale
                self._bar(QRectF(left, min(y0, y1), thick / scale, abs(y1 - y0)), style, scale)
            else:
                top = (floor(y0 * scale + dy - 0.5 * thick + 0.5) - dy) / scale
                self._bar(QRectF(min(x0, x1), top, abs(x1 - x0), thick / scale), style, scale)
        self._smooth(True)
        return slanted

    def _bar(self, bar: QRectF, style: Style, scale: float) -> None:
        if style.stroke_opacity < 1.0 and bar.height() > bar.width():
            column = _column(style, round(bar.width() * scale), round(bar.height() * scale), scale)
            self.painter.drawPixmap(bar.topLeft(), column)
        else:
            self.painter.fillRect(bar, colour(style.stroke or "", style.stroke_opacity))

    def _stairs(self, run: Floats, style: Style) -> None:
        """Draw a long flight of steps one pixel wide and not smoothed: crisp, and a fraction of the price of a wide smooth line."""
        thin = QPen(colour(style.stroke or "", style.stroke_opacity), 0)
        self.painter.setPen(thin)
        self._smooth(False)
        self.painter.drawPolyline(polygon(run))
        self._smooth(True)

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(colour(fill, opacity))
        # Smooth edges make the fill of a large area ten times as dear.
        self._smooth(smooth or not self.snap)
        self.painter.drawPolygon(polygon(points))
        self._smooth(True)

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols as shapes, one by one."""
        self.painter.setPen(pen(style) if style.stroke else NO_PEN)
        self.painter.setBrush(colour(style.fill, style.fill_opacity) if style.fill else NO_BRUSH)
        diameters = style.size * (np.ones(len(xy)) if sizes is None else sizes)
        draw = self._way_of(style.shape)
        for (x, y), size in zip(xy.tolist(), diameters.tolist(), strict=True):
            draw(style, x, y, size)

    def _way_of(self, shape: Shape) -> Callable[[Style, float, float, float], None]:
        if shape in STROKED:
            return self._arms
        return self._square if shape == "square" else self._outline if corners(shape) else self._disc

    def _outline(self, style: Style, x: float, y: float, size: float) -> None:
        self.painter.drawPolygon(QPolygonF([QPointF(x + 0.5 * size * a, y + 0.5 * size * b) for a, b in corners(style.shape)]))

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
        self.painter.setBrush(NO_BRUSH)
        # Whole words per pixel are scaled four times as fast as three bytes.
        picture = QImage(rgb.data, columns, rows, 3 * columns, QImage.Format.Format_RGB888)
        picture = picture.convertToFormat(QImage.Format.Format_RGB32)
        self.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.painter.drawImage(QRectF(*rect), picture)
        self.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)

    def text(
        self, layout: Layout, x: float, y: float, colour: str, angle: float = 0.0, opacity: float = 1.0, halo: str | None = None
    ) -> None:
        """Draw a text, turned about the start of its base line."""
        if angle == 0.0 and halo is None and not self.outlines:
            layout.draw(self.painter, x, y, translucent(colour, opacity))
            return
        outer = self.painter.transform()
        self.painter.translate(x, y)
        self.painter.rotate(angle)
        if halo is not None:
            self._halo(layout, halo)
        if self.outlines:
            self.painter.fillPath(layout.path(), translucent(colour, opacity))
        else:
            layout.draw(self.painter, 0.0, 0.0, translucent(colour, opacity))
        self.painter.setTransform(outer)

    def _halo(self, layout: Layout, colour: str) -> None:
        """Draw the halo of a text at the painter's origin."""
        if self.snap:
            # Stroking outlines takes milliseconds; shifted copies of the letters look the same at this size.
            for dx, dy in _AROUND:
                layout.draw(self.painter, 0.5 * layout.halo_width * dx, 0.5 * layout.halo_width * dy, colour)
            return
        edge = QPen(QColor(colour), layout.halo_width)
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(layout.path(), edge)


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


@lru_cache(maxsize=16)
def _column(style: Style, width: int, height: int, scale: float) -> QPixmap:
    """An upright translucent bar as a picture: blending it costs a third of filling a rectangle, row by row."""
    pixmap = QPixmap(max(width, 1), max(height, 1))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(translucent(style.stroke or "", style.stroke_opacity))
    return pixmap


@lru_cache(maxsize=512)
def pen(style: Style) -> QPen:
    """The pen of a style; dashes count in units there and in pen widths in Qt."""
    result = QPen(colour(style.stroke or "#000000", style.stroke_opacity), style.width)
    result.setCapStyle(Qt.PenCapStyle.FlatCap)
    result.setJoinStyle(Qt.PenJoinStyle.MiterJoin if style.shape == "square" else Qt.PenJoinStyle.RoundJoin)
    if style.dash is not None:
        result.setDashPattern([length / style.width for length in style.dash])
    return result


@lru_cache(maxsize=512)
def curve_pen(style: Style) -> QPen:
    """The pen for curves in the window: round joins take twice as long, and between short chords nobody can see them."""
    result = QPen(pen(style))
    result.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    return result


def polygon(points: Floats) -> QPolygonF:
    """Points (k, 2) for Qt, copied in one piece: point by point costs more than the drawing."""
    result = QPolygonF()
    result.resize(len(points))
    if len(points):
        void_pointer = cast(Any, shiboken6.VoidPtr)
        np.frombuffer(void_pointer(result.data(), 16 * len(points), True), dtype=np.float64).reshape(-1, 2)[:] = points
    return result


def _thinned(run: Floats) -> Floats:
    """A long line without the points that nobody would miss: those within FLAT of the chord between their neighbours.

    Every second point is tried, so that no two neighbours go at once, and three rounds leave an eighth of a smooth curve.
    """
    for _ in range(3):
        if len(run) < LONG:
            break
        before, middle, after = run[0:-2:2], run[1:-1:2], run[2::2]
        chord, way = after - before, middle - before
        area = np.abs(chord[:, 0] * way[:, 1] - chord[:, 1] * way[:, 0])
        # On the chord, and between its ends: the tip of a spike lies on its chord, too.
        between = (way * (after - middle)).sum(axis=1) >= 0.0
        keep = np.ones(len(run), dtype=bool)
        keep[1 : 2 * len(middle) : 2] = (area > FLAT * np.hypot(chord[:, 0], chord[:, 1])) | ~between
        run = run[keep]
    return run


def _is_stairs(run: Floats) -> bool:
    """Whether a line goes level and upright only."""
    return not np.diff(run, axis=0).all(axis=1).any()
