"""The audience keeps a picture while the next one is prepared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QWidget

from .covers import Frozen, other_screen


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
        """Keep the picture as it is now."""
        window = self._window
        screen, other = window.screen(), other_screen(window)
        self._frozen = Frozen(window, window.grab(), screen if other is not None else None)
        if other is not None:
            self._move_to(other)

    def thaw(self) -> None:
        """Show what the window shows."""
        frozen, self._frozen = self._frozen, None
        if frozen is None:
            return
        if frozen.isWindow():
            self._move_to(frozen.screen())
        frozen.close()
        frozen.deleteLater()

    def _move_to(self, screen: QScreen) -> None:
        """The window on another screen, still in full."""
        window = self._window
        is_full = window.isFullScreen()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setScreen(screen)
        window.setGeometry(screen.geometry())
        if is_full:
            window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
