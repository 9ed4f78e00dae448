"""Scroll areas without a frame; one whose content has the same width with and without a scroll
bar.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QWidget

BAR = 8  # pixels, as the style sheet has it


class QuietBar(QScrollBar):
    """A scroll bar that keeps its room, and is visible only where there is something to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


class QuietArea(QScrollArea):
    """Scrolls up and down, without a frame or keyboard focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class SteadyArea(QuietArea):
    """Scrolls up and down, and always keeps the room of the bar.

    A bar that comes and goes changes the width of the content.  Content that shrinks to fit its
    width, as matrices do, is lower in a narrow column: with the bar it needs none, without the bar
    it needs one, and Qt alternates until the stack overflows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # arrows scroll it
        self.setVerticalScrollBar(QuietBar())
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
