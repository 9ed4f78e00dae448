"""How much room a window and its parts take."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QSplitter


def fit_screen(window: QMainWindow) -> None:
    """Fill a screen that has no more room than the window wants: with its frame it would stand out at the bottom."""
    room = window.screen().availableSize()
    if window.width() >= room.width() or window.height() >= room.height():
        window.resize(window.size().boundedTo(room))  # without a window manager no window is maximised
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def grow_second(splitter: QSplitter, factor: float) -> None:
    """Let the second of two parts grow by a factor, if it is shown: its words became larger."""
    whole, height = sum(splitter.sizes()), splitter.sizes()[1]
    if factor != 1.0 and height:
        splitter.setSizes([whole - round(factor * height), round(factor * height)])
