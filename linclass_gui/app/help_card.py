"""Three lines of help on the canvas at the first start; Esc puts them away for good."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ..core.free_room import free_place
from ..core.scene import Scene
from ..draw.text import TextStyle, layout
from .session import Session
from .widgets import CAPTION, TEXT, Themed

LINES = (
    ("Click", "adds a point of class +;  right click, of class −"),
    ("Drag", "a point, and every line and plot follows at once"),
    ("C", "slides from a soft to a hard margin, on the right"),
)
FOOT = (("F1", "all gestures", 24.0), ("Esc", "hides this for good", 135.0))
SIZE, SHORT = QSize(416, 168), QSize(292, 40)
EDGES = (48, 40, 8, 40)  # left, top, right, bottom: what the names of axes and classes and the ticks take
BOLD = TextStyle(weight=600)


class HelpCard(Themed, QWidget):
    """A card on the canvas, in the upper right where there is room; it never takes the keyboard focus and lets no click through.

    It never covers a point: it moves to the nearest free place, shrinks to its last line, or steps aside until there is room.
    """

    dismissed = Signal()

    def __init__(self, canvas: QWidget, session: Session) -> None:
        super().__init__(canvas)
        self._canvas, self._session = canvas, session
        self.is_wanted, self._is_short = False, False
        self.setObjectName("help-card")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Help: " + "; ".join(f"{key} {text}" for key, text in LINES))
        canvas.installEventFilter(self)
        session.scene_changed.connect(self._follow)
        self.hide()

    def measure(self) -> None:
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.place()
        return False

    def _follow(self, old: Scene, new: Scene) -> None:
        if old.document.dataset is not new.document.dataset or old.view is not new.view:
            self.place()

    def present(self) -> None:
        """Show the card from now on, as far as there is room for it."""
        self.is_wanted = True
        self.place()

    def place(self) -> None:
        """Go where no point is covered."""
        if not self.is_wanted:
            return
        scene, canvas = self._session.scene, self._canvas
        X = scene.document.dataset.X
        with np.errstate(all="ignore"):
            points = np.column_stack([X[:, 0] - scene.view.x0, scene.view.y1 - X[:, 1]]) / scene.pixel
        for is_short, size in ((False, SIZE), (True, SHORT)):
            margin = 0.7 * self.theme.point
            width, height = self.px(size.width()), self.px(size.height())
            reach = (width + 2 * margin, height + 2 * margin)
            wanted = (canvas.width() - width - self.px(24.0), self.px(56.0))
            found = free_place(points, (canvas.width(), canvas.height()), reach, wanted, tuple(map(self.px, EDGES)))
            if found is not None:
                self._is_short = is_short
                self.setFixedSize(width, height)
                self.move(round(found[0] + margin), round(found[1] + margin))
                self.show()
                self.raise_()
                self.update()
                return
        self.hide()

    def dismiss(self) -> None:
        """Put the card away for good."""
        self.is_wanted = False
        self.hide()
        self.dismissed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setPen(QPen(QColor(p.hairline), 1))
        painter.setBrush(QColor(p.field))
        painter.drawRoundedRect(self.area.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        if self._is_short:
            self._paint_foot(painter, 24.0)
            return
        for place, (key, text) in enumerate(LINES):
            baseline = 40.0 + 32.0 * place
            layout(key, TEXT, BOLD).draw(painter, 24.0, baseline, p.ink)
            layout(text, TEXT).draw(painter, 72.0, baseline, p.ink_2)
        painter.fillRect(QRectF(24, 123, SIZE.width() - 48, 1), QColor(p.hairline))
        self._paint_foot(painter, 148.0)

    def _paint_foot(self, painter: QPainter, baseline: float) -> None:
        p = self.colours
        for key, text, x in FOOT:
            bold = layout(key, CAPTION, BOLD)
            bold.draw(painter, x, baseline, p.ink)
            layout(text, CAPTION).draw(painter, x + bold.width + 8.0, baseline, p.ink_2)
