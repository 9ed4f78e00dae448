"""The pieces of the lesson panel: flowing text with formulas, lines with a mark, names with
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...draw.lettering import TextStyle, layout, wrap_markup
from ...markup.mathtext import plain
from ..widgets.basics import TEXT, Themed

LEADING = 1.5  # from one line to the next, in text heights: text to be read, not a label
Sign = Literal["none", "open", "met", "number"]
INDENT = 24.0


class Flow(Themed, QWidget):
    """Text in the mark-up of labels that wraps to the width and is as high as its lines.

    ``sign`` puts a mark before it: an open or a filled circle (a test that fails, one that holds),
    or the number of a step.
    """

    def __init__(
        self,
        text: str = "",
        *,
        tone: str = "ink",
        size: float = TEXT,
        weight: int = 400,
        sign: Sign = "none",
    ) -> None:
        super().__init__()
        self.text, self._tone, self._size, self._weight = "", tone, size, weight
        self.sign: Sign = sign
        self.number = 0
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(plain(text))
            self.updateGeometry()
            self.update()

    def set_sign(self, sign: Sign, number: int = 0) -> None:
        """Put another mark before the text."""
        if (sign, number) != (self.sign, self.number):
            self.sign, self.number = sign, number
            self.update()

    @property
    def _indent(self) -> float:
        return 0.0 if self.sign == "none" else INDENT

    def _lines(self, width: float) -> list[str]:
        return wrap_markup(self.text, width - self._indent, self._size, self._style)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width / self.theme.ui)
        return self.px(sum(self._heights(lines)) + 2.0) if lines else 0

    def _heights(self, lines: Sequence[str]) -> list[float]:
        """A line with a fraction or a sum is higher than others."""
        return [
            max(LEADING * self._size, layout(line, self._size, self._style).height + 4.0)
            for line in lines
        ]

    @property
    def _style(self) -> TextStyle:
        return TextStyle(weight=self._weight)

    def sizeHint(self) -> QSize:
        return QSize(self.px(200), self.heightForWidth(max(self.width(), self.px(200))))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, ink = self.painter(), QColor(getattr(self.colours, self._tone))
        lines, y = self._lines(self.area.width()), 0.0
        for at, (line, height) in enumerate(zip(lines, self._heights(lines), strict=True)):
            words = layout(line, self._size, self._style)
            plain = words.height <= 1.6 * self._size
            baseline = (
                y
                + 0.5 * height
                + (0.36 * self._size if plain else 0.5 * (words.ascent - words.descent))
            )
            words.draw(painter, self._indent, baseline, ink)
            if at == 0 and self.sign != "none":
                self._paint_sign(painter, QPointF(8.0, y + 0.5 * height))
            y += height

    def _paint_sign(self, painter: QPainter, at: QPointF) -> None:
        p = self.colours
        if self.sign == "number":
            digits = layout(str(self.number), 11.0, TextStyle(weight=600))
            digits.draw(painter, at.x() - 0.5 * digits.width, at.y() + 4.0, QColor(p.ink_2))
            return
        painter.setPen(QPen(QColor(p.ink if self.sign == "met" else p.ink_3), 1.4))
        painter.setBrush(QColor(p.ink) if self.sign == "met" else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 6.0, 6.0)
        if self.sign == "met":
            pen = QPen(
                QColor(p.canvas),
                1.6,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
            painter.setPen(pen)
            painter.drawPolyline(
                [at + QPointF(-2.8, 0.2), at + QPointF(-0.8, 2.2), at + QPointF(2.9, -2.0)]
            )


class Pairs(Themed, QWidget):
    """Names on the left, values on the right; a pair that is too wide takes two lines."""

    ROW = 22.0

    def __init__(self) -> None:
        super().__init__()
        self.pairs: tuple[tuple[str, str], ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pairs(self, pairs: tuple[tuple[str, str], ...]) -> None:
        """Show other values."""
        if pairs != self.pairs:
            self.pairs = pairs
            self.setAccessibleName("; ".join(f"{name}: {value}" for name, value in pairs))
            self.updateGeometry()
            self.update()

    def _rows(self, width: float) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = []
        for name, value in self.pairs:
            is_wide = layout(name, TEXT).width + layout(value, TEXT).width + 12.0 > width
            rows += [(name, ""), ("", value)] if is_wide else [(name, value)]
        return rows

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.px(self.ROW * len(self._rows(width / self.theme.ui)))

    def sizeHint(self) -> QSize:
        return QSize(self.px(200), self.heightForWidth(max(self.width(), self.px(200))))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p, width = self.painter(), self.colours, self.area.width()
        for at, (name, value) in enumerate(self._rows(width)):
            baseline = QRectF(0.0, self.ROW * at, width, self.ROW).center().y() + 0.36 * TEXT
            layout(name, TEXT).draw(painter, 0.0, baseline, QColor(p.ink_2))
            shown = layout(value, TEXT)
            shown.draw(painter, width - shown.width, baseline, QColor(p.ink))
