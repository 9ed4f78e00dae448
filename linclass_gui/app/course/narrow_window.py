"""Room for the canvas in narrow windows, where a lesson and the methods do not fit beside it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ..panels.side import Panel
from ..panels.tool_bar import ToolBar
from .book import Book
from .panel import LessonPanel

LEAST = 240  # of the canvas, in widths of the light theme


class Room(QObject):
    """Methods and layers give way to a lesson that would leave the canvas nothing, and come back when it is closed.

    Only the opening decides: F9 opens both.
    """

    changed = Signal()

    def __init__(self, book: Book, lesson: LessonPanel, tool_bar: ToolBar, panel: Panel) -> None:
        super().__init__(panel)
        self._book, self._lesson, self._tool_bar, self._panel = book, lesson, tool_bar, panel
        self._was_open = self._gave_way = False
        book.changed.connect(self._follow)

    def _follow(self) -> None:
        is_open = self._book.lesson is not None
        if is_open is self._was_open:
            return
        self._was_open = is_open
        left = self._panel.window().width() - sum(part.width() for part in (self._lesson, self._tool_bar, self._panel))
        if is_open and not self._panel.isHidden() and left < self._lesson.px(LEAST):
            self._gave_way = True
            self._panel.hide()
        elif not is_open and self._gave_way:
            self._gave_way = False
            self._panel.show()
        else:
            return
        self.changed.emit()
