"""A transparent sheet over the canvas: the laser pointer, what is drawn by hand, and the region to zoom into."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...core.document import View
from ...core.scene import Scene
from ..session.session import Session
from ..timers import make_timer
from ..views.canvas import Canvas
from ..widgets.basics import Themed

Tool = Literal["", "laser", "pen", "zoom"]
LASER, PEN = "#E0232E", "#E0232E"
STAYS_FOR, FADES_FOR = 2.5, 1.0  # seconds
TRAIL = 8
LEAST = 12.0  # px: a smaller region is a click


@dataclass
class Stroke:
    """A line drawn by hand, in data units, so that it stays with the picture; ``ended`` is when it was finished."""

    points: list[tuple[float, float]] = field(default_factory=list)
    stays: bool = True
    ended: float | None = None

    def opacity(self, now: float) -> float:
        """How much of it is left."""
        if self.stays or self.ended is None:
            return 1.0
        return max(0.0, min(1.0, 1.0 - (now - self.ended - STAYS_FOR) / FADES_FOR))


class Sheet(Themed, QWidget):
    """Lies over the canvas; only the pen and the zoom take the mouse, with the laser it goes through."""

    zoomed = Signal(object)  # the View to look at

    def __init__(self, canvas: Canvas, session: Session) -> None:
        super().__init__(canvas)
        self._canvas, self._viewport, self._session = canvas, canvas.viewport(), session
        self.setObjectName("sheet")
        self.tool: Tool = ""
        self.stays = True
        self.strokes: list[Stroke] = []
        self._trail: list[QPointF] = []
        self._start: QPointF | None = None
        self._end = QPointF()
        self._clock = make_timer(40, self)
        self._clock.timeout.connect(self._tick)
        canvas.installEventFilter(self)
        self._viewport.installEventFilter(self)
        session.scene_changed.connect(self._follow)
        self.choose("")

    def choose(self, tool: Tool) -> None:
        """Take a tool, or lay it down."""
        self.tool = tool
        takes_mouse = tool in ("pen", "zoom")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not takes_mouse)
        self.setCursor(Qt.CursorShape.CrossCursor if takes_mouse else Qt.CursorShape.ArrowCursor)
        self._canvas.use_laser(tool == "laser")
        self._trail, self._start = [], None
        self._show_when_needed()

    def wipe(self) -> None:
        """Take away everything that was drawn."""
        self.strokes = []
        self._show_when_needed()

    def _show_when_needed(self) -> None:
        """A sheet without anything on it would be painted over the canvas for nothing."""
        self.setVisible(bool(self.tool or self.strokes))
        if self.isVisible():
            self.setGeometry(self._canvas.rect())
            self.raise_()
        self.update()

    # --- the mouse --------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._canvas and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._canvas.rect())
        if watched is self._viewport and self.tool == "laser":
            if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
                self._point(event.position())
            elif event.type() == QEvent.Type.Leave:
                self._trail = []
                self.update()
        return False

    def _point(self, at: QPointF) -> None:
        self._trail = [*self._trail[1 - TRAIL :], at]
        self.update()
        if not self._clock.isActive():
            self._clock.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._start = self._end = event.position()
        if self.tool == "pen":
            self.strokes.append(Stroke([self._data(event.position())], self.stays))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is None:
            return
        self._end = event.position()
        if self.tool == "pen" and self.strokes:
            self.strokes[-1].points.append(self._data(event.position()))
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        start, self._start = self._start, None
        if start is None:
            return
        if self.tool == "pen" and self.strokes:
            self.strokes[-1].ended = time.monotonic()
            self._clock.start()
        elif self.tool == "zoom":
            self._zoom(start, event.position())
        self.update()

    def _zoom(self, start: QPointF, end: QPointF) -> None:
        if abs(start.x() - end.x()) > LEAST and abs(start.y() - end.y()) > LEAST:
            (x0, y0), (x1, y1) = self._data(start), self._data(end)
            self.zoomed.emit(View(min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)))

    def _data(self, at: QPointF) -> tuple[float, float]:
        scene = self._session.scene
        return scene.view.x0 + at.x() * scene.pixel, scene.view.y1 - at.y() * scene.pixel

    def _place(self, point: tuple[float, float]) -> QPointF:
        scene = self._session.scene
        return QPointF((point[0] - scene.view.x0) / scene.pixel, (scene.view.y1 - point[1]) / scene.pixel)

    # --- following --------------------------------------------------------------------------------------------------------

    def _follow(self, old: Scene, new: Scene) -> None:
        if self.strokes and old.view is not new.view:
            self.update()

    def _tick(self) -> None:
        now = time.monotonic()
        self.strokes = [stroke for stroke in self.strokes if stroke.opacity(now) > 0.0]
        self._trail = self._trail[1:] if len(self._trail) > 1 else self._trail
        fading = any(not stroke.stays for stroke in self.strokes)
        if len(self._trail) <= 1 and not fading:
            self._clock.stop()
        if not (self.strokes or self.tool):
            self._show_when_needed()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        now = time.monotonic()
        for stroke in self.strokes:
            self._paint_stroke(painter, stroke, now)
        if self.tool == "zoom" and self._start is not None:
            painter.setPen(QPen(QColor(self.colours.ink), 2.0, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self._start, self._end).normalized())
        if self.tool == "laser":
            self._paint_laser(painter)

    def _paint_stroke(self, painter: QPainter, stroke: Stroke, now: float) -> None:
        colour = QColor(PEN)
        colour.setAlphaF(stroke.opacity(now))
        width = 2.2 * self.theme.line
        painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        places = [self._place(point) for point in stroke.points]
        painter.drawPolyline(places if len(places) > 1 else [places[0], places[0] + QPointF(0.1, 0.0)])

    def _paint_laser(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        radius = 0.45 * self.theme.point
        for k, at in enumerate(self._trail, 1):
            colour = QColor(LASER)
            colour.setAlphaF(k / len(self._trail) if k == len(self._trail) else 0.25 * k / len(self._trail))
            painter.setBrush(colour)
            painter.drawEllipse(at, radius, radius)
