"""The numbers of a lesson beside the picture, as large as fits."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ...core.appearance.theme import Theme
from ..course.numbers_view import NumbersView
from ..widgets.basics import Themed

LARGEST, SMALLEST, STEP = 2.1, 0.8, 0.9  # of the type, in sizes of the light theme; the largest in a window as wide as the design
EDGE = 32.0


class Board(Themed, QWidget):
    """A column that borrows the numbers of the lesson panel, in the largest type that shows all of them."""

    def __init__(self, numbers: NumbersView) -> None:
        super().__init__()
        self.setObjectName("board")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.numbers = numbers
        self.scale = self.larger = 1.0
        self._column = QVBoxLayout(self)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def borrow(self) -> None:
        """Take the numbers over from the panel."""
        self._column.addWidget(self.numbers)
        self.numbers.installEventFilter(self)

    def hand_back(self) -> NumbersView:
        """Return the numbers to their panel."""
        self.numbers.removeEventFilter(self)
        self._column.removeWidget(self.numbers)
        self.hide()
        return self.numbers

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)  # its share of the width sets its size

    def fit(self, theme: Theme, scale: float, larger: float = 1.0) -> None:
        """Take the colours of a theme, in a window ``scale`` times as wide as the design; ``larger`` scales the words."""
        self.theme, self.scale, self.larger = theme, scale, larger
        self._fill()
        self.update()

    def _fill(self) -> None:
        """Set the largest type that shows all numbers, the smallest where none does."""
        edge = round(EDGE * self.scale)
        self._column.setContentsMargins(edge, edge, edge, edge)
        width, height = self.width() - 2 * edge, self.height() - 2 * edge
        size = LARGEST * self.scale * self.larger
        while size * STEP >= SMALLEST and self.numbers.height_for(width, size) > height:
            size *= STEP
        if self.numbers.theme.ui != size or self.numbers.theme.palette is not self.theme.palette:
            self.numbers.set_theme(replace(self.theme, ui=size))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and self.isVisible():
            self._fill()  # other numbers need another height
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fill()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.colours.canvas))
        painter.fillRect(0, 0, 1, self.height(), QColor(self.colours.hairline))
