"""The two bands of a presentation: title and sentence above the picture, keys and position below
it.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...draw.lettering import Layout, TextStyle, layout, wrap_markup
from ...draw.small_pictures import paint_symbol
from ...scene.colours import Palette
from ..widgets.themed import Themed

WIDTH = 1920.0  # of the design, in whose sizes the bands are painted
TITLE_BAND, KEY_BAND, EDGE = 144.0, 72.0, 64.0
TITLE, TEXT, KEY, DIGIT, BOX = 44.0, 28.0, 22.0, 17.0, 29.0
SIGN, SYMBOL = 20.0, 18.0
BOLD = TextStyle(weight=600)
Sign = Literal["", "playing", "pause"]


class Band(Themed, QWidget):
    """As wide as the window, in proportion to it."""

    def __init__(self, height: float) -> None:
        super().__init__()
        self._height = height
        self.scale = 1.0

    def fit(self, scale: float) -> None:
        """Take the size for a window ``scale`` times as wide as the design."""
        self.scale = scale
        self.setFixedHeight(round(self._height * scale))
        self.update()

    def canvas_painter(self) -> QPainter:
        """A painter in the sizes of the design, on the ground of the canvas."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(self.colours.canvas))
        painter.scale(self.scale, self.scale)
        return painter

    @property
    def room(self) -> QRectF:
        """The band in the sizes of the design."""
        return QRectF(0.0, 0.0, self.width() / self.scale, self._height)


class TitleBand(Band):
    """The title, one sentence in at most two lines, and on the right how far a run is and whether
    it goes on by itself.
    """

    def __init__(self) -> None:
        super().__init__(TITLE_BAND)
        self.title = self.sentence = self.step = ""
        self.sign: Sign = ""

    def say(self, title: str, sentence: str, step: str = "", sign: Sign = "") -> None:
        """Show a title and a sentence; ``step`` of a run that is played or waits."""
        if (title, sentence, step, sign) != (self.title, self.sentence, self.step, self.sign):
            self.title, self.sentence, self.step, self.sign = title, sentence, step, sign
            self.setAccessibleName(". ".join(filter(None, (title, sentence, step, sign))))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p, room = self.canvas_painter(), self.colours, self.room
        size, lines = self._fit_text(room.width() - 2.0 * EDGE)
        first = 68.0 if len(lines) < 2 else 52.0
        layout(self.title, TITLE, BOLD).draw(painter, EDGE, first, QColor(p.ink))
        self._paint_step(painter, room.width() - EDGE, first)
        for row, line in enumerate(lines):
            layout(line, size).draw(
                painter,
                EDGE,
                first + 50.0 - 8.0 * (len(lines) > 1) + 1.2 * size * row,
                QColor(p.ink_2),
            )
        painter.fillRect(QRectF(0.0, room.height() - 1.0, room.width(), 1.0), QColor(p.hairline))

    def _paint_step(self, painter: QPainter, right: float, baseline: float) -> None:
        """Step k of n, with two bars while the run waits and a triangle while it goes on."""
        if not self.step:
            return
        ink, words, top = QColor(self.colours.ink), layout(self.step, TEXT), baseline - SIGN
        words.draw(painter, right - words.width, baseline, ink)
        left = right - words.width - 16.0 - SIGN
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        if self.sign == "pause":
            for x in (left + 2.0, left + 0.6 * SIGN):
                painter.drawRect(QRectF(x, top, 0.28 * SIGN, SIGN))
        elif self.sign == "playing":
            painter.drawPolygon(
                [
                    QPointF(left, top),
                    QPointF(left, baseline),
                    QPointF(left + SIGN, baseline - 0.5 * SIGN),
                ]
            )

    def _fit_text(self, width: float) -> tuple[float, list[str]]:
        """The sentence in one line, or smaller in two."""
        lines = wrap_markup(self.sentence, width, TEXT)
        if len(lines) <= 1:
            return TEXT, lines
        return 24.0, wrap_markup(self.sentence, width, 24.0)[:2]


class KeyBand(Band):
    """A chip for every layer with its digit, filled while the layer is on; on the right a value and
    the position.
    """

    pressed = Signal(int)

    def __init__(self) -> None:
        super().__init__(KEY_BAND)
        self.keys: tuple[tuple[str, bool], ...] = ()
        self.value = self.position = ""
        self.buttons: tuple[tuple[str, str], ...] = ()
        self._ends: list[float] = []
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_keys(
        self,
        keys: tuple[tuple[str, bool], ...],
        value: str,
        position: str,
        buttons: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Show names with whether they are on, the value of a parameter, how far the lesson is, and
        which classes (role and name of a mouse button) the buttons place.
        """
        if (keys, value, position, buttons) != (self.keys, self.value, self.position, self.buttons):
            self.keys, self.value, self.position, self.buttons = keys, value, position, buttons
            names = ", ".join(
                f"{k} {name}{' on' if on else ''}" for k, (name, on) in enumerate(keys, 1)
            )
            self.setAccessibleName(f"{names}; {value}; {position}")
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x() / self.scale
        index = next((k for k, end in enumerate(self._ends) if x < end), None)
        if index is not None and x >= EDGE - 10.0:
            self.pressed.emit(index + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p, room = self.canvas_painter(), self.colours, self.room
        painter.fillRect(QRectF(0.0, 0.0, room.width(), 1.0), QColor(p.hairline))
        middle = 0.5 * room.height()
        x = room.width() - EDGE
        for text in (layout(self.position, KEY), layout(self.value, KEY)):
            x -= text.width
            text.draw(
                painter,
                x,
                middle + 0.36 * KEY,
                QColor(p.ink_2 if text.width and not self.value else p.ink),
            )
            x -= 48.0 if text.width else 0.0
        for role, button in reversed(self.buttons):
            words = layout(button, KEY)
            x -= words.width
            words.draw(painter, x, middle + 0.36 * KEY, QColor(p.ink_2))
            x -= SYMBOL + 10.0
            paint_symbol(
                painter, role, QRectF(x, middle - 0.5 * SYMBOL, SYMBOL, SYMBOL), self.theme
            )
            x -= 24.0
        self._paint_keys(painter, p, middle, x)

    def _paint_keys(self, painter: QPainter, p: Palette, middle: float, end: float) -> None:
        """The chips, closer together where there are many."""
        names: list[Layout] = [layout(name, KEY) for name, _ in self.keys]
        need = sum(BOX + 10.0 + name.width for name in names)
        gap = min(36.0, max(12.0, (end - EDGE - need) / max(1, len(names))))
        x, self._ends = EDGE, []
        for k, ((_, on), name) in enumerate(zip(self.keys, names, strict=True), 1):
            if x + BOX + 10.0 + name.width > end:
                break
            box = QRectF(x, middle - 0.5 * BOX, BOX, BOX)
            painter.setPen(QPen(QColor(p.ink if on else p.ink_3), 1.4))
            painter.setBrush(QColor(p.ink) if on else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 6, 6)
            digit = layout(str(k), DIGIT, BOLD)
            baseline = QPointF(box.center().x() - 0.5 * digit.width, middle + 0.36 * DIGIT)
            digit.draw(painter, baseline.x(), baseline.y(), QColor(p.canvas if on else p.ink_2))
            name.draw(
                painter, x + BOX + 10.0, middle + 0.36 * KEY, QColor(p.ink if on else p.ink_2)
            )
            x += BOX + 10.0 + name.width + gap
            self._ends.append(x)
