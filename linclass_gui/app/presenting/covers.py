"""What covers the whole picture: black, or the picture that the audience keeps while the next one is prepared."""

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
    """A picture of the window as it was, over the window itself or alone on the screen of the audience."""

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
    """A screen on which the window is not, where there is one."""
    return next((screen for screen in QGuiApplication.screens() if screen is not window.screen()), None)
