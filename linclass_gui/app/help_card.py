"""Three lines of help on the canvas at the first start; Esc puts them away for good."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ..draw.text import TextStyle, layout
from .widgets import CAPTION, TEXT, Themed

LINES = (
    ("Click", "adds a point of class +;  right click, of class −"),
    ("Drag", "a point, and every line and plot follows at once"),
    ("C", "slides from a soft to a hard margin, on the right"),
)
FOOT = (("F1", "all gestures", 24.0), ("Esc", "hides this for good", 135.0))
SIZE = QSize(416, 168)
BOLD = TextStyle(weight=600)


class HelpCard(Themed, QWidget):
    """A card in the upper right of the canvas; it never takes the keyboard focus and lets no click through."""

    dismissed = Signal()

    def __init__(self, canvas: QWidget) -> None:
        super().__init__(canvas)
        self.setObjectName("help-card")
        self.setFixedSize(SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Help: " + "; ".join(f"{key} {text}" for key, text in LINES))
        canvas.installEventFilter(self)
        self._place(canvas)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self._place(watched)
        return False

    def _place(self, canvas: QWidget) -> None:
        self.move(QPoint(canvas.width() - SIZE.width() - 24, min(56, max(8, canvas.height() - SIZE.height() - 8))))

    def dismiss(self) -> None:
        """Put the card away for good."""
        self.hide()
        self.dismissed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = QPainter(self), self.colours
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(p.hairline), 1))
        painter.setBrush(QColor(p.field))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        for place, (key, text) in enumerate(LINES):
            baseline = 40.0 + 32.0 * place
            layout(key, TEXT, BOLD).draw(painter, 24.0, baseline, p.ink)
            layout(text, TEXT).draw(painter, 72.0, baseline, p.ink_2)
        painter.fillRect(QRectF(24, 123, SIZE.width() - 48, 1), QColor(p.hairline))
        for key, text, x in FOOT:
            bold = layout(key, CAPTION, BOLD)
            bold.draw(painter, x, 148.0, p.ink)
            layout(text, CAPTION).draw(painter, x + bold.width + 8.0, 148.0, p.ink_2)
