"""The linked plots below the canvas: equal columns, tabs to choose from, and windows of their own on demand."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolTip, QVBoxLayout, QWidget

from ..core.theme import PROJECTOR, Theme
from ..draw.text import TextStyle, layout
from ..plots import PLOTS, Plot
from .plot_view import PlotView
from .session import Session
from .widgets import TEXT, Hairline, IconButton, Themed, elided, restyle

TAB_ROW, HEIGHT, LEAST_HEIGHT = 40, 240, 160
ROOM_FOR = (870, 670)  # below these widths three columns become two, and one: their tabs would have to be cut
TAB_LEFT, TAB_GAP = 24.0, 20.0
NARROW, POP_OUT = 16.0, 38.0  # the smaller left margin of a narrow column; what the button on the right takes
LEAST = 32.0  # of a title that is cut: some letters and dots
MARGINS = (14, 0, 20, 6)  # around a plot, left, top, right, bottom
PLOT_PROJECTOR = replace(PROJECTOR.with_text(14.0), name="projector-plots", text=16.0, line=1.6, point=13.0)
# Which plots share a column; plots not named here share the last one.
GROUPS = (("fisher-angle", "path"), ("projection", "multipliers"), ("losses", "convergence", "weight-space"))


def plot_theme(theme: Theme) -> Theme:
    """The theme of the linked plots: in the projector's they keep to what their height can hold."""
    return PLOT_PROJECTOR if theme is PROJECTOR else theme


def columns_of(plots: tuple[Plot, ...]) -> tuple[tuple[Plot, ...], ...]:
    """The plots by column; columns without a plot are left out."""
    named = {name for group in GROUPS for name in group}
    others = tuple(plot.name for plot in plots if plot.name not in named)
    groups = (*GROUPS[:-1], GROUPS[-1] + others)
    columns = (tuple(plot for name in group for plot in plots if plot.name == name) for group in groups)
    return tuple(column for column in columns if column)


def grouped(plots: tuple[Plot, ...], width: float) -> tuple[tuple[Plot, ...], ...]:
    """The plots by column in an area as wide as this: the first columns share one where there is no room for all."""
    columns = columns_of(plots)
    least = len(columns) - 1 - sum(width < room for room in ROOM_FOR)
    shared = max(1, len(columns) - max(0, least))
    return (tuple(plot for column in columns[:shared] for plot in column), *columns[shared:])


class TabRow(Themed, QWidget):
    """The titles of a column's plots; the chosen one is underlined."""

    chosen = Signal(int)

    def __init__(self, plots: tuple[Plot, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plots, self._current = plots, 0
        self.measure()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if len(plots) > 1 else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(plots[0].title)

    def measure(self) -> None:
        self.setFixedHeight(self.px(TAB_ROW))

    @property
    def current(self) -> int:
        """The place of the chosen tab."""
        return self._current

    def choose(self, at: int) -> None:
        """Choose a tab."""
        if 0 <= at < len(self._plots) and at != self._current:
            self._current = at
            self.setAccessibleName(self._plots[at].title)
            self.update()
            self.chosen.emit(at)

    def rects(self) -> list[QRectF]:
        """Where each title stands; all are measured bold, so that choosing one moves none.

        A narrow column moves them closer, and where that is not enough the titles that are not chosen are cut.
        """
        room = self.area.width() - POP_OUT
        widths, left, gap, gaps = _widths(self.titles()), TAB_LEFT, TAB_GAP, max(1, len(self._plots) - 1)
        if left + gap * (len(widths) - 1) + sum(widths) > room:
            left = NARROW
            gap = max(NARROW / 2, (room - sum(widths) - left) / gaps)
            widths = _cut(widths, self._current, room - left - gap * (len(widths) - 1))
        result, x = [], left
        for width in widths:
            result.append(QRectF(x, 0.0, width, TAB_ROW))
            x += width + gap
        return result

    def titles(self) -> list[str]:
        """The titles, the short ones where the long ones have no room beside each other."""
        long = [plot.title for plot in self._plots]
        width = sum(_widths(long)) + NARROW * len(long) + POP_OUT
        return long if width <= self.area.width() else [plot.short or plot.title for plot in self._plots]

    def tab_at(self, x: float) -> int | None:
        """The place of the tab at an x of the widget."""
        at_x, rects = x / self.theme.ui, self.rects()
        at = min(range(len(rects)), key=lambda k: abs(at_x - rects[k].center().x()) - 0.5 * rects[k].width())
        return at if abs(at_x - rects[at].center().x()) <= 0.5 * (rects[at].width() + TAB_GAP) else None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self.tab_at(event.pos().x())
            words = "" if at is None else f"{self._plots[at].title}: {self._plots[at].tip}"
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.tab_at(event.position().x())
        if at is not None:
            self.choose(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self._current + step)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, p = self.painter(), self.colours
        painter.setClipRect(QRectF(0.0, 0.0, self.area.width() - POP_OUT, TAB_ROW))
        for at, (title, rect) in enumerate(zip(self.titles(), self.rects(), strict=True)):
            on = at == self._current
            style = TextStyle(weight=600 if on else 400)
            text = layout(elided(title, rect.width() + 0.5, TEXT, style), TEXT, style)
            text.draw(painter, rect.left(), 22.0, p.ink if on else p.ink_2)
            if on:
                painter.fillRect(QRectF(rect.left(), 31.0, rect.width(), 2.0), QColor(p.ink))
        if self.hasFocus():
            painter.setPen(QColor(p.ink_3))
            rect = self.rects()[self._current]
            painter.drawLine(QPointF(rect.left(), 34.5), QPointF(rect.right(), 34.5))


def _widths(titles: list[str]) -> list[float]:
    """What titles take; all are measured bold, so that choosing one moves none."""
    return [layout(title, TEXT, TextStyle(weight=600)).width for title in titles]


def _cut(widths: list[float], chosen: int, room: float) -> list[float]:
    """The widths of titles that share ``room``: the chosen one keeps its own, and of the others only the longest are cut."""
    others = len(widths) - 1
    own = max(LEAST, min(widths[chosen], room - LEAST * others))
    rest, part = room - own, 0.0
    for place, width in enumerate(sorted(width for k, width in enumerate(widths) if k != chosen)):
        part = max(LEAST, rest / (others - place))
        rest -= min(width, part)
    return [own if k == chosen else min(width, part) for k, width in enumerate(widths)]


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
        self.resize(640, 400)

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
        self._regroup()

    def _regroup(self) -> None:
        groups = grouped(PLOTS, self.area.width())
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
