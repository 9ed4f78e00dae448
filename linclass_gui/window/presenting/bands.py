"""The two bands of a presentation: title and sentence above the picture, keys and position below
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ...draw.lettering import PLAIN, Layout, TextStyle, fit_markup, layout, wrap_markup
from ...draw.qt_surface import painting
from ...draw.small_pictures import paint_symbol
from ..widgets.themed import Themed, paint_box

WIDTH = 1920.0  # of the design, in whose sizes the bands are painted
TITLE_BAND, KEY_BAND, EDGE = 144.0, 72.0, 64.0
TITLE, TEXT, KEY, DIGIT, BOX = 44.0, 28.0, 22.0, 17.0, 29.0
VALUE = 30.0  # of the parameter, which everybody must read
SENTENCE_ROOM, LINE_HEIGHT = 66.0, 1.2  # the height for the sentence, and that of its lines
LEAST_WORDS = 0.15  # of the size of words, below which nobody reads them and they are cut
SHRINK = 0.94  # from one size that is tried to the next
# Rows at the most, the least and the usual room between chips, and that above and below a row.
CHIP_ROWS, CHIP_GAPS, CHIP_EDGE = 4, (12.0, 36.0), 4.0
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

    @contextmanager
    def canvas_painter(self) -> Iterator[QPainter]:
        """A painter in the sizes of the design, on the ground of the canvas."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), QColor(self.colours.canvas))
            painter.scale(self.scale, self.scale)
            yield painter

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
        p, room = self.colours, self.room
        with self.canvas_painter() as painter:
            size, lines = self._fit_text(room.width() - 2.0 * EDGE)
            first = 68.0 if len(lines) < 2 else 52.0
            step_width = self._paint_step(painter, room.width() - EDGE, first)
            width = room.width() - 2.0 * EDGE - step_width
            title = fit_words(self.title, TITLE, width, BOLD)
            title.draw(painter, EDGE, first, QColor(p.ink))
            baseline = first + (50.0 if len(lines) < 2 else 14.0 + size)
            for row, line in enumerate(lines):
                layout(line, size).draw(
                    painter, EDGE, baseline + LINE_HEIGHT * size * row, QColor(p.ink_2)
                )
            painter.fillRect(
                QRectF(0.0, room.height() - 1.0, room.width(), 1.0), QColor(p.hairline)
            )

    def _paint_step(self, painter: QPainter, right: float, baseline: float) -> float:
        """Step k of n, with two bars while the run waits and a triangle while it goes on; the width
        that it takes.
        """
        if not self.step:
            return 0.0
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
        return right - left + CHIP_GAPS[1]

    def _fit_text(self, width: float) -> tuple[float, tuple[str, ...]]:
        """The sentence in one line, else as large as all its lines fit."""
        size, lines = TEXT, wrap_markup(self.sentence, width, TEXT)
        while len(lines) > 1 and LINE_HEIGHT * size * len(lines) > SENTENCE_ROOM:
            size *= SHRINK
            lines = wrap_markup(self.sentence, width, size)
            if size < LEAST_WORDS * TEXT:
                size = 0.5 * SENTENCE_ROOM / LINE_HEIGHT
                first, second = wrap_markup(self.sentence, width, size)[:2]
                return size, (first, f"{second} …")
        return size, lines


def fit_words(words: str, size: float, width: float, style: TextStyle = PLAIN) -> Layout:
    """Words in a line of this width, smaller where they are too long, and cut where nobody would
    read them then.
    """
    share = width / max(layout(words, size, style).width, width, 1.0)
    return fit_markup(words, width, size, style, share if share >= LEAST_WORDS else 1.0)


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
        self._areas: list[QRectF] = []  # of the chips
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_keys(
        self,
        keys: tuple[tuple[str, bool], ...],
        value: str,
        position: str,
        buttons: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Show names with whether they are on, the value of a parameter, how far the lesson is, and
        which classes (role, and name with its click) the mouse buttons place.
        """
        if (keys, value, position, buttons) != (self.keys, self.value, self.position, self.buttons):
            self.keys, self.value, self.position, self.buttons = keys, value, position, buttons
            names = ", ".join(
                f"{k} {name}{' on' if on else ''}" for k, (name, on) in enumerate(keys, 1)
            )
            classes = ", ".join(name for _, name in buttons)
            self.setAccessibleName("; ".join(filter(None, (names, classes, value, position))))
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position() / self.scale
        digit = next((k for k, area in enumerate(self._areas, 1) if area.contains(place)), None)
        if digit is not None:
            self.pressed.emit(digit)

    def paintEvent(self, event: QPaintEvent) -> None:
        p, room = self.colours, self.room
        with self.canvas_painter() as painter:
            painter.fillRect(QRectF(0.0, 0.0, room.width(), 1.0), QColor(p.hairline))
            middle = 0.5 * room.height()
            x = room.width() - EDGE
            values = ((self.position, KEY, PLAIN, p.ink_2), (self.value, VALUE, BOLD, p.ink))
            for words, size, style, colour in values:
                text = layout(words, size, style)
                x -= text.width
                text.draw(painter, x, middle + 0.36 * size, QColor(colour))
                x -= 48.0 if words else 0.0
            chips = [(name, p.ink if on else p.ink_2) for name, on in self.keys]
            chips += [(name, p.ink_2) for _, name in self.buttons]
            size, areas = place_chips([name for name, _ in chips], x, room.height())
            self._areas = areas[: len(self.keys)]
            for k, (area, (_, on)) in enumerate(zip(self._areas, self.keys, strict=True), 1):
                self._paint_digit(painter, area, size, str(k), on)
            for area, (role, _) in zip(areas[len(self.keys) :], self.buttons, strict=True):
                paint_symbol(painter, role, _square(area, size * BOX, size * SYMBOL), self.theme)
            for area, (name, tone) in zip(areas, chips, strict=True):
                left = area.left() + (BOX + 10.0) * size
                baseline = area.center().y() + 0.36 * size * KEY
                layout(name, size * KEY).draw(painter, left, baseline, QColor(tone))

    def _paint_digit(
        self, painter: QPainter, area: QRectF, size: float, number: str, on: bool
    ) -> None:
        """The box of a chip with its digit."""
        p, square = self.colours, _square(area, size * BOX, size * BOX)
        inside, edge = square.adjusted(0.7, 0.7, -0.7, -0.7), p.ink if on else p.ink_3
        paint_box(painter, inside, 6, p.ink if on else None, edge, 1.4)
        digit, centre = layout(number, size * DIGIT, BOLD), square.center()
        left, baseline = centre.x() - 0.5 * digit.width, centre.y() + 0.36 * size * DIGIT
        digit.draw(painter, left, baseline, QColor(p.canvas if on else p.ink_2))


def _square(area: QRectF, box: float, side: float) -> QRectF:
    """A square in the middle of the box at the left end of a chip."""
    middle = QPointF(area.left() + 0.5 * box, area.center().y())
    return QRectF(middle.x() - 0.5 * side, middle.y() - 0.5 * side, side, side)


def place_chips(names: list[str], end: float, height: float) -> tuple[float, list[QRectF]]:
    """The size of the chips and the area of each, left of ``end``: in one row, closer together
    where there are many; where one is too short, in as many rows as show them largest.
    """
    widths = [BOX + 10.0 + layout(name, KEY).width for name in names]
    least, usual = CHIP_GAPS
    room = max(end - EDGE, 1.0)
    size, rows = 0.0, [widths]
    for count in range(1, CHIP_ROWS + 1):
        length = max(1, -(-len(widths) // count))
        parts = [widths[first : first + length] for first in range(0, len(widths), length)]
        widest = max((sum(part) + least * len(part) for part in parts), default=1.0)
        fitting = min(1.0, room / widest, height / count / (BOX + CHIP_EDGE))
        if fitting > size:
            size, rows = fitting, parts
    areas, row_height = [], height / max(1, len(rows))
    for number, row in enumerate(rows):
        gap = min(usual, max(least, (room / size - sum(row)) / max(1, len(row))))
        x = EDGE
        for width in row:
            areas.append(QRectF(x, number * row_height, size * width, row_height))
            x += size * (width + gap)
    return size, areas
