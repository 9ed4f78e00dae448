"""The keys of a presentation, shown while H is held."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ...draw.lettering import TextStyle, layout
from ...scene.theme import Theme
from ..widgets.basics import TEXT, Themed

LINES = (
    ("Page Down, →", "the next step, then the next lesson"),
    ("Page Up, ←", "the step or the lesson before"),
    ("1 … 8", "the layers below"),
    ("↑ ↓", "move the parameter below; with Shift: another one"),
    ("Ctrl + 1 … 9", "show or hide a method"),
    ("Tab", "select the next method that is on"),
    ("A", "add a method"),
    ("K", "play or pause the run"),
    ("S, Shift + S", "one step on, one step back"),
    ("G", "glide to the state before the last step, or back"),
    ("C", "the left button places the next class"),
    ("R, Shift + R", "the violet line is one of the room; its hands"),
    ("L, O, Q", "laser pointer, spotlight, magnifying glass"),
    ("D, U, X", "pen, highlighter, next colour"),
    ("Shift", "draws straight, with Ctrl an arrow"),
    ("Shift + D", "what is drawn by hand fades"),
    ("Backspace, E", "the last stroke, all of them away"),
    ("I", "what was drawn becomes part of the scene"),
    ("Z", "zoom to a region, and back"),
    ("P", "the linked plots"),
    ("N", "the numbers of a lesson"),
    ("V", "the presenter view: notes, clock, panel"),
    ("Ctrl + and −", "larger and smaller words in plots and tables"),
    ("F", "freeze the picture for the audience"),
    ("B", "a black picture"),
    ("F7", "all lessons"),
    ("Esc", "the end"),
)
COLUMN, ROW, PAD, INDENT = 460.0, 30.0, 24.0, 132.0
SHARE, LARGEST = 0.92, 2.0  # of the window at the most; of the usual words
ROWS = -(-len(LINES) // 2)  # in two columns, so that the card fits a small screen
BOLD = TextStyle(weight=600)


class KeyCard(Themed, QWidget):
    """A card in the middle of the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("key-card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("; ".join(f"{key}: {words}" for key, words in LINES))
        self.hide()

    def fit(self, room: QSize, theme: Theme) -> None:
        """Take the largest size that fits the window, up to twice the usual words, for the room to
        read.
        """
        width, height = 2.0 * (PAD + COLUMN), 2.0 * PAD + ROW * ROWS
        scale = max(
            theme.ui,
            min(LARGEST * theme.ui, SHARE * room.width() / width, SHARE * room.height() / height),
        )
        self.set_theme(replace(theme, ui=scale))
        self.setFixedSize(self.px(width), self.px(height))

    def present(self, theme: Theme) -> None:
        """Show the card."""
        parent = self.parentWidget()
        if parent is not None and not self.isVisible():
            self.fit(parent.size(), theme)
            self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setPen(QPen(QColor(p.hairline), 1))
        painter.setBrush(QColor(p.field))
        painter.drawRoundedRect(QRectF(self.area).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        for at, (key, words) in enumerate(LINES):
            column, row = divmod(at, ROWS)
            left, baseline = PAD + COLUMN * column, PAD + ROW * (row + 0.5) + 0.36 * TEXT
            layout(key, TEXT, BOLD).draw(painter, left, baseline, QColor(p.ink))
            layout(words, TEXT).draw(painter, left + INDENT, baseline, QColor(p.ink_2))
