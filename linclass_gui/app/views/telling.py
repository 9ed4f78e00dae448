"""Pictures in words for screen readers: their descriptions, and announcements of changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QUndoStack
from PySide6.QtWidgets import QWidget

from ..timers import make_timer

REST_MS = 400  # a picture that has not changed for so long is described: not every step of a drag

# The description of a picture, and its announcements, topic by topic; None while it moves.
InWords = tuple[str, Mapping[str, str]] | None


class Telling(QObject):
    """Keeps the description of one picture up to date, and announces changes once it is at rest."""

    told = Signal(str)  # the last announcements

    def __init__(self, picture: QWidget, in_words: Callable[[], InWords]) -> None:
        super().__init__(picture)
        self._picture, self._in_words = picture, in_words
        self._known: Mapping[str, str] | None = None
        self._timer = make_timer(REST_MS, self, self.tell, single_shot=True)

    def wait(self) -> None:
        """Wait until the changed picture rests."""
        self._timer.start()

    def tell(self) -> None:
        """Describe the picture, unless it is moving or waits for fits, after which it will be
        painted again.
        """
        words = self._in_words()
        if words is None:
            return
        description, news = words
        self._picture.setAccessibleDescription(description)
        known, self._known = self._known, news
        sentence = " ".join(
            new
            for topic, new in news.items()
            if known is not None and new and known.get(topic) != new
        )
        if sentence:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._picture, sentence))
            self.told.emit(sentence)


class LastStep:
    """The last step done or undone."""

    def __init__(self, stack: QUndoStack) -> None:
        self._stack, self._known, self._news = (
            stack,
            (stack.index(), stack.undoText()),
            ("step", ""),
        )

    def news(self) -> tuple[str, str]:
        """A topic, new after each step (so that repeated steps are announced twice), and the step
        in words.
        """
        known, now = self._known, (self._stack.index(), self._stack.undoText())
        if now != known:
            text = f"Undo: {self._stack.redoText()}." if now[0] < known[0] else f"{now[1]}."
            self._known, self._news = (
                now,
                (
                    "step" if self._news[0] != "step" else "next step",
                    text if self._stack.count() else "",
                ),
            )
        return self._news
