"""The linked plots below the canvas: equal columns, tabs to choose from, and windows of their own on demand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ...core.appearance.theme import PROJECTOR, Theme
from ...plots import COLUMNS, PLOTS, Plot
from ..session.session import Session
from ..widgets.basics import Hairline, Themed, restyle
from ..widgets.controls import IconButton
from ..widgets.window_geometry import resize_within_screen
from .plot import PlotView
from .tab_row import TabRow

HEIGHT, LEAST_HEIGHT = 240, 160
ROOM_FOR = (870, 670)  # below these widths three columns become two, and one: their tabs would have to be cut
MARGINS = (14, 0, 20, 6)  # around a plot, left, top, right, bottom
PLOT_PROJECTOR = replace(PROJECTOR.with_text(14.0), name="projector-plots", text=16.0, line=1.6, point=13.0)


def plot_theme(theme: Theme) -> Theme:
    """The theme of the linked plots: in the projector's they keep to what their height can hold."""
    return _projector(theme.plots) if theme.name == PROJECTOR.name else theme


@cache
def _projector(larger: float) -> Theme:
    """The theme of plots that are ``larger`` times as large as beside a canvas."""
    if larger == 1.0:
        return PLOT_PROJECTOR
    theme = PLOT_PROJECTOR.with_text(PLOT_PROJECTOR.caption * larger)
    return replace(theme, line=PLOT_PROJECTOR.line * larger, point=PLOT_PROJECTOR.point * larger)


def columns_of(plots: tuple[Plot, ...]) -> tuple[tuple[Plot, ...], ...]:
    """The plots by column; columns without a plot are left out."""
    columns = (tuple(plot for plot in plots if plot.column == column) for column in COLUMNS)
    return tuple(column for column in columns if column)


def group_plots(plots: tuple[Plot, ...], width: float) -> tuple[tuple[Plot, ...], ...]:
    """The plots by column in an area as wide as this: the first columns share one where there is no room for all."""
    columns = columns_of(plots)
    least = len(columns) - 1 - sum(width < room for room in ROOM_FOR)
    shared = max(1, len(columns) - max(0, least))
    return (tuple(plot for column in columns[:shared] for plot in column), *columns[shared:])


class PlotColumn(Themed, QWidget):
    """One column: tabs, a button for a window of its own, the chosen plot.  A plot is built when its tab is first chosen.

    ``views`` are plots that are built already; those of this column are taken out of it.
    """

    torn_off = Signal(object)
    chosen = Signal(str)

    def __init__(
        self, session: Session, plots: tuple[Plot, ...], theme: Theme, views: dict[str, PlotView], front: str = ""
    ) -> None:
        super().__init__()
        self._session, self._plots, self._theme = session, plots, theme
        self._views = {at: views.pop(plot.name) for at, plot in enumerate(plots) if plot.name in views}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.tabs = TabRow(plots)
        self.tabs.chosen.connect(self.choose)
        column.addWidget(self.tabs)
        self.pop_out = IconButton(
            "pop-out", "Open this plot in a window of its own", size=28, box=16, tone="ink_2", parent=self.tabs
        )
        self.pop_out.clicked.connect(self._tear_off)
        self._stack = QStackedWidget()
        for view in self._views.values():
            self._stack.addWidget(view)
        column.addWidget(self._stack, 1)
        restyle(self, theme)
        self.choose(next((at for at, plot in enumerate(plots) if plot.name == front), 0))

    @property
    def plots(self) -> tuple[Plot, ...]:
        """The plots of this column, in the order of the tabs."""
        return self._plots

    @property
    def views(self) -> dict[str, PlotView]:
        """The plots that have been built."""
        return {self._plots[at].name: view for at, view in self._views.items()}

    def set_theme(self, theme: Theme) -> None:
        """Plots built from now on are drawn in this theme."""
        self._theme = theme
        super().set_theme(theme)

    def measure(self) -> None:
        left, top, right, bottom = map(self.px, MARGINS)
        self._stack.setContentsMargins(left, top, right, bottom)
        self._place_button()

    def choose(self, at: int) -> None:
        """Show one of the plots."""
        if at not in self._views:
            self._views[at] = PlotView(self._session, plot_theme(self._theme), self._plots[at])
            self._stack.addWidget(self._views[at])
        self.tabs.choose(at)
        self._stack.setCurrentWidget(self._views[at])
        self.chosen.emit(self._plots[at].name)

    def _tear_off(self) -> None:
        self.torn_off.emit(self._plots[self.tabs.current])

    def _place_button(self) -> None:
        self.pop_out.move(self.width() - self.px(40), self.px(6))

    def resizeEvent(self, event: object) -> None:
        self._place_button()


class PlotWindow(QWidget):
    """One plot in a window of its own."""

    closed = Signal(object)

    def __init__(self, view: PlotView, plot: Plot, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{plot.title} – linclass")
        view.setObjectName(f"window-{view.objectName()}")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(*MARGINS)
        inside.addWidget(view)
        resize_within_screen(self, 640, 400)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit(self)
        super().closeEvent(event)


class PlotsArea(Themed, QWidget):
    """All columns side by side, with hairlines between them; a narrow area has fewer columns with more tabs."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self.theme = theme
        self.windows: list[QWidget] = []
        self.columns: list[PlotColumn] = []
        self._lines: list[Hairline] = []
        self._fronts: dict[str, str] = {}  # by the first plot of a column of the full width: the plot chosen there
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.measure()
        self._arrange(columns_of(PLOTS))

    def measure(self) -> None:
        self.setMinimumHeight(self.px(LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Not while hidden: a picture may be taken of the window, for which Qt forbids updates, and columns that are built
        # meanwhile would inherit that for ever.
        if self.isVisible():
            self._regroup()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._regroup()

    def _regroup(self) -> None:
        groups = group_plots(PLOTS, self.area.width())
        if len(groups) != len(self.columns):
            self._arrange(groups)

    def _arrange(self, groups: tuple[tuple[Plot, ...], ...]) -> None:
        """These columns from now on; plots that are built stay as they are."""
        views: dict[str, PlotView] = {}
        fronts = tuple(self._fronts.values())
        old: tuple[QWidget, ...] = (*self.columns, *self._lines)
        for column in self.columns:
            views |= column.views
        self.columns, self._lines = [], []
        for plots in groups:
            if self.columns:
                self._lines.append(Hairline(vertical=True))
                self._lines[-1].set_theme(self.theme)
                self._row.addWidget(self._lines[-1])
            front = next((plot.name for plot in plots if plot.name in fronts), "")
            column = PlotColumn(self._session, plots, self.theme, views, front)
            column.torn_off.connect(self.tear_off)
            column.chosen.connect(self._remember)
            self._row.addWidget(column, 1)
            self.columns.append(column)
        for widget in old:
            self._row.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _remember(self, name: str) -> None:
        """Which plot is in front, for the time when the columns are others."""
        for plots in columns_of(PLOTS):
            if any(plot.name == name for plot in plots):
                self._fronts.pop(plots[0].name, None)
                self._fronts = {plots[0].name: name, **self._fronts}  # the last one chosen comes first

    def show_plot(self, name: str) -> None:
        """Bring the tab of a plot to the front."""
        for column in self.columns:
            for at, plot in enumerate(column.plots):
                if plot.name == name:
                    column.choose(at)

    def set_theme(self, theme: Theme) -> None:
        """Every plot in another theme, those in windows of their own included."""
        super().set_theme(theme)
        for part in (*self.columns, *self.windows):
            restyle(part, theme)
            for view in part.findChildren(PlotView):
                view.set_theme(plot_theme(theme))
        self._regroup()

    def tear_off(self, plot: Plot) -> QWidget:
        """A window of its own with the plot; closing it leaves the tab where it is."""
        window = PlotWindow(PlotView(self._session, plot_theme(self.theme), plot), plot, self)
        window.closed.connect(self._forget)
        self.windows.append(window)
        window.show()
        return window

    def _forget(self, window: QWidget) -> None:
        self.windows.remove(window)
