"""Choices of the view: themes, sizes of text, contours of the weight space, axes of the feature
space, full screen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from ...plots import plot_named
from ...scene.document import FOUR, LANDSCAPES, SURFACES
from ...scene.theme import DARK, LIGHT, WINDOW_THEMES, Theme
from ..session.session import Session
from ..session.settings import TEXT_SIZES, UserSettings
from ..widgets.controls import add_choice
from ..widgets.window_behaviour import scale_for_screen
from .plot import fill_choices

THEME_NAMES = (
    ("system", "As the &system", "Light or dark, as the desktop is set"),
    *((theme.name, theme.menu, theme.tip) for theme in WINDOW_THEMES.values()),
)


def theme_named(name: str) -> Theme:
    """The theme of a setting; ``system`` follows the colour scheme of the desktop."""
    if name in WINDOW_THEMES:
        return WINDOW_THEMES[name]
    is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if is_dark else LIGHT


class Viewing(QObject):
    """The choices of the View menu."""

    theme_wanted = Signal(object)  # the theme of the window
    text_size_wanted = Signal()

    def __init__(self, session: Session, settings: UserSettings, window: QMainWindow) -> None:
        super().__init__(window)
        self._session, self._settings, self._window = session, settings, window

    def fill_themes(self, menu: QMenu) -> None:
        """The themes, the chosen one ticked."""
        for name, text, tip in THEME_NAMES:
            is_chosen = name == self._settings.theme
            add_choice(menu, text, partial(self.choose_theme, name), is_chosen, tip)

    def choose_theme(self, name: str) -> None:
        """Use a theme, also at the next start."""
        self._settings.theme = name
        self.theme_wanted.emit(theme_named(name))

    def fill_text_sizes(self, menu: QMenu) -> None:
        """The sizes of words and symbols, the chosen one ticked, with a remark at those too large
        for the screen.
        """
        room = round(100.0 * scale_for_screen(self._window, TEXT_SIZES[-1] / 100.0))
        for size in TEXT_SIZES:
            words = f"{size} %" if size <= room else f"{size} % (this screen has room for {room} %)"
            is_chosen = size == self._settings.text_size
            add_choice(menu, words, partial(self.choose_text_size, size), is_chosen)

    def choose_text_size(self, percent: int) -> None:
        """Scale everything in the window, also at the next start."""
        self._settings.text_size = percent
        self.text_size_wanted.emit()

    def fill_landscapes(self, menu: QMenu) -> None:
        """The criteria of the weight space, the chosen one ticked."""
        landscape = self._session.document.landscape
        combinations = (
            (FOUR, "All four beside each other"),
            (SURFACES, "What it minimises and the errors, as surfaces"),
        )
        for name, text in (*LANDSCAPES.items(), *combinations):
            add_choice(menu, text, partial(self.choose_landscape, name), name == landscape)

    def choose_landscape(self, name: str) -> None:
        """Show the contours of another criterion in the weight space."""
        session = self._session
        if name != session.document.landscape:
            session.apply("Change contours", replace(session.document, landscape=name))

    def fill_feature_axes(self, menu: QMenu) -> None:
        """The features that the axes of feature space can show."""
        fill_choices(menu, plot_named("feature-space"), self._session)

    def follow_system(self) -> None:
        """Follow the desktop's change to dark or light."""
        if self._settings.theme == "system":
            self.theme_wanted.emit(theme_named("system"))


def toggle_shown(part: QWidget) -> None:
    """Show or hide a part of the window."""
    part.setHidden(not part.isHidden())


def toggle_full_screen(window: QWidget) -> None:
    """Enter or leave full screen."""
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)
