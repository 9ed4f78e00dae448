"""The second half of a double click on something that goes at the first: it belongs to nothing that lies beneath."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

NEAR = 20.0  # pixels between the two halves
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class SecondClick(QObject):
    """Swallows one press, with its release, that follows a press at the same place within the time of a double click."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at, self._when, self._swallows = QPointF(), 0, False

    def follows(self, press: QMouseEvent) -> None:
        """Ignore the second half of this press."""
        self._at, self._when, self._swallows = press.globalPosition(), press.timestamp(), False
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or event.type() not in (*PRESSES, QEvent.Type.MouseButtonRelease):
            return False
        if event.type() in PRESSES:
            if event.timestamp() == self._when:
                return False  # the first half, on its way from the window to the widget
            self._swallows = self._is_second(event)
            if not self._swallows:
                self._done()
            return self._swallows
        if not self._swallows:
            return False  # the release of the first half
        self._done()
        return True

    def _is_second(self, event: QMouseEvent) -> bool:
        away = event.globalPosition() - self._at
        soon = event.timestamp() - self._when <= QApplication.doubleClickInterval()
        return soon and away.manhattanLength() <= NEAR

    def _done(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
