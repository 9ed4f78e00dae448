"""The surface of QPainter: the window, PNG and PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import floor
from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPaintDevice, QPainter, QPen, QPolygonF

from solvers import Floats

from ..scene.styles import Shape, Style
from .lettering import Layout
from .surface import STROKED, Rect, arms, corners, square_side

ANTIALIASING = QPainter.RenderHint.Antialiasing
VOID_POINTER: Any = shiboken6.VoidPtr
# Kept as objects: Python looks an enum up whenever it is passed to Qt.
NO_PEN, NO_BRUSH = QPen(Qt.PenStyle.NoPen), QBrush(Qt.BrushStyle.NoBrush)

_AROUND = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))
LONG = 64  # points from which on a line is a curve


class QtSurface:
    """Draws with a QPainter whose unit is the unit of the theme.

    ``outlines`` draws text as shapes, without fonts.  ``snap`` puts level and upright lines on
    whole pixels, where they are crisp: for the window.
    """

    def __init__(self, painter: QPainter, outlines: bool = False, snap: bool = False) -> None:
        self.painter = painter
        self.outlines = outlines
        self.snap = snap
        # The painter does not move while a surface draws with it, so Qt is asked once for its place
        # on the device.
        device = painter.deviceTransform()
        self.scale, self.dx, self.dy = device.m11(), device.dx(), device.dy()
        painter.setRenderHint(ANTIALIASING, True)

    def _smooth(self, is_smooth: bool) -> None:
        """Smooth edges or not, in the window; on paper every edge is smooth."""
        if self.snap:
            self.painter.setRenderHint(ANTIALIASING, is_smooth)

    def lines(self, runs: Sequence[Floats] | Floats, style: Style, closed: bool = False) -> None:
        """Stroke polylines."""
        if style.stroke is None or len(runs) == 0:
            return
        painter = self.painter
        if isinstance(runs, np.ndarray) or max(map(len, runs)) == 2:
            segments = np.asarray(runs, dtype=np.float64)
            slants = (
                self._bars(segments, style)
                if self.snap and style.dash is None
                else segments.reshape(-1, 4).tolist()
            )
            if slants:
                self._smooth(True)
                painter.setPen(pen(style))
                for segment in slants:
                    painter.drawLine(QLineF(*segment))
            return
        painter.setBrush(NO_BRUSH)
        for run in runs:
            is_crisp = self.snap and len(run) >= LONG and is_stairs(run)
            self._smooth(not is_crisp)
            painter.setPen(
                QPen(colour(style.stroke or "", style.stroke_opacity), 0)
                if is_crisp
                else pen(style)
            )
            if closed:
                painter.drawPolygon(polygon(run))
            else:
                painter.drawPolyline(polygon(run))

    def _bars(self, segments: Floats, style: Style) -> list[list[float]]:
        """Draw level and upright segments (k, 2, 2) as bars of whole pixels, which are crisp and
        cheap; the others are returned.

        Plain numbers and no calls: a frame has dozens of lists too short for numpy.
        """
        scale, dx, dy = self.scale, self.dx, self.dy
        thick = max(1.0, floor(style.width * scale + 0.5))
        slants: list[list[float]] = []
        bars: list[QRectF] = []
        for (x0, y0), (x1, y1) in segments.tolist():
            if (x0 == x1) == (y0 == y1):
                slants.append([x0, y0, x1, y1])
            elif x0 == x1:
                left = (floor(x0 * scale + dx - 0.5 * thick + 0.5) - dx) / scale
                bars.append(QRectF(left, min(y0, y1), thick / scale, abs(y1 - y0)))
            else:
                top = (floor(y0 * scale + dy - 0.5 * thick + 0.5) - dy) / scale
                bars.append(QRectF(min(x0, x1), top, abs(x1 - x0), thick / scale))
        if bars:
            self._smooth(False)
            brush = colour(style.stroke or "", style.stroke_opacity)
            for bar in bars:
                self.painter.fillRect(bar, brush)
        return slants

    def polygon(self, points: Floats, fill: str, opacity: float = 1.0, smooth: bool = True) -> None:
        """Fill a polygon."""
        # Smooth edges make the fill of a large area ten times as slow.
        self._smooth(smooth)
        self.painter.setPen(NO_PEN)
        self.painter.setBrush(colour(fill, opacity))
        self.painter.drawPolygon(polygon(points))

    def symbols(self, xy: Floats, style: Style, sizes: Floats | None = None) -> None:
        """Draw symbols as shapes, one by one."""
        painter = self.painter
        self._smooth(True)
        diameters = [style.size] * len(xy) if sizes is None else (style.size * sizes).tolist()
        painter.setPen(pen(style) if style.stroke else NO_PEN)
        painter.setBrush(colour(style.fill, style.fill_opacity) if style.fill else NO_BRUSH)
        for (x, y), size in zip(xy.tolist(), diameters, strict=True):
            _draw_symbol(painter, style.shape, x, y, size)

    def image(self, rect: Rect, picture: NDArray[np.uint8]) -> None:
        """Draw a coloured grid, smoothly interpolated."""
        self._smooth(False)  # a picture ends at whole pixels, with any hint set before
        # QPdfWriter applies the opacity of the current brush to images.
        self.painter.setBrush(NO_BRUSH)
        self.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.painter.drawImage(QRectF(*rect), qt_image(picture))
        self.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)

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
        """Draw a text, turned about the start of its base line."""
        self._smooth(True)
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
            # Stroking outlines takes milliseconds; shifted copies of the letters look the same at
            # this size.
            for dx, dy in _AROUND:
                layout.draw(
                    self.painter, 0.5 * layout.halo_width * dx, 0.5 * layout.halo_width * dy, colour
                )
            return
        edge = QPen(QColor(colour), layout.halo_width)
        edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.strokePath(layout.path(), edge)


def _draw_symbol(painter: QPainter, shape: Shape, x: float, y: float, size: float) -> None:
    """Draw one symbol with the painter's pen and brush."""
    polygons = corners(shape)
    if shape in STROKED:
        painter.drawLines([QLineF(x + a, y + b, x + c, y + d) for a, b, c, d in arms(shape, size)])
    elif shape == "square":
        side = square_side(size)
        painter.drawRect(QRectF(x - 0.5 * side, y - 0.5 * side, side, side))
    elif polygons:
        painter.drawPolygon(
            QPolygonF([QPointF(x + 0.5 * size * a, y + 0.5 * size * b) for a, b in polygons])
        )
    else:
        painter.drawEllipse(QPointF(x, y), 0.5 * size, 0.5 * size)


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
    result.setJoinStyle(
        Qt.PenJoinStyle.MiterJoin if style.shape == "square" else Qt.PenJoinStyle.RoundJoin
    )
    if style.dash is not None:
        result.setDashPattern([length / style.width for length in style.dash])
    return result


def qt_image(picture: NDArray[np.uint8]) -> QImage:
    """A coloured grid (rows, columns, 3), with opacities (rows, columns, 4), as Qt keeps one."""
    rows, columns, channels = np.ascontiguousarray(picture).shape
    formats = QImage.Format
    kind = formats.Format_RGB888 if channels == 3 else formats.Format_RGBA8888
    image = QImage(picture.tobytes(), columns, rows, channels * columns, kind)
    # Whole words per pixel are scaled four times as fast as three bytes.
    return image.convertToFormat(
        formats.Format_RGB32 if channels == 3 else formats.Format_ARGB32_Premultiplied
    )


def polygon(points: Floats) -> QPolygonF:
    """Points (k, 2) for Qt, copied in one piece: point by point would cost more than the
    drawing.
    """
    result = QPolygonF()
    result.resize(len(points))
    if len(points):
        np.frombuffer(
            VOID_POINTER(result.data(), 16 * len(points), True), dtype=np.float64
        ).reshape(-1, 2)[:] = points
    return result


def is_stairs(run: Floats) -> bool:
    """Whether a line goes level and upright only."""
    (x0, y0), (x1, y1), (x2, y2) = run[:3].tolist()
    if (x0 != x1 and y0 != y1) or (x1 != x2 and y1 != y2):
        return False  # as in most lines: the rest need no check
    x, y = run[:, 0], run[:, 1]
    return not np.logical_or.reduce((x[1:] != x[:-1]) & (y[1:] != y[:-1]))


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter on a device, ended however the block ends.

    Drawing may fail or be cancelled.  Python then frees the locals of the function in their order,
    the picture first, and a painter that is still active on it writes into freed memory: a crash.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        painter.end()
