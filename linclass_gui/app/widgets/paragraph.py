"""A few lines of text in a fixed height: long text is set smaller, and cut only where that is not
enough.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ...draw.lettering import layout, wrap_markup
from ...markup.mathtext import plain
from .basics import CAPTION, TEXT, Themed, elide

LEADING = 1.21  # from one line to the next, in text heights


class Paragraph(Themed, QWidget):
    """Text in the mark-up of labels that wraps; the tool tip has all of it when some is left
    out.
    """

    def __init__(self, height: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._height, self.text = height, ""
        self.is_cut = False
        self.measure()

    def measure(self) -> None:
        self.setFixedHeight(self.px(self._height))

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.setAccessibleName(plain(text))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.px(200), self.px(self._height))

    def lines(self) -> tuple[list[str], float]:
        """The lines that are shown, and their size."""
        width, room = self.area.width(), self.area.height()
        lines: list[str] = []
        for size in (TEXT, CAPTION):
            lines, most = wrap_markup(self.text, width, size), max(1, int(room / (size * LEADING)))
            if len(lines) <= most and all(layout(line, size).width <= width for line in lines):
                self.is_cut = False
                return lines, size
        self.is_cut = True
        return [*lines[: most - 1], elide(" ".join(lines[most - 1 :]), width, CAPTION)], CAPTION

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = f"<p>{escape(plain(self.text))}</p>" if self.is_cut else self.toolTip()
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        lines, size = self.lines()
        top = 0.5 * (self.area.height() - LEADING * size * len(lines))
        for at, line in enumerate(lines):
            layout(line, size).draw(
                painter, 0.0, top + LEADING * size * (at + 0.5) + 0.36 * size, self.colours.ink
            )
