"""What one sees: themes, panels, full screen, zoom, help."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu

from ... import __version__
from ...core.document import LANDSCAPES
from ...core.theme import DARK, LIGHT, PROJECTOR, Theme
from ..dialogs.small import GesturesDialog, say_about

if TYPE_CHECKING:
    from ..window import MainWindow

THEME_NAMES = (
    ("system", "As the &system", "Light or dark, as the desktop is set"),
    ("light", "&Light", "Dark lines on white"),
    ("dark", "&Dark", "Light lines on black"),
    ("projector", "&Projector", "Large points and thick lines, to be seen from the back of a room"),
)
ZOOM = 1.25


def theme_named(name: str) -> Theme:
    """The theme of a setting; ``system`` follows the colour scheme of the desktop."""
    fixed = {"light": LIGHT, "dark": DARK, "projector": PROJECTOR}
    if name in fixed:
        return fixed[name]
    is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if is_dark else LIGHT


class Viewing:
    """The View and Help menus."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def fit(self) -> None:
        """Look at all points."""
        self._window.canvas.fit()

    def zoom_in(self) -> None:
        """Look closer."""
        self._window.canvas.zoom(ZOOM)

    def zoom_out(self) -> None:
        """See more of the plane."""
        self._window.canvas.zoom(1 / ZOOM)

    # --- themes -----------------------------------------------------------------------------------------------------------

    def fill_themes(self, menu: QMenu) -> None:
        """The themes, the chosen one ticked."""
        group = QActionGroup(menu)
        for name, text, tip in THEME_NAMES:
            action = menu.addAction(text)
            action.setToolTip(tip)
            action.setCheckable(True)
            action.setChecked(name == self._window.settings.theme)
            action.triggered.connect(partial(self.choose_theme, name))
            group.addAction(action)

    def choose_theme(self, name: str, _checked: bool = False) -> None:
        """Use a theme from now on, and at the next start."""
        self._window.settings.theme = name
        self._window.set_theme(theme_named(name))

    def fill_landscapes(self, menu: QMenu) -> None:
        """The criteria of the weight space, the chosen one ticked."""
        session, group = self._window.session, QActionGroup(menu)
        for name, text in LANDSCAPES.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(name == session.document.landscape)
            action.triggered.connect(partial(self.choose_landscape, name))
            group.addAction(action)

    def choose_landscape(self, name: str, _checked: bool = False) -> None:
        """Show the contours of another criterion in the weight space."""
        session = self._window.session
        if name != session.document.landscape:
            session.apply("Change contours", replace(session.document, landscape=name))

    def follow_system(self) -> None:
        """The desktop became dark or light."""
        if self._window.settings.theme == "system":
            self._window.set_theme(theme_named("system"))

    # --- panels -----------------------------------------------------------------------------------------------------------

    def panel_shown(self) -> bool:
        """Whether the panel on the right is there."""
        return not self._window.panel.isHidden()

    def toggle_panel(self) -> None:
        """Show or hide the panel on the right."""
        self._window.panel.setHidden(self.panel_shown())

    def plots_shown(self) -> bool:
        """Whether the linked plots are there."""
        return not self._window.plots.isHidden()

    def toggle_plots(self) -> None:
        """Show or hide the linked plots."""
        self._window.plots.setHidden(self.plots_shown())

    def is_full_screen(self) -> bool:
        """Whether the window takes the whole screen."""
        return self._window.isFullScreen()

    def toggle_full_screen(self) -> None:
        """The whole screen, and back."""
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    # --- help -------------------------------------------------------------------------------------------------------------

    def show_gestures(self) -> None:
        """The cheat sheet, once however often it is asked for."""
        if any(dialog.isVisible() for dialog in self._window.findChildren(GesturesDialog)):
            return
        dialog = GesturesDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def show_help_card(self) -> None:
        """The three lines of help again."""
        self._window.settings.help_hidden = False
        self._window.show_help_card()

    def show_about(self) -> None:
        """Version and licence."""
        say_about(self._window, __version__)
