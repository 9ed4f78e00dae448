"""The linked plots below the canvas: equal columns with tabs; one alone, or in a window of its own,
on demand; and their height, of which the canvas borrows some while the playback bar is open."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from ...plots import PLOTS
from ...plots.plot import COLUMNS, Plot
from ...scene.colours import Palette
from ...scene.scene import Scene
from ...scene.theme import PROJECTOR, Theme
from ..panels.playback import PlaybackBar
from ..session.session import Session
from ..widgets.controls import IconButton
from ..widgets.layouts import in_column, in_row, plain_tip
from ..widgets.themed import Hairline, Themed, restyle
from ..widgets.window_behaviour import resize_within_screen
from .canvas import Canvas
from .plot import PlotView
from .tab_row import TabRow

HEIGHT, LEAST_HEIGHT = 296, 160  # which leaves 180 for the field of a plot with two rows above it
READABLE_HEIGHT = 266  # a plot of 220 and its tabs
# below these widths three columns become two, and one: plots would be narrow, and their tabs cut
ROOM_FOR = (1100, 830)
ENLARGE, REDUCE = (
    "Enlarge this plot to half the window (Shift+F8)",
    "All plots again, as high as before (Shift+F8)",
)
MARGINS = (14, 0, 20, 6)  # around a plot, left, top, right, bottom
PLOT_PROJECTOR = replace(
    PROJECTOR.with_text(14.0), name="projector-plots", text=16.0, line=1.6, point=13.0
)


def plot_theme(theme: Theme) -> Theme:
    """The theme of the linked plots: in the projector's theme their sizes fit their height."""
    return (
        _projector(theme.plots, theme.palette) if theme.name.startswith(PROJECTOR.name) else theme
    )


@cache
def _projector(larger: float, palette: Palette) -> Theme:
    """The theme of plots that are ``larger`` times as large as beside a canvas."""
    if larger == 1.0 and palette is PROJECTOR.palette:
        return PLOT_PROJECTOR
    theme = PLOT_PROJECTOR.with_text(PLOT_PROJECTOR.caption * larger)
    return replace(
        theme,
        palette=palette,
        line=PLOT_PROJECTOR.line * larger,
        point=PLOT_PROJECTOR.point * larger,
    )


def columns_of(plots: tuple[Plot[Scene], ...]) -> tuple[tuple[Plot[Scene], ...], ...]:
    """The plots by column; columns without a plot are left out."""
    columns = (tuple(plot for plot in plots if plot.column == column) for column in COLUMNS)
    return tuple(column for column in columns if column)


def group_plots(
    plots: tuple[Plot[Scene], ...], width: float
) -> tuple[tuple[Plot[Scene], ...], ...]:
    """The plots by column in an area as wide as this."""
    wide, narrow = ROOM_FOR
    if width >= wide:
        return columns_of(plots)
    if width < narrow:
        return (tuple(sorted(plots, key=lambda plot: plot.column)),)
    sides = (tuple(plot for plot in plots if plot.on_left is on_left) for on_left in (True, False))
    return tuple(side for side in sides if side)


class PlotColumn(Themed, QWidget):
    """One column: tabs, buttons to enlarge the plot and for a window of its own, the chosen plot.

    A plot is built when its tab is first chosen.  ``views`` are plots built already; those of this
    column are removed from it.
    """

    torn_off = Signal(object)
    enlarge_wanted = Signal()
    plot_chosen = Signal(str)

    def __init__(
        self,
        session: Session,
        plots: tuple[Plot[Scene], ...],
        theme: Theme,
        views: dict[str, PlotView],
        front: str = "",
    ) -> None:
        super().__init__()
        self._session, self.plots, self._theme = session, plots, theme
        self._views = {
            index: views.pop(plot.name) for index, plot in enumerate(plots) if plot.name in views
        }
        self.tabs = TabRow(plots)
        self.tabs.tab_chosen.connect(self.choose)
        self.pop_out = IconButton(
            "pop-out",
            "Open this plot in a window of its own",
            size=28,
            box=16,
            tone="ink_2",
            parent=self.tabs,
        )
        self.pop_out.clicked.connect(lambda: self.torn_off.emit(self.plots[self.tabs.current]))
        self.enlarge = IconButton(
            "enlarge", ENLARGE, size=28, box=16, tone="ink_2", parent=self.tabs
        )
        self.enlarge.clicked.connect(self.enlarge_wanted)
        self._stack = QStackedWidget()
        for view in self._views.values():
            self._stack.addWidget(view)
        in_column(self, self.tabs, (self._stack, 1))
        restyle(self, theme)
        self.choose(next((index for index, plot in enumerate(plots) if plot.name == front), 0))

    @property
    def views(self) -> dict[str, PlotView]:
        """The plots that have been built."""
        return {self.plots[index].name: view for index, view in self._views.items()}

    def set_theme(self, theme: Theme) -> None:
        """Draw new plots in this theme."""
        self._theme = theme
        super().set_theme(theme)

    def measure(self) -> None:
        left, top, right, bottom = map(self.px, MARGINS)
        self._stack.setContentsMargins(left, top, right, bottom)
        self._place_buttons()

    def choose(self, index: int) -> None:
        """Show one of the plots."""
        if index not in self._views:
            self._views[index] = PlotView(self._session, plot_theme(self._theme), self.plots[index])
            self._stack.addWidget(self._views[index])
        self.tabs.choose(index)
        self._stack.setCurrentWidget(self._views[index])
        self.plot_chosen.emit(self.plots[index].name)

    def _place_buttons(self) -> None:
        self.pop_out.move(self.width() - self.px(40), self.px(6))
        self.enlarge.move(self.width() - self.px(70), self.px(6))

    def show_alone(self, is_alone: bool) -> None:
        """Set the button for this column alone, or one of several."""
        self.enlarge.set_icon("reduce" if is_alone else "enlarge")
        self.enlarge.setToolTip(plain_tip(REDUCE if is_alone else ENLARGE))
        self.enlarge.setAccessibleName(self.enlarge.toolTip())

    def resizeEvent(self, event: object) -> None:
        self._place_buttons()


class PlotWindow(QWidget):
    """One plot in a window of its own."""

    def __init__(self, view: PlotView, plot: Plot[Scene], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{plot.title} – linclass")
        view.setObjectName(f"window-{view.objectName()}")
        in_column(self, view, margins=MARGINS)
        resize_within_screen(self, 640, 400)


class PlotsArea(Themed, QWidget):
    """All columns side by side, with hairlines between them; a narrow area has fewer columns with
    more tabs.

    One column can be ``alone`` until it is put back, or until other plots are wanted.
    """

    left_alone = Signal(bool)  # whether one column is alone

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self.theme = theme
        self.columns: list[PlotColumn] = []
        self.alone: PlotColumn | None = None
        self._lines: list[Hairline] = []
        # the plot chosen in each column of the full width, by the column's first plot
        self._fronts: dict[str, str] = {}
        self._row = in_row(self)
        self.measure()
        self._arrange(columns_of(PLOTS))

    def measure(self) -> None:
        self.setMinimumHeight(self.px(LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Not while hidden: Qt forbids updates while a picture of the window is taken, and columns
        # built then would inherit that forever.
        if self.isVisible():
            self._regroup()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._regroup()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self.show_alone(None)

    def _regroup(self) -> None:
        groups = group_plots(PLOTS, self.area.width())
        if len(groups) != len(self.columns):
            self._arrange(groups)

    def _arrange(self, groups: tuple[tuple[Plot[Scene], ...], ...]) -> None:
        """Show these columns; built plots are kept."""
        self.show_alone(None)
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
            column.enlarge_wanted.connect(partial(self.toggle_alone, column))
            column.plot_chosen.connect(self._remember)
            self._row.addWidget(column, 1)
            self.columns.append(column)
        for widget in old:
            self._row.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _remember(self, name: str) -> None:
        """Remember the plot in front, for another division into columns."""
        for plots in columns_of(PLOTS):
            if any(plot.name == name for plot in plots):
                self._fronts.pop(plots[0].name, None)
                # the last one chosen comes first
                self._fronts = {plots[0].name: name, **self._fronts}

    def show_plot(self, name: str) -> None:
        """Bring the tab of a plot to the front."""
        for column in self.columns:
            for index, plot in enumerate(column.plots):
                if plot.name == name:
                    column.choose(index)
                    if column is not self.alone:
                        self.show_alone(None)

    def fill_menu(self, menu: QMenu) -> None:
        """Every plot by its title; choosing one shows it, also where the plots are hidden."""
        menu.setToolTipsVisible(True)
        for plot in PLOTS:
            menu.addAction(plot.title, partial(self._bring, plot.name)).setToolTip(
                plain_tip(plot.tip)
            )

    def _bring(self, name: str) -> None:
        self.show()
        self.show_plot(name)

    def toggle_alone(self, column: PlotColumn | None = None) -> None:
        """Show one column alone (the one under the pointer, or that of the plot chosen last), or
        all again.
        """
        if self.alone is not None:
            self.show_alone(None)
            return
        last = next(iter(self._fronts.values()), "")
        under = next((one for one in self.columns if one.underMouse()), None)
        last_chosen = (one for one in self.columns if one.plots[one.tabs.current].name == last)
        self.show_alone(column or under or next(last_chosen, self.columns[0]))

    def enlarge_one(self) -> None:
        """Enlarge one plot to half the window, or reset it; hidden plots are shown."""
        self.show()
        self.toggle_alone()

    def show_alone(self, lone_column: PlotColumn | None) -> None:
        """Show this column alone, or all."""
        if lone_column is self.alone:
            return
        self.alone = lone_column
        for column in self.columns:
            column.setVisible(lone_column in (None, column))
            column.show_alone(column is lone_column)
        for line in self._lines:
            line.setVisible(lone_column is None)
        self.left_alone.emit(lone_column is not None)

    def set_theme(self, theme: Theme) -> None:
        """Draw every plot in another theme, also those in windows of their own."""
        super().set_theme(theme)
        for part in (*self.columns, *self.windows):
            restyle(part, theme)
            for view in part.findChildren(PlotView):
                view.set_theme(plot_theme(theme))
        self._regroup()

    def tear_off(self, plot: Plot[Scene]) -> QWidget:
        """Open the plot in a window of its own; the tab stays."""
        window = PlotWindow(PlotView(self._session, plot_theme(self.theme), plot), plot, self)
        window.show()
        return window

    @property
    def windows(self) -> list[PlotWindow]:
        """The open windows of single plots."""
        return [window for window in self.findChildren(PlotWindow) if window.isVisible()]


class BorrowedHeight(QObject):
    """The bar takes height from the canvas, whose picture keeps its scale; the plots lend the
    missing height if they can.

    In a lesson about a plot, the plots stay readable; where they lend too little, the picture is
    fitted into the rest.
    """

    def __init__(
        self,
        splitter: QSplitter,
        canvas: Canvas,
        plots: PlotsArea,
        bar: PlaybackBar,
        in_lesson: Callable[[], bool],
    ) -> None:
        super().__init__(splitter)
        self._in_lesson = in_lesson
        self._splitter, self._canvas, self._plots, self._bar = splitter, canvas, plots, bar
        self._before = 0  # the size of the plots before one was enlarged
        self._lent = 0
        bar.opened.connect(self.lend)
        bar.closed.connect(self.take_back)
        plots.left_alone.connect(self.enlarge)

    def lend(self) -> None:
        """Lend height to the opening bar."""
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        bar_height = self._bar.sizeHint().height()
        missing = math.ceil(self._canvas.session.missing_px(bar_height))
        # At most the height of the bar: points near both edges lack room even without it, and a
        # higher canvas has another scale.
        in_lesson, height_wanted = self._in_lesson(), min(missing, bar_height)
        plots_height = self._plots.px(READABLE_HEIGHT) if in_lesson else self._plots.minimumHeight()
        self._lent = height = min(height_wanted, max(0, below - plots_height))
        self._canvas.lent = bar_height if in_lesson and below and height < height_wanted else height
        if below:  # hidden plots would come back at their least height
            self._splitter.setSizes([above + height, below - height])
        self._canvas.follow_size()

    def take_back(self) -> None:
        """Take the height back when the bar or the window closes."""
        height, self._lent, self._canvas.lent = self._lent, 0, 0
        if not self._stands_above:
            return
        above, below = self._splitter.sizes()
        if height and below:
            self._before += height
            self._splitter.setSizes([above - height, below + height])

    def enlarge(self, is_enlarged: bool) -> None:
        """Give the plots half the height of the window (half the width where that is divided), or
        their former size.
        """
        above, size_now, *other_sizes = self._splitter.sizes()
        if is_enlarged:
            self._before, size = size_now, self._splitter.window().size()
            new = (size.height() if self._stands_above else size.width()) // 2
        else:
            new = self._before
        self._splitter.setSizes([above + size_now - new, new, *other_sizes])

    @property
    def _stands_above(self) -> bool:
        """Whether the plots are below the canvas, not beside it as in a presentation."""
        return self._splitter.orientation() == Qt.Orientation.Vertical
