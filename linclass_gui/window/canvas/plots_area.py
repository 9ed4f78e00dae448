"""The linked plots below the canvas: equal columns with headers; one alone, or in a window of its
own, on demand.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QWidget

from ...plots import PLOTS, plot_named
from ...plots.plot import Plot
from ...scene.colours import Palette
from ...scene.scene import Scene
from ...scene.theme import PROJECTOR, Theme
from ..panels.sections import ChoiceTitle
from ..session.session import Session
from ..widgets.controls import IconButton
from ..widgets.layouts import in_column, in_row, plain_tip
from ..widgets.themed import TEXT, Hairline, Themed, restyle
from ..widgets.window_behaviour import resize_within_screen
from .plot import PlotView
from .plot_picker import PlotPicker

HEIGHT, LEAST_HEIGHT = 266, 160  # a plot of 220 and its header
# below these widths three columns become two, and one: plots would be narrow
ROOM_FOR = (1100, 830)
ROOM_FOR_TWO_ASKED = 640  # which is left beside a lesson in a window of 1366
ENLARGE, REDUCE = (
    "Enlarge this plot to half the window (Shift+F8)",
    "All plots again, as high as before (Shift+F8)",
)
MARGINS = (14, 0, 20, 6)  # around a plot, left, top, right, bottom
DEFAULT: tuple[str, ...] = ("fisher-angle", "projection", "losses")  # by column
ALL_NAMES = frozenset(plot.name for plot in PLOTS)
PLOT_PROJECTOR = replace(
    PROJECTOR.with_text(14.0), name="projector-plots", text=16.0, line=1.6, point=13.0
)


def plot_theme(theme: Theme) -> Theme:
    """The theme of the linked plots: in the projector's theme their sizes fit their height."""
    return (
        _projector(theme.plots, theme.palette) if theme.name.startswith(PROJECTOR.name) else theme
    )


def header_theme(theme: Theme) -> Theme:
    """The theme of the names above the plots: in the projector's theme as large as their ticks."""
    larger = plot_theme(theme).caption / TEXT if theme.name.startswith(PROJECTOR.name) else 0.0
    return theme if larger <= theme.ui else replace(theme, ui=larger)


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


def count_for(width: float, requests: int = 0, larger: float = 1.0) -> int:
    """How many plots an area as wide as this has beside each other; two that are requested are
    narrower, as far as their names, so many times as large as usual, have room.
    """
    wide, narrow = ROOM_FOR
    least = min(narrow, ROOM_FOR_TWO_ASKED * larger) if requests > 1 else narrow
    return 3 if width >= wide else 2 if width >= least else 1


class PlotColumn(Themed, QWidget):
    """One plot with its header, and buttons to enlarge it and for a window of its own."""

    enlarge_wanted = Signal()
    torn_off = Signal()
    plot_chosen = Signal(str)

    def __init__(self, session: Session, theme: Theme, number: int) -> None:
        super().__init__()
        self._session = session
        self.view: PlotView | None = None
        self.header = ChoiceTitle("", "plot")
        self.header.right = 76.0  # the buttons
        self.header.setObjectName(f"plot-header-{number}")
        self.header.clicked.connect(self.open_picker)
        self.header.menu_wanted.connect(self.open_menu)
        tip, head = "Open this plot in a window of its own", self.header
        self.pop_out = IconButton("pop-out", tip, self.torn_off, tone="ink_2", parent=head)
        self.enlarge = IconButton(
            "enlarge", ENLARGE, self.enlarge_wanted, tone="ink_2", parent=head
        )
        session.scene_changed.connect(self._tell)
        self._inside = in_column(None)
        in_column(self, self.header, (self._inside, 1))
        restyle(self, theme)

    @property
    def plot(self) -> Plot[Scene]:
        """The plot that is shown."""
        assert self.view is not None
        return self.view.plot

    def show_view(self, view: PlotView) -> None:
        """Show a plot, which may have stood in another column."""
        if view is self.view:
            return
        former, self.view = self.view, view
        if former is not None and former.parentWidget() is self:
            former.hide()
            self._inside.removeWidget(former)
        self._inside.addWidget(view)
        view.show()
        self.header.show_title(view.plot.title)
        self._tell()

    def _tell(self) -> None:
        """Say what the plot shows, in the words of the scenario."""
        if self.view is not None:
            self.header.setToolTip(plain_tip(self.plot.tip_in(self._session.scene.document)))

    def open_menu(self, place: QPoint) -> None:
        """Open the menu of the plot."""
        if self.view is not None:
            self.view.open_menu(place)

    def open_picker(self) -> PlotPicker:
        """Open the picker of all plots above the header."""
        picker = PlotPicker(self._session, self.theme, self.plot.name, self)
        picker.card_chosen.connect(lambda plot: self.plot_chosen.emit(plot.name))
        picker.card_chosen.connect(picker.close)
        window = self.window()
        place = self.header.rect().translated(self.header.mapToGlobal(QPoint(0, 0)))
        picker.open_above(place, window.rect().translated(window.mapToGlobal(QPoint(0, 0))))
        return picker

    def measure(self) -> None:
        self._inside.setContentsMargins(*map(self.px, MARGINS))
        self._place_buttons()

    def _place_buttons(self) -> None:
        px = self.header.px
        self.pop_out.move(self.width() - px(40), px(6))
        self.enlarge.move(self.width() - px(70), px(6))

    def show_alone(self, is_alone: bool) -> None:
        """Set the button for this column alone, or one of several."""
        self.enlarge.set_icon("reduce" if is_alone else "enlarge")
        self.enlarge.say(REDUCE if is_alone else ENLARGE)

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
    """As many plots beside each other as there is room for, with hairlines between them; below one
    another, all that are asked for, while the area is at the side of the picture.

    A plot is built when it is first shown.  One can be ``alone`` until it is put back, or until
    other plots are wanted.
    """

    left_alone = Signal(bool)  # whether one column is alone

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("plots")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self.theme = theme
        self.views: dict[str, PlotView] = {}
        self.alone: PlotColumn | None = None
        self._names = DEFAULT  # of the plots by column, those without room too
        self._last = DEFAULT[0]  # the plot chosen last
        self._requests: tuple[str, ...] = ()  # the plots asked for, until one is chosen by hand
        self._request_count = 0  # how many plots the open page has asked for last
        self._count = len(DEFAULT)
        self._columns = [PlotColumn(session, theme, k) for k in range(len(DEFAULT))]
        self._lines = [Hairline(vertical=True) for _ in DEFAULT[1:]]
        self._stacked = 0  # plots below one another; 0: they are beside each other
        self._row = row = in_row(self)
        for k, column in enumerate(self._columns):
            if k:
                row.addWidget(self._lines[k - 1])
            row.addWidget(column, 1)
            column.torn_off.connect(lambda column=column: self.tear_off(column.plot))
            column.enlarge_wanted.connect(partial(self.toggle_alone, column))
            column.plot_chosen.connect(partial(self._choose, column))
        self.measure()
        session.loaded.connect(self._restore)
        self._restore()

    @property
    def columns(self) -> list[PlotColumn]:
        """The columns that there is room for."""
        return self._columns[: self._count]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the plots that there is room for."""
        return self._names[: self._count]

    def measure(self) -> None:
        self.setMinimumHeight(self.px(LEAST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Not while hidden: Qt forbids updates while a picture of the window is taken, and plots
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

    def stack(self, is_stacked: bool) -> None:
        """Put plots below one another, or beside each other as usual."""
        self._stacked = max(1, len(self._requests)) if is_stacked else 0
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_stacked else direction.LeftToRight)
        for line in self._lines:
            line.turn(vertical=not is_stacked)
        self._regroup()

    def _count_now(self) -> int:
        """How many plots there is room for."""
        if not self._stacked:
            return count_for(self.area.width(), self._request_count, header_theme(self.theme).ui)
        rows = int(self.area.height() // self.px(HEIGHT))
        return max(1, min(self._stacked, rows, len(DEFAULT)))

    def _regroup(self) -> None:
        count = self._count_now()
        if count != self._count:
            self.show_alone(None)
            former_count, self._count = self._count, count
            self._arrange()
            # In a window that is not shown yet there is room for all columns.
            if count < former_count or self._stacked:
                self._bring_to_front(self._requests)

    def _arrange(self) -> None:
        """Show the chosen plots in the columns that there is room for."""
        for column, name in zip(self.columns, self.names, strict=True):
            column.show_view(self._view(name))
        for k, column in enumerate(self._columns):
            column.setVisible(k < self._count and self.alone in (None, column))
        for k, line in enumerate(self._lines):
            line.setVisible(k + 1 < self._count and self.alone is None)

    def _view(self, name: str) -> PlotView:
        if name not in self.views:
            self.views[name] = PlotView(self._session, plot_theme(self.theme), plot_named(name))
        return self.views[name]

    # --- the choice -------------------------------------------------------------------------------

    def _restore(self) -> None:
        """Show the plots that a document was kept with; others stay where it names none."""
        known_names = [name for name in self._session.document.plots if name in ALL_NAMES]
        self._names = tuple(dict.fromkeys((*known_names, *self._names)))[: len(DEFAULT)]
        self._requests, self._request_count = (), 0
        if self.isVisible():
            self._count = self._count_now()
        self._arrange()

    def _choose(self, column: PlotColumn, name: str) -> None:
        """Show a plot in a column, and keep the choice with the document."""
        self._requests = ()
        self._exchange(self._columns.index(column), name)
        self._arrange()
        self._session.set_looks(plots=self._names)

    def _exchange(self, place: int, name: str) -> None:
        """Put a plot into a place; where it stood before, the one from this place is put."""
        former, self._last = self._names[place], name
        exchanged_names = {former: name, name: former}
        self._names = tuple(
            exchanged_names.get(shown_name, shown_name) for shown_name in self._names
        )

    def show_plot(self, name: str) -> None:
        """Show a plot where it is not shown yet, and keep the choice with the document."""
        is_shown = name in self.names
        self._bring_to_front((name,))
        if not is_shown:
            self._session.set_looks(plots=self._names)

    def show_plots(self, names: tuple[str, ...]) -> None:
        """Show plots, as many as there is room for: each in its own place, where no other of them
        is.
        """
        self._requests, self._request_count = names, len(names)
        if self._stacked:
            self._stacked = max(1, len(names))
        if self._stacked or self.isVisible():
            self._count = self._count_now()
        self._bring_to_front(names)
        self._arrange()

    def _bring_to_front(self, names: tuple[str, ...]) -> None:
        self._requests = names
        wanted_names = [name for name in names if name in ALL_NAMES][: self._count]
        if self._stacked:  # in the order of the slide
            self._names = tuple(dict.fromkeys((*wanted_names, *self._names)))[: len(DEFAULT)]
        for name in wanted_names:
            if name not in self.names:
                free_places = [
                    k for k, shown_name in enumerate(self.names) if shown_name not in wanted_names
                ]
                own_place = min(plot_named(name).column, self._count - 1)
                self._exchange(own_place if own_place in free_places else free_places[0], name)
        if not wanted_names:
            return
        self._last = wanted_names[0]
        self._arrange()
        if self.alone is not None and self.alone.plot.name not in wanted_names:
            self.show_alone(None)

    # --- one alone, or in a window of its own -----------------------------------------------------

    def fill_menu(self, menu: QMenu) -> None:
        """Every plot by its title; choosing one shows it, also where the plots are hidden, and also
        one that has nothing to show, for it says how that is cured.
        """
        menu.setToolTipsVisible(True)
        for plot in PLOTS:
            action = menu.addAction(plot.title, partial(self._bring, plot.name))
            action.setToolTip(plain_tip(plot.tip_in(self._session.scene.document)))

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
        under = next((one for one in self.columns if one.underMouse()), None)
        last_chosen = (one for one in self.columns if one.plot.name == self._last)
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
            column.show_alone(column is lone_column)
        self._arrange()
        self.left_alone.emit(lone_column is not None)

    def set_theme(self, theme: Theme) -> None:
        """Draw every plot in another theme, also those in windows of their own."""
        super().set_theme(theme)
        for part in (*self._columns, *self._lines, *self.windows):
            restyle(part, theme)
        for column in self._columns:
            restyle(column.header, header_theme(theme))
        for view in self.findChildren(PlotView):
            view.set_theme(plot_theme(theme))
        self._regroup()

    def tear_off(self, plot: Plot[Scene]) -> QWidget:
        """Open the plot in a window of its own; it stays below the canvas, too."""
        window = PlotWindow(PlotView(self._session, plot_theme(self.theme), plot), plot, self)
        window.show()
        return window

    @property
    def windows(self) -> list[PlotWindow]:
        """The open windows of single plots."""
        return [window for window in self.findChildren(PlotWindow) if window.isVisible()]
