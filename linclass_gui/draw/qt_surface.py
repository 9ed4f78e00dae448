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
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from solvers import Floats

from ..scene.styles import Shape, Style
from .lettering import Layout
from .surface import STROKED, Rect, arms, corners, square_side

THIN = 1.0  # Qt has a fast path for lines up to this width

ANTIALIASING = QPainter.RenderHint.Antialiasing
VOID_POINTER: Any = shiboken6.VoidPtr
# Kept as objects: Python looks an enum up whenever it is passed to Qt.
NO_PEN, NO_BRUSH = QPen(Qt.PenStyle.NoPen), QBrush(Qt.BrushStyle.NoBrush)

_AROUND = ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7))
MOST_KEPT = 500  # symbols of one kind
RUNS_KEPT = 64  # runs of symbols, whose pictures are those of their symbols
MITRE = 3.0  # widths of a line: as far as its corners reach
PLACE = ("m11", "m12", "m21", "m22", "dx", "dy")  # of a transform
LONG = 64  # points from which on a line is a curve
SMOOTH = 0.7  # the cosine of the sharpest turn of a line that is filled as a band


class QtSurface:
    """Draws with a QPainter whose unit is the unit of the theme.

    ``outlines`` draws text as shapes, without fonts.  ``snap`` puts level and upright lines on
    whole pixels, where they are crisp: for the window.  ``keeps`` keeps pictures of symbols and of
    level and upright lines for the next page of a film, where most of them stand where they stood.
    """

    def __init__(
        self, painter: QPainter, outlines: bool = False, snap: bool = False, keeps: bool = False
    ) -> None:
        self.painter = painter
        self.outlines = outlines
        self.snap = snap
        self.keeps = keeps
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
                if self.keeps and all(a == c or b == d for a, b, c, d in slants):
                    self._draw_kept(slants, style)
                    return
                painter.setPen(pen(style))
                for segment in slants:
                    painter.drawLine(QLineF(*segment))
            return
        painter.setBrush(NO_BRUSH)
        for run in runs:
            is_curve = self.snap and len(run) >= LONG
            is_crisp = is_curve and is_stairs(run)
            self._smooth(not is_crisp)
            is_wide = is_curve and style.width > THIN and style.dash is None and not closed
            if is_wide and not is_crisp and (band := outline(run, style.width)) is not None:
                path = QPainterPath()
                path.addPolygon(polygon(band))
                path.setFillRule(Qt.FillRule.WindingFill)
                painter.fillPath(path, colour(style.stroke or "", style.stroke_opacity))
                continue
            painter.setPen(
                QPen(colour(style.stroke or "", style.stroke_opacity), 0)
                if is_crisp
                else pen(style)
            )
            if closed:
                painter.drawPolygon(polygon(run))
            else:
                painter.drawPolyline(polygon(run))

    def _draw_kept(self, segments: list[list[float]], style: Style) -> None:
        """Draw level and upright lines by their pictures."""
        transform = self.painter.deviceTransform()
        place = tuple(getattr(transform, name)() for name in PLACE)
        self.painter.resetTransform()
        for segment in segments:
            x, y, picture = _line_picture(style, tuple(segment), place)
            self.painter.drawImage(x, y, picture)
        self.painter.setTransform(transform)

    def _bars(self, segments: Floats, style: Style) -> list[list[float]]:
        """Draw level and upright segments (k, 2, 2) as bars of whole pixels, which are crisp and
        cheap; the others are returned.

        Plain numbers and no calls: a frame has dozens of lists too short for numpy.
        """
        painter, scale, dx, dy = self.painter, self.scale, self.dx, self.dy
        thick = max(1.0, floor(style.width * scale + 0.5))
        brush = colour(style.stroke or "", style.stroke_opacity)
        slants: list[list[float]] = []
        uprights: list[tuple[float, float, float]] = []
        levels: list[QRectF] = []
        for (x0, y0), (x1, y1) in segments.tolist():
            if (x0 == x1) == (y0 == y1):
                slants.append([x0, y0, x1, y1])
            elif x0 == x1:
                left = (floor(x0 * scale + dx - 0.5 * thick + 0.5) - dx) / scale
                uprights.append((left, min(y0, y1), abs(y1 - y0)))
            else:
                top = (floor(y0 * scale + dy - 0.5 * thick + 0.5) - dy) / scale
                levels.append(QRectF(min(x0, x1), top, abs(x1 - x0), thick / scale))
        if uprights or levels:
            self._smooth(False)
            for bar in levels:
                painter.fillRect(bar, brush)
            for left, top, height in uprights:
                if style.stroke_opacity < 1.0 and height > thick / scale:
                    painter.drawPixmap(
                        QPointF(left, top),
                        _column(style, round(thick), round(height * scale), scale),
                    )
                else:
                    painter.fillRect(QRectF(left, top, thick / scale, height), brush)
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
        # Strokes that cross are blended one over the other: no picture of both would be the same.
        if self.keeps and len(xy) <= MOST_KEPT and style.shape not in STROKED:
            transform = painter.deviceTransform()
            place = tuple(getattr(transform, name)() for name in PLACE)
            painter.resetTransform()
            for x, y, picture in _run_pictures(style, xy.tobytes(), tuple(diameters), place):
                painter.drawImage(x, y, picture)
            painter.setTransform(transform)
            return
        painter.setPen(pen(style) if style.stroke else NO_PEN)
        painter.setBrush(colour(style.fill, style.fill_opacity) if style.fill else NO_BRUSH)
        for (x, y), size in zip(xy.tolist(), diameters, strict=True):
            _draw_symbol(painter, style.shape, x, y, size)

    def image(self, rect: Rect, rgb: NDArray[np.uint8]) -> None:
        """Draw a coloured grid, smoothly interpolated."""
        self._smooth(False)  # a picture ends at whole pixels, with any hint set before
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
        device = self.painter.device()
        if isinstance(device, QImage):
            # Stroking outlines takes milliseconds, and the pages of a film have the same ones.
            transform = self.painter.deviceTransform()
            place = tuple(getattr(transform, name)() for name in PLACE)
            x, y, picture = _halo_picture(layout, colour, place, device.width(), device.height())
            self.painter.resetTransform()
            self.painter.drawImage(x, y, picture)
            self.painter.setTransform(transform)
            return
        self.painter.strokePath(layout.path(), _halo_pen(layout, colour))


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


@lru_cache(maxsize=MOST_KEPT)
def _line_picture(
    style: Style, segment: tuple[float, ...], place: tuple[float, ...]
) -> tuple[int, int, QImage]:
    """A line, with the left upper corner of its picture."""
    line = QLineF(*segment)
    transform = QTransform(*place)
    around = QRectF(line.p1(), line.p2()).normalized()
    around.adjust(-style.width, -style.width, style.width, style.width)
    box = transform.mapRect(around).toAlignedRect()
    picture = QImage(box.size(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    with painting(picture) as painter:
        painter.setRenderHint(ANTIALIASING, True)
        painter.setTransform(transform * QTransform.fromTranslate(-box.x(), -box.y()))
        painter.setPen(pen(style))
        painter.drawLine(line)
    return box.x(), box.y(), picture


@lru_cache(maxsize=RUNS_KEPT)
def _run_pictures(
    style: Style, positions: bytes, diameters: tuple[float, ...], place: tuple[float, ...]
) -> tuple[tuple[int, int, QImage], ...]:
    """The pictures of symbols in the order in which they are painted, each with its left upper
    corner.
    """
    pictures = []
    for (x, y), size in zip(
        np.frombuffer(positions).reshape(-1, 2).tolist(), diameters, strict=True
    ):
        left, top, layers = _symbol_pictures(style, x, y, size, place)
        pictures += [(left, top, picture) for picture in layers]
    return tuple(pictures)


@lru_cache(maxsize=4 * MOST_KEPT)
def _symbol_pictures(
    style: Style, x: float, y: float, size: float, place: tuple[float, ...]
) -> tuple[int, int, tuple[QImage, ...]]:
    """The area of a symbol and its edge as they are painted one over the other, with their left
    upper corner.
    """
    transform = QTransform(*place)
    reach = 0.5 * size + MITRE * style.width
    box = transform.mapRect(QRectF(x - reach, y - reach, 2.0 * reach, 2.0 * reach)).toAlignedRect()
    to_picture = transform * QTransform.fromTranslate(-box.x(), -box.y())
    layers = []
    for edge, area in (
        (NO_PEN, colour(style.fill, style.fill_opacity) if style.fill else NO_BRUSH),
        (pen(style) if style.stroke else NO_PEN, NO_BRUSH),
    ):
        if edge is NO_PEN and area is NO_BRUSH:
            continue
        picture = QImage(box.size(), QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        with painting(picture) as painter:
            painter.setRenderHint(ANTIALIASING, True)
            painter.setTransform(to_picture)
            painter.setPen(edge)
            painter.setBrush(area)
            _draw_symbol(painter, style.shape, x, y, size)
        layers.append(picture)
    return box.x(), box.y(), tuple(layers)


def _halo_pen(layout: Layout, colour: str) -> QPen:
    edge = QPen(QColor(colour), layout.halo_width)
    edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return edge


@lru_cache(maxsize=64)
def _halo_picture(
    layout: Layout, colour: str, place: tuple[float, ...], width: int, height: int
) -> tuple[int, int, QImage]:
    """The halo of a text at a place of a picture of some size, with its left upper corner."""
    picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    path, transform, edge = layout.path(), QTransform(*place), _halo_pen(layout, colour)
    with painting(picture) as painter:
        painter.setRenderHint(ANTIALIASING, True)
        painter.setTransform(transform)
        painter.strokePath(path, edge)
    margin = edge.widthF()
    around = path.boundingRect().adjusted(-margin, -margin, margin, margin)
    box = transform.mapRect(around).toAlignedRect().intersected(picture.rect())
    return box.x(), box.y(), picture.copy(box)


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
    """An upright translucent bar as a picture: blending it costs a third of filling a rectangle,
    row by row.
    """
    pixmap = QPixmap(max(width, 1), max(height, 1))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(translucent(style.stroke or "", style.stroke_opacity))
    return pixmap


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


def outline(run: Floats, width: float) -> Floats | None:
    """The outline of a smooth line of some width, None where it turns too sharply for its sides to
    follow.

    Filling it is faster than Qt's stroke, which computes every joint.
    """
    z = run.view(np.complex128)[:, 0]
    way = z[1:] - z[:-1]
    length = np.abs(way)
    if not np.minimum.reduce(length) > 0.0:
        return None
    way /= length
    if not np.minimum.reduce((way[1:] * way[:-1].conj()).real) > SMOOTH:
        return None
    across = np.empty(len(z), dtype=np.complex128)
    across[0], across[-1] = way[0], way[-1]
    # longer in a turn, so that the band keeps its width
    np.divide(2.0, (way[1:] + way[:-1]).conj(), out=across[1:-1])
    across *= 0.5j * width
    return np.concatenate([z + across, (z - across)[::-1]]).view(np.float64).reshape(-1, 2)


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
