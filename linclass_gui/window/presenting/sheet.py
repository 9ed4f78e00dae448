"""The page of a slide: laser, spotlight and magnifying glass, drawings by hand, the region to zoom
into.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRegion,
)
from PySide6.QtWidgets import QWidget

from ...scene.annotations import HIGHLIGHTER, PENS, Annotation, drawing
from ...scene.scene import Scene
from ...scene.view import View
from ..canvas.canvas import Canvas
from ..session.session import Session
from ..timers import make_timer
from ..widgets.themed import round_pen
from .page import StagePage, StagePart

Tool = Literal["", "laser", "spotlight", "lens", "pen", "marker", "zoom"]
POINTING: tuple[Tool, ...] = ("laser", "spotlight", "lens")  # tools that only follow the mouse
TAKING: tuple[Tool, ...] = ("pen", "marker", "zoom")  # those that take it
Shape = Literal["free", "line", "arrow"]
LASER = "#E0232E"
COLOURS = tuple(name for name in PENS if name != HIGHLIGHTER)
PEN_WIDTH, MARKER_WIDTH, MARKER_OPACITY = 2.2, 14.0, 0.45  # widths, in line widths of the theme
HEAD = 9.0  # of an arrow, in the same unit
# radius of the spotlight, of the width of the slide; how dark the rest is, of 255
SPOT, DIM = 0.16, 150
# radius of the magnifying glass, of the width of the slide; how much larger it shows
LENS, TIMES = 0.11, 2.0
STAYS_FOR, FADES_FOR = 2.5, 1.0  # seconds
TRAIL = 8
LEAST = 12.0  # px: a smaller region is a click


@dataclass
class PenStroke:
    """A line drawn by hand; ``ended`` is when it was finished.

    One that begins on the canvas, in a ``view``, is in data units, so that it stays with the
    picture; others are in shares of the slide.
    """

    points: list[tuple[float, float]] = field(default_factory=list)
    stays: bool = True
    ended: float | None = None
    shape: Shape = "free"
    pen: str = COLOURS[0]
    view: View | None = None  # in another one it is cut at the edge of the picture

    def opacity(self, seconds: float) -> float:
        """Its opacity while it fades."""
        if self.stays or self.ended is None:
            return 1.0
        return max(0.0, min(1.0, 1.0 - (seconds - self.ended - STAYS_FOR) / FADES_FOR))


class DrawingSheet(StagePage):
    """The page of a slide, with what is drawn by hand; pens and the zoom take the mouse, which
    passes through with the laser and the spotlight.
    """

    zoomed = Signal(object)  # the View to look at

    def __init__(self, slide: QWidget, canvas: Canvas, session: Session) -> None:
        super().__init__(slide)
        self._canvas, self._session = canvas, session
        self.tool: Tool = ""
        self.stays = True
        self.strokes: list[PenStroke] = []
        self.colour = 0  # of the pen, one of three
        self._trail: list[QPointF] = []
        self._start: QPointF | None = None
        self._end_of_region = QPointF()
        self._seen = QPixmap()  # through the magnifying glass
        self._drawings = Drawings(self)
        self._clock = make_timer(40, self, self._tick)
        session.scene_changed.connect(self._follow)
        self.choose("")

    def choose(self, tool: Tool) -> None:
        """Take a tool, or put it away."""
        self.tool = tool
        is_cross = tool in TAKING
        self.setCursor(Qt.CursorShape.CrossCursor if is_cross else Qt.CursorShape.ArrowCursor)
        self._canvas.use_laser(tool in POINTING)
        self._trail, self._start = [], None
        self.refresh()
        if tool in ("spotlight", "lens"):
            self._point(QPointF(self.mapFromGlobal(QCursor.pos())))

    def next_colour(self) -> None:
        """Draw with the next of three colours."""
        self.colour = (self.colour + 1) % len(COLOURS)
        self.choose("pen")

    def take_back(self) -> None:
        """Remove the last stroke."""
        self.strokes = self.strokes[:-1]
        self.refresh()

    def hand_over(self, most: int) -> tuple[Annotation, ...]:
        """The first ``most`` drawings in the picture as annotations, removed here; other strokes
        belong to the slide and stay.
        """
        for stroke in self.strokes:
            self._put_on_canvas(stroke)
        strokes = [stroke for stroke in self.strokes if stroke.view is not None][:most]
        self.strokes = [stroke for stroke in self.strokes if stroke not in strokes]
        self.refresh()
        return tuple(
            drawing(stroke.points, stroke.shape == "arrow", stroke.pen) for stroke in strokes
        )

    def _put_on_canvas(self, stroke: PenStroke) -> None:
        """Make a stroke that began beside the canvas and reaches into it one of the picture."""
        places, area = (
            [self._place(stroke, point) for point in stroke.points],
            QRectF(self._corner, self._canvas.size()),
        )
        if stroke.view is None and any(area.contains(place) for place in places):
            stroke.view = self._session.scene.view
            stroke.points = [self._data(place) for place in places]

    def wipe(self) -> None:
        """Remove all drawings."""
        self.strokes = []
        self.refresh()

    # --- the mouse --------------------------------------------------------------------------------

    def follow(self, event: QMouseEvent) -> None:
        """Follow the mouse anywhere over the slide."""
        if self.tool in POINTING and event.type() == QEvent.Type.MouseMove:
            self._point(QPointF(self.mapFromGlobal(event.globalPosition())))

    def _point(self, position: QPointF) -> None:
        self._trail = [*self._trail[1 - TRAIL :], position]
        self._look_closer()
        self.update()
        if not self._clock.isActive():
            self._clock.start()

    def _look_closer(self) -> None:
        """Draw the area under the magnifying glass again, larger, so that words and lines stay
        sharp.
        """
        if self.tool != "lens" or not self._trail:
            return
        side = round(2.0 * LENS * self.width() / TIMES)
        centre = self._trail[-1].toPoint()
        part = QRect(centre.x() - side // 2, centre.y() - side // 2, side, side)
        ratio = TIMES * self.devicePixelRatioF()
        self._seen = QPixmap(part.size() * ratio)
        self._seen.setDevicePixelRatio(ratio)
        self._seen.fill(QColor(self.colours.canvas))
        self._end = self._drawings  # without the glass itself
        self._window.render(self._seen, QPoint(), QRegion(part))
        self._end = None
        self._seen.setDevicePixelRatio(self.devicePixelRatioF())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._start = self._end_of_region = event.position()
        if self.tool != "zoom":
            shape: Shape = "free"
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                is_arrow = event.modifiers() & Qt.KeyboardModifier.ControlModifier
                shape = "arrow" if is_arrow else "line"
            on_canvas = QRectF(self._corner, self._canvas.size()).contains(event.position())
            pen = HIGHLIGHTER if self.tool == "marker" else COLOURS[self.colour]
            view = self._session.scene.view if on_canvas else None
            stroke = PenStroke([], self.stays, None, shape, pen, view)
            stroke.points.append(self._units(stroke, event.position()))
            self.strokes.append(stroke)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is None:
            return
        self._end_of_region = event.position()
        if self.tool != "zoom" and self.strokes:
            stroke = self.strokes[-1]
            points = stroke.points if stroke.shape == "free" else stroke.points[:1]
            stroke.points = [*points, self._units(stroke, event.position())]
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, self._start = self._start, None
        if start is None:
            return
        if self.tool != "zoom" and self.strokes:
            self.strokes[-1].ended = time.monotonic()
            self._clock.start()
        elif self.tool == "zoom":
            self._zoom(start, event.position())
        self.update()

    def _zoom(self, start: QPointF, end: QPointF) -> None:
        if abs(start.x() - end.x()) > LEAST and abs(start.y() - end.y()) > LEAST:
            (x0, y0), (x1, y1) = self._data(start), self._data(end)
            self.zoomed.emit(View(min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)))

    @property
    def _corner(self) -> QPointF:
        """The upper left corner of the canvas."""
        return QPointF(self._canvas.mapTo(self._window, QPoint(0, 0)))

    def _units(self, stroke: PenStroke, position: QPointF) -> tuple[float, float]:
        return (
            self._data(position)
            if stroke.view is not None
            else (position.x() / self.width(), position.y() / self.height())
        )

    def _data(self, position: QPointF) -> tuple[float, float]:
        on_it = position - self._corner
        return self._session.scene.place_at(on_it.x(), on_it.y())

    def _place(self, stroke: PenStroke, point: tuple[float, float]) -> QPointF:
        if stroke.view is None:
            return QPointF(point[0] * self.width(), point[1] * self.height())
        ((x, y),) = self._session.scene.seen_at(np.array([point])).tolist()
        return self._corner + QPointF(x, y)

    # --- following --------------------------------------------------------------------------------

    def _follow(self, old: Scene, new: Scene) -> None:
        if self.strokes and old.view is not new.view:
            self.update()
        if self.tool == "lens":
            self._clock.start()

    def _tick(self) -> None:
        seconds = time.monotonic()
        self._look_closer()
        self.strokes = [stroke for stroke in self.strokes if stroke.opacity(seconds) > 0.0]
        # the last place stays
        self._trail = self._trail[1:] if len(self._trail) > 1 else self._trail
        fading = any(not stroke.stays for stroke in self.strokes)
        if len(self._trail) <= 1 and not fading:
            self._clock.stop()
        if not (self.strokes or self.tool):
            self.refresh()
        self.update()

    def draw(self, painter: QPainter) -> None:
        """Draw the strokes, and the tool where the mouse is."""
        seconds = time.monotonic()
        for stroke in self.strokes:
            self._paint_stroke(painter, stroke, seconds)
        painter.setClipping(False)
        if self.tool == "zoom" and self._start is not None:
            painter.setPen(QPen(QColor(self.colours.ink), 2.0, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self._start, self._end_of_region).normalized())
        if self.tool == "laser":
            self._paint_laser(painter)
        elif self.tool == "lens" and self._trail and not self._seen.isNull():
            self._paint_lens(painter, self._trail[-1])
        elif self.tool == "spotlight" and self._trail:
            around = QPainterPath()
            around.addRect(QRectF(self.rect()))
            around.addEllipse(self._trail[-1], SPOT * self.width(), SPOT * self.width())
            # the even-odd rule leaves out the inside of both
            painter.fillPath(around, QColor(0, 0, 0, DIM))

    def _paint_stroke(self, painter: QPainter, stroke: PenStroke, seconds: float) -> None:
        colour, is_wide = QColor(PENS[stroke.pen]), stroke.pen == HIGHLIGHTER
        colour.setAlphaF(stroke.opacity(seconds) * (MARKER_OPACITY if is_wide else 1.0))
        width = (MARKER_WIDTH if is_wide else PEN_WIDTH) * self.theme.line
        painter.setPen(round_pen(colour, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        places = [self._place(stroke, point) for point in stroke.points]
        if len(places) < 2:
            places = [places[0], places[0] + QPointF(0.1, 0.0)]
        # A stroke moves with the picture and would otherwise run over the title.
        has_moved = stroke.view not in (None, self._session.scene.view)
        painter.setClipRect(
            QRectF(self._corner, self._canvas.size()) if has_moved else QRectF(self.rect())
        )
        painter.drawPolyline(places)
        if stroke.shape == "arrow":
            shaft = QLineF(places[-1], places[0])
            for turn in (-25.0, 25.0):
                side = QLineF(shaft)
                side.setAngle(shaft.angle() + turn)
                side.setLength(HEAD * self.theme.line)
                painter.drawLine(side)

    def _paint_lens(self, painter: QPainter, centre: QPointF) -> None:
        radius = LENS * self.width()
        glass = QPainterPath()
        glass.addEllipse(centre, radius, radius)
        painter.setClipPath(glass)
        painter.drawPixmap(
            QRectF(centre.x() - radius, centre.y() - radius, 2.0 * radius, 2.0 * radius),
            self._seen,
            QRectF(self._seen.rect()),
        )
        painter.setClipping(False)
        painter.setPen(QPen(QColor(self.colours.ink_2), PEN_WIDTH * self.theme.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)

    def _paint_laser(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        radius = 0.45 * self.theme.point
        for k, spot in enumerate(self._trail, 1):
            colour = QColor(LASER)
            colour.setAlphaF(
                k / len(self._trail) if k == len(self._trail) else 0.25 * k / len(self._trail)
            )
            painter.setBrush(colour)
            painter.drawEllipse(spot, radius, radius)


class Drawings(StagePart):
    """What is drawn by hand on a sheet, and its tool."""

    def __init__(self, sheet: DrawingSheet) -> None:
        super().__init__(sheet)
        self._sheet = sheet

    @property
    def takes_mouse(self) -> bool:
        return self._sheet.tool in TAKING

    @property
    def area(self) -> QRect | None:
        return self._sheet.rect() if self._sheet.tool or self._sheet.strokes else None

    def draw(self, painter: QPainter, size: QRect) -> None:
        self._sheet.draw(painter)
