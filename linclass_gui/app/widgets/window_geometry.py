"""The sizes of a window and its parts."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

LEAST = QSize(960, 600)  # of the window at the scale 1
LEAST_CANVAS = 200
TITLE_BAR = 40  # the height of the window manager's frame
SMALLEST = 0.25  # the smallest readable scale


def scale_for_screen(window: QMainWindow, wanted: float = 1.0) -> float:
    """The largest scale of the window, up to ``wanted``, at which its least size fits the screen.

    The scale of the desktop makes a screen small, too: of 1600 x 1000 pixels the scale 3 leaves 533
    x 333.
    """
    room = window.screen().availableSize()
    return max(
        SMALLEST,
        min(wanted, room.width() / LEAST.width(), (room.height() - TITLE_BAR) / LEAST.height()),
    )


def fit_screen(window: QMainWindow) -> None:
    """Fill a screen that is no larger than the window, whose frame would otherwise reach below the
    screen.
    """
    room = window.screen().availableSize()
    if window.width() >= room.width() or window.height() >= room.height():
        # without a window manager no window is maximised
        window.resize(window.size().boundedTo(room))
        window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size, limited to its screen less its title bar."""
    window.resize(
        QSize(width, height).boundedTo(window.screen().availableSize() - QSize(0, TITLE_BAR))
    )


def grow_second(splitter: QSplitter, factor: float) -> None:
    """Let the second of two parts, if shown, grow by a factor with its words."""
    whole, height = sum(splitter.sizes()), splitter.sizes()[1]
    if factor != 1.0 and height:
        splitter.setSizes([whole - round(factor * height), round(factor * height)])


def bring_to_front(window: QWidget) -> None:
    """Show a window, or bring it to the front."""
    window.show()
    window.raise_()
    window.activateWindow()
