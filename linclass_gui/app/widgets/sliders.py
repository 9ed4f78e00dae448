"""A slider over decades or over a plain interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...draw.lettering import layout
from ...markup.numbers import number, tick_labels, tick_values
from .basics import CAPTION, Themed, give_back_keyboard

GROOVE, HANDLE, INSET = 4.0, 7.0, 2.5
MIDDLE = 18.0  # the groove's height in its row of 36; the tick labels hang below
HEIGHT = 56
LABEL_ROOM = 34.0  # from one power of ten to the next


@dataclass(frozen=True)
class Scale:
    """The scale of a slider: ``position`` in [0, 1] for ``value`` between ``low`` and ``high``."""

    low: float
    high: float
    log: bool = False
    whole: bool = False

    def position(self, value: float) -> float:
        """The position of a value; values outside are at the ends."""
        if self.log:
            value, low, high = (
                math.log10(max(value, 1e-300)),
                math.log10(self.low),
                math.log10(self.high),
            )
        else:
            low, high = self.low, self.high
        return min(1.0, max(0.0, (value - low) / (high - low)))

    def value(self, position: float) -> float:
        """The value at a position, rounded to what a hand can set: three digits, or a thousandth of
        the interval.
        """
        if self.log:
            exponent = math.log10(self.low) + position * (
                math.log10(self.high) - math.log10(self.low)
            )
            value = float(f"{10.0**exponent:.3g}")
        else:
            step = 10.0 ** math.floor(math.log10((self.high - self.low) / 500.0))
            value = round((self.low + position * (self.high - self.low)) / step) * step
            value = float(f"{value:.12g}")
        value = min(self.high, max(self.low, value))
        return float(round(value)) if self.whole else value

    def ticks(self, width: float) -> tuple[tuple[float, str], ...]:
        """Position and label of every tick; labels keep a readable distance."""
        if not self.log:
            values = tick_values(self.low, self.high, max(2, int(width // 44)), whole=self.whole)
            return tuple(zip((self.position(v) for v in values), tick_labels(values), strict=True))
        low, high = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        every = max(1, math.ceil((high - low) / max(1.0, width // LABEL_ROOM)))
        return tuple(
            (self.position(10.0**k), f"10^{{{number(k, 0)}}}" if (k - low) % every == 0 else "")
            for k in range(low, high + 1)
        )


class Slider(Themed, QWidget):
    """A slider with ticks: ``moved`` while it is dragged, ``released`` once at the end (one undo
    entry).
    """

    moved = Signal(float)
    released = Signal()

    def __init__(self, scale: Scale, value: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scale, self.value = scale, value
        self.measure()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_value(self, value: float) -> None:
        """Put the handle somewhere without a signal."""
        if value != self.value:
            self.value = value
            self.update()

    def measure(self) -> None:
        self.setFixedHeight(self.px(HEIGHT))
        self.setMinimumWidth(self.px(80))

    def sizeHint(self) -> QSize:
        return QSize(self.px(196), self.px(HEIGHT))

    @property
    def _ends(self) -> tuple[float, float]:
        """The places of the first and the last tick."""
        return HANDLE + 1 + INSET, self.area.width() - HANDLE - 1 - INSET

    def _move_to(self, x: float) -> None:
        left, right = self._ends
        value = self.scale.value(min(1.0, max(0.0, (x - left) / (right - left))))
        if value != self.value:
            self.value = value
            self.update()
            self.moved.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._move_to(event.position().x() / self.theme.ui)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(event.position().x() / self.theme.ui)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()
            # arrow keys move points again; Tab brings them back to the slider
            give_back_keyboard(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: 1,
        }.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        large = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        left, right = self._ends
        fraction = self.scale.position(self.value) + step * (0.1 if large else 0.02)
        if self.scale.whole and self.scale.value(min(1.0, max(0.0, fraction))) == self.value:
            # a key moves it even between few whole numbers
            fraction = self.scale.position(self.value + step)
        self._move_to(left + fraction * (right - left))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        arrows = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.key() in arrows and not event.isAutoRepeat():
            self.released.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        left, right = self._ends
        at = left + self.scale.position(self.value) * (right - left)
        groove = QRectF(left - INSET, MIDDLE - 0.5 * GROOVE, right - left + 2 * INSET, GROOVE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(p.hairline))
        painter.drawRoundedRect(groove, 2, 2)
        painter.setBrush(QColor(p.ink))
        painter.drawRoundedRect(
            QRectF(groove.left(), groove.top(), at - groove.left(), GROOVE), 2, 2
        )
        self._paint_ticks(painter, left, right)
        painter.setBrush(QColor(p.canvas))
        painter.setPen(QPen(QColor(p.ink), 1.8))
        painter.drawEllipse(QPointF(at, MIDDLE), HANDLE, HANDLE)
        if self.hasFocus():
            painter.setBrush(QColor(p.ink))
            painter.drawEllipse(QPointF(at, MIDDLE), 0.5 * HANDLE, 0.5 * HANDLE)

    def _paint_ticks(self, painter: QPainter, left: float, right: float) -> None:
        p = self.colours
        for position, label in self.scale.ticks(right - left):
            x = round(left + position * (right - left)) + 0.5
            painter.setPen(QPen(QColor(p.ink_3), 1))
            painter.drawLine(QPointF(x, MIDDLE + 10), QPointF(x, MIDDLE + 13.5))
            if label:
                text = layout(label, CAPTION)
                at = min(max(x - 0.5 * text.width, 0.0), self.area.width() - text.width)
                text.draw(painter, at, MIDDLE + 29, QColor(p.ink_2))
