"""Things that close under the pointer let no click through: the press that follows must not reach
what lies beneath.
"""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPointF
from PySide6.QtGui import QCursor, QGuiApplication, QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import isValid

from ..timers import make_timer

NEAR = 20.0  # pixels between the two halves of a double click
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class SecondClick(QObject):
    """Swallows one press, with its release, where something has closed, within the time of a double
    click.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at, self._swallows = QPointF(), False
        self._gone = make_timer(
            QApplication.doubleClickInterval(), self, self._give_up, single_shot=True
        )

    def begin(self) -> None:
        """Ignore a press here, after something closed under the pointer."""
        self._at, self._swallows = QPointF(QCursor.pos()), False
        _application().installEventFilter(self)
        self._gone.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or event.type() not in (
            *PRESSES,
            QEvent.Type.MouseButtonRelease,
        ):
            return False
        if event.type() in PRESSES:
            self._swallows = (event.globalPosition() - self._at).manhattanLength() <= NEAR
            if not self._swallows:
                self._done()
            return self._swallows
        if not self._swallows:
            return False  # the release of the first half
        self._done()
        return True

    def _give_up(self) -> None:
        if not self._swallows:
            self._done()

    def _done(self) -> None:
        self._gone.stop()
        _application().removeEventFilter(self)


class ClosedWindows(QObject):
    """Stops clicks from falling through a dialog or a menu that has just closed to the window
    below.

    A dialog is recognised by the focus that it leaves to the window, a menu by its signal of
    hiding.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._second = window, SecondClick(self)
        self._focused: QWindow | None = None
        _application().focusWindowChanged.connect(self._on_focus)
        window.installEventFilter(self)

    def watch(self, menu: QMenu) -> None:
        """Watch a menu of the window; its child menus are found automatically."""
        menu.aboutToHide.connect(self._second.begin)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        menu = event.child() if isinstance(event, QChildEvent) and event.polished() else None
        if isinstance(menu, QMenu):
            self.watch(menu)
        return False

    def _on_focus(self, now: QWindow | None) -> None:
        if now is None:
            return  # between two windows
        before, self._focused = self._focused, now
        has_closed = before is not None and not (isValid(before) and before.isVisible())
        if has_closed and now is self._window.windowHandle():
            self._second.begin()


def _application() -> QGuiApplication:
    application = QGuiApplication.instance()
    assert isinstance(application, QGuiApplication)
    return application
