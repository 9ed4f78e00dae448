"""Covers of the whole picture: black, or a frozen picture for the audience while the next one is prepared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QPixmap, QScreen
from PySide6.QtWidgets import QWidget


class Black(QWidget):
    """A black window in the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("black")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def cover(self, on: bool) -> None:
        """Cover everything, or uncover it."""
        parent = self.parentWidget()
        if on and parent is not None:
            self.setGeometry(parent.rect())
            self.raise_()
        self.setVisible(on)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), QColor("black"))


class Frozen(QWidget):
    """A frozen picture of the window, over the window or alone on the screen of the audience."""

    def __init__(self, window: QWidget, picture: QPixmap, screen: QScreen | None) -> None:
        super().__init__(window, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint if screen else Qt.WindowType.Widget)
        self.setObjectName("frozen")
        self._picture = picture
        if screen is not None:
            self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            self.setGeometry(screen.geometry())
            self.showFullScreen()
        else:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self.setGeometry(window.rect())
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).drawPixmap(self.rect(), self._picture)


def other_screen(window: QWidget) -> QScreen | None:
    """A screen without the window, if there is one."""
    return next((screen for screen in QGuiApplication.screens() if screen is not window.screen()), None)


class Freezing:
    """Freezes the picture of a window: over it, or alone on the screen of the audience while the window goes to another one."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._frozen: Frozen | None = None

    @property
    def is_on(self) -> bool:
        """Whether the audience sees an older picture."""
        return self._frozen is not None

    def freeze(self) -> None:
        """Freeze the current picture."""
        window = self._window
        screen, other = window.screen(), other_screen(window)
        self._frozen = Frozen(window, window.grab(), screen if other is not None else None)
        if other is not None:
            self._move_to(other)

    def thaw(self) -> None:
        """Show the window again."""
        frozen, self._frozen = self._frozen, None
        if frozen is None:
            return
        if frozen.isWindow():
            self._move_to(frozen.screen())
        frozen.close()
        frozen.deleteLater()

    def _move_to(self, screen: QScreen) -> None:
        """Move the window to another screen, full-screen as before."""
        window = self._window
        is_full = window.isFullScreen()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setScreen(screen)
        window.setGeometry(screen.geometry())
        if is_full:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
