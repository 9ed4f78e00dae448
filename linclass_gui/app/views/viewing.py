"""What one sees: themes, panels, full screen, zoom, help."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from ... import __version__
from ...core.appearance.theme import DARK, LIGHT, WINDOW_THEMES, Theme
from ...core.document import FOUR, LANDSCAPES, SURFACES
from ...plots import PLOTS
from ..dialogs.small import say_about
from ..session.session import Session
from ..session.settings import TEXT_SIZES, Settings
from ..widgets.controls import add_choice
from ..widgets.window_geometry import scale_for_screen
from .canvas import Canvas
from .cheat_sheet import GesturesDialog
from .plot_choices import fill_choices
from .plots_area import PlotsArea

THEME_NAMES = (
    ("system", "As the &system", "Light or dark, as the desktop is set"),
    *((theme.name, theme.menu, theme.tip) for theme in WINDOW_THEMES.values()),
)
ZOOM = 1.25


def theme_named(name: str) -> Theme:
    """The theme of a setting; ``system`` follows the colour scheme of the desktop."""
    if name in WINDOW_THEMES:
        return WINDOW_THEMES[name]
    is_dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if is_dark else LIGHT


@dataclass(frozen=True)
class Shown:
    """The parts of the window that the View menu moves, shows and hides."""

    canvas: Canvas
    panel: QWidget
    plots: PlotsArea


class Viewing(QObject):
    """The View and Help menus."""

    theme_wanted = Signal(object)  # the Theme to dress the window in
    text_size_wanted = Signal()
    help_wanted = Signal()  # the three lines of help

    def __init__(self, session: Session, settings: Settings, window: QMainWindow, shown: Shown) -> None:
        super().__init__(window)
        self._session, self._settings, self._window, self._shown = session, settings, window, shown

    def fit(self) -> None:
        """Look at all points."""
        self._shown.canvas.fit()

    def zoom_in(self) -> None:
        """Look closer."""
        self._shown.canvas.zoom(ZOOM)

    def zoom_out(self) -> None:
        """See more of the plane."""
        self._shown.canvas.zoom(1 / ZOOM)

    # --- themes -----------------------------------------------------------------------------------------------------------

    def fill_themes(self, menu: QMenu) -> None:
        """The themes, the chosen one ticked."""
        group = QActionGroup(menu)
        for name, text, tip in THEME_NAMES:
            group.addAction(add_choice(menu, text, partial(self.choose_theme, name), name == self._settings.theme, tip))

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on, and at the next start."""
        self._settings.theme = name
        self.theme_wanted.emit(theme_named(name))

    def fill_text_sizes(self, menu: QMenu) -> None:
        """The sizes of words and symbols, the chosen one ticked; what the screen has no room for says so."""
        group, room = QActionGroup(menu), round(100.0 * scale_for_screen(self._window, TEXT_SIZES[-1] / 100.0))
        for size in TEXT_SIZES:
            words = f"{size} %" if size <= room else f"{size} % (this screen has room for {room} %)"
            group.addAction(add_choice(menu, words, partial(self.choose_text_size, size), size == self._settings.text_size))

    def choose_text_size(self, percent: int) -> None:
        """Write and draw everything in the window so large, from now on and at the next start."""
        self._settings.text_size = percent
        self.text_size_wanted.emit()

    def fill_landscapes(self, menu: QMenu) -> None:
        """The criteria of the weight space, the chosen one ticked."""
        session, group = self._session, QActionGroup(menu)
        several = ((FOUR, "All four beside each other"), (SURFACES, "What it minimises and the errors, as surfaces"))
        for name, text in (*LANDSCAPES.items(), *several):
            group.addAction(add_choice(menu, text, partial(self.choose_landscape, name), name == session.document.landscape))

    def choose_landscape(self, name: str) -> None:
        """Show the contours of another criterion in the weight space."""
        session = self._session
        if name != session.document.landscape:
            session.apply("Change contours", replace(session.document, landscape=name))

    def fill_feature_axes(self, menu: QMenu) -> None:
        """The features that the axes of feature space can show."""
        fill_choices(menu, next(plot for plot in PLOTS if plot.choices is not None), self._session)

    def follow_system(self) -> None:
        """The desktop became dark or light."""
        if self._settings.theme == "system":
            self.theme_wanted.emit(theme_named("system"))

    # --- panels -----------------------------------------------------------------------------------------------------------

    def panel_shown(self) -> bool:
        """Whether the panel on the right is there."""
        return not self._shown.panel.isHidden()

    def toggle_panel(self) -> None:
        """Show or hide the panel on the right."""
        self._shown.panel.setHidden(self.panel_shown())

    def plots_shown(self) -> bool:
        """Whether the linked plots are there."""
        return not self._shown.plots.isHidden()

    def toggle_plots(self) -> None:
        """Show or hide the linked plots."""
        self._shown.plots.setHidden(self.plots_shown())

    def plot_enlarged(self) -> bool:
        """Whether one plot is alone and large."""
        return self._shown.plots.alone is not None

    def toggle_enlarged(self) -> None:
        """One plot on half the window, and back."""
        if not self.plots_shown():
            self._shown.plots.show()
        self._shown.plots.toggle_alone()

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
        self._settings.help_hidden = False
        self.help_wanted.emit()

    def show_about(self) -> None:
        """Version and licence."""
        say_about(self._window, __version__)
