"""A whole window in the look of a theme: what Qt draws, and every part that paints itself."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QMainWindow

from ...core.appearance.theme import Theme
from ...draw.lettering.fonts import ui_font
from .basics import restyle
from .stylesheet import MENU_BAR_HEIGHT, qt_palette, stylesheet

TEXT = 13  # pixels at the scale 1


def dress(window: QMainWindow, theme: Theme) -> None:
    """Give colours and type to the application, and both with the style sheet to the window and its parts."""
    font = ui_font(round(TEXT * theme.ui))
    application = QApplication.instance()
    if isinstance(application, QApplication):
        application.setPalette(qt_palette(theme.palette))
        application.setFont(font)
    window.setFont(font)
    window.setStyleSheet(stylesheet(theme.palette, theme.ui))
    window.menuBar().setFixedHeight(round(MENU_BAR_HEIGHT * theme.ui) + 1)
    restyle(window, theme)
